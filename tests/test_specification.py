"""What ``schemas/README.md`` promises is executed.

The parts of the page between ``<!-- generated: NAME -->`` and ``<!-- end -->`` are derived from the
code; ``python tests/test_specification.py`` writes them anew.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import rfc8785
from jsonschema import Draft202012Validator

import kontari
from kontari.codes import all_rules
from kontari.core.cards import TOKENS
from kontari.examination import examine
from kontari.games.crazy_eights import score
from kontari.games.crazy_eights.options import DEFAULTS, OPTION_NAMES, PRESETS, Rules, contradiction, in_force
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.games.crazy_eights.state import ADMITTED, PHASE_NAMES
from kontari.record.nodes import Boolean, Enum, Integer, keys
from kontari.record.reading import MAX_BYTES
from kontari.record.streams import SUFFIXES
from kontari.record.text import MAX_DEPTH
from kontari.record.writing import one_line, pretty
from kontari.shape import MAX_INT

Json = dict[str, Any]

SCHEMAS = Path(__file__).parents[1] / "schemas"
CORPUS = SCHEMAS.parent / "records"
PAGE = SCHEMAS / "README.md"
TEXT = PAGE.read_text("utf-8")
GAME = "crazy-eights"
SCHEMA = json.loads((SCHEMAS / f"{GAME}.schema.json").read_text("utf-8"))
ACTIONS = ("play", "draw", "pass", "reshuffle", "penalty")


class Block(NamedTuple):
    """A record on the page: what its verdict must be, and its text."""

    form: str
    says: list[str]
    text: str

    @property
    def record(self) -> Json:
        value: Json = json.loads(self.text)
        return value


RECORDS = [
    Block(form, says.split(), text)
    for form, says, text in re.findall(r"^```(jsonl?) ([^\n]+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
]
VECTORS = [RECORDS[0], *(block for block in RECORDS if "vector" in block.says)]


def table(heading: str) -> list[list[str]]:
    """The cells of the first table behind some text of the page, without its head."""
    behind = TEXT[TEXT.index(heading) :]
    first = re.search(r"(?:^\|.*\n)+", behind, re.MULTILINE)
    assert first is not None
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in first[0].splitlines()[2:]]


# The generated parts


def rows(head: list[str], body: list[list[str]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *body)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def written(value: Any) -> str:
    return f"`{json.dumps(value)}`"


def options_table() -> str:
    body = []
    for key in keys(Rules):
        if key.name == "preset":
            continue
        match key.node:
            case Enum(name="special-rank", values=values):
                assert values == ("none", *"A2345679TJQK")
                kinds = '`"none"`, `"A"`, `"2"` … `"K"` without `"8"`'
            case Enum(values=values):
                kinds = ", ".join(map(written, values))
            case Boolean():
                kinds = "`true`, `false`"
            case Integer(least=least, most=most):
                kinds = f"{least} or more" if most == MAX_INT else f"{least} to {most}"
            case _:
                raise AssertionError(key)
        default = written(DEFAULTS[key.name]) if key.name in DEFAULTS else "by players"
        body.append([f"`{key.name}`", default, kinds, key.description])
    return rows(["option", "default", "values", "it is"], body)


def presets_table() -> str:
    body = []
    for name, preset in PRESETS.items():
        options = ", ".join(f"`{option}: {json.dumps(value)}`" for option, value in preset.items())
        body.append([f"`{name}`", options or "all defaults"])
    return rows(["preset", "its options"], body)


def phases_table() -> str:
    body = [
        [name, *("yes" if action in ADMITTED[phase] else "" for action in ACTIONS)]
        for phase, name in enumerate(PHASE_NAMES)
    ]
    return rows(["phase", *(f"`{action}`" for action in ACTIONS)], body)


def verdict_of_the_page() -> Json:
    (block,) = (block for block in RECORDS if "illegal" in block.says)
    # The place in the text is that of the block by itself.
    return examine(block.text.encode(), source="match.crazy-eights.json").data()


def verdict_block() -> str:
    return fenced("json", laid_out(verdict_of_the_page(), lambda path: path == ("rules",), lambda path: path == ()))


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def hash_form(record: Json) -> bytes:
    return rfc8785.dumps(plain({key: value for key, value in record.items() if key != "$schema"}))


def play_form(record: Json) -> bytes:
    """The play form as the page says, by other means than the code's."""
    bare = plain(record)
    asides = ("at", "elapsed_ms", "note")
    rounds = [
        {
            "deal": one["deal"],
            "moves": [{key: value for key, value in move.items() if key not in asides} for move in one["moves"]],
        }
        for one in bare["rounds"]
    ]
    form = {
        "game": bare["game"],
        "players": len(bare["players"]),
        "rounds": rounds,
        "rules": resolved(bare.get("rules", {}), len(bare["players"])),
    }
    if "start" in bare:
        form["start"] = bare["start"]
    return rfc8785.dumps(form)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if not key.startswith("x-")}
    return [plain(one) for one in value] if isinstance(value, list) else value


