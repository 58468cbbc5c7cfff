/* What a quilt is worth beside others of the same squares (engine/value.py), the spots where a patch lies well
   (engine/spots.py), and what moves lead to (engine/moves.py). */
#define KNOT 27
#define POINT (KNOT * 256)
#define PHASES 6
#define ALONE (2 * PHASES) /* the phases from here on are those of games against the Automa */
#define STEPS 6
#define PRESELECTED 8
#define PRESELECTED_ALONE 12
#define MOST 12 /* spots of a patch */
#ifndef KEPT
#define KEPT 5 /* the best ones, which are remembered; the trainer remembers all */
#endif
#define LEATHER 33
#define CONTACTS 32 /* more than the sides of any patch */
#define SPOTS_OF_PATCH 512 /* more than any patch has */

static const int MISSING_STEPS[STEPS] = {1, 2, 4, 7, 11, 16};
static int knots[LAST + 1][3];

/* The weights of engine/spots.json, for three knots of the time board. */
static struct Ranks { int windows[3][WINDOWS], missing[3][STEPS]; } ranks;
#define RANK_COUNT ((int)(sizeof ranks / sizeof(int)))
static Strips rank_strips;

static void set_up_knots(void) {
    for (int s = 0; s <= LAST; s++) {
        knots[s][0] = s < KNOT ? KNOT - s : 0;
        knots[s][2] = s > KNOT ? s - KNOT : 0;
        knots[s][1] = KNOT - knots[s][0] - knots[s][2];
    }
}
static inline int64_t mix(const int *k, int64_t a, int64_t b, int64_t c) { return a * k[0] + b * k[1] + c * k[2]; }

/* The part of the game of the side to move, by its space; more by `PHASES` once somebody has the tile. Against the Automa,
   `spaces` that its token is about to go count, too. */
static inline int phase_of(const Table *t, const State *s, int spaces) {
    if (!t->level) return s->space[0] / 9 + (s->bonus ? PHASES : 0);
    return ALONE + least_of(least_of(s->space[0] + spaces, LAST) * 3 / LAST, 2) + TIMES * (s->bonus ? 0 : t->level);
}

static void fill_rank_strips(void) { fill_strips(rank_strips, ranks.windows); }

static int64_t worth(Mask mask, int phase) {
    if (phase >= ALONE) return worth_alone(mask, phase - ALONE);
    const int *knot = knots[9 * (phase % PHASES) + 4];
    int32_t sum[4] = {0, 0, 0, 0};
    add_strips(rank_strips, mask, sum);
    int64_t found = mix(knot, sum[0], sum[1], sum[2]);
    int least = phase < PHASES && popcount(mask) >= 49 - MISSING_STEPS[STEPS - 1] ? missing(mask) : 99;
    if (!least) return found + 7 * POINT;
    for (int k = 0; k < STEPS; k++)
        if (least <= MISSING_STEPS[k]) found += mix(knot, ranks.missing[0][k], ranks.missing[1][k], ranks.missing[2][k]);
    return found;
}

/* What was found to be good is remembered: two answers share a line of the cache, and the older one goes. */
typedef struct {
    Mask mask;
    uint32_t key;
    short found, number[KEPT];
} Ranked;
#define RANKED_LINES (1 << 17)
static _Alignas(64) Ranked ranked[RANKED_LINES][2];

/* Those with the most contact; of equal contact, the highest number first. */
static int snug_spots(Mask mask, int patch, int most, int *number) {
    int fits[SPOTS_OF_PATCH], count = 0, n = 0;
    short top[CONTACTS], below[SPOTS_OF_PATCH]; /* for each contact the last spot, and for each spot the one before */
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++) fits[count] = k, count += !(PLACED[k] & mask);
    memset(top, -1, sizeof top);
    for (int k = 0; k < count; k++) {
        int touch = rim[fits[k]] + popcount(neighbours[fits[k]] & mask);
        below[k] = top[touch], top[touch] = (short)k;
    }
    for (int touch = CONTACTS; touch-- && n < most;)
        for (int k = top[touch]; k >= 0 && n < most; k = below[k]) number[n++] = fits[k];
    return n;
}
/* The first that completes a 7x7, or -1. */
static int completing(Mask mask, int patch) {
    int found = -1, most = -1;
    if (missing(mask) > SIZE_OF[patch]) return found;
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++) {
        if (PLACED[k] & mask || missing(mask | PLACED[k])) continue;
        int touch = rim[k] + popcount(neighbours[k] & mask);
        if (touch >= most) most = touch, found = k;
    }
    return found;
}
static int compared_spots(Mask mask, int patch, int phase, int *number) {
    int n = snug_spots(mask, patch, phase < ALONE ? PRESELECTED : PRESELECTED_ALONE, number), whole = phase < PHASES ? completing(mask, patch) : -1;
    for (int k = 0; k < n; k++)
        if (number[k] == whole) return n;
    if (whole >= 0) number[n++] = whole;
    return n;
}

