/* Games that the trainer learns from. */
#define RECORD 256

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
    int count[2][WINDOWS] = {0};
    memset(r, 0, RECORD);
    for (int side = 0; side < 2; side++) {
        count_windows(s->mask[side], count[side]);
        for (int k = 0; k < WINDOWS; k++) r[WINDOWS * side + k] = (uint8_t)count[side][k];
    }
    record_numbers(t, s, missing(s->mask[0]), missing(s->mask[1]), r);
}

static int never(void) { return 0; }

static void write_ints(FILE *out, const int *numbers, int count, const char *after) {
    for (int i = 0; i < count; i++) fprintf(out, "%s%d", i ? ", " : "[", numbers[i]);
    fprintf(out, "]%s", after);
}
static void write_lists(FILE *out, const int *numbers, int lists, int count, const char *after) {
    fprintf(out, "[\n");
    for (int k = 0; k < lists; k++) write_ints(out, numbers + k * count, count, k < lists - 1 ? ",\n" : "\n");
    fprintf(out, "]%s", after);
}
static void *contents(const char *path, size_t bytes) {
    void *read = malloc(bytes);
    FILE *file = fopen(path, "rb");
    if (!file || fread(read, bytes, 1, file) != 1) { fprintf(stderr, "cannot read %s\n", path); exit(2); }
    fclose(file);
    return read;
}
static Tree *new_tree(const char *network) {
    Tree *tree = calloc(1, sizeof(Tree));
    tree->memo = calloc(1, sizeof(Memo));
    if (network) tree->network = network_of(contents(network, NETWORK_BYTES));
    return tree;
}
/* Every int in a JSON file, in order: those of engine/spots.json. */
static void read_ranks(const char *path) {
    FILE *file = fopen(path, "r");
    int numbers[RANK_COUNT], n = 0, c, total = RANK_COUNT;
    if (!file) { fprintf(stderr, "cannot read %s\n", path); exit(2); }
    while (n < total && (c = getc(file)) != EOF)
        if (c == '-' || (c >= '0' && c <= '9')) {
            ungetc(c, file);
            if (fscanf(file, "%d", &numbers[n]) == 1) n++;
        }
    fclose(file);
    memcpy(&ranks, numbers, sizeof ranks);
    fill_rank_strips();
}

static int write_games(const char *network, uint64_t seed, int games, int iterations, double randomness, const char *path) {
    Tree *tree = new_tree(network);
    FILE *out = fopen(path, "wb");
    if (!out) { fprintf(stderr, "cannot write %s\n", path); return 2; }
    double scores = 0, starter = 0, plies = 0, blanks = 0;
    for (int g = 0; g < games; g++) {
        Random random = {seed * 1000003 + (uint64_t)g};
        Table t;
        deal(&t, &random, g & 1);
        Ply ply[200];
        int n = 0, seat = 0;
        State s = start();
        while (!over(&s)) {
            Ply *now = &ply[n++];
            *now = (Ply){s, 0, 0, unit(&random) < randomness, seat};
            search(tree, &t, &s, 0, iterations, never);
            int best = best_of(tree);
            const Node *root = &tree->node[0];
            now->share = root->total / root->visits, now->margin = root->margin / root->visits;
            if (now->random) best = (int)(draw(&random) % (uint64_t)root->count);
            const Node *c = &tree->node[root->first + best];
            if (c->passed) seat = 1 - seat;
            s = c->state;
        }
        int margin = points(&s, 0) - points(&s, 1), won = margin > 0;
        scores += points(&s, 0) + points(&s, 1), blanks += empty(s.mask[0]) + empty(s.mask[1]);
        starter += (seat == 0) == won, plies += n;
        double share = won, mixed = margin;
        int last_seat = seat;
        for (int k = n - 1; k >= 0; k--) {
            Ply *now = &ply[k];
            if (now->seat != last_seat) share = 1 - share, mixed = -mixed, last_seat = now->seat;
            if (now->random) share = now->share, mixed = now->margin;
            uint8_t r[RECORD];
            record(&t, &now->state, r);
            int mine = now->seat == seat ? margin : -margin;
            put16(r + 229, mine + 1024), r[231] = (uint8_t)(now->seat == seat ? won : !won);
            put16(r + 232, (mixed + 1024) * 16), put16(r + 234, now->share * 65535);
            put16(r + 236, share * 65535), put16(r + 238, (now->margin + 1024) * 16);
            put16(r + 240, g & 65535), put16(r + 242, g >> 16);
            r[244] = (uint8_t)now->random;
            fwrite(r, RECORD, 1, out);
            share = .96 * share + .04 * now->share, mixed = .96 * mixed + .04 * now->margin;
        }
    }
    fclose(out);
    printf("games %d plies %.1f score %.2f empty %.2f starter %.3f\n", games, plies / games, scores / games / 2, blanks / games / 2, starter / games);
    return 0;
}
