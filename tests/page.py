"""``schemas/README.md`` as data: its records, its tables, and its parts that are derived from the code.

Those stand between ``<!-- generated: NAME -->`` and ``<!-- end -->``; ``python tests/test_specification.py``
writes them anew. What is particular to a game is found by its name in the register, so that another
game needs a section and nothing here, but for options that go by the number of players.
"""

import json
import re
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, get_args

import rfc8785

from kontari.archive.columns import TABLES as ARCHIVED
from kontari.dataset.columns import Column, columns
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.record.action_ids import vocabulary
from kontari.record.nodes import Boolean, Enum, Integer, keys, tag_of
from kontari.shape import MAX_INT
from kontari.tables.columns import TABLES, described, markdown

Json = dict[str, Any]

ARCHIVED_APART = [name for name, columns in ARCHIVED.items() if columns is not TABLES.get(name)]
"""The tables of an archive that no table of records is."""

SCHEMAS = Path(__file__).parents[1] / "schemas"
CORPUS = SCHEMAS.parent / "records"
PAGE = SCHEMAS / "README.md"
TEXT = PAGE.read_text("utf-8")


@cache
def schema_of(game: str) -> Json:
    """The published schema of a game."""
    schema: Json = json.loads((SCHEMAS / f"{game}.schema.json").read_text("utf-8"))
    return schema


@cache
def actions(game: str) -> tuple[str, ...]:
    """The moves of a game, in the order in which it lists them."""
    return tuple(tag_of(model) for model in get_args(part(game, "record").AnyMove))


def code_letters(game: str) -> str:
    """The letters with which the codes of a game begin."""
    (letters,) = {rule.code.partition("-")[0] for rule in part(game, "rules").RULES}
    return letters


class Block(NamedTuple):
    """A record on the page: what its verdict must be, and its text."""

    form: str
    says: list[str]
    text: str

    @property
    def record(self) -> Json:
        value: Json = json.loads(self.text)
        return value

    @property
    def game(self) -> str:
        return str(self.record["game"])


RECORDS = [
    Block(form, says.split(), text)
    for form, says, text in re.findall(r"^```(jsonl?) ([^\n]+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
]
EXAMPLES = {game: next(block for block in RECORDS if block.game == game) for game in GAMES}
VECTORS = [
    block
    for game in GAMES
    for block in (EXAMPLES[game], *(one for one in RECORDS if "vector" in one.says and one.game == game))
]


def title(game: str) -> str:
    """The heading of a game."""
    return game.replace("-", " ").title()


def section(game: str) -> str:
    """What the page says of one game."""
    return TEXT[TEXT.index(f"\n## {title(game)}\n") :].split("\n## ")[1]


def table(heading: str, text: str | None = None) -> list[list[str]]:
    """The cells of the first table behind some words of a text (the page), without its head."""
    text = TEXT if text is None else text
    behind = text[text.index(heading) :]
    first = re.search(r"(?:^\|.*\n)+", behind, re.MULTILINE)
    assert first is not None
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in first[0].splitlines()[2:]]


# The generated parts


