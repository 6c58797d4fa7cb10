"""``kontari rules``: the options of a game and its presets."""

from typing import Annotated, Any

import typer

from kontari.commands.completing import games, presets
from kontari.commands.options import OUTPUT, Debug, Output, PlainFormat
from kontari.status import Status

EXAMPLE = "kontari rules crazy-eights --diff classic openspiel"


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; all are listed without.", autocompletion=games)
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="P", help="Show the options of this preset.", autocompletion=presets, rich_help_panel=OUTPUT
        ),
    ] = None,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="P Q", help="Show where two presets differ.", rich_help_panel=OUTPUT),
    ] = None,
    format: PlainFormat = "text",
    output: Output = None,
    debug: Debug = False,
) -> Status:
    """List the rule options of a game with their values, defaults and presets."""
    from kontari.commands.terminal import PLAIN_FORMATS, known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.games import GAMES

    known(format, PLAIN_FORMATS, "format")
    if preset is not None and diff is not None:
        misuse("--preset shows one preset and --diff two; give one of them")
    if game is None and (preset is not None or diff is not None):
        misuse("which game? name it before the options")
    if game is not None:
        known(game, GAMES, "game")
    text = _games(format) if game is None else _options(game, preset, diff, format)
    with opened(output) as stream:
        stream.write(text + "\n")
    return Status.FINE


def _games(format: str) -> str:
    import json

    from kontari.games import GAMES

    return json.dumps(list(GAMES)) if format == "json" else "\n".join(GAMES)


def _options(game: str, preset: str | None, diff: tuple[str, str] | None, format: str) -> str:
    """The options of a preset, or those in which two differ."""
    import json

    from kontari.commands.terminal import known
    from kontari.games import part

    options: Any = part(game, "options")
    for name in (*(diff or ()), *([preset] if preset is not None else ())):
        known(name, options.PRESETS, "preset")
    if diff is not None:
        one, other = (_values(options, name) for name in diff)
        shown = {name: [one[name], other[name]] for name in one if one[name] != other[name]}
        lines = [f"{name}: {_word(left)} | {_word(right)}" for name, (left, right) in shown.items()]
    else:
        shown = _values(options, preset or "classic")
        lines = _table(options, shown)
        if preset is None:
            lines += ["", f"presets: {', '.join(options.PRESETS)}"]
    return json.dumps(shown, indent=2) if format == "json" else "\n".join(lines)


def _values(options: Any, preset: str) -> dict[str, Any]:
    written = {**options.DEFAULTS, **options.PRESETS[preset]}
    return {name: written.get(name, "by players") for name in options.OPTION_NAMES}


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(options: Any, values: dict[str, Any]) -> list[str]:
    """A row an option: name, value, the values there are; then what it decides."""
    from textwrap import wrap

    from kontari.record.nodes import Boolean, Enum, Integer, keys
    from kontari.shape import MAX_INT

    lines = []
    for key in keys(options.Rules):
        if key.name not in values:
            continue
        match key.node:
            case Enum(values=choices):
                kinds = " | ".join(map(str, choices))
            case Integer(least=least, most=most):
                kinds = f"{least} or more" if most == MAX_INT else f"{least} to {most}"
            case Boolean():
                kinds = "true | false"
            case _:
                kinds = ""
        lines.append(f"{key.name} = {_word(values[key.name])}   ({kinds})")
        lines += wrap(key.description, 79, initial_indent="    ", subsequent_indent="    ")
    return lines
