from tools.lint import IN_A_ROOM, QUESTION, cited_files, decisions, is_there

NOWHERE = "/".join(("bot", "nowhere.py"))  # so that lint does not look for it


def test_what_lint_looks_for_is_found() -> None:
    assert [*cited_files("see `bot/app.py`, `README.md` and `make test`")] == ["bot/app.py", "README.md"]
    assert [*decisions("# as decisions 0058 and 0060 say, and decision 0072")] == ["0058", "0060", "0072"]
    assert IN_A_ROOM.findall(f"# as in {NOWHERE}") == [NOWHERE]
    assert QUESTION.match("Whether it is there.")
    assert is_there("bot/app.py")
    assert not is_there(NOWHERE)
