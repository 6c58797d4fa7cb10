"""``kontari stats``: figures over many records."""

from kontari.commands.options import Debug, MaxBytes, Output, Paths, PlainFormat, StdinName
from kontari.status import Status

EXAMPLE = "kontari stats records/mus/sound"


def stats(
    paths: Paths,
    format: PlainFormat = "text",
    output: Output = None,
    stdin_name: StdinName = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Tell figures over many records, a game at a time: lengths, scores, how rounds ended, and what the game has.

    Only records whose play is legal count; how many do not is told. Figures of a match are drawn from matches that are
    over, those of a round from rounds that ended.
    """
    import json

    from kontari.commands.gathering import gathered
    from kontari.commands.terminal import PLAIN_FORMATS, known, look
    from kontari.commands.terminal import output as opened
    from kontari.stats.text import text

    known(format, PLAIN_FORMATS, "format")
    with opened(output, paths) as stream:
        data, status = gathered(paths, stdin_name, max_bytes, debug=debug)
        if format == "json":
            stream.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
        else:
            stream.write(text(data, look(None, to_file=output is not None).width))
    return status
