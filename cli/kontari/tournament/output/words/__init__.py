"""Headings and short words by language, a file of data each; codes, JSON and CSV are the same in all."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

LANGUAGES = ("en", "es", "eu")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language.

    ``heads``: short and long heading of a column. ``counts``: by word of evidence, the sentence for one and for
    several, with ``{n}``. ``words``: all others, some with ``{names}`` to be filled in.
    """

    lang: str
    heads: Mapping[str, tuple[str, str]]
    counts: Mapping[str, tuple[str, str]]
    words: Mapping[str, str]

    def __call__(self, key: str, **facts: object) -> str:
        """A word or sentence. Raises KeyError for one that is not in the data."""
        return self.words[key].format(**facts)

    def counted(self, evidence: str, number: int) -> str:
        """So many results of a kind of evidence."""
        one, several = self.counts[evidence]
        return (one if number == 1 else several).format(n=number)


def words(lang: str) -> Words:
    """The words of a language of ``LANGUAGES``. Raises KeyError for another."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    found = import_module(f"{__name__}.{lang}")
    return Words(lang, found.HEADS, found.COUNTS, found.WORDS)
