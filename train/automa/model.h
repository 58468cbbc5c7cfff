/* The value of engine/automa/value.py: linear, in ints of 1/256 points. */
#define TIMES 3
#define MIDDLE 26
#define FARTHEST 10
#define MOST_MISSING 25

typedef struct {
    int windows[TIMES][WINDOWS], buttons[TIMES][3], income[TIMES], income_left[TIMES], best[TIMES][2], second[TIMES][2], leather[TIMES];
    int space[LAST + 1], gap[2][2 * FARTHEST + 1], tile[MOST_MISSING + 1][LAST + 1], width[11];
    struct {
        int space[2][LAST + 1], gap[2][2 * FARTHEST + 1], offered[2], ring, ring_and_way, budget, income;
    } automa[3]; /* its buttons, its patches with buttons, the buttons printed on them: what is still to come */
} Weights;

static Weights weights;
static int shade[LAST + 1][TIMES], strip_sum[1 << 15][TIMES];
static const int PART_MIDDLE[3] = {9, 26, 44};

static void set_up_shades(void) {
    for (int s = 0; s <= LAST; s++) {
        int rest = LAST - MIDDLE;
        shade[s][1] = s <= MIDDLE ? (64 * s + MIDDLE / 2) / MIDDLE : 0;
        shade[s][2] = s > MIDDLE ? (64 * (s - MIDDLE) + rest / 2) / rest : 0;
        if (s <= MIDDLE) shade[s][0] = 64 - shade[s][1];
        else shade[s][1] = 64 - shade[s][2];
    }
}
static void fill_strip_sums(void) {
    for (int strip = 0; strip < 1 << 15; strip++)
        for (int k = 0; k < TIMES; k++) {
            strip_sum[strip][k] = 0;
            for (int x = 0; x < 3; x++) strip_sum[strip][k] += weights.windows[k][class_of[window_at(strip, x)]];
        }
}
static void quilt_sums(Mask mask, int *sum) {
    Padded p = padded(mask);
    sum[0] = sum[1] = sum[2] = 0;
    for (int row = 0; row < 9; row++)
        for (int third = 0; third < 3; third++) {
            const int *s = strip_sum[strip_at(&p, row, third)];
            for (int k = 0; k < TIMES; k++) sum[k] += s[k];
        }
}
static inline int apart(const Solo *s) { return max_of(-FARTHEST, min_of(s->space - s->space2, FARTHEST)) + FARTHEST; }
static inline int lacking(Mask mask) { return min_of(missing(mask), MOST_MISSING); }

/* The worth of the best and of the second offer that can be paid. */
static void best_offers(const Setting *g, const Solo *s, int *best, int *second) {
    int places[3], n = offered(g, s, places);
    *best = *second = 0;
    for (int k = 0; k < n; k++) {
        int patch = g->ring.ring[places[k]];
        if (COST[patch] > s->buttons) continue;
        int worth = 2 * SIZE_OF[patch] + INCOME_OF[patch] * incomes_left[s->space] - COST[patch] - TIME[patch];
        if (worth > *best) *second = *best, *best = worth;
        else if (worth > *second) *second = worth;
    }
}
/* In 64ths: the buttons printed on a patch of the ring, the budget and the income of a card left; and those offered. */
static void to_expect(const Setting *g, const Solo *s, int *ring, int *budget, int *income, int *offered_sum) {
    int places[3], cards[12], n = 0, sum = 0;
    for (int k = 0; k < g->ring.count; k++)
        if (s->left >> k & 1) n++, sum += INCOME_OF[g->ring.ring[k]];
    *ring = n ? 64 * sum / n : 0;
    n = cards_left(g, s, -1, cards);
    *budget = *income = 0;
    for (int k = 0; k < n; k++) *budget += CARDS[g->deck][cards[k]].budget, *income += CARDS[g->deck][cards[k]].income;
    *budget = 64 * *budget / n, *income = 64 * *income / n;
    n = offered(g, s, places);
    *offered_sum = 0;
    for (int k = 0; k < n; k++) *offered_sum += INCOME_OF[g->ring.ring[places[k]]];
}

