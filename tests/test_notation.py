"""The text notation: nothing is lost either way, what is wrong has its place, and nothing makes it stumble."""

import json
import random
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kontari
import page
from command_line import kontari as run_command
from conftest import TIMES, examples
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.library import NotARecordError
from kontari.notation.grammar import grammar, parser
from kontari.notation.parsing import MOST_BYTES, comment
from kontari.notation.position import mover
from kontari.notation.writing import write
from kontari.record.streams import items

ROOT = Path(__file__).parent.parent
Json = dict[str, Any]

WORDS = [(game, words) for game in GAMES for words in part(game, "text").WORDS]


def read_back(text: str) -> Json:
    """The record that a text in the notation is."""
    return kontari.read(text, notation=True).data


@cache
def corpus() -> list[kontari.Record]:
    """Every well-formed record of the corpus."""
    found = []
    for path in sorted(path for game in GAMES for path in (ROOT / "records" / game).rglob("*.*")):
        if path.name.endswith(tuple(f".{game}.json" for game in GAMES)):
            try:
                found.append(kontari.read(path))
            except NotARecordError:
                assert path.parent.name == "malformed"
    return found


# Without loss


def test_every_record_of_the_corpus_is_the_same_again() -> None:
    for record in corpus() if TIMES > 1 else corpus()[::2]:
        for words in part(record.game, "text").WORDS:
            text = write(record.game, record.data, words)
            assert read_back(text) == record.data, text
            assert write(record.game, read_back(text), words) == text


def test_both_forms_have_the_same_verdict() -> None:
    """Verdict, hashes, findings and their pointers; only lines and columns are those of the text."""

    def said(verdict: Json) -> Json:
        findings = [{**one, "line": 0, "column": 0} for one in verdict["findings"]]
        return {**verdict, "findings": findings}

    for record in random.Random(5).sample(corpus(), 300):
        as_json = examine(kontari.write(record).encode("utf-8", "surrogatepass"))
        as_text = examine(write(record.game, record.data).encode("utf-8", "surrogatepass"), notation=True)
        assert said(as_text.data()) == said(as_json.data())


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53) + 1, 2**53 - 1), st.floats(allow_nan=False, allow_infinity=False)
)
STRINGS = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=12),
    st.sampled_from(
        [
            "true",
            "null",
            "a;b",
            "12",
            "-3",
            "round",
            "hand",
            "kontari:",
            "; no comment",
            "2026-05-02",
            "x-y",
            "a=b",
            "#1",
        ]
    ),
)
ANYTHING = st.recursive(
    SCALARS | STRINGS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STRINGS, inner, max_size=3),
    max_leaves=5,
)
OWN_KEYS = st.dictionaries(STRINGS.map("x-{}".format), ANYTHING, max_size=2)
MOMENTS = st.sampled_from(["2026-05-02T18:04:11Z", "2026-05-02t18:04:11.25+02:00"])
NAMES = st.one_of(STRINGS, st.sampled_from(["Ana", "Beñat", "Jon Ander", "O'Neil", "pass", "reshuffle", "none"]))


