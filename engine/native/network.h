/* The network: a hidden layer over what `network_rows` looks at, a share of the output for each part of the game.
   engine/value.py comes to the same ints. */
#define HIDDEN 32
#define BUCKETS 7
#define SCALE 64     /* weights of the first layer are in 1/SCALE */
#define REACH 2048   /* the hidden sums are clipped to -REACH .. REACH - 1 */
#define PATCHES 33
#define NEXT 6       /* patches of the ring that it looks at */

/* Rows of the first layer: a block for each side, then what both share. */
enum {
    ROW_WINDOWS = 0,
    ROW_MISSING = ROW_WINDOWS + WINDOWS,
    ROW_BONUS = ROW_MISSING + 25,
    ROW_BUTTONS = ROW_BONUS + 1,
    ROW_INCOME = ROW_BUTTONS + 41,
    ROW_EARNS = ROW_INCOME + 31,
    ROW_SPACE = ROW_EARNS + 41,
    ROW_LEATHER = ROW_SPACE + 54,
    ROW_OFFERS = ROW_LEATHER + 14,
    SIDE_ROWS = ROW_OFFERS + 3 * PATCHES,
    ROW_KEEPS = 2 * SIDE_ROWS, /* an offer after which it is still my turn */
    ROW_FAR = ROW_KEEPS + 3 * PATCHES,
    ROW_GAP = ROW_FAR + 3 * PATCHES,
    ROW_LEFT = ROW_GAP + 21,
    ROW_RING = ROW_LEFT + 6,
    ROW_ONE = ROW_RING + 7,
    ROWS
};

/* A row of weights, or a sum of rows: 16 bits hold every sum (tests/engine/test_value.py). Eight of them fit into a register
   of each machine; a sum that does not stays in memory while it grows. */
typedef int16_t Eight __attribute__((vector_size(16)));
typedef struct { Eight of[HIDDEN / 8]; } Row;
static inline void add_row(Row *sum, const Row *row) {
    for (int k = 0; k < HIDDEN / 8; k++) sum->of[k] += row->of[k];
}

typedef struct {
    Row row[ROWS];
    int16_t out[BUCKETS][HIDDEN]; /* in 1/256 points for a hidden 1 */
    int16_t base[BUCKETS];        /* in 1/256 points */
    double weight[BUCKETS][HIDDEN], active[1 << 16]; /* `out` once more; and what a hidden sum comes to, by its 16 bits */
} Network;
#define NETWORK_BYTES (offsetof(Network, base) + sizeof(int16_t) * BUCKETS)
static Network network;

/* What quilts come to is remembered, each in three lines of the cache: the last two are for either side. */
typedef struct {
    _Alignas(64) Mask mask;
    int known, missing;
    _Alignas(64) Row sum[2];
} Quilt;
#define QUILT_SLOTS (1 << 15)
static Quilt quilts[QUILT_SLOTS];

static inline int bucket_of(int space, int space2) { return space2 == LAST ? BUCKETS - 1 : (space + space2) / 18; }

/* The rows that count for a position but for its windows, from the 256 bytes of `record`. */
static int network_rows(const uint8_t *r, int *rows) {
    int n = 0;
    int gap = r[205] - r[204], ahead = r[205], next = LEATHER_NEXT[r[215]][ahead];
    for (int side = 0; side < 2; side++) {
        int at = side * SIDE_ROWS;
        const uint8_t *one = r + 204 + side;
#define ROW(which) rows[n++] = (which)
        if (!r[214]) ROW(at + ROW_MISSING + least_of(one[8], 24));
        if (r[214] == side + 1) ROW(at + ROW_BONUS);
        ROW(at + ROW_BUTTONS + least_of(one[2], 40));
        ROW(at + ROW_INCOME + least_of(one[4], 30));
        ROW(at + ROW_EARNS + least_of(one[4] * INCOMES_LEFT[one[0]] / 4, 40));
        ROW(at + ROW_SPACE + one[0]);
        ROW(at + ROW_LEATHER + least_of(next - one[0], 13));
        for (int slot = 0; slot < 3; slot++) {
            int patch = r[217 + slot];
            if (patch < PATCHES && COST[patch] <= one[2]) {
                ROW(at + ROW_OFFERS + slot * PATCHES + patch);
                if (!side && TIME[patch] <= gap) ROW(ROW_KEEPS + slot * PATCHES + patch);
            }
        }
    }
    for (int slot = 3; slot < NEXT; slot++)
        if (r[217 + slot] < PATCHES) ROW(ROW_FAR + (slot - 3) * PATCHES + r[217 + slot]);
    ROW(ROW_GAP + least_of(gap, 20));
    ROW(ROW_LEFT + LEATHERS_LEFT[r[215]][ahead]);
    ROW(ROW_RING + least_of(r[216], NEXT));
    ROW(ROW_ONE);
    return n;
}
/* What is known without the network, in points: buttons, squares and the tile as they are. */
static inline int known_margin(const uint8_t *r) {
    return r[206] - r[207] - 2 * (r[210] - r[211]) + (r[214] == 1 ? 7 : r[214] == 2 ? -7 : 0);
}

