"""Alt texts: what the pictures show, in words, most important first."""

from __future__ import annotations

from bot.ui.kit.texts import Say
from bot.ui.words.cards import signed
from bot.ui.words.names import area, patch_name, patch_values
from game import Automa, Placement, Position, other
from game.automa import BONUS_SPACES
from game.squares import COLUMNS, ROWS, SIZE, bits, square_at, square_name


def table_alt(say: Say, position: Position, card: int = 0) -> str:
    """The whole table; ``card`` is the number of the Automa's last card, or 0."""
    say = say.in_words
    offers = [
        say("alt.offer", number=number, income=patch.income, **patch_values(say, patch))
        for number, patch in enumerate(position.offers, 1)
    ]
    turn = say("alt.over") if position.over else say("alt.turn", token=say(f"token.{position.turn}"))
    return say(
        "alt.table",
        turn=_capital(turn),
        one=_player(say, position, 1),
        two=_automa(say, position, position.automa, card) if position.automa else _player(say, position, 2),
        offers=" ".join(offers),
        ring=say("alt.ring", count=len(position.ring)),
    )


def _automa(say: Say, position: Position, automa: Automa, card: int) -> str:
    token = say("token.2")
    open_bonus = "" if position.bonus or position.over else say("alt.automa.bonus", space=BONUS_SPACES[automa.level])
    return say(
        "alt.automa",
        token=_capital(token),
        space=position.player(2).space,
        buttons=say("count.buttons", count=position.player(2).buttons),
        patches=say("count.patches", count=len(automa.patches)),
        bonus=say("alt.bonus") if position.bonus == 2 else "",
        open_bonus=open_bonus,
        card=say("alt.card", card=card) if card else "",
    )


def _player(say: Say, position: Position, seat: int) -> str:
    player, token = position.player(seat), say(f"token.{seat}")
    return say(
        "alt.player",
        token=_capital(token),
        space=player.space,
        buttons=say("count.buttons", count=player.buttons),
        income=player.income,
        empty=say("count.empty", count=player.quilt.empty),
        bonus=say("alt.bonus") if position.bonus == seat else "",
    )


def poster_alt(say: Say, position: Position, winner: int) -> str:
    """The quilts of a game that has ended, the winner first; ``winner`` is 0 if nobody has won."""
    say = say.in_words
    first = winner or 1
    return " ".join(
        (
            say("alt.poster", token=say(f"token.{winner}")) if winner else say("alt.poster_unwon"),
            *(_points(say, position, seat) for seat in (first, other(first)) if position.over),
            *(quilt_alt(say, position, seat) for seat in ((1,) if position.automa else (first, other(first)))),
        )
    )


def _points(say: Say, position: Position, seat: int) -> str:
    score, token = position.score(seat), say(f"token.{seat}")
    amounts = {"buttons": score.buttons, "empty": score.empty, "bonus": score.bonus, "patches": score.patches}
    parts = [say(f"alt.points.{name}", points=signed(amount)) for name, amount in amounts.items() if amount]
    return say("alt.points", token=_capital(token), total=signed(score.total), parts=", ".join(parts))


def quilt_alt(
    say: Say,
    position: Position,
    seat: int,
    ghost: Placement | None = None,
    candidates: tuple[Placement, ...] = (),
) -> str:
    """One quilt: the ghost and the numbered places first, then what is free, row by row."""
    say = say.in_words
    quilt = position.player(seat).quilt
    parts: list[str] = []
    if ghost:
        squares = " ".join(map(square_name, bits(ghost.mask)))
        parts.append(say("alt.ghost", patch=patch_name(say, ghost.patch), squares=squares))
    if candidates:
        numbered = enumerate(candidates, 1)
        places = [say("alt.candidate", number=number, square=area(say, place)) for number, place in numbered]
        parts.append(say("alt.candidates", places=", ".join(places)))
    rows = [
        say("alt.row", row=name, columns=_runs(columns))
        for row, name in enumerate(ROWS)
        if (columns := [column for column in range(SIZE) if quilt.free >> square_at(column, row) & 1])
    ]
    free = " ".join(rows) or say("alt.full")
    empty = say("count.empty", count=quilt.empty)
    parts.append(say("alt.quilt", token=say(f"token.{seat}"), empty=empty, rows=free))
    return " ".join(parts)


def _runs(columns: list[int]) -> str:
    """Columns as letters, neighbours joined: ``A–D, F``."""
    runs: list[list[int]] = []
    for column in columns:
        if runs and runs[-1][-1] == column - 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    return ", ".join(COLUMNS[run[0]] + (f"–{COLUMNS[run[-1]]}" if len(run) > 1 else "") for run in runs)


def ring_alt(say: Say, position: Position) -> str:
    """The whole ring."""
    say = say.in_words
    patches = [
        say(
            "alt.ring_patch",
            number=number,
            patch=patch_name(say, patch),
            cost=patch.cost,
            time=patch.time,
            income=patch.income,
        )
        for number, patch in enumerate(position.ring_patches, 1)
    ]
    return say("alt.ring_page", patches=", ".join(patches))


def _capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]
