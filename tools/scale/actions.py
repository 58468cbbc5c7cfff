"""What clicks, commands and sweeps do in a database: each once, for somebody or some game at random."""

from collections.abc import Awaitable, Callable
from random import Random

from bot.clock import now
from bot.matches.blocks import Blocks
from bot.matches.challenge import Made, NewChallenge
from bot.matches.challenges import Challenges
from bot.matches.daily import Dailies
from bot.matches.duels import Duels
from bot.matches.group_course import NewGroup
from bot.matches.groups import Groups
from bot.matches.ladders import Ladders
from bot.matches.match import Match
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.practice import Practice
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.profiles import Profiles
from bot.matches.results import Results
from bot.matches.rivals import Rivals
from bot.matches.servers import Servers
from bot.matches.solo import Solo
from bot.matches.standings import season_of
from bot.matches.sundays import Sundays
from bot.matches.threads import GameThreads
from bot.matches.timers import Timers
from bot.matches.walls import Walls
from bot.store.backend.database import Database
from bot.store.backlog import backlog
from bot.store.duels import find_duel_of
from bot.store.groups import find_pairings, groups_over
from bot.store.kv import find_value, save_value
from bot.store.leases import claim_lease, find_lease, heartbeat
from bot.store.messages import MessageRow
from bot.store.reviews import find_review
from bot.store.servers import ServerRow, save_server
from bot.store.shards import Shards
from daily import Attempt
from game import Automa
from tests.matches.building import random_move
from tools.scale.bigdb import FIRST_MESSAGE, FIRST_USER, LEFT, PATTERNS, SERVERS, guild_of, players_in, server_of

Acts = dict[str, Callable[[], Awaitable[object]]]