def resolved(rules: Json, players: int) -> Json:
    """All options in force, by the tables of the page."""
    options = {cells[0]: json.loads(cells[1]) for cells in page_options() if cells[1] != "by players"}
    options |= page_presets()[rules.get("preset", "classic")]
    options |= {name: value for name, value in rules.items() if name != "preset"}
    options.setdefault("decks", 1 if players <= 5 else 2)
    if not options["countdown"]:
        options.setdefault("hand_size", 7 if players == 2 else 5)
        options.setdefault("target", 50 * players)
    return options


def page_options() -> list[list[str]]:
    return [[cell.strip("`") for cell in cells] for cells in table("<!-- generated: options -->")]


def page_presets() -> dict[str, Json]:
    return {
        name.strip("`"): {option: json.loads(value) for option, value in re.findall(r"`(\w+): ([^`]+)`", options)}
        for name, options in table("<!-- generated: presets -->")
    }


def vectors_table() -> str:
    body = []
    for number, block in enumerate(VECTORS, 1):
        record = block.record
        hashes = (sha256(form).hexdigest() for form in (hash_form(record), play_form(record)))
        body.append([str(number), *(f"`{one}`" for one in hashes)])
    return rows(["", "`sha256`", "`play_sha256`"], body)


GENERATED: dict[str, Callable[[], str]] = {
    "options": options_table,
    "presets": presets_table,
    "phases": phases_table,
    "verdict": verdict_block,
    "vectors": vectors_table,
    "hash-form": lambda: fenced("json", hash_form(VECTORS[0].record).decode()),
    "play-form": lambda: fenced("json", play_form(VECTORS[0].record).decode()),
}
PART = re.compile(r"(<!-- generated: ([a-z-]+) -->\n)(.*?)(\n?<!-- end -->)", re.DOTALL)


@pytest.mark.parametrize("name", GENERATED)
def test_generated_parts_are_fresh(name: str) -> None:
    (part,) = (part[3].strip("\n") for part in PART.finditer(TEXT) if part[2] == name)
    assert part == GENERATED[name](), "python tests/test_specification.py writes it"


# Records and verdicts


@pytest.mark.parametrize("block", RECORDS, ids=lambda block: " ".join(block.says))
def test_records_are_judged_as_the_page_says(block: Block) -> None:
    verdict = examine(block.text.encode()).data()
    word, *more = [say for say in block.says if say != "vector"]
    assert verdict["verdict"] == word
    if word == "illegal":
        (finding,) = verdict["findings"]
        assert [finding["code"], finding["pointer"]] == more
    elif "vector" not in block.says:
        assert verdict["proof"] == (more[0] if more else "complete")
    Draft202012Validator(SCHEMA).validate(block.record)
    Draft202012Validator(json.loads((SCHEMAS / "verdict.schema.json").read_text("utf-8"))).validate(verdict)


def test_the_page_begins_the_game_with_the_example_of_the_code() -> None:
    assert RECORDS[0].record == EXAMPLE
    assert RECORDS[0].text == pretty(GAME, EXAMPLE)


def text_fault(text: str | bytes, **limits: Any) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    return [found.code for found in examine(data, **limits).findings]


