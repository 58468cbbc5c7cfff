/* The tree: engine/tree.py and engine/search.py, the same floats in the same order. */
#define SURE 0.03
#define HIGHEST 50
#define ROOT_WIDTH 5
#define POLL 32
#define SLOPE 1.35
#define WIDTH 2
#define EXPLORATION 0.4
#define FIRST_PLAY 0.1
#define TEMPERATURE (4.0 * 256)
#define STOP_POLL 1024 /* after how many iterations it is asked whether to stop */

typedef struct {
    State state;
    int first, count, kids, unknown, visits, worth; /* worth: to the side that moves there */
    short place, number, passed, solved, won;
    double prior, own, exact, total, margin; /* margin: sums up points, for the trainer only */
} Node;

typedef struct {
    Node *node;
    int used, room, done;
    Memo *memo;
    const Network *network;
    const Table *table;
    Child first[3 * MOST + 1];
    int first_count;
} Tree;

static double width_at[2 * LAST + 1];
static void set_up_shares(void) {
    for (int s = 0; s <= 2 * LAST; s++) width_at[s] = 256 * (8 - 6 * s / 106.0);
}
static int value_of(const Network *network, const Table *t, const State *s) {
    if (over(s)) {
        int margin = points(s, 0) - points(s, 1);
        return margin ? 256 * margin : -1; /* the one to move came second, and loses a tie */
    }
    return network_value(network, t, s);
}
static double share(int value, const State *s) { return 1.0 / (1.0 + exp(-value / width_at[s->space[0] + s->space[1]])); }
static double finished_share(const State *s) {
    int mine = points(s, 0), theirs = points(s, 1), gap = mine > theirs ? mine - theirs : theirs - mine;
    if (gap > HIGHEST) gap = HIGHEST;
    return mine > theirs ? 1.0 - SURE + SURE * gap / HIGHEST : SURE - SURE * gap / HIGHEST;
}
/* The share of the one who has the choice. */
static double share_of(const Node *choice) {
    double mine = over(&choice->state) ? finished_share(&choice->state) : share(choice->passed ? -choice->worth : choice->worth, &choice->state);
    return choice->passed ? 1.0 - mine : mine;
}
static void plant(Node *n) {
    if (over(&n->state)) n->own = n->exact = finished_share(&n->state), n->solved = 1;
    else n->own = share(n->passed ? -n->worth : n->worth, &n->state);
}

static double unfold(Tree *tree, int at, int depth, double *margin) {
    Child held[3 * MOST + 1], *made = depth == 1 ? tree->first : held;
    int count = depth == 1 ? tree->first_count : children(tree->memo, tree->table, &tree->node[at].state, depth == 2 ? WIDTH : 1, held);
    int first = tree->used;
    if (first + count > tree->room) tree->node = realloc(tree->node, sizeof(Node) * (size_t)(tree->room = 2 * (first + count) + 4096));
    Node *n = &tree->node[at], *choice = &tree->node[first];
    tree->used += count;
    n->first = first, n->count = count;
    for (int k = 0; k < count; k++) { /* sorted by worth, the first of equals first */
        int worth = value_of(tree->network, tree->table, &made[k].state), j = k;
        if (made[k].passed) worth = -worth;
        for (; j > 0 && choice[j - 1].worth < worth; j--) choice[j] = choice[j - 1];
        memset(&choice[j], 0, sizeof(Node));
        choice[j].state = made[k].state, choice[j].worth = worth;
        choice[j].place = made[k].place, choice[j].number = made[k].number, choice[j].passed = made[k].passed, choice[j].won = made[k].won;
        n->unknown += !over(&made[k].state);
    }
    double whole = 0;
    int top = choice[0].worth;
    for (int k = 0; k < count; k++) whole += choice[k].prior = exp((choice[k].worth - top) / TEMPERATURE);
    for (int k = 0; k < count; k++) choice[k].prior = choice[k].prior / whole;
    *margin = (double)top / 256;
    if (!n->unknown) {
        n->solved = 1, n->exact = share_of(&choice[0]);
        for (int k = 1; k < count; k++)
            if (share_of(&choice[k]) > n->exact) n->exact = share_of(&choice[k]);
        return n->exact;
    }
    return 0.5 * n->own + 0.5 * share_of(&choice[0]);
}
static int choose(const Tree *tree, int at) {
    Node *n = &tree->node[at], *choice = &tree->node[n->first];
    double drive = EXPLORATION * sqrt((double)n->visits), best = -1.0;
    int found = at;
    for (int k = 0; k < n->kids; k++) {
        double score = choice[k].total / choice[k].visits + drive * choice[k].prior / (1 + choice[k].visits);
        if (score > best) best = score, found = n->first + k;
    }
    if (n->kids < n->count) {
        double mean = n->total / n->visits;
        if ((n->passed ? 1.0 - mean : mean) - FIRST_PLAY + drive * choice[n->kids].prior > best) {
            found = n->first + n->kids++;
            plant(&tree->node[found]);
        }
    }
    return found;
}
static int settle_node(Tree *tree, Node *n) {
    if (--n->unknown) return 0;
    double best = -1;
    for (int k = 0; k < n->count; k++) {
        const Node *kid = &tree->node[n->first + k];
        double one = k >= n->kids ? share_of(kid) : kid->passed ? 1.0 - kid->exact : kid->exact;
        if (one > best) best = one;
    }
    n->exact = best, n->solved = 1;
    return 1;
}
static void grow(Tree *tree) {
    int path[128], depth = 1, at = 0, settled = 0;
    double result, margin = 0;
    path[0] = 0;
    while (tree->node[at].count && !tree->node[at].solved) path[depth++] = at = choose(tree, at);
    if (!tree->node[at].solved) {
        result = unfold(tree, at, depth, &margin);
        settled = tree->node[at].solved;
    } else {
        result = tree->node[at].exact;
        margin = (tree->node[at].passed ? -1 : 1) * tree->node[at].worth / 256.0;
    }
    while (depth--) {
        Node *n = &tree->node[path[depth]];
        n->visits++;
        if (n->passed) result = 1.0 - result, margin = -margin;
        n->total += result, n->margin += margin;
        if (settled && depth) settled = settle_node(tree, &tree->node[path[depth - 1]]);
    }
}
static int is_clear(const Tree *tree, int left) {
    const Node *root = &tree->node[0];
    int first = 0, second = 0;
    if (root->solved || root->count == 1) return 1;
    for (int k = 0; k < root->kids; k++) {
        int visits = tree->node[root->first + k].visits;
        if (visits > first) second = first, first = visits;
        else if (visits > second) second = visits;
    }
    return first - second > left;
}
static double honest(double share) {
    double for_it = pow(share, SLOPE), against = pow(1.0 - share, SLOPE);
    return for_it / (for_it + against);
}
static double line_share(const Tree *tree, int k) {
    const Node *root = &tree->node[0], *kid = &tree->node[root->first + k];
    if (k >= root->kids) return share_of(kid);
    if (kid->solved) return kid->passed ? 1.0 - kid->exact : kid->exact;
    return honest(kid->total / kid->visits);
}

