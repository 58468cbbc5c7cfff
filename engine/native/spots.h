/* Children: engine/spots.py and engine/moves.py. */
#define PRESELECTED 8
#define MOST 6 /* spots of a patch */
#define LEATHER 33
#define SPOTS_OF_PATCH 512 /* more than any patch has */

typedef struct {
    Mask mask;
    uint32_t key;
    int found;
    short number[MOST];
} Ranked;
#define RANKED_SLOTS (1 << 16)
typedef struct { Ranked slot[RANKED_SLOTS]; } Memo;

/* Those with the most contact; of equal contact, the highest number first. */
static int snug_spots(Mask mask, int patch, int *number) {
    int contact[PRESELECTED], n = 0;
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++) {
        if (placed[k] & mask) continue;
        int touch = rim[k] + popcount(neighbours[k] & mask), at = n;
        if (n == PRESELECTED && touch < contact[n - 1]) continue;
        if (n == PRESELECTED) at = n - 1;
        else n++;
        while (at > 0 && contact[at - 1] <= touch) contact[at] = contact[at - 1], number[at] = number[at - 1], at--;
        contact[at] = touch, number[at] = k;
    }
    return n;
}
/* The first that completes a 7x7, or -1. */
static int completing(Mask mask, int patch) {
    int found = -1, most = -1;
    if (missing(mask) > (patch == LEATHER ? 1 : SIZE_OF[patch])) return found;
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++) {
        if (placed[k] & mask || missing(mask | placed[k])) continue;
        int touch = rim[k] + popcount(neighbours[k] & mask);
        if (touch >= most) most = touch, found = k;
    }
    return found;
}
static int compared_spots(Mask mask, int patch, int phase, int *number) {
    int n = snug_spots(mask, patch, number), whole = phase < PHASES ? completing(mask, patch) : -1;
    for (int k = 0; k < n; k++)
        if (number[k] == whole) return n;
    if (whole >= 0) number[n++] = whole;
    return n;
}

/* The best spots for a patch, the best first: see engine/spots.py, whose order this keeps. */
static int good_spots(Memo *memo, Mask mask, int patch, int phase, int most, short *into) {
    uint32_t key = (uint32_t)((patch * 16 + phase) * 8 + most) + 1;
    uint64_t h = ((uint64_t)mask * 0x9E3779B97F4A7C15ull ^ (uint64_t)(mask >> 64) * 0xC2B2AE3D27D4EB4Full ^ key * 0x165667B19E3779F9ull);
    Ranked *slot = &memo->slot[(h ^ h >> 29) % RANKED_SLOTS];
    if (slot->key == key && slot->mask == mask) {
        memcpy(into, slot->number, sizeof slot->number);
        return slot->found;
    }
    int number[PRESELECTED + 1], n = compared_spots(mask, patch, phase, number);
    int64_t value[MOST];
    int found = 0;
    for (int k = 0; k < n; k++) { /* of equal worth, only the highest mask */
        int64_t v = worth(mask | placed[number[k]], phase);
        int at = 0;
        while (at < found && value[at] > v) at++;
        if (at < found && value[at] == v) {
            if (placed[number[k]] > placed[into[at]]) into[at] = (short)number[k];
            continue;
        }
        if (at >= most) continue;
        for (int j = found < most ? found : most - 1; j > at; j--) value[j] = value[j - 1], into[j] = into[j - 1];
        value[at] = v, into[at] = (short)number[k];
        if (found < most) found++;
    }
    slot->mask = mask, slot->key = key, slot->found = found;
    memcpy(slot->number, into, sizeof slot->number);
    return found;
}

/* Best hole first; the mask unless it is full. */
static Mask with_leather(Memo *memo, Mask mask, int phase) {
    short number[MOST];
    return mask != ALL && good_spots(memo, mask, LEATHER, phase, 1, number) ? mask | placed[number[0]] : mask;
}

typedef struct {
    State state;
    short place, number; /* the ring place taken, or -1 to advance; the placement */
    short passed, won;   /* whether the turn passes; whether leather was won */
} Child;

/* `loose`: leather that was won is not sewn yet, and the turn not passed, as `game` has it. */
static void moved(Memo *memo, const Table *t, Child *c, int loose) {
    State *s = &c->state;
    c->won = (short)(c->place < 0 ? advance(t, s) : take(t, s, c->place, c->number));
    if (c->won && s->mask[0] == ALL) c->won = 0;
    if (c->won && loose) return;
    if (c->won) sew(s, with_leather(memo, s->mask[0], phase_of(s)) & ~s->mask[0]);
    c->passed = s->space[0] > s->space[1];
    settle(s);
}
static int children(Memo *memo, const Table *t, const State *s, int width, Child *into) {
    int n = 0, places[3], found = offers(t, s, 3, places);
    for (int k = -1; k < found; k++) {
        short numbers[MOST];
        int count = 1;
        if (k >= 0) {
            int patch = t->ring[places[k]];
            if (COST[patch] > s->buttons[0]) continue;
            count = good_spots(memo, s->mask[0], patch, phase_of(s), width, numbers);
        }
        for (int j = 0; j < count; j++) {
            Child *c = &into[n++];
            *c = (Child){*s, (short)(k < 0 ? -1 : places[k]), (short)(k < 0 ? -1 : numbers[j]), 0, 0};
            moved(memo, t, c, 0);
        }
    }
    return n;
}
/* A leather patch waits to be sewn by the side whose state it is; the turn passes. */
static int leather_children(Memo *memo, const State *s, int width, Child *into) {
    short numbers[MOST];
    int n = good_spots(memo, s->mask[0], LEATHER, phase_of(s), width, numbers);
    for (int k = 0; k < n; k++) {
        into[k] = (Child){*s, -2, numbers[k], 1, 0};
        sew(&into[k].state, placed[numbers[k]]);
        flip(&into[k].state);
    }
    return n;
}
