"""Standings, cross-tables and lists in every form: a module a form.

:func:`render` makes text, CSV, JSON, Markdown or HTML of any of the three. The words of a page are in a language of
:data:`LANGUAGES`; codes, JSON and CSV are the same in all.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kontari.tournament.crosstable import CrossTable
from kontari.tournament.lists import Listing
from kontari.tournament.model import Document, Results, Standings
from kontari.tournament.output import csv_, json_, pages
from kontari.tournament.output.html import html
from kontari.tournament.output.listing import listing_csv, listing_page
from kontari.tournament.output.look import NAMES, Look
from kontari.tournament.output.markdown import markdown
from kontari.tournament.output.page import Page
from kontari.tournament.output.text import text
from kontari.tournament.output.words import LANGUAGES

Form = Literal["text", "csv", "json", "markdown", "html"]
FORMS: tuple[Form, ...] = ("text", "csv", "json", "markdown", "html")
_OF_PAGES = {"text": text, "markdown": markdown, "html": html}

Shown = Standings | CrossTable | Listing


def render(
    form: Form,
    made: Shown,
    document: Document,
    look: Look,
    results: Results | None = None,
    findings: Sequence[Mapping[str, Any]] = (),
) -> str:
    """What is to be printed or written as UTF-8, its lines ended.

    results: what the table was made of; with it what was noted on a result is a footnote, and ``look.evidence``
    lists every result. findings: as JSON values, for JSON only. Raises KeyError for an unknown form or language.
    """
    if form == "csv":
        return _csv(made, document, look)
    if form == "json":
        return json.dumps(_data(made, document, look, findings), ensure_ascii=False, indent=2) + "\n"
    return _OF_PAGES[form](page(made, document, look, results))


def page(made: Shown, document: Document, look: Look, results: Results | None = None) -> Page:
    """What is shown, before it has a form."""
    match made:
        case Standings():
            return pages.standings_page(made, document, look, results)
        case CrossTable():
            return pages.crosstable_page(made, document, look, results)
        case Listing():
            return listing_page(made, document, look)


def _csv(made: Shown, document: Document, look: Look) -> str:
    match made:
        case Standings():
            return csv_.standings_csv(made, document, look)
        case CrossTable():
            return csv_.crosstable_csv(made, document, look)
        case Listing():
            return listing_csv(made, document, look)


def _data(made: Shown, document: Document, look: Look, findings: Sequence[Mapping[str, Any]]) -> Any:
    match made:
        case Standings():
            return json_.standings_data(made, document, look, findings)
        case CrossTable():
            return json_.crosstable_data(made, document, look, findings)
        case Listing():
            rounds = [json_.round_data(one) for one in made.rounds]
            return rounds[0] if len(rounds) == 1 else rounds


__all__ = ["FORMS", "LANGUAGES", "NAMES", "Form", "Look", "page", "render"]
