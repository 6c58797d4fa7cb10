"""The most that can be laid when every tile may be moved: by the quick programme, and the careful one if it must."""

from collections.abc import Sequence

from kontari.games.rummikub.budget import Budget
from kontari.games.rummikub.careful import careful, careful_below
from kontari.games.rummikub.laying import JOKER, NOTHING, NUMBERS, LaidSet, parked, within
from kontari.games.rummikub.quick import quick
from kontari.games.rummikub.task import Laws, Task, Worth


def most_laid(
    table: Sequence[int], rack: Sequence[int], worth: Worth, laws: Laws, budget: Budget
) -> tuple[int, list[LaidSet]] | None:
    """The most weight that can leave the rack, and the whole table then; ``None`` if that is none."""
    found = quick(table, rack, worth.numbers, laws.high_one, budget)
    if found is None or not found[1]:
        return None
    weight, sets, spare = found
    weight += worth.joker * rack[JOKER]
    if within(sets, laws.most_jokers) and parked(sets, spare, laws.most_jokers):
        return (weight, sets) if weight else None
    task = Task(table, rack, worth, laws.high_one, laws.jokers_per_set)
    placed = careful_below(weight, task, budget, least=task.jokers - spare)
    return placed if placed and placed[0] else None


def laid_nothing(table: Sequence[int], laws: Laws, budget: Budget) -> tuple[int, list[LaidSet]] | None:
    """The table arranged with nothing from the rack."""
    worth = Worth(range(NUMBERS + 1), 0)
    found = quick(table, NOTHING, worth.numbers, laws.high_one, budget)
    if found is None:
        return None
    _, sets, spare = found
    if within(sets, laws.most_jokers) and parked(sets, spare, laws.most_jokers):
        return 0, sets
    return careful(Task(table, NOTHING, worth, laws.high_one, laws.jokers_per_set), budget)
