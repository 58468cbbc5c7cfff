"""The app: all services of the bot, built in one place, for the real client and for tests alike."""

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.clock import CLOCK, now
from bot.config import Config
from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.daily import Dailies
from bot.matches.duels import Duels
from bot.matches.extras import ExtrasOf
from bot.matches.groups import Groups
from bot.matches.hints import Hints
from bot.matches.ladders import Ladders
from bot.matches.plans import Plans
from bot.matches.play import Matches
from bot.matches.postings import Postings
from bot.matches.practice import Practice
from bot.matches.preferences import Preferences
from bot.matches.privacy import Privacy
from bot.matches.problems import Judge
from bot.matches.profiles import Profiles
from bot.matches.results import Results
from bot.matches.reviews import Reviews
from bot.matches.rivals import Rivals
from bot.matches.servers import Servers
from bot.matches.solo import Solo
from bot.matches.sundays import Sundays
from bot.matches.threads import GameThreads
from bot.matches.timers import Timers
from bot.matches.walls import Walls
from bot.store.backend.database import Database
from bot.store.backend.opening import open_database
from bot.store.changes import Change
from bot.store.shards import EVERY
from bot.thinking.hints import Hint
from bot.thinking.queue import Thinking
from bot.thinking.weighing import weigh
from bot.thinking.worker import PROGRAM
from bot.ui.kit.answer import Line
from bot.ui.kit.budget import Budget
from bot.ui.kit.interaction import Names
from bot.ui.kit.pictures import Animations, Pictures
from bot.ui.kit.private import PrivatePages, Tokens
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import Say, speaker
from bot.ui.publish.boards import Boards
from bot.ui.publish.challenges import ChallengePosts
from bot.ui.publish.channels import QUICK, Backoff, Channels
from bot.ui.publish.conversations import Conversations
from bot.ui.publish.daily import DailyPosts
from bot.ui.publish.delivery import Delivery, Notifier, PublicPages
from bot.ui.publish.direct import DirectMessages
from bot.ui.publish.duels import DuelPosts
from bot.ui.publish.groups import GroupPosts
from bot.ui.publish.late_calls import LateCalls, LateQuestions
from bot.ui.publish.messages import Messages
from bot.ui.publish.offers import Offers
from bot.ui.publish.plans import Invitations
from bot.ui.publish.player_names import CreditsOf, PlayerNames
from bot.ui.publish.post_game import PostGame
from bot.ui.publish.posts import Posts
from bot.ui.publish.presence import Presence
from bot.ui.publish.publisher import Publisher
from bot.ui.publish.recent_activity import RecentActivity
from bot.ui.publish.reminders import Reminders
from bot.ui.publish.rival_moves import LONGEST_WAIT, RivalMoves
from bot.ui.publish.sweep import Sweep
from bot.ui.publish.threads import Threads
from bot.ui.publish.timers import DueTimers

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Parts:
    """What tests may replace: ``speak`` gives public messages the words of a language, ``rng`` shuffles the rings,
    ``pictures`` draws, and ``engine`` is the program that thinks.
    """

    speak: Callable[[str], Say] = speaker
    rng: random.Random | None = None
    pictures: Pictures | None = None
    engine: Sequence[str] | None = None


USUAL = Parts()


