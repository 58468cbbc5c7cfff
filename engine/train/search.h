/* MCTS with a static value at the leaves. */
typedef struct {
    Linear *linear;
    int iterations, root_most, next_most; /* placements of a patch at the root and just below */
    double c, temperature, first_play;
    double noise;  /* points, of a one-ply player; iterations 0 */
    int greedy;    /* hand-made */
} Player;

typedef struct {
    Mask mask;
    uint32_t key;
    int found;
    short number[6];
} Ranked;
#define RANKED_SLOTS (1 << 16)
typedef struct { Ranked slot[RANKED_SLOTS]; } Memo;

#define PRESELECTED 12
#define MOST 6
#define LEATHER 33

/* The best spots for a patch, the best first: see engine/spots.py, whose order this keeps. */
static int good_spots(Memo *memo, const Linear *w, Mask mask, int patch, int phase, int most, short *into) {
    uint32_t key = (uint32_t)((patch * 8 + phase) * 8 + most) + 1;
    uint64_t h = ((uint64_t)mask * 0x9E3779B97F4A7C15ull ^ (uint64_t)(mask >> 64) * 0xC2B2AE3D27D4EB4Full ^ key * 0x165667B19E3779F9ull);
    Ranked *slot = &memo->slot[(h ^ h >> 29) % RANKED_SLOTS];
    if (slot->key == key && slot->mask == mask) {
        memcpy(into, slot->number, sizeof slot->number);
        return slot->found;
    }
    int number[PRESELECTED], contact[PRESELECTED], n = 0;
    for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++) { /* of equal contact, the highest number first */
        if (placed[k] & mask) continue;
        int touch = rim[k] + popcount(neighbours[k] & mask), at = n;
        if (n == PRESELECTED && touch < contact[n - 1]) continue;
        if (n == PRESELECTED) at = n - 1;
        else n++;
        while (at > 0 && contact[at - 1] <= touch) contact[at] = contact[at - 1], number[at] = number[at - 1], at--;
        contact[at] = touch, number[at] = k;
    }
    int64_t value[MOST];
    int found = 0;
    for (int k = 0; k < n; k++) { /* of equal worth, only the highest mask */
        int64_t v = worth(w, mask | placed[number[k]], phase);
        int at = 0;
        while (at < found && value[at] > v) at++;
        if (at < found && value[at] == v) {
            if (placed[number[k]] > placed[into[at]]) into[at] = (short)number[k];
            continue;
        }
        if (at >= most) continue;
        for (int j = found < most ? found : most - 1; j > at; j--) value[j] = value[j - 1], into[j] = into[j - 1];
        value[at] = v, into[at] = (short)number[k];
        if (found < most) found++;
    }
    slot->mask = mask, slot->key = key, slot->found = found;
    memcpy(slot->number, into, sizeof slot->number);
    return found;
}

static void sew_leather(Memo *memo, const Linear *w, State *s) {
    short number[6];
    if (s->mask[0] != ALL && good_spots(memo, w, s->mask[0], LEATHER, phase_of(s->space[0]), 1, number))
        sew(s, placed[number[0]]);
}

typedef struct {
    State state;
    short place, number; /* the ring place taken, or -1 to advance; the placement */
    short flipped;
} Child;

static int children(Memo *memo, const Linear *w, const Table *t, const State *s, int most, Child *into) {
    int n = 0, places[3], found = offers(t, s, 3, places);
    for (int k = -1; k < found; k++) {
        short numbers[6];
        int count = 1;
        if (k >= 0) {
            int patch = t->ring[places[k]];
            if (COST[patch] > s->buttons[0]) continue;
            count = good_spots(memo, w, s->mask[0], patch, phase_of(s->space[0]), most, numbers);
        }
        for (int j = 0; j < count; j++) {
            Child *c = &into[n++];
            c->state = *s;
            c->place = (short)(k < 0 ? -1 : places[k]), c->number = k < 0 ? -1 : numbers[j];
            int won = k < 0 ? advance(t, &c->state) : take(t, &c->state, places[k], numbers[j]);
            if (won) sew_leather(memo, w, &c->state);
            c->flipped = c->state.space[0] > c->state.space[1];
            settle(&c->state);
        }
    }
    return n;
}

