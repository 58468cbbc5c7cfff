/* Games: what the trainer learns from, and matches. */
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
static void record_numbers(const Table *t, const State *s, int missing, int missing2, uint8_t *r) {
    for (int side = 0; side < 2; side++) {
        uint8_t *one = r + 204 + side;
        one[0] = (uint8_t)s->space[side], one[2] = (uint8_t)least_of(s->buttons[side], 255);
        one[4] = (uint8_t)s->income[side], one[6] = (uint8_t)empty(s->mask[side]), one[8] = (uint8_t)(side ? missing2 : missing);
    }
    int places[12], found = offers(t, s, 12, places);
    r[214] = (uint8_t)s->bonus, r[215] = (uint8_t)t->track, r[216] = (uint8_t)found;
    for (int k = 0; k < 12; k++) r[217 + k] = (uint8_t)(k < found ? t->ring[places[k]] : 255);
}
/* One position as 256 bytes: train/data.py reads them. */
static void record(const Table *t, const State *s, uint8_t *r) {
    memset(r, 0, RECORD);
    for (int side = 0; side < 2; side++) {
        Padded p = padded(s->mask[side]);
        for (int row = 0; row < 9; row++)
            for (int third = 0; third < 3; third++)
                for (int x = 0; x < 3; x++) r[WINDOWS * side + class_of[window_at(strip_at(&p, row, third), x)]]++;
    }
    record_numbers(t, s, missing(s->mask[0]), missing(s->mask[1]), r);
}

static Tree *new_tree(void) {
    Tree *tree = calloc(1, sizeof(Tree));
    tree->memo = calloc(1, sizeof(Memo));
    return tree;
}
static Player ordinary(Linear *linear, int iterations) {
    return (Player){linear, NULL, iterations, 2, 0.4, 4.0 * 256, 0.1, 0, 0, 0};
}

static int next_int(char **at) { return (int)strtol(*at, at, 10); }
/* LINEAR.json, or LINEAR.json+NETWORK */
static void read_weights(Player *p, char *path) {
    char *plus = strchr(path, '+');
    if (plus) *plus = 0, p->network = read_network(plus + 1);
    p->linear = calloc(1, sizeof(Linear));
    read_linear(p->linear, path);
}

