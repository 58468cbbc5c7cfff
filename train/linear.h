/* The linear value: see train/linear.py. Everything is an int, in 1/(27 * 256) points until the end. */
#define WINDOWS 102
#define SIDE_WEIGHTS 116 /* windows, then what SIDE_ names */
#define MOVER_WEIGHTS 8
#define KNOT 27
#define POINT (KNOT * 256)

enum { SIDE_BUTTONS = WINDOWS, SIDE_INCOME = SIDE_BUTTONS + 3, SIDE_MISSING = SIDE_INCOME + 2, SIDE_LEATHER = SIDE_MISSING + 6, SIDE_ONE = SIDE_WEIGHTS - 1 };
static const int MISSING_STEPS[6] = {1, 2, 4, 7, 11, 16};

typedef struct {
    int side[3][SIDE_WEIGHTS], mover[3][MOVER_WEIGHTS];
    int32_t strip[1 << 15][4]; /* three windows of three rows by five columns: one sum for each knot */
    int sees_tile; /* whether places for a patch are compared by what a 7x7 brings, too; those of linear.json are not */
} Linear;

static int class_of[512], knots[LAST + 1][3];

static void set_up_windows(void) {
    int classes = 0;
    memset(class_of, -1, sizeof class_of);
    for (int w = 0; w < 512; w++) {
        if (class_of[w] >= 0) continue;
        for (int k = 0, turned = w; k < 8; k++) {
            class_of[turned] = classes;
            int next = 0;
            for (int y = 0; y < 3; y++)
                for (int x = 0; x < 3; x++)
                    if (turned >> (3 * y + x) & 1) next |= 1 << (k == 3 ? 3 * y + 2 - x : 3 * x + 2 - y);
            turned = next;
        }
        classes++;
    }
    for (int s = 0; s <= LAST; s++) {
        knots[s][0] = s < KNOT ? KNOT - s : 0;
        knots[s][2] = s > KNOT ? s - KNOT : 0;
        knots[s][1] = KNOT - knots[s][0] - knots[s][2];
    }
}

/* The index of the strip of three windows in row `row` whose leftmost middle square is in column 3 * `third`. */
typedef struct { uint32_t row[11]; } Padded;
static inline Padded padded(Mask mask) {
    Padded p;
    p.row[0] = p.row[10] = 0x7FF;
    for (int k = 0; k < 9; k++) p.row[k + 1] = ((uint32_t)(mask >> 9 * k) & 0x1FF) << 1 | 0x401;
    return p;
}
static inline int strip_at(const Padded *p, int row, int third) {
    int c = 3 * third;
    return (p->row[row] >> c & 31) | (p->row[row + 1] >> c & 31) << 5 | (p->row[row + 2] >> c & 31) << 10;
}
static inline int window_at(int strip, int x) { return (strip >> x & 7) | (strip >> (x + 5) & 7) << 3 | (strip >> (x + 10) & 7) << 6; }

static void fill_strips(Linear *w) {
    for (int strip = 0; strip < 1 << 15; strip++)
        for (int k = 0; k < 3; k++) {
            w->strip[strip][k] = 0;
            for (int x = 0; x < 3; x++) w->strip[strip][k] += w->side[k][class_of[window_at(strip, x)]];
        }
}

static inline int64_t mix(const int *k, int64_t a, int64_t b, int64_t c) { return a * k[0] + b * k[1] + c * k[2]; }

static int64_t quilt_part(const Linear *w, Mask mask, int space) {
    Padded p = padded(mask);
    int32_t sum[4] = {0, 0, 0, 0};
    for (int row = 0; row < 9; row++)
        for (int third = 0; third < 3; third++) {
            const int32_t *s = w->strip[strip_at(&p, row, third)];
            for (int k = 0; k < 4; k++) sum[k] += s[k];
        }
    return mix(knots[space], sum[0], sum[1], sum[2]);
}
static inline int64_t one_part(const Linear *w, int which, int space) {
    return mix(knots[space], w->side[0][which], w->side[1][which], w->side[2][which]);
}
static int64_t missing_part(const Linear *w, int least, int space) {
    int64_t sum = 0;
    for (int k = 0; k < 6; k++)
        if (least <= MISSING_STEPS[k]) sum += one_part(w, SIDE_MISSING + k, space);
    return sum;
}
#define PHASES 6
/* The part of the game of the side to move, by its space; more by `PHASES` once somebody has the tile. */
static inline int phase_of(const Linear *w, const State *s) { return s->space[0] / 9 + (w->sees_tile && s->bonus ? PHASES : 0); }
/* What a quilt is worth in a part of the game, to compare places for a patch (`value.worth`). */
static int64_t worth(const Linear *w, Mask mask, int phase) {
    int space = 9 * (phase % PHASES) + 4, least = missing(mask);
    int64_t quilt = quilt_part(w, mask, space);
    if (phase >= PHASES) return quilt;
    return quilt + (w->sees_tile && !least ? 7 * POINT : missing_part(w, least, space));
}

