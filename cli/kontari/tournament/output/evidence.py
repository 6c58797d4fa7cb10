"""What results rest on, in letters and in a sentence."""

from collections.abc import Mapping

from kontari.tournament.model import Evidence
from kontari.tournament.output.words import Words

LETTERS: Mapping[str, str] = {
    Evidence.VERIFIED: "v",
    Evidence.PARTIAL: "p",
    Evidence.RECOMPUTED: "c",
    Evidence.FORFEIT: "f",
    Evidence.TIME: "t",
    Evidence.ADJUDICATED: "a",
    Evidence.SHEET: "s",
    Evidence.RULING: "r",
    Evidence.BYE: "b",
    Evidence.PENDING: "o",
    Evidence.DISPUTED: "d",
    Evidence.MISSING: "m",
}
PROVEN = (Evidence.VERIFIED, Evidence.PARTIAL, Evidence.RECOMPUTED)
"""What a record proves of the play itself."""


def letters(evidence: Mapping[str, int]) -> str:
    """``v7 p1 r1``: how many results of each kind, in the order of their worth."""
    return " ".join(f"{letter}{evidence[word]}" for word, letter in LETTERS.items() if evidence.get(word))


def sentence(evidence: Mapping[str, int], words: Words) -> str:
    """``38 of 40 results proven by records (1 partial), 1 ruling, 1 bye``."""
    proven = sum(evidence.get(word, 0) for word in PROVEN)
    said = words("proven", n=proven, all=sum(evidence.values()))
    weaker = [words.counted(word, evidence[word]) for word in PROVEN[1:] if evidence.get(word)]
    if weaker:
        said += f" ({', '.join(weaker)})"
    others = [words.counted(word, evidence[word]) for word in LETTERS if word not in PROVEN and evidence.get(word)]
    return ", ".join([said, *others])


def legend(kinds: Mapping[str, int], words: Words) -> str:
    """The letters that are used, with their words."""
    used = [f"{letter} {word_of(word, words)}" for word, letter in LETTERS.items() if kinds.get(word)]
    return words("legend", letters=", ".join(used)) if used else ""


def word_of(evidence: str, words: Words) -> str:
    """The word of a kind of evidence, without a number."""
    return " ".join(words.counts[evidence][0].replace("{n}", "").split())
