"""A plain, slow second opinion on Mus: the count at the end of a hand.

Written from the rules page alone (section 7), by somebody who had not seen the referee. Numbers with an s in
comments are the sections of the page.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.mus.plain_betting import Outcome, side_of, speaking_order
from games.mus.plain_hands import compare, has_juego, has_pares, stones_of_juego, stones_of_pares

Addition: TypeAlias = tuple[str, int, int, str]  # lance, side, stones, reason: "en-paso", "stake" or "bonus"


def last_lance(hands: Sequence[Sequence[str]], kings: int) -> str:
    """s4, s5: juego if anybody has it, else punto."""
    return "juego" if any(has_juego(hand, kings) for hand in hands) else "punto"


def seats_in(lance: str, players: int, mano: int, hands: Sequence[Sequence[str]], kings: int) -> list[int]:
    """s5: whose hands matter in a lance, in speaking order from mano: the holders in pares and juego, else all."""
    seats = []
    for seat in speaking_order(players, mano):
        if lance == "pares" and not has_pares(hands[seat], kings):
            continue
        if lance == "juego" and not has_juego(hands[seat], kings):
            continue
        seats.append(seat)
    return seats


def best_seat(
    options: Mapping[str, Any], players: int, mano: int, hands: Sequence[Sequence[str]], lance: str
) -> int | None:
    """s4: the best hand of a lance; ties go to the hand nearest to mano. None where nobody has pares or juego."""
    best: int | None = None
    for seat in seats_in(lance, players, mano, hands, options["kings"]):
        if best is None or compare(lance, hands[seat], hands[best], options["kings"], options["real"]) > 0:
            best = seat
    return best


def ordago_side(options: Mapping[str, Any], players: int, mano: int, hands: Sequence[Sequence[str]], lance: str) -> int:
    """s7: an accepted ordago: that lance alone decides the juego, for the side of its best hand."""
    best = best_seat(options, players, mano, hands, lance)
    if best is None:
        raise ValueError(f"nobody can have bet in {lance}")
    return side_of(best)


def bonus_of_side(lance: str, side: int, hands: Sequence[Sequence[str]], kings: int) -> int:
    """s7: the stones of pares or of juego, for each holder of the side."""
    stones = 0
    for seat, hand in enumerate(hands):
        if side_of(seat) == side:
            stones += stones_of_pares(hand, kings) if lance == "pares" else stones_of_juego(hand, kings)
    return stones


def additions_of_lance(
    options: Mapping[str, Any],
    players: int,
    mano: int,
    hands: Sequence[Sequence[str]],
    lance: str,
    outcome: Outcome | None,
) -> list[Addition]:
    """s7, the table: what one lance adds at the count, whatever the score. The stake comes before the bonus."""
    kings = options["kings"]
    best = best_seat(options, players, mano, hands, lance)
    sides = {side_of(seat) for seat in seats_in(lance, players, mano, hands, kings)}
    if (outcome is None) != (sides != {0, 1}):
        raise ValueError(f"{lance}: the outcome {outcome!r} does not fit the hands (s5)")
    if outcome is not None and outcome[0] == "ordago":
        raise ValueError(f"{lance}: an accepted ordago is not counted (s7)")
    if best is None:
        return []  # s5: nobody has pares: nothing
    winner = side_of(best)

    if lance in ("pares", "juego"):
        if outcome is not None and outcome[0] == "refused":
            # The deje was taken at once; the bonus is that of the side whose bet was refused.
            side = outcome[2]
            return [(lance, side, bonus_of_side(lance, side, hands, kings), "bonus")]
        bonus: Addition = (lance, winner, bonus_of_side(lance, winner, hands, kings), "bonus")
        if outcome is not None and outcome[0] == "accepted":
            return [(lance, winner, outcome[1], "stake"), bonus]
        return [bonus]  # en paso or one side only: the bonus alone

    assert outcome is not None  # in grande, chica and punto every seat may bet
    if outcome[0] == "passed":
        return [(lance, winner, 1, "en-paso")]
    if outcome[0] == "accepted":
        additions: list[Addition] = [(lance, winner, outcome[1], "stake")]
        if lance == "punto" and options["punto_bonus_on_bet"]:
            additions.append((lance, winner, 1, "bonus"))
        return additions
    if lance == "punto":
        return [(lance, outcome[2], 1, "bonus")]  # refused: punto +1 at the count
    return []  # grande and chica refused: the deje was all


def count(
    options: Mapping[str, Any],
    players: int,
    mano: int,
    hands: Sequence[Sequence[str]],
    lances: Mapping[str, Outcome | None],
    before: Sequence[int],
) -> tuple[list[int], list[Addition]]:
    """s7, the count of one finished hand: the stones that the count added to each side, and the additions in order.

    options: kings, real, target, punto_bonus_on_bet. `lances` has an item for every lance of the hand; one in
    which nobody could bet is None or left out. `before` are the stones of the two sides when the count begins,
    dejes of the hand included; they are not in the answer. The addition that reaches the target is the last one,
    and is not cut down. Nothing is added if a deje has reached the target, or if an ordago was accepted.
    """
    scores = [0, 0]
    additions: list[Addition] = []
    if len(hands) != players:
        raise ValueError("one hand for each player")
    if any(outcome is not None and outcome[0] == "ordago" for outcome in lances.values()):
        return scores, additions  # the ordago decides the juego; earlier stakes are void, and it adds nothing itself
    if before[0] >= options["target"] or before[1] >= options["target"]:
        return scores, additions  # a deje has ended the juego on the spot
    last = last_lance(hands, options["kings"])
    if any(lance not in ("grande", "chica", "pares", last) for lance in lances):
        raise ValueError(f"the lances are grande, chica, pares and {last}")
    for lance in ("grande", "chica", "pares", last):
        for addition in additions_of_lance(options, players, mano, hands, lance, lances.get(lance)):
            _, side, stones, _ = addition
            additions.append(addition)
            scores[side] += stones
            if before[side] + scores[side] >= options["target"]:
                return scores, additions
    return scores, additions
