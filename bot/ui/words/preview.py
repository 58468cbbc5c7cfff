"""What may happen next: the patches on offer, and what follows from a move that is not made yet (decision 0022).

A board has one line for all of them. Wherever there is room, whole sentences tell the same and say why.
"""

from collections.abc import Callable
from functools import partial

from bot.matches.match import Match
from bot.ui.kit.texts import BESIDE, NBSP, Say, listed, notes, sentences
from bot.ui.words.accessible import brief_sentence, patch_sentence
from bot.ui.words.names import patch_icon, patch_name, player_name, signed, subject
from game import ADVANCE, Patch, Placement, Step, other
from game.facts import Advanced, BonusTaken, GameOver, Income, LeatherWon, Sewed
from game.position import Position
from game.squares import LAST


def next_lines(say: Say, match: Match, *, to_mover: bool) -> str:
    """Below a picture, which shows prices and what cannot be had: in a line, what the taker of each patch would have,
    and after those that lead to the same player who that is.

    ``to_mover`` speaks to the player to move as "you" and tells of the advance, too.
    """
    position, groups = match.position, dict[str, list[str]]()
    for number, patch in enumerate(position.offers, 1):
        if position.can_take(patch):
            step = _taken(match, patch)
            way = say("line.way", number=number, count=_left(match, step))
            groups.setdefault(_after(say, match, step, to_mover=to_mover), []).append(_unbroken(way))
    if to_mover:
        step = position.play(ADVANCE)
        way = say("line.way.advance", count=_left(match, step))
        groups.setdefault(_after(say, match, step, to_mover=True), []).append(_unbroken(way))
    told = BESIDE.join(say("line.next", ways=notes(say, *ways), next=after) for after, ways in groups.items())
    return "\n".join(filter(None, (*_last_move(say, match), told)))


def _unbroken(text: str) -> str:
    return text.replace(" ", NBSP)


def line_after(say: Say, match: Match, patch: Patch, step: Step) -> str:
    """The same of a patch that is laid down already, with its price and the bonus; at the end, who would win."""
    icon, price = f"{patch_icon(say, patch)}" or patch_name(say, patch), signed(-patch.cost) if patch.cost else ""
    way = _unbroken(say("line.way", number=f"{icon} {price}".strip(), count=_left(match, step)))
    bonus = say("recap.bonus") if any(isinstance(fact, BonusTaken) for fact in step.facts) else ""
    ends = step.position.over
    return notes(say, way, bonus, (_end if ends else _after)(say, match, step, to_mover=True))


def _last_move(say: Say, match: Match) -> list[str]:
    """Say what counts when a patch may be sewn, and every choice leads to the last space."""
    position = match.position
    ways = [_taken(match, patch) for patch in position.offers if position.can_take(patch)]
    ends = (step.position.player(position.turn).space == LAST for step in (*ways, position.play(ADVANCE)))
    return [say("line.last")] if ways and all(ends) else []


def _left(match: Match, step: Step) -> int:
    return step.position.player(match.position.turn).buttons


def offer_sentences(say: Say, match: Match, *, to_mover: bool) -> str:
    """The same in whole sentences, with shapes and reasons, prices and what cannot be had: a paragraph for each patch,
    and one for the advance.
    """
    paragraphs = _last_move(say, match)
    paragraphs += [
        sentences(say, patch_sentence(say, number, patch), _patch_sentences(say, match, patch, to_mover=to_mover))
        for number, patch in enumerate(match.position.offers, 1)
    ]
    if not paragraphs:
        paragraphs.append(say("line.none"))
    follows = _follows(say, match, match.position.play(ADVANCE), to_mover=to_mover)
    paragraphs.append(say("prospect.advance", count=match.position.advance_spaces, follows=follows))
    return "\n".join(paragraphs)


def brief_offers(say: Say, match: Match, *, to_mover: bool) -> str:
    """The same without shapes and reasons: the name of each patch, its price, and what its taker would have."""
    position, told = match.position, _last_move(say, match)
    for number, patch in enumerate(position.offers, 1):
        follows, income = _refused(say, position, patch), ""
        if not follows:
            step = _taken(match, patch)
            after = step.position.player(position.turn).income
            income = _tell(say, match, "income", to_mover=to_mover, income=after) if patch.income else ""
            follows = _short(say, match, step, to_mover=to_mover)
        told.append(sentences(say, brief_sentence(say, number, patch), income, follows))
    follows = _short(say, match, position.play(ADVANCE), to_mover=to_mover)
    advance = say("prospect.advance", count=position.advance_spaces, follows=follows)
    return "\n".join((*(told or [say("line.none")]), advance))


def _patch_sentences(say: Say, match: Match, patch: Patch, *, to_mover: bool) -> str:
    position = match.position
    if (missing := _missing(position, patch)) > 0:
        return _tell(say, match, "too_dear", to_mover=to_mover, count=missing)
    if not position.can_take(patch):
        return say("prospect.no_room")
    return _follows(say, match, _taken(match, patch), to_mover=to_mover)


def _follows(say: Say, match: Match, step: Step, *, to_mover: bool) -> str:
    return sentences(say, *have_and_next(say, match, step, to_mover=to_mover, prices=False))


