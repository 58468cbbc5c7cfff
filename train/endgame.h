/* Ends of games solved exactly: engine/endgame.py, which looks at the same states in the same order. */
#include <setjmp.h>

#define NEAR 14
#define LEAST (-1000000)

typedef struct { State state; int least, most, round; } Known;
static struct {
    const Table *table;
    int left, round, slots;
    Known *known;
    jmp_buf too_long;
} solver;

static int same_state(const State *a, const State *b) {
    for (int k = 0; k < 2; k++)
        if (a->mask[k] != b->mask[k] || a->buttons[k] != b->buttons[k] || a->space[k] != b->space[k] || a->income[k] != b->income[k]) return 0;
    return a->left == b->left && a->pawn == b->pawn && a->bonus == b->bonus;
}
static Known *known_at(const State *s) {
    uint64_t h = s->left * 0x9E3779B97F4A7C15ull + (uint64_t)(s->pawn * 4 + s->bonus);
    for (int k = 0; k < 2; k++) {
        h = (h ^ (uint64_t)s->mask[k] ^ (uint64_t)(s->mask[k] >> 64) * 0xD6E8FEB86659FD93ull) * 0xC2B2AE3D27D4EB4Full;
        h = (h ^ h >> 31 ^ (uint64_t)(s->buttons[k] * 8192 + s->space[k] * 128 + s->income[k])) * 0x165667B19E3779F9ull;
    }
    for (int at = (int)((h ^ h >> 32) % (uint64_t)solver.slots);; at = at + 1 < solver.slots ? at + 1 : 0)
        if (solver.known[at].round != solver.round || same_state(&solver.known[at].state, s)) return &solver.known[at];
}

static int solved(const State *s, int low, int high);

/* Goes on with the best result so far; 1 once it is `high` or more. `spots`: what the mask may be once the patch is sewn. */
static int sewn_best(const State *s, int place, const Mask *spots, int count, int low, int high, int *best) {
    State base = *s;
    int won, held = count, ended = 0, patch = place < 0 ? -1 : solver.table->ring[place];
    if (place < 0) won = advance(solver.table, &base);
    else pay(solver.table, &base, place), won = travel(solver.table, &base, TIME[patch]);
    Mask *all = malloc(sizeof(Mask) * (size_t)(won ? 81 * count + 1 : count + 1));
    if (won) {
        held = 0;
        for (int k = 0; k < count; k++) {
            if (spots[k] == ALL) all[held++] = ALL;
            for (Mask free = ALL & ~spots[k]; free; free &= free - 1) all[held++] = spots[k] | (free & -free);
        }
    } else memcpy(all, spots, sizeof(Mask) * (size_t)count);
    if (base.space[0] == LAST && held) {
        for (int k = 0; k < held && !s->bonus; k++)
            if (!missing(all[k])) { all[0] = all[k]; break; }
        held = 1;
    }
    int slots = 1;
    while (slots < 2 * held) slots *= 2;
    int *seen = won && held > 1 ? calloc((size_t)slots, sizeof(int)) : NULL;
    for (int k = 0; k < held && !ended; k++) {
        if (seen) {
            uint64_t h = (uint64_t)(all[k] ^ all[k] >> 64) * 0x9E3779B97F4A7C15ull;
            int at = (int)((h >> 20) & (uint64_t)(slots - 1)), twice = 0;
            for (; seen[at]; at = (at + 1) & (slots - 1))
                if (all[seen[at] - 1] == all[k]) { twice = 1; break; }
            if (twice) continue;
            seen[at] = k + 1;
        }
        State c = base;
        sew(&c, all[k] & ~s->mask[0]);
        int floor = *best > low ? *best : low, passed = c.space[0] > c.space[1], got;
        settle(&c);
        got = passed ? -solved(&c, -high, -floor) : solved(&c, floor, high);
        if (got > *best) *best = got;
        ended = *best >= high;
    }
    free(seen);
    free(all);
    return ended;
}
static int spots_for(Mask mask, int patch, Mask *into) {
    int n = 0;
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++)
        if (!(placed[k] & mask)) into[n++] = mask | placed[k];
    return n;
}
static int solved(const State *s, int low, int high) {
    if (--solver.left < 0) longjmp(solver.too_long, 1);
    if (over(s)) return 2 * (points(s, 0) - points(s, 1)) - 1;
    Known *known = known_at(s);
    if (known->round == solver.round) {
        if (known->least == known->most || known->least >= high) return known->least;
        if (known->most <= low) return known->most;
    }
    int best = LEAST, places[3], found = offers(solver.table, s, 3, places), ended = sewn_best(s, -1, &s->mask[0], 1, low, high, &best);
    for (int k = 0; k < found && !ended; k++) {
        Mask spots[512];
        int patch = solver.table->ring[places[k]];
        if (COST[patch] > s->buttons[0]) continue;
        int count = spots_for(s->mask[0], patch, spots);
        ended = sewn_best(s, places[k], spots, count, low, high, &best);
    }
    known = known_at(s);
    if (known->round != solver.round) *known = (Known){*s, LEAST, -LEAST, solver.round};
    int least = known->least, most = known->most;
    known->least = best > low ? best : least;
    known->most = best < high ? best : most;
    return best;
}
static void tidiest_first(const Linear *w, Mask *masks, int count, int phase) {
    int64_t value[512];
    for (int k = 0; k < count; k++) {
        Mask mask = masks[k];
        int64_t v = worth(w, mask, phase);
        int j = k;
        for (; j > 0 && value[j - 1] < v; j--) value[j] = value[j - 1], masks[j] = masks[j - 1];
        value[j] = v, masks[j] = mask;
    }
}

