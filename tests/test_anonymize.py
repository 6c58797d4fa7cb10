"""Records without names: nothing of them is left, and the play is the same."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import TIMES, examples
from kontari.anonymity import DIGITS, KEEPABLE, Pseudonyms, anonymized
from kontari.examination import examine, examine_item
from kontari.library import read
from kontari.record.streams import items
from kontari.record.writing import one_line, pretty

ROOT = Path(__file__).parents[1]
GAME = "mus"
Run = Callable[..., Any]

SECRETS = (
    *("Ana Etxeberria", "ana-e", "Bea", "Bidasoa", "Urola", "Spring Cup", "Hondarribia", "2026-05-02", "1512"),
    *("group A", "first round", "table of honour", "Ana-Bea", "Miren", "score sheet 14", "table 2.1", "CC0-1.0"),
    *("Miren, arbiter", "typing error", "0" * 64, "played at once", "18:04:11", "4242", "example.org", "x-"),
)

FULL = {
    "$schema": "https://example.org/mus.json",
    "kontari": "1.0",
    "game": "mus",
    "rules": {"target": 4, "games_to_win": 1, "x-why": "as Miren said"},
    "players": [{"name": "Ana Etxeberria", "id": "ana-e", "rating": 1512, "x-seat": "north"}, {"name": "Bea"}],
    "sides": ["Bidasoa", "Urola"],
    "event": {
        "name": "Spring Cup",
        "site": "Hondarribia",
        "date": "2026-05-02",
        "stage": "group A",
        "round": "first round",
        "table": "table of honour",
        "match": "Ana-Bea",
    },
    "rounds": [
        {
            "deal": {"mano": 0, "hands": [["7o", "7c", "Ab", "Ac"], ["Ro", "So", "6c", "5o"]]},
            "moves": [
                {"action": "no-mus", "seat": 0, "at": "2026-05-02T18:04:11Z", "elapsed_ms": 4242},
                {"action": "pass", "seat": 0, "note": "played at once"},
                {"action": "bet", "seat": 1, "stones": 2, "x-face": {"Bea": "pale"}},
                {"action": "refuse", "seat": 0, "lance": "grande"},
                {"action": "pass", "seat": 0},
                {"action": "pass", "seat": 1},
            ],
            "scores": [4, 1],
        }
    ],
    "result": {"termination": "normal", "games": [1, 0], "stones": [4, 1], "winners": [0], "x-won": "Ana"},
    "meta": {
        "recorder": "Miren",
        "recorded": "2026-05-02T18:00:00Z",
        "software": "table 2.1",
        "source": "score sheet 14",
        "licence": "CC0-1.0",
        "note": "Bea was late",
        "amended": [{"was": "0" * 64, "by": "Miren, arbiter", "at": "2026-05-03", "reason": "typing error"}],
        "x-url": "example.org",
    },
    "x-live": "example.org/4242",
}


def made(*keep: str, key: bytes = b"key") -> dict[str, Any]:
    return anonymized(FULL, Pseudonyms(key), keep)


def test_no_name_is_left() -> None:
    shown = json.dumps(made())
    assert [secret for secret in SECRETS if secret in shown] == []
    assert set(made()) == {"kontari", "game", "rules", "players", "sides", "event", "rounds", "result"}
    assert all(set(player) == {"name"} for player in made()["players"])


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(one)


def test_every_text_that_stays_is_a_word_of_the_format_or_a_pseudonym() -> None:
    """Whatever free text a record holds: after it nothing but pseudonyms is left of it."""
    marked = json.loads(json.dumps(FULL).replace('"Bea"', '"zzz"'))
    free = set(strings(marked)) - set(strings({**marked["rounds"][0], "moves": []}))
    left = {text for text in strings(anonymized(marked, Pseudonyms(b"k"))) if text in free}
    words = {"1.0", "mus", "no-mus", "pass", "bet", "refuse", "grande", "normal"}
    assert left <= words


@pytest.mark.parametrize(
    ("keep", "at", "value"),
    [
        ("rating", ("players", 0, "rating"), 1512),
        ("sides", ("sides",), ["Bidasoa", "Urola"]),
        ("$schema", ("$schema",), "https://example.org/mus.json"),
        ("event.name", ("event", "name"), "Spring Cup"),
        ("event.site", ("event", "site"), "Hondarribia"),
        ("event.date", ("event", "date"), "2026-05-02"),
        ("event.stage", ("event", "stage"), "group A"),
        ("event.round", ("event", "round"), "first round"),
        ("event.table", ("event", "table"), "table of honour"),
        ("event.match", ("event", "match"), "Ana-Bea"),
        *((f"meta.{name}", ("meta", name), value) for name, value in FULL["meta"].items() if name[:2] != "x-"),  # type: ignore[attr-defined]
        ("note", ("rounds", 0, "moves", 1, "note"), "played at once"),
        ("at", ("rounds", 0, "moves", 0, "at"), "2026-05-02T18:04:11Z"),
        ("elapsed_ms", ("rounds", 0, "moves", 0, "elapsed_ms"), 4242),
        ("x-live", ("x-live",), "example.org/4242"),
        ("x-seat", ("players", 0, "x-seat"), "north"),
        ("x-face", ("rounds", 0, "moves", 2, "x-face"), {"Bea": "pale"}),
        ("x-url", ("meta", "x-url"), "example.org"),
        ("x-why", ("rules", "x-why"), "as Miren said"),
        ("x-won", ("result", "x-won"), "Ana"),
    ],
)
def test_what_is_kept_by_name_and_nothing_else(keep: str, at: tuple[Any, ...], value: Any) -> None:
    shown = made(keep)
    for step in at:
        shown = shown[step]
    assert shown == value
    left = {secret for secret in SECRETS if secret in json.dumps(made(keep)) and secret not in json.dumps(value)}
    assert left <= {"x-"}


def test_every_keepable_key_is_tried() -> None:
    tried = {
        mark[0]
        for mark in test_what_is_kept_by_name_and_nothing_else.pytestmark[0].args[1]  # type: ignore[attr-defined]
    }
    assert set(KEEPABLE) <= tried


def test_of_the_event_numbers_stay_unless_they_name_it() -> None:
    event = {"name": 48213, "site": 3, "date": "2026-05-02", "stage": 1, "round": 3, "table": 12, "match": 981273}
    shown = anonymized({**FULL, "event": event}, Pseudonyms(b"key"))["event"]
    assert {key: value for key, value in shown.items() if isinstance(value, int)} == {
        "stage": 1,
        "round": 3,
        "table": 12,
    }
    assert set(shown) == {"name", "stage", "round", "table", "match"}
    as_text = anonymized({**FULL, "event": {"name": "48213"}}, Pseudonyms(b"key"))["event"]
    assert as_text["name"] == shown["name"], "numbers and texts of an event are compared as text"


# Pseudonyms


def name_of(player: dict[str, Any], key: bytes = b"key") -> str:
    return Pseudonyms(key).of_player(player)


@examples(60)
@given(st.text(max_size=8), st.text(min_size=1, max_size=8), st.binary(min_size=1, max_size=8))
def test_a_pseudonym_is_of_the_id_or_the_name_and_of_the_key(name: str, identity: str, key: bytes) -> None:
    given_ = name_of({"name": name, "id": identity}, key)
    assert re.fullmatch(rf"P-[0-9a-f]{{{DIGITS}}}", given_)
    assert given_ == name_of({"name": "another", "id": identity}, key) == name_of({"name": identity}, key)
    assert given_ != name_of({"name": name, "id": identity + "x"}, key)
    assert given_ != name_of({"name": name, "id": identity}, key + b"x")


def test_pseudonyms_are_the_same_for_ever() -> None:
    """Other runs, and other versions, must give the same ones: HMAC-SHA-256 of "player", a zero byte, and who."""
    assert name_of({"name": "Ana"}) == "P-4080b228f3bc8f21"


def test_a_side_and_a_player_of_one_name_are_not_seen_to_share_it() -> None:
    pseudonyms = Pseudonyms(b"key")
    hashes = {pseudonyms.of_player({"name": "Ana"})[2:], pseudonyms.of_side("Ana")[2:]}
    hashes |= {pseudonyms.of_event(key, "Ana")[2:] for key in ("name", "match", "stage")}
    assert len(hashes) == 5


def test_pseudonyms_differ() -> None:
    assert len({name_of({"name": f"player {number}"}) for number in range(20_000)}) == 20_000


# The play stays


def corpus() -> list[Path]:
    words = ("sound", "unfinished", "misscored", "illegal")
    paths = [path for word in words for path in (ROOT / "records").glob(f"*/{word}/*")]
    return sorted(path for path in paths if not path.name.endswith(".case.json"))


def test_verdict_scores_and_play_stay_as_they_were() -> None:
    pseudonyms = Pseudonyms(b"key")
    for path in corpus() if TIMES > 1 else corpus()[::2]:
        for item in items(str(path)):
            before = examine_item(item).data()
            record = anonymized(read(item.data, notation=item.notation).data, pseudonyms)
            after = examine(one_line(record["game"], record).encode()).data()
            keys = ("verdict", "proof", "undecided", "rounds", "result", "rules", "play_sha256", "game")
            assert {key: before.get(key) for key in keys} == {key: after.get(key) for key in keys}, path
            found = [[(one["code"], one["pointer"]) for one in verdict["findings"]] for verdict in (before, after)]
            assert found[0] == found[1], path


# The command


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "ana-against-bea.mus.json"
    path.write_text(pretty(GAME, FULL), "utf-8")
    return path


def test_without_a_key_it_says_why(run: Run, match: Path, tmp_path: Path) -> None:
    done = run("anonymize", match)
    assert (done.returncode, done.stdout) == (2, "")
    assert "only as secret as the key" in " ".join(done.stderr.split())
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    (tmp_path / "key.txt").write_bytes(b"key\r\n")
    assert run("anonymize", match, "--key-file", "empty.txt").returncode == 2
    assert run("anonymize", match, "--key", "").returncode == 2
    assert run("anonymize", match, "--key-file", "nowhere.txt").returncode == 2
    assert run("anonymize", match, "--key", "a", "--key-file", "key.txt").returncode == 2
    assert (
        run("anonymize", match, "--key-file", "key.txt").stdout == run("anonymize", match, "--key", "key").stdout != ""
    )


def test_how_anonymized_records_are_written(run: Run, match: Path) -> None:
    assert run("anonymize", match, "--key", "key").stdout == pretty(GAME, made())
    assert run("anonymize", match, match, "--key", "key").stdout == one_line(GAME, made()) * 2
    kept = run("anonymize", match, "--key", "key", "--keep", "meta.licence", "--keep", "event.date")
    assert kept.stdout == pretty(GAME, made("meta.licence", "event.date"))
    assert "perhaps meta.licence" in run("anonymize", match, "--key", "key", "--keep", "meta.license").stderr
    assert run("anonymize", match, "--key", "key", "-o", match).returncode == 2
    assert json.loads(match.read_text("utf-8")) == FULL


def test_files_in_a_folder_are_named_by_what_they_hold(run: Run, match: Path, tmp_path: Path) -> None:
    other = tmp_path / "bea-wins.jsonl"
    another = {**FULL, "players": [{"name": "Cai"}, {"name": "Bea"}]}
    other.write_text(one_line(GAME, FULL) + one_line(GAME, another), "utf-8")
    done = run("anonymize", match, other, "--key", "key", "-o", "out/")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert len(files) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}(-2)?\.mus\.json", name) for name in files)
    assert (tmp_path / "out" / files[0]).read_text("utf-8").startswith("{\n")
    again = run("anonymize", match, other, "--key", "key", "-o", "out")
    assert again.returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == files
    inside = run("anonymize", ".", "--key", "key", "-o", "out/")
    assert inside.returncode == 2
    assert "is read here" in inside.stderr


def test_the_table_of_pseudonyms_only_when_asked(run: Run, match: Path, tmp_path: Path) -> None:
    done = run("anonymize", match, match, "--key", "key", "--mapping", "who.csv", "-o", "out.jsonl")
    assert done.returncode == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "who.csv").read_text("utf-8"))))
    shown = json.loads((tmp_path / "out.jsonl").read_text("utf-8").splitlines()[0])
    assert [(row["pseudonym"], row["kind"], row["name"], row["id"]) for row in rows[:4]] == [
        (shown["players"][0]["name"], "player", "Ana Etxeberria", "ana-e"),
        (shown["players"][1]["name"], "player", "Bea", ""),
        (shown["sides"][0], "side", "Bidasoa", ""),
        (shown["sides"][1], "side", "Urola", ""),
    ]
    assert {row["kind"] for row in rows[4:]} == {f"event.{key}" for key in ("name", "stage", "round", "table", "match")}
    assert run("anonymize", match, "--key", "key", "--mapping", "x.csv", "-o", "x.csv").returncode == 2
    assert run("anonymize", match, "--key", "key", "--mapping", "-").returncode == 2
    assert run("anonymize", match, "--key", "key", "--mapping", match).returncode == 2


def test_trouble_names_the_input_and_nothing_of_what_it_holds(run: Run, match: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"kontari": "1.0", "game": "mus", "Ana Etxeberria": 1}\n{"Ana Etx\n', "utf-8")
    done = run("anonymize", "bad.jsonl", match, "--key", "key", "-o", "out.jsonl")
    assert done.returncode == 1
    assert "Ana" not in done.stderr
    assert done.stderr.splitlines() == [
        "kontari: bad.jsonl: record 1: malformed (line 1); kontari validate says why",
        "kontari: bad.jsonl: record 2: malformed (line 2); kontari validate says why",
        "kontari: 2 records left out",
    ]
    assert len((tmp_path / "out.jsonl").read_text("utf-8").splitlines()) == 1
