"""A site's own JSON logs, read by a mapping file; and the paths of a JSON file listed."""

import copy
import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Run, examples
from damage import mutated
from kontari.convert import ConversionError, Wish, converter, mapping
from kontari.convert.mapping_file import mapping_of
from kontari.convert.probe import MOST_PATHS, Probe
from kontari.convert.template import MISSING, Document, Template
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.record.writing import one_line
from kontari.schemas import complaints

OTHERS = [None, 0, -1, 1.5, 10**16, "", "??", "played", True, [], {}, [[]], {"suit": 0}]
FOLDER = Path(__file__).parents[1] / "records" / "mappings"
SITE, BOARD = FOLDER / "eights-server.map.json", FOLDER / "boardgame-io.map.json"
SITE_LOG = (FOLDER / "eights-server.log").read_text()
BOARD_LOG = (FOLDER / "boardgame-io.json").read_text()
Json = dict[str, Any]


def named(path: Path, claims: bool = False) -> Wish:
    return Wish(settings={"mapping": str(path)}, claims=claims)


def read_all(text: str, wish: Wish) -> list[Any]:
    return list(mapping.read(iter(text.splitlines(keepends=True)), wish))


@pytest.fixture
def mapped(tmp_path: Path) -> Callable[..., list[Any]]:
    """What a mapping, given as its value, makes of a log."""

    def read(value: Json, log: Any, claims: bool = False) -> list[Any]:
        path = tmp_path / "site.map.json"
        path.write_text(json.dumps(value))
        return read_all(log if isinstance(log, str) else json.dumps(log), named(path, claims))

    return read


def verdict(record: Json) -> Any:
    return examine(one_line(record["game"], record).encode())


# The examples


def test_the_examples_conform_and_are_sound() -> None:
    for path in FOLDER.glob("*.map.json"):
        assert complaints("mapping", json.loads(path.read_text())) == []
    found = read_all(SITE_LOG, named(SITE, claims=True))
    assert [line for line, _, _ in found] == [1, 40]
    assert [verdict(record).verdict for _, record, _ in found] == ["sound", "sound"]
    assert [verdict(record).proof for _, record, _ in found] == ["complete", "complete"]
    assert found[0].record["players"][0] == {"name": "Ana", "id": "u-17"}
    assert all("scores" in round_ for _, record, _ in found for round_ in record["rounds"])
    ((_, record, _),) = read_all(BOARD_LOG, named(BOARD))
    assert verdict(record).verdict == "sound"


def test_the_schema_gives_an_example_that_works(mapped: Callable[..., list[Any]]) -> None:
    schema = json.loads((FOLDER.parents[1] / "schemas" / "mapping.schema.json").read_text())
    (value,) = schema["examples"]
    assert complaints("mapping", value) == []
    log = {"players": ["Ana", "Bea"], "dealer": 0, "hands": [["hidden"] * 8] * 2, "starter": "hearts-A", "log": []}
    log["log"] = [{"type": "play", "by": "Bea", "card": "hearts-10"}, {"type": "chat", "text": "hm"}]
    ((_, record, _),) = mapped(value, log)
    assert record["rounds"][0]["moves"] == [{"action": "play", "seat": 1, "card": "TH", "x-source": "/log/0"}]


def test_every_move_keeps_its_place() -> None:
    """The place of a move leads back to the event it was made of."""
    lines = SITE_LOG.splitlines()
    for _, record, _ in read_all(SITE_LOG, named(SITE)):
        for round_ in record["rounds"]:
            for move in [round_["deal"], *round_["moves"]]:
                event = json.loads(lines[int(move["x-source"].removeprefix("line ")) - 1])
                assert event["ts"] == move.get("at", event["ts"])
                assert event["event"] == {"play": "played", "draw": "drew", "pass": "passed"}.get(
                    move.get("action", ""), event["event"]
                )
    ((_, record, _),) = read_all(BOARD_LOG, named(BOARD))
    log = json.loads(BOARD_LOG)["log"]
    for move in record["rounds"][0]["moves"]:
        payload = log[int(move["x-source"].removeprefix("/log/"))]["action"]["payload"]
        assert payload["playerID"] == str(move["seat"])