def test_text_rules() -> None:
    assert f"{MAX_BYTES:,} bytes" in TEXT
    assert f"at most {MAX_DEPTH} deep" in TEXT
    listed = [cells[0].strip("`") for cells in table("### JSON text")]
    good = json.dumps(EXAMPLE)
    inside = '{"x-a": %s, ' + good[1:]
    asked = {
        "REC-J10": text_fault(b"\xef\xbb\xbf" + b" " * 20, max_bytes=20),
        "REC-J02": text_fault(b"\xef\xbb\xbf\xff"),
        "REC-J03": text_fault(b" \xff"),
        "REC-J11": text_fault(" \n"),
        "REC-J09": text_fault("[" * 65),
        "REC-J01": text_fault('{"a": 1, "a": }'),
        "REC-J04": text_fault(inside % '{"a": 1, "a": 2}'),
        "REC-J05": text_fault(inside % "NaN"),
        "REC-J06": text_fault(inside % r'"\ud800"'),
        "REC-J07": text_fault(good.replace('"hand_size": 2', '"hand_size": 2.0')),
        "REC-J08": text_fault(good.replace('"hand_size": 2', '"hand_size": 9007199254740992')),
    }
    assert listed == list(asked)
    assert all(found == [code] for code, found in asked.items())
    assert text_fault('{"b": 1.5, "a": NaN, "a": 1e3}') == ["REC-J07", "REC-J05", "REC-J04", "REC-J07"]
    assert text_fault(inside % "[1.5, 1e300, null, 9007199254740992]") == []
    assert text_fault(inside % "1e999") == ["REC-J08"]
    assert text_fault(inside % ("[" * 63 + "]" * 63)) == []
    assert text_fault(inside % ("[" * 64 + "]" * 64)) == ["REC-J09"]
    assert text_fault(good.replace('"seat": 0', '"seat": -0')) == []


def with_(**changes: Any) -> Json:
    return {**EXAMPLE, **changes}


def endless(result: Json) -> Json:
    """The example without the option that ends the match, and with this result."""
    return with_(rules={"hand_size": 2}, result=result)


def move_with(**changes: Any) -> Json:
    record = json.loads(json.dumps(EXAMPLE))
    move = record["rounds"][0]["moves"][0]
    move.update(changes)
    record["rounds"][0]["moves"][0] = {key: value for key, value in move.items() if value != "absent"}
    return record  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("record", "code", "pointer"),
    [
        (with_(kontari="1.7"), "REC-V03", "/kontari"),
        (with_(kontari="2.0"), "REC-V02", "/kontari"),
        ({"game": GAME}, "REC-V01", ""),
        ({"kontari": "1.0"}, "REC-V01", ""),
        (with_(game="canasta"), "REC-V04", "/game"),
        (with_(kontari=None), "REC-S03", "/kontari"),
        (move_with(card="absent"), "REC-S01", "/rounds/0/moves/0"),
        (move_with(action="absent"), "REC-S01", "/rounds/0/moves/0"),
        (move_with(colour="red"), "REC-S02", "/rounds/0/moves/0/colour"),
        (move_with(card=None), "REC-S03", "/rounds/0/moves/0/card"),
        (move_with(seat="0"), "REC-S03", "/rounds/0/moves/0/seat"),
        (move_with(card="??"), "REC-S04", "/rounds/0/moves/0/card"),
        (move_with(action="wait"), "REC-S04", "/rounds/0/moves/0/action"),
        (move_with(seat=-1), "REC-S05", "/rounds/0/moves/0/seat"),
        (with_(players=[{"name": "Ana"}]), "REC-S06", "/players"),
        (move_with(at="yesterday"), "REC-S07", "/rounds/0/moves/0/at"),
        (with_(result={"termination": "time"}), "REC-S08", "/result"),
        (with_(result={"termination": "normal", "lost_by": [0]}), "REC-S08", "/result"),
        (with_(rules={"preset": "openspiel", "countdown": True}), "CE-D01", "/rules/countdown"),
        (with_(rules={"owed_pass": True, "draw_then": "continue"}), "CE-D01", "/rules/owed_pass"),
        (with_(rules={"max_players": 2}, players=[{"name": "Ana"}] * 3), "CE-D02", "/players"),
        (with_(start={"scores": [0, 0, 0]}), "CE-D03", "/start/scores"),
        (with_(start={"scores": [0, 100]}), "CE-D04", "/start/scores"),
        (with_(result={"scores": [10, 0, 0]}), "REC-R03", "/result/scores"),
        (with_(result={"winners": [0, 0]}), "REC-R04", "/result/winners"),
        (with_(result={"termination": "unfinished", "winners": [1]}), "REC-R06", "/result/termination"),
        (with_(result={"termination": "time", "lost_by": [], "winners": [7]}), "REC-R06", "/result/termination"),
        (endless({"termination": "normal"}), "REC-R05", "/result/termination"),
        (endless({"winners": [0]}), "REC-R04", "/result/winners"),
        (endless({"termination": "unfinished", "winners": [0]}), "REC-R04", "/result/winners"),
        (endless({"termination": "time", "lost_by": [0, 1]}), "REC-R07", "/result/lost_by"),
    ],
)
def test_shape_versions_rules_and_claims(record: Json, code: str, pointer: str) -> None:
    (finding,) = examine(json.dumps(record).encode()).findings
    assert (finding.code, finding.pointer) == (code, pointer)


