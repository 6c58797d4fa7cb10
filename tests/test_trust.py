"""What ``make trust`` prints, and that it could print something else."""

import pytest

from kontari.games import GAMES
from trust import corpus, differs, lines, with_option, without_rule


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_and_every_value_is_noticed(game: str) -> None:
    found = list(lines(game))
    assert len(found) > 50
    assert [line.what for line in found if not (line.noticed and line.cases)] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_forgotten_is_not_noticed(game: str) -> None:
    known = corpus()[game]
    with without_rule(game, "no such code"):
        assert not any(map(differs, known))
    with with_option(game, "no such option", 1):
        assert not any(map(differs, known))
