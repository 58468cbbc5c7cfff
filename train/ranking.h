/* Ridge regression, and what learns with it which places for a patch are good: among a patch's snug spots, from what a search
   says once it lies there, on what `worth` looks at. Sums are taken in one order, so the same seed gives the same weights. */
#define COLUMNS (WINDOWS + STEPS)
#define RANKING (3 * COLUMNS)
#define SPOTS_SEEN (PRESELECTED + 1)
#define LOOKED 100 /* iterations for each spot, and for each move of the games */
#define RIDGE 30

/* Cholesky: solves (a + ridge) x = b for each of the columns of b, in place. Of a, the lower half is read. */
static void regress(int n, int columns, double *a, double *b, const double *ridge) {
    for (int j = 0; j < n; j++) {
        double *row = a + (size_t)j * n, sum = row[j] + ridge[j];
        for (int k = 0; k < j; k++) sum -= row[k] * row[k];
        row[j] = sqrt(sum > 1e-9 ? sum : 1e-9);
        for (int i = j + 1; i < n; i++) {
            double *below = a + (size_t)i * n, rest = below[j];
            for (int k = 0; k < j; k++) rest -= below[k] * row[k];
            below[j] = rest / row[j];
        }
    }
    for (int c = 0; c < columns; c++) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) b[i * columns + c] -= a[(size_t)i * n + k] * b[k * columns + c];
            b[i * columns + c] /= a[(size_t)i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) b[i * columns + c] -= a[(size_t)k * n + i] * b[k * columns + c];
            b[i * columns + c] /= a[(size_t)i * n + i];
        }
    }
}

static double product[RANKING][RANKING], target[RANKING];

/* What `worth` looks at, besides the tile, by knots. */
static void ranking_features(Mask mask, int phase, double *x) {
    const int *knot = knots[9 * (phase % PHASES) + 4];
    int count[COLUMNS] = {0}, least = missing(mask);
    count_windows(mask, count);
    for (int i = 0; i < STEPS; i++) count[WINDOWS + i] = phase < PHASES && least && least <= MISSING_STEPS[i];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < COLUMNS; i++) x[k * COLUMNS + i] = (double)knot[k] * count[i] / KNOT;
}
/* Of spots of one patch, what sets them apart. `y` is in points. */
static void add_spots(double (*x)[RANKING], const double *y, int n) {
    double mean[RANKING] = {0}, middle = 0;
    int differing[RANKING], count = 0;
    for (int k = 0; k < n; k++) middle += y[k] / n;
    for (int i = 0; i < RANKING; i++) {
        int differs = 0;
        for (int k = 0; k < n; k++) mean[i] += x[k][i] / n, differs |= x[k][i] != x[0][i];
        if (differs) differing[count++] = i;
    }
    for (int k = 0; k < n; k++)
        for (int a = 0; a < count; a++) {
            int i = differing[a];
            target[i] += (x[k][i] - mean[i]) * (y[k] - middle);
            for (int b = 0; b <= a; b++) product[i][differing[b]] += (x[k][i] - mean[i]) * (x[k][differing[b]] - mean[differing[b]]);
        }
}
/* By how many points whoever has made a move will win, by a search. */
static double looked(const Table *t, const Child *c) {
    double margin = value_of(t, &c->state) / 256.0;
    if (!over(&c->state)) search(&tree, t, &c->state, 0, LOOKED, never), margin = tree.node[0].margin / tree.node[0].visits;
    return c->passed ? -margin : margin;
}
/* Looks at the spots of one of the patches that can be paid for. */
static void look_at_spots(const Table *t, const State *s, Random *random) {
    static double x[SPOTS_SEEN][RANKING], y[SPOTS_SEEN];
    int places[3], found = offers(s, 3, places), able = 0, number[SPOTS_SEEN], phase = phase_of(t, s, 0);
    for (int k = 0; k < found; k++)
        if (COST[t->ring[places[k]]] <= s->buttons[0]) places[able++] = places[k];
    if (!able) return;
    int place = places[draw(random) % (uint64_t)able], n = compared_spots(s->mask[0], t->ring[place], phase, number);
    for (int k = 0; k < n; k++) {
        Child c = {*s, (short)place, (short)number[k], 0};
        moved(t, &c);
        Mask sewn = s->mask[0] | PLACED[number[k]];
        y[k] = looked(t, &c) - (double)worth(sewn, phase) / POINT;
        ranking_features(sewn, phase, x[k]);
    }
    if (n > 1) add_spots(x, y, n);
}
/* Plays games, looks at the spots of a patch at every fourth move or so, and says what ranks them. */
void rank_spots(uint64_t seed, int games, double randomness, struct Ranks *into) {
    memset(product, 0, sizeof product), memset(target, 0, sizeof target);
    for (int game = 0; game < games; game++) {
        Random random = {seed * 1000003 + (uint64_t)game};
        Table t;
        for (State s = deal(&t, &random, game & 1); !over(&s);) {
            if (unit(&random) < .25) look_at_spots(&t, &s, &random);
            s = chosen(&t, &s, LOOKED, unit(&random) < randomness, &random)->state;
        }
    }
    double ridge[RANKING];
    for (int i = 0; i < RANKING; i++) ridge[i] = RIDGE;
    regress(RANKING, 1, product[0], target, ridge);
    *into = ranks;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < COLUMNS; i++) *(i < WINDOWS ? &into->windows[k][i] : &into->missing[k][i - WINDOWS]) += (int)lrint(256 * target[k * COLUMNS + i]);
}
