"""Crazy Eights in the text notation: the lines of a deal, and the moves of a turn."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kontari.core import line, phrases
from kontari.core.cards import TOKENS
from kontari.core.phrases import ENGLISH, Spelling, Tokens, listed, seated
from kontari.core.tree import Member, action, word

Json = Mapping[str, Any]
WORDS = ENGLISH
"""The sets of words in which the table may talk, the first by default."""

GRAMMAR = r"""
deal_line: DEALER seat _NL           -> dealer
         | HAND seat ":" _card* _NL  -> hand
         | STARTER _card* _NL        -> starter
         | STOCK _card* _NL          -> stock
         | NAMED SUIT _NL            -> deal_suit
move: CARD                           -> play
    | CARD "=" SUIT                  -> play
    | DRAW cards                     -> draw
    | PASS                           -> pass_
    | PENALTY REASON cards           -> penalty
%extend turn: MARK? table_step _NL   -> table_turn
table_step: table_move annotation*
table_move: RESHUFFLE                -> reshuffle
          | RESHUFFLE_SEEN _card*    -> reshuffle_seen
cards: _card ("," _card)* | "none"
_card: CARD | UNSEEN

DEALER.5: "dealer:"
HAND: "hand"
STARTER.5: "starter:"
STOCK.5: "stock:"
NAMED.5: "suit:"
DRAW: "+"
PASS: "pass"
PENALTY: "penalty"
RESHUFFLE: "reshuffle"
RESHUFFLE_SEEN.5: "reshuffle:"
REASON.3: "last-card" | "wrong-play" | "other"
CARD.5: /[A2-9TJQK][CDHS]\b/i
SUIT.2: /[CDHS]\b/i
UNSEEN: "??"
"""

NAMES = {
    "CARD": "a card such as 8H",
    "SUIT": "a suit (C, D, H or S)",
    "REASON": "last-card, wrong-play or other",
    "DRAW": "+ and the cards drawn",
}
"""What is expected, in words, by name of a terminal that is not a keyword."""

SPEAKING = ("hands", "hand")
"""The key of the deal and the keyword of the lines that fill it, seat by seat."""


_TOKENS = Tokens(str.upper)


def grammar(words: str) -> str:
    """The game's part of the grammar for a set of words."""
    return GRAMMAR


def reading() -> dict[str, Callable[..., Any]]:
    """By name of a rule what becomes of its parts: members of the deal, or of the move."""
    return {
        "dealer": seated("dealer"),
        "hand": _TOKENS.held,
        "starter": _TOKENS.line("starter"),
        "stock": _TOKENS.line("stock"),
        "deal_suit": lambda key, suit: [Member("suit", word(suit, str.upper), key.start_pos)],
        "play": _play,
        "draw": lambda sign, cards: [action("draw", sign), _TOKENS.row("cards", cards, sign)],
        "pass_": lambda said: [action("pass", said)],
        "penalty": lambda said, reason, cards: [
            action("penalty", said),
            _TOKENS.row("cards", cards, said),
            Member("reason", word(reason), reason.start_pos),
        ],
        "reshuffle": lambda said: [action("reshuffle", said)],
        "reshuffle_seen": lambda said, *cards: [action("reshuffle", said), _TOKENS.row("stock", cards, said)],
    }


def _play(card: Any, suit: Any = None) -> list[Member]:
    made = [action("play", card), Member("card", word(card, str.upper), card.start_pos)]
    return made if suit is None else [*made, Member("suit", word(suit, str.upper), suit.start_pos)]


def deal_lines(deal: Json, seat: Spelling) -> Iterator[str]:
    """The lines of a deal; its ``x-`` keys are not in them."""
    yield f"dealer: {seat(deal['dealer'])}"
    yield from phrases.held("hand", deal["hands"], seat)
    yield phrases.line("starter:", deal["starter"])
    if "suit" in deal:
        yield f"suit: {deal['suit']}"
    if "stock" in deal:
        yield phrases.line("stock:", deal["stock"])


def move_text(move: Json, words: str) -> str:
    """A move without its seat, in a set of words."""
    match move["action"]:
        case "play":
            return f"{move['card']}={move['suit']}" if "suit" in move else str(move["card"])
        case "draw":
            return "+" + listed(move["cards"])
        case "penalty":
            return f"penalty {move['reason']} {listed(move['cards'])}"
        case "reshuffle":
            return phrases.line("reshuffle:", move["stock"]) if "stock" in move else "reshuffle"
    return "pass"


WRITTEN = frozenset(("card", "suit", "cards", "reason", "stock"))
"""The keys that ``move_text`` writes; others are written behind the move."""


def same_turn(before: Json, move: Json) -> bool:
    """Whether a move of the same seat belongs to the line of the move before it."""
    return before["action"] == "draw" and move["action"] in ("draw", "play", "pass")


_CARDS = line.hidden(frozenset(TOKENS))

POSITION = {
    "phase": line.WORD,
    "to_move": line.INTEGER,
    "direction": line.INTEGER,
    "hands": line.listed(_CARDS, "/"),
    "stock": line.pile(_CARDS, "cards"),
    "discards": _CARDS,
    "follow": line.Codec(
        lambda follow: follow.get("rank", "") + follow["suit"],
        lambda word: {"suit": word} if len(word) == 1 else {"suit": word[1:], "rank": word[0]},
    ),
    "owed": line.INTEGER,
    "drawn": line.INTEGER,
    "passes": line.INTEGER,
    "scores": line.INTEGERS,
    "ended": line.WORD,
    "wild": line.WORDS,
}
"""How the keys of a position are written on one line."""