def prospect_sentences(say: Say, match: Match, step: Step, *, to_mover: bool, offers: bool = True) -> str:
    """Say what would follow from a move: what the player would have, who would be next, and why. ``offers`` is as for
    `have_and_next`.
    """
    return sentences(say, *have_and_next(say, match, step, to_mover=to_mover, offers=offers))


def have_and_next(
    say: Say, match: Match, step: Step, *, to_mover: bool, offers: bool = True, prices: bool = True
) -> tuple[str, str]:
    """The same in two parts; the first is empty if the player would have what they have now.

    It tells what is on offer then, unless the picture shows the ``offers``, and what is paid or earned, unless the
    ``prices`` were told before.
    """
    tell = partial(_tell, say, match, to_mover=to_mover)
    told = [_purse(say, match.position, step, tell, prices=prices)]
    for fact in step.facts:
        match fact:
            case LeatherWon(kept=kept):
                told.append(tell("leather" if kept else "leather_lost"))
            case BonusTaken():
                told.append(tell("bonus"))
            case _:
                pass
    if step.position.over:
        following = _end(say, match, step, to_mover=to_mover)
    else:
        following = _next(say, match, step.position, tell, offers=offers)
    return sentences(say, *told), following


def _refused(say: Say, position: Position, patch: Patch) -> str:
    missing = _missing(position, patch)
    if missing > 0:
        return say("line.too_dear", count=missing)
    return "" if position.can_take(patch) else say("line.no_room")


def _missing(position: Position, patch: Patch) -> int:
    """Count how many buttons the player to move lacks for a patch; not positive if they can pay."""
    return patch.cost - position.player(position.turn).buttons


def _taken(match: Match, patch: Patch) -> Step:
    step = match.position.preview(patch)
    assert step is not None
    return step


def _short(say: Say, match: Match, step: Step, *, to_mover: bool) -> str:
    return say("line.follows", count=_left(match, step), next=_after(say, match, step, to_mover=to_mover))


def _after(say: Say, match: Match, step: Step, *, to_mover: bool) -> str:
    kind, seat = _kind(match, step, to_mover=to_mover)
    return say(f"line.{kind}", user=player_name(say, match, seat))


def _kind(match: Match, step: Step, *, to_mover: bool) -> tuple[str, int]:
    """Say what comes next, as the end of the name of a text: leather, the end, or a player; and whose seat it is."""
    seat, after = match.position.turn, step.position
    if after.over:
        return "end", seat
    if after.leather:
        return "you_leather" if to_mover else "leather", seat
    if after.token == seat and to_mover:
        return "you_again", seat
    return "again" if after.token == seat else "other", after.token


def _purse(say: Say, before: Position, step: Step, tell: Callable[..., str], *, prices: bool) -> str:
    player = step.position.player(before.turn)
    collected = sum(fact.buttons for fact in step.facts if isinstance(fact, Income))
    match step.facts[0]:
        case Advanced(spaces=spaces):
            how, paid, income = "earn", spaces, 0
        case Sewed(placement=Placement(patch=patch)):
            how, paid, income = "pay" if patch.cost else "free", patch.cost, player.income if patch.income else 0
        case _:
            return ""
    how = how if prices else "have"
    have = tell(f"{how}_collect" if collected else how, count=player.buttons, paid=paid, collected=collected)
    return sentences(say, have, tell("income", income=income) if income else "")


def _next(say: Say, match: Match, after: Position, tell: Callable[..., str], *, offers: bool) -> str:
    seat, patches = match.position.turn, _choice(say, match.position, after) if offers else []
    choice = ("", ".choice_one", ".choice")[min(len(patches), 2)]
    offered = listed(say, patches)
    ahead = after.player(seat).space - after.player(other(seat)).space
    if after.token != seat:
        name = player_name(say, match, after.token)
        return tell(f"other{choice}", other=name, count=ahead, patches=offered)
    if not after.leather and not any(map(after.can_take, after.offers)):
        choice = ".forced"
    if ahead:
        return tell(f"again{choice}", count=-ahead, patches=offered)
    return tell(f"level{choice}", space=after.player(seat).space, patches=offered)


def _choice(say: Say, before: Position, after: Position) -> list[str]:
    if after.ring == before.ring or not after.ring:
        return []
    return [
        say("prospect.patch", number=before.number_of(patch), icon=patch_icon(say, patch), patch=patch_name(say, patch))
        for patch in after.offers
    ]


def _end(say: Say, match: Match, step: Step, *, to_mover: bool) -> str:
    """That the game would end, and who would win if that is known: a bonus may depend on the place of a patch."""
    winner = next((fact.winner for fact in step.facts if isinstance(fact, GameOver)), 0)
    if not winner:
        return say("prospect.end")
    points, others = (step.position.score(seat).total for seat in (winner, other(winner)))
    values = {"user": player_name(say, match, winner), "points": signed(points), "others": signed(others)}
    name = "end_tie" if points == others else "end_won"
    is_you = to_mover and winner == match.position.turn
    return say(f"prospect.you.{name}" if is_you else f"prospect.{name}", count=points, **values)


def _tell(say: Say, match: Match, name: str, *, to_mover: bool, **values: object) -> str:
    """A sentence about the player to move, who is "you" if they read it."""
    if to_mover:
        return say(f"prospect.you.{name}", **values)
    return say(f"prospect.{name}", user=subject(say, match, match.position.turn), **values)
