"""What the tests of archives share: records of every game and verdict, an archive of them, and what stands in it."""

from pathlib import Path
from typing import Any

import duckdb

from kontari.archive.columns import TABLES
from kontari.record.writing import one_line
from page import CORPUS

BINDING = "SELECT sha256, count(*) FROM {} GROUP BY sha256"


def lines(every: int = 1) -> list[bytes]:
    """Records of the corpus as lines, malformed ones too where they are one; no two the same."""
    import json

    found: dict[bytes, None] = {}
    for path in sorted(CORPUS.glob("*/*/*.json"))[::every]:
        if path.parent.parent.name in ("mus", "rummikub", "crazy-eights") and not path.name.endswith(".case.json"):
            data = path.read_bytes()
            try:
                value = json.loads(data)
                found[one_line(value["game"], value).encode()] = None
            except Exception:
                if data.strip() and b"\n" not in data.strip() and b"\r" not in data:
                    found[data.strip() + b"\n"] = None
    return list(found)


def asked(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """What DuckDB itself answers, without kontari."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, in an order of their own."""
    return {table: sorted(asked(path, f"FROM {table}"), key=repr) for table in TABLES}
