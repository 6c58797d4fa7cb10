"""Rummikub in the text notation: the lines of a deal, sets in short, and the moves of a turn."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kontari.core import line, phrases
from kontari.core.phrases import ENGLISH, Spelling, Tokens, listed, seated
from kontari.core.tree import Items, Member, Members, NotReadableError, Part, Scalar, action, text, word, words
from kontari.games.rummikub.tiles import TOKENS

Json = Mapping[str, Any]
WORDS = ENGLISH
"""The sets of words in which the table may talk, the first by default."""

GRAMMAR = r"""
deal_line: FIRST seat _NL            -> first
         | RACK seat ":" _tile* _NL  -> rack
         | POOL _tile* _NL           -> pool
         | DRAWS _tile* _NL          -> start_draws
         | TABLE_LINE set* _NL       -> table
         | OPENED (YES | NO)* _NL    -> opened
move: meld                           -> laid
    | DRAW tiles                     -> draw
    | PASS                           -> pass_
    | PENALTY REASON tiles tried? lost? after?   -> penalty
meld: opening? claim? take? put after?
opening: OPEN sets ":"
claim: PLUS tiles
take: sets ">"
put: sets
after: TABLE sets
lost: LOST tiles
tried: TRIED "{" opening? claim? take? put? after? pair* "}"
sets: set+ | "none"
set: RUN | GROUP | tile_set
tile_set: PAREN (TILE | BOUND)* ")"
tiles: _tile ("," _tile)* | "none"
_tile: TILE | UNSEEN

FIRST.5: "first:"
RACK: "rack"
POOL.5: "pool:"
DRAWS.5: "draws:"
TABLE_LINE.5: "table:"
OPENED.5: "opened:"
YES: "yes"
NO: "no"
DRAW: "draw"
PASS: "pass"
PENALTY: "penalty"
REASON.3: "time" | "invalid"
OPEN: "open"
PLUS: "+"
TABLE: "table"
LOST: "lost"
TRIED: "tried"
PAREN: "("
RUN.4: /[rbok][0-9]+-[0-9]+(\/J?[0-9]+(,[0-9]+)*)?(?![\w-])/i
GROUP.4: /(?=j*[rbok])[rbokj]{2,}[0-9]+(?![\w-])/i
TILE.3: /([rbok](1[0-3]|[1-9])|J)(?![\w=-])/i
BOUND.3: /J=[rbok](1[0-3]|[1-9])(?![\w-])/i
UNSEEN: "??"
"""

NAMES = {
    "RUN": "a run such as r4-8",
    "GROUP": "a group such as rbk7",
    "TILE": "a tile such as r10 or J",
    "BOUND": "a joker such as J=r10",
    "REASON": "time or invalid",
    "PLUS": "+ and the tiles laid",
    "PAREN": "tiles in brackets",
    "RPAR": ")",
    "MORETHAN": ">",
}
"""What is expected, in words, by name of a terminal that is not a keyword."""

SPEAKING = ("racks", "rack")
"""The key of the deal and the keyword of the lines that fill it, seat by seat."""

MOST = 13
"""The highest number of a tile."""

_RUN = re.compile(r"([rbok])([0-9]+)-([0-9]+)(?:/j?([0-9,]+))?")
_GROUP = re.compile(r"([rbokj]+)([0-9]+)")


def grammar(words: str) -> str:
    """The game's part of the grammar for a set of words."""
    return GRAMMAR


