/* Ends of games solved exactly.

   What makes it quick: an empty square that no patch can cover any more is dead. Quilts that differ in dead squares alone
   are one state, and of two places for a patch that leave as many squares empty, one that leaves squares dead which the
   other leaves alive, and none the other way round, need not be looked at. Leather is sewn on a dead square if there is one. */
#define NEAR 14
#define LEAST (-1000000)
#define ROOT_WIDER 7 /* how many times as many spots are tried of what is sewn next, where not all are */
#define WORK 10 /* how many ends that a move may come to, and 64ths of comparisons among these, a state may take on average */
#define STATES_POLL 4096 /* after how many states it is asked whether to stop */

static int same_state(const State *a, const State *b) {
    for (int k = 0; k < 2; k++)
        if (a->mask[k] != b->mask[k] || a->buttons[k] != b->buttons[k] || a->space[k] != b->space[k] || a->income[k] != b->income[k]) return 0;
    return a->left == b->left && a->pawn == b->pawn && a->bonus == b->bonus;
}
/* A state whose dead squares are covered in the masks, and counted. `open`: the areas, a bit for each, with which a side
   may still win the tile; no dead square is covered in these.
   `from`, `to`: where its spots are in `solver.spot`: all that are free, of all patches that it may still take. */
typedef struct {
    State s;
    int dead[2], open[2], from[2], to[2];
} End;
static inline void flip_end(End *e) {
    End o = *e;
    flip(&e->s);
    for (int k = 0; k < 2; k++) e->dead[k] = o.dead[1 - k], e->open[k] = o.open[1 - k], e->from[k] = o.from[1 - k], e->to[k] = o.to[1 - k];
}
static int same_end(const End *a, const End *b) {
    for (int k = 0; k < 2; k++)
        if (a->dead[k] != b->dead[k] || a->open[k] != b->open[k]) return 0;
    return same_state(&a->s, &b->s);
}
typedef struct { End end; int least, most, round; } Known;
static struct {
    const Table *table;
    int (*cancelled)(void);
    int64_t work; /* how much more is allowed */
    int looked, limit, is_stopped, width, round, slots; /* slots of `known`, which are free unless they are of this round */
    Known *known;
    End *ends; /* a stack of what moves lead to */
    int used, room;
    struct Spot { Mask squares; int place; } *spot; /* a stack of them, for each side of each state on the way; `place` in the ring */
    int spots, spot_room;
} solver;

static Known *known_at(const End *e) {
    const State *s = &e->s;
    uint64_t h = s->left * 0x9E3779B97F4A7C15ull + (uint64_t)(s->pawn * 4 + s->bonus);
    for (int k = 0; k < 2; k++) {
        h = (h ^ (uint64_t)s->mask[k] ^ (uint64_t)(s->mask[k] >> 64) * 0xD6E8FEB86659FD93ull) * 0xC2B2AE3D27D4EB4Full;
        h = (h ^ h >> 31 ^ (uint64_t)(s->buttons[k] * 8192 + s->space[k] * 128 + s->income[k] + ((e->dead[k] * 512 + e->open[k]) << 16))) * 0x165667B19E3779F9ull;
    }
    for (int at = (int)((h ^ h >> 32) % (uint64_t)solver.slots);; at = at + 1 < solver.slots ? at + 1 : 0) {
        Known *known = &solver.known[at];
        if (known->round != solver.round || same_end(&known->end, e)) return known;
    }
}

static inline int leathers_ahead(const State *s) { return LEATHERS_LEFT[solver.table->track][s->space[0] > s->space[1] ? s->space[0] : s->space[1]]; }
static inline int end_points(const End *e, int side) { return points(&e->s, side) - 2 * e->dead[side]; }

