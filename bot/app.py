"""The app: all services of the bot, built in one place, for the real client and for tests alike."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.clock import CLOCK, now
from bot.config import Config
from bot.matches.blocks import Blocks
from bot.matches.challenges import Challenges
from bot.matches.daily import Dailies
from bot.matches.duels import Duels
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
from bot.ui.kit.animations import Animations
from bot.ui.kit.answer import Line
from bot.ui.kit.budget import Budget
from bot.ui.kit.interaction import Names
from bot.ui.kit.pictures import Pictures
from bot.ui.kit.private import PrivatePages, Tokens
from bot.ui.kit.tasks import Tasks
from bot.ui.kit.texts import Say, speaker
from bot.ui.publish.boards import Boards
from bot.ui.publish.challenges import ChallengePosts
from bot.ui.publish.channels import LONGEST_PAUSE, QUICK, Backoff, Channels
from bot.ui.publish.counting import Counting
from bot.ui.publish.credits import CreditsOf
from bot.ui.publish.daily import DailyPosts
from bot.ui.publish.delivery import Delivery, Notifier
from bot.ui.publish.doubts import Doubts
from bot.ui.publish.duels import DuelPosts
from bot.ui.publish.groups import GroupPosts
from bot.ui.publish.messages import Messages
from bot.ui.publish.offers import Offers
from bot.ui.publish.plans import Invitations
from bot.ui.publish.posts import Gone, Posts
from bot.ui.publish.presence import Presence
from bot.ui.publish.publisher import Publisher
from bot.ui.publish.reminders import Reminders
from bot.ui.publish.rival_moves import LONGEST_WAIT, RivalMoves
from bot.ui.publish.sweep import Sweep
from bot.ui.publish.tables import Tables
from bot.ui.publish.threads import Threads

LOG = logging.getLogger(__name__)

A_DAY = 24 * 60 * 60
"""Seconds for which nobody is sent private messages who takes none."""


@dataclass(frozen=True, slots=True)
class App:
    """All services. What people do: ``matches`` to ``practice``. What they see of it: ``messages`` to ``presence``."""

    config: Config
    database: Database
    matches: Matches
    challenges: Challenges
    duels: Duels
    groups: Groups
    dailies: Dailies
    sundays: Sundays
    walls: Walls
    blocks: Blocks
    solo: Solo
    rivals: Rivals
    results: Results
    profiles: Profiles
    ladders: Ladders
    hints: Hints[Sequence[Hint]]
    timers: Timers
    plans: Plans
    postings: Postings
    preferences: Preferences
    privacy: Privacy
    servers: Servers
    reviews: Reviews
    judge: Judge
    practice: Practice
    names: Names
    pictures: Pictures
    animations: Animations
    line: Line
    private: PrivatePages
    tokens: Tokens
    tables: Tables
    thinking: Thinking
    tasks: Tasks
    messages: Messages
    boards: Boards
    rival_moves: RivalMoves
    board_sweep: Sweep
    counting: Counting
    reminders: Reminders
    challenge_posts: ChallengePosts
    duel_posts: DuelPosts
    group_posts: GroupPosts
    daily_posts: DailyPosts
    offers: Offers
    presence: Presence

    async def sweep(self) -> None:
        """Do whatever is due, and whatever a crash or a fault left undone."""
        await self.presence.note_servers()
        await self.reminders.sweep()
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
        """Close the store, and stop what thinks and what draws."""
        self.tasks.close()
        await self.thinking.close()
        await self.database.close()
        self.pictures.close()


async def open_app(
    config: Config,
    client: discord.Client,
    budget: Budget,
    *,
    speak: Callable[[str], Say] = speaker,
    rng: random.Random | None = None,
    pictures: Pictures | None = None,
    engine: Sequence[str] | None = None,
) -> App:
    """Open the store and build the services on it. Raises StoreError when the database cannot be used.

    The client's requests keep to the ``budget``. ``speak`` gives the words of a language to public messages. ``rng``
    shuffles the rings, ``pictures`` draws, and ``engine`` is the program that thinks; these are for tests.
    """
    database = await open_database(config.database_url, upgrades=config.shards == EVERY)
    pictures, tasks = pictures or Pictures(), Tasks()
    thinking, rivals = Thinking(config.engine_workers, engine or PROGRAM), Rivals(database, config.shards)
    matches, timers, shards = Matches(database, now), Timers(database, now, config.shards), config.shards
    postings, preferences, servers = Postings(database, shards), Preferences(database), Servers(database, now, shards)
    challenges = Challenges(database, now, max_games=config.max_games, rng=rng, shards=shards)
    channels = Channels(client, Backoff(config.sweep_seconds, now), budget.invalid)
    tokens, doubts = Tokens(budget, CLOCK.time, may_be_used=config.boards_by_click), Doubts(now)
    closed, whole = Backoff(A_DAY, now, longest=A_DAY), config.calls_whole
    messages = Messages(client, pictures, preferences, channels, tokens, doubts, closed, whole=whole)
    posts = Posts(postings, messages, channels, budget, Gone(postings, tasks))
    notifier = Notifier(messages, preferences, speak)
    tables = Tables(CLOCK.time)
    names, results = Names(), Results(database, shards)
    credits_of = CreditsOf(client, names, results, speak)
    delivery = Delivery(postings, posts, notifier, tables, credits_of, preferences, speak)
    threads = Threads(client, GameThreads(database), messages, speak)
    backoff, waits = (Backoff(config.sweep_seconds, now, QUICK, longest) for longest in (LONGEST_PAUSE, LONGEST_WAIT))
    boards = Boards(matches, postings, posts, delivery, threads, tasks, budget, backoff, shards)
    sweep = Sweep(postings, channels, boards, tasks, doubts)
    rival_moves = RivalMoves(matches, rivals, thinking, tasks, waits)
    plans = Plans(database)
    invite = Invitations(plans, timers, messages, speak).send
    ladders = Ladders(database, now, shards)
    groups = Groups(database, now, max_games=config.max_games, rng=rng, shards=shards)
    publisher = Publisher(messages, channels, budget, tasks, Backoff(config.sweep_seconds, now), speak)
    group_posts = GroupPosts(groups, publisher)
    counting = Counting(results, ladders, tasks, group_posts.begin)
    duels = Duels(database, now, shards)
    duel_posts = DuelPosts(duels, matches, boards, notifier, publisher)
    dailies, sundays = Dailies(database, now), Sundays(database, now, max_games=config.max_games, shards=shards)
    walls = Walls(database, now, shards)
    daily_posts = DailyPosts(dailies, sundays, walls, publisher)
    database.follow(rival_moves.follow, when=Change.is_of_rival)
    database.follow(sweep.follow)
    for follower in (counting.follow, daily_posts.follow):
        database.follow(follower, when=Change.has_ended)
    database.follow(duel_posts.follow, when=Change.has_begun_or_ended)
    return App(
        config=config,
        database=database,
        matches=matches,
        challenges=challenges,
        duels=duels,
        groups=groups,
        dailies=dailies,
        sundays=sundays,
        walls=walls,
        blocks=Blocks(database, now),
        solo=Solo(database, now, max_games=config.max_games, rng=rng),
        rivals=rivals,
        results=results,
        profiles=Profiles(database, now),
        ladders=ladders,
        hints=Hints(database),
        timers=timers,
        plans=plans,
        postings=postings,
        preferences=preferences,
        privacy=Privacy(database, now),
        servers=servers,
        reviews=Reviews(database, thinking),
        judge=Judge(partial(weigh, thinking)),
        practice=Practice(database, now),
        names=names,
        pictures=pictures,
        animations=Animations(pictures, config.animation),
        line=Line(),
        private=PrivatePages(),
        tokens=tokens,
        tables=tables,
        thinking=thinking,
        tasks=tasks,
        messages=messages,
        boards=boards,
        rival_moves=rival_moves,
        board_sweep=sweep,
        counting=counting,
        reminders=Reminders(matches, timers, preferences, channels, boards, tables, invite, speak),
        challenge_posts=ChallengePosts(challenges, ladders, publisher),
        duel_posts=duel_posts,
        group_posts=group_posts,
        daily_posts=daily_posts,
        offers=Offers(postings, posts, notifier, boards, publisher),
        presence=Presence(client, servers, matches),
    )
