"""What has happened since the reader's last move (decision 0023): in a line (decision 0095), or else in sentences."""

from collections.abc import Iterator, Sequence

from bot.matches.match import Match, Ply
from bot.matches.news import news_of
from bot.ui.kit.texts import BESIDE, Say, listed, notes, sentences
from bot.ui.words.cards import card_sentence
from bot.ui.words.names import area, patch_name, patch_object, player_name, subject
from game import Placement, other
from game.facts import Advanced, BonusTaken, CardRevealed, Income, LeatherSewed, LeatherWon, Sewed

MOST_LINES, FEWEST_LINES = 3, 2
"""How many moves have a sentence of their own, usually and in brief; all that came after them are told together."""

MOST_NAMED = 3
"""How many patches are named together; of more, only the number is told."""


def happened(say: Say, match: Match, user: int | None = None, *, is_brief: bool = False, opponent: str = "") -> str:
    """Say what is new: in one line, or, without a picture and of an Automa, a line for each move, and then a sum (whole
    sentences: decision 0070).
    ``user`` is the reader of a private page: "You sewed …".

    That a move was taken back stands alone, but in words: what was new before was read before that move.
    A text that ``is_brief`` leaves what they have just done themselves to the button that undoes it, but not the bonus;
    it tells nothing of a game in which nothing was done. ``opponent`` is what a line calls the other, if not by name.

    What is new is the same as what pictures outline: see `bot.matches.news`.
    """
    lines: list[str] = []
    if match.last_kind in ("undo", "takeback"):
        seat, act = match.position.turn, "undone" if match.last_kind == "undo" else "takeback"
        lines.append(_tell(say, match, act, seat, user, other=player_name(say, match, other(seat))))
        if not say.text_only:
            return lines[0]
    if not match.plies:
        can_take = any(map(match.position.can_take, match.position.offers))
        begun = say("board.start" if can_take else "board.start_poor")
        return "\n".join(lines if match.outcome or is_brief else (*lines, begun))
    news = news_of(match)
    if is_brief:
        news = tuple(
            ply for ply in news if match.user_at(ply.seat) != user or ply.how or BonusTaken in map(type, ply.step.facts)
        )
    if all(map(_is_plain, news)) and not say.text_only:
        seats = dict.fromkeys(ply.seat for ply in news)
        runs = ([ply for ply in news if ply.seat == seat] for seat in seats)
        return BESIDE.join(_in_short(say, match, run, user, opponent, is_brief=len(seats) > 1) for run in runs)
    most = FEWEST_LINES if is_brief else MOST_LINES
    return "\n".join((*lines, *_in_sentences(say, match, news, user, most)))


def _in_sentences(say: Say, match: Match, news: Sequence[Ply], user: int | None, most: int) -> Iterator[str]:
    yield from (ply_sentence(say, match, ply, user) for ply in news[:most])
    for seat in dict.fromkeys(ply.seat for ply in news[most:]):
        rest = [ply for ply in news[most:] if ply.seat == seat]
        name = "" if user is not None and match.user_at(seat) == user else subject(say, match, seat)
        yield sentences(say, *summarise_moves(say, rest, name), _has(say, match, seat, user, rest))


def _is_plain(ply: Ply) -> bool:
    """Tell whether a picture shows why and where: there was no card, and no leather patch without room for it."""
    return not any(
        isinstance(fact, CardRevealed) or (isinstance(fact, LeatherWon) and not fact.kept) for fact in ply.step.facts
    )


def _in_short(
    say: Say, match: Match, plies: Sequence[Ply], user: int | None, opponent: str = "", *, is_brief: bool = False
) -> str:
    """Name what one player did in some moves, and what they then have. A text that ``is_brief`` leaves out what they
    collected, and how far they had to advance.
    """
    deeds: list[str] = []
    for ply in plies:
        for fact in ply.step.facts:
            match fact:
                case Sewed(placement=placement) | LeatherSewed(placement=placement):
                    deeds.append(patch_name(say, placement.patch))
                case Advanced(spaces=spaces) if not (is_brief and ply.how == "forced"):
                    deeds.append(say("button.advance", count=spaces))
                case BonusTaken():
                    deeds.append(say("recap.bonus"))
                case _:
                    pass
        deeds += [say(f"recap.{ply.how}")] if ply.how else []
    seat, count = plies[0].seat, sum(map(_collected, plies))
    deeds += [say("recap.collected", count=count)] * (count > 0 and not is_brief)
    is_own = user is not None and match.user_at(seat) == user
    name = say("recap.you") if is_own else opponent or player_name(say, match, seat)
    return say("recap.short", user=name, deeds=notes(say, *deeds), count=plies[-1].step.position.player(seat).buttons)