def test_the_form_of_a_time_is_checked_and_not_the_calendar() -> None:
    assert examine(json.dumps(move_with(at="2026-02-31T10:00:00Z")).encode()).verdict == "sound"
    assert examine(json.dumps(move_with(at="2026-02-28T25:00:00Z")).encode()).verdict == "malformed"


def test_shape_faults_come_in_the_order_of_the_text() -> None:
    text = json.dumps(move_with(elapsed_ms=-1, card="??", colour=1)).replace('"rounds"', '"rules": 1, "rounds"')
    text = text.replace('{"name": "Bea"}', "{}").replace('"rules": {"hand_size": 2, "max_rounds": 1}, ', "")
    text = text.replace('{"action": "play", "seat": 1, "card": "7C"}', '{"action": "penalty"}')
    found = [(one.code, one.pointer) for one in examine(text.encode()).findings]
    move = "/rounds/0/moves"
    assert found == [
        ("REC-S01", "/players/1"),
        ("REC-S03", "/rules"),
        ("REC-S04", f"{move}/0/card"),
        ("REC-S05", f"{move}/0/elapsed_ms"),
        ("REC-S02", f"{move}/0/colour"),
        *[("REC-S01", f"{move}/1")] * 3,
    ]
    missing = [one.facts["key"] for one in examine(text.encode()).findings[-3:]]
    assert missing == [key for key in SCHEMA["$defs"]["penalty"]["required"] if key != "action"]


def test_wrong_claims_come_in_the_order_of_the_table() -> None:
    record = endless({"termination": "time", "lost_by": [], "winners": [5], "scores": [1, 1]})
    record["rounds"] = [{**EXAMPLE["rounds"][0], "scores": [9, 0]}]  # type: ignore[index]
    found = [finding.pointer for finding in examine(json.dumps(record).encode()).findings]
    listed = [cells[0].strip("`") for cells in table("### Claims")]
    assert listed == ["rounds[].scores", *(f"result.{key}" for key in ("scores", "termination", "lost_by", "winners"))]
    assert found == ["/rounds/0/scores", "/result/scores", "/result/lost_by", "/result/winners"]


def test_where_nothing_is_decided_a_wrong_ending_and_wrong_winners_are_two_findings() -> None:
    record = endless({"termination": "normal", "winners": [0]})
    assert [finding.code for finding in examine(json.dumps(record).encode()).findings] == ["REC-R05", "REC-R04"]


def test_a_record_without_rounds_is_unfinished_whatever_its_rules() -> None:
    record = with_(rounds=[], rules={"skip_rank": "2", "draw_rank": "2"}, start={"scores": [1]})
    del record["result"]
    verdict = examine(json.dumps(record).encode()).data()
    assert verdict["verdict"] == "unfinished"
    assert verdict["findings"] == []


def test_claims_of_a_record_without_rounds() -> None:
    found = examine(json.dumps(with_(rounds=[], result={"scores": [1, 0]})).encode())
    assert found.verdict == "misscored"
    found = examine(json.dumps(with_(rounds=[], result={"termination": "forfeit", "lost_by": [1]})).encode())
    assert found.verdict == "sound"


def test_a_match_that_ended_outside_its_rules() -> None:
    claim = {"termination": "forfeit", "lost_by": [1], "winners": [0]}
    record = endless(claim)
    record["rounds"] = [{**EXAMPLE["rounds"][0], "moves": EXAMPLE["rounds"][0]["moves"][:1]}]  # type: ignore[index]
    del record["rounds"][0]["scores"]
    verdict = examine(json.dumps(record).encode()).data()
    assert verdict["verdict"] == "sound"
    assert verdict["rounds"] == [{}]
    assert verdict["result"] == {"scores": [0, 0], "termination": "forfeit", "lost_by": [1]}


# Options, codes, names


def test_every_option_and_preset_is_on_the_page() -> None:
    assert [cells[0] for cells in page_options()] == list(OPTION_NAMES)
    assert page_presets() == PRESETS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_rules_in_force_are_those_of_the_page(preset: str, players: int) -> None:
    options = in_force(Rules(preset=preset), players)  # type: ignore[arg-type]
    assert options == resolved({"preset": preset}, players)
    assert contradiction(options, Rules()) is None