/* The places of the patches that a side may still take: a bit for each. */
static uint64_t takable(const End *e, int side) {
    const Table *t = solver.table;
    const State *s = &e->s;
    int left = LAST - s->space[side], places[33], n = left ? offers(s, least_of(3 * (left + LAST - s->space[1 - side]), 33), places) : 0;
    int buttons = s->buttons[side] + left - 1 + s->income[side] * pays(s->space[side], LAST - 1); /* no patch pays for itself and its time any more */
    uint64_t found = 0;
    for (int k = 0; k < n; k++)
        if (COST[t->ring[places[k]]] <= buttons) found |= (uint64_t)1 << places[k];
    return found;
}
static struct Spot *more_spots(int count) {
    if (solver.spots + count > solver.spot_room) solver.spot = realloc(solver.spot, sizeof(struct Spot) * (size_t)(solver.spot_room = 2 * (solver.spots + count)));
    return solver.spot + solver.spots;
}
/* Leaves but those spots to a side that it can still use; their squares. */
static Mask keep_spots(End *e, int side) {
    uint64_t places = takable(e, side);
    struct Spot *kept = more_spots(e->to[side] - e->from[side]);
    Mask mask = e->s.mask[side], found = 0;
    int count = 0;
    for (int at = e->from[side]; at < e->to[side]; at++) {
        struct Spot spot = solver.spot[at];
        if (!(places >> spot.place & 1) || spot.squares & mask) continue;
        found |= spot.squares, kept[count++] = spot;
    }
    e->from[side] = solver.spots, e->to[side] = solver.spots += count;
    return found;
}
static Mask squares_of(int areas) {
    Mask found = 0;
    for (; areas; areas &= areas - 1) found |= AREAS[__builtin_ctz((unsigned)areas)];
    return found;
}
/* How many squares the side to move lacks for the tile, at least. */
static int lacks(const End *e) {
    int least = 49;
    for (int open = e->open[0]; open; open &= open - 1) least = least_of(least, popcount(AREAS[__builtin_ctz((unsigned)open)] & ~e->s.mask[0]));
    return least;
}
/* Closes the areas that a side cannot fill any more, and covers the dead squares outside those that stay open. `leathers`:
   how many leather patches it may still sew. */
static void bury(End *e, int side, Mask alive, int leathers) {
    Mask dead = ALL & ~e->s.mask[side] & ~alive;
    for (int k = 0; k < 9 && e->open[side]; k++)
        if (e->s.bonus || popcount(AREAS[k] & dead) > leathers) e->open[side] &= ~(1 << k);
    dead &= ~squares_of(e->open[side]);
    e->dead[side] += popcount(dead), e->s.mask[side] |= dead;
}

static void work(int64_t amount) {
    if ((solver.work -= amount) < 0) solver.is_stopped = 1;
}
static void push(const End *e) {
    work(1);
    if (solver.used == solver.room) solver.ends = realloc(solver.ends, sizeof(End) * (size_t)(solver.room = 2 * solver.room + 1024));
    solver.ends[solver.used++] = *e;
}
static void push_sewn(const End *base, Mask patch, int won) {
    End e = *base;
    e.s.mask[0] |= patch;
    if (!e.s.bonus && !lacks(&e)) e.s.bonus = 1;
    Mask free = ALL & ~e.s.mask[0], alive = 0;
    for (int at = e.from[0]; at < e.to[0] && alive != free; at++)
        if (!(solver.spot[at].squares & e.s.mask[0])) alive |= solver.spot[at].squares;
    bury(&e, 0, alive, leathers_ahead(&e.s) + won);
    push(&e);
}
/* How promising an end is for who has moved, the less the better: by the squares that cannot be covered any more, and by
   those missing for the tile. */