def ply_line(say: Say, match: Match, ply: Ply, user: int | None = None) -> str:
    """One move as `happened` tells it alone."""
    if say.text_only or not _is_plain(ply):
        return ply_sentence(say, match, ply, user)
    return _in_short(say, match, [ply], user)


def ply_sentence(say: Say, match: Match, ply: Ply, user: int | None = None) -> str:
    """One move and what the player has after it. ``user`` is as for `happened`."""
    seat, facts = ply.seat, ply.step.facts
    collected = _collected(ply)
    forced = "_forced" if ply.how == "forced" else ""
    after = ply.step.position
    had = after.player(seat).buttons - advanced(ply) - collected
    # A player who had to advance could pay for none of the patches on offer.
    is_poor = forced and after.offers and all(patch.cost > had for patch in after.offers)
    reason = "_poor" if is_poor else forced
    has = _has(say, match, seat, user, [ply])
    parts: list[str] = []
    for fact in facts:
        match fact:
            case CardRevealed():
                person = match.user_at(other(seat))
                name = "" if person == user else player_name(say, match, other(seat))
                parts.append(card_sentence(say, fact, ply.step.position, name))
                parts += [say("happened.income", count=collected)] * bool(collected)
            case Advanced(spaces=spaces):
                parts += [_tell(say, match, f"advanced{reason}", seat, user, count=spaces), has]
            case Sewed(placement=placement):
                cost = placement.patch.cost
                where = {"object": patch_object(say, placement.patch), "square": area(say, placement)}
                parts += [_tell(say, match, "sewed" if cost else "sewed_free", seat, user, count=cost, **where), has]
            case LeatherSewed(placement=placement):
                parts.append(_tell(say, match, f"leather{forced}", seat, user, square=area(say, placement)))
            case LeatherWon(kept=False):
                is_automa = match.automa is not None and seat == 2
                parts.append(say("happened.leather_automa" if is_automa else "happened.leather_lost"))
            case BonusTaken():
                parts.append(_tell(say, match, "bonus", seat, user))
            case _:  # the leather patch that was won has a line of its own once it is sewn
                pass
    parts += [say("happened.planned")] * (ply.how == "planned")
    return sentences(say, *parts)


def _has(say: Say, match: Match, seat: int, user: int | None, plies: Sequence[Ply]) -> str:
    collected = sum(map(_collected, plies))
    purse = "collected" if collected else "has"
    return _tell(say, match, purse, seat, user, collected=collected, count=plies[-1].step.position.player(seat).buttons)


def _collected(ply: Ply) -> int:
    return sum(fact.buttons for fact in ply.step.facts if isinstance(fact, Income))


def advanced(ply: Ply) -> int:
    """Say how many spaces somebody advanced with a move."""
    return sum(fact.spaces for fact in ply.step.facts if isinstance(fact, Advanced))


def summarise_moves(say: Say, plies: Sequence[Ply], name: str = "") -> list[str]:
    """Say what one player has done in some moves, in a sentence for each kind: what was sewn, how far they advanced,
    whether they took the bonus. ``name`` is how sentences name them; without one, they are spoken to.
    """
    sewn: list[str] = []
    taken: list[str] = []
    spaces, has_bonus = 0, False
    for fact in (fact for ply in plies for fact in ply.step.facts):
        match fact:
            case Sewed(placement=placement):
                sewn.append(patch_object(say, placement.patch))
            case LeatherSewed():
                sewn.append(say("deed.leather"))
            case CardRevealed(choice=choice) if choice.taken:
                taken.append(patch_object(say, choice.taken))
            case Advanced(spaces=more) | CardRevealed(spaces=more):
                spaces += more
            case BonusTaken():
                has_bonus = True
            case _:
                pass
    you = "" if name else "you."
    done = [_patches(say, f"{you}sewed", sewn, name)] if sewn else []
    done += [_patches(say, "took", taken, name)] if taken else []
    done += [say(f"deed.{you}advanced", user=name, count=spaces)] if spaces else []
    return done + ([say(f"happened.{you}bonus", user=name)] if has_bonus else [])


def _patches(say: Say, deed: str, names: list[str], user: str) -> str:
    if len(names) > MOST_NAMED:
        return say(f"deed.{deed}_many", user=user, count=len(names))
    return say(f"deed.{deed}", user=user, what=listed(say, names))


def undo_label(say: Say, ply: Ply) -> str:
    """The words on the button that takes a move back: they name the move."""
    if not isinstance(ply.move, Placement):
        return say("button.undo_advance")
    return say("button.undo", patch=patch_name(say, ply.move.patch), square=area(say, ply.move))


def _tell(say: Say, match: Match, name: str, seat: int, user: int | None, **values: object) -> str:
    if user is not None and match.user_at(seat) == user:
        return say(f"happened.you.{name}", **values)
    return say(f"happened.{name}", user=subject(say, match, seat), **values)
