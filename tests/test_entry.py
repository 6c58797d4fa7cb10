"""A match typed in: what is legal is taken and safe on the disk, what is not is refused and leaves no trace."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Run
from kontari.entry import Entry, RefusedError
from kontari.examination import examine
from kontari.games import GAMES
from kontari.library import read, write

ROOT = Path(__file__).parents[1]
DEAL = ["dealer: Bea", "hand Ana: 4C 8S", "hand Bea: 7C KS", "starter: 3C"]
PLAY = ["4C", "Bea 7C", "3. Ana 8S"]
NEW = ("--player", "Ana", "--player", "Bea", "--rule", "hand_size=2", "--rule", "max_rounds=1")
WHOLE = """\
kontari: 1.0 crazy-eights
rules: hand_size=2 max_rounds=1
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


def entry(*lines: str) -> Entry:
    head = {"kontari": "1.0", "game": "crazy-eights", "rules": {"hand_size": 2, "max_rounds": 1}}
    made = Entry(read(json.dumps({**head, "players": [{"name": "Ana"}, {"name": "Bea"}], "rounds": []})))
    for line in lines:
        made.take(line)
    return made


def legal_texts() -> list[str]:
    """Legal records of the corpus in the notation, of each game some, with claims and several rounds."""
    found = []
    for game in GAMES:
        paths = sorted((ROOT / "records" / game).glob("*/*.json"))
        datas = [path.read_bytes() for path in paths if not path.name.endswith(".case.json")][::17]
        found += [
            write(read(data), notation=True) for data in datas if examine(data).verdict in ("sound", "unfinished")
        ]
    return [text for text in found if text.startswith("kontari: 1.0 ") and len(text) < 4000]


def test_a_match_is_typed_in() -> None:
    made = entry(*DEAL, "", *PLAY, "scores: 10 0", "result: winners=[0]")
    assert made.text() == WHOLE + "scores: 10 0\n\nresult: winners=[0]\n"
    assert examine(made.text().encode(), notation=True).verdict == "sound"


@pytest.mark.parametrize("text", legal_texts())
def test_typing_a_text_line_by_line_gives_the_text_at_every_line(text: str) -> None:
    assert Entry.resumed(text).text() == text
    head, *rounds = re.split(r"^(?=round )", text, flags=re.MULTILINE)
    made = Entry.resumed(head)
    if re.search("^round 1 x-", text, re.MULTILINE):
        return  # what stands beside a round is kept, but nobody types it
    for line in "".join(rounds).split("\n"):
        made.take(line)
        assert examine(made.text().encode(), notation=True).verdict in ("sound", "unfinished")
        assert Entry.resumed(made.text()).text() == made.text()
    assert read(made.text(), notation=True).data == read(text, notation=True).data
    while made.match.place != (0, 0) or made.waiting:
        made.undo()
    assert not made.record().data["rounds"]


@pytest.mark.parametrize(
    ("before", "line", "problem"),
    [
        ([], "Ana 4C", "nothing has been dealt"),
        (DEAL, "4C", "say whose move this is"),
        ([], "scores: 1 2", "nothing has been dealt"),
        ([], "hand Bea: 7C KS", "REC-N04"),
        (DEAL[:3], "", "starter is missing"),
        (DEAL[:3], "starter: 4C", "CE-D17"),
        ([*DEAL, ""], "5C", "CE-P01"),
        ([*DEAL, ""], "Bea 7C", "CE-T01"),
        ([*DEAL, ""], "Bob 7C", "REC-N02"),
        ([*DEAL, ""], "2. 4C", "the next move is 1.1"),
        ([*DEAL, ""], "1.2 4C", "the next move is 1.1"),
        ([*DEAL, ""], "4C 7Q", "REC-N01"),
        ([*DEAL, ""], "+5D,6D QS", "CE-P01"),
        ([*DEAL, ""], '"Ana\\q" 4C', "REC-N01"),
        ([*DEAL, ""], "\x00", "REC-N01"),
        ([*DEAL, ""], "4C\ud800", "REC-J"),
        ([*DEAL, "", *PLAY], "Ana 4C", "CE-T02"),
        ([*DEAL, "", *PLAY], "scores: 9 0", "REC-R01"),
        ([*DEAL, "", *PLAY], "result: winners=[1]", "REC-R04"),
        ([*DEAL, "", *PLAY], "dealer: Ana", None),
    ],
)
def test_what_is_refused_leaves_no_trace(before: list[str], line: str, problem: str | None) -> None:
    made = entry(*before)
    text = made.text()
    if problem is None:
        made.take(line)
        made.undo()
    else:
        with pytest.raises(RefusedError, match=problem):
            [made.take(one) for one in (line, "")]
        while made.waiting and made.text() != text:
            made.undo()
    assert made.text() == text


