"""What ``make trust`` prints, and that it could print something else."""

import pytest

from trust import Line, corpus, differs, lines, with_option, without_rule

KNOWN = corpus()


@pytest.mark.parametrize("line", list(lines()), ids=lambda line: f"{line.game} {line.what}")
def test_every_rule_and_every_value_is_noticed(line: Line) -> None:
    assert line.noticed
    assert line.cases


@pytest.mark.parametrize("game", KNOWN)
def test_what_is_not_forgotten_is_not_noticed(game: str) -> None:
    with without_rule(game, "no such code"):
        assert not any(map(differs, KNOWN[game]))
    with with_option(game, "no such option", 1):
        assert not any(map(differs, KNOWN[game]))
