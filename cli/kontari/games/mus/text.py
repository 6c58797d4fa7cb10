"""Mus in the text notation: the lines of a deal, and what is said and done in turn."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kontari.core import line, phrases
from kontari.core.phrases import Spelling, Tokens, listed, seated
from kontari.core.tree import Member, Scalar, action, text
from kontari.games.mus.cards import PACK
from kontari.games.mus.table_talk import LANCES, TALK, Talk

Json = Mapping[str, Any]
WORDS = tuple(TALK)
"""The sets of words in which the table may talk, the first by default."""

_GRAMMAR = r"""
deal_line: MANO seat _NL             -> mano
         | HAND seat ":" _card* _NL  -> hand
         | STOCK _card* _NL          -> stock
         | EXPOSED (TRUE | FALSE) _NL -> exposed
move: MUS                            -> mus
    | NO_MUS                         -> no_mus
    | DISCARD cards                  -> discard
    | STAND                          -> stand
    | DRAW cards                     -> draw
    | HAS lance?                     -> has
    | HAS_NOT lance?                 -> has_not
    | PASS lance?                    -> pass_
    | BET lance?                     -> bet
    | MORE stake? lance?             -> more
    | ORDAGO lance?                  -> ordago
    | ACCEPT lance?                  -> accept
    | REFUSE lance?                  -> refuse
    | SHOW cards                     -> show
stake: "=" INT
lance: "(" LANCE ")"
%extend turn: MARK? table_step _NL   -> table_turn
table_step: table_move annotation*
table_move: RESHUFFLE                -> reshuffle
          | RESHUFFLE_SEEN _card*    -> reshuffle_seen
cards: _card ("," _card)* | "none"
_card: CARD | UNSEEN

MANO.5: "mano:"
HAND: "hand"
STOCK.5: "stock:"
EXPOSED.5: "exposed:"
DISCARD: "-"
DRAW: "+"
STAND: "stand"
SHOW: "show"
RESHUFFLE: "reshuffle"
RESHUFFLE_SEEN.5: "reshuffle:"
CARD.2: /[RCS2-7A][oceb]\b/i
UNSEEN: "??"
"""

NAMES = {
    "CARD": "a card such as Ro",
    "DISCARD": "- and the cards thrown away",
    "DRAW": "+ and the cards drawn",
    "LPAR": "(LANCE)",
    "RPAR": ")",
    "LANCE": "a lance",
    **dict.fromkeys(
        ("MUS", "NO_MUS", "HAS", "HAS_NOT", "PASS", "BET", "MORE", "ORDAGO", "ACCEPT", "REFUSE"),
        "a word of the table such as paso",
    ),
}
"""What is expected, in words, by name of a terminal that is not a keyword."""

SPEAKING = ("hands", "hand")
"""The key of the deal and the keyword of the lines that fill it, seat by seat."""


def grammar(words: str) -> str:
    """The game's part of the grammar for a set of words."""
    talk = TALK[words]
    number = r"(0|[1-9][0-9]*)"
    terminals = {
        "MUS": _said(talk.mus),
        "NO_MUS": _said(talk.no_mus),
        "HAS": _said(talk.has),
        "HAS_NOT": _said(talk.has_not),
        "PASS": _said(talk.pass_),
        "BET": rf"{_said(talk.bet)}([ \t]+{number})?",
        "MORE": rf"{number}[ \t]+{_said(talk.more)}",
        "ORDAGO": _said(talk.ordago),
        "ACCEPT": _said(talk.accept),
        "REFUSE": _said(talk.refuse),
        "LANCE": _said(talk.lances),
    }
    # Longer sayings first, so that "no quiero" is not "no" and something else.
    priority = {"NO_MUS": 8, "REFUSE": 8, "HAS_NOT": 7, "MORE": 8, "BET": 7}
    lines = [rf"{name}.{priority.get(name, 6)}: /{pattern}(?![\w])/i" for name, pattern in terminals.items()]
    return _GRAMMAR + "\n".join(lines) + "\n"


def _said(sayings: Sequence[str]) -> str:
    """A pattern for any of these, with accents and exclamation marks or without, and any room between words."""
    longest_first = sorted(sayings, key=len, reverse=True)
    loose = ["".join(_LOOSE.get(letter, letter) for letter in saying) for saying in longest_first]
    return f"¡?({'|'.join(loose)})!?"


_LOOSE = {" ": r"[ \t]+", "á": "[aá]", "í": "[ií]", "ó": "[oó]"}
_NUMBER = re.compile(r"[0-9]+")


def _spelt(card: str) -> str:
    return card[0].upper() + card[1:].lower()


_TOKENS = Tokens(_spelt)


