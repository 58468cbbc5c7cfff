"""What the playground shows of a text is the same with the parsers that it keeps."""

from typing import Any

import pytest
from simcord.preview import _markdown

from tools.playground.markdown import keep_parsers

TEXTS = (
    "**Mina** is to move, <@1>, in <#2> or <#3>: </quilts board:4>, <:bobbin:5> until <t:1792000000:R>",
    "-# a small line with ||a secret|| and https://example.org\n> quoted\n* one\n* two",
    "@everyone <@9> [a link](https://example.org)",
)
CONTEXTS: tuple[dict[str, Any], ...] = (
    {"users": {"1": "Mina"}, "channels": {"2": "quilts"}, "commands": {"4": "quilts"}},
    {"users": {"9": "Tom"}, "emojis": {"5": {"name": "bobbin", "animated": False}}, "everyone": True},
    {},
)


def seen() -> list[Any]:
    return [
        _markdown.markdown_tokens(text, field, context=context)
        for field in _markdown._FIELD_POLICIES
        for text in TEXTS
        for context in CONTEXTS
    ]


@pytest.mark.slow
def test_parsers_that_are_kept_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one_for_each_text = _markdown._markdown_parser
    monkeypatch.setattr(_markdown, "_markdown_parser", one_for_each_text)
    before = seen()
    keep_parsers.__wrapped__()
    assert _markdown._markdown_parser is not one_for_each_text
    assert seen() == before
    assert seen() == before, "the second time, by the same parsers"
