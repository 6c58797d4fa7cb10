"""What the shell completes beside commands and options."""

from collections.abc import Iterable


def games(incomplete: str) -> list[str]:
    """Games."""
    from kontari.games import GAMES

    return _beginning(GAMES, incomplete)


def codes(incomplete: str) -> list[str]:
    """Codes of findings."""
    from kontari.codes import all_rules

    return _beginning(all_rules(), incomplete.upper())


def presets(incomplete: str) -> list[str]:
    """Presets of any game."""
    from kontari.games import GAMES, part

    names = {name for game in GAMES for name in part(game, "options").PRESETS}
    return sorted(_beginning(names, incomplete))


def formats(incomplete: str) -> list[str]:
    """Formats of findings."""
    from kontari.render import FORMATS

    return _beginning(FORMATS, incomplete)


def requirements(incomplete: str) -> list[str]:
    """Words of what may be required, behind those that stand there already."""
    from kontari.promises.shapes import REQUIREMENTS

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + word for word in _beginning(REQUIREMENTS, last)]


def step_formats(incomplete: str) -> list[str]:
    """Formats of a replay."""
    from kontari.render.steps import STEP_FORMATS

    return _beginning((*STEP_FORMATS, "markdown"), incomplete)


def sheet_formats(incomplete: str) -> list[str]:
    """Formats of score sheets."""
    from kontari.commands.scoring import SHEETS

    return _beginning(SHEETS, incomplete)


def plain_formats(incomplete: str) -> list[str]:
    """Formats of a command that has no more."""
    from kontari.commands.terminal import PLAIN_FORMATS

    return _beginning(PLAIN_FORMATS, incomplete)


def conversions(incomplete: str) -> list[str]:
    """Formats of records."""
    from kontari.convert import OWN, names
    from kontari.tables import FORMATS

    return _beginning((*OWN, *FORMATS, *names()), incomplete)


def groups(incomplete: str) -> list[str]:
    """What records are put together by."""
    from kontari.commands.splitting import BY

    return _beginning((word.removesuffix("N") for word in BY), incomplete)


def duplicates(incomplete: str) -> list[str]:
    """What duplicates share."""
    from kontari.sifting.duplicates import KINDS, PREFIX

    return _beginning((*KINDS, PREFIX), incomplete)


def verdicts(incomplete: str) -> list[str]:
    """Words of verdicts."""
    from kontari.core.verdict import WORDS

    return _beginning(WORDS, incomplete)


def rule_comparisons(incomplete: str) -> list[str]:
    """Options of any game with their values, and presets, as ``option=value``."""
    return [*rule_words(incomplete), *_beginning((f"preset={name}" for name in presets("")), incomplete)]


def list_formats(incomplete: str) -> list[str]:
    """Formats of a list of records."""
    from kontari.commands.listing import LISTS

    return _beginning(LISTS, incomplete)


def tables(incomplete: str) -> list[str]:
    """Tables of records."""
    from kontari.tables.columns import TABLES

    return _beginning(TABLES, incomplete)


def dialects(incomplete: str) -> list[str]:
    """Dialects of any foreign form."""
    from kontari.convert import usable

    return _beginning([one for _, module in usable() for one in getattr(module, "DIALECTS", ())], incomplete)


def job_numbers(incomplete: str) -> list[str]:
    """Numbers of processes."""
    from kontari.jobs import usable

    return _beginning(("auto", *map(str, range(1, usable() + 1))), incomplete)


def severities(incomplete: str) -> list[str]:
    """Severities of findings."""
    return _beginning(("error", "warning"), incomplete)


def colours(incomplete: str) -> list[str]:
    """Words of --color."""
    return _beginning(("always", "never"), incomplete)


def schemas(incomplete: str) -> list[str]:
    """Published schemas."""
    from kontari.schemas import names

    return _beginning(names(), incomplete)


def rule_words(incomplete: str) -> list[str]:
    """Options of any game with their values, as ``option=value``."""
    from kontari.games import GAMES, part
    from kontari.record.nodes import Boolean, Enum, keys

    words = []
    for game in GAMES:
        for key in keys(part(game, "options").Rules):
            match key.node:
                case Enum(values=values):
                    words += [f"{key.name}={value}" for value in values]
                case Boolean():
                    words += [f"{key.name}=true", f"{key.name}=false"]
                case _:
                    words.append(f"{key.name}=")
    return _beginning(words, incomplete)


def redaction_keys(incomplete: str) -> list[str]:
    """What a redacted record may keep."""
    from kontari.redaction import KEEPABLE

    return _beginning(KEEPABLE, incomplete)


def anonymity_keys(incomplete: str) -> list[str]:
    """What an anonymized record may keep."""
    from kontari.anonymity import KEEPABLE

    return _beginning(KEEPABLE, incomplete)


def page_formats(incomplete: str) -> list[str]:
    """Forms of a table of a tournament."""
    return _beginning(("text", "csv", "json", "markdown", "html"), incomplete)


def round_formats(incomplete: str) -> list[str]:
    """Forms of a list for the wall."""
    return _beginning(("text", "csv", "json", "html"), incomplete)


def list_kinds(incomplete: str) -> list[str]:
    """Lists for the wall."""
    return _beginning(("tables", "persons", "slips"), incomplete)


def languages(incomplete: str) -> list[str]:
    """Languages of headings."""
    return _beginning(("en", "es", "eu"), incomplete)


def name_forms(incomplete: str) -> list[str]:
    """How people are named."""
    return _beginning(("full", "initials", "ids"), incomplete)


def criteria(incomplete: str) -> list[str]:
    """Criteria that break ties, and lists of them."""
    from kontari.tournament.criteria import CRITERIA
    from kontari.tournament.presets import PRESETS

    return _beginning((*CRITERIA, *PRESETS), incomplete)


def answer_formats(incomplete: str) -> list[str]:
    """Formats of what an archive answers."""
    from kontari.archive.answers import FORMATS

    return _beginning(FORMATS, incomplete)


def tops(incomplete: str) -> list[str]:
    """What an archive can list by how often it won."""
    from kontari.archive.questions import TOP

    return _beginning(TOP, incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
