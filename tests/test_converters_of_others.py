"""Converters that other packages bring, found by their entry points."""

import json
import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import kontari.convert as register
from conftest import Run
from kontari.convert import FOREIGN, BrokenConverterError, converter, names, offering, sniffed
from kontari.games.crazy_eights.record import EXAMPLE

WORKING = f"""
import json

from kontari.convert import ConversionError, Converted, Loss, Written

RECORD = {EXAMPLE!r}
DIALECTS = ("shouted",)
SETTINGS = {{"name": "who sits first"}}


def sniff(head):
    return head.startswith("ONE GAME")


def read(lines, wish):
    for number, line in enumerate(lines, start=1):
        if line.startswith("ONE GAME"):
            record = json.loads(json.dumps(RECORD))
            record["players"][0]["name"] = wish.settings.get("name", "Zoe")
            yield Converted(number, record, [Loss("the weather")])
        else:
            yield Converted(number, ConversionError("no game", f"line {{number}}"))


def write(record, wish):
    return Written(record["players"][0]["name"].upper() + "\\n")
"""
BROKEN = {
    "missing": "import a_module_that_is_not_there\n",
    "syntax": "def read(:\n",
    "raising": 'raise RuntimeError("two\\nlines")\n',
}


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment in which a package with one converter that works and some that do not is installed."""
    site = tmp_path / "site"
    about = site / "others-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    points = {"onegame": "onegame_converter", **{name: f"broken_{name}" for name in BROKEN}, "gone": "no_such_module"}
    lines = "".join(f"{name} = {module}\n" for name, module in points.items())
    (about / "entry_points.txt").write_text(f"[kontari.converters]\n{lines}")
    (site / "onegame_converter.py").write_text(WORKING)
    for name, text in BROKEN.items():
        (site / f"broken_{name}.py").write_text(text)
    path = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH"))))
    return {"PYTHONPATH": path, "COLUMNS": "200"}


def test_convert_reads_and_writes_by_it(run_apart: Run, tmp_path: Path, installed: dict[str, str]) -> None:
    (tmp_path / "games.txt").write_text("ONE GAME\nnonsense\n")
    words = ("convert", "games.txt", "--from", "onegame", "--to", "jsonl", "--set", "name=Eva", "--loss", "text")
    done = run_apart(*words, env=installed)
    assert done.returncode == 1
    assert json.loads(done.stdout)["players"][0]["name"] == "Eva"
    assert "games.txt: line 1: lost: the weather\n" in done.stderr
    assert "games.txt: line 2: no game\n" in done.stderr
    (tmp_path / "eva.json").write_text(done.stdout)
    written = run_apart("convert", "eva.json", "--to", "onegame", "--dialect", "shouted", env=installed)
    assert (written.returncode, written.stdout) == (0, "EVA\n")
    wrong = run_apart("convert", "eva.json", "--to", "onegame", "--set", "colour=red", env=installed)
    assert wrong.returncode == 2
    assert "onegame has no parameter colour; it has name" in wrong.stderr


def test_its_content_tells_it_though_others_are_broken(
    run_apart: Run, tmp_path: Path, installed: dict[str, str]
) -> None:
    (tmp_path / "games.txt").write_text("ONE GAME\n")
    done = run_apart("convert", "games.txt", "--to", "jsonl", env=installed)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["players"][0]["name"] == "Zoe"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing", "ModuleNotFoundError: No module named 'a_module_that_is_not_there'"),
        ("gone", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("syntax", "SyntaxError: "),
        ("raising", "RuntimeError: two lines"),
    ],
)
@pytest.mark.parametrize("option", ["--from", "--to"])
def test_a_broken_one_is_one_line(
    name: str, why: str, option: str, run_apart: Run, tmp_path: Path, installed: dict[str, str]
) -> None:
    (tmp_path / "games.txt").write_text("ONE GAME\n")
    others = ("--to", "jsonl") if option == "--from" else ()
    done = run_apart("convert", "games.txt", option, name, *others, env=installed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"{option} {name}: the converter cannot be imported: {why}" in done.stderr


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Entry points of this process; none of their modules is there, but that of ``own``."""
    found = [
        EntryPoint(name, value, register.PLUGINS)
        for name, value in (("zebra", "no_such_module"), ("own", "kontari.convert.masmus"), ("map", "no_such_module"))
    ]

    def clear() -> None:
        register._plugins.cache_clear()
        converter.cache_clear()

    monkeypatch.setattr(register, "entry_points", lambda group: found if group == "kontari.converters" else [])
    clear()
    yield
    clear()


@pytest.mark.usefixtures("points")
def test_the_register_takes_them_up_last_and_keeps_its_own() -> None:
    assert names() == [*FOREIGN, "own", "zebra"]
    assert converter("own").__name__ == "kontari.convert.masmus"
    assert converter("map").__name__ == FOREIGN["map"]
    assert sniffed('{"schemaVersion": 1, "musCorrido"') == ["masmus", "own"]


@pytest.mark.usefixtures("points")
def test_what_is_broken_is_named_and_refused() -> None:
    assert "zebra" in offering("read")
    assert "own" not in offering("write")
    with pytest.raises(BrokenConverterError, match=r"^cannot be imported: ModuleNotFoundError: "):
        converter("zebra")
