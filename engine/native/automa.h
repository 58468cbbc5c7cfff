/* Games against the Automa: its cards, and the value of engine/automa/value.py, linear, in ints of 1/256 points.
   Side 0 is always the person. Side 1 is the Automa: its buttons are its points, and its quilt has no empty square. */
#define TIMES 3
#define MIDDLE 26
#define FARTHEST 10
#define MOST_MISSING 25
#define CARD_COUNT 12
#define FIRST_DECK_BIT (1 << CARD_COUNT)

/* In the order of engine/automa/weights.json. */
static struct Weights {
    int windows[TIMES][WINDOWS], buttons[TIMES][3], income[TIMES], income_left[TIMES], best[TIMES][2], second[TIMES][2], leather[TIMES];
    int space[LAST + 1], gap[2][2 * FARTHEST + 1], tile[MOST_MISSING + 1][LAST + 1], width[11];
    struct ToCome {
        int space[2][LAST + 1], gap[2][2 * FARTHEST + 1], offered[2], ring, ring_and_way, budget, income;
    } automa[3]; /* what is still to come: its buttons, its patches with buttons, the buttons printed on them */
} weights;
#define WEIGHT_COUNT ((int)(sizeof weights / sizeof(int)))

static Strips alone_strips;
static int shade[LAST + 1][TIMES];

/* Which of the three parts count for a level, from 1 on. */
static const int COUNTED[6][3] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}};

static void set_up_shades(void) {
    for (int s = 0; s <= LAST; s++) {
        int late = s > MIDDLE, rest = LAST - MIDDLE;
        shade[s][late + 1] = late ? (64 * (s - MIDDLE) + rest / 2) / rest : (64 * s + MIDDLE / 2) / MIDDLE;
        shade[s][late] = 64 - shade[s][late + 1];
    }
}

static void fill_alone_strips(void) { fill_strips(alone_strips, weights.windows); }

/* The cards that may come up next, by their numbers in the deck. */
static int cards_left(const State *s, int *cards) {
    int n = 0;
    for (int k = 0; k < CARD_COUNT; k++)
        if (!(s->cards >> k & 1)) cards[n++] = k;
    return n;
}
/* Of the patches kept so far, those that a filter keeps; all if it would keep none. */
static int filtered(char filter, const Table *t, const State *s, int *places, int n) {
    int kept[3], count = 0, most = -1;
    const int *of = filter == 'l' ? SIZE_OF : INCOME_OF;
    for (int k = 0; k < n; k++) most = most_of(most, of[t->ring[places[k]]]);
    for (int k = 0; k < n; k++) {
        int patch = t->ring[places[k]];
        int keeps = filter == 'n' ? least_of(s->space[1] + TIME[patch], LAST) <= s->space[0] : filter == 'f' ? k == n - 1 : of[patch] == most;
        if (keeps) kept[count++] = places[k];
    }
    if (!count) return n;
    memcpy(places, kept, sizeof(int) * (size_t)count);
    return count;
}
/* The Automa's turn with a card of its deck. */
static void reveal(const Table *t, State *s, int number) {
    const Card *card = &CARDS[t->deck][number];
    const int *counts = COUNTED[t->level];
    int places[3], n = offers(s, 3, places), count = 0, end = least_of(s->space[0] + 1, LAST);
    for (int k = 0; k < n; k++)
        if (COST[t->ring[places[k]]] <= card->budget) places[count++] = places[k];
    for (const char *filter = card->filters; *filter && count > 1; filter++) count = filtered(*filter, t, s, places, count);
    if (count) {
        int patch = t->ring[places[0]];
        remove_patch(s, places[0]);
        s->buttons[1] += counts[1] * (INCOME_OF[patch] > 0) + counts[2] * INCOME_OF[patch];
        end = least_of(s->space[1] + TIME[patch], LAST);
    }
    if (!s->bonus && s->space[1] < TILE_SPACE[t->level] && TILE_SPACE[t->level] <= end) s->bonus = 2;
    s->buttons[1] += counts[0] * card->income * pays(s->space[1], end);
    s->space[1] = end, s->to_move = end > s->space[0];
    s->cards |= 1 << number;
    if (__builtin_popcount((unsigned)s->cards) == (s->cards & FIRST_DECK_BIT ? 10 + 1 : CARD_COUNT)) s->cards = 0;
}

static inline int apart(const State *s) { return most_of(-FARTHEST, least_of(s->space[0] - s->space[1], FARTHEST)) + FARTHEST; }
static inline int lacking(Mask mask) { return least_of(missing(mask), MOST_MISSING); }
static inline int tile_points(const State *s) { return s->bonus == 1 ? 7 : s->bonus == 2 ? -7 : 0; }

