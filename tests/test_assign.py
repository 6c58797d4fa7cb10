"""The matching of unseen cards to unseen places, held against a search of everything."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from conftest import examples
from kontari import examine
from kontari.core.assign import fits, pool_of
from kontari.games.crazy_eights import hidden


def brute_force(places: list[int], pool: list[int]) -> bool:
    if not places:
        return True
    first, *rest = places
    return any(
        first >> kind & 1 and count and brute_force(rest, [*pool[:kind], count - 1, *pool[kind + 1 :]])
        for kind, count in enumerate(pool)
    )


@examples(2000)
@given(st.lists(st.integers(0, 31), max_size=6), st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_fits_says_what_a_search_says(places: list[int], pool: list[int]) -> None:
    assert fits(places, pool_of(pool)) == brute_force(places, pool)


def test_worlds_too_many_are_blurred_and_refuse_nothing(monkeypatch) -> None:
    """With hardly any world kept apart, every sound or unfinished case of the corpus is still one."""
    monkeypatch.setattr(hidden, "MAX_WORLDS", 1)
    corpus = Path(__file__).parents[1] / "records" / "crazy-eights"
    count = 0
    for folder in ("sound", "unfinished"):
        for path in (corpus / folder).glob("*.crazy-eights.json"):
            if b'"??"' in path.read_bytes():
                case = json.loads(path.with_name(path.name.split(".")[0] + ".case.json").read_bytes())
                count += 1
                assert examine(path.read_bytes()).verdict == case["verdict"], path.name
    assert count > 20