static int spoilt(const End *e) { return popcount(e->s.mask[0]) + (e->s.bonus == 1 ? 0 : least_of(lacks(e), 14)); }
/* Of what one move may come to, on the stack from `from` on: drops what is no better than something else. */
static void drop_worse(int from) {
    int kept = from, count = solver.used - from;
    work((int64_t)count * count / 64);
    for (int k = from; k < solver.used && !solver.is_stopped; k++) {
        const End *e = &solver.ends[k];
        int is_worse = 0;
        for (int j = from; j < solver.used && !is_worse; j == kept - 1 ? j = k + 1 : j++) {
            const End *other = &solver.ends[j];
            Mask more = e->s.mask[0] & ~other->s.mask[0];
            is_worse = !(other->s.mask[0] & ~e->s.mask[0]) && other->s.bonus == e->s.bonus && (j < k || more)
                       && !(e->open[0] & ~other->open[0]) && !(more & squares_of(e->open[0]));
        }
        if (!is_worse) solver.ends[kept++] = *e;
    }
    solver.used = kept;
    for (int k = from + 1; k < kept; k++) { /* the most promising first */
        End held = solver.ends[k];
        int j = k;
        for (; j > from && spoilt(&solver.ends[j - 1]) > spoilt(&held); j--) solver.ends[j] = solver.ends[j - 1];
        solver.ends[j] = held;
    }
    if (solver.width) solver.used = least_of(kept, from + solver.width);
}
/* Sews the leather that was won, wherever that may be best, in each of the ends from `from` on. */
static void push_leather(int from) {
    int end = solver.used;
    for (int k = from; k < end && !solver.is_stopped; k++) {
        const End e = solver.ends[k];
        End on_dead = e;
        if (e.dead[0]) on_dead.dead[0]--;
        if (e.dead[0] || e.s.mask[0] == ALL) push(&on_dead);
        if (!e.dead[0] || e.open[0])
            for (Mask free = ALL & ~e.s.mask[0]; free; free &= free - 1) push_sewn(&e, free & -free, 0);
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
        keep_spots(&base, 0);
        if (spot) push_sewn(&base, spot, won);
        else for (int at = e->from[0]; at < e->to[0]; at++)
            if (solver.spot[at].place == place) push_sewn(&base, solver.spot[at].squares, won);
        drop_worse(from);
    }
    if (won) push_leather(from);
}

static int solved(End e, int low, int high);

/* The best result among that so far and what is on the stack from `from` on, which is taken off; any of `high` or more will do. */
static int best_pushed(int from, int low, int high, int best) {
    for (int k = from; k < solver.used && best < high && !solver.is_stopped; k++) {
        End e = solver.ends[k];
        int floor = most_of(best, low), passes = e.s.space[0] > e.s.space[1];
        if (passes) flip_end(&e);
        best = most_of(best, passes ? -solved(e, -high, -floor) : solved(e, floor, high));
    }
    solver.used = from;
    return best;
}
/* By how much a patch beats advancing while its time lasts: the best is tried first. */
static int rate(const State *s, int place) {
    int patch = solver.table->ring[place], spaces = least_of(TIME[patch], LAST - s->space[0]);
    return 64 * (2 * SIZE_OF[patch] - COST[patch] + INCOME_OF[patch] * pays(s->space[0], LAST)) / spaces;
}
static int looked_into(const End *e, int low, int high) {
    Known *known = known_at(e);
    if (known->round == solver.round) {
        if (known->least == known->most || known->least >= high) return known->least;
        if (known->most <= low) return known->most;
    }
    int best = LEAST, places[3], found = offers(&e->s, 3, places), from = solver.used;
    for (int k = 1; k < found; k++)
        for (int j = k, held; j && rate(&e->s, places[j]) > rate(&e->s, places[j - 1]); j--)
            held = places[j], places[j] = places[j - 1], places[j - 1] = held;
    for (int k = 0; k <= found && best < high; k++) {
        if (k < found && COST[solver.table->ring[places[k]]] > e->s.buttons[0]) continue;
        push_move(e, k < found ? places[k] : -1, 0);
        best = best_pushed(from, low, high, best);
    }
    if (solver.is_stopped) return 0;
    known = known_at(e);
    if (known->round != solver.round) *known = (Known){*e, LEAST, -LEAST, solver.round};
    if (best > low) known->least = best;
    if (best < high) known->most = best;
    return best;
}
/* The result of a state, exact if it lies between `low` and `high`, else a bound; nothing of use once `is_stopped`. */
static int solved_within(End e, int low, int high) {
    if (++solver.looked > solver.limit || (solver.looked % STATES_POLL == 1 && solver.cancelled())) solver.is_stopped = 1;
    if (solver.is_stopped) return 0;
    if (over(&e.s)) return 4 * (end_points(&e, 0) - end_points(&e, 1)) - 1;
    int leathers = leathers_ahead(&e.s);
    for (int side = 0; side < 2; side++) bury(&e, side, keep_spots(&e, side), leathers);
    return looked_into(&e, low, high);
}
static int solved(End e, int low, int high) {
    int spots = solver.spots, result = solved_within(e, low, high);
    solver.spots = spots;
    return result;
}