@st.composite
def dressed(draw: Any) -> tuple[str, Json]:
    """A record of the corpus with names, notes, times, keys of its own and whatever else may stand anywhere."""
    record = draw(st.sampled_from([one for one in corpus() if len(one.data["rounds"]) < 4]))
    data = json.loads(json.dumps(record.data))
    for player in data["players"]:
        player["name"] = draw(NAMES)
        player |= draw(OWN_KEYS)
    for key in ("rules", "event", "meta", "start", "result"):
        if key in data:
            data[key] |= draw(OWN_KEYS)
    event = st.dictionaries(
        st.sampled_from(["name", "site", "stage", "round", "table", "match"]), STRINGS | st.integers(0, 99)
    )
    data["event"] = data.get("event", {}) | draw(event)
    data["meta"] = data.get("meta", {}) | draw(
        st.dictionaries(st.sampled_from(["note", "source", "recorder"]), STRINGS)
    )
    data |= draw(OWN_KEYS)
    for round_ in data["rounds"]:
        round_ |= draw(OWN_KEYS)
        round_["deal"] |= draw(OWN_KEYS)
    moves = [move for round_ in data["rounds"] for move in round_["moves"]]
    for move in draw(st.lists(st.sampled_from(moves), max_size=3)) if moves else []:
        move |= draw(OWN_KEYS)
        move["note"] = draw(STRINGS)
        move["elapsed_ms"] = draw(st.integers(0, 2**53 - 1))
        move["at"] = draw(MOMENTS)
        if move.get("attempt"):
            move["attempt"] |= draw(OWN_KEYS)
        if "seat" in move:
            move["seat"] = draw(st.sampled_from([move["seat"], 7, 2**40]))
    return record.game, data


@examples(100)
@given(dressed())
def test_whatever_a_record_holds_is_there_again(case: tuple[str, Json]) -> None:
    game, data = case
    text = write(game, data)
    assert read_back(text) == data, text
    assert write(game, read_back(text)) == text
    assert comment(text) is None
    assert read_back(text.replace("\n", "\r\n")) == data


@examples(30)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.sampled_from([2, 4]))
def test_generated_matches_are_the_same_again(game: str, seed: int, players: int) -> None:
    record = part(game, "generate").record(seed, 0, players, {})
    assert read_back(write(game, record)) == record


# What the page says


@pytest.mark.parametrize(("game", "words"), WORDS)
def test_grammar_has_no_conflict_and_is_published(game: str, words: str) -> None:
    from lark import Lark

    from kontari.publish import grammar_name

    text = grammar(game, words)
    assert (ROOT / "schemas" / grammar_name(game, words)).read_text("utf-8") == text
    Lark(text, parser="lalr", strict=False)


@pytest.mark.parametrize("game", GAMES)
def test_page_shows_the_example_of_each_game(game: str) -> None:
    (block,) = re.findall(rf"^```notation {game}\n(.*?)^```", page.TEXT, re.MULTILINE | re.DOTALL)
    assert block == write(game, part(game, "record").EXAMPLE)
    assert read_back(block) == part(game, "record").EXAMPLE


def test_words_of_the_table_are_on_the_page() -> None:
    from kontari.games.mus.table_talk import TALK

    rows = page.TEXT[page.TEXT.index("\n## The text notation\n") :].split("\n## ")[1].splitlines()
    for talk in TALK.values():
        for sayings in talk[:-1]:
            assert all(any(saying in row for row in rows) for saying in sayings), sayings


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_every_move_is_written(game: str) -> None:
    """A key that the game does not write itself is written as a pair, but then it should be a common one."""
    from kontari.record.nodes import keys

    common = {"action", "seat", "at", "elapsed_ms", "note"}
    shapes = part(game, "record").AnyMove.__args__
    assert {key.name for shape in shapes for key in keys(shape)} - common == set(part(game, "text").WRITTEN)


# What is wrong has its place

