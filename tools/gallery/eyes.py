"""Pictures as other eyes see them.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (2009), for severity 1.0; they work on linear light.
"""

from PIL import Image

Row = tuple[float, float, float]

EYES: dict[str, tuple[Row, Row, Row]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

_GAMMA = 2.2


def seen_with(image: Image.Image, eyes: str) -> Image.Image:
    """A picture as somebody with ``protanopia``, ``deuteranopia`` or ``tritanopia`` sees it, or in ``grey``. RGB."""
    rgb = image.convert("RGB")
    if eyes == "grey":
        return rgb.convert("L").convert("RGB")
    flat = [number for row in EYES[eyes] for number in (*row, 0.0)]
    linear = rgb.point([round(255 * (value / 255) ** _GAMMA) for value in range(256)] * 3)
    mixed = linear.convert("RGB", tuple(flat))
    return mixed.point([round(255 * (value / 255) ** (1 / _GAMMA)) for value in range(256)] * 3)