class App:
    """All services. The client's requests keep to the ``budget``."""

    def __init__(
        self, config: Config, client: discord.Client, budget: Budget, database: Database, parts: Parts
    ) -> None:
        self.config = config
        self.database = database
        self.pictures = parts.pictures or Pictures()
        self.animations = Animations(self.pictures)
        self.thinking = Thinking(config.engine_workers, parts.engine or PROGRAM)
        self.tasks = Tasks()
        self.line = Line()
        self.private = PrivatePages()
        self.tokens = Tokens(budget, CLOCK.time, may_be_used=config.boards_by_click)
        self.names = Names()
        self.activity = RecentActivity(CLOCK.time)
        self.answers_since = 0.0
        self._build_games(parts.rng)
        self._build_boards(client, budget, parts.speak)
        self._build_posts(client, parts.speak)
        database.follow(self.rival_moves.follow, when=Change.is_of_rival)
        database.follow(self.conversations.follow)
        database.follow(self.board_sweep.follow)
        database.follow(self.counting.follow, when=Change.has_ended)
        database.follow(self.daily_posts.follow, when=Change.has_ended)
        database.follow(self.duel_posts.follow, when=Change.has_begun_or_ended)

    def _build_games(self, rng: random.Random | None) -> None:
        database, shards, most = self.database, self.config.shards, self.config.max_games
        self.matches = Matches(database, now)
        self.timers = Timers(database, now, shards)
        self.plans = Plans(database)
        self.hints: Hints[Sequence[Hint]] = Hints(database)
        self.solo = Solo(database, now, max_games=most, rng=rng)
        self.rivals = Rivals(database, shards)
        self.challenges = Challenges(database, now, max_games=most, rng=rng, shards=shards)
        self.duels = Duels(database, now, shards)
        self.groups = Groups(database, now, max_games=most, rng=rng, shards=shards)
        self.dailies = Dailies(database, now)
        self.sundays = Sundays(database, now, max_games=most, shards=shards)
        self.walls = Walls(database, now, shards)
        self.postings = Postings(database, shards)
        self.results = Results(database, shards)
        self.ladders = Ladders(database, now, shards)
        self.profiles = Profiles(database, now)
        self.reviews = Reviews(database, self.thinking)
        self.judge = Judge(partial(weigh, self.thinking))
        self.practice = Practice(database, now)
        self.blocks = Blocks(database, now)
        self.preferences = Preferences(database)
        self.extras = ExtrasOf(database, self.preferences, now)
        self.privacy = Privacy(database, now)
        self.servers = Servers(database, now, shards)

    def _build_boards(self, client: discord.Client, budget: Budget, speak: Callable[[str], Say]) -> None:
        first = self.config.sweep_seconds
        channels = Channels(client, Backoff(first, now), budget.invalid, self.config.shards)
        self.direct = DirectMessages(client)
        whole = self.config.ping_with_board
        self.messages = Messages(channels, self.pictures, self.preferences, self.tokens, whole=whole)
        self.publisher = Publisher(
            self.messages, channels, budget, self.tasks, Backoff(first, now), speak, lambda: self.answers_since
        )
        self.notifier = Notifier(self.direct, self.preferences, self.activity, speak)
        names = PlayerNames(client, self.names)
        pages = PublicPages(CreditsOf(names, self.results, speak), speak)
        posts = Posts(self.postings, self.publisher, self.activity)
        answers = self.matches, self.postings, self.messages, self.tokens, pages, self.notifier
        self.conversations = Conversations(self, *answers)
        delivery = Delivery(self.postings, posts, pages, self.notifier, self.activity)
        threads = Threads(client, GameThreads(self.database), self.messages, speak)
        quickly = replace(self.publisher, backoff=Backoff(first, now, QUICK))
        self.boards = Boards(self.matches, posts, delivery, threads, self.conversations, quickly)
        self.board_sweep = Sweep(self.postings, self.boards, self.publisher)
        self.offers = Offers(self.postings, posts, self.notifier, self.boards, self.publisher)
        waits = Backoff(first, now, QUICK, longest=LONGEST_WAIT)
        self.rival_moves = RivalMoves(self.matches, self.rivals, self.thinking, self.tasks, waits)

    def _build_posts(self, client: discord.Client, speak: Callable[[str], Say]) -> None:
        publisher = self.publisher
        self.challenge_posts = ChallengePosts(self.challenges, self.ladders, self.preferences, publisher)
        self.duel_posts = DuelPosts(self.duels, self.timers, self.boards, self.notifier, self.activity, publisher)
        self.group_posts = GroupPosts(self.groups, PlayerNames(client, self.names), publisher)
        self.daily_posts = DailyPosts(self.dailies, self.sundays, self.walls, self.direct, publisher)
        self.counting = PostGame(self.results, self.ladders, publisher, self.group_posts.begin)
        self.presence = Presence(client, self.servers, self.matches)
        self.reminders = Reminders(self.matches, self.timers, self.postings, self.preferences, self.boards, publisher)
        late = self.matches, self.timers, self.notifier
        questions = LateQuestions(*late, self.offers, self.activity)
        acts = {
            "remind": self.reminders.remind,
            "expire": self.reminders.remind,
            "close": self.timers.close_idle,
            "call": LateCalls(*late, self.boards, self.activity).call,
            "ask1": questions.ask,
            "ask2": questions.ask,
            "duel": self.duel_posts.call,
            "plan": Invitations(self.plans, self.timers, self.preferences, self.direct, speak).send,
        }
        self.due_timers = DueTimers(self.timers, publisher, acts)

    async def sweep(self) -> None:
        """Do what is due, and what a crash or a fault left undone."""
        await self.presence.note_servers()
        await self.due_timers.sweep()
        await self.rival_moves.sweep()
        self.board_sweep.begin()
        self.counting.begin()
        await self.challenge_posts.sweep()
        self.duel_posts.begin()
        self.group_posts.begin()
        self.daily_posts.begin()
        if forgotten := await self.servers.purge():
            LOG.info("games forgotten, of servers that the bot left long ago: %s", forgotten)
        await self.presence.show()

    async def close(self) -> None:
        """Stop thinking and drawing, and close the store."""
        self.tasks.close()
        await self.thinking.close()
        await self.database.close()
        self.pictures.close()


async def open_app(config: Config, client: discord.Client, budget: Budget, parts: Parts = USUAL) -> App:
    """Open the store and build the services on it. Raises StoreError when the database cannot be used."""
    database = await open_database(config.database_url, upgrades=config.shards == EVERY)
    return App(config, client, budget, database, parts)