GOOD = """\
kontari: 1.0 crazy-eights
rules: classic hand_size=2 max_rounds=1
player: Ana
player: Bea

round 1
dealer: Bea
hand Ana: 4C 8S
hand Bea: 7C KS
starter: 3C
1. Ana 4C
2. Bea 7C
3. Ana 8S
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column", "said"),
    [
        ("Ana 8S", "Ana 8X", "REC-N01", 13, 8, "8X"),
        ("Ana 8S", "Ana", "REC-N01", 13, 7, "the end of the line"),
        ("Ana 8S", "Ann 8S", "REC-N02", 13, 4, "perhaps Ana"),
        ("Ana 8S", "#x 8S", "REC-N01", 13, 4, "a player"),
        ("3. Ana", "2.3 Ana", "REC-N03", 13, 1, "1.3"),
        ("round 1", "round 2", "REC-N03", 6, 7, "round 1"),
        ("hand Bea", "hand #0", "REC-N04", 9, 6, "seat 1"),
        ("player: Bea", "player: Ana", "REC-N02", 7, 9, "there are Ana, Ana"),
        ("player: Bea", "player: Bea\nplayer: Bea", "REC-N02", 8, 9, "called so"),
        ("1. Ana", "7. Nobody", "REC-N03", 11, 1, "1.1"),
        ("dealer: Bea", "dealer: Nobody\nhand #5:", "REC-N02", 7, 9, "Nobody"),
        ("3. Ana", "9" * 5000 + ". Ana", "REC-N03", 13, 1, "9… stands"),
        ("Ana 8S", "Ana 8S x-a=" + '"' + "\\u0041" * 9, "REC-N01", 13, 15, "u0041…"),
        ("hand Ana", "hand #" + "9" * 5000, "REC-N04", 8, 6, "seat 0"),
        ("dealer: Bea", "dealer: Bea\ndeal: hands=[]", "REC-J04", 9, 1, "hands"),
        ("starter: 3C", "starter: 3C\ndeal: hands=1", "REC-J04", 11, 7, "hands"),
        ("rules:", '"players": []\nrules:', "REC-N01", 2, 1, "x-KEY in quotes"),
        ("rules:", '"": 1\nrules:', "REC-N01", 2, 1, "x-KEY in quotes"),
        ("rules:", "words: es\nrules:", "REC-N01", 2, 8, "a set of words (en)"),
        ("3. Ana 8S", "result:\nwords: es", "REC-N01", 14, 8, "en, as before"),
        ("starter: 3C", "starter: 3C\nstarter: 4C", "REC-J04", 11, 1, "starter"),
        ("hand_size=2", "hand_size=2.0", "REC-J07", 2, 26, "2.0"),
        ("hand_size=2", "hand_size=99999999999999999999", "REC-J08", 2, 26, ""),
        ("max_rounds=1", 'x-a="\\ud800"', "REC-J06", 2, 32, "surrogate"),
        ("max_rounds=1", '"x-\\ud800"=1', "REC-J06", 2, 28, "surrogate"),
        ("rules:", '"x-\\ud800é": 1\nrules:', "REC-J06", 2, 1, "surrogate"),
        ("rules:", 'x-a: {"\\udfff":1}\nrules:', "REC-J06", 2, 7, "surrogate"),
        ("rules:", "x-a: " + "[" * 64 + "]" * 64 + "\nrules:", "REC-J09", 2, 69, ""),
        ("rules:", "x-a: " + "[" * 9999 + "]" * 9999 + "\nrules:", "REC-J09", 2, 69, ""),
        ("dealer: Bea\n", "", "REC-S01", 6, 1, "dealer"),
        ("hand_size=2", "hand_size=two", "REC-S03", 2, 26, "two"),
        ("1.0 crazy", "2.0 crazy", "REC-V02", 1, 10, "2.0"),
        ("crazy-eights", "crazy-eigths", "REC-V04", 1, 14, "perhaps crazy-eights"),
        ("kontari: ", "; nothing else\nkontary: ", "REC-N01", 2, 1, "kontari: 1.0 GAME"),
        ("player: Bea", 'player: "Bea', "REC-N01", 4, 9, '"Bea'),
    ],
)
def test_place_of_what_is_wrong(old: str, new: str, code: str, line: int, column: int, said: str) -> None:
    (finding, *_) = examine(GOOD.replace(old, new, 1).encode(), notation=True).findings
    assert (finding.code, finding.line, finding.column) == (code, line, column), finding
    assert said in finding.message


def test_bytes_that_are_no_text() -> None:
    def code(data: bytes) -> tuple[str, int | None, int | None]:
        (finding,) = examine(data, notation=True).findings
        return finding.code, finding.line, finding.column

    assert code(b"") == ("REC-J11", 1, 1)
    assert code(b"\xef\xbb\xbf" + GOOD.encode()) == ("REC-J02", 1, 1)
    assert code(GOOD.encode().replace(b"Bea", b"B\xe9a", 1)) == ("REC-J03", 4, 10)
    (finding,) = examine(GOOD.encode(), max_bytes=100, notation=True).findings
    assert finding.code == "REC-J10"


def test_a_text_has_a_bound_of_its_own() -> None:
    (finding,) = examine(GOOD.encode() + b"; " + b"x" * MOST_BYTES, max_bytes=2**30, notation=True).findings
    assert (finding.code, finding.facts["most"]) == ("REC-J10", MOST_BYTES)


def test_comments_marks_and_case_mean_nothing() -> None:
    loose = GOOD.replace("1. Ana 4C", "; first\n\n1.1 Ana   4c ; played").replace("2. ", "").replace("3. ", "1.3. ")
    assert read_back(loose.rstrip("\n")) == read_back(GOOD)


@pytest.mark.parametrize(
    ("typed", "action"),
    [("+qh ah=d", "AH"), ("+qh jd=s", "JD"), ("+qh 8\u017f=d", "8S")],
)
def test_a_card_behind_a_draw_is_no_key(typed: str, action: str) -> None:
    moves = read_back(GOOD.replace("Ana 8S", f"Ana {typed}"))["rounds"][0]["moves"]
    assert moves[-1] == {"action": "play", "seat": 0, "card": action, "suit": typed[-1].upper()}


TALKED = part("mus", "record").EXAMPLE


@pytest.mark.parametrize("tag", ["words: eu", "  words: eu", "words:\teu ; Basque", "words: eu\nwords: eu"])
def test_the_tag_of_the_words_may_stand_as_any_line_may(tag: str) -> None:
    text = write("mus", TALKED, "eu").replace("words: eu", tag)
    assert read_back(text) == TALKED


@pytest.mark.parametrize("tag", ["words: es", "words: fr"])
def test_a_text_has_one_set_of_words(tag: str) -> None:
    text = write("mus", TALKED, "eu")
    for whole in (text.replace("words: eu", f"words: eu\n{tag}"), text + tag):
        (finding,) = examine(whole.encode(), notation=True).findings
        assert finding.code == "REC-N01"
        assert finding.line == whole[: whole.index(tag)].count("\n") + 1


@pytest.mark.parametrize(("said", "lance"), [("PARES", "pares"), ("pare\u017f", "pares"), ("ch\u0131ca", "chica")])
def test_a_lance_in_any_letters_that_the_grammar_takes(said: str, lance: str) -> None:
    text = write("mus", TALKED).replace("Ana paso\n3.", f"Ana paso ({said})\n3.")
    assert read_back(text)["rounds"][0]["moves"][1]["lance"] == lance


def test_hands_may_stand_as_a_key_of_the_deal() -> None:
    lines = GOOD.replace("hand Ana: 4C 8S\n", "").replace("hand Bea: 7C KS", 'deal: hands=[["4C","8S"],["7C","KS"]]')
    assert read_back(lines) == read_back(GOOD)


def test_seats_of_players_with_one_name_are_numbers() -> None:
    record = read_back(GOOD)
    record["players"][1]["name"] = "Ana"
    assert "#0 4C" in write("crazy-eights", record)
    assert read_back(write("crazy-eights", record)) == record


# Streams and commands


def test_a_file_holds_several_records(tmp_path: Path) -> None:
    path = tmp_path / "two.crazy-eights.txt"
    path.write_text("; head\n" + GOOD + "\n; between\n" + GOOD.replace("8S", "8X", 1))
    found = [(item.number, item.line, examine(item.data, notation=item.notation).verdict) for item in items(str(path))]
    assert found == [(1, 1, "sound"), (2, 17, "malformed")]


def test_a_record_that_is_too_long_does_not_end_the_stream(tmp_path: Path) -> None:
    path = tmp_path / "long.crazy-eights.txt"
    path.write_text(GOOD + "; " + "x" * 4000 + "\n" + GOOD)
    found = [(item.number, item.fault.code if item.fault else None) for item in items(str(path), max_bytes=1000)]
    assert found == [(1, "REC-J10"), (2, None)]


@pytest.mark.parametrize("before", ["", "; head\n", "  ; head\n", "\r\n\t; head\r\n", "\n \n  "])
def test_standard_input_tells_its_form_by_its_beginning(before: str) -> None:
    done = run_command("validate", "-", stdin=(before + GOOD).encode())
    assert (done.status, done.out) == (0, "1 record: 1 sound\n")


# Nothing makes it stumble


@given(st.sampled_from(WORDS), st.integers(0, 2**32))
def test_mutated_texts_give_a_verdict(which: tuple[str, str], seed: int) -> None:
    game, words = which
    rng = random.Random(seed)
    of_game = [one for one in corpus() if one.game == game and len(json.dumps(one.data)) < 4000]
    text = write(game, rng.choice(of_game).data, words)
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|\s+|[^\s"]+|"', text)
    for _ in range(rng.choice((1, 1, 2, 5))):
        place = rng.randrange(len(tokens))
        kind = rng.randrange(5)
        if kind == 0:
            del tokens[place]
        elif kind == 1:
            tokens.insert(place, rng.choice(tokens))
        elif kind == 2:
            tokens[place] = rng.choice(
                ["", '"', "none", "{", "[1,", "=", ":", "\n", "9" * 5000, "é", "\x00", "x-=", "+", ">", "??"]
            )
        elif kind == 3:
            tokens[place] = tokens[place][: len(tokens[place]) // 2]
        else:
            other = rng.randrange(len(tokens))
            tokens[place], tokens[other] = tokens[other], tokens[place]
        tokens = tokens or ["\n"]
    data = "".join(tokens).encode()
    verdict = examine(data, notation=True)
    for finding in verdict.findings:
        assert finding.line is not None
        assert 1 <= finding.line <= data.count(b"\n") + 2


@given(st.binary(max_size=200))
def test_any_bytes_give_a_verdict(data: bytes) -> None:
    assert examine(b"kontari: 1.0 mus\n" + data, notation=True).verdict in ("malformed", "unfinished")


def test_time_grows_with_the_length_alone() -> None:
    """No text of any kind makes the reader look at its beginning again and again."""
    steps: list[int] = []
    for times in (1, 4):
        text = GOOD + "".join(f"{4 + 2 * i}. Bea +QH\n{5 + 2 * i}. Ana +QD\n" for i in range(100 * times))
        machine = parser("crazy-eights", "en")
        steps.append(sum(1 for _ in machine.lex(text)))
    assert steps[1] < 4 * steps[0]


@pytest.mark.parametrize("end", ['"', ""])
def test_a_long_text_in_quotes_takes_little_room(end: str) -> None:
    import tracemalloc

    data = (GOOD + '4. Ana 4C "' + "a" * 1_000_000 + end).encode()
    examine(GOOD.encode(), notation=True)
    tracemalloc.start()
    try:
        examine(data, notation=True)
        assert tracemalloc.get_traced_memory()[1] < 40 * len(data)
    finally:
        tracemalloc.stop()


# Positions on one line


def test_every_position_of_the_corpus_is_the_same_again() -> None:
    """As its mover saw it, as another seat did, and whole where nobody moves."""
    for record in corpus() if TIMES > 1 else corpus()[::3]:
        rules = record.data.get("rules", {})
        for step in kontari.replay(record):
            if step.position is None:
                continue
            for seat in (None, 1):
                line = kontari.position_line(record.game, rules, step.position, seat)
                read = kontari.read_position(line)
                eyes = mover(step.position) if seat is None else seat
                seen = step.position if eyes is None else kontari.view(record.game, step.position, eyes)
                assert read.position == seen, line
                written = {key: value for key, value in rules.items() if not key.startswith("x-")}
                assert (read.game, read.rules) == (record.game, {"preset": "classic", **written}), line
                assert "\n" not in line


def test_line_of_the_page() -> None:
    (line,) = re.findall(r"^```position\n(.*)\n```", page.TEXT, re.MULTILINE)
    step = list(kontari.replay(kontari.read(GOOD, notation=True)))[1]
    assert line == kontari.position_line("crazy-eights", read_back(GOOD)["rules"], step.position)


@pytest.mark.parametrize(
    ("change", "column", "said"),
    [
        (("crazy-eights", "whist"), 1, "no game whist"),
        (("1.0", "2.0"), 14, "version 2.0"),
        (("rules=classic", "rules=none"), 24, "none"),
        (("hand_size=2", "hand_sise=2"), 24, "hand_sise"),
        (("hand_size=2", "hand_size=two"), 24, "two"),
        (("owed=0", "owed=x"), 142, "x is nothing that owed may hold"),
        (("owed=0", "ower=0"), 137, "ower is no key"),
        (("owed=0", "seat=0"), 137, "seat stands twice"),
        (("stock=?47", "stock=?99999999999999999999"), 108, "nothing that stock may hold"),
        (("stock=?47", "stock=4X"), 108, "4X"),
        (("rules=classic,hand_size=2,max_rounds=1 ", ""), None, "rules=… is missing"),
        ((" ", ""), 1, "GAME VERSION"),
        (("hand_size=2", "hand_size=2,hand_size=3"), 24, "hand_size"),
        (("hand_size=2", "preset=pagat"), 24, "preset"),
        (("hand_size=2", "hand_size=0"), 24, "0 is nothing that rules may hold"),
        (("owed=0", "owed=--1"), 142, "142: --1 is nothing that owed may hold"),
        (("stock=?47", "stock=" + ",".join(["?999"] * 9)), 108, "nothing that stock may hold"),
    ],
)
def test_line_that_is_no_position(change: tuple[str, str], column: int | None, said: str) -> None:
    (line,) = re.findall(r"^```position\n(.*)\n```", page.TEXT, re.MULTILINE)
    with pytest.raises(kontari.NotAPositionError, match=re.escape(said)) as caught:
        kontari.read_position(line.replace(*change))
    assert column in (None, caught.value.column)


RUMMIKUB = "rummikub 1.0 rules=classic phase=over racks=r1/- opened=yes,no table={} changed=- pool=- passes=0"


def test_a_line_may_end_as_lines_do() -> None:
    for end in ("", "\n", "\r\n"):
        assert kontari.read_position(RUMMIKUB.format("-") + end).position["passes"] == 0


@pytest.mark.parametrize("word", ["(r1.J=J)", "(r1.xxr2)", "(r1.J=J=r2)", "()", "(r1.??)", "r3-1", "r1-3+", "r12-14"])
def test_a_set_on_a_line_has_tiles_alone(word: str) -> None:
    assert kontari.read_position(RUMMIKUB.format("(r1.J=r2.J)")).position["table"] == [["r1", "J=r2", "J"]]
    with pytest.raises(kontari.NotAPositionError, match="nothing that table may hold"):
        kontari.read_position(RUMMIKUB.format(word))


@given(st.integers(0, 2**32))
def test_mutated_lines_are_positions_or_not(seed: int) -> None:
    rng = random.Random(seed)
    (line,) = re.findall(r"^```position\n(.*)\n```", page.TEXT, re.MULTILINE)
    signs = list(line)
    for _ in range(rng.randrange(1, 6)):
        signs[rng.randrange(len(signs))] = rng.choice(["", " ", "=", ",", "?", "/", "-", "9" * 40, "é", "٣", "."])
    with suppress(kontari.NotAPositionError):
        kontari.read_position("".join(signs))