def rows(head: list[str], body: list[list[str]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *body)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def written(value: Any) -> str:
    return f"`{json.dumps(value)}`"


def options_table(game: str) -> str:
    options = part(game, "options")
    body = []
    for key in keys(options.Rules):
        if key.name == "preset":
            continue
        match key.node:
            case Enum(name="special-rank", values=values):
                assert values == ("none", *"A2345679TJQK")
                kinds = '`"none"`, `"A"`, `"2"` … `"K"` without `"8"`'
            case Enum(values=values):
                kinds = ", ".join(map(written, values))
            case Boolean():
                kinds = "`true`, `false`"
            case Integer(least=least, most=most):
                kinds = f"{least} or more" if most == MAX_INT else f"{least} to {most}"
            case _:
                raise AssertionError(key)
        default = written(options.DEFAULTS[key.name]) if key.name in options.DEFAULTS else "by players"
        body.append([f"`{key.name}`", default, kinds, key.description])
    return rows(["option", "default", "values", "it is"], body)


def presets_table(game: str) -> str:
    body = []
    for name, preset in part(game, "options").PRESETS.items():
        options = ", ".join(f"`{option}: {json.dumps(value)}`" for option, value in preset.items())
        body.append([f"`{name}`", options or "all defaults"])
    return rows(["preset", "its options"], body)


def phases_table(game: str) -> str:
    state = part(game, "state")
    body = [
        [name, *("yes" if action in state.ADMITTED[phase] else "" for action in actions(game))]
        for phase, name in enumerate(state.PHASE_NAMES)
    ]
    return rows(["phase", *(f"`{action}`" for action in actions(game))], body)


def record_of_the_verdict() -> Block:
    """The illegal record whose whole verdict is shown: the last one before it."""
    before = TEXT[: TEXT.index("<!-- generated: verdict -->")]
    return [block for block in RECORDS if block.text in before][-1]


def verdict_of_the_page() -> Json:
    # The place in the text is that of the block by itself.
    return examine(record_of_the_verdict().text.encode(), source="match.crazy-eights.json").data()


def verdict_block() -> str:
    return fenced("json", laid_out(verdict_of_the_page(), lambda path: path == ("rules",), lambda path: path == ()))


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def hash_form(record: Json) -> bytes:
    return rfc8785.dumps(plain({key: value for key, value in record.items() if key != "$schema"}))


_OF_BETTING = ("declare", "pass", "bet", "raise", "ordago", "accept", "refuse")
CLAIMS_IN_MOVES: dict[str, dict[str, tuple[str, ...]]] = {
    "mus": {**dict.fromkeys(_OF_BETTING, ("lance",)), "raise": ("stake", "lance")},
    "rummikub": {"meld": ("tiles", "table_after"), "penalty": ("attempt",)},
}
"""What of its own keys each move of a game may claim of itself, or keep of what was not played."""


def asides(game: str, action: str) -> tuple[str, ...]:
    """The keys of a move that are no part of the play form."""
    return (*CLAIMS_IN_MOVES.get(game, {}).get(action, ()), "at", "elapsed_ms", "note")


def play_form(record: Json) -> bytes:
    """The play form as the page says, by other means than the code's."""
    bare = plain(record)
    rounds = [
        {
            "deal": one["deal"],
            "moves": [
                {key: value for key, value in move.items() if key not in asides(bare["game"], move["action"])}
                for move in one["moves"]
            ],
        }
        for one in bare["rounds"]
    ]
    form = {
        "game": bare["game"],
        "players": len(bare["players"]),
        "rounds": rounds,
        "rules": resolved(bare["game"], bare.get("rules", {}), len(bare["players"])),
    }
    if "start" in bare:
        form["start"] = bare["start"]
    return rfc8785.dumps(form)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if not key.startswith("x-")}
    return [plain(one) for one in value] if isinstance(value, list) else value


def resolved(game: str, rules: Json, players: int) -> Json:
    """All options in force, by the tables of the page."""
    options = {cells[0]: json.loads(cells[1]) for cells in page_options(game) if cells[1] != "by players"}
    options |= page_presets(game)[rules.get("preset", "classic")]
    options |= {name: value for name, value in rules.items() if name != "preset"}
    return options | {name: value for name, value in by_players(game, options, players).items() if name not in options}


def by_players(game: str, options: Json, players: int) -> Json:
    """The options that go by the number of players, where they are left out."""
    if game != "crazy-eights":
        return {}
    found = {"decks": 1 if players <= 5 else 2}
    if not options["countdown"]:
        found |= {"hand_size": 7 if players == 2 else 5, "target": 50 * players}
    return found


def page_options(game: str) -> list[list[str]]:
    return [[cell.strip("`") for cell in cells] for cells in table(f"<!-- generated: {game} options -->")]


def page_presets(game: str) -> dict[str, Json]:
    return {
        name.strip("`"): {option: json.loads(value) for option, value in re.findall(r"`(\w+): ([^`]+)`", options)}
        for name, options in table(f"<!-- generated: {game} presets -->")
    }


def vectors_table() -> str:
    body = []
    for number, block in enumerate(VECTORS, 1):
        record = block.record
        hashes = (sha256(form).hexdigest() for form in (hash_form(record), play_form(record)))
        body.append([str(number), *(f"`{one}`" for one in hashes)])
    return rows(["", "`sha256`", "`play_sha256`"], body)


OF_A_GAME: dict[str, Callable[[str], str]] = {
    "options": options_table,
    "presets": presets_table,
    "phases": phases_table,
}


def integers_table() -> str:
    """The deal and the moves of the first example as integers."""
    game = next(iter(GAMES))
    words = vocabulary(game)
    (round_,) = EXAMPLES[game].record["rounds"]
    written = [(round_["deal"], words.deal_ids(round_["deal"]).ids)]
    written += [(move, words.move_ids(move).ids) for move in round_["moves"]]
    rows = [f"| `{json.dumps(said)}` | `{json.dumps(ids)}` |" for said, ids in written]
    return "\n".join(["| deal or move | integers |", "|---|---|", *rows])


