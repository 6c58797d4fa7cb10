"""Shape: the published schema, pydantic and the decoding routes accept the same documents, and none breaks."""

import json
from copy import deepcopy
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from conftest import examples
from kontari.core.verdict import WORDS
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.games.crazy_eights import generate
from kontari.record.explain import shape_faults
from kontari.record.nodes import keys
from kontari.record.reading import MAX_BYTES, read
from kontari.record.schema import record_schema
from kontari.record.strict import strict_model
from kontari.record.text import parse

VALIDATORS = {game: Draft202012Validator(record_schema(game)) for game in GAMES}


def full(game):
    """The example of a game with every key of the envelope."""
    record = deepcopy(part(game, "record").EXAMPLE)
    record["$schema"] = "urn:kontari:schema:1:" + game
    record["players"][0] |= {"id": "ana-e", "rating": 1512}
    record["event"] = {
        "name": "Cup",
        "site": "Bilbo",
        "date": "2026-05-02T18:04Z",
        "stage": "A",
        "round": 1,
        "table": "7",
    }
    amended = [{"was": "0" * 64, "by": "Miren", "at": "2026-05-03", "reason": "a typing error"}]
    record["meta"] = {"recorder": "Miren", "licence": "CC0-1.0", "note": "é🂡", "amended": amended}
    record["rounds"][0]["moves"][0] |= {"at": "2026-05-02T18:04:11.5+02:00", "elapsed_ms": 4200, "note": "quick"}
    record["rounds"][0]["moves"][1]["x-clock"] = {"left": [1.5e3, None, True], "seat": -0.0}
    record["x-"] = {"game": "mus", "kontari": None}
    return record


def lost(game):
    """The example of a game, broken off."""
    record = deepcopy(part(game, "record").EXAMPLE)
    record["start"] = part(game, "record").START_EXAMPLE
    record["result"] = {"termination": "forfeit", "lost_by": [0]}
    return record


def small(preset):
    """A short random match in which every kind of move stands."""
    record = generate.record(3, 0, 3, {"preset": preset, "draw_count": 4})
    record["rounds"] = [{"deal": record["rounds"][0]["deal"], "moves": record["rounds"][0]["moves"][:6]}]
    record["rounds"][0]["moves"] += [
        {"action": "penalty", "seat": 2, "cards": ["??"], "reason": "last-card"},
        {"action": "reshuffle", "stock": ["2C", "??"]},
        {"action": "pass", "seat": 0},
    ]
    return record


def whole(game):
    """Every option and every kind of move with every key, by the examples of the shape; no match that can be played."""
    record = deepcopy(part(game, "record").EXAMPLE)
    record["rules"] = by_examples(part(game, "options").Rules)
    record["rounds"][0]["moves"] = [by_examples(model) for model in get_args(part(game, "record").AnyMove)]
    return record


def by_examples(model):
    return {key.name: deepcopy(key.examples[0]) for key in keys(model)}


DOCUMENTS = [make(game) for make in (full, lost, whole) for game in GAMES] + [
    small("classic-specials"),
    small("openspiel"),
]

JUNK = st.sampled_from(
    [
        *(None, True, False, 0, -1, 1, 7, 2, 15, 16, 2**53 - 1, 2**53, -(2**53), 10**30, 0.5, 1.0, 1e300, float("inf")),
        *("", "8S", "??", "8s", "play", "1.0", "1.1", "2.0", "1.0\n", "crazy-eights", "mus", "2026-05-02\n", "\ud800"),
        *("2026-02-30", "2026-05-02T18:04:11Z", "normal", "forfeit", "classic", "x-a", "0" * 64),
        *([], {}, [[]], [0], [0, 1], [None], {"x-a": None}, {"x-a": {"b": 1e400}}, {"name": "Eva"}, {"action": "pass"}),
    ]
)
KEYS = st.sampled_from(
    [
        *("seat", "card", "cards", "suit", "stock", "action", "scores", "winners", "lost_by", "termination", "rules"),
        *(
            "x-a",
            "x-",
            "X-a",
            "seta",
            "Seat",
            "$schema",
            "schema_",
            "dollar_schema",
            "",
            "a/b~c",
            "at",
            "note",
            "moves",
        ),
    ]
)


def containers(value):
    """Every object and array in a value."""
    found = [value]
    for one in found:
        items = one.values() if isinstance(one, dict) else one
        found += [item for item in items if isinstance(item, dict | list)]
    return [one for one in found if one]


