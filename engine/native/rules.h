/* The rules on the compact state of engine/state.py. The tables come from `game` (tables.h, which build.py writes). */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h" /* what build.py writes */

#define LAST 53
#define ALL ((((Mask)1) << 81) - 1)

typedef struct {
    Mask mask[2]; /* 0 is the side to move, 1 the other; against the Automa, 0 is always the person */
    uint64_t left;
    short buttons[2], space[2], income[2], pawn, bonus; /* bonus: 0 none, 1 side 0, 2 the other */
    int cards, to_move; /* of the Automa: a bit for each card drawn, as in engine/automa/state.py; whether side 0 is to move */
} State;

typedef struct {
    int count, ring[33], track;
    int level, deck, budget; /* the Automa's level, from 1 on (0: there is none), and the budget of its next card if known, or -1 */
} Table;

static Mask neighbours[PLACED_COUNT];
static int rim[PLACED_COUNT];

static inline int least_of(int a, int b) { return a < b ? a : b; }
static inline int most_of(int a, int b) { return a > b ? a : b; }
static inline int popcount(Mask m) {
    return __builtin_popcountll((uint64_t)m) + __builtin_popcountll((uint64_t)(m >> 64));
}
static inline int lowest(Mask m) {
    return (uint64_t)m ? __builtin_ctzll((uint64_t)m) : 64 + __builtin_ctzll((uint64_t)(m >> 64));
}
static inline int missing(Mask mask) { /* each area, moved to the corner, fits into a word */
    int least = 49;
    for (int corner = 0; corner <= 20; corner += corner % 9 == 2 ? 7 : 1)
        least = least_of(least, __builtin_popcountll((uint64_t)AREAS[0] & ~(uint64_t)(mask >> corner)));
    return least;
}
static inline int empty(Mask mask) { return 81 - popcount(mask); }
static inline int pays(int from, int to) { return INCOMES_LEFT[from] - INCOMES_LEFT[to]; }

static void set_up_rules(void) {
    Mask left = 0, right;
    for (int row = 0; row < 9; row++) left |= (Mask)1 << (9 * row);
    right = left << 8;
    for (int k = 0; k < PLACED_COUNT; k++) {
        Mask m = PLACED[k];
        neighbours[k] = ((m & ~right) << 1 | (m & ~left) >> 1 | m << 9 | m >> 9) & ALL & ~m;
        rim[k] = popcount(m & left) + popcount(m & right) + popcount(m & 0x1FF) + popcount(m >> 72);
    }
}

/* The places of the next patches from the pawn on, at most `most`. */
static inline int offers(const State *s, int most, int *places) {
    int found = 0;
    uint64_t ahead = s->left >> s->pawn << s->pawn, behind = s->left ^ ahead;
    for (; ahead && found < most; ahead &= ahead - 1) places[found++] = __builtin_ctzll(ahead);
    for (; behind && found < most; behind &= behind - 1) places[found++] = __builtin_ctzll(behind);
    return found;
}

static inline int over(const State *s) { return s->space[0] == LAST && s->space[1] == LAST; }

/* Points of a side, as if the game ended now. */
static inline int points(const State *s, int side) {
    return s->buttons[side] - 2 * empty(s->mask[side]) + (s->bonus == side + 1 ? 7 : 0);
}

static inline void flip(State *s) {
    State o = *s;
    for (int k = 0; k < 2; k++)
        s->mask[k] = o.mask[1 - k], s->buttons[k] = o.buttons[1 - k], s->space[k] = o.space[1 - k], s->income[k] = o.income[1 - k];
    if (s->bonus) s->bonus = 3 - s->bonus;
}

/* Moves the token of the side to move; 1 when it wins a leather patch on the way. The turn is not passed yet. */
static inline int travel(const Table *t, State *s, int spaces) {
    int from = s->space[0], to = from + spaces < LAST ? from + spaces : LAST;
    s->buttons[0] += pays(from, to) * s->income[0];
    s->space[0] = to;
    int ahead = from > s->space[1] ? from : s->space[1];
    return LEATHER_NEXT[t->track][ahead] <= to;
}
static inline void sew(State *s, Mask patch) {
    s->mask[0] |= patch;
    if (patch && !s->bonus && missing(s->mask[0]) == 0) s->bonus = 1;
}
/* Advances; 1 when a leather patch is won. */
static inline int advance(const Table *t, State *s) {
    int to = s->space[1] < LAST ? s->space[1] + 1 : LAST, spaces = to - s->space[0];
    s->buttons[0] += spaces;
    return travel(t, s, spaces);
}
/* Takes a patch out of the ring; the pawn moves to its place. */
static inline void remove_patch(State *s, int place) {
    s->left &= ~((uint64_t)1 << place);
    uint64_t on = s->left >> place << place; /* the next places that still hold a patch */
    s->pawn = on ? __builtin_ctzll(on) : s->left ? __builtin_ctzll(s->left) : 0;
}
static inline void pay(const Table *t, State *s, int place) {
    remove_patch(s, place);
    s->buttons[0] -= COST[t->ring[place]];
    s->income[0] += INCOME_OF[t->ring[place]];
}
static inline int take(const Table *t, State *s, int place, int number) {
    pay(t, s, place);
    sew(s, PLACED[number]);
    return travel(t, s, TIME[t->ring[place]]);
}