KINDS = {
    "text": "text",
    "integer": "int32",
    "integers": "list of int64",
    "lists": "list of lists of int64",
    "texts": "list of text",
    "ids": "list of lists of int16",
    "players": "list of structs: `name`, `id` (text), `rating` (int64)",
}
"""The kinds of columns of a data set, as the page names them."""


def dataset_columns() -> str:
    """The columns of data sets; of those that not all games have it is said whose they are."""
    rows: dict[Column, list[str]] = {}
    order = dict.fromkeys(column.name for game in GAMES for column in columns(game))
    for name in order:
        for game in GAMES:
            for column in columns(game):
                if column.name == name:
                    rows.setdefault(column, []).append(title(game))
    lines = []
    for (name, kind, meaning), games in rows.items():
        whose = "" if len(games) == len(GAMES) else f" ({', '.join(games)})"
        lines.append(f"| `{name}` | {KINDS[kind]} | {meaning}{whose} |")
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *lines])


GENERATED: dict[str, Callable[[], str]] = {
    **{f"{game} {name}": partial(make, game) for game in GAMES for name, make in OF_A_GAME.items()},
    "verdict": verdict_block,
    "vectors": vectors_table,
    "hash-form": lambda: fenced("json", hash_form(VECTORS[0].record).decode()),
    **{f"columns of {name}": partial(lambda table: described(table).rstrip(), name) for name in TABLES},
    "integers": integers_table,
    "columns of a data set": dataset_columns,
    **{f"archived {name}": partial(lambda table: markdown(ARCHIVED[table]).rstrip(), name) for name in ARCHIVED_APART},
    "play-form": lambda: fenced("json", play_form(VECTORS[0].record).decode()),
}
PART = re.compile(r"(<!-- generated: ([a-z -]+) -->\n)(.*?)(\n?<!-- end -->)", re.DOTALL)


def write_generated_parts() -> None:
    global TEXT
    for name in GENERATED:  # in this order: the hashes are made with the tables of the page
        text = GENERATED[name]()
        (place,) = (found.span(3) for found in PART.finditer(TEXT) if found[2] == name)
        TEXT = f"{TEXT[: place[0]]}\n{text}\n{TEXT[place[1] :]}"
    PAGE.write_text(TEXT, "utf-8", newline="\n")


# The written form, by the page


Path_ = tuple[str, ...]


def laid_out(
    value: Any, flat_always: Callable[[Path_], bool], open_always: Callable[[Path_], bool], path: Path_ = ()
) -> str:
    """A value by the rules of the page; an item of an array has ``*`` in its path."""
    flat = json.dumps(value, ensure_ascii=False)
    level = len(path)
    if not value or not isinstance(value, dict | list) or flat_always(path):
        return flat
    if not open_always(path):
        plain_array = isinstance(value, list) and not any(isinstance(one, dict | list) for one in value)
        if plain_array or len(flat) + 2 * level <= 120:
            return flat
    if isinstance(value, list):
        signs, inner = "[]", [laid_out(one, flat_always, open_always, (*path, "*")) for one in value]
    else:
        signs, inner = "{}", []
        for key, one in value.items():
            inner.append(
                json.dumps(key, ensure_ascii=False) + ": " + laid_out(one, flat_always, open_always, (*path, key))
            )
    indent = "  " * level
    return signs[0] + "\n" + ",\n".join(f"{indent}  {line}" for line in inner) + f"\n{indent}{signs[1]}"


def in_order(value: Any, schema: Json, whole: Json) -> Any:
    """Keys in the order of ``properties`` in the published schema, then ``x-`` keys by code point."""
    if "$ref" in schema:
        return in_order(value, whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if isinstance(value, list):
        return [in_order(one, schema.get("items", {}), whole) for one in value]
    if not isinstance(value, dict):
        return value
    if "allOf" in schema and "action" in value:
        (then,) = (
            one["then"]
            for one in schema["allOf"]
            if one["if"]["properties"].get("action", {}).get("const") == value["action"]
        )
        return in_order(value, then, whole)
    properties = schema["properties"]
    known = {key: in_order(value[key], properties[key], whole) for key in properties if key in value}
    return known | {key: value[key] for key in sorted(value) if key.startswith("x-")}


def ordered(record: Json) -> Any:
    """A record with its keys in the order in which they are written."""
    schema = schema_of(record["game"])
    return in_order(record, schema, schema)


def by_the_page(record: Json) -> str:
    open_always = {(), ("rounds",), ("rounds", "*"), ("rounds", "*", "moves")}
    flat_always = {("rounds", "*", "moves", "*")}
    return laid_out(ordered(record), flat_always.__contains__, open_always.__contains__) + "\n"
