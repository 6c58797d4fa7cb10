"""What the documents promise is executed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kontari

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "cli/README.md",
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


def test_the_record_in_the_readme_is_sound() -> None:
    (text,) = blocks("README.md", "json")
    assert kontari.examine(text.encode()).verdict == "sound"
