"""What a search is asked: under which laws, what tiles are worth, and what the sets have to reach."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from kontari.games.rummikub.laying import COLOURS, JOKER, NUMBERS, face_of


class Laws(NamedTuple):
    """The house rules that a search asks about; 0 is "none" in ``jokers_per_set``."""

    high_one: bool = False
    jokers_per_set: int = 0
    opening_min: int = 30
    opening_single: bool = False
    opening_joker: Literal["face", "zero", "forbid"] = "face"
    same_turn: bool = True
    joker_value: int = 30

    @property
    def jokers_count(self) -> bool:
        """Whether a joker has the points of its face in an opening."""
        return self.opening_joker == "face"

    @property
    def most_jokers(self) -> int:
        """The most jokers in a set: no set has more places than there are numbers."""
        return self.jokers_per_set or NUMBERS


CLASSIC = Laws()


class Worth(NamedTuple):
    """What a tile that leaves the rack is worth: ``numbers[n]`` with the number n, and ``joker``."""

    numbers: Sequence[int]
    joker: int

    def of(self, tiles: Iterable[int]) -> int:
        return sum(self.joker if tile == JOKER else self.numbers[tile % NUMBERS + 1] for tile in tiles)


class Task(NamedTuple):
    """What is asked for: sets of all tiles of the table and some of the rack, worth so many points together.

    ``strict``: the jokers' own points count, so it is decided where every joker lies. Otherwise jokers are laid
    where they are needed, and only the room is counted that the sets have for others.
    """

    table: Sequence[int]
    rack: Sequence[int]
    worth: Worth
    high: bool
    limit: int
    need: int = 0
    strict: bool = False

    @property
    def jokers(self) -> int:
        return self.table[JOKER] + self.rack[JOKER]

    @property
    def last(self) -> int:
        """The highest number: 14 is a one above 13."""
        return NUMBERS + self.high

    def rack_weight(self, number: int) -> int:
        """What all tiles of the rack with a number are worth."""
        if number > NUMBERS:
            return 0
        return self.worth.numbers[number] * sum(self.rack[face_of(colour, number)] for colour in range(COLOURS))

    def there(self) -> list[list[int]]:
        """By number and colour, all tiles that there are; none far beyond the end."""
        have = [[0] * COLOURS for _ in range(self.last + 4 + self.jokers)]
        for number in range(1, self.last + 1):
            for colour in range(COLOURS):
                face = face_of(colour, number)
                have[number][colour] = self.table[face] + self.rack[face]
        return have
