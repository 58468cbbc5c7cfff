/* Ends of games solved exactly. engine/endgame.py finds the same, but looks at more states.

   What makes it quick: an empty square that no patch can cover any more is dead. Quilts that differ in dead squares alone
   are one state, and of two places for a patch that leave as many squares empty, one that leaves squares dead which the
   other leaves alive, and none the other way round, need not be looked at. Leather is sewn on a dead square if there is one. */
#define NEAR 14
#define LEAST (-1000000)
#define STATES_POLL 4096 /* after how many states it is asked whether to stop */

static int same_state(const State *a, const State *b) {
    for (int k = 0; k < 2; k++)
        if (a->mask[k] != b->mask[k] || a->buttons[k] != b->buttons[k] || a->space[k] != b->space[k] || a->income[k] != b->income[k]) return 0;
    return a->left == b->left && a->pawn == b->pawn && a->bonus == b->bonus;
}
/* A state whose dead squares are covered in the masks, and counted. `given_up`: whether a side had some, and can win the
   tile no more. `seat`: of the side to move, to know its spots. */
typedef struct {
    State s;
    int dead[2], given_up[2], seat;
} End;
static inline void flip_end(End *e) {
    End o = *e;
    flip(&e->s), e->seat = 1 - o.seat;
    for (int k = 0; k < 2; k++) e->dead[k] = o.dead[1 - k], e->given_up[k] = o.given_up[1 - k];
}
static int same_end(const End *a, const End *b) {
    for (int k = 0; k < 2; k++)
        if (a->dead[k] != b->dead[k] || a->given_up[k] != b->given_up[k]) return 0;
    return same_state(&a->s, &b->s);
}
typedef struct { End end; int least, most, round; } Known;
static struct {
    const Table *table;
    int (*cancelled)(void);
    int looked, limit, is_stopped, round, slots; /* slots of `known`, which are free unless they are of this round */
    Known *known;
    End *ends; /* a stack of what moves lead to */
    int used, room;
    Mask spot[2][PLACED_COUNT]; /* the spots that are free at first, by seat and patch */
    int first[2][LEATHER + 1];
} solver;

static Known *known_at(const End *e) {
    const State *s = &e->s;
    uint64_t h = s->left * 0x9E3779B97F4A7C15ull + (uint64_t)(s->pawn * 4 + s->bonus);
    for (int k = 0; k < 2; k++) {
        h = (h ^ (uint64_t)s->mask[k] ^ (uint64_t)(s->mask[k] >> 64) * 0xD6E8FEB86659FD93ull) * 0xC2B2AE3D27D4EB4Full;
        h = (h ^ h >> 31 ^ (uint64_t)(s->buttons[k] * 8192 + s->space[k] * 128 + s->income[k] + ((e->dead[k] * 2 + e->given_up[k]) << 24))) * 0x165667B19E3779F9ull;
    }
    for (int at = (int)((h ^ h >> 32) % (uint64_t)solver.slots);; at = at + 1 < solver.slots ? at + 1 : 0) {
        Known *known = &solver.known[at];
        if (known->round != solver.round || same_end(&known->end, e)) return known;
    }
}

static inline int leathers_ahead(const State *s) { return leather_left[solver.table->track][s->space[0] > s->space[1] ? s->space[0] : s->space[1]]; }
static inline int end_points(const End *e, int side) { return points(&e->s, side) - 2 * e->dead[side]; }

/* The empty squares of a side on which one of the patches may come to lie that somebody can still get at. */
static Mask alive(const End *e, int side) {
    const Table *t = solver.table;
    const State *s = &e->s;
    int seat = side ? 1 - e->seat : e->seat, reach = 3 * (2 * LAST - s->space[0] - s->space[1]), places[33];
    Mask mask = s->mask[side], free = ALL & ~mask, found = 0;
    if (s->space[side] == LAST) return 0;
    for (int k = 0, n = offers(t, s, least_of(reach, 33), places); k < n && found != free; k++) {
        int patch = t->ring[places[k]];
        for (int at = solver.first[seat][patch]; at < solver.first[seat][patch + 1]; at++)
            if (!(solver.spot[seat][at] & mask)) found |= solver.spot[seat][at];
    }
    return found;
}
static int may_win_tile(const End *e, int side, Mask dead, int leathers) {
    if (e->s.bonus || e->given_up[side]) return 0;
    for (int k = 0; k < 9; k++)
        if (popcount(areas[k] & dead) <= leathers) return 1;
    return 0;
}
/* Covers the dead squares of a side. While it may win the tile, no square is dead; once it cannot, it never can again.
   `won`: how many leather patches it has won and not sewn yet. */
