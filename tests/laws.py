"""What the laws of all games are stated with."""

import json
from types import ModuleType, SimpleNamespace


def text(record):
    return json.dumps(record).encode()


def moves_of(record):
    """How many moves a record has."""
    return sum(len(round_["moves"]) for round_ in record["rounds"])


def cut(record, moves):
    """What stands before move number ``moves`` of all, without the claims about what comes then."""
    rounds = []
    for round_ in record["rounds"]:
        if len(round_["moves"]) > moves:
            rounds.append({"deal": round_["deal"], "moves": round_["moves"][:moves]})
            break
        rounds.append(round_)
        moves -= len(round_["moves"])
    else:
        return record
    return {name: value for name, value in {**record, "rounds": rounds}.items() if name != "result"}


def without_shortcut(play: ModuleType) -> SimpleNamespace:
    """The judge of a game with every move judged and made by ``judge`` and ``apply``."""
    slow = {name: getattr(play, name) for name in play.__all__}
    return SimpleNamespace(**slow | {"skim": lambda state, moves, index: index})
