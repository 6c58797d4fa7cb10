"""``kontari anonymize``: records without names."""

from typing import Annotated

import typer

from kontari.commands.completing import anonymity_keys
from kontari.commands.options import OUTPUT, Debug, MaxBytes, Paths, StdinName
from kontari.status import Status

EXAMPLE = "kontari anonymize games.jsonl --key-file key.txt --keep meta.licence"

NAMING = "Naming"


def anonymize(
    paths: Paths,
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="The secret key.", rich_help_panel=NAMING)
    ] = None,
    key_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The file that holds it: no other user sees it.", rich_help_panel=NAMING),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="Keep this as it is: rating, sides, event.date, meta.licence, note, x-…. Repeatable.",
            autocompletion=anonymity_keys,
            rich_help_panel=NAMING,
        ),
    ] = None,
    mapping: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write who is behind each pseudonym (CSV).", rich_help_panel=OUTPUT),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write here, whole or not at all; in a folder (FOLDER/) a file a record, named by its hash.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write records without names; who plays is a pseudonym made with a secret key.

    A player has the same pseudonym in all records and runs with the same key, by id, or by name where there is no id.
    Play, verdict and scores stay as they are. Names, ids and sides become pseudonyms; ratings, meta, $schema, notes,
    times and x- keys go. Of the event site and date go, name and match become pseudonyms, and so do stage, round and
    table unless they are numbers. Any of this stays only where it is kept by name.
    """
    from contextlib import ExitStack
    from pathlib import Path as FilePath

    from kontari.anonymity import KEEPABLE, Pseudonyms, anonymized
    from kontari.commands.anonymizing import Folder, names_folder, secret, table
    from kontari.commands.own_records import OwnRecords
    from kontari.commands.rewriting import OneFile, Rewriting, Writer, kept, where
    from kontari.commands.terminal import misuse
    from kontari.commands.terminal import output as opened

    names = kept(keep or (), KEEPABLE)
    if mapping is not None and (
        mapping == "-" or (output and FilePath(mapping).resolve() == FilePath(output).resolve())
    ):
        misuse("--mapping takes a file of its own")
    pseudonyms = Pseudonyms(secret(key, key_file), remember=mapping is not None)
    records = OwnRecords(paths, stdin_name, max_bytes, debug=debug, quiet=True, told=where)
    in_folder = names_folder(output)
    with ExitStack() as files:
        behind = files.enter_context(opened(mapping, [*paths, *filter(None, [key_file])])) if mapping else None
        stream = files.enter_context(opened(None if in_folder else output, paths))
        writer: Writer = Folder(output or "", paths) if in_folder else OneFile(stream, output)
        status = Rewriting(records).into(writer, lambda record: anonymized(record, pseudonyms, names))
        if behind is not None:
            behind.write(table(pseudonyms.given))
    return status