def test_an_illegal_log_is_converted_and_found_at_its_move() -> None:
    lines = SITE_LOG.splitlines(keepends=True)
    at = next(index for index, line in enumerate(lines) if '"clubs-ace"' in line and "played" in line)
    lines[at] = lines[at].replace("clubs-ace", "clubs-2")
    found = read_all("".join(lines), named(SITE))
    judged = verdict(found[0].record)
    assert judged.verdict == "illegal"
    move = found[0].record["rounds"][0]["moves"][judged.findings[0].move - 1]
    assert move["x-source"] == f"line {at + 1}"
    assert verdict(found[1].record).verdict == "sound"


def test_undone_moves_are_dropped_and_told() -> None:
    ((_, record, lost),) = read_all(BOARD_LOG, named(BOARD))
    log = json.loads(BOARD_LOG)["log"]
    kinds = [entry["action"]["type"] for entry in log]
    undo = kinds.index("UNDO")
    places = [move["x-source"] for move in record["rounds"][0]["moves"]]
    assert f"/log/{undo - 1}" not in places
    assert [loss.place for loss in lost if loss.what == "a move that was undone"] == [f"/log/{undo - 1}"]
    log.insert(undo + 1, {"action": {"type": "REDO", "payload": {"type": "redo", "playerID": "0"}}})
    log[undo + 2 : undo + 3] = []
    text = json.dumps({**json.loads(BOARD_LOG), "log": log})
    ((_, record, lost),) = read_all(text, named(BOARD))
    assert f"/log/{undo - 1}" in [move["x-source"] for move in record["rounds"][0]["moves"]]
    assert not [loss for loss in lost if loss.what == "a move that was undone"]


@pytest.mark.parametrize(("kind", "word"), [("UNDO undo", "no move to undo"), ("REDO redo", "no undone move")])
def test_nothing_to_undo_is_refused(kind: str, word: str) -> None:
    value = json.loads(BOARD_LOG)
    first, second = kind.split()
    value["log"] = [{"action": {"type": first, "payload": {"type": second, "playerID": "0"}}}]
    ((_, error, _),) = read_all(json.dumps(value), named(BOARD))
    assert error.place == "/log/0"
    assert word in error.message


def test_every_value_that_is_not_mapped_is_told_with_counts() -> None:
    found = read_all(SITE_LOG, named(SITE, claims=True))
    told = {loss.what: loss.place for loss in found[0].losses}
    assert told == {
        'events "chat", 1 ignored': "",
        "/*/server, 1 not mapped": "line 1, /server",
        "/*/ts, 4 not mapped": "line 2, /ts",
        "/*/round, 2 not mapped": "line 2, /round",
        "/*/hands/*/player, 6 not mapped": "line 2, /hands/0/player",
    }
    without = read_all(SITE_LOG, named(SITE))
    assert [loss.what for loss in without[0].losses].count("claimed scores (--claims)") == 2
    assert "scores" not in without[0].record["rounds"][0]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_mapped(game: str, mapped: Callable[..., list[Any]]) -> None:
    """A log that is a record under other names comes back as the record."""
    record = part(game, "generate").record(3, 0, 4 if game == "mus" else 2, {})
    deal_keys = sorted({key for round_ in record["rounds"] for key in round_["deal"]})
    kinds: dict[str, set[str]] = {}
    for round_ in record["rounds"]:
        for move in round_["moves"]:
            kinds.setdefault(move["action"], set()).update(move)
    log = {
        "seats": [one["name"] for one in record["players"]],
        "deals": [
            {"start": one["deal"], "moves": one["moves"], "points": one.get("scores")} for one in record["rounds"]
        ],
    }
    value = {
        "mapping": "1.0",
        "game": game,
        "record": {
            "players": {"$path": "/seats/*", "$item": {"name": {"$path": ""}}},
            "rules": {"$value": record.get("rules", {})},
        },
        "rounds": "/deals/*",
        "deal": {key: f"/start/{key}" for key in deal_keys},
        "scores": "/points",
        "events": "/moves/*",
        "kind": "/action",
        "moves": {kind: {"move": {key: f"/{key}" for key in sorted(keys)}} for kind, keys in kinds.items()},
    }
    ((_, back, lost),) = mapped(value, log, claims=True)
    for round_, was in zip(back["rounds"], record["rounds"], strict=True):
        assert round_["deal"].pop("x-source").startswith("/deals/")
        for move in round_["moves"]:
            assert move.pop("x-source").startswith("/deals/")
        assert round_ == was
    assert lost == []
    assert verdict(back).verdict == verdict(record).verdict


