/* The tree: engine/tree.py, the same floats in the same order. */
#define SURE 0.03
#define HIGHEST 50
#define ROOT_WIDTH 5
#define POLL 32
#define SLOPE 1.35
#define WIDTH 2
#define EXPLORATION 0.4
#define FIRST_PLAY 0.1
#define TEMPERATURE (4.0 * 256)
#define TEMPERATURE_ALONE (2.5 * 256)
#define STOP_POLL 1024 /* after how many iterations it is asked whether to stop */

typedef struct {
    double prior, total; /* what is asked for most often comes first, to lie side by side in memory */
    int visits, first, count, next; /* next: beside it; where the Automa is to move, what the card after this one leads to */
    short passed, solved;
    int unknown, worth; /* worth: to the side that moves there */
    State state;
    double own, exact, margin; /* margin: sums up points, for the trainer only */
} Node;

typedef struct {
    Node *node;
    int used, room, done;
    const Table *table;
    Child first[3 * MOST + 1];
    int first_count;
} Tree;

static double width_at[2 * LAST + 1];
static void set_up(void) {
    set_up_rules(), set_up_shades(), set_up_knots();
    for (int s = 0; s <= 2 * LAST; s++) width_at[s] = 256 * (8 - 6 * s / 106.0);
}
static int value_of(const Table *t, const State *s) {
    if (over(s)) {
        int margin = points(s, 0) - points(s, 1);
        return margin || t->level ? 256 * margin : -1; /* the one to move came second, and loses a tie */
    }
    return t->level ? value_alone(t, s) : network_value(t, s);
}
/* The chance to win of side 0 that a value means. */
static double share(const Table *t, int value, const State *s) {
    if (!over(s)) {
        int gone = s->space[0] + s->space[1];
        return 1.0 / (1.0 + exp(-value / (t->level ? weights.width[(2 * LAST - gone) / 10] : width_at[gone])));
    }
    int margin = points(s, 0) - points(s, 1), has_won = margin > 0 || (!margin && !s->to_move);
    double lead = SURE * least_of(abs(margin), HIGHEST) / HIGHEST;
    return has_won ? 1.0 - SURE + lead : SURE - lead;
}
/* Turns a share of the one to move into that of the one who moves here. */
static double of_mover(const Node *n, double share) { return n->passed ? 1.0 - share : share; }
static Node node_of(const Tree *tree, const State *s, int passed) {
    int value = value_of(tree->table, s);
    double own = share(tree->table, value, s);
    return (Node){.state = *s, .worth = passed ? -value : value, .passed = (short)passed, .own = own, .exact = own, .solved = (short)over(s)};
}
/* All that may follow is known, and so is its exact share. */
static double settle(const Tree *tree, Node *n) {
    n->solved = 1, n->exact = -1;
    for (int k = 0; k < n->count; k++) n->exact = fmax(n->exact, of_mover(&tree->node[n->first + k], tree->node[n->first + k].exact));
    return n->exact;
}

/* Makes room for so many nodes, and returns the number of the first. */
static int more_nodes(Tree *tree, int count) {
    int first = tree->used;
    tree->used += count;
    if (tree->used > tree->room) tree->node = realloc(tree->node, sizeof(Node) * (size_t)(tree->room = 2 * tree->used + 4096));
    return first;
}
/* Gives a node its choices; `moves` were made on the way to it. */
static double unfold(Tree *tree, int at, int moves, double *margin) {
    Child held[3 * MOST + 1], *made = moves ? held : tree->first;
    const Table *t = tree->table;
    State s = tree->node[at].state;
    int count = moves ? children(t, &s, moves == 1 ? WIDTH : 1, made) : tree->first_count, first = more_nodes(tree, count);
    Node *n = &tree->node[at], *choice = &tree->node[first];
    n->first = first, n->count = count, n->unknown = t->level > 0; /* the cards leave too much open to solve anything */
    for (int k = 0; k < count; k++) foresee(&made[k].state);
    for (int k = 0; k < count; k++) { /* sorted by worth, the first of equals first */
        Node one = node_of(tree, &made[k].state, made[k].passed);
        int j = k;
        for (; j > 0 && choice[j - 1].worth < one.worth; j--) choice[j] = choice[j - 1];
        choice[j] = one;
        n->unknown += !one.solved;
    }
    double whole = 0;
    int top = choice[0].worth;
    for (int k = 0; k < count; k++) whole += choice[k].prior = exp((choice[k].worth - top) / (t->level ? TEMPERATURE_ALONE : TEMPERATURE));
    for (int k = 0; k < count; k++) choice[k].prior = choice[k].prior / whole, choice[k].next = first + k + 1;
    *margin = (double)top / 256;
    return n->unknown ? 0.5 * n->own + 0.5 * of_mover(choice, choice->own) : settle(tree, n);
}
static int choose(const Tree *tree, int at) {
    const Node *n = &tree->node[at], *choice = &tree->node[n->first];
    double drive = EXPLORATION * sqrt((double)n->visits), best = -1.0;
    int found = at;
    for (int k = 0; k < n->count; k++) {
        const Node *one = &choice[k];
        double score = one->visits ? one->total / one->visits + drive * one->prior / (1 + one->visits)
                                   : of_mover(n, n->total / n->visits) - FIRST_PLAY + drive * one->prior;
        if (score > best) best = score, found = n->first + k;
        if (!one->visits) break;
    }
    return found;
}
/* What the card leads to whose turn it is, where the Automa is to move. Those that may come up take turns, in steps, as cards
   side by side are much alike. */