def test_the_column_is_that_of_the_line_as_typed() -> None:
    made = entry(*DEAL, "")
    for line, column in (("Ana 4C zz", 8), ("4C zz", 4), ("1. 4C zz", 7), ("1.1 Ana 4C zz", 12)):
        with pytest.raises(RefusedError) as refused:
            made.take(line)
        assert refused.value.column == column, line


def test_what_was_set_down_first_can_be_set_down_again() -> None:
    made = entry(*DEAL[:3], "hand Bea: QC QS", "starter: 2C", "starter: 3C", "")
    assert made.match.record().data["rounds"][0]["deal"]["hands"] == [["4C", "8S"], ["QC", "QS"]]
    assert made.undo() == "the deal of round 1"
    made.take("hand Bea: ?? ??")
    made.take("")
    assert made.match.view(0)["hands"] == [["4C", "8S"], ["??", "??"]]


def test_claims_go_with_the_move_that_they_rest_on() -> None:
    made = entry(*DEAL, "", *PLAY, "scores: 10 0", "result: winners=[0]", "event: name=Open table=7")
    made.undo()
    made.take("8S")
    assert made.text() == WHOLE.replace("\n\nround", "\nevent: name=Open table=7\n\nround")


def test_mus_is_typed_in_the_words_of_the_table() -> None:
    text = (ROOT / "records/mus/sound/notation-basque.mus.txt").read_text("utf-8")
    with pytest.raises(RefusedError, match="comment"):
        Entry.resumed(text)
    text = write(read(text, notation=True), notation=True, words="eu")
    made = Entry.resumed(text)
    assert "words: eu" in made.text()
    assert read(made.text(), notation=True).data == read(text, notation=True).data
    made.undo()
    made.take("paso")


