"""The Typer application; the only place that turns what a command came to into an exit code."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from io import BufferedWriter, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand

from kontari import __version__
from kontari.status import Status

COMMANDS = (
    *("validate", "replay", "score", "legal", "convert", "generate", "enter"),
    *("fmt", "merge", "split", "filter", "dedupe", "hash"),
    *("diff", "redact", "check-views", "anonymize", "stats"),
    *("explain", "rules", "schema", "conform"),
)


class Group(NamedTuple):
    """Commands that share a name, with what they are for."""

    help: str
    commands: tuple[str, ...]


GROUPS = {
    "tournament": Group(
        "Results, standings, pairings and ratings from verified records.",
        (
            "new",
            "draft",
            "standings",
            "crosstable",
            "pair",
            "schedule",
            "sheet",
            "ratings",
            "check",
            "export",
            "explain",
        ),
    ),
    "dataset": Group(
        "Records of one game as Parquet files with a manifest.",
        ("build", "validate", "info", "export"),
    ),
    "archive": Group("Records in one file that can be asked by SQL (kontari[archive]).", ("build", "query")),
    "verdicts": Group("Verdicts that were written by several runs.", ("merge",)),
}


class GroupedCommand(TyperCommand):
    """A command whose help shows its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, those without a group last."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            row = param.get_help_record(ctx)
            if row is not None:
                group = getattr(param, "rich_help_panel", None) or (
                    "Arguments" if param.param_type_name == "argument" else "Options"
                )
                groups.setdefault(group, []).append(row)
        groups["Options"] = groups.pop("Options", [])
        for group, rows in groups.items():
            with formatter.section(group):
                formatter.write_dl(rows)


app = typer.Typer(
    name="kontari",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 79},
    help="Referee and open record format for Crazy Eights, Mus and Rummikub.",
    epilog="Exit status: 0 nothing to report, 1 findings, 2 usage or unreadable input, 3 a fault of ours.",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"kontari {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Referee and open record format for Crazy Eights, Mus and Rummikub."""


def _exiting(command: Callable[..., Status]) -> Callable[..., None]:
    """The command as Typer runs it: its status becomes the exit code, whatever happens."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        from kontari.commands.guard import OurFaultError
        from kontari.commands.terminal import trouble
        from kontari.our_fault import our_fault
        from kontari.record.streams import InputError

        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except InputError as error:
            trouble(error)
            status = Status.UNUSABLE
        except BrokenPipeError:
            _give_up_output()
            status = Status.FINE
        except OSError as error:
            trouble(f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}")
            _give_up_output()
            status = Status.UNUSABLE
        except KeyboardInterrupt:
            trouble("interrupted")
            status = Status.INTERRUPTED
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except Exception as error:
            if kwargs.get("debug"):
                raise
            trouble(error if isinstance(error, OurFaultError) else our_fault(error))
            status = Status.OURS
        raise typer.Exit(status)

    return run


def _give_up_output() -> None:
    """Leave off what standard output does not take, so that nothing tries once more."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _register(to: typer.Typer, name: str, place: str = "") -> None:
    """Add a command, whose module is in ``commands`` or in a folder of it."""
    written = name.replace("-", "_")
    module = import_module(f"kontari.commands.{place}{written}")
    example = f"Example:\n\n\b\n{module.EXAMPLE}"
    to.command(name, cls=GroupedCommand, epilog=example)(_exiting(getattr(module, written)))


def _register_group(name: str, wanted: str | None) -> None:
    """Add a group of commands; of all, or of the one that is wanted."""
    group = typer.Typer(
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 79},
        help=GROUPS[name].help,
    )
    for command in GROUPS[name].commands if wanted not in GROUPS[name].commands else (wanted,):
        _register(group, command, f"{name}.")
    app.add_typer(group, name=name)


def run() -> None:
    """Run the command line. UTF-8 in and out on every system."""
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    if isinstance(getattr(sys.stdout, "buffer", None), RawIOBase):
        # Without a buffer (PYTHONUNBUFFERED), what a signal keeps from being written would be lost.
        sys.stdout = TextIOWrapper(BufferedWriter(sys.stdout.buffer), line_buffering=True)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    wanted, further = [*sys.argv[1:3], None, None][:2]
    if any(name.startswith("_KONTARI") for name in os.environ):  # completing: every name is wanted
        wanted = further = None
    for name in COMMANDS if wanted not in (*COMMANDS, *GROUPS) else (wanted,):
        if name in COMMANDS:
            _register(app, name)
    for name in GROUPS if wanted not in (*COMMANDS, *GROUPS) else (wanted,):
        if name in GROUPS:
            _register_group(name, further)
    app()