/* The best spots for a patch, the best first: see engine/spots.py, whose order this keeps. */
static const Ranked *good_spots(Mask mask, int patch, int phase) {
    uint32_t key = (uint32_t)(patch * 32 + phase) + 1;
    uint64_t h = ((uint64_t)mask * 0x9E3779B97F4A7C15ull ^ (uint64_t)(mask >> 64) * 0xC2B2AE3D27D4EB4Full ^ key * 0x165667B19E3779F9ull);
    Ranked *slot = ranked[(h ^ h >> 29) % RANKED_LINES];
    for (int k = 0; k < 2; k++)
        if (slot[k].key == key && slot[k].mask == mask) return &slot[k];
    slot[1] = slot[0];
    int number[PRESELECTED_ALONE], n = compared_spots(mask, patch, phase, number), found = 0;
    short *into = slot->number;
    int64_t value[KEPT];
    for (int k = 0; k < n; k++) { /* of equal worth, only the highest mask */
        int64_t v = worth(mask | PLACED[number[k]], phase);
        int at = 0;
        while (at < found && value[at] > v) at++;
        if (at < found && value[at] == v) {
            if (PLACED[number[k]] > PLACED[into[at]]) into[at] = (short)number[k];
            continue;
        }
        if (at >= KEPT) continue;
        for (int j = least_of(found, KEPT - 1); j > at; j--) value[j] = value[j - 1], into[j] = into[j - 1];
        value[at] = v, into[at] = (short)number[k];
        found = least_of(found + 1, KEPT);
    }
    slot->mask = mask, slot->key = key, slot->found = (short)found;
    return slot;
}

/* Best hole first; the mask unless it is full. */
static Mask with_leather(Mask mask, int phase) {
    return mask == ALL ? mask : mask | PLACED[good_spots(mask, LEATHER, phase)->number[0]];
}

typedef struct {
    State state;
    short place, number; /* the ring place taken, or -1 to advance; the placement */
    short passed;        /* whether the turn passes to another who searches */
} Child;

static void moved(const Table *t, Child *c) {
    State *s = &c->state;
    int won = c->place < 0 ? advance(t, s) : take(t, s, c->place, c->number);
    if (won) sew(s, with_leather(s->mask[0], phase_of(t, s, 0)) & ~s->mask[0]);
    s->to_move = t->level ? s->space[0] <= s->space[1] : 1;
    c->passed = !t->level && s->space[0] > s->space[1];
    if (c->passed) flip(s);
}
static int children(const Table *t, const State *s, int width, Child *into) {
    int n = 1, places[3], found = offers(s, 3, places);
    into[0] = (Child){*s, -1, -1, 0};
    for (int k = 0; k < found; k++) {
        int patch = t->ring[places[k]];
        if (COST[patch] > s->buttons[0]) continue;
        const Ranked *good = good_spots(s->mask[0], patch, phase_of(t, s, TIME[patch]));
        for (int j = 0; j < good->found && j < width; j++) into[n++] = (Child){*s, (short)places[k], good->number[j], 0};
    }
    for (int k = 0; k < n; k++) moved(t, &into[k]); /* leather may take the place of what is `good` */
    return n;
}
/* A leather patch waits to be sewn by the side whose state it is; the turn passes. */
static int leather_children(const Table *t, const State *s, int width, Child *into) {
    const Ranked *good = good_spots(s->mask[0], LEATHER, phase_of(t, s, 0));
    int n = least_of(good->found, width);
    for (int k = 0; k < n; k++) {
        into[k] = (Child){*s, -2, good->number[k], !t->level};
        sew(&into[k].state, PLACED[good->number[k]]);
        if (!t->level) flip(&into[k].state);
    }
    return n;
}