typedef struct { int place, result; Mask sewn; } Solved;

/* What it comes to, to sew in one of some spots, each by itself: the best, and the first of equals. `count` is not 0. */
static Solved best_sewn(const End *e, int place, const Mask *spots, int count) {
    Solved found = {place, LEAST - 1, 0};
    int kept = solver.spots;
    for (int k = 0; k < count && !solver.is_stopped; k++) {
        if (place == -2) push_sewn(e, spots[k], 0);
        else push_move(e, place, spots[k]);
        int best = best_pushed(0, found.result, -LEAST, LEAST);
        if (best > found.result) found.result = best, found.sewn = e->s.mask[0] | spots[k];
        solver.spots = kept;
    }
    return found;
}
static void set_up_solver(const Table *t, int limit, int width, int (*cancelled)(void)) {
    int need = limit + limit / 8 + 64; /* a third of the states come into it: the others were known, or over */
    if (solver.slots < need) {
        free(solver.known);
        solver.known = calloc((size_t)need, sizeof(Known)), solver.slots = need, solver.round = 0;
    }
    solver.table = t, solver.width = width, solver.cancelled = cancelled, solver.looked = 0, solver.work = WORK * (int64_t)limit + 20000, solver.limit = limit, solver.is_stopped = 0, solver.round++, solver.used = solver.spots = 0;
}
/* All spots of a side that are free at first. */
static void push_spots(End *e, int side) {
    const Table *t = solver.table;
    e->from[side] = solver.spots;
    for (uint64_t rest = e->s.left; rest; rest &= rest - 1) {
        int place = __builtin_ctzll(rest), patch = t->ring[place];
        struct Spot *spot = more_spots(SPOTS_OF_PATCH);
        for (int k = FIRST[patch]; k < FIRST[patch + 1]; k++)
            if (!(PLACED[k] & e->s.mask[side])) *spot++ = (struct Spot){PLACED[k], place};
        solver.spots = (int)(spot - solver.spot);
    }
    e->to[side] = solver.spots;
}
/* Each patch in its best spot, and advancing, if the end is near enough and has no more states than `limit`: their number,
   else 0. The place is -1 for advancing and -2 for leather; `sewn` is what the mask becomes. `width`: how many
   spots of a patch both sides know, the most promising ones (0: all); fewer take fewer states, and a result is seldom wrong. */
static int solve(const Table *t, const State *s, int leather, int limit, int width, int (*cancelled)(void), Solved *into) {
    if (2 * LAST - s->space[0] - s->space[1] > NEAR) return 0;
    set_up_solver(t, limit, width, cancelled);
    End e = {*s, {0, 0}, {511, 511}, {0, 0}, {0, 0}};
    push_spots(&e, 0), push_spots(&e, 1);
    int n = 0, places[4] = {-1}, found = leather ? 1 : 1 + offers(s, 3, places + 1);
    if (leather) places[0] = -2;
    for (int k = 0; k < found; k++) {
        int patch = places[k] < 0 ? LEATHER : t->ring[places[k]], count = 0;
        Mask spots[SPOTS_OF_PATCH] = {0};
        int64_t tidy[SPOTS_OF_PATCH];
        if (places[k] >= 0 && COST[patch] > s->buttons[0]) continue;
        for (int at = FIRST[patch]; at < FIRST[patch + 1] && places[k] != -1; at++) {
            if (PLACED[at] & s->mask[0]) continue;
            int64_t v = worth(s->mask[0] | PLACED[at], phase_of(t, s, 0)); /* of those that are as good as each other, the tidiest is played */
            int j = count++;
            for (; j > 0 && tidy[j - 1] < v; j--) tidy[j] = tidy[j - 1], spots[j] = spots[j - 1];
            tidy[j] = v, spots[j] = PLACED[at];
        }
        if (places[k] == -1) count = 1;
        if (width) count = least_of(count, ROOT_WIDER * width);
        if (count) into[n++] = best_sewn(&e, places[k], spots, count);
    }
    return solver.is_stopped ? 0 : n;
}