@st.composite
def mutated_values(draw):
    """A record in which one to three things were changed."""
    value = deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 3))):
        places = containers(value)
        place = places[draw(st.integers(0, len(places) - 1))]
        names = list(place) if isinstance(place, dict) else list(range(len(place)))
        name = draw(st.sampled_from(names))
        how = draw(st.integers(0, 5))
        if how <= 1:
            place[name] = deepcopy(draw(JUNK))
        elif how == 2:
            del place[name]
        elif how == 3 and isinstance(place, dict):
            place[draw(KEYS)] = place.pop(name)
        elif isinstance(place, dict):
            place[draw(KEYS)] = deepcopy(draw(JUNK))
        else:
            place.insert(name, deepcopy(draw(st.sampled_from(place))))
    return value


PIECES = st.sampled_from(
    [
        *(b"null", b"NaN", b"-Infinity", b"1e5", b"1.0", b"-0", b"-1", b"00", b"9007199254740993", b"1" * 400, b"tru"),
        *(
            b'"',
            b"\\",
            b"\\ud800",
            b"\\u0022",
            b"\\u003a",
            b"\\u0073eat",
            b"\x00",
            b"\xff",
            b"\xed\xa0\x80",
            b"\xef\xbb\xbf",
        ),
        *(b",", b":", b"{", b"}", b"[", b"]", b" ", b"\n", b"\x0c", b'"seat":0,', b'"x-a":1,"x-a":2,', b'"suit":null,'),
        *(b'"x-a":' + b"[" * 70, b"[" * 3000, b'"x-a":"\\u003a",', b'"game":"mus",', b"//", b"'"),
    ]
)


@st.composite
def mutated_texts(draw):
    """The bytes of a record in which some were changed."""
    value = draw(st.sampled_from(DOCUMENTS) | mutated_values())
    data = json.dumps(value, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    for _ in range(draw(st.integers(0, 2))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 0, 1, 2, 30])))
        piece = draw(PIECES | st.binary(max_size=2))
        comma = data.find(b",", start) + 1
        if draw(st.booleans()) and comma:
            start = end = comma  # where a piece has the best chance to fit
        data = data[:start] + piece + data[end:]
    return data


def is_text(data):
    """The value, where the text rules have nothing against it."""
    parsed = parse(data, MAX_BYTES)
    return None if parsed.faults else [parsed.value]


def by_schema(found):
    return found is not None and any(validator.is_valid(found[0]) for validator in VALIDATORS.values())


def by_pydantic(found):
    if found is None:
        return False
    for game in GAMES:
        try:
            strict_model(game).model_validate(found[0])
        except ValidationError:
            continue
        return True
    return False


def check(data):
    """All accept a text, or none does."""
    found = is_text(data)
    reading = read(data)
    accepted = reading.record is not None
    assert accepted == by_schema(found)
    assert accepted == by_pydantic(found)
    assert accepted == (not reading.faults)
    verdict = examine(data)
    assert verdict.verdict in WORDS
    assert (verdict.verdict == "malformed") == (not accepted)
    json.dumps(verdict.data())
    return found


def points_into(pointer, value, missing_key):
    """Whether a JSON Pointer leads to something in a value."""
    for part_ in pointer.split("/")[1:]:
        name = part_.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (KeyError, IndexError, ValueError, TypeError):
            return False
    return isinstance(value, dict) if missing_key else True


def test_the_documents_are_records():
    for document in DOCUMENTS:
        assert check(json.dumps(document).encode()) is not None
        assert read(json.dumps(document).encode()).record is not None


@examples(1300)
@given(mutated_values())
def test_all_accept_the_same_values(value):
    found = check(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if found is None or not isinstance(value, dict):
        return
    for game in GAMES:
        faults = shape_faults(game, found[0])
        for fault in faults:
            assert points_into(fault.at, found[0], fault.code == "REC-S01"), fault
        assert bool(faults) == (not VALIDATORS[game].is_valid(found[0]))


@examples(2200)
@given(mutated_texts())
def test_all_accept_the_same_texts(data):
    check(data)


@examples(300)
@given(st.binary(max_size=40))
def test_any_bytes_have_a_verdict(data):
    check(data)
    check(b'{"kontari":"1.0","game":"crazy-eights",' + data)
