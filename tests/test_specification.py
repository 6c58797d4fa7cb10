"""What ``schemas/README.md`` promises is executed; what is particular to a game is in ``games/GAME``.

``python tests/test_specification.py`` writes the generated parts of the page anew.
"""

import json
import re
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

import kontari
import page
from kontari.codes import all_rules
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.nodes import keys, tag_of
from kontari.record.reading import MAX_BYTES
from kontari.record.streams import SUFFIXES
from kontari.record.text import MAX_DEPTH
from kontari.record.writing import one_line, pretty
from page import CORPUS, RECORDS, SCHEMAS, TEXT, VECTORS, Block, Json, by_the_page, schema_of, section, table

GAME = "crazy-eights"
"""The game in which is shown what holds for all."""


@pytest.mark.parametrize("name", page.GENERATED)
def test_generated_parts_are_fresh(name: str) -> None:
    (fresh,) = (found[3].strip("\n") for found in page.PART.finditer(TEXT) if found[2] == name)
    assert fresh == page.GENERATED[name](), "python tests/test_specification.py writes it"


def test_no_other_part_is_marked_as_generated() -> None:
    assert sorted(re.findall("<!-- generated: (.*) -->", TEXT)) == sorted(page.GENERATED)


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
    Draft202012Validator(schema_of(block.game)).validate(block.record)
    Draft202012Validator(json.loads((SCHEMAS / "verdict.schema.json").read_text("utf-8"))).validate(verdict)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_begins_each_game_with_the_example_of_the_code(game: str) -> None:
    block = page.EXAMPLES[game]
    assert block.text in section(game)
    assert block.record == part(game, "record").EXAMPLE
    assert block.text == pretty(game, block.record)


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
    assert missing == [key for key in schema_of(GAME)["$defs"]["penalty"]["required"] if key != "action"]


def test_wrong_claims_come_in_the_order_of_the_table() -> None:
    record = endless({"termination": "time", "lost_by": [], "winners": [5], "scores": [1, 1]})
    record["rounds"] = [{**EXAMPLE["rounds"][0], "scores": [9, 0]}]  # type: ignore[index]
    found = [finding.pointer for finding in examine(json.dumps(record).encode()).findings]
    assert found == ["/rounds/0/scores", "/result/scores", "/result/lost_by", "/result/winners"]


def test_the_table_of_claims_has_the_keys_of_every_result_in_order() -> None:
    listed = re.findall(r"`([a-z_.[\]]+)`", " ".join(cells[0] for cells in table("### Claims")))
    own = [key for game in GAMES for key in part(game, "record").RESULT_KEYS]
    wanted = [f"result.{key}" for key in (*dict.fromkeys(own), "termination", "lost_by", "winners")]
    assert listed == ["rounds[].scores", *wanted]


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


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_preset_is_on_the_page(game: str) -> None:
    options = part(game, "options")
    assert [cells[0] for cells in page.page_options(game)] == list(options.OPTION_NAMES)
    assert page.page_presets(game) == options.PRESETS


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize(("game", "preset"), [(game, name) for game in GAMES for name in part(game, "options").PRESETS])
def test_rules_in_force_are_those_of_the_page(game: str, preset: str, players: int) -> None:
    options = part(game, "options")
    in_force = options.in_force(options.Rules(preset=preset), players)
    assert in_force == page.resolved(game, {"preset": preset}, players)


def test_every_code_on_the_page_exists() -> None:
    letters = "|".join(["REC", "TRN", "EXP", *map(page.code_letters, GAMES)])
    named = set(re.findall(rf"\b(?:{letters})-[A-Z][0-9]{{2}}\b", TEXT))
    assert named <= set(all_rules())
    assert set(all_rules()) - named == set(), "a code the page does not explain"
    warnings = {rule.code for rule in all_rules().values() if rule.severity == "warning" and "TRN" not in rule.code}
    (listed,) = re.findall(r"a warning\s+changes\s+no\s+verdict: ([^)]*)\)", TEXT)
    assert set(re.findall("`([^`]+)`", listed)) == warnings


def test_sources_that_name_this_page_find_their_heading() -> None:
    headings = [line.lstrip("# ").replace("`", "").casefold() for line in TEXT.splitlines() if line.startswith("#")]
    for rule in all_rules().values():
        if rule.source.startswith("schemas/README.md, "):
            section = rule.source.partition(", ")[2].casefold()
            assert any(heading.startswith(section) or section in heading for heading in headings), rule


def test_links_within_the_page_lead_to_headings() -> None:
    """A heading that stands a second time has a number behind its name, from 1."""
    anchors: Counter[str] = Counter()
    headings = set()
    for line in re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL).splitlines():
        if line.startswith("#"):
            name = re.sub(r"[^\w -]", "", line.lstrip("# ")).strip().casefold().replace(" ", "-")
            headings.add(f"{name}-{anchors[name]}" if anchors[name] else name)
            anchors[name] += 1
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= headings