def test_rules_that_contradict_each_other() -> None:
    """Every pair of options that the page lists, and no other pair of values away from the defaults."""
    countdown = {("countdown", name) for name in ("hand_size", "target", "scoring", "card_values")}
    ranks = {("skip_rank", "reverse_rank"), ("skip_rank", "draw_rank"), ("reverse_rank", "draw_rank")}
    wanted = {frozenset(pair) for pair in (*countdown, *ranks, ("owed_pass", "draw_then"))}
    away: dict[str, Any] = {}
    for key in keys(Rules):
        match key.node:
            case Enum(name="special-rank"):
                away[key.name] = "Q"
            case Enum(values=values) if key.name != "preset":
                away[key.name] = next(value for value in reversed(values) if value != DEFAULTS[key.name])
            case Boolean():
                away[key.name] = not DEFAULTS[key.name]
            case Integer(least=least):
                away[key.name] = least + 1
    found = set()
    for one in away:
        for other in away:
            rules = Rules(**{one: away[one], other: away[other]})
            if one < other and contradiction(in_force(rules, 3), rules) is not None:
                found.add(frozenset((one, other)))
    assert found == wanted


def test_every_code_on_the_page_exists() -> None:
    named = set(re.findall(r"\b(?:REC|CE)-[A-Z][0-9]{2}\b", TEXT))
    assert named <= set(all_rules())
    assert set(all_rules()) - named == set(), "a code the page does not explain"
    warnings = {rule.code for rule in all_rules().values() if rule.severity == "warning"}
    assert {"REC-V03", "CE-D08"} == warnings


def test_sources_that_name_this_page_find_their_heading() -> None:
    headings = [line.lstrip("# ").replace("`", "").casefold() for line in TEXT.splitlines() if line.startswith("#")]
    for rule in all_rules().values():
        if rule.source.startswith("schemas/README.md, "):
            section = rule.source.partition(", ")[2].casefold()
            assert any(heading.startswith(section) or section in heading for heading in headings), rule


def test_links_within_the_page_lead_to_headings() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ")).strip().casefold().replace(" ", "-")
        for line in TEXT.splitlines()
        if line.startswith("#")
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= headings


def test_names_of_files() -> None:
    assert SUFFIXES[:3] == (".crazy-eights.json", ".crazy-eights.json.gz", ".crazy-eights.json.zst")
    listed = table("## The published schemas")
    for path in SCHEMAS.glob("*.schema.json"):
        (row,) = (cells for cells in listed if path.name in cells[0])
        assert row[1] == f"`{json.loads(path.read_text('utf-8'))['$id']}`"


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / f"{GAME}.schema.json").write_bytes((SCHEMAS / f"{GAME}.schema.json").read_bytes())
    (tmp_path / f"match.{GAME}.json").write_text(json.dumps(with_(players=[])), "utf-8")
    monkeypatch.chdir(tmp_path)
    said: list[tuple[str, ...]] = []
    exec(compile(example, "schemas/README.md", "exec"), {"print": lambda *words: said.append(words)})
    assert [words[0] for words in said] == ["$.players"]


def test_schemas_of_games_refer_to_nothing_outside() -> None:
    assert all(ref.startswith("#/$defs/") for ref in re.findall(r'"\$ref": "([^"]+)"', json.dumps(SCHEMA)))


def test_codes_have_the_keys_that_the_page_lists() -> None:
    for one in json.loads((SCHEMAS / "codes.json").read_text("utf-8")):
        assert list(one) == ["code", "severity", "title", "message", "why", "source", "hint"]
        assert all(f"`{key}`" in TEXT for key in one)


def test_keys_of_every_object_are_on_the_page() -> None:
    for name, definition in [("record", SCHEMA), *SCHEMA["$defs"].items()]:
        for key in definition.get("properties", {}):
            assert re.search(rf'[`"]{re.escape(key)}["`]', TEXT), (name, key)


def test_order_of_keys_in_moves() -> None:
    """As the page says: action, seat, the move's own, then at, elapsed_ms, note."""
    for action in ACTIONS:
        listed = list(SCHEMA["$defs"][action]["properties"])
        assert listed[0] == "action"
        assert listed[-3:] == ["at", "elapsed_ms", "note"]
        own = {"play": ["card", "suit"], "draw": ["cards"], "penalty": ["cards", "reason"], "reshuffle": ["stock"]}
        seat = [] if action == "reshuffle" else ["seat"]
        assert listed[1:-3] == [*seat, *own.get(action, [])]
    assert list(SCHEMA["$defs"]["result"]["properties"]) == ["termination", "scores", "winners", "lost_by"]
    envelope = [cells[0].strip("`") for cells in table("## Envelope")]
    assert envelope == list(SCHEMA["properties"])
    deal = [cells[0].strip("`") for cells in table("### The deal")]
    assert deal == list(SCHEMA["$defs"]["deal"]["properties"])


