/* Positions that nobody could come to, thought about: `test_native.py` compiles this with sanitizers. FUZZ NETWORK SPOTS AUTOMA SEED COUNT */
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
/* The numbers of a JSON file, in their order. */
static int32_t ints_of(const char *path, int32_t *numbers, int32_t most) {
    size_t length;
    char *text = contents(path, &length);
    int32_t n = 0;
    for (char *at = text, *end; *at && n < most; at = end) {
        numbers[n] = (int32_t)strtol(at, &end, 10);
        if (end == at) end = at + 1;
        else n++;
    }
    free(text);
    return n;
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
    if (below(2)) {
        q.level = 1 + below(5), q.deck = below(2), q.budget = below(12) - 1, q.cards = below(2 * FIRST_DECK_BIT);
        while (!is_sound_alone(&q)) q.cards = below(2 * FIRST_DECK_BIT);
    }
    if (!below(10)) ((int32_t *)&q)[below((int)(sizeof q / sizeof(int32_t)))] = below(2) ? (int32_t)draw() : below(100) - 20;
    return q;
}
static int soon(void) { return !below(50); }

int main(int count, char **words) {
    size_t bytes;
    static int32_t of_spots[RANK_COUNT], of_automa[WEIGHT_COUNT];
    if (count != 6) return 2;
    void *network = contents(words[1], &bytes);
    int spots = ints_of(words[2], of_spots, RANK_COUNT), automas = ints_of(words[3], of_automa, WEIGHT_COUNT);
    seed = strtoull(words[4], NULL, 10);
    if (!open_library(network, (int32_t)bytes, of_spots, spots, of_automa, automas)) return 3;
    long taken = 0, solved_ones = 0, alone = 0;
    for (long k = atol(words[5]); k--;) {
        Question q = made_up();
        Answer a;
        if (!think(&q, 1 + below(40), below(400) + (below(20) ? 0 : NARROWEST), soon, &a)) continue;
        taken++, solved_ones += a.how == ENDED, alone += q.level > 0;
        if (a.count < 1 || a.count > 3 * MOST + 1) return 4;
        for (int j = 0; j < a.count; j++)
            if (!(a.line[j].share >= 0 && a.line[j].share <= 1) || a.line[j].patch < -1 || a.line[j].patch > LEATHER) return 5;
    }
    free(network);
    printf("%ld %ld %ld\n", taken, solved_ones, alone);
    return 0;
}