def test_names_of_files() -> None:
    ends = [f".{game}.json" for game in GAMES]
    assert SUFFIXES[: 3 * len(ends)] == tuple(end + packed for end in ends for packed in ("", ".gz", ".zst"))
    assert table("## Files and names")[0][0] == ", ".join(f"`NAME{end}`" for end in ends)
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


@pytest.mark.parametrize("game", GAMES)
def test_schemas_of_games_refer_to_nothing_outside(game: str) -> None:
    assert all(ref.startswith("#/$defs/") for ref in re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema_of(game))))


def test_codes_have_the_keys_that_the_page_lists() -> None:
    for one in json.loads((SCHEMAS / "codes.json").read_text("utf-8")):
        assert list(one) == ["code", "severity", "title", "message", "why", "source", "hint"]
        assert all(f"`{key}`" in TEXT for key in one)


@pytest.mark.parametrize("game", GAMES)
def test_keys_of_every_object_are_on_the_page(game: str) -> None:
    schema = schema_of(game)
    text = TEXT[: TEXT.index(f"\n## {page.title(next(iter(GAMES)))}\n")] + section(game)
    for name, definition in [("record", schema), *schema["$defs"].items()]:
        for key in definition.get("properties", {}):
            assert re.search(rf'[`"]{re.escape(key)}["`]', text), (name, key)


@pytest.mark.parametrize("game", GAMES)
def test_order_of_keys(game: str) -> None:
    """As the page says: of a move action, seat, its own, then at, elapsed_ms, note."""
    definitions = schema_of(game)["$defs"]
    for action in page.actions(game):
        listed = list(definitions[action.replace("-", "")]["properties"])
        assert listed[:2] == ["action", "seat"] or action == "reshuffle"
        assert listed[0] == "action"
        assert listed[-3:] == ["at", "elapsed_ms", "note"]
    own = list(part(game, "record").RESULT_KEYS)
    assert list(definitions["result"]["properties"]) == ["termination", *own, "winners", "lost_by"]
    whose = ("", "required", f"only {page.title(game)}")
    envelope = [cells[0].strip("`") for cells in table("## Envelope") if cells[1] in whose]
    assert envelope == list(schema_of(game)["properties"])
    deal = [cells[0].strip("`") for cells in table("### The deal", section(game))]
    assert deal == list(definitions["deal"]["properties"])


@pytest.mark.parametrize("game", GAMES)
def test_keys_of_positions_and_score_sheets(game: str) -> None:
    """The tables list every key that the records of the corpus show, and say which are always there."""
    positions: list[Json] = []
    rounds: list[Json] = []
    for path in sorted((CORPUS / game).glob(f"*/*.{game}.json")):
        if path.parent.name not in ("sound", "unfinished"):
            continue
        match = kontari.read(path)
        positions += [step.position for step in kontari.replay(match) if step.position]
        rounds += kontari.score(match)
    sides = [side for round_ in rounds for side in round_["sides"]]
    always_in_position, in_position = always_and_ever(positions)
    always_in_round, in_round = always_and_ever(rounds, "round", "ended", "sides")
    always_in_side, in_side = always_and_ever(sides, "side", "added", "total")
    listed = {cells[0].strip("`"): cells[1] for cells in table("What a program shows", section(game))}
    assert set(listed) == in_position
    assert {key for key, needed in listed.items() if needed == "required"} == always_in_position
    listed = {cells[0].strip("`"): cells[1] for cells in table("A **score", section(game))}
    assert set(listed) == in_round | in_side
    assert {key for key, needed in listed.items() if needed == "required"} == always_in_round | always_in_side


def always_and_ever(objects: list[Json], *common: str) -> tuple[set[str], set[str]]:
    """The keys that all objects have, and those that any has, beside the common ones."""
    every = set(objects[0]).intersection(*objects)
    return every.difference(common), set().union(*objects).difference(common)


# Where faults lie


def pointers(game: str) -> dict[str, list[str]]:
    """Where the page says that the fault of a code may lie: patterns below the deal or the move."""
    found: dict[str, list[str]] = {}
    text = section(game)
    heads = re.findall(r"^\| code .*\| pointer below the (?:deal|move) \|$", text, re.MULTILINE)
    assert len(heads) == 2
    for head in heads:
        for cells in table(head, text):
            codes, where = cells[0], cells[-1]
            below = re.findall(r"`(/[A-Za-z_/]+)`", where) + ([""] if where.startswith("none") else [])
            patterns = [re.sub("SEAT|INDEX", "[0-9]+", pattern) for pattern in below]
            for code in re.findall(r"[A-Z]+-[A-Z][0-9]{2}", codes):
                found.setdefault(code, []).extend(patterns)
    return found