def test_keys_of_positions_and_score_sheets() -> None:
    """The tables list every key that the records of the corpus show, and say which are always there."""
    shown: dict[str, list[Json]] = {"What a program shows": [], "A **score sheet**": []}
    for case in sorted(CORPUS.rglob("sound/*.case.json")):
        for path in case.parent.glob(f"{case.name.removesuffix('.case.json')}.{GAME}.json"):
            match = kontari.read(path)
            shown["What a program shows"] += [step.position for step in kontari.replay(match) if step.position]
            for round_ in kontari.score(match):
                shown["A **score sheet**"] += [
                    {key: value for key, value in side.items() if key not in ("side", "added", "total")}
                    for side in round_["sides"]
                ]
    for heading, objects in shown.items():
        listed = {cells[0].strip("`"): cells[1] for cells in table(heading)}
        assert set(listed) == set().union(*objects)
        assert {key for key, needed in listed.items() if needed == "required"} == set(objects[0]).intersection(*objects)


# Rules of play


def test_points_are_those_of_the_page() -> None:
    number = {"A": 1, "T": 10, **{str(n): n for n in range(2, 10)}}
    for card in TOKENS:
        rank, suit = card[0], "CDHS".index(card[1])
        standard = 50 if rank == "8" else 10 if rank in "TJQK" else number[rank]
        openspiel = 50 if rank == "8" else 10 if rank in "JQKA" else 4 * (number[rank] - 2) + suit + 2
        assert score.STANDARD[card] == standard
        assert score.OPENSPIEL[card] == openspiel
    assert [score.blocked_scores((40, 40, 65), tie) for tie in ("each", "split", "none")] == [
        (25, 25, 0),
        (12, 12, 0),
        (0, 0, 0),
    ]


def test_faults_of_a_deal_are_asked_in_the_order_of_the_table() -> None:
    """Deals that break the rule of one row and of all later ones that it leaves meaning to."""
    listed = [code for cells in table("### What a deal is asked") for code in re.findall(r"CE-D\d\d", cells[0])]
    hands, moves = EXAMPLE["rounds"][0]["deal"]["hands"], EXAMPLE["rounds"][0]["moves"]  # type: ignore[index]
    bad = {"hands": [["4C", "8S", "4C"], ["7C"], []], "dealer": 9, "starter": [], "suit": "D", "stock": ["4C"]}
    steps: list[tuple[str, Json]] = [
        ("CE-D07", {}),
        ("CE-D09", {"dealer": 1}),
        ("CE-D10", {"hands": [["4C", "4C"], ["7C"]]}),
        ("CE-D11", {"hands": [["4C", "8S"], ["4C", "8S"]]}),
        ("CE-D13", {"starter": ["3C", "8H"]}),
        ("CE-D12", {"starter": ["8C", "8H"]}),
        ("CE-D15", {"starter": ["8S", "5D"]}),
        ("CE-D18", {"suit": None}),
        ("CE-D17", {"stock": None}),
        ("CE-D19", {"hands": hands}),
    ]
    deal: Json = dict(bad)
    for code, change in steps:
        deal.update(change)
        kept = {key: value for key, value in deal.items() if value is not None}
        record = with_(rounds=[{"deal": kept, "moves": []}])
        assert first_code(record) == code
    assert first_code(with_(rounds=[*EXAMPLE["rounds"], {"deal": bad, "moves": []}])) == "CE-D05"  # type: ignore[misc]
    stopped = {**EXAMPLE["rounds"][0], "moves": moves[:1]}  # type: ignore[index]
    assert first_code(with_(rounds=[stopped, {"deal": bad, "moves": []}])) == "CE-D06"
    one_card = {**EXAMPLE["rounds"][0]["deal"], "hands": [["AC"] * 26] * 2, "stock": []}  # type: ignore[index]
    assert first_code(with_(rules={"hand_size": 26}, rounds=[{"deal": one_card, "moves": []}])) == "CE-D16"
    named = {**EXAMPLE["rounds"][0]["deal"], "starter": ["8H"], "stock": []}  # type: ignore[index]
    rules = {"hand_size": 2, "starter_eight": "dealer-names"}
    assert first_code(with_(rules=rules, rounds=[{"deal": named, "moves": []}])) == "CE-D14"
    asked = [code for code, _ in steps]
    places = [listed.index(code) for code in ("CE-D05", "CE-D06", *asked)]
    assert places == sorted(places)