/* The worth of the best and of the second offer that can be paid. */
static void best_offers(const Table *t, const State *s, int *best, int *second) {
    int places[3], n = offers(s, 3, places);
    *best = *second = 0;
    for (int k = 0; k < n; k++) {
        int patch = t->ring[places[k]];
        if (COST[patch] > s->buttons[0]) continue;
        int worth = 2 * SIZE_OF[patch] + INCOME_OF[patch] * INCOMES_LEFT[s->space[0]] - COST[patch] - TIME[patch];
        if (worth > *best) *second = *best, *best = worth;
        else if (worth > *second) *second = worth;
    }
}
/* In 64ths: the buttons printed on a patch of the ring, the budget and the income of a card left; and those offered. */
static void to_expect(const Table *t, const State *s, int *ring, int *budget, int *income, int *offered) {
    int places[3], cards[CARD_COUNT], n = 0, sum = 0;
    for (int k = 0; k < t->count; k++)
        if (s->left >> k & 1) n++, sum += INCOME_OF[t->ring[k]];
    *ring = n ? 64 * sum / n : 0;
    *budget = *income = *offered = 0;
    n = cards_left(s, cards);
    for (int k = 0; k < n; k++) *budget += CARDS[t->deck][cards[k]].budget, *income += CARDS[t->deck][cards[k]].income;
    *budget = 64 * *budget / n, *income = 64 * *income / n;
    n = offers(s, 3, places);
    for (int k = 0; k < n; k++) *offered += INCOME_OF[t->ring[places[k]]];
}

/* What the person will have in the end, without the tile. */
static int persons_value(const Table *t, const State *s) {
    if (s->space[0] == LAST) return 256 * (s->buttons[0] - 2 * empty(s->mask[0]));
    int best, second, mover = s->to_move, leather = LEATHERS_LEFT[t->track][most_of(s->space[0], s->space[1])];
    int32_t quilt[4] = {0, 0, 0, 0};
    add_strips(alone_strips, s->mask[0], quilt);
    best_offers(t, s, &best, &second);
    int64_t sum = 0;
    for (int k = 0; k < TIMES; k++) {
        const int *b = weights.buttons[k];
        int64_t one = quilt[k] + b[0] * s->buttons[0] + b[1] * most_of(s->buttons[0] - 6, 0) + b[2] * most_of(s->buttons[0] - 15, 0);
        one += (weights.income[k] + weights.income_left[k] * INCOMES_LEFT[s->space[0]]) * s->income[0];
        one += weights.best[k][mover] * best + weights.second[k][mover] * second + weights.leather[k] * leather;
        sum += shade[s->space[0]][k] * one;
    }
    return (int)(sum >> 6) + weights.space[s->space[0]] + weights.gap[mover][apart(s)];
}
static int tiles_value(const Table *t, const State *s) {
    if (s->bonus) return 256 * tile_points(s);
    if (s->space[0] == LAST) return -7 * 256;
    return weights.tile[lacking(s->mask[0])][most_of(TILE_SPACE[t->level] - s->space[1], 0)];
}
/* What the Automa still gets. */
static int value_to_come(const Table *t, const State *s) {
    if (s->space[1] == LAST) return 0;
    int ring, budget, income, offered, known = 0, rest = 0, mover = s->to_move;
    to_expect(t, s, &ring, &budget, &income, &offered);
    for (int k = 0; k < 3; k++) {
        if (!COUNTED[t->level][k]) continue;
        known += weights.automa[k].space[mover][s->space[1]] + weights.automa[k].gap[mover][apart(s)] + weights.automa[k].offered[mover] * offered;
        rest += weights.automa[k].ring * ring + weights.automa[k].ring_and_way * (ring * (LAST - s->space[1]) >> 6);
        rest += weights.automa[k].budget * budget + weights.automa[k].income * income;
    }
    return known + (rest >> 6);
}
static int value_alone(const Table *t, const State *s) { return persons_value(t, s) + tiles_value(t, s) - 256 * s->buttons[1] - value_to_come(t, s); }

/* Of a quilt beside others of the same squares: `phase_of` says in which part of the game, and for which level the tile lies there. */
static int64_t worth_alone(Mask mask, int phase) {
    static const int space_of[TIMES] = {9, 26, 44};
    int space = space_of[phase % TIMES], level = phase / TIMES;
    int32_t sum[4] = {0, 0, 0, 0};
    add_strips(alone_strips, mask, sum);
    int64_t found = ((int64_t)shade[space][0] * sum[0] + (int64_t)shade[space][1] * sum[1] + (int64_t)shade[space][2] * sum[2]) >> 6;
    return level ? found + weights.tile[lacking(mask)][most_of(TILE_SPACE[level] - space, 0)] : found;
}