static inline int side_features(const Table *t, const State *s, int side, int *f) { /* those after the windows */
    int space = s->space[side], b = s->buttons[side], i = s->income[side];
    int ahead = s->space[0] > s->space[1] ? s->space[0] : s->space[1], next = leather_next[t->track][ahead] - space;
    int n = 0, least = s->bonus ? 99 : missing(s->mask[side]);
    f[n++] = b < 6 ? b : 6;
    f[n++] = b < 15 ? b : 15;
    f[n++] = b;
    f[n++] = i;
    f[n++] = i * incomes_left[space];
    for (int k = 0; k < 6; k++) f[n++] = least <= MISSING_STEPS[k];
    f[n++] = next <= 3;
    f[n++] = next <= 6;
    f[n++] = 1;
    return n;
}
/* What the patch would gain a side, by rule of thumb: twice its squares, its income, less its price and three a space. */
static inline int gain(int patch, int space) {
    return 2 * SIZE_OF[patch] + INCOME_OF[patch] * incomes_left[space] - COST[patch] - 3 * TIME[patch];
}
static void mover_features(const Table *t, const State *s, int *f) {
    int places[3], found = offers(t, s, 3, places), gap = s->space[1] - s->space[0];
    int mine[2] = {-20, -20}, theirs = -20;
    for (int k = 0; k < found; k++) {
        int patch = t->ring[places[k]];
        if (COST[patch] <= s->buttons[0]) {
            int g = gain(patch, s->space[0]);
            if (g > mine[0]) mine[1] = mine[0], mine[0] = g;
            else if (g > mine[1]) mine[1] = g;
        }
        if (COST[patch] <= s->buttons[1]) {
            int g = gain(patch, s->space[1]);
            if (g > theirs) theirs = g;
        }
    }
    f[0] = 1;
    f[1] = gap < 1 ? gap : 1;
    f[2] = gap < 3 ? gap : 3;
    f[3] = gap < 8 ? gap : 8;
    f[4] = gap;
    f[5] = mine[0];
    f[6] = mine[1];
    f[7] = theirs;
}

static int64_t side_value(const Linear *w, const Table *t, const State *s, int side) {
    int space = s->space[side], f[SIDE_WEIGHTS - WINDOWS];
    if (space == LAST) return (int64_t)POINT * (s->buttons[side] - 2 * empty(s->mask[side]));
    int n = side_features(t, s, side, f);
    int64_t sum = quilt_part(w, s->mask[side], space);
    for (int k = 0; k < n; k++)
        if (f[k]) sum += f[k] * one_part(w, WINDOWS + k, space);
    return sum;
}
static inline int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* The margin of the side to move, in 1/256 points. */
static int linear_value(const Linear *w, const Table *t, const State *s) {
    int64_t sum = side_value(w, t, s, 0) - side_value(w, t, s, 1);
    sum += s->bonus == 1 ? 7 * POINT : s->bonus == 2 ? -7 * POINT : 0;
    if (s->space[0] < LAST) {
        int f[MOVER_WEIGHTS];
        mover_features(t, s, f);
        for (int k = 0; k < MOVER_WEIGHTS; k++)
            sum += f[k] * mix(knots[s->space[0]], w->mover[0][k], w->mover[1][k], w->mover[2][k]);
    }
    return (int)floor_div(sum, KNOT);
}

static int read_ints(const char *path, int *into, int most) { /* every int in a JSON file, in order */
    FILE *file = fopen(path, "r");
    int n = 0, c;
    if (!file) { fprintf(stderr, "cannot read %s\n", path); exit(2); }
    while ((c = getc(file)) != EOF)
        if (c == '-' || (c >= '0' && c <= '9')) {
            ungetc(c, file);
            if (n == most || fscanf(file, "%d", &into[n++]) != 1) { fprintf(stderr, "%s holds other weights\n", path); exit(2); }
        }
    fclose(file);
    return n;
}
static void read_linear(Linear *w, const char *path) {
    int all[3 * (SIDE_WEIGHTS + MOVER_WEIGHTS) + 2], n = read_ints(path, all, (int)(sizeof all / sizeof *all)), more = n - 3 * (SIDE_WEIGHTS + MOVER_WEIGHTS);
    if (more != 0 && more != 1) { fprintf(stderr, "%s holds %d weights\n", path, n); exit(2); }
    for (int k = 0; k < 3; k++) {
        memcpy(w->side[k], all + k * SIDE_WEIGHTS, sizeof w->side[k]);
        memcpy(w->mover[k], all + 3 * SIDE_WEIGHTS + k * MOVER_WEIGHTS, sizeof w->mover[k]);
    }
    w->sees_tile = more;
    fill_strips(w);
}
