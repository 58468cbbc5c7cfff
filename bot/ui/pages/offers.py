"""What players ask each other in public: to cancel, to pause, to take back a move."""

from dataclasses import dataclass
from typing import Literal, Self, get_args

from bot.matches.match import Match
from bot.ui.kit.custom_id import BadId, CustomId
from bot.ui.kit.page import Page, button
from bot.ui.kit.texts import Say, mention
from bot.ui.words.names import area, patch_object
from game import Placement, other

OfferKind = Literal["cancel", "pause", "takeback"]
KINDS: tuple[OfferKind, ...] = get_args(OfferKind)


@dataclass(frozen=True, slots=True)
class Offer:
    """What the player at a seat asks the other one. It holds only at the revision at which it was asked."""

    kind: OfferKind
    seat: int

    @property
    def role(self) -> str:
        """The role of its message in the store, and the page in its custom ids."""
        return f"{self.kind}{self.seat}"

    @classmethod
    def parse(cls, role: str) -> Self:
        """The offer of a role. (Messages of version 0.1.0 call the offer to cancel ``offer``.) Raises BadId."""
        for kind in KINDS:
            if role in ROLES and (role[:-1] == kind or (role[:-1], kind) == ("offer", "cancel")):
                return cls(kind, int(role[-1]))
        raise BadId(role)


ROLES = [f"{kind}{seat}" for kind in (*KINDS, "offer") for seat in (1, 2)]
"""The roles of all offers."""


def offer_page(say: Say, match: Match, offer: Offer) -> Page:
    """The public message of an offer. Its buttons hold at this revision only."""
    here = CustomId(match.id, match.revision, offer.role)
    user, opponent = (mention(match.person_at(seat)) for seat in (offer.seat, other(offer.seat)))
    buttons = (
        button(say, here, f"{offer.kind}.agree", "agree", style="danger" if offer.kind == "cancel" else "yes"),
        button(say, here, f"{offer.kind}.refuse", "refuse"),
    )
    name, values = f"offer.{offer.kind}", {"user": user, "other": opponent, "game": match.id}
    if offer.kind == "takeback":  # the question says which move may be given back
        move = match.returnable.move if match.returnable else None
        name = "offer.takeback.advance"
        if isinstance(move, Placement):
            name = "offer.takeback.patch"
            values |= {"object": patch_object(say, move.patch), "square": area(say, move)}
    question = say(name, **values)
    return Page((question,), rows=(buttons,), notification=question)