def test_the_command_reads_a_script_and_keeps_what_was_legal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.crazy-eights.txt"
    done = run("enter", "crazy-eights", "-o", path, *NEW, stdin="\n".join([*DEAL, "", *PLAY]).encode())
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_text() == WHOLE
    assert "sound, 1.3" in done.stdout
    done = run("enter", "crazy-eights", "-o", path, stdin=b"undo\nBea 5C\n8S\n")
    assert done.returncode == 1
    assert done.stderr == "kontari: line 2: CE-T01 Bea (seat 1) acts, but it is the turn of Ana (seat 0)\n"
    assert path.read_text() == WHOLE
    done = run("enter", "crazy-eights", "-o", path, stdin=b"legal\nhelp\nshow\nnonsense\n")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("enter", "crazy-eights", "-o", "a.json"), "NAME.crazy-eights.txt"),
        (("enter", "crazy-eights", "-o", "a.crazy-eights.txt"), "--player"),
        (("enter", "crazy-eights", "-o", "no/such/a.crazy-eights.txt", *NEW), "cannot be written"),
        (("enter", "crazy-eights", "-o", "bad.crazy-eights.txt"), "cannot be gone on with"),
        (("enter", "crazy-eights", "-o", "illegal.crazy-eights.txt"), "CE-P01"),
        (("enter", "crazy-eights", "-o", "latin.crazy-eights.txt"), "not UTF-8"),
        (("enter", "crazy-eights", "-o", "good.crazy-eights.txt", *NEW), "is there already"),
        (("enter", "crazy-eigths", "-o", "x", *NEW), "perhaps crazy-eights"),
        (("enter", "mus", "-o", "x.mus.txt", *NEW[:4], "--words", "fr"), "set of words"),
        (("enter", "mus", "-o", "x.mus.txt", *NEW[:4], "--rule", "target=0"), "target"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_and_misuse_are_status_2(
    run: Run, tmp_path: Path, words: tuple[str, ...], problem: str
) -> None:
    (tmp_path / "bad.crazy-eights.txt").write_text("kontari: 1.0 crazy-eights\nplayer Ana\n")
    (tmp_path / "illegal.crazy-eights.txt").write_text(WHOLE.replace("1. Ana 4C", "1. Ana 4D"))
    (tmp_path / "latin.crazy-eights.txt").write_bytes(WHOLE.replace("Ana", "Añe").encode("latin-1"))
    (tmp_path / "good.crazy-eights.txt").write_text(WHOLE)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run(*words)
    assert done.returncode == 2
    assert problem in done.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_that_somebody_else_changed_is_not_overwritten(tmp_path: Path) -> None:
    from kontari.commands.entering import Kept
    from kontari.record.streams import InputError

    path = tmp_path / "a.crazy-eights.txt"
    kept = Kept(str(path), None)
    kept.save("one")
    path.write_text("other")
    with pytest.raises(InputError):
        kept.save("two")
    assert path.read_text() == "other"


@pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_a_crash_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.crazy-eights.txt"
    terminal = Terminal(path, *NEW)
    terminal.expect("deal> ")
    for line in DEAL:
        terminal.type(line)
        terminal.expect("deal> ")
    terminal.kill()
    assert examine(path.read_bytes(), notation=True).verdict == "unfinished"

    terminal = Terminal(path)
    terminal.expect("starter: 3C")
    terminal.expect("deal> ")
    terminal.type("")
    terminal.expect("1.0 Ana> ")
    terminal.type("4C")
    terminal.expect("1.1 Bea> ")
    terminal.type("KS")
    terminal.expect("Refused: CE-P02")
    terminal.expect("Legal: 7C")
    terminal.expect("1.1 Bea> ")
    terminal.kill()
    assert path.read_text() == WHOLE.partition("2. Bea")[0]

    terminal = Terminal(path)
    terminal.expect("1.1 Bea> ")
    for line in ("7C", "8S"):
        terminal.type(line)
    terminal.expect("+10")
    terminal.type("quit")
    terminal.expect("sound, 1.3")
    assert terminal.status() == 0
    assert path.read_text() == WHOLE
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


_AS_ON_WINDOWS = """
import sys
absent = {"readline", "termios", "fcntl", "pty", "tty", "pwd", "grp", "resource", "syslog"}
for name in absent: sys.modules[name] = None
from kontari.__main__ import main
main()
"""


def test_without_what_windows_lacks_and_in_its_code_page(tmp_path: Path) -> None:
    typed = ["mano: Ana", "hand Ana: 7o 7c Ab Ac", "hand Beñat: ?? ?? ?? ??", "", "no hay mus", "envido 5", "¡órdago!"]
    command = [sys.executable, "-c", _AS_ON_WINDOWS, "enter", "mus", "-o", "a.mus.txt", "--player", "Ana"]
    path = tmp_path / "a.mus.txt"

    def type_in(lines: list[str], *more: str) -> str:
        done = subprocess.run(
            [*command, *more],
            cwd=tmp_path,
            input="".join(f"{line}\r\n" for line in lines).encode("cp1252"),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        )
        assert done.stderr == b""
        return path.read_text("utf-8")

    assert type_in(typed, "--player", "Beñat").endswith("1. Ana no hay mus\n2. Ana envido 5\n3. Beñat órdago\n")
    # An editor may have changed the line ends in between.
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    del command[-2:]
    assert type_in(["undo", "no quiero"]).endswith("2. Ana envido 5\n3. Beñat no quiero\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_conversation_in_the_readme_is_real(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```text\n\$ kontari (enter [^`]*)```", (ROOT / "README.md").read_text("utf-8"))
    command, _, conversation = shown.partition("\n")
    terminal = Terminal(tmp_path / "final.mus.txt", command=command.split(), folder=tmp_path)
    for line in conversation.splitlines():
        prompt = re.match(r"(deal|[0-9]+\.[0-9]+ \w+)> ", line)
        if prompt is None:
            terminal.expect_next(line)
        else:
            terminal.expect_next(prompt[0], ends=False)
            terminal.type(line[prompt.end() :])
            terminal.expect_next(line[prompt.end() :])
    assert terminal.status() == 0


class Terminal:
    """``kontari enter`` at a pseudo-terminal."""

    def __init__(self, path: Path, *words: str, command: list[str] | None = None, folder: Path = ROOT) -> None:
        import pty

        command = command or ["enter", "crazy-eights", "-o", str(path), *words]
        self._pid, self._end = pty.fork()
        if self._pid == 0:
            os.chdir(folder)
            os.execvpe(sys.executable, [sys.executable, "-m", "kontari", *command], {**os.environ, "TERM": "dumb"})
        self._seen = ""

    def type(self, line: str) -> None:
        os.write(self._end, f"{line}\n".encode())

    def expect(self, text: str) -> None:
        """Read until that has come."""
        while text not in self._seen:
            self._read(text)
        self._seen = self._seen.partition(text)[2]

    def expect_next(self, line: str, ends: bool = True) -> None:
        """Read what must come now, with its line break or without one."""
        wanted = line + "\r\n" * ends
        while len(self._seen) < len(wanted):
            self._read(wanted)
        assert self._seen.startswith(wanted), (wanted, self._seen)
        self._seen = self._seen[len(wanted) :]

    def _read(self, wanted: str) -> None:
        ready, _, _ = select.select([self._end], [], [], 60)
        assert ready, f"{wanted!r} did not come; there was {self._seen!r}"
        self._seen += os.read(self._end, 4096).decode()

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        self.status()

    def status(self) -> int:
        _, status = os.waitpid(self._pid, 0)
        os.close(self._end)
        return os.waitstatus_to_exitcode(status)
