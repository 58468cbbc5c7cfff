"""A game in any order of moves, plans, offers, pauses and vacations, beside a stopwatch, paper and pencil."""

from collections.abc import Awaitable
from dataclasses import replace
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from sqlalchemy import Connection

from bot.matches.answers import plan_of
from bot.matches.clock import DAY, GRACE, HOUR, IDLE, NUDGE, YEARLY_VACATION, is_late
from bot.matches.log import load_match, store_event, store_new
from bot.matches.match import Match, Refusal
from bot.matches.plan import MOST_ENTRIES
from bot.matches.plans import Plans, why_stopped
from bot.matches.postings import Postings
from bot.matches.standings import MIN_MOVES
from bot.matches.timers import Timers
from bot.store.games import LogRow
from bot.store.messages import MessageRow
from bot.store.pending_boards import games_not_shown
from bot.store.plans import PlanRow, find_plans
from game import ADVANCE, other
from tests.matches.building import new_match, not_new, random_move
from tests.matches.machines import LENGTHS, Machine, Place, run
from tests.matches.planning import Paper, Stops, random_wish
from tests.store.building import CHANNEL, messages_of, timers_of

SEATS = st.sampled_from([1, 2])
SEEDS = st.integers(0, 99)
WHO = ("nobody", "mover", "waiting")
"""Who does something: somebody who plays in no game, the one to move, or the other one."""

ANYBODY = st.sampled_from(WHO)

KINDS = ("cancel", "pause", "takeback")
TRACKS = ("classic", "revised")
SPANS = [60, 7 * HOUR, DAY - HOUR, 2 * DAY, 5 * DAY, GRACE]


def begun(connection: Connection, match: Match, moves: int, rng: Random) -> Match:
    """A game of which so many moves are made."""
    match = store_new(connection, match)
    for number in range(1, moves + 1):
        if match.outcome:
            break
        event = LogRow(number, "move", match.position.turn, str(random_move(rng, match)), match.created_at)
        match = store_event(connection, match, event)
    return match


def look(connection: Connection, game: int) -> tuple[Match, dict[str, int], list[PlanRow], list[MessageRow], bool]:
    """A game from its log, its timers, plans and messages, and whether its board shows it."""
    plans, is_shown = find_plans(connection, [game]).get(game, []), game not in games_not_shown(connection)
    return load_match(connection, game), timers_of(connection, game), plans, messages_of(connection, game), is_shown


def days(match: Match) -> int:
    """The seconds that a move may take; 0 if there is no limit."""
    return (match.pace or 0) * DAY


