"""``kontari tournament draft``: a document out of what records say of themselves."""

from kontari.commands.options import Debug, MaxBytes, Output
from kontari.commands.tournament.options import Game, Preset, Records, Verdicts
from kontari.status import Status

EXAMPLE = "kontari tournament draft records/ --preset mus-liga -o league.tournament.json"


def draft(
    paths: Records = None,
    game: Game = None,
    preset: Preset = None,
    verdicts: Verdicts = None,
    output: Output = None,
    max_bytes: MaxBytes = 64 * 2**20,
    debug: Debug = False,
) -> Status:
    """Write the document that the events of records amount to, as a start."""
    from kontari.commands.terminal import misuse
    from kontari.commands.terminal import output as opened
    from kontari.commands.tournament.loading import Inputs, all_played, checked_preset
    from kontari.tournament.document import written
    from kontari.tournament.draft import draft as drafted

    checked_preset(preset)
    inputs = Inputs((), verdicts or (), None, game, preset, max_bytes, debug)
    found, status = all_played(paths or (), inputs)
    try:
        document = drafted(found, game, preset)
    except ValueError as error:
        misuse(str(error))
    with opened(output, inputs.sources(paths)) as stream:
        stream.write(written(document))
    return status
