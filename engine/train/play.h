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
/* One position as 256 bytes: engine/train/data.py reads them. */
static void record(const Table *t, const State *s, uint8_t *r) {
    memset(r, 0, RECORD);
    for (int side = 0; side < 2; side++) {
        Padded p = padded(s->mask[side]);
        for (int row = 0; row < 9; row++)
            for (int third = 0; third < 3; third++)
                for (int x = 0; x < 3; x++) r[WINDOWS * side + class_of[window_at(strip_at(&p, row, third), x)]]++;
        uint8_t *one = r + 204 + side;
        one[0] = (uint8_t)s->space[side], one[2] = (uint8_t)(s->buttons[side] > 255 ? 255 : s->buttons[side]);
        one[4] = (uint8_t)s->income[side], one[6] = (uint8_t)empty(s->mask[side]), one[8] = (uint8_t)missing(s->mask[side]);
    }
    int places[12], found = offers(t, s, 12, places);
    r[214] = (uint8_t)s->bonus, r[215] = (uint8_t)t->track, r[216] = (uint8_t)found;
    for (int k = 0; k < 12; k++) r[217 + k] = (uint8_t)(k < found ? t->ring[places[k]] : 255);
}

static Memo *new_memo(void) { return calloc(1, sizeof(Memo)); }

static int write_games(const char *weights, uint64_t seed, int games, int iterations, double randomness, const char *path) {
    static Linear linear;
    read_linear(&linear, weights);
    Player p = {&linear, iterations, 3, 2, .4, 2.5, .1, 0, 0};
    Tree tree = {0, 0, 0, new_memo()};
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
            int best = search(&p, &t, &tree, &s);
            const Node *root = &tree.node[0];
            now->share = root->sum / root->visits, now->margin = root->margin / root->visits;
            if (now->random) best = (int)(draw(&random) % (uint64_t)root->count);
            const Node *c = &tree.node[root->first + best];
            if (c->flipped) seat = 1 - seat;
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

/* PLAYER: greedy | WEIGHTS:ITERATIONS | WEIGHTS:noise:POINTS */
static Player player(const char *words) {
    Player p = {0, 0, 5, 2, .4, 2.5, .1, 0, 0};
    char path[500];
    if (!strcmp(words, "greedy")) { p.greedy = 1; return p; }
    const char *colon = strchr(words, ':');
    if (!colon) { fprintf(stderr, "%s is no player\n", words); exit(2); }
    snprintf(path, sizeof path, "%.*s", (int)(colon - words), words);
    p.linear = malloc(sizeof(Linear));
    read_linear(p.linear, path);
    if (!strncmp(colon, ":noise:", 7)) p.noise = atof(colon + 7);
    else p.iterations = atoi(colon + 1);
    for (const char *at = colon; (at = strchr(at, ',')); at++) { /* ,c=.4,t=2.5,f=.1,n=2,r=5 */
        double value = atof(at + 3);
        if (at[1] == 'c') p.c = value;
        if (at[1] == 't') p.temperature = value;
        if (at[1] == 'f') p.first_play = value;
        if (at[1] == 'n') p.next_most = (int)value;
        if (at[1] == 'r') p.root_most = (int)value;
    }
    return p;
}

/* Hand-made: edges, holes, buttons and income. */
static double hand_made(const State *s, int side) {
    Mask m = s->mask[side], free = ALL & ~m;
    int edges = popcount(free & ~(free << 1 & ~left_column)) + popcount(free & ~(free >> 1 & ~right_column)) + popcount(free & ~(free << 9)) + popcount(free & ~(free >> 9));
    Mask with = (free << 1 & ~left_column) | (free >> 1 & ~right_column) | free << 9 | free >> 9;
    int holes = popcount(free & ~with);
    return s->buttons[side] + s->income[side] * incomes_left[s->space[side]] - 2 * empty(m) - .5 * edges - 2 * holes + (s->bonus == side + 1 ? 7 : 0);
}
static int greedy_move(const Table *t, const State *s, State *after, int *flipped) {
    double best = -1e30;
    int places[3], found = offers(t, s, 3, places), n = 0;
    for (int k = -1; k < found; k++) {
        int from = 0, to = 1;
        if (k >= 0) {
            int patch = t->ring[places[k]];
            if (COST[patch] > s->buttons[0]) continue;
            from = FIRST[patch], to = FIRST[patch + 1];
        }
        for (int j = from; j < to; j++) {
            if (k >= 0 && placed[j] & s->mask[0]) continue;
            State c = *s;
            int won = k < 0 ? advance(t, &c) : take(t, &c, places[k], j);
            if (won) {
                double top = -1e30;
                Mask where = 0;
                for (Mask free = ALL & ~c.mask[0]; free; free &= free - 1) {
                    State d = c;
                    d.mask[0] |= free & -free;
                    double v = hand_made(&d, 0);
                    if (v > top) top = v, where = free & -free;
                }
                if (where) sew(&c, where);
            }
            double v = hand_made(&c, 0) - 2.0 * (c.space[0] - s->space[0]);
            if (v > best) {
                best = v, *flipped = c.space[0] > c.space[1];
                settle(&c);
                *after = c, n++;
            }
        }
    }
    return n;
}

static State played(const Player *p, const Table *t, Tree *tree, const State *s, Random *random, int *flipped) {
    State after = *s;
    if (p->greedy) {
        greedy_move(t, s, &after, flipped);
        return after;
    }
    Player one = *p;
    if (!p->iterations) one.iterations = 1;
    int best = search(&one, t, tree, s);
    const Node *root = &tree->node[0];
    if (!p->iterations) {
        double top = -1e30;
        for (int k = 0; k < root->count; k++) {
            const Node *c = &tree->node[root->first + k];
            double v = (c->flipped ? -c->value : c->value) / 256.0, u = 1 - unit(random), a = unit(random);
            v += p->noise * sqrt(-2 * log(u)) * cos(6.283185307179586 * a);
            if (v > top) top = v, best = k;
        }
    }
    const Node *c = &tree->node[root->first + best];
    *flipped = c->flipped;
    return c->state;
}

/* Paired rings, both seats, both tracks unless one is told; a line a pair: the games the first player won, of two, and its margins. */
static int match(const char *one, const char *two, uint64_t seed, int pairs, int track) {
    Player players[2] = {player(one), player(two)};
    Tree trees[2] = {{0, 0, 0, new_memo()}, {0, 0, 0, new_memo()}};
    int wins = 0, starter = 0;
    double sums[2] = {0, 0};
    for (int pair = 0; pair < pairs; pair++) {
        for (int first = 0; first < 2; first++) {
            Random random = {seed * 7919 + (uint64_t)pair};
            Table t;
            deal(&t, &random, track);
            State s = start();
            int turn = first, flipped = 0;
            while (!over(&s)) {
                s = played(&players[turn], &t, &trees[turn], &s, &random, &flipped);
                if (flipped) turn = 1 - turn;
            }
            int margin = points(&s, 0) - points(&s, 1), winner = margin > 0 ? turn : 1 - turn;
            wins += winner == 0, starter += winner == first;
            sums[turn] += points(&s, 0), sums[1 - turn] += points(&s, 1);
        }
    }
    printf("won %d of %d score %.1f v %.1f starter %d\n", wins, 2 * pairs, sums[0] / pairs / 2, sums[1] / pairs / 2, starter);
    return 0;
}