ASKED_FIRST = {
    "CE-D01": "/rules/[a-z_]+",
    "CE-D02": "/players",
    "CE-D03": "/start/scores",
    "CE-D04": "/start/scores",
    "MUS-D01": "/players",
    "MUS-D02": "/start/(stones|games|vacas)",
    "RK-D01": "/rules/teams",
    "RK-D02": "/players",
    "RK-D03": "/start/scores",
    "RK-D04": "/start/scores",
}
"""Codes of a record as a whole, and the place of their fault."""


@pytest.mark.parametrize("game", GAMES)
def test_pointers_of_the_corpus_are_those_of_the_page(game: str) -> None:
    listed = pointers(game)
    errors = {rule.code for rule in part(game, "rules").RULES if rule.severity == "error"}
    assert errors == {*listed, *ASKED_FIRST} & errors
    assert set(listed) <= errors
    for path in (CORPUS / game).rglob("*.case.json"):
        for finding in json.loads(path.read_text("utf-8"))["findings"]:
            code, pointer = finding["code"], finding["pointer"]
            if code in ASKED_FIRST:
                assert re.fullmatch(ASKED_FIRST[code], pointer), path
            elif code in listed:
                place = "/rounds/[0-9]+/(deal|moves/[0-9]+)"
                assert any(re.fullmatch(place + below, pointer) for below in listed[code]), path


def test_legal_patterns_of_the_verdict() -> None:
    record = page.record_of_the_verdict().record
    read = kontari.read(json.dumps(record))
    patterns = kontari.legal(read, 1, 1)
    assert patterns == page.verdict_of_the_page()["findings"][0]["legal"]
    assert {"action": "draw", "seat": 1, "cards": {"least": 1, "most": 47}} in patterns


# The written form, by the page


@pytest.mark.parametrize("block", RECORDS, ids=lambda block: " ".join(block.says))
def test_records_of_the_page_are_in_written_form(block: Block) -> None:
    write = pretty if block.form == "json" else one_line
    assert block.text == write(block.game, block.record)
    assert pretty(block.game, block.record) == by_the_page(block.record)
    compact = json.dumps(page.ordered(block.record), ensure_ascii=False, separators=(",", ":")) + "\n"
    assert one_line(block.game, block.record) == compact


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


@pytest.mark.parametrize("game", GAMES)
def test_the_corpus_is_written_by_the_rules_of_the_page(game: str) -> None:
    for path in CORPUS.rglob(f"*.{game}.json"):
        if path.parent.name != "malformed":
            record = json.loads(path.read_bytes())
            assert pretty(game, record) == by_the_page(record), path


# The hashes


@pytest.mark.parametrize("game", GAMES)
def test_asides_of_moves_are_those_of_the_code(game: str) -> None:
    for model in get_args(part(game, "record").AnyMove):
        listed = [key.name for key in keys(model) if key.aside]
        assert sorted(page.asides(game, tag_of(model))) == sorted(listed)


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_hashes_of_the_page(number: int) -> None:
    record = VECTORS[number].record
    _, whole, play = table("<!-- generated: vectors -->")[number]
    verdict = examine(VECTORS[number].text.encode())
    assert verdict.sha256 == whole.strip("`") == sha256(page.hash_form(record)).hexdigest()
    assert verdict.play_sha256 == play.strip("`") == sha256(page.play_form(record)).hexdigest()


def test_what_the_vectors_are_there_to_show() -> None:
    hashes = [tuple(cells[1:]) for cells in table("<!-- generated: vectors -->")]
    assert (
        len(VECTORS) == len(hashes) == len(re.findall(r"^[0-9]+\. ", TEXT.split("### Test vectors")[1], re.MULTILINE))
    )
    assert hashes[0] == hashes[1]
    assert hashes[0][0] != hashes[2][0]
    assert hashes[0][1] == hashes[2][1]
    assert not set(hashes[0]) & set(hashes[3])
    assert hashes[4][0] != hashes[5][0]
    assert hashes[4][1] == hashes[5][1]
    for one, other in ((6, 7), (8, 9)):
        assert hashes[one][0] != hashes[other][0]
        assert hashes[one][1] == hashes[other][1]
    assert len({play for _, play in hashes}) == len(hashes) - 5


def test_sha256_of_a_malformed_record_is_that_of_its_bytes() -> None:
    data = b'{"kontari": "1.0", "game": "crazy-eights"}\n'
    assert examine(data).sha256 == sha256(data).hexdigest()


if __name__ == "__main__":
    page.write_generated_parts()