static int value_of(const Player *p, const Table *t, const State *s) {
    if (over(s)) {
        int margin = points(s, 0) - points(s, 1);
        return margin ? 256 * margin : -1; /* a tie is won by the side that arrived first: not the one on top */
    }
    return linear_value(p->linear, t, s);
}
static double share_of(int value, const State *s) {
    if (over(s)) return value > 0;
    double width = 256.0 * (8.0 - 6.0 * (s->space[0] + s->space[1]) / 106.0);
    return 1.0 / (1.0 + exp(-value / width));
}

typedef struct {
    State state;
    int first, count, visits, over;
    float prior;
    short place, number, flipped;
    double sum, margin; /* of the side to move there */
    double share;       /* before it is expanded */
    int value;
} Node;

typedef struct {
    Node *node;
    int used, room;
    Memo *memo;
} Tree;

static double expand(const Player *p, const Table *t, Tree *tree, int at, int most, double *margin) {
    Child child[3 * MOST + 1];
    Node *n = &tree->node[at];
    int count = children(tree->memo, p->linear, t, &n->state, most, child);
    double best = -1, total = 0, weight[3 * MOST + 1], top = -1e30, best_margin = 0;
    n->first = tree->used, n->count = count;
    for (int k = 0; k < count; k++) {
        Node *c = &tree->node[tree->used++];
        memset(c, 0, sizeof *c);
        c->state = child[k].state, c->place = child[k].place, c->number = child[k].number, c->flipped = child[k].flipped;
        c->over = over(&c->state);
        c->value = value_of(p, t, &c->state);
        c->share = share_of(c->value, &c->state);
        double v = (c->flipped ? -c->value : c->value) / 256.0, share = c->flipped ? 1 - c->share : c->share;
        weight[k] = v / p->temperature;
        if (weight[k] > top) top = weight[k];
        if (share > best) best = share, best_margin = v;
    }
    for (int k = 0; k < count; k++) total += weight[k] = exp(weight[k] - top);
    for (int k = 0; k < count; k++) tree->node[n->first + k].prior = (float)(weight[k] / total);
    *margin = .5 * n->value / 256.0 + .5 * best_margin;
    return .5 * n->share + .5 * best;
}

/* The number of the root's best child; the tree stays until the next search. */
static int search(const Player *p, const Table *t, Tree *tree, const State *root) {
    int need = (p->iterations + 2) * (3 * MOST + 2) / 2 + 4096;
    if (tree->room < need) tree->node = realloc(tree->node, sizeof(Node) * (size_t)(tree->room = need));
    memset(&tree->node[0], 0, sizeof(Node));
    tree->used = 1;
    tree->node[0].state = *root;
    tree->node[0].value = value_of(p, t, root);
    tree->node[0].share = share_of(tree->node[0].value, root);
    int path[128];
    for (int it = 0; it < p->iterations; it++) {
        int depth = 0, at = 0;
        path[0] = 0;
        double margin;
        while (tree->node[at].count) {
            Node *n = &tree->node[at];
            double parent = n->visits ? n->sum / n->visits : n->share, best = -1e30, root_visits = sqrt((double)n->visits);
            int choice = 0;
            for (int k = 0; k < n->count; k++) {
                Node *c = &tree->node[n->first + k];
                double q = c->visits ? (c->flipped ? 1 - c->sum / c->visits : c->sum / c->visits) : parent - p->first_play;
                double u = q + p->c * c->prior * root_visits / (1 + c->visits);
                if (u > best) best = u, choice = k;
            }
            at = n->first + choice;
            path[++depth] = at;
        }
        double share = tree->node[at].share;
        margin = tree->node[at].value / 256.0;
        if (!tree->node[at].over && tree->used + 3 * MOST + 1 < tree->room)
            share = expand(p, t, tree, at, depth == 0 ? p->root_most : depth == 1 ? p->next_most : 1, &margin);
        for (int k = depth;; k--) {
            Node *n = &tree->node[path[k]];
            n->visits++, n->sum += share, n->margin += margin;
            if (!k) break;
            if (n->flipped) share = 1 - share, margin = -margin;
        }
    }
    int best = 0;
    const Node *r = &tree->node[0];
    for (int k = 1; k < r->count; k++)
        if (tree->node[r->first + k].visits > tree->node[r->first + best].visits) best = k;
    return best;
}