typedef struct { int place, result; Mask sewn; } Solved;
/* Each patch in its best spot, and advancing, if the end is near enough and has no more states than `limit`: their number,
   else 0. The place is -1 for advancing and -2 for leather; `sewn` is what the mask becomes. */
static int solve_all(const Linear *w, const Table *t, const State *s, int leather, int limit, Solved *into) {
    if (2 * LAST - s->space[0] - s->space[1] > NEAR) return 0;
    int need = 2 * limit + 64;
    if (solver.slots < need) solver.known = realloc(solver.known, sizeof(Known) * (size_t)need), memset(solver.known, 0, sizeof(Known) * (size_t)need), solver.slots = need, solver.round = 0;
    solver.table = t, solver.left = limit, solver.round++;
    if (setjmp(solver.too_long)) return 0;
    Mask spots[512];
    int phase = phase_of(w, s);
    if (leather) {
        int count = spots_for(s->mask[0], LEATHER, spots);
        tidiest_first(w, spots, count, phase);
        into[0].result = LEAST - 1;
        for (int k = 0; k < count; k++) {
            State c = *s;
            sew(&c, spots[k] & ~s->mask[0]);
            flip(&c);
            int got = -solved(&c, LEAST, -LEAST);
            if (got > into[0].result) into[0] = (Solved){-2, got, spots[k]};
        }
        return 1;
    }
    int places[3], found = offers(t, s, 3, places), best = LEAST, n = 1;
    sewn_best(s, -1, &s->mask[0], 1, LEAST, -LEAST, &best);
    into[0] = (Solved){-1, best, s->mask[0]};
    for (int k = 0; k < found; k++) {
        int patch = t->ring[places[k]];
        if (COST[patch] > s->buttons[0]) continue;
        int count = spots_for(s->mask[0], patch, spots);
        tidiest_first(w, spots, count, phase);
        if (count) into[n++] = (Solved){places[k], LEAST - 1, 0};
        for (int j = 0; j < count; j++) {
            best = LEAST;
            sewn_best(s, places[k], &spots[j], 1, LEAST, -LEAST, &best);
            if (best > into[n - 1].result) into[n - 1].result = best, into[n - 1].sewn = spots[j];
        }
    }
    return n;
}
/* The best of these: the first of equals. */
static int solve(const Linear *w, const Table *t, const State *s, int leather, int limit, int *place, Mask *sewn, int *result) {
    Solved all[4];
    int n = solve_all(w, t, s, leather, limit, all), best = 0;
    if (!n) return 0;
    for (int k = 1; k < n; k++)
        if (all[k].result > all[best].result) best = k;
    *place = all[best].place, *sewn = all[best].sewn, *result = all[best].result;
    return 1;
}
