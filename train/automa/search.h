/* The tree of engine/automa/tree.py: the same floats in the same order. */
#define EXPLORATION 0.4
#define TEMPERATURE (2.5 * 256)
#define FIRST_PLAY 0.1
#define ROOT_WIDTH 5
#define POLL 32

typedef struct {
    Solo state;
    int first, count, visits, depth, worth, place, number; /* place: -1 to advance */
    double prior, total;
} Node;

static Node *tree;
static int used, room;
static const int STRIDE[13] = {1, 1, 1, 2, 3, 3, 5, 5, 5, 5, 7, 7, 7};

static int plant_alone(const Solo *s, int depth) {
    if (used == room) tree = realloc(tree, sizeof(Node) * (size_t)(room = room ? 2 * room : 1 << 16));
    tree[used] = (Node){.state = *s, .depth = depth, .place = -1};
    return used++;
}
/* The moves worth a thought, the best first, with their priors. */
static void unfold_alone(const Setting *g, int at, int width) {
    Solo s = tree[at].state, after = s;
    int first = used, places[3], numbers[12], n = offered(g, &s, places);
    advance_alone(g, &after);
    plant_alone(&after, tree[at].depth + 1);
    for (int k = 0; k < n; k++) {
        int patch = g->ring.ring[places[k]];
        if (COST[patch] > s.buttons) continue;
        int found = spots_alone(g, &s, patch, min_of(s.space + TIME[patch], LAST), width, numbers);
        for (int j = 0; j < found; j++) {
            after = s;
            take_alone(g, &after, places[k], numbers[j]);
            int one = plant_alone(&after, tree[at].depth + 1);
            tree[one].place = places[k], tree[one].number = numbers[j];
        }
    }
    int count = used - first;
    for (int k = 0; k < count; k++) tree[first + k].worth = value_alone(g, &tree[first + k].state);
    for (int k = 1; k < count; k++)
        for (int j = first + k; j > first && tree[j - 1].worth < tree[j].worth; j--) {
            Node held = tree[j];
            tree[j] = tree[j - 1], tree[j - 1] = held;
        }
    double whole = 0.0;
    for (int k = 0; k < count; k++) whole += tree[first + k].prior = exp((tree[first + k].worth - tree[first].worth) / TEMPERATURE);
    for (int k = 0; k < count; k++) tree[first + k].prior /= whole;
    tree[at].first = first, tree[at].count = count;
}
static int choose_alone(int at) {
    Node *node = &tree[at];
    double drive = EXPLORATION * sqrt(node->visits), best = -1.0;
    int found = node->first;
    for (int k = node->first; k < node->first + node->count; k++) {
        Node *kid = &tree[k];
        double score = kid->visits ? kid->total / kid->visits + drive * kid->prior / (1 + kid->visits)
                                   : node->total / node->visits - FIRST_PLAY + drive * kid->prior;
        if (score > best) best = score, found = k;
        if (!kid->visits) break; /* the rest was not tried either, and has lower priors */
    }
    return found;
}
/* What the card leads to whose turn it is. */
static int draw_card(const Setting *g, int at) {
    if (!tree[at].count) {
        Solo s = tree[at].state;
        int cards[12], budget = s.drawn == tree[0].state.drawn && s.first_deck == tree[0].state.first_deck ? g->budget : -1;
        int n = cards_left(g, &s, budget, cards), first = used, start = (s.space * 7 + s.space2 * 3 + __builtin_popcountll(s.left)) % n;
        for (int k = 0; k < n; k++) {
            Solo after = s;
            reveal(g, &after, cards[(start + k * STRIDE[n]) % n]);
            plant_alone(&after, tree[at].depth);
        }
        tree[at].first = first, tree[at].count = n;
    }
    return tree[at].first + (tree[at].visits - (tree[at].state.space == LAST)) % tree[at].count;
}
static void grow_alone(const Setting *g) {
    static int path[512];
    int at = 0, length = 0;
    double result;
    for (;;) {
        path[length++] = at;
        Solo *s = &tree[at].state;
        if (is_over(s) || (s->space == LAST && !tree[at].visits)) {
            result = share_alone(g, s, value_alone(g, s));
            break;
        }
        if (!s->to_move) at = draw_card(g, at);
        else if (tree[at].count) at = choose_alone(at);
        else {
            unfold_alone(g, at, at == 0 ? ROOT_WIDTH : tree[at].depth == 1 ? 2 : 1);
            Node *node = &tree[at], *best = &tree[node->first];
            result = 0.5 * share_alone(g, &node->state, value_alone(g, &node->state)) + 0.5 * share_alone(g, &best->state, best->worth);
            break;
        }
    }
    for (int k = 0; k < length; k++) tree[path[k]].visits++, tree[path[k]].total += result;
}
static int is_clear(int left) {
    int first = 0, second = 0;
    for (int k = tree[0].first; k < tree[0].first + tree[0].count; k++) {
        int visits = tree[k].visits;
        if (visits > first) second = first, first = visits;
        else if (visits > second) second = visits;
    }
    return tree[0].count == 1 || first - second > left;
}
/* The best move, as a node; one iteration looks at the next move alone. */
static Node *think_alone(const Setting *g, const Solo *s, int iterations) {
    used = 0;
    plant_alone(s, 0);
    for (int done = 0; done < iterations && !(done && is_clear(iterations - done));)
        for (int k = 0; k < POLL && done < iterations; k++, done++) grow_alone(g);
    Node *best = &tree[tree[0].first];
    for (Node *kid = best; kid < &tree[tree[0].first + tree[0].count]; kid++)
        if (kid->visits > best->visits || (kid->visits && kid->visits == best->visits && kid->total > best->total)) best = kid;
    return best;
}
