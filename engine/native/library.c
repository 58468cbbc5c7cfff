/* The search as a library: `library.py` loads it. One search at a time. */
#include "rules.h"
#include "quilts.h"
#include "automa.h"
#include "spots.h"
#include "network.h"
#include "tree.h"
#include "endgame.h"

/* A position, and what was found of a move: the same structures in library.py. */
typedef struct {
    uint64_t mask[2][2], left;
    int32_t buttons[2], space[2], income[2], pawn, bonus, leather, track, count, ring[33], level, deck, budget, cards;
} Question;
typedef struct {
    uint64_t sewn[2]; /* what the mask becomes */
    double share, points;
    int32_t patch, visits, result; /* patch: -1 is to advance; result: of an end that was solved */
} Line;
enum { STOPPED, SEARCHED, SOLVED, ENDED, NARROWED };
typedef struct {
    int32_t how, count, iterations;
    Line line[3 * MOST + 1];
} Answer;

static Tree tree;

static int never(void) { return 0; }

/* `of_network`: engine/network.bin; `of_spots`, `of_automa`: the numbers of engine/spots.json and engine/automa/weights.json.
   Returns 0 if these are not their sizes, or this machine is too old. */
int open_library(const void *of_network, int32_t bytes, const int32_t *of_spots, int32_t spots, const int32_t *of_automa, int32_t automas) {
#ifdef __x86_64__
    if (!__builtin_cpu_supports("popcnt")) return 0;
#endif
    if (bytes != (int32_t)NETWORK_BYTES || spots != RANK_COUNT || automas != WEIGHT_COUNT) return 0;
    set_up();
    memcpy(&ranks, of_spots, sizeof ranks), memcpy(&weights, of_automa, sizeof weights);
    fill_rank_strips(), fill_alone_strips();
    read_network(of_network);
    memset(ranked, 0, sizeof ranked);
    return 1;
}

static int is_between(int number, int least, int most) { return least <= number && number <= most; }

static int is_sound_alone(const Question *q) {
    if (!is_between(q->level, 1, 5) || !is_between(q->deck, 0, 1) || !is_between(q->cards, 0, 2 * FIRST_DECK_BIT - 1)) return 0;
    return __builtin_popcount((unsigned)q->cards) < (q->cards & FIRST_DECK_BIT ? 10 + 1 : CARD_COUNT);
}
/* Whether a search can start from it without looking anything up beyond a table: not whether a game can come to it. */
static int is_sound(const Question *q) {
    uint64_t seen = 0;
    Mask mine = (Mask)q->mask[0][1] << 64 | q->mask[0][0];
    for (int side = 0; side < 2; side++) {
        if (q->mask[side][1] >> 17 || !is_between(q->space[side], 0, LAST)) return 0;
        if (!is_between(q->buttons[side], 0, 500) || !is_between(q->income[side], 0, 63)) return 0;
    }
    if (!is_between(q->bonus, 0, 2) || !is_between(q->leather, 0, 1) || !is_between(q->track, 0, 1) || !is_between(q->count, 0, 33)) return 0;
    for (int k = 0; k < q->count; seen |= (uint64_t)1 << q->ring[k++])
        if (!is_between(q->ring[k], 0, 32) || seen >> q->ring[k] & 1) return 0;
    if (q->left >> q->count) return 0;
    if (q->level && !is_sound_alone(q)) return 0;
    if (q->left ? !is_between(q->pawn, 0, q->count - 1) || !(q->left >> q->pawn & 1) : q->pawn != 0) return 0;
    if (q->leather) return q->space[0] > q->space[1] && mine != ALL;
    return q->space[0] <= q->space[1] && q->space[0] < LAST;
}
static void read_question(const Question *q, Table *t, State *s) {
    *t = (Table){.count = q->count, .track = q->track, .level = q->level, .deck = q->deck, .budget = q->budget};
    memcpy(t->ring, q->ring, sizeof t->ring);
    *s = (State){.left = q->left, .pawn = q->pawn, .bonus = q->bonus, .cards = q->cards, .to_move = !(q->level && q->leather)};
    for (int side = 0; side < 2; side++) {
        s->mask[side] = (Mask)q->mask[side][1] << 64 | q->mask[side][0];
        s->buttons[side] = q->buttons[side], s->space[side] = q->space[side], s->income[side] = q->income[side];
    }
    if (q->level) s->mask[1] = ALL;
}
static Line line_of(const Table *t, int place, Mask sewn) {
    return (Line){{(uint64_t)sewn, (uint64_t)(sewn >> 64)}, 0, 0, place == -1 ? -1 : place == -2 ? LEATHER : t->ring[place], 0, 0};
}
static void tell_tree(Answer *a, const Table *t, const State *s) {
    const Node *root = &tree.node[0];
    a->how = root->solved ? SOLVED : SEARCHED, a->iterations = tree.done, a->count = root->count;
    for (int k = 0; k < root->count; k++) {
        const Node *found = &tree.node[root->first + k];
        const Child *c = tree.first + tree.first_count - 1;
        while (!same_state(&c->state, &found->state)) c--; /* leather can make two placements the same */
        Line *line = &a->line[k];
        *line = line_of(t, c->place, s->mask[0] | (c->place == -1 ? 0 : PLACED[c->number]));
        line->visits = found->visits, line->share = line_share(&tree, k), line->points = expected(&tree, found);
    }
}
static const int WIDTHS[] = {0, 6, 4}; /* how many spots of a patch are tried to solve an end, one after the other */
#define NARROWEST 4096 /* from how many states on; the weaker levels, which have fewer, are not to get stronger */
/* Searches a position for so many iterations, or to its end if that takes no more than so many states; or to its end with
   few spots of each patch, if that takes no more. Its lines are those
   of all choices, in no order that means anything. Returns 0 if the question cannot be asked. */
int think(const Question *q, int32_t iterations, int32_t states, int (*cancelled)(void), Answer *into) {
    Table t;
    State s;
    Solved solved[4];
    if (!is_sound(q) || iterations < 1 || states < 0) return 0;
    read_question(q, &t, &s);
    if (!cancelled) cancelled = never;
    *into = (Answer){.how = ENDED};
    for (int k = 0; k < (states < NARROWEST ? 1 : 3) && !into->count && !t.level; k++)
        into->how = k ? NARROWED : ENDED, into->count = solve(&t, &s, q->leather, states, WIDTHS[k], cancelled, solved);
    for (int k = 0; k < into->count; k++) {
        Line *line = &into->line[k];
        *line = line_of(&t, solved[k].place, solved[k].sewn), line->result = solved[k].result, line->points = (solved[k].result + 2) >> 2;
        if (into->how == ENDED) line->share = solved[k].result > 0;
        else line->share = 1.0 / (1.0 + exp(-64.0 * solved[k].result / width_at[s.space[0] + s.space[1]])), line->visits = iterations / into->count;
    }
    if (into->count) return 1;
    int went_on = search(&tree, &t, &s, q->leather, iterations, cancelled);
    tell_tree(into, &t, &s);
    if (!went_on) into->how = STOPPED;
    free(tree.node), tree.node = NULL, tree.room = 0; /* a large one is not to be kept */
    return 1;
}