# What games are in a text


TINY: Json = {
    "mapping": "1.0",
    "game": "crazy-eights",
    "record": {"players": {"$root": "/players/*", "$item": {"name": "/name"}}},
    "deal": {"dealer": 0, "hands": "/hands/*", "starter": "/up/*"},
    "events": "/log/*",
    "kind": "/do",
    "moves": {"pass": {"move": {"action": "pass", "seat": "/seat"}}, "chat": {"ignore": True}},
}
LOG: Json = {
    "players": [{"name": "Ana"}, {"name": "Bea"}],
    "hands": [["4C"], ["7C"]],
    "up": ["3C"],
    "log": [{"do": "pass", "seat": 1}],
}


def with_changes(value: Json, *changes: tuple[str, Any]) -> Json:
    """A copy with other values at paths; None takes one away."""
    value = copy.deepcopy(value)
    for path, new in changes:
        *steps, last = [int(step) if step.isdecimal() else step for step in path.split("/")[1:]]
        at: Any = value
        for step in steps:
            at = at[step]
        if new is None:
            del at[last]
        else:
            at[last] = new
    return value


def test_a_file_a_line_and_lines_that_belong_together(mapped: Callable[..., list[Any]]) -> None:
    ((line, record, lost),) = mapped(TINY, json.dumps(LOG, indent=2))
    assert (line, lost) == (1, [])
    assert record["rounds"][0]["moves"] == [{"action": "pass", "seat": 1, "x-source": "/log/0"}]
    found = mapped({**TINY, "records": "lines"}, f"{json.dumps(LOG)}\n\nnonsense\n{json.dumps(LOG)}\n")
    assert [(line, isinstance(record, ConversionError)) for line, record, _ in found] == [
        (1, False),
        (3, True),
        (4, False),
    ]
    assert found[2].record["rounds"][0]["moves"][0]["x-source"] == "line 4, /log/0"
    lines = "".join(json.dumps(one) + "\n" for one in [LOG | {"log": []}, *LOG["log"]])
    events = {**TINY, "events": "/*", "moves": {**TINY["moves"], "deal": []}}
    events["record"] = {"players": {"$root": "/0/players/*", "$item": {"name": "/name"}}}
    events["deal"] = {"dealer": 0, "hands": "/0/hands/*", "starter": "/0/up/*"}
    ((_, record, _),) = mapped(events, lines.replace('{"players"', '{"do": "deal", "players"'))
    assert record["rounds"][0]["moves"] == [{"action": "pass", "seat": 1, "x-source": "line 2"}]


def test_lines_without_the_value_that_tells_the_game_are_refused() -> None:
    lines = SITE_LOG.splitlines(keepends=True)
    lines[5] = '{"event": "chat"}\n'
    found = read_all("".join(lines), named(SITE))
    assert [isinstance(record, ConversionError) for _, record, _ in found] == [True, False]
    assert found[0].record.place == "line 6"
    assert read_all("", named(SITE)) == []


def test_one_game_at_a_time_is_in_memory() -> None:
    def lines(number: int) -> Iterator[str]:
        for index in range(number):
            yield from (line.replace("m-10", f"m-{index}-") for line in SITE_LOG.splitlines(keepends=True))

    def peak(number: int) -> int:
        tracemalloc.start()
        for _, record, _ in mapping.read(lines(number), named(SITE)):
            assert isinstance(record, dict)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(2)
    assert peak(20) < 2 * peak(3)


# Where a log does not fit


