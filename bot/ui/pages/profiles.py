"""The sampler of somebody: a picture, and what their games came to, in a few lines."""

from collections.abc import Iterator

import render
from bot.matches.profiles import Profile
from bot.matches.seats import LEVELS
from bot.store.results import ResultRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, enumerated, listed, mention, notes, sentences
from bot.ui.pages.way_home import way_home
from bot.ui.words.accessible import free_squares
from bot.ui.words.names import in_points, rival_name, signed
from game.squares import SIZE


def profile_page(say: Say, profile: Profile, user: int, *, is_own: bool) -> Page:
    """Show what a user's games came to, for themselves or for somebody else."""
    title = say("profile.title.you" if is_own else "profile.title", user=mention(user))
    act = "showprofile" if profile.hidden else "hideprofile"
    rows: tuple[Row, ...] = ((button(say, CustomId(0, 0, "profile"), act), way_home(say)),) if is_own else ()
    if not profile.games:
        return Page((title, say("profile.begin" if is_own else "profile.none", user=mention(user))), rows=rows)
    lines = "\n".join(_profile_lines(say, profile, user))
    note = say("profile.note.hidden" if profile.hidden else "profile.note") if is_own else ""
    if say.text_only:
        told = (title, lines, _last_sentence(say, profile), _quilt_sentence(say, profile), note)
        return Page(tuple(filter(None, told)), rows=rows)
    return Page((title,), _picture(say.in_words, profile), tuple(filter(None, (lines, note))), rows)


def _picture(say: Say, profile: Profile) -> Image:
    sampler = drawing(
        render.draw_sampler,
        profile.quilt,
        points=profile.best.points if profile.best and not profile.is_new else 0,
        results=tuple((bool(row.won), _lead(profile, row), row.other is not None) for row in profile.last),
        feats=profile.feats,
    )
    # The feats stand below it.
    alt = sentences(say, say("profile.alt"), _last_sentence(say, profile), _quilt_sentence(say, profile))
    return Image(sampler, alt, "sampler.png")


def _lead(profile: Profile, row: ResultRow) -> int | None:
    """By how many points a game was won, or lost; None if it was not played out, or if that would only shame."""
    is_told = row.ending == "finished" and (row.won or not profile.is_new)
    return row.points - row.other_points if is_told else None


def _profile_lines(say: Say, profile: Profile, user: int) -> Iterator[str]:
    if between := profile.between:
        score = {"user": mention(user), "mine": between.mine, "theirs": between.theirs}
        if between.last is None:
            yield say("profile.between", **score)
        else:
            points, others = map(signed, between.last)
            yield say("profile.between.last", points=points, others=others, **score)
    yield from filter(None, (notes(say, *_won(say, profile)), notes(say, *_sewn(say, profile))))
    if profile.feats:
        feats = (say(f"profile.feat.{feat}", number=number) for feat, number in profile.feats)
        yield say("profile.feats", feats=listed(say, feats))


def _won(say: Say, profile: Profile) -> Iterator[str]:
    for name, tally in (("people", profile.people), ("alone", profile.alone)):
        if tally.won or (tally.games and not profile.is_new):
            yield say(f"profile.{name}", games=tally.games, count=tally.won)
    if profile.rival:
        number = LEVELS.index(profile.rival) + 1
        yield say("profile.rival", rival=rival_name(say, profile.rival), number=number, last=len(LEVELS))
    if profile.automa:
        yield say("profile.automa", level=say(f"level.{profile.automa}"))
    if profile.hinted.games:
        yield say("profile.hints", games=profile.hinted.games, count=profile.hinted.won)


def _sewn(say: Say, profile: Profile) -> Iterator[str]:
    if profile.is_new and profile.quilt:
        yield say("profile.sewn", covered=SIZE * SIZE - profile.quilt.empty)
    elif profile.best:
        yield say("profile.points", best=signed(profile.best.points), mean=signed(profile.mean))
    if profile.sevens:
        yield say("profile.sevens", count=profile.sevens)
    if profile.wholes:
        yield say("profile.wholes", number=profile.wholes)
    if profile.days.most > 1:
        yield say("profile.days", now=profile.days.now, most=profile.days.most)


def _last_sentence(say: Say, profile: Profile) -> str:
    told = enumerated(say, [_result(say, row) for row in profile.last if row.won or not profile.is_new])
    return say("profile.last", results=told) if told else ""


def _quilt_sentence(say: Say, profile: Profile) -> str:
    if profile.best is None or profile.quilt is None:
        return ""
    empty, free = say("count.empty", count=profile.quilt.empty), free_squares(say, profile.quilt)
    if profile.is_new:
        return free
    return say("profile.alt.quilt", points=in_points(say, profile.best.points), empty=empty, free=free)


def _result(say: Say, row: ResultRow) -> str:
    how = "won" if row.won else "lost"
    alone = "" if row.other is not None else ".alone"
    if row.ending != "finished":
        return say(f"profile.result.{how}.early{alone}")
    return say(f"profile.result.{how}{alone}", points=signed(row.points), others=signed(row.other_points))
