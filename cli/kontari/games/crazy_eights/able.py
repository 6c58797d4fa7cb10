"""What the player to move could lay: known cards, and what unseen ones may be."""

from kontari.core.cards import bits, listed
from kontari.games.crazy_eights.hidden import Hidden, World
from kontari.games.crazy_eights.state import State

_NOTHING_HIDDEN = Hidden([World((), ())])


def known_playable(state: State) -> list[str]:
    """The known cards of the player to move that he might lay."""
    hand = state.hands[state.turn]
    return listed({token: 1 for token in hand if token in state.admit})


def unseen_barred(state: State) -> Hidden | None:
    """What is known if no unseen card of the player to move could be laid; None if one surely can."""
    hidden = state.hidden
    if hidden is None:
        return _NOTHING_HIDDEN
    only_drawn = bool(state.house.drawn_only and state.drawn)
    return hidden.unable(state.turn, bits(state.following(state.turn)), only_drawn)


def assert_unable(state: State) -> None:
    """The player to move has shown by his move that he can lay nothing: keep what follows."""
    hidden = state.hidden
    if hidden is None:
        return
    only_drawn = bool(state.house.drawn_only and state.drawn)
    if hidden.may_be_able(state.turn, bits(state.following(state.turn)), only_drawn):
        state.undecided += 1
    state.hidden = unseen_barred(state)
