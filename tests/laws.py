"""What the laws of all games are stated with."""

import json
from hashlib import sha256
from types import ModuleType, SimpleNamespace

import rfc8785
from hypothesis import strategies as st

from kontari.examination import examine
from kontari.record.reading import read, without_own_keys
from kontari.record.writing import one_line, pretty


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


def assert_every_beginning_is_legal(record):
    """What stands before any move of a sound record is sound or unfinished, and nothing is found in it."""
    for moves in range(moves_of(record) + 1):
        verdict = examine(text(cut(record, moves)))
        assert verdict.verdict in ("sound", "unfinished"), verdict.findings
        assert not verdict.findings


def without_shortcut(play: ModuleType) -> SimpleNamespace:
    """The judge of a game with every move judged and made by ``judge`` and ``apply``."""
    slow = {name: getattr(play, name) for name in play.__all__}
    return SimpleNamespace(**slow | {"skim": lambda state, moves, index: index})


def with_own_keys(draw, record):
    """A record with asides and keys of somebody's own in some places."""
    marked = json.loads(json.dumps(record))
    anything = st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3), st.lists, max_leaves=3
    )
    first = marked["rounds"][0]
    places = [marked, marked["players"][0], first, first["deal"], *first["moves"]]
    for place in draw(st.lists(st.sampled_from(range(len(places))), max_size=3)):
        places[place]["x-" + draw(st.text("ab/~é\U0001f0a1", max_size=2))] = draw(anything)
    for place in draw(st.lists(st.sampled_from(range(len(places))), max_size=3)):
        if "action" in places[place]:
            places[place] |= {"elapsed_ms": draw(st.integers(0, 2**53 - 1)), "note": draw(st.text(max_size=4))}
    marked["players"][0]["name"] = draw(st.text(max_size=5))
    if draw(st.booleans()):
        marked["$schema"] = f"urn:kontari:schema:1:{record['game']}"
    return marked


def assert_written_and_read_alike(record):
    """Both written forms hold the record, are written again as they are, and have the same two hashes."""
    game = record["game"]
    forms = [pretty(game, record), one_line(game, record)]
    for form in forms:
        assert json.loads(form) == record
        assert form.endswith("\n")
    assert forms[1].count("\n") == 1
    for form, writer in zip(forms, (pretty, one_line), strict=True):
        assert writer(game, json.loads(form)) == form
    hashed = {read(form.encode()).sha256 for form in (*forms, json.dumps(record))}
    bare = without_own_keys({name: value for name, value in record.items() if name != "$schema"})
    assert hashed == {sha256(rfc8785.dumps(bare)).hexdigest()}
    verdicts = [examine(form.encode()) for form in forms]
    assert verdicts[0].play_sha256 == verdicts[1].play_sha256 is not None