class Somebody:
    """Picks people and games at random."""

    def __init__(self, database: Database, games: int, rng: Random) -> None:
        self.database = database
        self.games = games
        self.rng = rng

    @property
    def matches(self) -> Matches:
        """Always new, so that it remembers no match."""
        return Matches(self.database, now)

    @property
    def user(self) -> int:
        """Somebody who has played some twenty games."""
        return FIRST_USER + self.rng.randrange(players_in(self.games))

    @property
    def guild(self) -> int:
        """One of the servers."""
        return guild_of(self.rng.randrange(SERVERS))

    @property
    def group(self) -> int:
        """One of the groups, which is also the channel of one."""
        return self.rng.randrange(players_in(self.games) // 10) + 1

    @property
    def new(self) -> int:
        """An id that nothing has yet."""
        return self.rng.randrange(FIRST_MESSAGE)

    def game(self, pattern: int) -> int:
        """A copy of a pattern, in a server that the bot is in."""
        while True:
            number = PATTERNS * self.rng.randrange(self.games // PATTERNS) + pattern
            if server_of(number) % LEFT:
                return number

    async def show(self, match: Match) -> None:
        """Note that a new board shows a match, and that the one before is gone."""
        postings = Postings(self.database)
        row = MessageRow(self.new, match.id, 1, "board", match.revision, match.to_move, "live")
        noted = await postings.note_post(row, match)
        await postings.forget([each.message_id for each in noted.doomed])

    async def running(self) -> Match:
        """A running game: the first of the patterns."""
        match = await self.matches.load(self.game(1))
        return await self.running() if match.outcome else match  # somebody may have played it to its end


def acts_on(database: Database, games: int, rng: Random) -> Acts:
    """All of them, by name."""
    some = Somebody(database, games, rng)
    return {**_clicks(some), **_commands(some), **_sweeps(some), **_sweeps_of_shards(some), **_others(some)}


def _clicks(some: Somebody) -> Acts:
    postings, timers, places = Postings(some.database), Timers(some.database, now), GameThreads(some.database)

    async def move() -> None:
        match = await some.running()
        assert match.mover is not None
        match = await some.matches.play(match.id, match.revision, match.mover, random_move(some.rng, match))
        await some.show(match)

    async def offer() -> None:
        match = await some.running()
        await postings.note_post(MessageRow(some.new, match.id, 1, "pause1", match.revision, 1, "live"), match)
        await postings.state_of(match, "pause1")
        await timers.pause(match.id, match.people[1], match.revision, "pause1")
        await some.show(await timers.resume(match.id, match.people[0]))

    async def advise() -> None:
        await Preferences(some.database).early_turn(await some.running())

    async def open_thread() -> None:
        match = await some.running()
        await places.note_anchor(match, some.new)
        await places.note_archived(match.id)

    return {
        "load a game": some.running,
        "load a game, move, and note the board": move,
        "load a game, and note its thread": open_thread,
        "load a game, pause, and go on": offer,
        "a board and its messages": lambda: some.matches.with_messages(some.game(2)),
        "advice for the first turns": advise,
        "the theme of pictures": lambda: Preferences(some.database).theme(some.guild, some.user),
    }


def _commands(some: Somebody) -> Acts:
    solo, challenges = Solo(some.database, now, max_games=9999), Challenges(some.database, now, max_games=9999)
    blocks, ladders = Blocks(some.database, now), Ladders(some.database, now)
    duels, groups = Duels(some.database, now), Groups(some.database, now, max_games=9999)
    timers, preferences, privacy = Timers(some.database, now), Preferences(some.database), Privacy(some.database, now)
    practice, dailies = Practice(some.database, now), Dailies(some.database, now)

    async def challenge() -> Made:
        return await challenges.make(
            NewChallenge(
                guild_id=some.guild, channel_id=some.new, challenger=some.new, challenged=some.user, made_by=some.new
            )
        )

    async def decline() -> None:
        made = await challenge()
        await challenges.note_message(made.challenge.id, some.new)
        await challenges.decline(made.challenge.id, made.challenge.challenged)

    async def accept() -> None:
        made = await challenge()
        _, match = await challenges.accept(made.challenge.id, made.challenge.challenged)
        await some.show(match)

    async def take_a_seat() -> None:
        where, owner = some.new, some.new
        made = await challenges.open(NewChallenge(guild_id=some.guild, channel_id=where, challenger=owner))
        await challenges.note_message(made.challenge.id, some.new)
        (seat,) = await challenges.open_seats_in(where, some.user)
        _, match = await challenges.take(seat, some.user)
        await some.show(match)

    async def duel() -> None:
        made = await challenges.make(
            NewChallenge(
                guild_id=some.guild, channel_id=some.new, challenger=some.new, challenged=some.user, rival="pin"
            )
        )
        _, match = await challenges.accept(made.challenge.id, made.challenge.challenged)
        number = await some.database.read_latest(find_duel_of, match.id)
        assert number
        begun = await duels.find(number)
        await duels.note_message(begun, some.new)
        for game in begun.games:
            half = await some.matches.load(game)
            await some.matches.resign(game, half.revision, half.people[0])
        ended = await duels.settle(number)
        assert ended
        await duels.note_message(ended, some.new)

    async def group() -> None:
        opened = await groups.open(NewGroup(guild_id=some.guild, channel_id=some.new, opener=some.new, size=3))
        for user in (some.user, some.new):
            table = await groups.join(opened.id, user)
        await groups.note_message(table.group, some.new)
        for game in await some.database.read(find_pairings, opened.id):
            await some.show(await some.matches.load(game.game_id))
        await groups.leave(opened.id, opened.opener)
        await groups.note_message((await groups.settle(opened.id)).group, some.new)

    async def begin() -> None:
        await some.show(
            await solo.start(
                guild_id=some.guild,
                channel_id=1,
                user=some.user,
                opponent=Automa("intern", "normal"),
                track="classic",
                begun_by=some.new,
            )
        )

    async def my_games() -> None:
        user = some.user
        rows = await some.matches.running_of(user)
        await some.matches.boards_of(rows)
        await some.matches.moves_of(rows)
        await challenges.concerning(user)

    async def vacation() -> None:
        user = some.user
        await timers.vacation(user, now() + 9999)
        await timers.vacation(user, 0)

    async def block() -> None:
        user, other = some.user, some.new
        await blocks.block(user, other)
        await blocks.blocked_by(user)
        await blocks.unblock(user, other)

    async def how_two_stand() -> None:
        await Results(some.database).score(await some.matches.load(some.game(2)))

    async def ladder() -> None:
        guild = some.guild
        await ladders.begin(guild)
        await ladders.page(guild, some.user)

    async def practise() -> None:
        exercise = await practice.following(some.user, "thimble")
        await practice.note(exercise, is_solved=True)

    async def sew() -> None:
        user, guild = some.new, some.guild
        sewing = await dailies.open(user, await dailies.today(user, guild), guild)
        await dailies.change(user, sewing.number, sewing.revision, Attempt.skip, guild_id=guild)

    async def of_server() -> None:
        rows = await some.matches.running_in(some.guild)
        await some.matches.boards_of(rows)
        await some.matches.moves_of(rows)

    return {
        "challenge and decline": decline,
        "challenge and accept": accept,
        "open a seat and take it": take_a_seat,
        "a duel": duel,
        "a group": group,
        "the cross table of a group": lambda: groups.cross_table(some.group),
        "the group here": lambda: groups.of(some.group, some.user),
        "groups that are over": lambda: some.database.read(groups_over, some.guild, 0, 10),
        "begin a solo game": begin,
        "/games": my_games,
        "suggest games": lambda: some.matches.all_of(some.user, some.guild, 200),
        "newest game here": lambda: some.matches.newest_of(some.user, some.guild, 1),
        "games of a server": of_server,
        "settings": lambda: preferences.change(some.user, theme="night"),
        "settings of a server": lambda: preferences.change_server(some.guild, theme="night"),
        "vacation": vacation,
        "block somebody": block,
        "practise a position": practise,
        "sew a daily quilt": sew,
        "how many daily quilts": lambda: dailies.sewn(some.user, some.guild),
        "a review": lambda: some.database.read(find_review, some.game(2)),
        "the level of rivals": lambda: Rivals(some.database).record_of(some.user),
        "a profile": lambda: Profiles(some.database, now).of(some.user, some.user),
        "somebody else's profile": lambda: Profiles(some.database, now).of(some.user, some.new),
        "how two stand": how_two_stand,
        "fit a ladder, and show it": ladder,
        "a ladder of before": lambda: ladders.page(some.guild, some.user, season=season_of(now()) - 1),
        "what is at stake": lambda: ladders.stakes(some.guild, some.user, some.user),
        "count a game": lambda: Results(some.database).keep([some.game(2)]),
        "my data": lambda: privacy.export(some.user),
    }


def _sweeps(some: Somebody) -> Acts:
    challenges = Challenges(some.database, now, max_games=9999)
    timers, postings, servers = Timers(some.database, now), Postings(some.database), Servers(some.database, now)

    async def claim() -> None:
        for timer in (await timers.due())[:1]:
            await timers.postpone(timer, timer.due)

    async def purge() -> None:
        left = guild_of(some.rng.randrange(0, SERVERS, LEFT))
        await some.database.write(save_server, ServerRow(left, left_at=1))
        await servers.purge()
        await some.database.write(save_server, ServerRow(left, left_at=now()))

    return {
        "sweep: timers due": claim,
        "sweep: their servers": timers.due_in,
        "sweep: what is not shown": postings.owed,
        "sweep: moves that rivals owe": Rivals(some.database).owed,
        "sweep: games to be counted": lambda: Results(some.database).owed(25),
        "sweep: ladders to be fitted": lambda: Ladders(some.database, now).owed(50),
        "sweep: challenges expired": challenges.expired,
        "sweep: challenges not shown": challenges.owed,
        "sweep: duels due": Duels(some.database, now).due,
        "sweep: duels not shown": Duels(some.database, now).owed,
        "sweep: groups due": Groups(some.database, now, max_games=9999).due,
        "sweep: groups not shown": Groups(some.database, now, max_games=9999).owed,
        "sweep: walls due": Walls(some.database, now).due,
        "sweep: walls not shown": Walls(some.database, now).owed,
        "sweep: Sunday quilts": Sundays(some.database, now, max_games=9999).due,
        "sweep: daily reminders": Dailies(some.database, now).reminders_due,
        "sweep: calls of today": challenges.forget_calls,
        "sweep: servers left": servers.purge,
        "sweep: servers left long ago": purge,
    }


def _sweeps_of_shards(some: Somebody) -> Acts:
    """The same for one process of several, which asks for its own servers only."""
    database, shards = some.database, Shards((0, 1), 4)
    challenges = Challenges(database, now, max_games=9999, shards=shards)
    timers, servers = Timers(database, now, shards), Servers(database, now, shards)
    return {
        "sweep: timers due, of shards": timers.due,
        "sweep: their servers, of shards": timers.due_in,
        "sweep: not shown, of shards": Postings(database, shards).owed,
        "sweep: moves owed, of shards": Rivals(database, shards).owed,
        "sweep: to be counted, of shards": lambda: Results(database, shards).owed(25),
        "sweep: ladders, of shards": lambda: Ladders(database, now, shards).owed(50),
        "sweep: challenges, of shards": challenges.expired,
        "sweep: challenges new, of shards": challenges.owed,
        "sweep: duels due, of shards": Duels(database, now, shards).due,
        "sweep: duels new, of shards": Duels(database, now, shards).owed,
        "sweep: groups due, of shards": Groups(database, now, max_games=9999, shards=shards).due,
        "sweep: groups new, of shards": Groups(database, now, max_games=9999, shards=shards).owed,
        "sweep: walls due, of shards": Walls(database, now, shards).due,
        "sweep: walls new, of shards": Walls(database, now, shards).owed,
        "sweep: Sundays, of shards": Sundays(database, now, max_games=9999, shards=shards).due,
        "sweep: servers left, of shards": servers.purge,
    }


def _others(some: Somebody) -> Acts:
    async def lease() -> None:
        await some.database.read(find_lease, "all")
        await some.database.write(claim_lease, "all", "one", lambda _: False)
        await some.database.write(heartbeat, "all", "one")

    async def note() -> None:
        await some.database.read(find_value, "commands")
        await some.database.write(save_value, "commands", "{}")

    return {
        "every second: the lease": lease,
        "at the start: notes": note,
        "metrics: what is left to do": lambda: some.database.read(backlog, now(), 120.0),
        "now and then: count running games": lambda: some.matches.count_running(in_public=True),
        "forget me": lambda: Privacy(some.database, now).forget(some.user),  # last: then many boards are owed
    }
