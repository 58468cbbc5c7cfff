/* Learning what a game against the Automa is worth: self-play, and ridge regression on how the games went on. */
#define MOST_EXAMPLES 2000000

typedef struct {
    Table table;
    State state;
    int own, tile, margin, to_come[3];
} Example;

static Example *examples;
static int example_count;

/* What is learned stands in the order of the weights: first the person's, up to the tile; then the Automa's, for each part. */
#define AT(name) ((int)(offsetof(struct Weights, name) / sizeof(int)))
#define ITS_AT(name) ((int)(offsetof(struct ToCome, name) / sizeof(int)))
#define PERSONS AT(tile)
#define AUTOMAS ((int)(sizeof(struct ToCome) / sizeof(int)))

typedef struct {
    int count, at[200];
    double by[200];
} Features;

static void put(Features *f, int at, double by) {
    if (by != 0) f->at[f->count] = at, f->by[f->count++] = by;
}
static void persons_features(const Table *t, const State *s, Features *f) {
    int count[WINDOWS] = {0}, best, second;
    count_windows(s->mask[0], count);
    best_offers(t, s, &best, &second);
    f->count = 0;
    for (int k = 0; k < TIMES; k++) {
        double by = shade[s->space[0]][k] / 64.0;
        if (by == 0) continue;
        for (int kind = 0; kind < WINDOWS; kind++) put(f, k * WINDOWS + kind, by * count[kind]);
        put(f, AT(buttons) + 3 * k, by * s->buttons[0]);
        put(f, AT(buttons) + 3 * k + 1, by * most_of(s->buttons[0] - 6, 0));
        put(f, AT(buttons) + 3 * k + 2, by * most_of(s->buttons[0] - 15, 0));
        put(f, AT(income) + k, by * s->income[0]);
        put(f, AT(income_left) + k, by * s->income[0] * INCOMES_LEFT[s->space[0]]);
        put(f, AT(best) + 2 * k + s->to_move, by * best);
        put(f, AT(second) + 2 * k + s->to_move, by * second);
        put(f, AT(leather) + k, by * LEATHERS_LEFT[t->track][most_of(s->space[0], s->space[1])]);
    }
    put(f, AT(space) + s->space[0], 1);
    put(f, AT(gap) + (2 * FARTHEST + 1) * s->to_move + apart(s), 1);
}
static void automas_features(const Table *t, const State *s, Features *f) {
    int ring, budget, income, sum;
    to_expect(t, s, &ring, &budget, &income, &sum);
    f->count = 0;
    put(f, (LAST + 1) * s->to_move + s->space[1], 1);
    put(f, ITS_AT(gap) + (2 * FARTHEST + 1) * s->to_move + apart(s), 1);
    put(f, ITS_AT(offered) + s->to_move, sum);
    put(f, ITS_AT(ring), ring / 64.0);
    put(f, ITS_AT(ring) + 1, (ring * (LAST - s->space[1]) >> 6) / 64.0);
    put(f, ITS_AT(ring) + 2, budget / 64.0);
    put(f, ITS_AT(ring) + 3, income / 64.0);
}

