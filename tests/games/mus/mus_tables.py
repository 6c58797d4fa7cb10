"""What the tests of Mus share: rules at random, moves as the judge takes them, a state as a value."""

from hypothesis import strategies as st

from kontari.games.mus import generate, options, play
from kontari.games.mus import record as shapes
from kontari.games.mus.hidden import Work
from kontari.games.mus.state import State

OPTIONS = {
    "preset": st.sampled_from(list(options.PRESETS)),
    "kings": st.sampled_from([8, 4]),
    "real": st.sampled_from(["none", "sota", "figure"]),
    "discard_order": st.sampled_from(["mano-first", "dealer-first", "dealer-back"]),
    "reshuffle_pool": st.sampled_from(["spare-own-if-single", "all-discards", "earlier-discards"]),
    "mus_corrido": st.booleans(),
    "corrido_moves": st.sampled_from(["before-discards", "after-draws"]),
    "replies": st.sampled_from(["each", "side"]),
    "raises": st.sampled_from(["any", "plus-two", "double-or-plus-two"]),
    "min_bet": st.integers(1, 5),
    "min_raise": st.integers(1, 5),
    "refuser_out": st.booleans(),
    "deje": st.sampled_from(["last-accepted", "one"]),
    "deje_plus": st.integers(0, 1),
    "ordago_allowed": st.booleans(),
    "punto_bonus_on_bet": st.booleans(),
    "target": st.sampled_from([1, 4, 10, 20, 30, 40, 60]),
    "games_to_win": st.integers(1, 3),
    "vacas_to_win": st.integers(1, 2),
}


def house_rules(**fixed):
    """A preset and options over it, each left out as often as not."""
    return st.fixed_dictionaries({}, optional={**OPTIONS, **fixed})


PLAYERS = st.sampled_from([2, 4, 4, 6])
SEEDS = st.integers(0, 2**32 - 1)


def typed(move):
    """A move as the judge takes it."""
    return generate._typed(move)


def begun(rules, players, start=None):
    """The state before the first deal."""
    written = options.Rules(**rules)
    start = None if start is None else shapes.Start(**start)
    return play.begin(options.in_force(written, players), players, written, start)


def frozen(value):
    """A value of a slot in a form that later changes do not reach."""
    if isinstance(value, list):
        return tuple(map(frozen, value))
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, dict):
        return tuple(sorted((key, frozen(item)) for key, item in value.items()))
    if isinstance(value, Work):
        return value.left
    return value


WORKED_OUT = {"known", "worths"}
"""The slots that only keep what follows from the others, from when it was first asked."""


def slots(state):
    """All that a state is, by slot."""
    return {name: frozen(getattr(state, name)) for name in State.__slots__ if name not in WORKED_OUT}
