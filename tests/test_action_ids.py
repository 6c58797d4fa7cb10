"""Deals and moves as integers: every one has its integers, they say it again, and no integer ever changes."""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import kontari
from conftest import examples
from kontari.core.vocabulary import BASE
from kontari.games import GAMES, part
from kontari.library import read
from kontari.record.action_ids import NotIdsError, published_words, vocabulary
from kontari.record.nodes import Array, Boolean, Enum, Integer, Node, Object, Text, keys, tag_of
from kontari.schemas import complaints
from kontari.shape import MAX_INT, Shape

ROOT = Path(__file__).parents[1]
PUBLISHED: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "schemas" / "actions.json").read_text("utf-8"))
UNSAID = ("at", "elapsed_ms", "note")

RELEASED = {
    "crazy-eights": [(461, "62a29f617863d58c4e5f30092d393641f73d482f80123db9b0a67de00a581c3d")],
    "mus": [(281, "ea5b2e3c09d6e8015ab882386157d871bdfe6e413f4d77c79495d4229cf1e35a")],
    "rummikub": [(274, "db62c76f83af2b802039c672f3e6eb9e5ba26da0a9f31fd8f94cceefdbe9ac6c")],
}
"""How many integers a game had at some time, and the SHA-256 of what they say; a pair more once there are more.

No pair is ever changed.
"""


def shapes(game: str) -> list[type[Shape]]:
    """The shapes of a game's deal and moves."""
    record = part(game, "record")
    return [record.Deal, *get_args(record.AnyMove)]


