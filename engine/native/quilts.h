/* A quilt by its 3x3 windows (engine/windows.py), and what it is worth beside others of the same squares (engine/value.py). */
#define WINDOWS 102
#define KNOT 27
#define POINT (KNOT * 256)
#define PHASES 6
#define STEPS 6

static const int MISSING_STEPS[STEPS] = {1, 2, 4, 7, 11, 16};
static int class_of[512], knots[LAST + 1][3];

/* The weights of engine/spots.json, for three knots of the time board; `strip` sums up three windows, of three rows by five columns. */
static struct {
    int windows[3][WINDOWS], missing[3][STEPS];
    int32_t strip[1 << 15][4];
} ranks;

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

typedef struct { uint32_t row[11]; } Padded;
static inline Padded padded(Mask mask) {
    Padded p;
    p.row[0] = p.row[10] = 0x7FF;
    for (int k = 0; k < 9; k++) p.row[k + 1] = ((uint32_t)(mask >> 9 * k) & 0x1FF) << 1 | 0x401;
    return p;
}
/* The index of the strip of three windows in row `row` whose leftmost middle square is in column 3 * `third`. */
static inline int strip_at(const Padded *p, int row, int third) {
    int c = 3 * third;
    return (int)((p->row[row] >> c & 31) | (p->row[row + 1] >> c & 31) << 5 | (p->row[row + 2] >> c & 31) << 10);
}
static inline int window_at(int strip, int x) { return (strip >> x & 7) | (strip >> (x + 5) & 7) << 3 | (strip >> (x + 10) & 7) << 6; }

static void fill_strips(void) {
    for (int strip = 0; strip < 1 << 15; strip++)
        for (int k = 0; k < 3; k++) {
            ranks.strip[strip][k] = 0;
            for (int x = 0; x < 3; x++) ranks.strip[strip][k] += ranks.windows[k][class_of[window_at(strip, x)]];
        }
}
static inline int64_t mix(const int *k, int64_t a, int64_t b, int64_t c) { return a * k[0] + b * k[1] + c * k[2]; }

/* The part of the game of the side to move, by its space; more by `PHASES` once somebody has the tile. */
static inline int phase_of(const State *s) { return s->space[0] / 9 + (s->bonus ? PHASES : 0); }

static int64_t worth(Mask mask, int phase) {
    const int *knot = knots[9 * (phase % PHASES) + 4];
    Padded p = padded(mask);
    int32_t sum[4] = {0, 0, 0, 0};
    for (int row = 0; row < 9; row++)
        for (int third = 0; third < 3; third++) {
            const int32_t *s = ranks.strip[strip_at(&p, row, third)];
            for (int k = 0; k < 4; k++) sum[k] += s[k];
        }
    int64_t found = mix(knot, sum[0], sum[1], sum[2]);
    int least = phase < PHASES ? missing(mask) : 99;
    if (!least) return found + 7 * POINT;
    for (int k = 0; k < STEPS; k++)
        if (least <= MISSING_STEPS[k]) found += mix(knot, ranks.missing[0][k], ranks.missing[1][k], ranks.missing[2][k]);
    return found;
}