def reading() -> dict[str, Callable[..., Any]]:
    """By name of a rule what becomes of its parts: members of the deal, or of the move."""
    return {
        "first": seated("first"),
        "rack": _TOKENS.held,
        "pool": _TOKENS.line("pool"),
        "start_draws": _TOKENS.line("start_draws"),
        "table": lambda key, *sets: [Member("table", Items(sets, key.start_pos), key.start_pos)],
        "opened": lambda key, *said: [Member("opened", Items(list(map(_yes, said)), key.start_pos), key.start_pos)],
        "laid": _laid,
        "meld": lambda *members: list(members),
        "opening": lambda word_, sets: _sets("opening", sets, word_),
        "claim": lambda sign, tiles: _TOKENS.row("tiles", tiles, sign),
        "take": lambda sets: ("take", sets),
        "put": lambda sets: ("put", sets),
        "after": lambda word_, sets: _sets("table_after", sets, word_),
        "lost": lambda word_, tiles: _TOKENS.row("lost", tiles, word_),
        "tried": lambda word_, *members: Member(
            "attempt", Members([_placed(one, word_.start_pos) for one in members], word_.start_pos), word_.start_pos
        ),
        "sets": lambda *sets: list(sets),
        "set": lambda one: one if isinstance(one, Items) else _decoded(one),
        "tile_set": lambda bracket, *tiles: words(tiles, bracket.start_pos, _spelt),
        "tiles": lambda *tiles: list(tiles),
        "draw": lambda said, tiles: [action("draw", said), _TOKENS.row("tiles", tiles, said)],
        "pass_": lambda said: [action("pass", said)],
        "penalty": lambda said, reason, tiles, *more: [
            action("penalty", said),
            Member("reason", word(reason), reason.start_pos),
            _TOKENS.row("tiles", tiles, said),
            *more,
        ],
    }


def _spelt(tile: str) -> str:
    return tile.upper() if tile in ("j", "J") else tile[:1].upper() + tile[1:].lower() if "=" in tile else tile.lower()


_TOKENS = Tokens(_spelt)


def _yes(said: Any) -> Scalar:
    return Scalar("true" if said == "yes" else "false", said.start_pos)


def _sets(key: str, sets: Sequence[Part], token: Any) -> Member:
    return Member(key, Items(sets, token.start_pos), token.start_pos)


def _laid(members: Sequence[Any]) -> list[Member]:
    at = min(_begin(one) for one in members)
    placed = [_placed(one, at) for one in members]
    return [Member("action", text("meld", at), at), *placed]


def _begin(one: Any) -> int:
    if isinstance(one, Member):
        return one.at
    _, sets = one
    return int(sets[0].at) if sets else 2**62


def _placed(one: Any, at: int) -> Member:
    """A member; of sets that no word introduces, with the place of the first of them, or ``at``."""
    if isinstance(one, Member):
        return one
    key, sets = one
    begin = sets[0].at if sets else at
    return Member(key, Items(sets, begin), begin)


def _decoded(token: Any) -> Items:
    """A set in short, tile by tile. Raises NotReadableError where there is no such set."""
    at = token.start_pos
    tiles = tiles_of(str(token))
    if tiles is None:
        raise NotReadableError(
            str(token), "a run in ascending order from 1 to 13, or a group; a set has a numbered tile", at
        )
    return Items([text(tile, at) for tile in tiles], at)


def tiles_of(short: str) -> list[str] | None:
    """The tiles of a set in short, such as r4-8/J6 or rbJ7; None where it is none."""
    run = _RUN.fullmatch(short.lower())
    if run is not None:
        first, last = _small(run[2]), _small(run[3])
        wild = {_small(place) for place in run[4].split(",")} if run[4] else set()
        places = list(range(first, last + 1))
        if not 1 <= first <= last <= MOST or not wild < set(places):
            return None
        return ["J" if place in wild else f"{run[1]}{place}" for place in places]
    group = _GROUP.fullmatch(short.lower())
    if group is None or not 1 <= _small(group[2]) <= MOST or not group[1].strip("j"):
        return None
    return ["J" if colour == "j" else f"{colour}{_small(group[2])}" for colour in group[1]]


def _small(digits: str) -> int:
    return int(digits) if len(digits) <= 2 else 99


def short(tiles: Sequence[str]) -> str:
    """A set in short where that says the same, else tile by tile in brackets."""
    for made in (_run(tiles), _group(tiles)):
        if made is not None and tiles_of(made) == list(tiles):
            return made
    return f"({' '.join(tiles)})"


def _run(tiles: Sequence[str]) -> str | None:
    numbered = [(place, tile) for place, tile in enumerate(tiles) if tile[0] != "J"]
    if len(numbered) < 2:
        return None
    place, tile = numbered[0]
    first = int(tile[1:]) - place
    wild = [str(first + place) for place, tile in enumerate(tiles) if tile == "J"]
    return f"{tile[0]}{first}-{first + len(tiles) - 1}" + (f"/J{','.join(wild)}" if wild else "")


