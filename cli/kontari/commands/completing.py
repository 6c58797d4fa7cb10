"""What the shell completes beside commands and options."""


def games(incomplete: str) -> list[str]:
    """Games."""
    from kontari.games import GAMES

    return [game for game in GAMES if game.startswith(incomplete)]


def codes(incomplete: str) -> list[str]:
    """Codes of findings."""
    from kontari.codes import all_rules

    return [code for code in all_rules() if code.startswith(incomplete.upper())]


def presets(incomplete: str) -> list[str]:
    """Presets of any game."""
    from kontari.games import GAMES, part

    names = {name for game in GAMES for name in part(game, "options").PRESETS}
    return sorted(name for name in names if name.startswith(incomplete))


def formats(incomplete: str) -> list[str]:
    """Formats of findings."""
    from kontari.render import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


def conversions(incomplete: str) -> list[str]:
    """Formats of records."""
    from kontari.convert import FOREIGN, OWN

    return [name for name in (*OWN, *FOREIGN) if name.startswith(incomplete)]
