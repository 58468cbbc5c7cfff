/* Learning which places for a patch are good: ridge regression, among a patch's snug spots, of what a search says once it
   lies there on what `worth` looks at. Sums are taken in one order, so the same seed gives the same weights. */
#define COLUMNS (WINDOWS + 6)
#define RANKING (3 * COLUMNS)
#define SPOTS_SEEN (PRESELECTED + 1)
#define LOOKED 100 /* iterations for each spot, and for each move of the games */
#define RIDGE 30

typedef struct {
    double product[RANKING][RANKING], target[RANKING];
    long spots;
    double before, after; /* the squares of what is not known of the margin */
} Ranking;

/* What `worth` looks at, besides the tile, by knots. */
static void ranking_features(Mask mask, int phase, double *x) {
    const int *knot = knots[9 * (phase % PHASES) + 4];
    int count[COLUMNS] = {0}, least = missing(mask);
    count_windows(mask, count);
    for (int i = 0; i < 6; i++) count[WINDOWS + i] = phase < PHASES && least && least <= MISSING_STEPS[i];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < COLUMNS; i++) x[k * COLUMNS + i] = (double)knot[k] * count[i] / KNOT;
}
/* Of spots of one patch, what sets them apart. `y` is in points. */
static void add_spots(Ranking *r, double (*x)[RANKING], const double *y, int n) {
    double mean[RANKING] = {0}, middle = 0;
    int differing[RANKING], count = 0;
    for (int k = 0; k < n; k++) middle += y[k] / n;
    for (int i = 0; i < RANKING; i++) {
        int differs = 0;
        for (int k = 0; k < n; k++) mean[i] += x[k][i] / n, differs |= x[k][i] != x[0][i];
        if (differs) differing[count++] = i;
    }
    for (int k = 0; k < n; k++) {
        r->before += (y[k] - middle) * (y[k] - middle);
        for (int a = 0; a < count; a++) {
            int i = differing[a];
            r->target[i] += (x[k][i] - mean[i]) * (y[k] - middle);
            for (int b = 0; b <= a; b++) r->product[i][differing[b]] += (x[k][i] - mean[i]) * (x[k][differing[b]] - mean[differing[b]]);
        }
    }
    r->spots += n;
}
/* By how many points whoever has made a move will win, by a search. */
static double looked(const Table *t, Tree *tree, const Child *c) {
    double margin = value_of(tree->network, t, &c->state) / 256.0;
    if (!over(&c->state)) search(tree, t, &c->state, 0, LOOKED, never), margin = tree->node[0].margin / tree->node[0].visits;
    return c->passed ? -margin : margin;
}
/* Looks at the spots of one of the patches that can be paid for. */
static void look_at_spots(Ranking *r, const Table *t, Tree *tree, const State *s, Random *random) {
    static double x[SPOTS_SEEN][RANKING], y[SPOTS_SEEN];
    int places[3], found = offers(t, s, 3, places), able = 0, number[SPOTS_SEEN], phase = phase_of(t, s, 0);
    for (int k = 0; k < found; k++)
        if (COST[t->ring[places[k]]] <= s->buttons[0]) places[able++] = places[k];
    if (!able) return;
    int place = places[draw(random) % (uint64_t)able], n = compared_spots(s->mask[0], t->ring[place], phase, number);
    for (int k = 0; k < n; k++) {
        Child c = {*s, (short)place, (short)number[k], 0};
        moved(tree->memo, t, &c);
        Mask sewn = s->mask[0] | placed[number[k]];
        y[k] = looked(t, tree, &c) - (double)worth(sewn, phase) / POINT;
        ranking_features(sewn, phase, x[k]);
    }
    if (n > 1) add_spots(r, x, y, n);
}
/* By Cholesky: `more` is what is to be added to the weights that ranked so far. */
static void solve_ranking(Ranking *r, double *more) {
    double (*p)[RANKING] = r->product;
    for (int i = 0; i < RANKING; i++) {
        p[i][i] += RIDGE;
        more[i] = r->target[i];
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++) p[i][j] -= p[i][k] * p[j][k];
            p[i][j] = i == j ? sqrt(p[i][i]) : p[i][j] / p[j][j];
        }
        for (int k = 0; k < i; k++) more[i] -= p[i][k] * more[k];
        more[i] /= p[i][i];
    }
    for (int i = RANKING; i--;) {
        for (int k = i + 1; k < RANKING; k++) more[i] -= p[k][i] * more[k];
        more[i] /= p[i][i];
    }
    r->after = r->before;
    for (int i = 0; i < RANKING; i++) r->after -= more[i] * r->target[i];
}
/* As `read_ranks` reads them. */
static int write_ranks(const char *path, const double *more) {
    FILE *out = fopen(path, "w");
    if (!out) { fprintf(stderr, "cannot write %s\n", path); return 2; }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < COLUMNS; i++) *(i < WINDOWS ? &ranks.windows[k][i] : &ranks.missing[k][i - WINDOWS]) += (int)lrint(256 * more[k * COLUMNS + i]);
    fprintf(out, "{\"windows\": ");
    write_lists(out, ranks.windows[0], 3, WINDOWS, ", \"missing\": ");
    write_lists(out, ranks.missing[0], 3, STEPS, "}\n");
    return fclose(out) ? 2 : 0;
}
/* Plays games, looks at the spots of a patch at every fourth move or so, and writes what ranks them. */
static int rank_spots(const char *network, uint64_t seed, int games, const char *path) {
    Tree *tree = new_tree(network);
    Ranking *r = calloc(1, sizeof(Ranking));
    for (int g = 0; g < games; g++) {
        Random random = {seed * 1000003 + (uint64_t)g};
        Table t;
        State s = start();
        for (deal(&t, &random, g & 1); !over(&s);) {
            if (unit(&random) < .25) look_at_spots(r, &t, tree, &s, &random);
            search(tree, &t, &s, 0, LOOKED, never);
            int best = best_of(tree);
            const Node *root = &tree->node[0];
            if (unit(&random) < .04) best = (int)(draw(&random) % (uint64_t)root->count);
            s = tree->node[root->first + best].state;
        }
    }
    double more[RANKING];
    solve_ranking(r, more);
    printf("%ld spots, squares of the error %.3f before, %.3f after\n", r->spots, r->before / r->spots, r->after / r->spots);
    return write_ranks(path, more);
}
