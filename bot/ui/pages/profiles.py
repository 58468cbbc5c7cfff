"""The sampler of somebody: a picture, and what their games came to."""

from __future__ import annotations

import render
from bot.matches.profiles import Profile
from bot.store.results import ResultRow
from bot.ui.kit.custom_id import CustomId
from bot.ui.kit.page import Image, Page, Row, button
from bot.ui.kit.pictures import drawing
from bot.ui.kit.texts import Say, mention
from bot.ui.words.profiles import last_sentence, profile_lines, quilt_sentence, sampler_alt


def profile_page(say: Say, profile: Profile, user: int, *, is_own: bool) -> Page:
    """Show what a user's games came to, for themselves or for somebody else."""
    title = say("profile.title.you" if is_own else "profile.title", user=mention(user))
    act = "showprofile" if profile.hidden else "hideprofile"
    rows: tuple[Row, ...] = ((button(say, CustomId(0, 0, "profile"), act),),) if is_own else ()
    if profile.is_empty:
        return Page((title, say("profile.begin" if is_own else "profile.none", user=mention(user))), rows=rows)
    lines = "\n".join(profile_lines(say, profile, user))
    note = say("profile.note.hidden" if profile.hidden else "profile.note") if is_own else ""
    if say.is_heard:
        told = (title, lines, last_sentence(say, profile), quilt_sentence(say, profile), note)
        return Page(tuple(filter(None, told)), rows=rows)
    return Page((title,), _picture(say, profile), tuple(filter(None, (lines, note))), rows)


def _picture(say: Say, profile: Profile) -> Image:
    sampler = drawing(
        render.draw_sampler,
        profile.quilt,
        points=profile.best.points if profile.best else 0,
        results=tuple(_stem(row) for row in reversed(profile.last)),
        feats=profile.feats,
    )
    return Image(sampler, sampler_alt(say, profile), "sampler.png")


def _stem(row: ResultRow) -> render.Result:
    margin = row.points - row.other_points if row.ending == "finished" else None
    return bool(row.won), margin, row.other is not None
