"""``kontari generate``: random legal matches."""

from typing import Annotated, Any

import typer

from kontari.commands.completing import games, rule_words
from kontari.commands.options import OUTPUT, Debug, Output
from kontari.status import Status

EXAMPLE = "kontari generate crazy-eights --seed 7 --count 3 --rule skip_rank=Q"


def generate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=games)],
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The seed.", rich_help_panel=OUTPUT)] = 0,
    count: Annotated[int, typer.Option(metavar="N", min=0, help="How many.", rich_help_panel=OUTPUT)] = 1,
    players: Annotated[int, typer.Option(metavar="N", min=2, help="How many play.", rich_help_panel=OUTPUT)] = 2,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=VALUE",
            help="A rule; preset=NAME too. Repeatable.",
            autocompletion=rule_words,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    output: Output = None,
    debug: Debug = False,
) -> Status:
    """Make random legal matches, one record a line; the same seed gives the same ones."""
    from kontari.commands.terminal import known, misuse
    from kontari.commands.terminal import output as opened
    from kontari.games import GAMES, part
    from kontari.record.writing import one_line

    known(game, GAMES, "game")
    rules = rules_of(game, rule or [])
    made = part(game, "generate").record
    with opened(output) as stream:
        for index in range(count):
            try:
                record = made(seed, index, players, rules)
            except ValueError as error:
                misuse(str(error))
            stream.write(one_line(game, record))
    return Status.FINE


def rules_of(game: str, given: list[str]) -> dict[str, Any]:
    """The rules of a record from ``option=value`` words; the schema's words and numbers."""
    import json

    from kontari.commands.terminal import known, misuse
    from kontari.games import part
    from kontari.record.nodes import Enum, keys

    nodes = {key.name: key.node for key in keys(part(game, "options").Rules)}
    rules: dict[str, Any] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            misuse(f"--rule takes OPTION=VALUE, not {word}")
        known(name, nodes, "option")
        node = nodes[name]
        if isinstance(node, Enum):
            values = {str(one): one for one in node.values}
            known(value, values, f"value of {name}")
            rules[name] = values[value]
            continue
        try:
            rules[name] = json.loads(value)
        except (ValueError, RecursionError):
            misuse(f"{name} takes true, false or a number, not {value}")
    _check(game, rules)
    return rules


def _check(game: str, rules: dict[str, Any]) -> None:
    """Refuse a value that the schema of the game does not have."""
    from kontari.codes import rule as explained
    from kontari.commands.terminal import misuse
    from kontari.record.explain import VERSION, shape_faults

    seats = [{"name": "a"}, {"name": "b"}]
    empty = {"kontari": VERSION, "game": game, "rules": rules, "players": seats, "rounds": []}
    for fault in shape_faults(game, empty):
        misuse(f"{fault.facts['key']}: {explained(fault.code).message.format_map(fault.facts)}")