@pytest.mark.parametrize(
    ("change", "place", "word"),
    [
        (("/log/0/do", "jump"), "/log/0", 'events "jump" are not mapped; mapped are pass, chat'),
        (("/log/0/do", None), "/log/0", "kind"),
        (("/log/0/seat", None), "/log/0", "seat"),
        (("/log/0/seat", "one"), "/log/0", "/rounds/0/moves/0/seat"),
        (("/log/0/seat", -1), "/log/0", "/rounds/0/moves/0/seat"),
        (("/log/0/seat", 1.5), "/log/0", "/rounds/0/moves/0/seat"),
        (("/log", 5), "", ""),
        (("/hands", 5), "/hands", "5 is no list"),
        (("/hands/0", "4C"), "", "/rounds/0/deal/hands/0"),
        (("/hands/0/0", "4X"), "", "/rounds/0/deal/hands/0/0"),
        (("/players", [{"name": "Ana"}]), "", "/players"),
        (("/players/0/name", 5), "", "/players/0/name"),
    ],
)
def test_a_log_that_does_not_fit_is_refused_with_its_place(
    change: tuple[str, Any], place: str, word: str, mapped: Callable[..., list[Any]]
) -> None:
    ((_, found, _),) = mapped(TINY, with_changes(LOG, change))
    if not word:
        assert found["rounds"][0]["moves"] == []  # what is no list has no elements
        return
    assert isinstance(found, ConversionError)
    assert found.place == place
    assert word in found.message


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "nonsense",
        '{"a": 1, "a": 2}',
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": ' + "9" * 9999 + "}",
        "[" * 99999,
        "[" * 999 + "]" * 999,
        '{"a": "\\udead"}',
        "5",
        "null",
        "[]",
    ],
)
def test_damaged_text_is_refused(text: str, mapped: Callable[..., list[Any]]) -> None:
    ((_, error, _),) = mapped(TINY, text)
    assert isinstance(error, ConversionError)


def test_mutated_logs_never_raise() -> None:
    rng = random.Random(3)
    lines = SITE_LOG.splitlines(keepends=True)[:40]
    board = json.loads(BOARD_LOG)
    for number in range(150):
        if number % 2:
            at = rng.randrange(len(lines))
            line = json.dumps(mutated(json.loads(lines[at]), rng, 0.85, OTHERS)) + "\n"
            text = "".join([*lines[:at], line, *lines[at + 1 :]])
            wish = named(SITE, claims=True)
        else:
            text, wish = json.dumps(mutated(board, rng, 0.85, OTHERS)), named(BOARD)
        if rng.random() < 0.2:
            text = text[: rng.randrange(len(text))]
        for _, record, _ in read_all(text, wish):
            if not isinstance(record, ConversionError):
                assert verdict(record).verdict