static int persons_value(const Setting *g, const Solo *s) {
    if (s->space == LAST) return 256 * own_points(s);
    int quilt[TIMES], best, second, mover = s->to_move, leather = leather_left[g->ring.track][max_of(s->space, s->space2)];
    quilt_sums(s->mask, quilt);
    best_offers(g, s, &best, &second);
    int64_t sum = 0;
    for (int k = 0; k < TIMES; k++) {
        const int *b = weights.buttons[k];
        int64_t one = quilt[k] + (int64_t)b[0] * s->buttons + b[1] * max_of(s->buttons - 6, 0) + b[2] * max_of(s->buttons - 15, 0);
        one += (int64_t)(weights.income[k] + weights.income_left[k] * incomes_left[s->space]) * s->income;
        one += weights.best[k][mover] * best + weights.second[k][mover] * second + weights.leather[k] * leather;
        sum += shade[s->space][k] * one;
    }
    return (int)(sum >> 6) + weights.space[s->space] + weights.gap[mover][apart(s)];
}
static int tiles_value(const Setting *g, const Solo *s) {
    if (s->bonus) return 256 * tile_points(s);
    if (s->space == LAST) return -7 * 256;
    return weights.tile[lacking(s->mask)][max_of(TILE_SPACE[g->level] - s->space2, 0)];
}
/* What the Automa still gets of some of the three parts. */
static int value_to_come(const Setting *g, const Solo *s, const int *counts) {
    if (s->space2 == LAST) return 0;
    int ring, budget, income, sum, known = 0, rest = 0, mover = s->to_move;
    to_expect(g, s, &ring, &budget, &income, &sum);
    for (int k = 0; k < 3; k++) {
        if (!counts[k]) continue;
        known += weights.automa[k].space[mover][s->space2] + weights.automa[k].gap[mover][apart(s)] + weights.automa[k].offered[mover] * sum;
        rest += weights.automa[k].ring * ring + weights.automa[k].ring_and_way * (ring * (LAST - s->space2) >> 6);
        rest += weights.automa[k].budget * budget + weights.automa[k].income * income;
    }
    return known + (rest >> 6);
}
static int value_alone(const Setting *g, const Solo *s) {
    if (is_over(s)) return 256 * margin_of(g, s);
    return persons_value(g, s) + tiles_value(g, s) - 256 * its_points(g, s) - value_to_come(g, s, COUNTED[g->level]);
}
static double share_alone(const Setting *g, const Solo *s, int value) {
    if (!is_over(s)) return 1.0 / (1.0 + exp(-value / (double)weights.width[(2 * LAST - s->space - s->space2) / 10]));
    double lead = 0.03 * min_of(abs(value) / 256, 50) / 50;
    return is_won(g, s) ? 1.0 - 0.03 + lead : 0.03 - lead;
}

/* The best spots for a patch, the best first: engine/automa/quilts.py. */
static int lies(const Setting *g, const Solo *s, Mask mask, int space) {
    int quilt[TIMES], middle = PART_MIDDLE[min_of(space * 3 / LAST, 2)];
    quilt_sums(mask, quilt);
    int worth = (int)(((int64_t)shade[middle][0] * quilt[0] + shade[middle][1] * quilt[1] + shade[middle][2] * quilt[2]) >> 6);
    return s->bonus ? worth : worth + weights.tile[lacking(mask)][max_of(TILE_SPACE[g->level] - middle, 0)];
}
static int spots_alone(const Setting *g, const Solo *s, int patch, int space, int most, int *into) {
    struct { int number, worth; } spot[12];
    int n = 0, found = 0, last = 0;
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++) { /* of equal contact, the highest number first */
        if (placed[k] & s->mask) continue;
        int touch = rim[k] + popcount(neighbours[k] & s->mask), at = n;
        if (n == 12 && touch < spot[11].worth) continue;
        if (n == 12) at = 11;
        else n++;
        for (; at > 0 && spot[at - 1].worth <= touch; at--) spot[at] = spot[at - 1];
        spot[at].number = k, spot[at].worth = touch;
    }
    for (int k = 0; k < n; k++) spot[k].worth = lies(g, s, s->mask | placed[spot[k].number], space);
    for (int k = 1; k < n; k++) /* of equal worth, the highest mask first */
        for (int at = k; at > 0; at--) {
            int more = spot[at].worth - spot[at - 1].worth;
            if (more < 0 || (more == 0 && placed[spot[at].number] < placed[spot[at - 1].number])) break;
            __typeof__(spot[0]) held = spot[at];
            spot[at] = spot[at - 1], spot[at - 1] = held;
        }
    for (int k = 0; k < n && found < most; k++) {
        if (found && spot[k].worth == last) continue;
        into[found++] = spot[k].number, last = spot[k].worth;
    }
    return found;
}
static Mask with_leather(const Setting *g, const Solo *s) {
    int number;
    return spots_alone(g, s, LEATHER, s->space, 1, &number) ? s->mask | placed[number] : s->mask;
}
