"""The grammar of the notation: what all games share, and each game's part; and what is expected, in words."""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from kontari.games import part

SHARED = r"""
start: _NL? head (tag | quoted_tag)* (round+ tag*)?
head: KONTARI VERSION GAME _NL
tag: RULES BARE? pair* _NL        -> rules
   | PLAYER (NAME | STRING) pair* _NL       -> player
   | SIDES (NAME | STRING)* _NL             -> sides
   | EVENT pair* _NL              -> about
   | START pair* _NL              -> about
   | RESULT pair* _NL             -> about
   | META pair* _NL               -> about
   | WORDS BARE _NL               -> words
   | SCHEMA STRING _NL            -> tag_value
   | OWN_TAG value _NL            -> tag_value

quoted_tag: STRING ":" value _NL
round: ROUND INT? pair* _NL (deal_line | deal_pairs)* turn* scores?
deal_pairs: DEAL pair* _NL
turn: MARK? seat step+ _NL        -> turn
step: move annotation*
scores: SCORES INT* _NL

annotation: STRING                -> note
          | TIME                  -> at
          | ELAPSED               -> elapsed
          | pair                  -> other
seat: NAME                        -> by_name
    | STRING                      -> by_name
    | SEAT                        -> by_number
pair: KEY "=" value
    | STRING "=" value
value: STRING                     -> string
     | NUMBER                     -> number
     | INT                        -> number
     | (TRUE | FALSE | NULL)      -> constant
     | (BARE | DATE)              -> bare
     | BRACE [pair_in ("," pair_in)*] "}" -> object
     | BRACKET [value ("," value)*] "]"   -> array
pair_in: STRING ":" value

KONTARI.5: "kontari:"
RULES.5: "rules:"
PLAYER.5: "player:"
SIDES.5: "sides:"
EVENT.5: "event:"
START.5: "start:"
RESULT.5: "result:"
META.5: "meta:"
WORDS.5: "words:"
SCHEMA.5: "$schema:"
ROUND: "round"
DEAL.5: "deal:"
SCORES.5: "scores:"
TRUE: "true"
FALSE: "false"
NULL: "null"
BRACE: "{"
BRACKET: "["
VERSION: /[0-9]+\.[0-9]+/
GAME: /[a-z][a-z0-9-]*/
OWN_TAG.6: /x-[^\s:="]*:/
KEY.4: /[a-z][a-z0-9_]*(?==)|x-[^\s:="]*(?==)/
MARK.4: /[0-9]+\.([0-9]+\.?)?(?=[ \t])/
SEAT: /#(0|[1-9][0-9]*)/
TIME: /@[^\s"]+/
ELAPSED: /~(0|[1-9][0-9]*)(?![\w.])/
STRING: /"[^"\\\x00-\x1f]*(?:\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/
DATE.3: /[0-9]{4}-[0-9]{2}[0-9A-Za-z:.+-]*/
NUMBER.2: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?(?![\w.])/
INT.3: /-?(0|[1-9][0-9]*)(?![\w.])/
NAME: /[^\W\d_][\w.'’-]*/
BARE: /[^\W\d_][\w.+-]*/
_NL: /(?:[ \t]*(?:;[^\n]*)?\r?\n)+/
%ignore /[ \t]+/
"""

NAMES = {
    "_NL": "the end of the line",
    "$END": "the end of the text",
    "VERSION": "the version of the format (1.0)",
    "GAME": "a game",
    "NAME": "a player",
    "SEAT": "a player",
    "STRING": "text in quotes",
    "KEY": "KEY=VALUE",
    "OWN_TAG": "x-KEY:",
    "MARK": "the number of the move",
    "TIME": "@TIME",
    "ELAPSED": "~MILLISECONDS",
    "INT": "a number",
    "NUMBER": "a number",
    "BARE": "a word",
    "DATE": "a date",
    "BRACE": "{",
    "BRACKET": "[",
    "TRUE": "true",
    "FALSE": "false",
    "NULL": "null",
    "EQUAL": "=",
    "COMMA": ",",
    "COLON": ":",
    "RBRACE": "}",
    "RSQB": "]",
}
"""What is expected, in words, by name of a terminal that is not a keyword."""


def grammar(game: str, words: str) -> str:
    """The whole grammar of one game, in the form of the Lark parser library."""
    own: str = part(game, "text").grammar(words)
    return SHARED.lstrip() + own


@cache
def parser(game: str, words: str) -> Any:
    """A parser of one game whose rules give the parts of ``kontari.core.tree``."""
    from lark import Lark

    from kontari.notation.parts import SHARED_READING

    own: dict[str, Callable[..., Any]] = part(game, "text").reading()
    callbacks = {name: _spread(function) for name, function in (SHARED_READING | own).items()}
    return Lark(grammar(game, words), parser="lalr", transformer=SimpleNamespace(**callbacks), maybe_placeholders=False)


def _spread(function: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    return lambda children: function(*children)


def expected(game: str, names: set[str], keywords: dict[str, str]) -> list[str]:
    """What may stand somewhere, in words; ``keywords``: the literal text of terminals by name."""
    known = NAMES | part(game, "text").NAMES
    return sorted({known.get(name) or keywords.get(name, name.lower()) for name in names})