static int write_games(char *weights, uint64_t seed, int games, int iterations, double randomness, const char *path) {
    Player p = ordinary(NULL, iterations);
    read_weights(&p, weights);
    Tree *tree = new_tree();
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
            int best = search(&p, &t, tree, &s, 0);
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

/* PLAYER: greedy | WEIGHTS:ITERATIONS | WEIGHTS:error:UNITS */
static Player player(const char *words) {
    Player p = ordinary(NULL, 0);
    char path[500];
    if (!strcmp(words, "greedy")) { p.greedy = 1; return p; }
    const char *colon = strchr(words, ':');
    if (!colon) { fprintf(stderr, "%s is no player\n", words); exit(2); }
    snprintf(path, sizeof path, "%.*s", (int)(colon - words), words);
    read_weights(&p, path);
    p.solves = 1;
    if (!strncmp(colon, ":error:", 7)) p.error = atoi(colon + 7);
    else p.iterations = atoi(colon + 1);
    for (const char *at = colon; (at = strchr(at, ',')); at++) { /* ,c=.4,t=4,f=.1,w=2,s=1 to try other constants */
        double value = atof(at + 3);
        if (at[1] == 'c') p.exploration = value;
        if (at[1] == 't') p.temperature = 256 * value;
        if (at[1] == 'f') p.first_play = value;
        if (at[1] == 'w') p.width = (int)value;
        if (at[1] == 's') p.solves = (int)value;
    }
    return p;
}

/* Hand-made: edges, holes, buttons and income. */
static double hand_made(const State *s, int side) {
    Mask m = s->mask[side], free = ALL & ~m;
    int edges = popcount(free & ~(free << 1 & ~left_column)) + popcount(free & ~(free >> 1 & ~right_column)) + popcount(free & ~(free << 9)) + popcount(free & ~(free >> 9));
    Mask with = (free << 1 & ~left_column) | (free >> 1 & ~right_column) | free << 9 | free >> 9;
    int holes = popcount(free & ~with);
    return s->buttons[side] + s->income[side] * incomes_left[s->space[side]] - 2 * empty(m) - .5 * edges - 2 * holes - 2 * s->space[side] + (s->bonus == side + 1 ? 7 : 0);
}
/* A move in a match: what it leads to, as `game` has it, with leather waiting to be sewn by the side whose state it is. */
typedef struct {
    State after;
    int passed, leather, place, exact, iterations;
    Mask sewn;
    double share;
} Move;

static void make(const Table *t, const State *s, Move *m) {
    m->after = *s;
    int won = 0;
    if (m->place == -1) won = advance(t, &m->after);
    else {
        if (m->place >= 0) pay(t, &m->after, m->place);
        sew(&m->after, m->sewn & ~s->mask[0]);
        if (m->place >= 0) won = travel(t, &m->after, TIME[t->ring[m->place]]);
    }
    m->leather = won && m->after.mask[0] != ALL;
    m->passed = !m->leather && m->after.space[0] > m->after.space[1];
    if (m->passed) flip(&m->after);
}
static Move greedy(const Table *t, const State *s, int leather) {
    Move best = {*s, 0, 0, 0, 0, 0, 0, 0};
    double top = -1e30;
    int places[3], found = leather ? 0 : offers(t, s, 3, places);
    for (int k = leather ? -2 : -1; k < (leather ? -1 : found); k++) {
        int patch = k >= 0 ? t->ring[places[k]] : LEATHER;
        if (k >= 0 && COST[patch] > s->buttons[0]) continue;
        for (int j = k == -1 ? 0 : FIRST[patch]; j < (k == -1 ? 1 : FIRST[patch + 1]); j++) {
            if (k != -1 && placed[j] & s->mask[0]) continue;
            Move m = {*s, 0, 0, k >= 0 ? places[k] : k, 0, 0, k == -1 ? s->mask[0] : s->mask[0] | placed[j], 0};
            make(t, s, &m);
            double v = hand_made(&m.after, m.passed);
            if (v > top) top = v, best = m;
        }
    }
    return best;
}

static Move think(const Player *p, const Table *t, Tree *tree, const State *s, int leather) {
    Move m = {*s, 0, 0, 0, 0, 0, 0, 0};
    int result;
    if (p->solves && solve(p->linear, t, s, leather, p->iterations, &m.place, &m.sewn, &result)) m.exact = 1, m.share = result > 0;
    else {
        int best = search(p, t, tree, s, leather);
        const Node *found = &tree->node[tree->node[0].first + best];
        const Child *c = tree->first + tree->first_count - 1;
        while (!same_state(&c->state, &found->state)) c--; /* leather can make two placements the same */
        m.place = c->place, m.sewn = s->mask[0] | (c->place == -1 ? 0 : placed[c->number]);
        m.share = line_share(tree, best), m.iterations = tree->done, m.exact = tree->node[0].solved;
    }
    make(t, s, &m);
    return m;
}

/* How wrong a choice is judged by a player who misjudges: engine/levels.py. */
static int64_t misjudgement(const Table *t, const State *s, int choice, int error) {
    uint64_t hash = 0, numbers[11 + 33 + 1];
    int n = 0;
    for (int side = 0; side < 2; side++) {
        numbers[n++] = (uint64_t)s->mask[side], numbers[n++] = (uint64_t)(s->mask[side] >> 64);
        numbers[n++] = (uint64_t)s->buttons[side], numbers[n++] = (uint64_t)s->space[side], numbers[n++] = (uint64_t)s->income[side];
    }
    numbers[n++] = (uint64_t)s->bonus;
    for (int k = 0; k < t->count; k++) numbers[n++] = (uint64_t)t->ring[k];
    numbers[n++] = (uint64_t)choice;
    for (int k = 0; k < n; k++) {
        hash = (hash ^ numbers[k]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
    }
    int64_t fields = 0;
    for (int shift = 0; shift < 64; shift += 16) fields += hash >> shift & 0xFFFF;
    return floor_div((fields - 2 * 0xFFFF) * error, 37837);
}
static Move glance(const Player *p, const Table *t, Tree *tree, const State *s, int leather) {
    Child child[4 * MOST];
    int n = leather ? leather_children(tree->memo, p->linear, s, 1, child) : children(tree->memo, p->linear, t, s, 1, child), best = 0;
    int64_t top = INT64_MIN;
    /* the numbers of a position are those of the ring that is left in it */
    Table seen = {0, {0}, t->track};
    int places[33], found = offers(t, s, 33, places);
    for (int k = 0; k < found; k++) seen.ring[seen.count++] = t->ring[places[k]];
    for (int k = 0; k < n; k++) {
        int worth = value_of(p, t, &child[k].state), choice = child[k].place == -1 ? 99 : child[k].place == -2 ? LEATHER : t->ring[child[k].place];
        int64_t v = (child[k].passed ? -worth : worth) + misjudgement(&seen, s, choice, p->error);
        if (v > top) top = v, best = k;
    }
    Move m = {*s, 0, 0, child[best].place, 0, n, s->mask[0] | (child[best].place == -1 ? 0 : placed[child[best].number]), 0};
    make(t, s, &m);
    return m;
}

/* For each line of input, a track (0 classic, 1 revised) and a ring from the pawn on: two games, each player starting one.
   Prints the points of both players in each, and which of them won. */
static int match(const char *one, const char *two) {
    static char line[1024];
    Player players[2] = {player(one), player(two)};
    Tree *trees[2] = {new_tree(), new_tree()};
    while (fgets(line, sizeof line, stdin)) {
        char *at = line;
        Table t = {33, {0}, next_int(&at)};
        for (int k = 0; k < 33; k++) t.ring[k] = next_int(&at);
        for (int first = 0; first < 2; first++) {
            Move m = {start(), 0, 0, 0, 0, 0, 0, 0};
            int turn = first;
            while (!over(&m.after) || m.leather) {
                State s = m.after;
                const Player *p = &players[turn];
                m = (p->greedy ? greedy(&t, &s, m.leather) : p->iterations ? think(p, &t, trees[turn], &s, m.leather) : glance(p, &t, trees[turn], &s, m.leather));
                if (m.passed) turn = 1 - turn;
            }
            int mine = points(&m.after, 0), theirs = points(&m.after, 1), winner = mine > theirs ? turn : 1 - turn;
            printf("%d %d %d%s", turn ? theirs : mine, turn ? mine : theirs, winner + 1, first ? "\n" : " ");
        }
    }
    return 0;
}