def pointers() -> dict[str, list[str]]:
    """Where the page says that the fault of a code may lie: patterns below the deal or the move."""
    found: dict[str, list[str]] = {}
    for heading, column in (("### What a deal is asked", 2), ("| code | pointer below the move", 1)):
        for cells in table(heading):
            codes, where = cells[0], cells[column]
            below = re.findall(r"`(/[A-Za-z/]+)`", where) + ([""] if where.startswith("none") else [])
            patterns = [re.sub("SEAT|INDEX", "[0-9]+", pattern) for pattern in below]
            for code in re.findall(r"CE-[A-Z][0-9]{2}", codes):
                found.setdefault(code, []).extend(patterns)
    return found


def test_pointers_of_the_corpus_are_those_of_the_page() -> None:
    listed = pointers()
    asked_first = {
        "CE-D01": "/rules/[a-z_]+",
        "CE-D02": "/players",
        "CE-D03": "/start/scores",
        "CE-D04": "/start/scores",
    }
    assert {*listed, *asked_first, "CE-D08"} == {code for code in all_rules() if code.startswith("CE-")}
    for path in CORPUS.rglob("*.case.json"):
        for finding in json.loads(path.read_text("utf-8"))["findings"]:
            code, pointer = finding["code"], finding["pointer"]
            if code in asked_first:
                assert re.fullmatch(asked_first[code], pointer), path
            elif code in listed:
                place = "/rounds/[0-9]+/(deal|moves/[0-9]+)"
                assert any(re.fullmatch(place + below, pointer) for below in listed[code]), path


def first_code(record: Json) -> str:
    (finding, *_) = (one for one in examine(json.dumps(record).encode()).findings if one.severity == "error")
    return finding.code


def test_legal_patterns_of_the_verdict() -> None:
    record = next(block.record for block in RECORDS if "illegal" in block.says)
    read = kontari.read(json.dumps(record))
    patterns = kontari.legal(read, 1, 1)
    assert patterns == verdict_of_the_page()["findings"][0]["legal"]
    assert {"action": "draw", "seat": 1, "cards": {"least": 1, "most": 47}} in patterns


# The written form, by the page


Path_ = tuple[str, ...]


def laid_out(
    value: Any, flat_always: Callable[[Path_], bool], open_always: Callable[[Path_], bool], path: Path_ = ()
) -> str:
    """A value by the rules of the page; an item of an array has ``*`` in its path."""
    flat = json.dumps(value, ensure_ascii=False)
    level = len(path)
    if not value or not isinstance(value, dict | list) or flat_always(path):
        return flat
    if not open_always(path):
        plain_array = isinstance(value, list) and not any(isinstance(one, dict | list) for one in value)
        if plain_array or len(flat) + 2 * level <= 120:
            return flat
    if isinstance(value, list):
        signs, inner = "[]", [laid_out(one, flat_always, open_always, (*path, "*")) for one in value]
    else:
        signs, inner = "{}", []
        for key, one in value.items():
            inner.append(
                json.dumps(key, ensure_ascii=False) + ": " + laid_out(one, flat_always, open_always, (*path, key))
            )
    indent = "  " * level
    return signs[0] + "\n" + ",\n".join(f"{indent}  {line}" for line in inner) + f"\n{indent}{signs[1]}"


@cache
def definition(name: str) -> Json:
    found: Json = SCHEMA["$defs"][name]
    return found


def in_order(value: Any, schema: Json) -> Any:
    """Keys in the order of ``properties`` in the published schema, then ``x-`` keys by code point."""
    if "$ref" in schema:
        return in_order(value, definition(schema["$ref"].rpartition("/")[2]))
    if isinstance(value, list):
        return [in_order(one, schema.get("items", {})) for one in value]
    if not isinstance(value, dict):
        return value
    if "allOf" in schema and "action" in value:
        (then,) = (
            part["then"]
            for part in schema["allOf"]
            if part["if"]["properties"].get("action", {}).get("const") == value["action"]
        )
        return in_order(value, then)
    properties = schema["properties"]
    known = {key: in_order(value[key], properties[key]) for key in properties if key in value}
    return known | {key: value[key] for key in sorted(value) if key.startswith("x-")}