def _group(tiles: Sequence[str]) -> str | None:
    numbered = [tile for tile in tiles if tile[0] != "J"]
    if len(numbered) < 2:
        return None
    return "".join(tile[0] for tile in tiles) + numbered[0][1:]


def deal_lines(deal: Json, seat: Spelling) -> Iterator[str]:
    """The lines of a deal; its ``x-`` keys are not in them."""
    yield f"first: {seat(deal['first'])}"
    yield from phrases.held("rack", deal["racks"], seat)
    if "opened" in deal:
        yield phrases.line("opened:", ["yes" if has else "no" for has in deal["opened"]])
    if "table" in deal:
        yield phrases.line("table:", map(short, deal["table"]))
    if "start_draws" in deal:
        yield phrases.line("draws:", deal["start_draws"])
    if "pool" in deal:
        yield phrases.line("pool:", deal["pool"])


def move_text(move: Json, words: str) -> str:
    """A move without its seat, in a set of words."""
    match move["action"]:
        case "meld":
            return _meld_text(move)
        case "draw":
            return "draw " + listed(move["tiles"])
        case "penalty":
            return " ".join(_penalty_words(move))
    return "pass"


def _penalty_words(move: Json) -> Iterator[str]:
    yield f"penalty {move['reason']} {listed(move['tiles'])}"
    if "attempt" in move:
        yield _attempt_text(move["attempt"])
    if "lost" in move:
        yield "lost " + listed(move["lost"])
    if "table_after" in move:
        yield "table " + _shown(move["table_after"])


def _attempt_text(attempt: Json) -> str:
    own = [
        f"{json.dumps(key, ensure_ascii=False)}={json.dumps(attempt[key], ensure_ascii=False)}"
        for key in sorted(attempt)
        if key.startswith("x-")
    ]
    return " ".join(["tried {", *([_meld_text(attempt)] if _meld_text(attempt) else []), *own, "}"])


def _meld_text(move: Json) -> str:
    parts = []
    if "opening" in move:
        parts.append(f"open {_shown(move['opening'])}:")
    if "tiles" in move:
        parts.append("+" + listed(move["tiles"]))
    if "take" in move:
        parts.append(f"{_shown(move['take'])} >")
    if "put" in move:
        parts.append(_shown(move["put"]))
    if "table_after" in move:
        parts.append("table " + _shown(move["table_after"]))
    return " ".join(parts)


def _shown(sets: Sequence[Sequence[str]]) -> str:
    return " ".join(map(short, sets)) or "none"


WRITTEN = frozenset(("put", "take", "opening", "tiles", "table_after", "reason", "attempt", "lost"))
"""The keys that ``move_text`` writes; others are written behind the move."""


def same_turn(before: Json, move: Json) -> bool:
    """Whether a move of the same seat belongs to the line of the move before it: each is a whole turn."""
    return False


_TILES = line.hidden(frozenset(TOKENS))
_IN_SETS = frozenset(TOKENS) | {f"J={tile}" for tile in TOKENS if tile != "J"}


def _set_of(word: str) -> list[str]:
    tiles = word[1:-1].split(".") if word.startswith("(") and word.endswith(")") else tiles_of(word)
    if tiles is None or not all(tile in _IN_SETS for tile in tiles):
        raise ValueError(word)
    return tiles


POSITION = {
    "phase": line.WORD,
    "to_move": line.INTEGER,
    "racks": line.listed(_TILES, "/"),
    "opened": line.YES_OR_NO,
    "table": line.listed(line.Codec(lambda tiles: short(tiles).replace(" ", "."), _set_of), "+"),
    "changed": line.INTEGERS,
    "pool": line.pile(_TILES, "tiles"),
    "passes": line.INTEGER,
    "last_turns": line.INTEGER,
    "scores": line.INTEGERS,
    "ended": line.WORD,
}
"""How the keys of a position are written on one line."""