static int units(double points) { return (int)lrint(256 * points); }
static double *zeros(size_t count) { return calloc(count, sizeof(double)); }
static void add_up(const Features *f, int n, int columns, double *a, double *b, const int *results) {
    for (int i = 0; i < f->count; i++) {
        for (int c = 0; c < columns; c++) b[f->at[i] * columns + c] += f->by[i] * results[c];
        for (int j = 0; j < f->count; j++) a[(size_t)f->at[i] * n + f->at[j]] += f->by[i] * f->by[j];
    }
}
/* Learns from where a side is not at the end yet: for each of the columns of what is learned, so many weights. */
static void fit_side(int side, int n, int columns, void (*features)(const Table *, const State *, Features *), int *into) {
    double *a = zeros((size_t)(n * n)), *b = zeros((size_t)(n * columns)), *ridge = zeros((size_t)n);
    Features f;
    for (Example *e = examples; e < examples + example_count; e++)
        if (e->state.space[side] < LAST) features(&e->table, &e->state, &f), add_up(&f, n, columns, a, b, side ? e->to_come : &e->own);
    for (int k = 0; k < n; k++) ridge[k] = side ? 10 : k < AT(buttons) ? 30 : k < AT(space) ? 10 : 20;
    regress(n, columns, a, b, ridge);
    for (int c = 0; c < columns; c++)
        for (int k = 0; k < n; k++) into[c * n + k] = units(b[columns * k + c]);
    free(a), free(b), free(ridge);
}
/* The mean of what the tile brought, pooled with the neighbours; fewer squares missing, or more time, is never worse. */
static void fit_tile(void) {
    static double sum[MOST_MISSING + 1][LAST + 1], count[MOST_MISSING + 1][LAST + 1];
    memset(sum, 0, sizeof sum), memset(count, 0, sizeof count);
    for (Example *e = examples; e < examples + example_count; e++) {
        if (e->state.bonus || e->state.space[0] == LAST) continue;
        int lack = lacking(e->state.mask[0]), way = most_of(TILE_SPACE[e->table.level] - e->state.space[1], 0);
        sum[lack][way] += e->tile, count[lack][way]++;
    }
    for (int lack = 0; lack <= MOST_MISSING; lack++)
        for (int way = 0; way <= LAST; way++) {
            double total = 10 * (14 / (1 + exp(-(way - lack - 2) / 4.0)) - 7), all = 10; /* a guess for what never happened */
            for (int i = most_of(lack - 3, 0); i <= least_of(lack + 3, MOST_MISSING); i++)
                for (int j = most_of(way - 4, 0); j <= least_of(way + 4, LAST); j++) {
                    double by = exp(-((i - lack) * (i - lack) / 1.5 + (j - way) * (j - way) / 4.0));
                    total += by * sum[i][j], all += by * count[i][j];
                }
            weights.tile[lack][way] = units(total / all);
        }
    for (int lack = 1; lack <= MOST_MISSING; lack++)
        for (int way = 0; way <= LAST; way++) weights.tile[lack][way] = least_of(weights.tile[lack][way], weights.tile[lack - 1][way]);
    for (int lack = 0; lack <= MOST_MISSING; lack++)
        for (int way = 1; way <= LAST; way++) weights.tile[lack][way] = most_of(weights.tile[lack][way], weights.tile[lack][way - 1]);
}
/* How wide the curve of the shares is: from how far the value is off, by the spaces that both have left. */
static void fit_width(void) {
    double squares[11] = {0}, count[11] = {0};
    for (Example *e = examples; e < examples + example_count; e++) {
        int left = (2 * LAST - e->state.space[0] - e->state.space[1]) / 10;
        double off = value_alone(&e->table, &e->state) / 256.0 - e->margin;
        squares[left] += off * off, count[left]++;
    }
    for (int left = 0; left < 11; left++) {
        double deviation = count[left] ? sqrt(squares[left] / count[left]) : 12;
        weights.width[left] = units(0.55 * (deviation < 1.5 ? 1.5 : deviation));
    }
}
static void fit_all(void) {
    fit_side(0, PERSONS, 1, persons_features, (int *)&weights), fit_side(1, AUTOMAS, 3, automas_features, (int *)weights.automa);
    fit_tile();
    fill_alone_strips();
    fit_width();
}
/* To begin with: squares, edges, buttons, income, time; and the wish for the tile. */
static void guess_weights(void) {
    memset(&weights, 0, sizeof weights);
    for (int w = 0; w < 512; w++) {
        int middle = w >> 4 & 1, edges = (middle != (w >> 1 & 1)) + (middle != (w >> 3 & 1)) + (middle != (w >> 5 & 1)) + (middle != (w >> 7 & 1));
        for (int k = 0; k < TIMES; k++) weights.windows[k][WINDOW_KIND[w]] = units(2 * middle - 0.2 * edges);
    }
    for (int k = 0; k < TIMES; k++) weights.buttons[k][0] = weights.income_left[k] = 256;
    for (int s = 0; s <= LAST; s++) weights.space[s] = -256 * s;
    for (int left = 0; left < 11; left++) weights.width[left] = 8 * 256;
    fit_tile();
    fill_alone_strips();
}

