"""The manifest of a data set: its shape, its reading and writing."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field

from kontari.json_text import NotJsonError, parsed
from kontari.record.decode import shape_struct
from kontari.record.envelope import GAME_NAMES, SHA256_PATTERN, VERSION_PATTERN
from kontari.record.reading import has_null, without_own_keys
from kontari.record.streams import InputError, reason_of
from kontari.record.writing import in_order, laid_out
from kontari.shape import MAX_INT, Absent, Count, Free, Named, Shape

NAME = "manifest.json"
VERSION = "1.0"
MOST_BYTES = 64 * 2**20
SHARD = "part-{:05}.parquet"

Sha256 = Annotated[str, Field(pattern=SHA256_PATTERN), Named("sha256")]
ShardName = Annotated[str, Field(pattern=r"^part-[0-9]{5,12}\.parquet(?!\n)$"), Named("shard-name")]

_HASH = "0" * 64


class Verdicts(Shape):
    """How many records there are of each verdict; none where a key is absent."""

    sound: Annotated[Absent[Count], Field(description="the number of sound records", examples=[9000])] = None
    unfinished: Annotated[Absent[Count], Field(description="the number of unfinished records", examples=[1000])] = None
    misscored: Annotated[Absent[Count], Field(description="the number of misscored records", examples=[1])] = None
    illegal: Annotated[Absent[Count], Field(description="the number of illegal records", examples=[2])] = None
    malformed: Annotated[
        Absent[Count], Field(description="the number of malformed records, which no row can hold", examples=[3])
    ] = None


class RuleSet(Shape):
    """Rules in force, and how many records were played by them."""

    records: Annotated[Count, Field(description="the number of records", examples=[10000])]
    rules: Annotated[
        Free, Field(description="every option with its value, as a verdict shows them", examples=[{"decks": 1}])
    ]


class Judge(Shape):
    """Who gave the verdicts."""

    software: Annotated[str, Field(description="the software and its version", examples=["kontari 0.1.0"])]
    format: Annotated[str, Field(description="the version of the format it judges by", examples=["1.0"])]


class Shard(Shape):
    """One file of rows."""

    file: Annotated[ShardName, Field(description="the name of the file", examples=["part-00000.parquet"])]
    sha256: Annotated[Sha256, Field(description="the SHA-256 of the file", examples=[_HASH])]
    bytes: Annotated[Count, Field(description="its size in bytes", examples=[2440000])]
    records: Annotated[Count, Field(description="the number of its rows", examples=[10000])]


class Manifest(Shape):
    """What a data set holds."""

    kontari_dataset: Annotated[
        Annotated[str, Field(pattern=VERSION_PATTERN)],
        Field(description="the version of this form, which also says what this file is", examples=[VERSION]),
    ]
    game: Annotated[
        Literal[GAME_NAMES],  # type: ignore[valid-type]
        Field(description="the game of all records", examples=[GAME_NAMES[0]]),
    ]
    records: Annotated[Count, Field(description="the number of records, a row each", examples=[10000])]
    moves: Annotated[Count, Field(description="the number of moves of all records", examples=[960000])]
    actions: Annotated[
        Count,
        Field(
            description="the number of integers that the game had in actions.json: all in deals and moves are below it",
            examples=[461],
        ),
    ]
    verdicts: Annotated[
        Verdicts,
        Field(description="the verdicts on the records, totals", examples=[{"sound": 9000, "unfinished": 1000}]),
    ]
    left_out: Annotated[
        Absent[Verdicts],
        Field(description="the verdicts on records that were read and left out", examples=[{"illegal": 2}]),
    ] = None
    rule_sets: Annotated[
        list[RuleSet],
        Field(
            description="the rules in force, each once, in the order in which they first occur",
            examples=[[{"records": 10000, "rules": {"decks": 1}}]],
        ),
    ]
    judge: Annotated[
        Judge, Field(description="who gave the verdicts", examples=[{"software": "kontari 0.1.0", "format": "1.0"}])
    ]
    licence: Annotated[
        Absent[str], Field(description="the SPDX name of the licence of the data", examples=["CC0-1.0"])
    ] = None
    seed: Annotated[
        Absent[Annotated[int, Field(ge=0, le=MAX_INT)]],
        Field(description="the seed by which the matches were made, as whoever built it says", examples=[1]),
    ] = None
    shards: Annotated[
        list[Shard],
        Field(
            description="the files with the rows, in order",
            examples=[[{"file": "part-00000.parquet", "sha256": _HASH, "bytes": 2440000, "records": 10000}]],
        ),
    ]


class ManifestError(Exception):
    """A text that is no manifest, or one of another version; the message says why."""


def written(manifest: dict[str, Any]) -> str:
    """A manifest as text, in one form."""
    return laid_out(in_order(Manifest, manifest))


def read_manifest(folder: str) -> dict[str, Any]:
    """The manifest of a data set, as JSON values.

    Raises InputError where the folder has none that can be opened, ManifestError where it is none.
    """
    path = Path(folder) / NAME
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(str(path), f"cannot be opened: {reason_of(error)}; a data set has one") from None
    if len(data) > MOST_BYTES:
        raise ManifestError(f"{path}: is longer than {MOST_BYTES} bytes")
    try:
        value = parsed(data)
        if isinstance(value, dict) and "kontari_dataset" not in value:
            raise ManifestError(f"{path}: is no manifest of a data set: it has no key kontari_dataset")
        msgspec.convert(without_own_keys(value), shape_struct(Manifest), strict=True)
        if has_null(value):
            raise ManifestError(f"{path}: is no manifest of a data set: it holds null")
    except (NotJsonError, msgspec.ValidationError, RecursionError) as error:
        raise ManifestError(f"{path}: is no manifest of a data set: {error}") from None
    found: dict[str, Any] = value
    return found
