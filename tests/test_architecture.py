"""Who may import whom: the table of the design, held against the imports that the code has."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "cli" / "kontari"

STANDARD_ONLY = (
    "core",
    "status",
    "markdown",
    "__main__",
    "printable",
    "published",
    "json_text",
    "bounded_run",
    "asides",
    "whole_file",
)
ALLOWED = {
    # module or folder: what of ours it may import (prefixes below kontari.)
    "core": ("core",),
    "shape": (),
    "games": ("core", "shape", "games"),
    "record": ("core", "shape", "games", "record"),
    "notation": ("core", "games", "record", "notation"),
    "forms": ("core", "record", "notation"),
    "codes": ("core", "games", "promises", "record", "tournament"),
    "promises": ("core", "findings", "forms", "games", "promises", "record", "shape"),
    "printable": (),
    "twins": ("published",),
    "markdown": (),
    "examination": ("core", "forms", "games", "record", "findings", ""),
    "findings": ("core", "games", "record", "codes"),
    "library": ("core", "forms", "games", "notation", "record", "examination"),
    "match": ("core", "examination", "games", "library", "record"),
    "entry": ("core", "examination", "games", "library", "match", "notation", "record"),
    "our_fault": ("record",),
    "inputs": ("record", "status"),
    "tally": ("core",),
    "baseline": ("core", "record", "shape"),
    "quarantine": ("record", "whole_file"),
    "whole_file": (),
    "allowance": ("codes", "tally"),
    "watching": ("baseline", "core", "promises", "quarantine", "record"),
    "batches": (
        "core",
        "examination",
        "baseline",
        "inputs",
        "library",
        "our_fault",
        "record",
        "render",
        "status",
        "tally",
        "told",
        "watching",
    ),
    "jobs": ("batches", "inputs", "jobs", "our_fault", "record", "status"),
    "report": ("codes", "core", "examination", "record", "shape", "tally"),
    "told": ("core", "games", "library"),
    "asides": (),
    "redaction": ("asides", "games", "library"),
    "anonymity": ("asides", "record"),
    "comparison": ("core", "games", "library", "record"),
    "agreement": ("comparison", "core", "games", "library", "record", "redaction"),
    "json_text": (),
    "bounded_run": (),
    "conform": ("record", "examination", "schemas", "json_text", "bounded_run"),
    "published": (),
    "schemas": ("published", "record"),
    "publish": (
        *(
            "baseline",
            "codes",
            "dataset",
            "games",
            "notation",
            "promises",
            "published",
            "record",
            "report",
            "tournament",
        ),
    ),
    "convert": ("core", "games", "record", "schemas", "convert", ""),
    "render": (
        "",
        "core",
        "record",
        "games",
        "codes",
        "library",
        "notation",
        "told",
        "markdown",
        "printable",
        "render",
        "comparison",
        "agreement",
    ),
    "archive": ("archive", "core", "examination", "forms", "games", "printable", "record", "tables"),
    "fairness": ("core", "fairness", "games"),
    "stats": ("core", "games", "record", "stats"),
    "sifting": ("core", "games", "record", "sifting"),
    "dataset": (*("core", "examination", "games", "json_text", "printable", "record", "shape", "tables", "dataset"),),
    "tables": ("core", "games", "record", "sifting", "tables"),
    "tournament": ("core", "examination", "forms", "markdown", "record", "printable", "shape", "tournament", ""),
    "cluster": ("batches", "cluster", "examination", "inputs", "record", "render", "status", "tally", ""),
    "status": (),
    "commands": None,  # everything below
    "app": ("commands", "our_fault", "status", "record", ""),
    "__main__": ("app", ""),
    "__init__": ("core", "examination", "library", "match", "notation"),
}
TYPER = ("commands", "app")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The full names of the modules that a file imports, at the top or inside functions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "no relative imports"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_are_allowed(path: Path) -> None:
    part = part_of(path)
    allowed = ALLOWED[part]
    for name in imported(path):
        if name == "kontari" or name.startswith("kontari."):
            below = name.removeprefix("kontari").removeprefix(".").partition(".")[0]
            assert allowed is None or below in allowed, f"{part} must not import {name}"
        else:
            top = name.partition(".")[0]
            assert top != "click", "typer carries its own click"
            if top == "typer":
                assert part in TYPER, f"only commands and app import typer, not {part}"
            if part in STANDARD_ONLY:
                import sys

                assert top in sys.stdlib_module_names, f"{part} is standard library only, not {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_imports_another_and_nothing_imports_a_command(path: Path) -> None:
    relative = path.relative_to(PACKAGE)
    for name in imported(path):
        if relative.parts[0] == "games" and len(relative.parts) > 2 and name.startswith("kontari.games."):
            assert name.split(".")[2] == relative.parts[1]
        if relative.parts[0] not in ("commands", "app.py"):
            assert not name.startswith("kontari.commands")


def test_only_the_register_names_a_game() -> None:
    """Outside its folder a game is named in the register, and in examples of usage."""
    for path in modules():
        relative = path.relative_to(PACKAGE)
        if relative.parts[:2] == ("games", "crazy_eights") or relative.parts[0] in ("commands", "convert"):
            continue
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        named = any(isinstance(node, ast.Constant) and node.value == "crazy-eights" for node in nodes)
        assert not named or relative == Path("games/__init__.py"), relative


def test_core_files_have_no_generic_names() -> None:
    assert not {path.name for path in modules()} & {"utils.py", "helpers.py", "base.py", "common.py", "misc.py"}