static inline double squareplus(double x) { return (x + sqrt(x * x + 1.0)) / 2.0; }

static Quilt *quilt_at(Mask mask) {
    uint64_t hash = ((uint64_t)mask ^ (uint64_t)(mask >> 64) * 0xC2B2AE3D27D4EB4Full) * 0x9E3779B97F4A7C15ull;
    return &quilts[(hash >> 40) % QUILT_SLOTS];
}
/* Sends for what a position is going to ask for, which is seldom near. */
static void foresee(const State *s) {
    for (int side = 0; side < 2; side++) {
        const Quilt *q = quilt_at(s->mask[side]);
        __builtin_prefetch(q), __builtin_prefetch(&q->sum[side]);
    }
}
static const Quilt *quilt_of(Mask mask) {
    Quilt *q = quilt_at(mask);
    if (q->known && q->mask == mask) return q;
    Row mine = {0}, theirs = {0};
    Padded p = padded(mask);
    for (int row = 0; row < 9; row++)
        for (int third = 0; third < 3; third++)
            for (int x = 0, strip = strip_at(&p, row, third); x < 3; x++) {
                int kind = WINDOW_KIND[window_at(strip, x)];
                add_row(&mine, &network.row[kind]), add_row(&theirs, &network.row[SIDE_ROWS + kind]);
            }
    *q = (Quilt){mask, 1, missing(mask), {mine, theirs}};
    return q;
}

/* What a record says of a position, but for its windows, with so many of the next patches. */
static void record_numbers(const Table *t, const State *s, int missing, int missing2, int most, uint8_t *r) {
    for (int side = 0; side < 2; side++) {
        uint8_t *one = r + 204 + side;
        one[0] = (uint8_t)s->space[side], one[2] = (uint8_t)least_of(s->buttons[side], 255);
        one[4] = (uint8_t)s->income[side], one[6] = (uint8_t)empty(s->mask[side]), one[8] = (uint8_t)(side ? missing2 : missing);
    }
    int places[12], found = offers(s, most, places);
    r[214] = (uint8_t)s->bonus, r[215] = (uint8_t)t->track, r[216] = (uint8_t)found;
    for (int k = 0; k < most; k++) r[217 + k] = (uint8_t)(k < found ? t->ring[places[k]] : 255);
}

static int network_value(const Table *t, const State *s) {
    uint8_t r[256];
    int rows[64];
    const Quilt *mine = quilt_of(s->mask[0]);
    int least = mine->missing;
    Row sum = mine->sum[0];
    const Quilt *theirs = quilt_of(s->mask[1]); /* may take the place of mine */
    add_row(&sum, &theirs->sum[1]);
    record_numbers(t, s, least, theirs->missing, NEXT, r);
    int n = network_rows(r, rows), bucket = bucket_of(r[204], r[205]);
    for (int k = 0; k < n; k++) add_row(&sum, &network.row[rows[k]]);
    int32_t total = 256 * (s->buttons[0] - s->buttons[1] - 2 * (r[210] - r[211]) + (s->bonus == 1 ? 7 : s->bonus == 2 ? -7 : 0)) + network.base[bucket];
    for (int k = 0; k < HIDDEN / 8; k++)
        for (int j = 0; j < 8; j++) total += (int32_t)lrint(network.active[(uint16_t)sum.of[k][j]] * network.weight[bucket][8 * k + j]);
    return total;
}

/* Reads `NETWORK_BYTES` bytes, as engine/network.bin has them. */
static void read_network(const void *bytes) {
    memcpy(&network, bytes, NETWORK_BYTES);
    for (int sum = INT16_MIN; sum <= INT16_MAX; sum++)
        network.active[(uint16_t)sum] = squareplus((double)most_of(-REACH, least_of(sum, REACH - 1)) / SCALE);
    for (int bucket = 0; bucket < BUCKETS; bucket++)
        for (int h = 0; h < HIDDEN; h++) network.weight[bucket][h] = network.out[bucket][h];
    memset(quilts, 0, sizeof quilts);
}
