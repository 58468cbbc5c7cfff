"""Refusals: each says when it can be done, or what can be done instead."""

import re

import pytest

from tests.ui.test_texts import catalogue

WAYS = re.compile(
    r"\{commands|\{time\}|\*[A-Z]\w+…?\*|\b(?:[Pp]lease|when|once|until|while|[Mm]eanwhile|again|[Aa]sk|[Ww]rite|[Cc]hoose|[Pp]ress"
    r"|[Ww]ait|[Uu]se|[Ii]nvite|[Nn]ext time|How hard|This is how|can still move|later)\b|from now"
)
"""A command or a button, a time, or what to do."""

REFUSALS = {name: forms for name, forms in catalogue().items() if name.startswith(("refusal.", "failure"))}


@pytest.mark.parametrize("name", sorted(REFUSALS))
def test_a_refusal_says_when_or_what_instead(name: str) -> None:
    for form in REFUSALS[name]:
        assert WAYS.search(form), form


def test_there_are_many() -> None:
    assert len(REFUSALS) > 50