def by_the_page(record: Json) -> str:
    open_always = {(), ("rounds",), ("rounds", "*"), ("rounds", "*", "moves")}
    ordered = in_order(record, SCHEMA)
    return laid_out(ordered, lambda path: path == ("rounds", "*", "moves", "*"), open_always.__contains__) + "\n"


@pytest.mark.parametrize("block", RECORDS, ids=lambda block: " ".join(block.says))
def test_records_of_the_page_are_in_written_form(block: Block) -> None:
    write = pretty if block.form == "json" else one_line
    assert block.text == write(GAME, block.record)
    assert pretty(GAME, block.record) == by_the_page(block.record)
    compact = json.dumps(in_order(block.record, SCHEMA), ensure_ascii=False, separators=(",", ":")) + "\n"
    assert one_line(GAME, block.record) == compact


def test_written_form_of_awkward_values() -> None:
    note = r'"note": "\u0000\u001f\u007f\b\t\n\f\r\"\\\/\u00e9\ud83c\udca1"'
    numbers = "1.0, 1E2, -0, -0.0, 1e22, 0.0001, 0.00001, 1.5e-7, 1e16, 123456789012345.5, 12345678901234567890"
    text = json.dumps(EXAMPLE)
    text = text.replace('"seat": 0', f'"x-z": [], {note}, "x-a": {{"b": 1, "a": 2}}, "seat": 0', 1)
    text = text.replace('"moves"', f'"x-n": [{numbers}], "moves"')
    text = text[:-1] + ', "x-long": {"moves": ["' + "a" * 90 + '", {"deep": [["' + "b" * 120 + '"]]}, {}, []]}}'
    record = json.loads(text)
    shown = pretty(GAME, record)
    assert shown == by_the_page(record)
    assert r'"note": "\u0000\u001f' + "\x7f" + r'\b\t\n\f\r\"\\/é🂡", "x-a": {"b": 1, "a": 2}, "x-z": []}' in shown
    numbers = "1.0, 100.0, 0, -0.0, 1e+22, 0.0001, 1e-05, 1.5e-07, 1e+16, 123456789012345.5, 12345678901234567890"
    assert f'"x-n": [{numbers}]' in shown
    assert not re.search(r" $", shown, re.MULTILINE)
    assert '"rounds": []' in pretty(GAME, with_(rounds=[]))


def test_width_counts_neither_the_key_nor_the_comma() -> None:
    for length, lines in ((120 - 2 - 6, 1), (120 - 2 - 5, 3)):
        shown = pretty(GAME, with_(**{"x-a": [["a" * length]], "x-b": 1}))
        (one,) = re.findall(r'^  "x-a": .*?,(?=\n  "x-b")', shown, re.MULTILINE | re.DOTALL)
        assert one.count("\n") + 1 == lines


def test_the_corpus_is_written_by_the_rules_of_the_page() -> None:
    for path in CORPUS.rglob("*.crazy-eights.json"):
        if path.parent.name != "malformed":
            record = json.loads(path.read_bytes())
            assert pretty(GAME, record) == by_the_page(record), path


# The hashes


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_hashes_of_the_page(number: int) -> None:
    record = VECTORS[number].record
    _, whole, play = table("<!-- generated: vectors -->")[number]
    verdict = examine(VECTORS[number].text.encode())
    assert verdict.sha256 == whole.strip("`") == sha256(hash_form(record)).hexdigest()
    assert verdict.play_sha256 == play.strip("`") == sha256(play_form(record)).hexdigest()


def test_what_the_vectors_are_there_to_show() -> None:
    assert len(VECTORS) == 4
    hashes = [tuple(cells[1:]) for cells in table("<!-- generated: vectors -->")]
    assert hashes[0] == hashes[1]
    assert hashes[0][0] != hashes[2][0]
    assert hashes[0][1] == hashes[2][1]
    assert not set(hashes[0]) & set(hashes[3])


def test_sha256_of_a_malformed_record_is_that_of_its_bytes() -> None:
    data = b'{"kontari": "1.0", "game": "crazy-eights"}\n'
    assert examine(data).sha256 == sha256(data).hexdigest()


def write_generated_parts() -> None:
    global TEXT
    for name in GENERATED:  # in this order: the hashes are made with the tables of the page
        text = GENERATED[name]()
        (place,) = (part.span(3) for part in PART.finditer(TEXT) if part[2] == name)
        TEXT = f"{TEXT[: place[0]]}\n{text}\n{TEXT[place[1] :]}"
    PAGE.write_text(TEXT, "utf-8", newline="\n")


if __name__ == "__main__":
    write_generated_parts()