/* By how many points whoever moves to a node will win, by what is weighed below it: engine/search.py. */
static double expected(const Tree *tree, const Node *node) {
    if (over(&node->state) || !node->visits) return node->worth / 256.0;
    double sum = tree->node[node->first].worth / 256.0, weight = 1;
    if (node->solved) {
        for (int k = 0; k < node->count; k++) {
            double one = expected(tree, &tree->node[node->first + k]);
            if (!k || one > sum) sum = one;
        }
        return node->passed ? -sum : sum;
    }
    for (int k = 0; k < node->kids; k++) {
        const Node *kid = &tree->node[node->first + k];
        sum += kid->visits * expected(tree, kid), weight += kid->visits;
    }
    return (node->passed ? -1 : 1) * sum / weight;
}

static void settle_root(Tree *tree, const State *root, int leather) {
    Node *n = &tree->node[0];
    memset(n, 0, sizeof *n);
    n->state = *root, n->prior = 1.0;
    State seen = *root;
    if (leather) flip(&seen); /* the state of the other, who moves next, says more of it than this one can */
    double own = share(value_of(tree->network, tree->table, &seen), &seen);
    n->own = leather ? 1.0 - own : own;
    tree->first_count = leather ? leather_children(tree->memo, root, ROOT_WIDTH, tree->first) : children(tree->memo, tree->table, root, ROOT_WIDTH, tree->first);
}
/* Grows a tree over a state, for so many iterations at most; 0 if that was cancelled. `leather`: a leather patch waits to be
   sewn by the side whose state it is. */
static int search(Tree *tree, const Table *t, const State *root, int leather, int iterations, int (*cancelled)(void)) {
    if (!tree->room) tree->node = malloc(sizeof(Node) * (size_t)(tree->room = 4096));
    tree->table = t, tree->used = 1, tree->done = 0;
    settle_root(tree, root, leather);
    while (tree->done < iterations) {
        for (int left = iterations - tree->done, k = 0; k < POLL && k < left; k++) grow(tree), tree->done++;
        if (is_clear(tree, iterations - tree->done)) break;
        if (tree->done % STOP_POLL == POLL && cancelled()) return 0;
    }
    return 1;
}
/* The number of the best choice of the root. */
static int best_of(const Tree *tree) {
    const Node *n = &tree->node[0];
    int best = 0;
    for (int k = 1; k < n->count; k++) {
        int more = k < n->kids ? tree->node[n->first + k].visits : 0, most = tree->node[n->first + best].visits;
        if (n->solved || more == most ? line_share(tree, k) > line_share(tree, best) : more > most) best = k;
    }
    return best;
}
