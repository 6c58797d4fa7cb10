"""What the documents promise is executed."""

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kontari
from conftest import EXAMPLE, illegal

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "cli/README.md",
    "cli/CLUSTER.md",
    "CONTRIBUTING.md",
    "records/README.md",
    "records/mappings/README.md",
    "records/tournaments/README.md",
    "schemas/README.md",
)


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_library_page_runs_from_top_to_bottom() -> None:
    examples = blocks("cli/README.md", "python")
    assert len(examples) >= 4
    exec(compile("\n".join(examples), "cli/README.md", "exec"), {})


def test_the_web_application_on_the_library_page_answers() -> None:
    made: dict[str, object] = {}
    exec(compile("\n".join(blocks("cli/README.md", "python")), "cli/README.md", "exec"), made)

    def answered(method: str, *pieces: bytes) -> tuple[int, dict[str, object]]:
        left = list(pieces)
        sent: list[dict[str, object]] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        asyncio.run(made["referee"]({"type": "http", "method": method, "path": "/judge"}, receive, send))  # type: ignore[operator]
        start, body = sent
        return start["status"], json.loads(body["body"])  # type: ignore[arg-type, return-value]

    record = json.dumps(EXAMPLE).encode()
    assert answered("POST", record[:100], record[100:]) == (200, kontari.examine(record, source="/judge").data())
    assert answered("POST", json.dumps(illegal()).encode())[1]["verdict"] == "illegal"
    assert answered("POST", b"{")[0] == 422
    assert answered("GET", b"")[0] == 400
    assert answered("POST", *[b" " * 600_000] * 3)[0] == 400


def test_every_public_name_is_there() -> None:
    for name in kontari.__all__:
        assert getattr(kontari, name) is not None
    with pytest.raises(AttributeError):
        _ = kontari.nothing_of_the_kind


@pytest.mark.parametrize("page", PAGES)
def test_links_within_the_project_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target


def test_make_targets_in_the_documents_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        for named in re.findall(r"`make ([a-z]+)", (ROOT / page).read_text("utf-8")):
            assert named in targets, (page, named)


def test_the_change_log_and_the_citation_name_the_version() -> None:
    from kontari import __version__

    assert f"version: {__version__}" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert "### Format" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def commands() -> list[tuple[str, str]]:
    """The commands that the README shows, each with the output it shows."""
    return [tuple(block.split("\n", 1)) for block in blocks("README.md", "console")]  # type: ignore[misc]


@pytest.mark.parametrize(("command", "shown"), commands())
def test_the_output_in_the_readme_is_real(command: str, shown: str) -> None:
    words = command.removeprefix("$ kontari ").split()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("KONTARI", "GITHUB"))}
    run = [sys.executable, "-m", "kontari", *words]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", env=clean, check=False)
    assert done.stdout == shown


def test_the_tour_of_a_tournament_is_real(tmp_path: Path) -> None:
    """Every command of the tour, one after the other, as one sees it on a terminal."""
    pytest.importorskip("networkx", reason="networkx is not installed (pip install 'kontari[tournament]')")
    for path in (ROOT / "records" / "san-blas").iterdir():
        shutil.copy(path, tmp_path)
    steps = [step for block in blocks("README.md", "tour") for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    assert len(steps) >= 10
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("KONTARI", "GITHUB"))}
    for step in steps:
        command, shown = step.split("\n", 1)
        ours = re.sub(r"\bkontari(?= tournament)", f"{shlex.quote(sys.executable)} -m kontari", command)
        done = subprocess.run(
            ["bash", "-c", ours],
            cwd=tmp_path,
            env=clean,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.stdout == shown, command


def test_the_record_in_the_readme_is_sound() -> None:
    (text,) = blocks("README.md", "json")
    assert kontari.examine(text.encode()).verdict == "sound"
