"""The themes: dyes, colours and finish of all pictures, as data. All drawing code takes its colours from here."""

from dataclasses import dataclass

from PIL import ImageColor

Colour = str
"""A colour as ``#RRGGBB``."""


@dataclass(frozen=True, slots=True)
class Dyes:
    """The twelve dyes of the cloths: distinct for every kind of colour vision (smallest distance 12.9 dE2000)."""

    madder: Colour = "#A81717"
    terracotta: Colour = "#D46D2E"
    mustard: Colour = "#F1AD0C"
    butter: Colour = "#FFF7C5"
    sage: Colour = "#8AA57B"
    forest: Colour = "#4E6749"
    teal: Colour = "#0C7681"
    duckegg: Colour = "#A6DBEA"
    indigo: Colour = "#153667"
    heather: Colour = "#A27AB5"
    rose: Colour = "#DFC1BD"
    walnut: Colour = "#402D29"


@dataclass(frozen=True, slots=True)
class Finish:
    """How cloth is finished. Lengths are shares of a square, strengths are 0 to 1."""

    weave: float = 0.045  # strength of the threads in cloth
    pillow: float = 0.62  # how dark cloth turns towards its seam, as if padded
    shine: float = 0.22  # how bright the rim that faces the light is
    shadow: float = 0.5  # how dark the shadow of a patch is
    seam: float = 0.0  # width of a drawn border around each patch, half of it inside; neighbours share theirs
    grain: float = 0.16  # strength of the grain of the wooden table


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """Everything that gives the pictures their colours. Compared by identity: a theme is one of `THEMES`."""

    name: str
    dyes: Dyes = Dyes()
    finish: Finish = Finish()
    table: Colour = "#4A382C"
    table_dark: Colour = "#33261E"
    linen: Colour = "#EFE6D5"
    chalk: Colour = "#CDBFA6"
    card: Colour = "#FFF6E3"
    offer: Colour = "#EFE6D5"
    tape: Colour = "#F6E3A8"
    odd_tape: Colour = "#EDD28A"
    passed_tape: Colour = "#A89878"
    dull: Colour = "#B3A48C"
    ink: Colour = "#2E211B"
    letters: Colour = "#F3E3C3"
    horn: Colour = "#E2BD7E"
    horn_dark: Colour = "#8A6434"
    leather: Colour = "#7D5638"
    leather_dark: Colour = "#4A2F1E"
    light_thread: Colour = "#FFF6E3"
    dark_thread: Colour = "#2E211B"
    shade: Colour = "#2A1A10"
    blue: Colour = "#1F5FA8"
    amber: Colour = "#E08A1E"
    ghost: Colour = "#0072B2"
    last: Colour = "#C8102E"
    white: Colour = "#FFFFFF"

    def of_seat(self, seat: int) -> Colour:
        """The colour of a seat."""
        return self.blue if seat == 1 else self.amber

    def of_space(self, space: int) -> Colour:
        """The colour of a space of the time board."""
        return self.odd_tape if space % 2 else self.tape

    @property
    def linen_ink(self) -> Colour:
        """The colour of lines and digits on linen."""
        return self.letters if max(ImageColor.getrgb(self.linen)) < 128 else self.ink


DAYLIGHT = Theme("daylight")
NIGHT = Theme(
    "night",
    dyes=Dyes(
        madder="#A32A2A",
        terracotta="#C4683A",
        mustard="#D9A032",
        butter="#E6DCB4",
        sage="#86A07A",
        forest="#4D6A4B",
        teal="#1C7A84",
        duckegg="#93C2D1",
        indigo="#27487C",
        heather="#9A78AD",
        rose="#CCAFAC",
        walnut="#523C36",
    ),
    finish=Finish(weave=0, pillow=0.55, shine=0.2, shadow=0.6, grain=0.2),
    table="#171C26",
    table_dark="#0B0E14",
    linen="#2B3342",
    chalk="#4A5568",
    card="#DDD3BC",
    offer="#C9BEA6",
    tape="#C7B47C",
    odd_tape="#B8A368",
    passed_tape="#5E5A50",
    dull="#8F8A78",
    ink="#1A1512",
    letters="#E4DAC4",
    horn="#D9B478",
    shade="#05070B",
    light_thread="#F1E6CE",
    blue="#4A8FDB",
    amber="#E8962E",
    ghost="#4FB3F0",
    last="#FF5A6E",
)
CONTRAST = Theme(
    "contrast",
    finish=Finish(weave=0, pillow=0, shine=0, shadow=0, seam=0.1, grain=0),
    table="#000000",
    table_dark="#000000",
    linen="#FFFFFF",
    chalk="#8C8C8C",
    card="#FFFFFF",
    offer="#FFFFFF",
    tape="#FFFFFF",
    odd_tape="#E2E2E2",
    passed_tape="#7A7A7A",
    dull="#A0A0A0",
    ink="#000000",
    letters="#FFFFFF",
    horn="#F6D58F",
    horn_dark="#000000",
    leather="#6B4226",
    leather_dark="#000000",
    light_thread="#FFFFFF",
    dark_thread="#000000",
    shade="#000000",
    blue="#0057C2",
    amber="#FF9A1F",
    ghost="#0057C2",
    last="#D4002A",
)
THEMES = {theme.name: theme for theme in (DAYLIGHT, NIGHT, CONTRAST)}


def mix(one: Colour, two: Colour, share: float) -> Colour:
    """A colour between two; ``share`` 0 gives the first, 1 the second."""
    pairs = zip(ImageColor.getrgb(one), ImageColor.getrgb(two), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
