"""Inputs of all forms in a folder, for what must give the same however they are divided."""

import gzip
from pathlib import Path

from conftest import GAME, illegal
from kontari.games.crazy_eights.record import EXAMPLE
from kontari.record.writing import one_line, pretty

SOUND, ILLEGAL = one_line(GAME, EXAMPLE), one_line(GAME, illegal())
NOTATION = Path(__file__).parents[1] / "records" / "mus" / "sound" / "notation-basque.mus.txt"


def written_here(times: int) -> list[str]:
    """Lines with blank ones among them, compressed, a record alone, notation, and nothing; the paths to give."""
    Path("in").mkdir()
    lines = [SOUND, ILLEGAL, "\n", "  \n", '{"kontari": nonsense}\n', SOUND] * times
    Path("in/a.jsonl").write_text("".join(lines) + SOUND.rstrip("\n"))
    Path("in/b.jsonl.gz").write_bytes(gzip.compress("".join(lines[:6]).encode()))
    Path(f"in/c.{GAME}.json").write_text(pretty(GAME, illegal()))
    Path("in/d.jsonl").write_text("\n\n")
    Path("in/e.mus.txt").write_bytes(NOTATION.read_bytes() * 2)
    Path("last.jsonl").write_text("".join(lines[::-1]))
    return ["in", "last.jsonl"]
