/* Games dealt by chance. */
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
static void deal(Table *t, Random *r, int track) {
    *t = (Table){.count = 33, .track = track};
    for (int k = 0; k < 33; k++) t->ring[k] = k + 1;
    t->ring[32] = 0; /* the pawn stands just clockwise of patch 0 */
    shuffle(t->ring, 32, r);
}
static State start(void) {
    return (State){.buttons = {5, 5}, .left = ((uint64_t)1 << 33) - 1, .to_move = 1};
}
