"""Writes the generated files of ``schemas/``: schemas, grammars of the games, ``codes.json``, ``actions.json``.

``python -m kontari.publish`` writes them; with ``--check`` it only tells whether they are fresh.
"""

import json
import sys
from pathlib import Path
from typing import Any

from kontari.baseline import Baseline
from kontari.codes import all_rules, data
from kontari.dataset.manifest import Manifest
from kontari.games import GAMES, part
from kontari.notation.grammar import grammar
from kontari.promises.shapes import Expectations
from kontari.published import published
from kontari.record.action_ids import published_words
from kontari.record.schema import envelope_schema, record_schema, shape_schema
from kontari.record.writing import laid_out
from kontari.report import Report
from kontari.tournament.document import SCHEMA


def generated() -> dict[str, str]:
    """The generated files by name, with their text."""
    made: dict[str, Any] = {f"{game}.schema.json": record_schema(game) for game in GAMES}
    made["record.schema.json"] = envelope_schema(tuple(GAMES))
    made["tournament.schema.json"] = SCHEMA()
    made["expect.schema.json"] = shape_schema(Expectations, "expect", "kontari promises 1.0")
    made["baseline.schema.json"] = shape_schema(Baseline, "baseline", "kontari baseline 1.0")
    made["report.schema.json"] = shape_schema(Report, "report", "kontari report 1.0")
    made["dataset.schema.json"] = shape_schema(Manifest, "dataset", "kontari data set 1.0")
    made["codes.json"] = [data(one) for one in all_rules().values()]
    grammars = {grammar_name(game, words): grammar(game, words) for game in GAMES for words in part(game, "text").WORDS}
    texts = {name: json.dumps(value, ensure_ascii=False, indent=2) + "\n" for name, value in made.items()}
    return {**texts, "actions.json": laid_out(published_words()), **grammars}


def grammar_name(game: str, words: str) -> str:
    """The file of a game's grammar; that of the first set of words has no more in its name than the game."""
    return f"{game}.lark" if words == part(game, "text").WORDS[0] else f"{game}-{words}.lark"


def stale(folder: Path) -> list[str]:
    """The names of generated files that are not as they would be written now."""
    found = []
    for name, text in generated().items():
        path = folder / name
        if not path.is_file() or path.read_text("utf-8") != text:
            found.append(name)
    return found


def main() -> int:
    """Write or check the files; 1 where a check fails."""
    folder = published("schemas")
    old = stale(folder)
    if "--check" in sys.argv[1:]:
        print("\n".join(f"schemas/{name} is stale: make schemas" for name in old) or "schemas are fresh")
        return 1 if old else 0
    for name in old:
        (folder / name).write_text(generated()[name], "utf-8", newline="\n")
        print(f"schemas/{name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