def test_mutated_mappings_never_raise(tmp_path: Path) -> None:
    rng = random.Random(5)
    path = tmp_path / "site.map.json"
    fitted = 0
    for number in range(250):
        source, log = (SITE, SITE_LOG) if number % 2 else (BOARD, BOARD_LOG)
        path.write_text(json.dumps(mutated(json.loads(source.read_text()), rng, 0.85, OTHERS)))
        try:
            found = read_all(log, named(path, claims=True))
        except ConversionError as error:
            assert error.place.split(": line ")[0] == str(path)  # noqa: PT017
            continue
        fitted += 1
        for _, record, _ in found:
            if not isinstance(record, ConversionError):
                assert verdict(record).verdict
    assert fitted > 20


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.sampled_from(["", "a", "/a", "/*", "4C", "$path"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "0", "/a", "*", "seat"]), inner, max_size=3)
    ),
    max_leaves=8,
)
PATHS = st.sampled_from(["", "/a", "/*", "/a/*", "/*/a", "/0", "/a/0/*", "/~1a"])
TEMPLATES = st.recursive(
    st.sampled_from(["x", 5, True, "/a", "/a/*", "/*/*", "/0/a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["k", "l"]), inner, max_size=2)
        | st.fixed_dictionaries(
            {"$path": PATHS}, optional={"$item": inner, "$default": JSON, "$table": st.just({"a": 1})}
        )
        | st.fixed_dictionaries({"$root": PATHS}, optional={"$item": inner})
        | st.fixed_dictionaries({"$join": st.lists(inner, min_size=1, max_size=2)})
        | st.fixed_dictionaries({"$index": PATHS, "$in": PATHS})
        | st.fixed_dictionaries({"$repeat": inner, "$times": inner})
    ),
    max_leaves=6,
)


@given(JSON, TEMPLATES)
@examples(300)
def test_any_template_of_the_schema_fills_in_or_refuses(value: Any, template: Any) -> None:
    fits = {"mapping": "1.0", "game": "mus", "record": {"players": template}}
    assert complaints("mapping", fits) == []
    document = Document(value)
    try:
        made = Template({}, document).filled(template, ())
    except ConversionError:
        return
    if made is not MISSING:
        json.dumps(made)
    for path, place in document.unused():
        assert path == "(whole)" or path.startswith("/")
        assert place


# Templates


DATA: Json = {
    "who": ["u-1", "u-2"],
    "rank": 8,
    "suit": "hearts",
    "hidden": None,
    "count": 3,
    "hands": [[{"r": "8"}, None], []],
    "a/b": {"*": 1},
}


@pytest.mark.parametrize(
    ("template", "made"),
    [
        ("/rank", 8),
        ("/nothing", MISSING),
        ("/hidden", MISSING),
        ("/a~1b/*", [1]),
        ("/who/1", "u-2"),
        ("/who/2", MISSING),
        ("/who/-", MISSING),
        ("/nothing/*", MISSING),
        ({"$path": "/hidden", "$default": "??"}, "??"),
        ({"$path": "/nothing", "$default": "??"}, "??"),
        ({"$path": "/hidden", "$table": {"null": "??"}}, "??"),
        ({"$path": "/rank", "$table": {"8": "eight"}}, "eight"),
        ({"$path": "/suit", "$table": {"hearts": None}}, MISSING),
        ({"$path": "/hands/*/*", "$item": "/r"}, [["8"], []]),
        ({"$path": "/hands/*/*", "$item": "/r", "$default": "??"}, [["8", "??"], []]),
        ({"$join": ["/rank", "-", "/suit"]}, "8-hearts"),
        ({"$join": ["/rank", "/hidden"]}, MISSING),
        ({"$index": "/who/1", "$in": "/who/*"}, 1),
        ({"$index": "/hidden", "$in": "/who/*"}, MISSING),
        ({"$repeat": "??", "$times": "/count"}, ["??", "??", "??"]),
        ({"$repeat": "??", "$times": "/nothing"}, MISSING),
        ({"$repeat": "??", "$times": 2}, ["??", "??"]),
        ({"$value": "/as it is"}, "/as it is"),
        ({"a": "/rank", "b": "/hidden", "c": ["/rank", "/hidden", "x"]}, {"a": 8, "c": [8, "x"]}),
    ],
)
def test_templates(template: Any, made: Any) -> None:
    assert Template({}, Document(DATA)).filled(template, ()) == made


@pytest.mark.parametrize(
    ("template", "place"),
    [
        ({"$path": "/suit", "$table": {"spades": "S"}}, "/suit"),
        ({"$path": "/who", "$table": {"spades": "S"}}, "/who"),
        ("/rank/*", "/rank"),
        ({"$index": "/suit", "$in": "/who/*"}, "(whole)"),
        ({"$join": ["/who"]}, "(whole)"),
        ({"$repeat": 1, "$times": "/suit"}, "(whole)"),
        ({"$repeat": 1, "$times": 501}, "(whole)"),
        ({"$repeat": {"$repeat": {"$repeat": 1, "$times": 500}, "$times": 500}, "$times": 500}, "(whole)"),
    ],
)
def test_what_cannot_be_filled_in_is_refused_at_its_place(template: Any, place: str) -> None:
    with pytest.raises(ConversionError) as caught:
        Template({}, Document(DATA)).filled(template, ())
    assert caught.value.place == place


def test_a_table_may_be_made_of_two_patterns() -> None:
    value = json.loads(SITE.read_text())
    table = mapping_of(value, "x").tables["card"]
    assert len(table) == 53
    assert (table["hearts-10"], table["spades-ace"], table["hidden"]) == ("TH", "AS", "??")


# The mapping file


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("/game", "eights"), ("/game", "'eights' is not one of")),
        (("/game", None), ("'game' is a required property",)),
        (("/mapping", "2.0"), ("/mapping",)),
        (("/record/players", None), ("/record", "'players' is a required property")),
        (("/record/player", "/x"), ("/record", "'player'")),
        (("/kind", None), ("'kind' is a dependency of 'events'",)),
        (("/records", "file by file"), ("/records", "'file by file' is not one of ['file', 'lines']")),
        (("/events", "log/*"), ("/events", "does not match")),
        (("/moves/pass", {"mvoe": {}}), ("/moves/pass", "'mvoe'")),
        (("/moves/pass/move/action", None), ("/moves/pass/move", "'action' is a required property")),
        (("/moves/pass/move/seat", {"$path": "seat"}), ("/moves/pass/move/seat/$path", "does not match")),
        (("/moves/pass/move/seat", {"$pth": "/seat"}), ("/moves/pass/move/seat", "$pth")),
        (("/moves/pass/move/seat", {"$path": "/seat", "$tabel": {}}), ("/moves/pass/move/seat", "$tabel")),
        (("/moves/pass/move/seat", {"$index": "/seat"}), ("/moves/pass/move/seat", "'$in' is a required")),
        (("/moves/pass/move/seat", 1.5), ("/moves/pass/move/seat",)),
        (("/moves/pass/move/seat", "/a~b"), ("/moves/pass/move/seat", "does not match")),
        (("/moves/pass/move/seat", {"$path": "/seat", "$table": "seats"}), ("seat/$table", 'no table "seats"')),
        (("/tables", {"card": {}}), ("/tables/card",)),
        (("/tables", {"card": {"from": "{x}"}}), ("/tables/card", "is a dependency of 'from'")),
        (("/tables", {"c": {"from": "{x}", "to": "{y}", "parts": {"x": {}}}}), ("/tables/c/to", '"{y}" is none')),
        (("/tables", {"c": {"from": "{x}", "to": "{x}", "parts": {"x": "d"}}}), ("/tables/c/parts/x", 'no table "d"')),
    ],
)
def test_a_fault_of_the_mapping_is_told_with_its_place(
    change: tuple[str, Any], words: tuple[str, ...], mapped: Callable[..., list[Any]]
) -> None:
    with pytest.raises(ConversionError) as caught:
        mapped(with_changes(TINY, change), LOG)
    assert caught.value.place.endswith("site.map.json")
    for word in words:
        assert word in caught.value.message