/* Any snug spot of any patch, or an advance: a mistake to learn from. */
static State after_any_move(const Table *t, const State *s, Random *r) {
    double margin;
    start_tree(&tree, t, s, 0, MOST);
    unfold(&tree, 0, 0, &margin);
    return tree.node[1 + draw(r) % (uint64_t)tree.node[0].count].state;
}
/* A new game against the Automa: its ring, and the order of its cards. */
static State deal_alone(Table *t, Random *r, int level, int deck, int track, int *order) {
    State s = deal(t, r, track);
    t->level = level + 1, t->deck = deck;
    for (int n = 0; n < 58; n += n ? CARD_COUNT : 10) {
        int shuffled[CARD_COUNT];
        for (int k = 0; k < CARD_COUNT; k++) shuffled[k] = k;
        shuffle(shuffled, CARD_COUNT, r);
        memcpy(order + n, shuffled, sizeof(int) * (n ? CARD_COUNT : 10));
    }
    s.mask[1] = ALL, s.buttons[1] = 0, s.cards = FIRST_DECK_BIT;
    return s;
}
/* The Automa's turn with a card, and what it brings of each of the three parts. */
static void add_parts(const Table *t, State *s, int card, int *got) {
    State before = *s;
    reveal(t, s, card);
    got[0] += CARDS[t->deck][card].income * pays(before.space[1], s->space[1]);
    if (before.left == s->left) return;
    int patch = t->ring[__builtin_ctzll(before.left & ~s->left)];
    got[1] += INCOME_OF[patch] > 0, got[2] += INCOME_OF[patch];
}
/* Most games hold one bad move or three; only what comes after the last of them is learned from. */
static void learn_from_game(Random *r, int iterations) {
    int order[58], at = 0, turns = 0, from = example_count, kind = (int)(draw(r) % 10);
    int level = kind < 1 ? 1 : kind < 3 ? 2 : kind < 6 ? 3 : 4, deck = draw(r) % 10 < 3;
    int wild = draw(r) % 10 < 8 ? (int)(draw(r) % 20) : -1, wilds = draw(r) % 10 < 3 ? 3 : 1, got[3] = {0, 0, 0};
    Table t;
    State s = deal_alone(&t, r, level, deck, (int)(draw(r) % 2), order);
    for (; !over(&s) && example_count < MOST_EXAMPLES - 2; ) {
        if (!s.to_move) {
            add_parts(&t, &s, order[at++], got);
            continue;
        }
        t.budget = deck ? CARDS[1][order[at]].budget : -1;
        if (turns == wild) {
            s = after_any_move(&t, &s, r);
            example_count = from;
            if (--wilds) wild = turns + 1 + (int)(draw(r) % 3);
        } else {
            examples[example_count++] = (Example){t, s, 0, 0, 0, {got[0], got[1], got[2]}};
            s = chosen(&t, &s, iterations, 0, r)->state;
        }
        turns++;
        if (!s.to_move && !over(&s)) examples[example_count++] = (Example){t, s, 0, 0, 0, {got[0], got[1], got[2]}};
    }
    for (Example *e = examples + from; e < examples + example_count; e++) {
        e->own = s.buttons[0] - 2 * empty(s.mask[0]), e->tile = tile_points(&s), e->margin = points(&s, 0) - points(&s, 1);
        for (int part = 0; part < 3; part++) e->to_come[part] = got[part] - e->to_come[part];
    }
}

/* Each generation plays games, and learns from them and from the last `kept` positions of those before. `rounds` holds the
   number of games and the iterations a move of each. */
void learn_alone(uint64_t seed, int kept, int generations, const int (*rounds)[2], struct Weights *into) {
    Random r = {seed};
    examples = malloc(sizeof(Example) * MOST_EXAMPLES), example_count = 0;
    guess_weights();
    for (int k = 0; k < generations; k++) {
        int dropped = most_of(example_count - kept, 0);
        memmove(examples, examples + dropped, sizeof(Example) * (size_t)(example_count -= dropped));
        for (int game = rounds[k][0]; game--;) learn_from_game(&r, rounds[k][1]);
        fit_all();
        memset(ranked, 0, sizeof ranked); /* it holds what was good by the weights before */
    }
    *into = weights;
    free(examples);
}
