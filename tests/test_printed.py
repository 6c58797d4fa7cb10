"""What the commands print as JSON is what the published schemas say, and nothing that they do not say."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from kontari.codes import all_rules
from kontari.commands.explain import explain
from kontari.commands.legal import legal
from kontari.commands.replay import replay
from kontari.commands.rules import rules
from kontari.commands.score import score
from kontari.commands.validate import validate
from kontari.games import GAMES, part
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.writing import pretty
from kontari.schemas import complaints, names

ROOT = Path(__file__).parents[1]
SCHEMAS = {name: json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8")) for name in names()}
PRINTED = [name for name in SCHEMAS if name not in (*GAMES, "record", "case", "verdict", "mapping", "tournament")]

RECORDS = sorted(
    path
    for word in ("sound", "unfinished", "misscored", "illegal")
    for path in (ROOT / "records").glob(f"*/{word}/*")
    if not path.name.endswith(".case.json")
)[::14]

Printed = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """What a command prints."""

    def run(command: Callable[..., Any], *words: Any, **options: Any) -> str:
        capsys.readouterr()
        command(*words, **options)
        return capsys.readouterr().out

    return run


# What each schema must fix


class Fixed(NamedTuple):
    """An object of an output: where it stands, what it must have.

    ``typed`` are the keys with a type of their own beside those, where the others are the game's;
    None where no other key than the schema's may stand, and each has a type.
    """

    at: tuple[str | int, ...]
    required: tuple[str, ...]
    typed: tuple[str, ...] | None = None


CODE = ("code", "severity", "title", "message", "why", "source", "hint")
FINDING = ("code", "severity", "title", "message", "pointer", "facts")
STEP = (
    Fixed((), ("round", "move", "action", "position")),
    Fixed(("action",), ("action",), ("seat",)),
    Fixed(("position",), (), ("ended",)),
)
FIXED = {
    "step": STEP,
    "steps": (
        *(Fixed((1, *fixed.at), fixed.required, fixed.typed) for fixed in STEP),
        Fixed((0,), ("round", "move", "position")),
    ),
    "sheets": (
        Fixed((0,), ("source", "record", "game", "verdict", "players", "rounds")),
        Fixed((0, "rounds", 0), ("round", "ended", "sides"), ()),
        Fixed((0, "rounds", 0, "sides", 1), ("side",), ("added", "total")),
        Fixed((0, "result"), (), ("termination", "scores", "winners", "lost_by")),
    ),
    "legal": (Fixed((), ("round", "move", "legal")), Fixed(("legal", 0), ("action",), ("seat",))),
    "verdicts": (
        Fixed((0,), ("source", "record", "verdict", "judge", "findings")),
        Fixed((0, "rounds", 0), ()),
        Fixed((0, "findings", 0), FINDING),
    ),
    "code": (Fixed((), CODE),),
    "codes": (Fixed((0,), CODE),),
}


def found_at(value: Any, at: tuple[str | int, ...]) -> Any:
    """The value at a place, None where there is none."""
    for key in at:
        try:
            value = value[key]
        except LookupError:
            return None
    return value


def spoiled(value: Any, fixed: Fixed) -> Iterator[tuple[str, Any]]:
    """The value with one thing wrong at a place: a key missing, of another type, or not of the schema."""

    def changed(key: str, *new: Any) -> Any:
        other = copy.deepcopy(value)
        place = found_at(other, fixed.at)
        place.pop(key, None)
        if new:
            (place[key],) = new
        return other

    there = found_at(value, fixed.at)
    for key in fixed.required:
        yield f"without {key}", changed(key)
    for key in there if fixed.typed is None else (*fixed.required, *fixed.typed):
        if key in there:
            yield f"{key} of another type", changed(key, 0 if isinstance(there[key], dict) else {"wrong": 0})
            yield f"{key} null", changed(key, None)
    if fixed.typed is None:
        yield "an undocumented key", changed("undocumented", 0)


def assert_fixed(name: str, value: Any) -> set[Fixed]:
    """The value conforms, and no longer once something is wrong in it; the objects in which that was tried."""
    assert complaints(name, value) == []
    tried = {fixed for fixed in FIXED[name] if found_at(value, fixed.at) is not None}
    for fixed in tried:
        for what, other in spoiled(value, fixed):
            assert complaints(name, other), f"{name}: {what} at {fixed.at} passes"
    return tried


# Outputs over the corpus


def all_steps(printed: Printed, path: Path) -> Any:
    return json.loads(printed(replay, str(path), format="json"))


def lines_of(text: str) -> list[Any]:
    """The values of a text with one a line; only a line feed ends a line."""
    return [json.loads(line) for line in text.split("\n") if line]


def test_steps(printed: Printed) -> None:
    tried = set()
    for path in RECORDS:
        steps = all_steps(printed, path)
        lines = lines_of(printed(replay, str(path), format="jsonl"))
        seen = json.loads(printed(replay, str(path), format="json", view=0))
        assert lines == steps
        assert complaints("steps", steps) == complaints("steps", seen) == []
        assert [said for line in lines for said in complaints("step", line)] == []
        moves = [step for step in steps if "action" in step]
        tried |= assert_fixed("steps", [*steps[:1], *moves[-1:]])
        for move in moves[:1]:
            tried |= assert_fixed("step", move)
    assert tried == {*FIXED["steps"], *FIXED["step"]}


def test_a_step_has_an_action_unless_it_is_a_deal(printed: Printed) -> None:
    deal, move, *_ = next(steps for path in RECORDS if len(steps := all_steps(printed, path)) > 1)
    assert complaints("step", {**deal, "action": move["action"]})
    assert complaints("step", {key: value for key, value in move.items() if key != "action"})


def test_score_sheets(printed: Printed) -> None:
    tried = set()
    for path in RECORDS:
        tried |= assert_fixed("sheets", json.loads(printed(score, [str(path)], format="json")))
    assert tried == set(FIXED["sheets"])
    together = json.loads(printed(score, list(map(str, RECORDS)), format="json"))
    assert len(together) == len(RECORDS)
    assert complaints("sheets", together) == []
    assert any("result" not in sheet for sheet in together)


def test_legal_moves(printed: Printed) -> None:
    tried = set()
    for path in RECORDS:
        steps = all_steps(printed, path)
        for step in (*steps[:1], *steps[-2:]):
            at = f"{step['round']}.{step['move']}"
            tried |= assert_fixed("legal", json.loads(printed(legal, str(path), at, format="json")))
    assert tried == set(FIXED["legal"])


def test_verdicts(printed: Printed) -> None:
    tried = set()
    for path in RECORDS:
        verdicts = json.loads(printed(validate, [str(path)], format="json"))
        lines = lines_of(printed(validate, [str(path)], format="jsonl"))
        assert lines == verdicts
        assert [said for line in lines for said in complaints("verdict", line)] == []
        tried |= assert_fixed("verdicts", verdicts)
    assert tried == set(FIXED["verdicts"])


def test_codes(printed: Printed) -> None:
    codes = json.loads(printed(explain, format="json"))
    assert codes == json.loads((ROOT / "schemas" / "codes.json").read_text("utf-8"))
    assert complaints("codes", codes) == []
    assert assert_fixed("codes", codes[:2]) == set(FIXED["codes"])
    for code in all_rules():
        one = json.loads(printed(explain, code, format="json"))
        assert one in codes
        assert_fixed("code", one)


def test_rules(printed: Printed) -> None:
    assert complaints("rules", json.loads(printed(rules, format="json"))) == []
    for game in GAMES:
        presets = part(game, "options").PRESETS
        for preset in (None, *presets):
            values = json.loads(printed(rules, game, preset=preset, format="json"))
            assert values
            assert complaints("rules", values) == []
            assert complaints("rules", {**values, next(iter(values)): [1]})
            assert complaints("rules", {**values, next(iter(values)): None})
            assert complaints("rules", {**values, "Not a name": 1})
        for pair in permutations(presets, 2):
            assert complaints("rules", json.loads(printed(rules, game, diff=pair, format="json"))) == []


@pytest.mark.parametrize(
    "wrong", ["crazy-eights", 1, [1], ["Crazy Eights"], {"a": {}}, {"a": [1]}, {"a": 1, "b": [1, 2]}]
)
def test_what_is_no_list_of_rules(wrong: Any) -> None:
    assert complaints("rules", wrong)


@pytest.mark.parametrize("name", PRINTED)
def test_another_document_does_not_conform(name: str) -> None:
    wrong = [None, "text", 0, [0]]
    if name != "row":  # whose keys are those of the question
        wrong.append({"undocumented": None})
    for one in wrong:
        assert complaints(name, one)


# The schemas themselves


def nodes(node: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema within a schema, with its pointer."""
    if isinstance(node, dict):
        yield at, node
        for key, value in node.items():
            if key not in ("examples", "enum", "const"):
                yield from nodes(value, f"{at}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from nodes(value, f"{at}/{index}")


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas_and_their_examples_conform(name: str) -> None:
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == f"urn:kontari:schema:1:{name}"
    registry: Registry[Any] = Registry().with_resources(
        (one["$id"], Resource.from_contents(one)) for one in SCHEMAS.values()
    )
    for at, node in nodes(schema):
        for example in node.get("examples", ()):
            validator = Draft202012Validator({"$ref": f"{schema['$id']}#{at}"}, registry=registry)
            assert [error.message for error in validator.iter_errors(example)] == [], at


@pytest.mark.parametrize("name", PRINTED)
def test_every_key_is_described(name: str) -> None:
    assert SCHEMAS[name]["description"]
    for at, node in nodes(SCHEMAS[name]):
        if at.endswith("/properties") and not at.startswith(("/if/", "/then/")):
            assert [key for key, value in node.items() if "description" not in value] == [], at


def test_examples_are_what_is_printed(printed: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = EXAMPLE["game"]
    file = f"match.{game}.json"
    Path(file).write_text(pretty(game, EXAMPLE), "utf-8")
    malformed = tmp_path / "malformed" / file
    malformed.parent.mkdir()
    malformed.write_text('{"kontari": "1.0"}', "utf-8")

    def example(name: str) -> Any:
        (only,) = SCHEMAS[name]["examples"]
        return only

    assert json.loads(printed(replay, file, from_="1.3", format="json")) == example("steps") == [example("step")]
    assert json.loads(printed(score, [file], format="json")) == example("sheets")
    assert json.loads(printed(legal, file, "1.1", format="json")) == example("legal")
    monkeypatch.chdir(malformed.parent)
    assert json.loads(printed(validate, [file], format="json")) == example("verdicts")
    (code,) = example("codes")
    assert json.loads(printed(explain, code["code"], format="json")) == code == example("code")
    # Of the rules an excerpt: an option more, or a game, leaves the example as it is.
    games, options, difference = SCHEMAS["rules"]["examples"]
    assert set(games) <= set(json.loads(printed(rules, format="json")))
    assert options.items() <= json.loads(printed(rules, game, preset="bicycle", format="json")).items()
    assert json.loads(printed(rules, game, diff=("classic", "parlett"), format="json")) == difference


def test_one_schema_for_all_games() -> None:
    """Outside examples what is printed names no game."""
    for name in PRINTED:
        for at, node in nodes(SCHEMAS[name]):
            said = [value for key, value in node.items() if key != "examples" and isinstance(value, str)]
            named = [text for text in said if re.search(rf"\b({'|'.join(GAMES)})\b", text)]
            assert named == [], (name, at)