def test_a_table_with_too_many_rows_is_refused(mapped: Callable[..., list[Any]]) -> None:
    rows = {str(number): "x" for number in range(200)}
    table = {"from": "{a}{b}", "to": "{a}", "parts": {"a": rows, "b": rows}}
    with pytest.raises(ConversionError, match="40000 rows"):
        mapped({**TINY, "tables": {"card": table}}, LOG)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[]", b"null", b"[" * 9999, b'{"mapping": "1.0"}', b" " * 2**21])
def test_a_file_that_is_no_mapping_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.map.json"
    path.write_bytes(data)
    with pytest.raises(ConversionError) as caught:
        mapping.check(named(path))
    assert str(path) in str(caught.value)


def test_a_mapping_for_another_game_is_refused() -> None:
    mapping.check(named(SITE)._replace(game="crazy-eights"))
    with pytest.raises(ConversionError):
        mapping.check(named(SITE)._replace(game="mus"))
    with pytest.raises(ConversionError):
        mapping.check(Wish())
    assert converter("map") is mapping


# Probing


def probed(text: str) -> Probe:
    probe = Probe()
    probe.read(iter(text.splitlines(keepends=True)))
    return probe


def test_paths_types_counts_and_samples() -> None:
    probe = probed('{"a": [1, "x", null, 1.5], "b/c": {"d": true}}')
    assert (probe.lines, probe.unreadable) == (0, [])
    rows = [row.split() for row in probe.rows()]
    assert rows == [
        ["(whole)", "1", "object"],
        ["/a", "1", "array"],
        ["/a/*", "4", "integer", "1,", "string", "1,", "null", "1,", "number", "1", "1", '"x"', "1.5"],
        ["/b~1c", "1", "object"],
        ["/b~1c/d", "1", "boolean", "true"],
    ]
    probe = probed('{"a": 1}\n\n{"a": 2}\nnonsense\n')
    assert probe.lines == 3
    assert probe.paths["/*/a"].count == 2
    assert [error.place for error in probe.unreadable] == ["line 4, column 1"]
    assert probed(json.dumps({"a": 1}, indent=2)).paths["/a"].samples == ["1"]
    assert probed("").paths == {}
    assert len(probed("nonsense\nmore\n").unreadable) == 1


def test_probing_is_bounded() -> None:
    wide = probed(json.dumps({str(number): number for number in range(MOST_PATHS + 5)}))
    assert len(wide.paths) == MOST_PATHS
    assert wide.left_out == 6
    probe = Probe()
    tracemalloc.start()
    probe.read(json.dumps({"id": str(number), "text": "x" * 500}) + "\n" for number in range(20_000))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert probe.paths["/*/id"].count == 20_000
    assert most < 2**20


# The command line


def test_convert_by_a_mapping(run: Run, tmp_path: Path) -> None:
    bad = SITE_LOG.replace("clubs-ace", "clubs-2", 2)
    (tmp_path / "site.log").write_text(bad)
    done = run("convert", "--from", f"map:{SITE}", "--to", "jsonl", "site.log")
    assert done.returncode == 1
    assert "site.log: line 1: illegal at 1." in done.stderr
    assert " (line " in done.stderr
    assert len(done.stdout.splitlines()) == 2
    told = run("convert", "--from", f"map:{SITE}", "--to", "jsonl", "site.log", "--loss", "text", "--no-verify")
    assert told.returncode == 0
    assert "lost: /*/round, 2 not mapped (line 2, /round)" in told.stderr


def test_a_faulty_mapping_is_a_usage_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text(json.dumps(LOG))
    (tmp_path / "bad.map.json").write_text(json.dumps({**TINY, "game": "eights"}))
    done = run("convert", "--from", "map:bad.map.json", "--to", "jsonl", "log.json")
    assert done.returncode == 2
    assert "bad.map.json" in done.stderr
    assert "/game" in done.stderr
    for words in (("--from", "map:nowhere"), ("--from", "map:"), ("--from", "map")):
        assert run("convert", *words, "--to", "jsonl", "log.json").returncode == 2
    assert run("convert", "--to", "map", "log.json", "--from", "json").returncode == 2
    wrong = run("convert", "--from", f"map:{SITE}", "--to", "jsonl", "log.json", "--dialect", "x")
    assert (wrong.returncode, "no dialects" in wrong.stderr) == (2, True)


def test_probe_lists_paths(run: Run, tmp_path: Path) -> None:
    (tmp_path / "site.log").write_text(SITE_LOG)
    (tmp_path / "broken.log").write_text("{\n")
    done = run("convert", "--probe", "site.log")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("site.log: 76 JSON lines; * in front stands for the line\n")
    assert '/*/players/*/nick         5  string  "Ana" "Bea" "Ion" "Eva"\n' in done.stdout
    piped = run("convert", "--probe", "-", stdin=SITE_LOG.encode())
    assert piped.stdout.splitlines()[1:] == done.stdout.splitlines()[1:]
    both = run("convert", "--probe", "broken.log", "site.log", "nowhere.log", "-o", "paths.txt")
    assert both.returncode == 2
    assert "broken.log: line 2, column 1: not JSON" in both.stderr
    assert "76 JSON lines" in (tmp_path / "paths.txt").read_text()
    assert run("convert", "--probe", "broken.log").returncode == 1
    missing = run("convert", "site.log")
    assert (missing.returncode, "--to" in missing.stderr) == (2, True)


def test_dialects_are_completed() -> None:
    from kontari.commands.completing import dialects

    assert dialects("rus") == ["rustikub"]
    assert {"rummiarena", "generic", "rsconsole"} <= set(dialects(""))


def test_the_page_names_every_key() -> None:
    page = (FOLDER / "README.md").read_text()
    schema = json.loads((FOLDER.parents[1] / "schemas" / "mapping.schema.json").read_text())
    words = set(schema["properties"]) - {"$schema"} | set(schema["$defs"]["table"]["properties"])
    words |= set(schema["$defs"]["action"]["properties"]) | set(schema["properties"]["record"]["properties"])
    words |= {
        key
        for one in schema["$defs"]["template"]["allOf"]
        for key in one["then"].get("properties", {})
        if key[0] == "$"
    }
    assert len(words) > 30
    for word in words:
        assert f"`{word}`" in page or f'"{word}"' in page, word