def corpus(game: str) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Deals and moves of the corpus, a pair a round."""
    found = sorted(path for path in (ROOT / "records" / game).glob("*/*") if not path.name.endswith(".case.json"))
    records = [read(path).data for path in found if path.parent.name != "malformed"][::5]
    return [(round_["deal"], round_["moves"]) for record in records for round_ in record["rounds"]]


# Numbers that stay


def digest(words: list[dict[str, Any]]) -> str:
    return sha256("".join(json.dumps(word, sort_keys=True) + "\n" for word in words).encode()).hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_released_integers_say_what_they_said(game: str) -> None:
    for count, right in RELEASED[game]:
        assert digest(PUBLISHED[game][:count]) == right, "an integer may be added at the end, never changed"
    assert len(PUBLISHED[game]) == RELEASED[game][-1][0], "integers were added: a pair more in RELEASED"


def test_the_published_list_is_that_of_the_code() -> None:
    assert published_words() == PUBLISHED
    assert complaints("actions", PUBLISHED) == []
    for game in GAMES:
        assert [word["id"] for word in PUBLISHED[game]] == list(range(len(PUBLISHED[game])))
        assert len({json.dumps({**word, "id": 0}) for word in PUBLISHED[game]}) == len(PUBLISHED[game])
        assert len(PUBLISHED[game]) < 2**15


@pytest.mark.parametrize(
    "wrong",
    [{"says": {}}, {"id": 0}, {"id": 0, "item": 1}, {"id": -1, "digit": 0}, {"id": 0, "digit": 100}, {"id": 0, "x": 1}],
)
def test_what_is_no_word(wrong: dict[str, Any]) -> None:
    assert complaints("actions", {"crazy-eights": [wrong]})


# The law


def values(node: Node) -> st.SearchStrategy[Any]:
    """Values of a node, small and great."""
    match node:
        case Enum(values=words):
            return st.sampled_from(words)
        case Integer(least=least, most=most):
            return st.integers(least, min(most, 45)) | st.integers(least, most)
        case Boolean():
            return st.booleans()
        case Array(item=item):
            return st.lists(values(item), max_size=3)
        case Object(model=model):
            return objects(model)
        case Text():
            return st.text(max_size=3)
    raise TypeError(node)


def objects(shape: type[Shape]) -> st.SearchStrategy[dict[str, Any]]:
    """Well-formed objects of a shape, with ``x-`` keys."""
    found = {key.name: values(key.node) for key in keys(shape)}
    own = st.dictionaries(st.sampled_from(["x-", "x-a/b~c"]), st.none() | st.integers(), max_size=1)
    optional = {key.name: found.pop(key.name) for key in keys(shape) if not key.required}
    return st.builds(lambda known, more: {**known, **more}, st.fixed_dictionaries(found, optional=optional), own)


def put(value: dict[str, Any], rest: dict[str, Any]) -> dict[str, Any]:
    """A deal or move with what its integers do not say."""
    whole = json.loads(json.dumps(value))
    for place, said in rest.items():
        *steps, last = [step.replace("~1", "/").replace("~0", "~") for step in place.split("/")[1:]]
        target = whole
        for step in steps:
            target = target[step]
        target[last] = said
    return whole


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_says_what_it_was(game: str) -> None:
    words = vocabulary(game)

    @examples(150)
    @given(st.data())
    def law(data: Any) -> None:
        shape = data.draw(st.sampled_from(shapes(game)))
        value = data.draw(objects(shape))
        is_deal = "action" not in value
        written = (words.deal_ids if is_deal else words.move_ids)(value)
        assert all(0 <= id_ < len(words.words) for id_ in written.ids)
        said = (words.deal if is_deal else words.move)(written.ids)
        assert put(said, written.rest) == value
        assert (words.deal_ids if is_deal else words.move_ids)(said).ids == written.ids
        last = [place.rpartition("/")[2] for place in written.rest]
        assert all(name in UNSAID or name.startswith("x-") for name in last)
        if not is_deal:
            assert [list(ids) for ids in words.split((*written.ids, *written.ids))] == [written.ids] * 2
            assert words.count(written.ids * 3) == 3

    law()


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_a_deal_or_move_can_hold_has_an_integer(game: str) -> None:
    """No value of an enumeration is left to chance, and none to the rest."""
    items = {word.item for word in vocabulary(game).words}
    said = [word.says for word in vocabulary(game).words]

    def look(node: Node, name: str, at: dict[str, Any]) -> None:
        match node:
            case Enum(values=options):
                assert all(any(says.items() >= {**at, name: one}.items() for says in said) for one in options), name
            case Boolean():
                assert all(any(says.items() >= {**at, name: one}.items() for says in said) for one in (True, False))
            case Array(item=Array(item=inner)):
                assert {name: []} in said
                within(inner)
            case Array(item=inner):
                within(inner)
            case Object(model=model):
                assert {name: {}} in said
                for key in keys(model):
                    look(key.node, f"{name}.{key.name}", {})

    def within(node: Node) -> None:
        assert set(node.values if isinstance(node, Enum) else (True, False)) <= items

    for shape in shapes(game):
        names = {key.name for key in keys(shape)} - {*UNSAID}
        kind = {"action": tag_of(shape)} if "action" in names else {}
        for key in keys(shape):
            if key.name in names - {"action"}:
                heads = [says for says in said if says.items() >= kind.items() and key.name in says]
                look(key.node, key.name, kind if kind and heads else {})


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_move_begins_where_it_should(game: str) -> None:
    """A move begins with its seat; with what is done where nobody has one."""
    for shape in shapes(game)[1:]:
        has_seat = any(key.name == "seat" for key in keys(shape))
        heads = [word for word in vocabulary(game).words if word.says.get("action") == tag_of(shape)]
        assert heads
        assert {word.begins for word in heads} == {not has_seat}


@pytest.mark.parametrize("game", GAMES)
def test_any_integers_are_refused_or_read(game: str) -> None:
    words = vocabulary(game)

    @examples(150)
    @given(st.lists(st.integers(-2, len(words.words) + 2), max_size=12))
    def law(ids: list[int]) -> None:
        for reading in (words.deal, words.move, lambda ids: [*map(words.move, words.split(tuple(ids)))]):
            with suppress(NotIdsError):
                assert reading(ids) is not None

    law()


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([99999], "99999 is no integer of this game"),
        ([-1], "-1 is no integer of this game"),
        ([266, 284], "284 is an item, and no array is open"),
        ([266, 361], "361 is a digit, and of no number"),
        ([266], "no integer of a move says what is done"),
        ([282, *[460] * 9, 261], "a number is too great"),
    ],
)
def test_why_integers_are_no_move(ids: list[int], said: str) -> None:
    with pytest.raises(NotIdsError, match=said):
        vocabulary("crazy-eights").move(ids)


# By the page alone


def by_the_page(words: list[dict[str, Any]], ids: list[int]) -> list[dict[str, Any]]:
    """Objects out of integers, as the page says, with nothing but ``actions.json``."""
    found: list[dict[str, Any]] = []
    array: list[Any] = []
    for id_ in ids:
        word = words[id_]
        if not found or "begins" in word:
            found.append({})

        def place(name: str) -> tuple[dict[str, Any], str]:
            *outer, key = name.split(".")
            return (found[-1][outer[0]] if outer else found[-1]), key

        for name, value in word.get("says", {}).items():
            at, key = place(name)
            at[key] = json.loads(json.dumps(value))
        if "opens" in word:
            array = []
            at, key = place(word["opens"])
            if "nested" in word:
                at.setdefault(key, []).append(array)
            else:
                at[key] = array
        if "counts" in word:
            number = place(word["counts"])
            number[0][number[1]] = 0
        if "item" in word:
            array.append(word["item"])
        if "digit" in word:
            number[0][number[1]] = number[0][number[1]] * BASE + word["digit"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_the_page_reads_them(game: str) -> None:
    words = vocabulary(game)
    for deal, moves in corpus(game):
        ids = words.deal_ids(deal).ids
        assert by_the_page(PUBLISHED[game], ids) == [words.deal(ids)]
        ids = [id_ for move in moves for id_ in words.move_ids(move).ids]
        assert by_the_page(PUBLISHED[game], ids) == [*map(words.move, words.split(tuple(ids)))]


# replay --ids


def steps(*words: object) -> list[dict[str, Any]]:
    done = kontari("replay", *words, "--format", "jsonl")
    return [json.loads(line) for line in done.out.splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_has_the_integers_of_each_step(game: str) -> None:
    words = vocabulary(game)
    paths = sorted((ROOT / "records" / game / "sound").glob(f"*.{game}.json"))[::60]
    for path in paths:
        record = read(path).data
        plain, with_ids = steps(path), steps(path, "--ids")
        assert [{key: value for key, value in step.items() if key != "ids"} for step in with_ids] == plain
        for step in with_ids:
            assert complaints("step", step) == []
            if step["move"]:
                said = {key: value for key, value in step["action"].items() if key not in UNSAID}
                assert words.move(step["ids"]) == said
            else:
                assert words.deal(step["ids"]) == record["rounds"][step["round"] - 1]["deal"]


@pytest.mark.parametrize("game", GAMES)
def test_through_the_eyes_of_a_seat_integers_tell_no_more(game: str) -> None:
    words, unseen = vocabulary(game), part(game, "redact")
    path = max((ROOT / "records" / game / "sound").glob(f"*.{game}.json"))
    deals = read(path).data["rounds"]
    for step in steps(path, "--ids", "--view", "1"):
        if step["move"]:
            said = {key: value for key, value in step["action"].items() if key not in UNSAID}
            assert words.move(step["ids"]) == said
        else:
            assert words.deal(step["ids"]) == unseen.deal_seen_by(deals[step["round"] - 1]["deal"], 1)


def test_text_has_no_integers() -> None:
    path = ROOT / "records" / "mus" / "unfinished" / "h2.mus.json"
    done = kontari("replay", path, "--ids")
    assert done.status == 2
    assert "--ids goes with --format json or jsonl" in " ".join(done.err.split())


def test_the_greatest_number_has_digits() -> None:
    words = vocabulary("mus")
    move = {"action": "raise", "seat": MAX_INT, "stones": MAX_INT, "stake": 0}
    assert words.move(words.move_ids(move).ids) == move
