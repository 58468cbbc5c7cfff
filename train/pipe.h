/* States in, answers out, a line each: how the copy is compared with Python.

   value STATE | children WIDTH STATE | think ITERATIONS LEATHER STATE | weigh ITERATIONS LEATHER STATE
   STATE: track, patches in the ring, their ids; then the eleven numbers of engine/state.py, masks as two halves. */
static Mask next_mask(char **at) {
    uint64_t low = strtoull(*at, at, 10);
    return (Mask)strtoull(*at, at, 10) << 64 | low;
}
static void read_state(char **at, Table *t, State *s) {
    t->track = next_int(at), t->count = next_int(at);
    for (int k = 0; k < t->count; k++) t->ring[k] = next_int(at);
    for (int side = 0; side < 2; side++) {
        s->mask[side] = next_mask(at);
        s->buttons[side] = next_int(at), s->space[side] = next_int(at), s->income[side] = next_int(at);
    }
    s->left = strtoull(*at, at, 10), s->pawn = next_int(at), s->bonus = next_int(at);
}
static void write_state(const State *s) {
    for (int side = 0; side < 2; side++)
        printf("%llu %llu %d %d %d ", (unsigned long long)s->mask[side], (unsigned long long)(s->mask[side] >> 64), s->buttons[side], s->space[side], s->income[side]);
    printf("%llu %d %d", (unsigned long long)s->left, s->pawn, s->bonus);
}
/* All choices: patch (-1 advance, -2 leather), mask, visits, share, points. The first is the best, the others are not sorted. */
static void weigh_one(const Table *t, int place, Mask sewn, int visits, double share, double points) {
    printf("%d %llu %llu %d %.17g %.17g;", place < 0 ? place : t->ring[place], (unsigned long long)sewn, (unsigned long long)(sewn >> 64), visits, share, points);
}
static void weigh(const Player *p, const Table *t, Tree *tree, const State *s, int leather) {
    static Solved solved[4];
    int n = solve_all(p->linear, t, s, leather, p->iterations, solved);
    if (!n) search(p, t, tree, s, leather);
    printf("%s;", n ? "ended" : tree->node[0].solved ? "solved" : "searched");
    for (int k = 0; k < n; k++) weigh_one(t, solved[k].place, solved[k].sewn, 0, solved[k].result > 0, (solved[k].result + 1) / 2);
    if (!n) {
        const Node *root = &tree->node[0];
        for (int k = 0; k < root->count; k++) {
            const Node *found = &tree->node[root->first + k];
            const Child *c = tree->first + tree->first_count - 1;
            while (!same_state(&c->state, &found->state)) c--;
            weigh_one(t, c->place, s->mask[0] | (c->place == -1 ? 0 : placed[c->number]), k < root->kids ? found->visits : 0, line_share(tree, k), expected(tree, found));
        }
    }
    printf("\n");
}
static int answer(const char *weights) {
    static char line[4096];
    Player p = player(weights);
    Tree *tree = new_tree();
    while (fgets(line, sizeof line, stdin)) {
        char *at = line + strcspn(line, " ");
        Table t;
        State s;
        if (!strncmp(line, "value ", 6)) {
            read_state(&at, &t, &s);
            printf("%d\n", value_of(&p, &t, &s));
        } else if (!strncmp(line, "children ", 9)) {
            int width = next_int(&at);
            read_state(&at, &t, &s);
            Child child[3 * MOST + 1];
            int n = children(tree->memo, p.linear, &t, &s, width, child);
            for (int k = 0; k < n; k++) write_state(&child[k].state), printf(" %d%s", child[k].passed, k + 1 < n ? ";" : "\n");
        } else if (!strncmp(line, "think ", 6)) {
            p.iterations = next_int(&at);
            int leather = next_int(&at);
            read_state(&at, &t, &s);
            tree->used = 0;
            Move m = think(&p, &t, tree, &s, leather);
            int patch = m.place < 0 ? m.place : t.ring[m.place];
            printf("%d %llu %llu %.17g %d %d", patch, (unsigned long long)m.sewn, (unsigned long long)(m.sewn >> 64), m.share, m.iterations, m.exact);
            for (int k = 0; tree->used && k < tree->node[0].count; k++) printf(" %d", k < tree->node[0].kids ? tree->node[1 + k].visits : 0);
            printf("\n");
        } else if (!strncmp(line, "weigh ", 6)) {
            p.iterations = next_int(&at);
            int leather = next_int(&at);
            read_state(&at, &t, &s);
            weigh(&p, &t, tree, &s, leather);
        } else printf("what?\n");
        fflush(stdout);
    }
    return 0;
}