static void bury(End *e, int side, int won) {
    Mask dead = ALL & ~e->s.mask[side] & ~alive(e, side);
    if (!dead || may_win_tile(e, side, dead, leathers_ahead(&e->s) + won)) return;
    e->dead[side] += popcount(dead), e->s.mask[side] |= dead, e->given_up[side] = 1;
}

static void push(const End *e) {
    if (solver.used == solver.room) solver.ends = realloc(solver.ends, sizeof(End) * (size_t)(solver.room = 2 * solver.room + 1024));
    solver.ends[solver.used++] = *e;
}
static void push_sewn(const End *base, Mask patch, int won) {
    End e = *base;
    e.s.mask[0] |= patch;
    if (!e.s.bonus && !e.given_up[0] && !missing(e.s.mask[0])) e.s.bonus = 1;
    bury(&e, 0, won);
    push(&e);
}
/* Of what one move may come to, on the stack from `from` on: drops what is no better than something else. */
static void drop_worse(int from) {
    int kept = from;
    for (int k = from; k < solver.used; k++) {
        const End *e = &solver.ends[k];
        int is_worse = 0;
        for (int j = from; j < solver.used && !is_worse; j == kept - 1 ? j = k + 1 : j++) {
            const End *other = &solver.ends[j];
            is_worse = !(other->s.mask[0] & ~e->s.mask[0]) && other->s.bonus == e->s.bonus && (j < k || other->s.mask[0] != e->s.mask[0]);
        }
        if (!is_worse) solver.ends[kept++] = *e;
    }
    solver.used = kept;
}
/* Sews the leather that was won, wherever that may be best, in each of the ends from `from` on. */
static void push_leather(int from) {
    int end = solver.used;
    for (int k = from; k < end; k++) {
        End e = solver.ends[k];
        if (e.dead[0]) e.dead[0]--;
        if (e.dead[0] != solver.ends[k].dead[0] || e.s.mask[0] == ALL) push(&e);
        else for (Mask free = ALL & ~e.s.mask[0]; free; free &= free - 1) push_sewn(&e, free & -free, 0);
    }
    memmove(solver.ends + from, solver.ends + end, sizeof(End) * (size_t)(solver.used - end));
    solver.used -= end - from;
    drop_worse(from);
}
/* Puts on the stack what it comes to, to take a patch (`place`; -1: to advance) and to sew it: in one spot, or wherever it fits. */
static void push_move(const End *e, int place, Mask spot) {
    End base = *e;
    int from = solver.used, won;
    if (place < 0) {
        won = advance(solver.table, &base.s);
        push_sewn(&base, 0, won);
    } else {
        int patch = solver.table->ring[place];
        pay(solver.table, &base.s, place), won = travel(solver.table, &base.s, TIME[patch]);
        if (spot) push_sewn(&base, spot, won);
        else for (int at = solver.first[e->seat][patch]; at < solver.first[e->seat][patch + 1]; at++)
            if (!(solver.spot[e->seat][at] & e->s.mask[0])) push_sewn(&base, solver.spot[e->seat][at], won);
        drop_worse(from);
    }
    if (won) push_leather(from);
}

static int solved(End e, int low, int high);

/* Goes on with the best result so far, among what is on the stack from `from` on and is taken off; 1 once it is `high` or more. */
static int best_pushed(int from, int low, int high, int *best) {
    for (int k = from; k < solver.used && *best < high && !solver.is_stopped; k++) {
        End e = solver.ends[k];
        int floor = *best > low ? *best : low, got;
        if (e.s.space[0] > e.s.space[1]) {
            flip_end(&e);
            got = -solved(e, -high, -floor);
        } else got = solved(e, floor, high);
        if (got > *best) *best = got;
    }
    solver.used = from;
    return *best >= high;
}
static int looked_into(const End *e, int low, int high) {
    Known *known = known_at(e);
    if (known->round == solver.round) {
        if (known->least == known->most || known->least >= high) return known->least;
        if (known->most <= low) return known->most;
    }
    int best = LEAST, places[3], found = offers(solver.table, &e->s, 3, places), from = solver.used;
    for (int k = 0; k <= found && best < high; k++) {
        if (k < found && COST[solver.table->ring[places[k]]] > e->s.buttons[0]) continue;
        push_move(e, k < found ? places[k] : -1, 0);
        best_pushed(from, low, high, &best);
    }
    if (solver.is_stopped) return 0;
    known = known_at(e);
    if (known->round != solver.round) *known = (Known){*e, LEAST, -LEAST, solver.round};
    if (best > low) known->least = best;
    if (best < high) known->most = best;
    return best;
}
/* The result of a state, exact if it lies between `low` and `high`, else a bound; nothing of use once `is_stopped`. */
static int solved(End e, int low, int high) {
    if (++solver.looked > solver.limit || (solver.looked % STATES_POLL == 1 && solver.cancelled())) solver.is_stopped = 1;
    if (solver.is_stopped) return 0;
    if (over(&e.s)) return 4 * (end_points(&e, 0) - end_points(&e, 1)) - 1;
    int more = 0; /* that is due to dead squares on which no leather will come to lie */
    for (int side = 0; side < 2; side++) {
        bury(&e, side, 0);
        int kept = least_of(e.dead[side], leathers_ahead(&e.s));
        more += (side ? 8 : -8) * (e.dead[side] - kept);
        e.dead[side] = kept;
        if (e.s.bonus) e.given_up[side] = 0;
    }
    return looked_into(&e, low - more, high - more) + more;
}

