/* Solo games on the compact state of engine/automa/state.py: the same moves, cards and points. */
#define LEATHER 33

typedef struct {
    Mask mask;
    uint64_t left;
    int buttons, space, income;  /* the person's */
    int space2, earned, taken, printed; /* the Automa's: buttons, patches with buttons, the buttons printed on them */
    int drawn, first_deck, pawn, bonus, to_move;
} Solo;

typedef struct {
    Table ring;
    int level, deck, budget; /* the budget of the next card, where its back shows it; else -1 */
} Setting;

static const int TILE_SPACE[5] = {52, 44, 41, 38, 35};
static const int COUNTED[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}};

static inline int is_over(const Solo *s) { return s->space == LAST && s->space2 == LAST; }
static inline int min_of(int a, int b) { return a < b ? a : b; }
static inline int max_of(int a, int b) { return a > b ? a : b; }

static inline int own_points(const Solo *s) { return s->buttons - 2 * empty(s->mask); }
static inline int its_points(const Setting *g, const Solo *s) {
    const int *counts = COUNTED[g->level];
    return counts[0] * s->earned + counts[1] * s->taken + counts[2] * s->printed;
}
static inline int tile_points(const Solo *s) { return s->bonus ? s->bonus == 1 ? 7 : -7 : 0; }
static inline int margin_of(const Setting *g, const Solo *s) { return own_points(s) - its_points(g, s) + tile_points(s); }
static inline int is_won(const Setting *g, const Solo *s) {
    int margin = margin_of(g, s);
    return margin > 0 || (margin == 0 && !s->to_move);
}

/* The places of the next three patches. */
static inline int offered(const Setting *g, const Solo *s, int *places) {
    State like = {.left = s->left, .pawn = s->pawn};
    return offers(&g->ring, &like, 3, places);
}
static inline void remove_patch(Solo *s, int place) {
    s->left &= ~((uint64_t)1 << place);
    uint64_t on = place < 63 ? s->left >> place << place : 0;
    s->pawn = on ? __builtin_ctzll(on) : s->left ? __builtin_ctzll(s->left) : 0;
}

static Mask with_leather(const Setting *g, const Solo *s);

/* The person's token moves, with all that it crosses. */
static void travel_alone(const Setting *g, Solo *s, int end) {
    s->buttons += pays(s->space, end) * s->income;
    int wins = leather_next[g->ring.track][max_of(s->space, s->space2)] <= end;
    s->space = end;
    if (wins && s->mask != ALL) s->mask = with_leather(g, s);
    if (!s->bonus && !missing(s->mask)) s->bonus = 1;
    s->to_move = end <= s->space2;
}
static void advance_alone(const Setting *g, Solo *s) {
    int end = min_of(s->space2 + 1, LAST);
    s->buttons += end - s->space;
    travel_alone(g, s, end);
}
static void take_alone(const Setting *g, Solo *s, int place, int number) {
    int patch = g->ring.ring[place];
    remove_patch(s, place);
    s->buttons -= COST[patch];
    s->income += INCOME_OF[patch];
    s->mask |= placed[number];
    if (!s->bonus && !missing(s->mask)) s->bonus = 1;
    travel_alone(g, s, min_of(s->space + TIME[patch], LAST));
}

/* Of the patches kept so far, those that a filter keeps; all if it would keep none. */
static int filtered(char filter, const Setting *g, const Solo *s, int *places, int n) {
    int kept[3], count = 0, most = -1;
    const int *of = filter == 'l' ? SIZE_OF : INCOME_OF;
    for (int k = 0; k < n; k++) most = max_of(most, of[g->ring.ring[places[k]]]);
    for (int k = 0; k < n; k++) {
        int patch = g->ring.ring[places[k]];
        int keeps = filter == 'n' ? min_of(s->space2 + TIME[patch], LAST) <= s->space : filter == 'f' ? k == n - 1 : of[patch] == most;
        if (keeps) kept[count++] = places[k];
    }
    if (!count) return n;
    memcpy(places, kept, sizeof kept);
    return count;
}
static void reveal(const Setting *g, Solo *s, int number) {
    const Card *card = &CARDS[g->deck][number];
    int places[3], n = offered(g, s, places), count = 0, end = min_of(s->space + 1, LAST);
    for (int k = 0; k < n; k++)
        if (COST[g->ring.ring[places[k]]] <= card->budget) places[count++] = places[k];
    for (const char *filter = card->filters; *filter && count > 1; filter++) count = filtered(*filter, g, s, places, count);
    if (count) {
        int patch = g->ring.ring[places[0]];
        remove_patch(s, places[0]);
        s->taken += INCOME_OF[patch] > 0;
        s->printed += INCOME_OF[patch];
        end = min_of(s->space2 + TIME[patch], LAST);
    }
    if (!s->bonus && s->space2 < TILE_SPACE[g->level] && TILE_SPACE[g->level] <= end) s->bonus = 2;
    s->earned += card->income * pays(s->space2, end);
    s->space2 = end;
    s->to_move = end > s->space;
    s->drawn |= 1 << number;
    if (__builtin_popcount(s->drawn) == (s->first_deck ? 10 : 12)) s->drawn = s->first_deck = 0;
}
/* The cards that may come up next, by their numbers in the deck. */
static int cards_left(const Setting *g, const Solo *s, int budget, int *cards) {
    int n = 0;
    for (int k = 0; k < 12; k++)
        if (!(s->drawn >> k & 1) && (budget < 0 || CARDS[g->deck][k].budget == budget)) cards[n++] = k;
    return n;
}

/* A new game: its ring, and the order of its cards. */
static Solo deal_alone(Setting *g, Random *r, int level, int deck, int track, int *order) {
    *g = (Setting){.level = level, .deck = deck, .budget = -1};
    deal(&g->ring, r, track);
    for (int n = 0; n < 58; n += n ? 12 : 10) {
        int shuffled[12];
        for (int k = 0; k < 12; k++) shuffled[k] = k;
        for (int k = 11; k > 0; k--) {
            int j = (int)(draw(r) % (uint64_t)(k + 1)), held = shuffled[k];
            shuffled[k] = shuffled[j], shuffled[j] = held;
        }
        memcpy(order + n, shuffled, sizeof(int) * (n ? 12 : 10));
    }
    return (Solo){.left = ((uint64_t)1 << 33) - 1, .buttons = 5, .first_deck = 1, .to_move = 1};
}
