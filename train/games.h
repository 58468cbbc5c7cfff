/* Games dealt by chance, and those of the search with itself that the network learns from. */
#define RECORD 256

/* Seeded by a number: the same games on every machine. */
typedef struct { uint64_t x; } Random;
static inline uint64_t draw(Random *r) {
    uint64_t z = r->x += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}
static inline double unit(Random *r) { return (double)(draw(r) >> 11) * 0x1p-53; }

static void shuffle(int *numbers, int count, Random *r) {
    for (int k = count - 1; k > 0; k--) {
        int j = (int)(draw(r) % (uint64_t)(k + 1)), held = numbers[k];
        numbers[k] = numbers[j], numbers[j] = held;
    }
}
static State deal(Table *t, Random *r, int track) {
    *t = (Table){.count = 33, .track = track};
    for (int k = 0; k < 33; k++) t->ring[k] = k + 1;
    t->ring[32] = 0; /* the pawn stands just clockwise of patch 0 */
    shuffle(t->ring, 32, r);
    return (State){.buttons = {5, 5}, .left = ((uint64_t)1 << 33) - 1, .to_move = 1};
}
/* The choice that a search makes, or any of those it weighed. */
static const Node *chosen(const Table *t, const State *s, int iterations, int is_random, Random *r) {
    search(&tree, t, s, 0, iterations, never);
    const Node *root = &tree.node[0];
    return &tree.node[root->first + (is_random ? (int)(draw(r) % (uint64_t)root->count) : best_of(&tree))];
}

typedef struct {
    State state;
    double share, margin; /* what the search said, for the side to move */
    int random, seat;
} Ply;

static void put16(uint8_t *at, double number) {
    int n = (int)lrint(number);
    n = n < 0 ? 0 : n > 65535 ? 65535 : n;
    at[0] = (uint8_t)(n & 255), at[1] = (uint8_t)(n >> 8);
}
/* One position as 256 bytes: `fit.h` and the arena read them. */
static void record(const Table *t, const State *s, uint8_t *r) {
    memset(r, 0, RECORD);
    for (int side = 0; side < 2; side++) {
        int count[WINDOWS] = {0};
        count_windows(s->mask[side], count);
        for (int k = 0; k < WINDOWS; k++) r[WINDOWS * side + k] = (uint8_t)count[k];
    }
    record_numbers(t, s, missing(s->mask[0]), missing(s->mask[1]), 12, r);
}
/* The positions of a game from the last one on, which `s` is, seen from `seat`. */
static void write_plies(FILE *out, const Table *t, const State *s, int seat, const Ply *ply, int n, int game) {
    int margin = points(s, 0) - points(s, 1), won = margin > 0, last_seat = seat;
    double share = won, mixed = margin;
    for (const Ply *now = ply + n; now-- > ply;) {
        if (now->seat != last_seat) share = 1 - share, mixed = -mixed, last_seat = now->seat;
        if (now->random) share = now->share, mixed = now->margin;
        uint8_t r[RECORD];
        record(t, &now->state, r);
        put16(r + 229, (now->seat == seat ? margin : -margin) + 1024), r[231] = (uint8_t)(now->seat == seat ? won : !won);
        put16(r + 232, (mixed + 1024) * 16), put16(r + 234, now->share * 65535);
        put16(r + 236, share * 65535), put16(r + 238, (now->margin + 1024) * 16);
        put16(r + 240, game & 65535), put16(r + 242, game >> 16);
        r[244] = (uint8_t)now->random;
        fwrite(r, RECORD, 1, out);
        share = .96 * share + .04 * now->share, mixed = .96 * mixed + .04 * now->margin;
    }
}
/* Adds games to a file; returns whether it could. */
int write_games(uint64_t seed, int games, int iterations, double randomness, const char *path) {
    FILE *out = fopen(path, "ab");
    if (!out) return 0;
    for (int game = 0; game < games; game++) {
        Random random = {seed * 1000003 + (uint64_t)game};
        Table t;
        Ply ply[200];
        int n = 0, seat = 0;
        for (State s = deal(&t, &random, game & 1);;) {
            if (over(&s)) {
                write_plies(out, &t, &s, seat, ply, n, game);
                break;
            }
            int is_random = unit(&random) < randomness;
            const Node *next = chosen(&t, &s, iterations, is_random, &random), *root = &tree.node[0];
            ply[n++] = (Ply){s, root->total / root->visits, root->margin / root->visits, is_random, seat};
            if (next->passed) seat = 1 - seat;
            s = next->state;
        }
    }
    return !fclose(out);
}
