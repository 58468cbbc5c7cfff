/* Positions that nobody could come to, thought about: `test_native.py` compiles this with sanitizers. FUZZ NETWORK SPOTS SEED COUNT */
#include "library.c"

static uint64_t seed;
static uint64_t draw(void) {
    uint64_t z = seed += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}
static int below(int most) { return (int)(draw() % (uint64_t)most); }

static void *contents(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char *read = calloc(1, *bytes + 1);
    if (fread(read, 1, *bytes, file) != *bytes) exit(2);
    fclose(file);
    return read;
}
/* Sound in most of its numbers, near the end of a game as often as not; sometimes one of them is anything. */
static Question made_up(void) {
    Question q = {.count = below(34), .track = below(2), .bonus = below(3), .leather = !below(4)};
    int last = below(2) ? LAST : LAST - 8 + below(9);
    for (int side = 0; side < 2; side++) {
        for (int half = 0; half < 2; half++) q.mask[side][half] = draw() | (below(3) ? draw() : 0) | (below(3) ? draw() | draw() : 0);
        q.mask[side][1] &= (1 << 17) - 1;
        if (!below(20)) q.mask[side][0] = ~0ull, q.mask[side][1] = (1 << 17) - 1;
        q.space[side] = below(2) ? below(last + 1) : LAST - below(8), q.buttons[side] = below(3) ? below(30) : below(501), q.income[side] = below(64);
    }
    for (int k = 0, patches[33]; k < 33; k++) {
        if (!k) for (int j = 0; j < 33; j++) patches[j] = j;
        int j = k + below(33 - k), held = patches[k];
        patches[k] = patches[j], patches[j] = held, q.ring[k] = patches[k];
    }
    q.left = q.count ? (draw() | draw()) & (((uint64_t)1 << q.count) - 1) : 0;
    while (q.left && !(q.left >> (q.pawn = below(q.count)) & 1)) {}
    if ((q.space[0] > q.space[1]) != q.leather) {
        int held = q.space[0];
        q.space[0] = q.space[1], q.space[1] = held;
    }
    if (!below(10)) ((int32_t *)&q)[below((int)(sizeof q / sizeof(int32_t)))] = below(2) ? (int32_t)draw() : below(100) - 20;
    return q;
}
static int soon(void) { return !below(50); }

int main(int count, char **words) {
    size_t bytes, length;
    int32_t numbers[3 * (WINDOWS + STEPS)], n = 0;
    if (count != 5) return 2;
    void *network = contents(words[1], &bytes), *spots = contents(words[2], &length);
    for (char *at = spots, *end; *at && n < 3 * (WINDOWS + STEPS); at = end) {
        numbers[n] = (int32_t)strtol(at, &end, 10);
        if (end == at) end = at + 1;
        else n++;
    }
    seed = strtoull(words[3], NULL, 10);
    if (!open_library(network, (int32_t)bytes, numbers, numbers + 3 * WINDOWS, n)) return 3;
    long taken = 0, solved_ones = 0;
    for (long k = atol(words[4]); k--;) {
        Question q = made_up();
        Answer a;
        if (!think(&q, 1 + below(40), below(400), soon, &a)) continue;
        taken++, solved_ones += a.how == ENDED;
        if (a.count < 1 || a.count > 3 * MOST + 1) return 4;
        for (int j = 0; j < a.count; j++)
            if (!(a.line[j].share >= 0 && a.line[j].share <= 1) || a.line[j].patch < -1 || a.line[j].patch > LEATHER) return 5;
    }
    free(network), free(spots);
    printf("%ld %ld\n", taken, solved_ones);
    return 0;
}