static int draw_card(Tree *tree, int at) {
    static const int step[CARD_COUNT + 1] = {1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 7, 7, 7};
    const Table *t = tree->table;
    State s = tree->node[at].state;
    int cards[CARD_COUNT], n = cards_left(&s, cards), fitting = 0;
    if (t->budget >= 0 && s.cards == tree->node[0].state.cards)
        for (int k = 0; k < n; k++)
            if (CARDS[t->deck][cards[k]].budget == t->budget) cards[fitting++] = cards[k];
    if (fitting) n = fitting;
    int turn = (tree->node[at].visits - (s.space[0] == LAST)) % n; /* there its first visit was a leaf */
    int start = (s.space[0] * 7 + s.space[1] * 3 + __builtin_popcountll(s.left)) % n, found = tree->node[at].first;
    for (int k = 1; k < turn; k++) found = tree->node[found].next;
    if (turn < tree->node[at].count) return turn ? tree->node[found].next : found;
    int made = more_nodes(tree, 1);
    reveal(t, &s, cards[(start + turn * step[n]) % n]);
    tree->node[made] = node_of(tree, &s, 0);
    *(tree->node[at].count++ ? &tree->node[found].next : &tree->node[at].first) = made;
    return made;
}
static void grow(Tree *tree) {
    int path[128], depth = 0, at = 0, moves = 0, settled = 0;
    double result = -1, margin = 0;
    while (result < 0) {
        const Node *n = &tree->node[at];
        int awaits_card = at && !n->state.to_move;
        path[depth++] = at;
        if (n->solved || (awaits_card && n->state.space[0] == LAST && !n->visits)) {
            result = n->exact;
            margin = (n->passed ? -1 : 1) * n->worth / 256.0;
        } else if (awaits_card) at = draw_card(tree, at);
        else if (n->count) at = choose(tree, at), moves++;
        else result = unfold(tree, at, moves, &margin), settled = tree->node[at].solved;
    }
    while (depth--) {
        Node *n = &tree->node[path[depth]];
        n->visits++;
        if (n->passed) result = 1.0 - result, margin = -margin;
        n->total += result, n->margin += margin;
        settled = settled && depth && !--tree->node[path[depth - 1]].unknown;
        if (settled) settle(tree, &tree->node[path[depth - 1]]);
    }
}
static int is_clear(const Tree *tree, int left) {
    const Node *root = &tree->node[0];
    int first = 0, second = 0;
    if (root->solved || root->count == 1) return 1;
    for (int k = 0; k < root->count; k++) {
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
    const Node *kid = &tree->node[tree->node[0].first + k];
    double share = of_mover(kid, kid->exact);
    if (!kid->visits || (kid->solved && !tree->table->level)) return share;
    double mean = kid->total / kid->visits;
    return tree->table->level ? mean : honest(mean); /* engine/automa/value.py makes it honest */
}

/* By how many points whoever moves to a node will win, by what is weighed below it. */
static double expected(const Tree *tree, const Node *node) {
    if (!node->visits || !node->count) return node->worth / 256.0;
    const Node *kid = &tree->node[node->first];
    double most = -1e9, weight = kid->prior > 0, sum = weight * kid->worth / 256.0; /* a card has no prior */
    for (int k = 0; k < node->count; k++, kid = &tree->node[kid->next]) {
        double one = expected(tree, kid);
        most = fmax(most, one), sum += kid->visits * one, weight += kid->visits;
    }
    return (node->passed ? -1 : 1) * (node->solved ? most : sum / weight);
}

/* Begins with a root whose patches are tried in so many spots. `leather`: a leather patch waits to be sewn by side 0. */
static void start_tree(Tree *tree, const Table *t, const State *root, int leather, int width) {
    tree->table = t, tree->used = tree->done = 0;
    State seen = *root;
    if (leather && !t->level) flip(&seen); /* the state of the other, who moves next, says more of it than this one can */
    Node *n = (more_nodes(tree, 1), tree->node);
    *n = node_of(tree, &seen, 0), n->state = *root, n->worth = 0;
    if (leather && !t->level) n->own = 1.0 - n->own;
    tree->first_count = (leather ? leather_children : children)(t, root, width, tree->first);
}
/* Grows a tree over a state, for so many iterations at most; 0 if that was cancelled. */
static int search(Tree *tree, const Table *t, const State *root, int leather, int iterations, int (*cancelled)(void)) {
    start_tree(tree, t, root, leather, ROOT_WIDTH);
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
        int more = tree->node[n->first + k].visits, most = tree->node[n->first + best].visits;
        if (n->solved || (more && more == most) ? line_share(tree, k) > line_share(tree, best) : more > most) best = k;
    }
    return best;
}
