"""Budgets of findings: what a run may have of each code before its exit status tells of it."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from kontari.tally import Tally

_BUDGET = re.compile(r"([0-9]{1,15})|([0-9]{1,3}(?:\.[0-9]{1,6})?)%")


class Budget(NamedTuple):
    """So many findings of a code, or so many for each record; of any number where both are None."""

    number: int | None = None
    share: Fraction | None = None

    def most(self, records: int) -> int | None:
        """How many there may be over so many records; None for any number."""
        return self.number if self.share is None else int(self.share * records)


def budget(text: str) -> Budget:
    """The budget that ``N`` or ``P%`` stands for, or nothing for no bound. Raises ValueError."""
    if not text:
        return Budget()
    found = _BUDGET.fullmatch(text)
    if found is None or (found[2] and Fraction(found[2]) > 100):
        raise ValueError(text)
    return Budget(int(found[1])) if found[1] else Budget(share=Fraction(found[2]) / 100)


def overspent(tally: Tally, budgets: Mapping[str, Budget]) -> dict[str, tuple[int, int]]:
    """The codes of which there were more than allowed: how many there were, and how many might be."""
    found = {}
    for code, allowed in budgets.items():
        count, most = tally.findings.get(code, 0), allowed.most(tally.records)
        if most is not None and count > most:
            found[code] = (count, most)
    return found


def to_report(tally: Tally, fail_on: str, complete: bool, budgets: Mapping[str, Budget]) -> bool:
    """Whether there was anything that the exit status is to tell of.

    It is an error, or with ``fail_on`` ``warning`` any finding, that no budget covers; with ``complete`` an
    unfinished record too.
    """
    if complete and tally.verdicts.get("unfinished", 0):
        return True
    if not tally.findings:
        return False
    from kontari.codes import rule

    spent = overspent(tally, budgets)
    counted = (code for code in tally.findings if code not in budgets or code in spent)
    return any(fail_on == "warning" or rule(code).severity == "error" for code in counted)