/* Of those that are as good as each other, the first is played. */
static void tidiest_first(Mask *spots, int count, Mask mask, int phase) {
    int64_t value[SPOTS_OF_PATCH];
    for (int k = 0; k < count; k++) {
        Mask spot = spots[k];
        int64_t v = worth(mask | spot, phase);
        int j = k;
        for (; j > 0 && value[j - 1] < v; j--) value[j] = value[j - 1], spots[j] = spots[j - 1];
        value[j] = v, spots[j] = spot;
    }
}

typedef struct { int place, result; Mask sewn; } Solved;

/* What it comes to, to sew in one of some spots, each by itself: the best, and the first of equals. `count` is not 0. */
static Solved best_sewn(const End *e, int place, const Mask *spots, int count) {
    Solved found = {place, LEAST - 1, 0};
    for (int k = 0; k < count && !solver.is_stopped; k++) {
        int best = LEAST;
        if (place == -2) push_sewn(e, spots[k], 0);
        else push_move(e, place, spots[k]);
        best_pushed(0, found.result, -LEAST, &best);
        if (best > found.result) found.result = best, found.sewn = e->s.mask[0] | spots[k];
    }
    return found;
}
static void set_up_solver(const Table *t, const State *s, int limit, int (*cancelled)(void)) {
    int need = 2 * limit + 64;
    if (solver.slots < need) {
        free(solver.known);
        solver.known = calloc((size_t)need, sizeof(Known)), solver.slots = need, solver.round = 0;
    }
    solver.table = t, solver.cancelled = cancelled, solver.looked = 0, solver.limit = limit, solver.is_stopped = 0, solver.round++, solver.used = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int patch = 0, count = 0; patch <= LEATHER; patch++) {
            solver.first[seat][patch] = count;
            for (int k = FIRST[patch]; k < FIRST[patch + 1] && patch < LEATHER; k++)
                if (!(placed[k] & s->mask[seat])) solver.spot[seat][count++] = placed[k];
        }
}
/* Each patch in its best spot, and advancing, if the end is near enough and has no more states than `limit`: their number,
   else 0. The place is -1 for advancing and -2 for leather; `sewn` is what the mask becomes. */
static int solve(const Table *t, const State *s, int leather, int limit, int (*cancelled)(void), Solved *into) {
    if (2 * LAST - s->space[0] - s->space[1] > NEAR) return 0;
    set_up_solver(t, s, limit, cancelled);
    End e = {*s, {0, 0}, {0, 0}, 0};
    int n = 0, places[4] = {-1}, found = leather ? 1 : 1 + offers(t, s, 3, places + 1);
    if (leather) places[0] = -2;
    for (int k = 0; k < found; k++) {
        int patch = places[k] < 0 ? LEATHER : t->ring[places[k]], count = 0;
        Mask spots[SPOTS_OF_PATCH] = {0};
        if (places[k] >= 0 && COST[patch] > s->buttons[0]) continue;
        for (int at = FIRST[patch]; at < FIRST[patch + 1] && places[k] != -1; at++)
            if (!(placed[at] & s->mask[0])) spots[count++] = placed[at];
        tidiest_first(spots, count, s->mask[0], phase_of(t, s, 0));
        if (places[k] == -1) count = 1;
        if (count) into[n++] = best_sewn(&e, places[k], spots, count);
    }
    return solver.is_stopped ? 0 : n;
}