class Game(Machine):
    """Two people at a table. Each of them has a list of what they plan; a stopwatch counts down for the one to move."""

    match: Match
    paper: Paper

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.matches, self.plans = place.matches, Plans(self.database)
        self.timers, self.postings = Timers(self.database, self.clock), Postings(self.database)
        self.people = self.users(2)
        self.away = dict.fromkeys(self.people, 0)
        self.offers: dict[str, str] = {}
        self.stopped: str | None = None
        self.ending: str | None = None
        self.left, self.is_paused, self.shown, self.message = 0, False, False, 10_000 * self.number
        self.touched_at = self.acted_at = self.nudged_at = self.clock.now
        self.made: list[tuple[int, int]] = []  # when each ply was made, and what the stopwatch showed

    @initialize(
        seed=SEEDS, pace=st.sampled_from([1, 1, 3, None]), moves=st.sampled_from([0, 0, 3, 20]), forces=st.booleans()
    )
    def begin(self, seed: int, pace: int | None, moves: int, forces: bool) -> None:
        one, two = self.people
        if forces:
            self.do(not_new(self.database, one, two))
        rng = Random(seed)
        ring = (*rng.sample(range(1, 33), 32), 0)
        match = new_match(1 + seed % 2, track=rng.choice(TRACKS), ring=ring, users=(one, two))
        fresh = replace(match, pace=pace, created_at=self.clock.now)
        self.match = self.do(self.database.write(begun, fresh, moves, rng))
        self.left = days(self.match)
        self.paper = Paper(fresh.position, forces=False)
        for ply in self.match.plies:
            self.paper.play(ply.move)
        self.paper.forces = forces
        self.ending = "finished" if self.paper.position.over else None
        self.happened(self.match)

    # --- who, and what follows

    @property
    def key(self) -> tuple[int, int]:
        return self.match.id, self.match.revision

    def user(self, who: str) -> int:
        seat = {"mover": self.paper.position.turn, "waiting": other(self.paper.position.turn)}.get(who)
        return self.people[seat - 1] if seat else 7

    def why_not(self, who: str, reason: str | None = None) -> str | None:
        """Why somebody may not do something now, or else another reason."""
        return "ended" if self.ending else "not_playing" if who == "nobody" else reason

    @property
    def mover(self) -> int:
        return self.user("mover")

    @property
    def has_clock(self) -> bool:
        return self.match.pace is not None and not self.is_paused and not self.ending

    @property
    def deadline(self) -> int:
        """When the stopwatch will have run down, if it does not stop before."""
        return self.clock.now + self.left if self.left <= 0 else max(self.clock.now, self.away[self.mover]) + self.left

    def happened(self, match: Match | None, stops: Stops | None = None) -> None:
        """Something has happened in the game: its clock is set anew, and what was asked is asked no longer."""
        assert match
        now, count = self.clock.now, len(match.plies)
        if match.last_kind in ("undo", "takeback"):
            self.left += self.made[count][1] - days(match)
            del self.made[count:]
            if match.last_kind == "takeback":
                self.left = max(self.left, round(days(match) / 3))
            self.acted_at = self.made[-1][0] if self.made else match.created_at
        else:
            for _ in match.plies[len(self.made) :]:
                self.made.append((now, self.left))
                self.left = days(match)
            self.left, self.acted_at = days(match), now
        self.match, self.offers, self.is_paused, self.shown = match, {}, False, False
        self.stopped = next((why for why in stops or () if why), None)
        self.touched_at = self.acted_at

    def wound(self, match: Match) -> None:
        """Somebody has changed the clock alone."""
        self.match, self.shown, self.touched_at = match, False, self.clock.now

    # --- moves

    @rule(seed=SEEDS, again=st.booleans())
    def play(self, seed: int, again: bool) -> None:
        """Make a move, if possible one after which the same seat moves ``again``, or else the other one."""
        rng, before = Random(seed), self.paper.position
        moves = [ADVANCE] if self.ending else [random_move(rng, self.match) for _ in range(6)]
        fitting = (
            [] if self.ending else [move for move in moves if (before.play(move).position.turn == before.turn) == again]
        )
        move = [*fitting, *moves][0]
        for who in ("nobody", "waiting"):
            self.ask(self.matches.play(*self.key, self.user(who), move), self.why_not(who, "not_your_move"))
        if match := self.ask(self.matches.play(*self.key, self.mover, move), self.why_not("mover")):
            for person in self.paper.people.values():
                person.alarms |= {"paused"} if self.is_paused else set()
            stops = self.paper.play(move)
            for person in self.paper.people.values():
                person.alarms -= {"paused"}  # the move has ended the pause
            self.ending = "finished" if self.paper.position.over else None
            self.happened(match, stops)

    @precondition(lambda self: self.paper.chosen_by == self.paper.position.turn or self.is_late)
    @rule()
    def undo(self) -> None:
        for who in ("nobody", "waiting"):
            self.ask(self.matches.undo(*self.key, self.user(who)), self.why_not(who, "not_your_move"))
        can = self.paper.chosen_by == self.paper.position.turn
        reason = self.why_not("mover", None if can else "nothing_to_undo")
        if match := self.ask(self.matches.undo(*self.key, self.mover), reason):
            self.happened(match, self.paper.take_back())

    @precondition(lambda self: self.is_late)
    @rule(who=ANYBODY, how=st.sampled_from(["resign", "left", "close"]))
    def end(self, who: str, how: str) -> None:
        rival = {"mover": "waiting", "waiting": "mover"}.get(who)
        if how == "resign":
            if match := self.ask(self.matches.resign(*self.key, self.user(who)), self.why_not(who)):
                self.over(match, "resigned", rival)
        elif how == "left":
            if match := self.ask(self.matches.claim(*self.key, self.user(who), left=True), self.why_not(who)):
                self.over(match, "claimed", who)
        elif match := self.ask(self.matches.close(self.match.id, "moderator"), self.ending and "ended"):
            self.over(match, "closed")

    @property
    def fewest_chosen(self) -> int:
        """How many moves each of the two has chosen at least."""
        chosen = [before.turn for before, is_choice, _ in self.paper.plies if is_choice]
        return min(chosen.count(1), chosen.count(2))

    def over(self, match: Match, ending: str, winner: str | None = None) -> None:
        """The game has ended, or, if somebody would win it before both have moved, is called off."""
        self.ending = ending if winner is None or self.fewest_chosen else "cancelled"
        has_won = self.user(winner) if winner and self.fewest_chosen else None
        assert (match.winner and match.user_at(match.winner)) == has_won
        self.paper.people = Paper(self.paper.position).people
        self.happened(match)

    @precondition(lambda self: self.match.revision and self.is_late)
    @rule(who=ANYBODY, behind=st.integers(1, 3))
    def press_old_buttons(self, who: str, behind: int) -> None:
        game, revision, user = self.match.id, self.match.revision - behind, self.user(who)
        asks: list[Awaitable[object]] = [
            self.matches.play(game, revision, user, ADVANCE),
            self.matches.undo(game, revision, user),
            self.matches.resign(game, revision, user),
            self.matches.agree_to_cancel(game, revision, user, 1),
            self.matches.give_back(game, revision, user),
            self.matches.claim(game, revision, user),
            self.timers.pause(game, user, revision, "pause1"),
            self.plans.add(game, revision, user, None),
            self.plans.keep(game, revision, user),
        ]
        for asked in asks:
            self.ask(asked, self.why_not(who, "stale"))

    # --- plans

    @rule(seed=SEEDS, then=st.sampled_from(["", "", "move", "offer", "keep", "pause"]))
    def plan(self, seed: int, then: str) -> None:
        """Write something on a list; then the other moves, perhaps after somebody has asked for something."""
        person, seat = self.paper.people[other(self.paper.position.turn)], other(self.paper.position.turn)
        wish = (None, "") if self.ending else random_wish(Random(seed), self.paper.position, seat)
        known = [each for each, _ in person.entries]
        is_full = wish not in known and len(known) == MOST_ENTRIES
        for who in ("nobody", "mover"):
            self.ask(self.plans.add(*self.key, self.user(who), *wish), self.why_not(who, "plan_too_late"))
        reason = self.why_not("waiting", "plan_full" if is_full else None)
        added = self.ask(self.plans.add(*self.key, self.user("waiting"), *wish), reason)
        if added:
            self.match, _ = added
            person.write([] if wish in known else [wish])
        if added and then:
            if then in ("offer", "keep"):
                self.offer("cancel", seat)
            if then == "keep":
                self.change_a_plan("keep")
            if then == "pause" and self.has_clock:
                self.pause(seat, False, False)
            self.play(seed, again=False)

    @rule(what=st.sampled_from(["keep", "withdraw", "remove"]))
    def change_a_plan(self, what: str) -> None:
        for who in WHO:
            self.change_the_plan_of(who, what)

    def change_the_plan_of(self, who: str, what: str) -> None:
        person, game, user = self.paper.people[other(self.paper.position.turn)], self.match.id, self.user(who)
        reason = self.why_not(who, "plan_too_late" if who == "mover" else None)
        if what == "withdraw":
            changed = self.ask(self.plans.withdraw(game, user), reason)
            left = []
        elif what == "keep":
            changed = self.ask(self.plans.keep(game, self.match.revision, user), reason)
            left = person.entries
        else:
            entry = "" if reason else next(iter(map(str, self.do(self.plans.of(game, user))[1].entries)), "")
            changed = self.ask(self.plans.remove(game, self.match.revision, user, entry), reason)
            left = person.entries[1:]
        if changed:
            self.match, _ = changed
            person.entries = left
            person.alarms.clear()

    # --- offers

    @precondition(lambda self: not self.ending)
    @rule(kind=st.sampled_from(KINDS), seat=SEATS)
    def offer(self, kind: str, seat: int) -> None:
        role = f"{kind}{seat}"
        is_idle = (kind == "pause" and not self.has_clock) or (kind == "takeback" and not self.can_ask_back(seat))
        if is_idle or self.offers.get(f"{kind}{other(seat)}") == "live" or self.offers.get(role) == "refused":
            return
        self.post(role)
        self.offers[role] = "live"
        for person in self.paper.people.values():
            person.alarms |= {"held"} if person.entries else set()

    @precondition(lambda self: not self.ending and self.can_ask_back(other(self.paper.position.turn)))
    @rule()
    def give_back(self) -> None:
        """Whoever has handed the turn over asks for the move back, and is given it at once."""
        if match := self.ask(self.matches.give_back(*self.key, self.mover), None):
            self.happened(match, self.paper.take_back())

    def can_ask_back(self, seat: int) -> bool:
        return self.paper.chosen_by == seat != self.paper.position.turn

    def post(self, role: str) -> None:
        """Post a message about the game as it stands."""
        self.message += 1
        row = MessageRow(self.message, self.match.id, CHANNEL, role, self.match.revision, self.match.to_move, "live")
        self.do(self.postings.note_post(row, self.match))

    @precondition(lambda self: "live" in self.offers.values())
    @rule(who=ANYBODY, number=st.integers(0, 2))
    def agree(self, who: str, number: int) -> None:
        live = sorted(role for role, state in self.offers.items() if state == "live")
        role, user = live[number % len(live)], self.user(who)
        is_own = user == self.people[int(role[-1]) - 1]
        if role.startswith("cancel"):
            asked = self.matches.agree_to_cancel(*self.key, user, int(role[-1]))
            if match := self.ask(asked, self.why_not(who, "own_offer" if is_own else None)):
                self.over(match, "cancelled")
        elif role.startswith("takeback"):
            reason = self.why_not(who, "nothing_to_give_back" if is_own else None)
            if match := self.ask(self.matches.give_back(*self.key, user), reason):
                self.happened(match, self.paper.take_back())
        else:
            self.agreed_to_pause(role, user, self.why_not(who, None if self.has_clock else "no_clock"))

    def agreed_to_pause(self, role: str, user: int, reason: str | None) -> None:
        if match := self.ask(self.timers.pause(self.match.id, user, self.match.revision, role), reason):
            del self.offers[role]
            self.left, self.is_paused = max(self.left, 0), True
            self.wound(match)

    @precondition(lambda self: self.offers)
    @rule(number=st.integers(0, 2))
    def refuse(self, number: int) -> None:
        role = sorted(self.offers)[number % len(self.offers)]
        self.do(self.postings.refuse(self.match.id, role, self.match.revision))
        self.offers[role] = "refused"

    # --- clocks

    def why_late(self, who: str) -> str | None:
        """Why somebody may not act upon the other's being late."""
        if not self.has_clock:
            return "no_clock"
        return "not_late" if self.left > 0 else "own_clock" if who == "mover" else None

    @rule(what=st.sampled_from(["claim", "more time", "resume", "resume"]))
    def use_the_clock(self, what: str) -> None:
        for who in WHO:
            self.use_the_clock_as(who, what)

    def use_the_clock_as(self, who: str, what: str) -> None:
        late, user = self.why_not(who, self.why_late(who)), self.user(who)
        if what == "claim":
            if match := self.ask(self.matches.claim(*self.key, user), late):
                self.over(match, "claimed", who)
        elif what == "more time":
            if match := self.ask(self.timers.give_more_time(self.match.id, user), late):
                self.left = days(match)
                self.wound(match)
        else:
            reason = self.why_not(who, None if self.is_paused else "not_paused")
            if match := self.ask(self.timers.resume(self.match.id, user), reason):
                self.is_paused = False
                self.wound(match)

    @precondition(lambda self: self.has_clock)
    @rule(seat=SEATS, is_away=st.booleans(), resumes=st.booleans())
    def pause(self, seat: int, is_away: bool, resumes: bool) -> None:
        """One of them asks for a pause, and the other agrees at once, unless one of them was refused it."""
        self.wait(7 * HOUR)
        if is_away:
            self.go_on_vacation(self.paper.position.turn, 4)
        role = f"pause{seat}"
        self.offer("pause", seat)
        if self.offers.get(role) == "live":
            self.agreed_to_pause(role, self.people[other(seat) - 1], None)
        if resumes:
            self.wait(DAY)
            self.use_the_clock("resume")

    @precondition(lambda self: self.has_clock)
    @rule(what=st.sampled_from(["more time", "more time", "more time", "claim"]))
    def wait_until_time_is_up(self, what: str) -> None:
        """Somebody acts upon it, and a second before."""
        for early in (1, 0):
            if self.has_clock:
                self.wait(max(self.deadline - early - self.clock.now, 0))
            self.use_the_clock(what)

    @rule()
    def nudge(self) -> None:
        """Nudge the one to move as soon as that is possible, and a second before, and again at once."""
        pause = 6 * HOUR if self.match.pace == 1 else NUDGE
        for early in (1, 0):
            self.wait(max(0, max(self.acted_at, self.nudged_at) + pause - early - self.clock.now))
            for who in (*WHO, "waiting"):
                self.nudge_as(who, pause)

    def nudge_as(self, who: str, pause: int) -> None:
        reasons = {
            "not_waiting": who == "mover",
            "resting": self.is_paused,
            "not_now": self.away[self.mover] > self.clock.now,
            "nudged": self.clock.now < max(self.acted_at, self.nudged_at) + pause,
        }
        reason = self.why_not(who, next((each for each, holds in reasons.items() if holds), None))
        if match := self.ask(self.timers.nudge(self.match.id, self.user(who)), reason):
            self.match, self.nudged_at = match, self.clock.now

    @rule(seat=SEATS, length=st.sampled_from([0, 4, 12, 28]))
    def go_on_vacation(self, seat: int, length: int) -> None:
        """What lies more than `YEARLY_VACATION` after the last move has a test of its own."""
        user = self.people[seat - 1]
        until = min(self.clock.now + length * DAY, self.acted_at + YEARLY_VACATION) if length else 0
        try:
            moved = self.do(self.timers.vacation(user, until))
        except Refusal:  # it would be too long, or too many
            return
        is_theirs = self.has_clock and user == self.mover and self.left > 0
        assert moved == ([self.match.id] if is_theirs else [])
        self.away[user] = until
        if is_theirs:
            self.wound(self.do(self.matches.load(self.match.id)))

    @rule(seconds=st.sampled_from(SPANS))
    def wait(self, seconds: int) -> None:
        before, self.clock.now = self.clock.now, self.clock.now + seconds
        if self.has_clock:
            begin = before if self.left <= 0 else max(before, min(self.clock.now, self.away[self.mover]))
            self.left -= self.clock.now - begin

    @rule()
    def do_what_is_due(self) -> None:
        for timer in self.do(self.timers.due()):
            if timer.subject != self.match.id:
                continue
            if timer.kind == "close":
                assert self.do(self.timers.close_idle(timer))
                has_winner = self.fewest_chosen >= MIN_MOVES
                self.over(self.do(self.matches.load(self.match.id)), "closed", "waiting" if has_winner else None)
                return
            assert self.do(self.timers.claim(timer, self.clock.now + 60))
            self.do(self.timers.done(replace(timer, due=self.clock.now + 60)))

    @rule()
    def show(self) -> None:
        self.post("board")
        self.shown = True

    # --- what holds

    @invariant()
    def all_is_as_it_should_be(self) -> None:
        found, due, plans, messages, is_shown = self.do(self.database.read_latest(look, self.match.id))
        assert found == self.match == self.do(self.matches.load(self.match.id))
        assert found.position == self.paper.position
        assert (found.outcome and found.outcome.termination) == self.ending
        assert is_shown == self.shown
        self.check_clock(due)
        self.check_plans(plans)
        self.check_offers(messages)
        self.check_games(found.id)

    def check_clock(self, due: dict[str, int]) -> None:
        """The deadline is when the stopwatch will have run down, and what is due follows from it."""
        if not self.has_clock:
            assert (self.match.deadline, self.match.paused) == (None, self.left if self.is_paused else None)
            assert due.get("close") == (None if self.ending else self.touched_at + IDLE)
            assert not {"remind", "expire"} & {*due}
            return
        third = round(days(self.match) / 3)
        assert self.match.deadline == self.deadline
        assert is_late(self.match, self.clock.now) == (self.left <= 0)
        assert due["close"] == self.deadline + GRACE
        assert self.left <= 0 or due["expire"] == self.deadline
        assert due["remind"] == self.deadline - third if self.left > third else due.get("remind", 0) <= self.clock.now

    def check_plans(self, plans: list[PlanRow]) -> None:
        """Each plan is what stands on paper; of one that has stopped there is only why."""
        lists = {seat: [wish for wish, _ in person.entries] for seat, person in self.paper.people.items()}
        kept = {row.seat: [(each.move, each.when) for each in plan_of(row).entries] for row in plans if not row.why}
        assert kept == {seat: wishes for seat, wishes in lists.items() if wishes}
        assert [row.why for row in plans if row.why] == [*filter(None, [self.stopped])]
        assert self.do(self.database.read(why_stopped, self.match)) == self.stopped

    def check_offers(self, messages: list[MessageRow]) -> None:
        """Of each kind one message stands, and an offer holds until something happens in the game."""
        standing = [row.role for row in messages if row.state != "doomed"]
        assert len(standing) == len({*standing})
        for role in {*standing} - {"board"}:
            assert self.do(self.postings.state_of(self.match, role)) == self.offers.get(role, "")
        assert {*self.offers} <= {*standing}


@LENGTHS
def test_a_game_goes_by_stopwatch_and_paper_in_any_order_of_events(url: str, examples: int, steps: int) -> None:
    run(url, Game, examples, steps)
