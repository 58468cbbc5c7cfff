"""The lesson in words: what a turn on a toy table costs and brings, and what the pictures show."""

from bot.ui.kit.texts import Say, sentences
from bot.ui.words.accessible import offers
from bot.ui.words.alt import ghost_sentence, quilt_sentence
from bot.ui.words.lesson_tables import END, QUILT, SEVEN, YOU, Toy, Turn
from bot.ui.words.names import patch_object, signed, token
from game import LEATHER, Placement, Position, Quilt, other
from game.facts import Income
from game.squares import INCOME, next_mark
from game.tidy import is_snug, newly_shut_in


def turn_text(say: Say, turn: Turn) -> str:
    """Say what a turn cost and brought, what its seat has now, and who moves next."""
    seat = turn.before.turn
    was, has = turn.before.player(seat), turn.after.player(seat)
    spaces = has.space - was.space
    if turn.new:
        patch = turn.new[0].patch
        lines = [say("learn.bought", count=patch.cost, object=patch_object(say, patch))]
    else:
        lines = [say("learn.advanced", count=spaces)]
    paid = sum(fact.buttons for fact in turn.facts if isinstance(fact, Income))
    if paid:
        lines.append(say("learn.paid", count=paid))
    lines.append(say("learn.has", count=has.buttons))
    if turn.new:
        lines.append(say("learn.walked", count=spaces))
    mover = turn.after.turn
    next_one = "learn.again" if mover == seat else "learn.theirs"
    return sentences(say, *lines, say(next_one, token=token(say, other(seat))))


def sewn_text(say: Say, placement: Placement) -> str:
    """Say what becomes of the quilt to place a patch on."""
    holes = newly_shut_in(QUILT, placement)
    if holes > 0:
        return say("learn.sewn.holes", count=holes)
    return say("learn.sewn" if is_snug(QUILT, placement) else "learn.sewn.open")


def toy_quilt_alt(say: Say, quilt: Quilt, ghost: Placement | None = None) -> str:
    """That quilt, with the patch where it would be sewn, or after it is sewn on."""
    say = say.in_words
    return sentences(say, *([ghost_sentence(say, ghost)] if ghost else []), quilt_sentence(say, quilt, YOU))


def goal_alt(say: Say) -> str:
    """The picture of two finished quilts."""
    say = say.in_words
    seats = [
        say(
            "learn.alt.quilt",
            token=say(f"token.{seat}"),
            buttons=_buttons(say, END.player(seat).buttons),
            empty=say("count.empty", count=END.player(seat).quilt.empty),
        )
        for seat in (1, 2)
    ]
    return say("learn.alt.goal", one=seats[0], two=seats[1])


def toy_alt(say: Say, toy: Toy) -> str:
    """The offers of a toy table, or the income of the seat that moves, and where everybody stands."""
    say, position = say.in_words, toy.position
    player = position.player(position.turn)
    if "1" in toy.choices:
        first = say("learn.alt.offers", offers=offers(say, position))
    else:
        first = say("learn.alt.income", count=player.income)
    return sentences(say, first, say("learn.alt.has", buttons=_buttons(say, player.buttons)), _tape(say, position))


def turn_alt(say: Say, turn: Turn) -> str:
    """Say what has become of a toy table: the sum of the buttons, and the way of the token."""
    say, seat = say.in_words, turn.before.turn
    was, has = turn.before.player(seat), turn.after.player(seat)
    amounts = [-placement.patch.cost for placement in turn.new] or [has.space - was.space]
    amounts += [fact.buttons for fact in turn.facts if isinstance(fact, Income) and fact.buttons]
    steps = "".join(f" {'−' if amount < 0 else '+'} {abs(amount)}" for amount in amounts)
    sum_ = say("learn.alt.sum", sum=f"{was.buttons}{steps} = {has.buttons}")
    sewn = [say("learn.alt.sewn", object=patch_object(say, placement.patch)) for placement in turn.new]
    way = say("learn.alt.way", start=was.space, end=has.space)
    return sentences(say, *sewn, sum_, way, _tape(say, turn.after))


def leather_alt(say: Say) -> str:
    """The picture of the 7×7 area that a leather patch completes."""
    (leather,) = (one for one in SEVEN.player(1).quilt.patches if one.patch is LEATHER)
    return say.in_words("learn.alt.leather", square=str(leather)[1:])


def count_alt(say: Say) -> str:
    """The picture of a quilt and its points."""
    score = END.score(1)
    values = {"buttons": score.buttons, "bonus": score.bonus, "penalty": signed(score.empty), "total": score.total}
    return say.in_words("learn.alt.count", **values)


def _buttons(say: Say, count: int) -> str:
    return say("count.buttons", count=count)


def _tape(say: Say, position: Position) -> str:
    """Say where both tokens are, and where the next button lies."""
    one, two = (player.space for player in position.players)
    return say("learn.alt.tape", one=one, two=two, income=next_mark(INCOME, min(one, two)))