def reading() -> dict[str, Callable[..., Any]]:
    """By name of a rule what becomes of its parts: members of the deal, or of the move."""
    plain = {rule: _plain(name) for rule, name in _PLAIN.items()}
    return plain | {
        "mano": seated("mano"),
        "hand": _TOKENS.held,
        "stock": _TOKENS.line("stock"),
        "exposed": lambda key, shown: [Member("exposed", Scalar(str(shown), shown.start_pos), key.start_pos)],
        "discard": lambda said, cards: [action("discard", said), _TOKENS.row("cards", cards, said)],
        "draw": lambda said, cards: [action("draw", said), _TOKENS.row("cards", cards, said)],
        "show": lambda said, cards: [action("show", said), _TOKENS.row("cards", cards, said)],
        "has": lambda said, *lance: [action("declare", said), _has("true", said), *lance],
        "has_not": lambda said, *lance: [action("declare", said), _has("false", said), *lance],
        "bet": lambda said, *lance: [action("bet", said), _stones(said, "2"), *lance],
        "more": lambda said, *claims: [action("raise", said), _stones(said, "0"), *claims],
        "stake": lambda stake: Member("stake", Scalar(str(stake), stake.start_pos), stake.start_pos),
        "lance": _lance,
        "reshuffle": lambda said: [action("reshuffle", said)],
        "reshuffle_seen": lambda said, *cards: [action("reshuffle", said), _TOKENS.row("stock", cards, said)],
    }


_PLAIN = {
    "mus": "mus",
    "no_mus": "no-mus",
    "stand": "stand",
    "pass_": "pass",
    "ordago": "ordago",
    "accept": "accept",
    "refuse": "refuse",
}


def _plain(name: str) -> Callable[..., list[Member]]:
    return lambda said, *lance: [action(name, said), *lance]


def _has(value: str, said: Any) -> Member:
    return Member("has", Scalar(value, said.start_pos), said.start_pos)


def _stones(said: Any, alone: str) -> Member:
    found = _NUMBER.search(said)
    at = said.start_pos + (found.start() if found else 0)
    return Member("stones", Scalar(found[0] if found else alone, at), at)


def _lance(said: Any) -> Member:
    # In the way the grammar matches: lower() leaves some letters that it takes for others.
    spoken = ((name, lance) for talk in TALK.values() for name, lance in zip(talk.lances, LANCES, strict=True))
    meant = next(lance for name, lance in spoken if re.fullmatch(name, said, re.IGNORECASE))
    return Member("lance", text(meant, said.start_pos), said.start_pos)


def deal_lines(deal: Json, seat: Spelling) -> Iterator[str]:
    """The lines of a deal; its ``x-`` keys are not in them."""
    yield f"mano: {seat(deal['mano'])}"
    yield from phrases.held("hand", deal["hands"], seat)
    if "exposed" in deal:
        yield f"exposed: {'true' if deal['exposed'] else 'false'}"
    if "stock" in deal:
        yield phrases.line("stock:", deal["stock"])


def move_text(move: Json, words: str) -> str:
    """A move without its seat, in a set of words."""
    talk = TALK[words]
    lance = f" ({talk.lances[LANCES.index(move['lance'])]})" if "lance" in move else ""
    return _done(move) or _spoken(move, talk) + lance


def _done(move: Json) -> str | None:
    """A move of cards; None where something is said."""
    match move["action"]:
        case "discard":
            return "-" + listed(move["cards"])
        case "draw":
            return "+" + listed(move["cards"])
        case "show":
            return "show " + listed(move["cards"])
        case "reshuffle":
            return phrases.line("reshuffle:", move["stock"]) if "stock" in move else "reshuffle"
        case "stand":
            return "stand"
    return None


def _spoken(move: Json, talk: Talk) -> str:
    match move["action"]:
        case "mus":
            return talk.mus[0]
        case "no-mus":
            return talk.no_mus[0]
        case "declare":
            return talk.has[0] if move["has"] else talk.has_not[0]
        case "bet":
            return talk.bet[0] if move["stones"] == 2 else f"{talk.bet[0]} {move['stones']}"
        case "raise":
            claim = f" ={move['stake']}" if "stake" in move else ""
            return f"{move['stones']} {talk.more[0]}{claim}"
        case "ordago":
            return talk.ordago[0]
        case "accept":
            return talk.accept[0]
        case "refuse":
            return talk.refuse[0]
    return talk.pass_[0]


WRITTEN = frozenset(("cards", "stock", "has", "stones", "stake", "lance"))
"""The keys that ``move_text`` writes; others are written behind the move."""


def same_turn(before: Json, move: Json) -> bool:
    """Whether a move of the same seat belongs to the line of the move before it: each speaks once."""
    return False


_CARDS = line.hidden(PACK)

POSITION = {
    "phase": line.WORD,
    "mano": line.INTEGER,
    "to_move": line.INTEGER,
    "may_move": line.INTEGERS,
    "hands": line.listed(_CARDS, "/"),
    "stock": line.pile(_CARDS, "cards"),
    "discards": _CARDS,
    "owed": line.INTEGERS,
    "lance": line.WORD,
    "bet": line.Codec(
        lambda bet: f"{bet['seat']}:{bet['stake']}",
        lambda word: {"seat": line.INTEGER.read(word.partition(":")[0]), "stake": _stake(word.partition(":")[2])},
    ),
    "stones": line.INTEGERS,
    "games": line.INTEGERS,
    "vacas": line.INTEGERS,
    "shown": line.INTEGERS,
    "ended": line.WORD,
}
"""How the keys of a position are written on one line."""


def _stake(word: str) -> Any:
    return word if word == "ordago" else line.INTEGER.read(word)
