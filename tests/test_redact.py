"""Records as one seat saw them, and such views held against the full record."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import TIMES
from kontari.agreement import Disagreement, best_fit, disagreements
from kontari.comparison import compared
from kontari.core.cards import UNSEEN
from kontari.examination import examine
from kontari.games import GAMES, part
from kontari.games.mus import tally
from kontari.library import Record, read, replay, view, well_formed
from kontari.record.nodes import Boolean, Enum, Integer, keys
from kontari.record.streams import items
from kontari.record.writing import one_line, pretty
from kontari.redaction import redacted, said_aloud
from kontari.schemas import complaints

ROOT = Path(__file__).parents[1]
Run = Callable[..., Any]
Place = tuple[str | int, ...]


def corpus(*words: str) -> list[Path]:
    return sorted(
        path
        for word in words
        for path in (ROOT / "records").glob(f"*/{word}/*")
        if not path.name.endswith(".case.json")
    )


def all_records(*words: str) -> list[tuple[Path, Record]]:
    return [(path, read(item.data, notation=item.notation)) for path in corpus(*words) for item in items(str(path))]


def text(record: dict[str, Any]) -> bytes:
    return json.dumps(record).encode()


def assert_never_illegal(record: Record, seat: int, where: object) -> dict[str, Any]:
    shown = redacted(record, seat)
    verdict = examine(text(shown))
    assert verdict.verdict in ("sound", "unfinished"), (where, seat, verdict.findings)
    assert well_formed(shown).names == record.names
    return shown


# What a seat saw


def test_what_was_legal_stays_legal() -> None:
    """The sound and unfinished records of the corpus, as their seats saw them.

    Every fifth record as one of its seats in turn; with more examples every record as each of its seats.
    """
    for number, (path, record) in enumerate(all_records("sound", "unfinished")[:: 5 if TIMES == 1 else 1]):
        seats = range(len(record.names))
        for seat in seats if TIMES > 1 else [seats[number % len(seats)]]:
            assert_never_illegal(record, seat, path)


def test_a_view_agrees_with_the_record_it_was_made_of() -> None:
    for path, record in all_records("sound", "unfinished", "misscored")[:: 25 if TIMES == 1 else 1]:
        for seat in range(len(record.names)):
            shown = well_formed(redacted(record, seat))
            assert list(disagreements(record, shown, seat)) == [], (path, seat)
            assert compared(record, shown).same_play, (path, seat)
            assert redacted(shown, seat) == shown.data, (path, seat)


def test_what_is_illegal_is_redacted_as_it_stands() -> None:
    for path, record in all_records("illegal", "misscored")[::4]:
        shown = redacted(record, 0)
        assert well_formed(shown).game == record.game, path
        full = [move["action"] for round_ in record.data["rounds"] for move in round_["moves"]]
        seen = [move["action"] for round_ in shown["rounds"] for move in round_["moves"]]
        left = iter(seen)
        assert all(action in left for action in full), path
        added = sum(len(said) for said in said_aloud(record).values())
        assert len(seen) == len(full) + added, path


def some_rules(game: str, pick: random.Random) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    for key in keys(part(game, "options").Rules):
        if pick.random() < 0.7:
            continue
        match key.node:
            case Enum(values=values):
                rules[key.name] = pick.choice(values)
            case Boolean():
                rules[key.name] = pick.random() < 0.5
            case Integer(least=least, most=most):
                rules[key.name] = min(most, max(least, pick.choice((0, 1, 2, 3, 5))))
    return rules


def generated(game: str, number: int, players: tuple[int, ...] = (2, 3, 4), rounds: int = 6) -> Iterator[Record]:
    pick = random.Random(7)
    made = part(game, "generate").record
    while number:
        try:
            record = made(11, number, pick.choice(players), some_rules(game, pick))
        except ValueError:
            continue
        record["rounds"] = record["rounds"][:rounds]
        record.pop("result")
        number -= 1
        yield well_formed(record)


@pytest.mark.parametrize(("game", "number", "players"), [("crazy-eights", 10, (2, 3, 5)), ("rummikub", 5, (2, 3))])
def test_generated_matches_stay_legal(game: str, number: int, players: tuple[int, ...]) -> None:
    for record in generated(game, number * TIMES, players):
        for seat in range(len(record.names)):
            assert_never_illegal(record, seat, record.data["rules"])


def actions(data: dict[str, Any]) -> set[str]:
    return {move["action"] for round_ in data["rounds"] for move in round_["moves"]}


def with_new_stock(number: int) -> Iterator[Record]:
    """Single hands of six in which the discards became the stock."""
    index = 0
    while number:
        index += 1
        record = part("mus", "generate").record(11, index, 6, {"mus_corrido": False})
        record.pop("result")
        for round_ in record["rounds"]:
            if number and any(move["action"] == "reshuffle" for move in round_["moves"]):
                number -= 1
                yield well_formed({**record, "rounds": [round_]})


def test_generated_mus_stays_legal() -> None:
    found = set()
    for record in (*generated("mus", 8 * TIMES, (2, 4, 4), rounds=2), *with_new_stock(2 * TIMES)):
        for seat in range(len(record.names)):
            found |= actions(assert_never_illegal(record, seat, record.data["rules"]))
    assert {"declare", "discard", "draw", "show", "reshuffle", "ordago"} <= found


def tokens(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from tokens(one)


def test_a_view_shows_what_the_replay_lets_the_seat_see() -> None:
    """After every move the position of the view has the cards that ``view`` leaves of the full one."""
    for game in GAMES:
        (record,) = generated(game, 1, (2,))
        for seat in (0, 1):
            full = [view(game, step.position, seat) for step in replay(record) if step.position is not None]
            seen = [step.position for step in replay(well_formed(redacted(record, seat)))]
            key = "racks" if game == "rummikub" else "hands"
            ours = [sorted(one[key][seat]) for one in full]
            theirs = [sorted(one[key][seat]) for one in seen if one is not None]
            assert [one for at, one in enumerate(theirs) if at == 0 or one != theirs[at - 1]] == [
                one for at, one in enumerate(ours) if at == 0 or one != ours[at - 1]
            ]
            others = [one[key][1 - seat] for one in seen if one is not None and not one.get("shown")]
            assert {token for hand in others for token in hand} <= {UNSEEN}


CRAZY = {
    "kontari": "1.0",
    "game": "crazy-eights",
    "rules": {"hand_size": 2, "max_draws": 1},
    "players": [{"name": "Ana"}, {"name": "Bea"}],
    "rounds": [
        {
            "deal": {"dealer": 1, "hands": [["4C", "9S"], ["7C", "KS"]], "starter": ["8H", "3C"]},
            "moves": [
                {"action": "draw", "seat": 0, "cards": ["5D"], "note": "it was the five", "at": "2026-05-02T18:04:11Z"},
                {"action": "play", "seat": 0, "card": "4C", "x-eval": 3},
                {"action": "penalty", "seat": 1, "cards": ["TH"], "reason": "other"},
            ],
        }
    ],
    "meta": {"recorder": "Miren", "source": "seed 4", "note": "Bea has the king", "x-deck": ["5D", "TH"]},
    "x-hands": [["4C"]],
}


def test_what_is_hidden_in_crazy_eights() -> None:
    record = copy.deepcopy(CRAZY)
    record["rounds"][0]["deal"]["stock"] = ["5D", "TH", *["??"] * 45]  # type: ignore[index]
    shown = redacted(well_formed(record), 1)
    deal = shown["rounds"][0]["deal"]
    assert deal["hands"] == [["??", "??"], ["7C", "KS"]]
    assert deal["stock"] == ["??"] * 47
    assert deal["starter"] == ["8H", "3C"]
    drawn, played, penalty = shown["rounds"][0]["moves"]
    assert drawn == {"action": "draw", "seat": 0, "cards": ["??"], "at": "2026-05-02T18:04:11Z"}
    assert played == {"action": "play", "seat": 0, "card": "4C"}
    assert penalty["cards"] == ["TH"]
    assert shown["meta"] == {"recorder": "Miren"}
    assert "x-hands" not in shown


@pytest.mark.parametrize(
    ("keep", "found"),
    [
        ("note", lambda shown: shown["rounds"][0]["moves"][0]["note"] == "it was the five"),
        ("meta.note", lambda shown: shown["meta"]["note"] == "Bea has the king"),
        ("meta.source", lambda shown: shown["meta"]["source"] == "seed 4"),
        ("x-eval", lambda shown: shown["rounds"][0]["moves"][1]["x-eval"] == 3),
        ("x-deck", lambda shown: shown["meta"]["x-deck"] == ["5D", "TH"]),
    ],
)
def test_what_the_recorder_knew_is_kept_by_name_only(run: Run, keep: str, found: Callable[[Any], bool]) -> None:
    source = pretty("crazy-eights", CRAZY).encode()
    shown = json.loads(run("redact", "-", "--as", 1, "--keep", keep, stdin=source).stdout)
    assert found(shown)
    without = json.loads(run("redact", "-", "--as", 1, stdin=source).stdout)
    assert len(json.dumps(without)) < len(json.dumps(shown))


def test_what_is_hidden_in_rummikub() -> None:
    rack = ["r9", "r10", "r11", "k3"]
    record = {
        "kontari": "1.0",
        "game": "rummikub",
        "rules": {"rack_size": 4},
        "players": [{"name": "Ana"}, {"name": "Bea"}],
        "rounds": [
            {
                "deal": {"first": 0, "racks": [rack, ["b1", "b1", "b2", "b3"]], "start_draws": ["k12", "r3"]},
                "moves": [
                    {"action": "penalty", "seat": 0, "reason": "invalid", "tiles": ["o1", "o2", "o3"],
                     "attempt": {"put": [["r9", "r10", "k3"]]}},
                    {"action": "draw", "seat": 1, "tiles": ["k9"]},
                    {"action": "meld", "seat": 0, "put": [["r9", "r10", "r11"]], "tiles": ["r9", "r10", "r11"]},
                ],
            }
        ],
    }  # fmt: skip
    other = redacted(well_formed(record), 1)["rounds"][0]
    assert other["deal"]["racks"] == [["??"] * 4, ["b1", "b1", "b2", "b3"]]
    assert other["deal"]["start_draws"] == ["k12", "r3"]
    assert other["moves"][0]["tiles"] == ["??"] * 3
    assert other["moves"][0]["attempt"] == {"put": [["r9", "r10", "k3"]]}
    assert other["moves"][1]["tiles"] == ["k9"]
    assert other["moves"][2]["tiles"] == ["r9", "r10", "r11"]
    assert redacted(well_formed(record), 0)["rounds"][0]["moves"][1]["tiles"] == ["??"]


# Mus: what was said aloud

HANDS = [["7o", "7c", "Ab", "Ac"], ["Ro", "So", "6c", "5o"]]


def hand(*moves: dict[str, Any], hands: list[list[str]] = HANDS, **more: Any) -> dict[str, Any]:
    return {
        "kontari": "1.0",
        "game": "mus",
        "players": [{"name": "Ana"}, {"name": "Bea"}],
        "rounds": [{"deal": {"mano": 0, "hands": hands}, "moves": list(moves), **more}],
    }


def passes(*seats: int) -> list[dict[str, Any]]:
    return [{"action": "pass", "seat": seat} for seat in seats]


NO_MUS = {"action": "no-mus", "seat": 0}


def declared(*said: tuple[int, bool]) -> list[dict[str, Any]]:
    return [{"action": "declare", "seat": seat, "has": has} for seat, has in said]


def moves_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = record["rounds"][0]["moves"]
    return moves


def test_declarations_are_put_in_where_the_hand_ends_by_them() -> None:
    record = hand(NO_MUS, *passes(0, 1, 0, 1), scores=[4, 4])
    shown = redacted(well_formed(record), 1)
    said = declared((0, True), (1, False), (0, False), (1, True))
    assert moves_of(shown) == [*moves_of(record), *said]
    assert examine(text(shown)).verdict == "unfinished"
    assert shown["rounds"][0]["deal"]["hands"] == [["??"] * 4, HANDS[1]]


def test_declarations_come_before_the_bets_of_their_lance_and_before_a_showing() -> None:
    hands = [["7o", "7c", "Ab", "Ac"], ["Ro", "Ao", "Ae", "5o"]]
    show = {"action": "show", "seat": 1, "cards": hands[1]}
    record = hand(NO_MUS, *passes(0, 1, 0, 1), *passes(0, 1), *passes(0, 1), show, hands=hands)
    assert examine(text(record)).verdict == "unfinished"
    shown = redacted(well_formed(record), 0)
    pares, juego = declared((0, True), (1, True)), declared((0, False), (1, False))
    assert moves_of(shown) == [NO_MUS, *passes(0, 1, 0, 1), *pares, *passes(0, 1), *juego, *passes(0, 1), show]
    assert examine(text(shown)).verdict == "unfinished"


def test_declarations_are_not_said_before_the_record_goes_on() -> None:
    """Where the record breaks off after chica it does not say that anybody had declared."""
    hands = [["7o", "7c", "Ab", "Ac"], ["Ro", "Ao", "Ae", "5o"]]
    record = hand(NO_MUS, *passes(0, 1, 0, 1), hands=hands)
    assert moves_of(redacted(well_formed(record), 0)) == moves_of(record)
    only_pares = hand(NO_MUS, *passes(0, 1, 0, 1, 0, 1), hands=hands)
    shown = redacted(well_formed(only_pares), 0)
    assert len(moves_of(shown)) == len(moves_of(only_pares)) + 2


def test_declarations_of_the_record_stay_as_they_are() -> None:
    said = declared((0, True), (1, False), (0, False), (1, True))
    record = hand(NO_MUS, *passes(0, 1, 0, 1), *said)
    assert moves_of(redacted(well_formed(record), 1)) == moves_of(record)
    half = hand(NO_MUS, *passes(0, 1, 0, 1), *said[:2], *passes(0))
    assert examine(text(half)).verdict == "illegal"
    assert moves_of(redacted(well_formed(half), 1)) == moves_of(half)


def test_nothing_is_put_in_before_an_illegal_move() -> None:
    record = hand(NO_MUS, *passes(0, 1, 0, 1), {"action": "bet", "seat": 1, "stones": 2})
    assert examine(text(record)).verdict == "illegal"
    assert moves_of(redacted(well_formed(record), 1)) == moves_of(record)


def test_nothing_is_declared_where_the_juego_ends_before() -> None:
    record = hand(NO_MUS, {"action": "ordago", "seat": 0}, {"action": "accept", "seat": 1})
    shown = redacted(well_formed(record), 0)
    assert moves_of(shown) == moves_of(record)


def test_what_others_throw_and_draw_is_hidden() -> None:
    moves = [
        *({"action": "mus", "seat": seat} for seat in (0, 1)),
        {"action": "discard", "seat": 1, "cards": ["6c", "5o"]},
        {"action": "discard", "seat": 0, "cards": ["Ab"]},
        {"action": "draw", "seat": 1, "cards": ["Rc", "Re"]},
        {"action": "draw", "seat": 0, "cards": ["Ae"]},
    ]
    shown = moves_of(redacted(well_formed(hand(*moves)), 0))
    assert [move.get("cards") for move in shown[2:]] == [["??", "??"], ["Ab"], ["??", "??"], ["Ae"]]


def test_a_deje_may_win_the_juego_where_the_score_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the ways in which the match may stand are too many, another hand may still be dealt behind a deje."""
    monkeypatch.setattr(tally, "MOST", 1)
    unseen = [["??"] * 4] * 2
    said = declared((0, True), (1, True), (0, False), (1, False))
    whole = [NO_MUS, *passes(0, 1, 0, 1), *said[:2], *passes(0, 1), *said[2:], *passes(0, 1)]
    record = hand(*whole, hands=unseen)
    record["rules"] = {"target": 5, "mus_corrido": False}
    bet = [{"action": "no-mus", "seat": 1}, {"action": "bet", "seat": 1, "stones": 2}, {"action": "refuse", "seat": 0}]
    record["rounds"] += [
        {"deal": {"mano": 1, "hands": unseen}, "moves": bet},
        {"deal": {"mano": 0, "hands": unseen}, "moves": [NO_MUS]},
    ]
    verdict = examine(text(record))
    assert verdict.verdict == "unfinished", verdict.findings
    going_on = copy.deepcopy(record)
    moves = going_on["rounds"][1]["moves"]
    moves += passes(1)
    verdict = examine(text(going_on))
    assert [finding.code for finding in verdict.findings] == ["MUS-D04"], "a move shows that the deje did not win"


# Views that were altered

EACH = 8


def places(record: Record) -> list[Place]:
    """Where a card or tile stands that may be hidden."""
    open_ = {"starter", "put", "take", "opening", "table", "table_after", "lost", "start_draws"}
    found: list[Place] = []
    for number, round_ in enumerate(record.data["rounds"]):
        for key, value in round_["deal"].items():
            if isinstance(value, list) and key not in open_ | {"opened"}:
                found += [("rounds", number, "deal", key, *path) for path in paths(value)]
        for index, move in enumerate(round_["moves"]):
            for key in ("cards", "tiles", "stock"):
                if move["action"] != "meld" and move["action"] != "show":
                    found += [("rounds", number, "moves", index, key, *path) for path in paths(move.get(key, []))]
    return found


def paths(value: list[Any]) -> Iterator[Place]:
    for index, one in enumerate(value):
        if isinstance(one, list):
            for path in paths(one):
                yield (index, *path)
        else:
            yield (index,)


def at(value: Any, place: Place) -> Any:
    for step in place:
        value = value[step]
    return value


def altered(data: dict[str, Any], place: Place, token: str) -> Record:
    other = copy.deepcopy(data)
    at(other, place[:-1])[place[-1]] = token
    return well_formed(other)


def with_exchange(game: str) -> Record:
    """A round with what can be hidden: in Mus discards, draws and a new stock."""
    if game == "mus":
        return next(with_new_stock(1))
    for record in generated(game, 40, (2, 3)):
        record.data["rounds"] = record.data["rounds"][:1]
        if "draw" in actions(record.data):
            return well_formed(record.data)
    raise AssertionError("no such match")


@pytest.mark.parametrize("game", GAMES)
def test_one_altered_card_is_found_in_its_place(game: str) -> None:
    full = with_exchange(game)
    pick = random.Random(3)
    kinds = set()
    deals = [round_["deal"] for round_ in full.data["rounds"]]
    faces = sorted({token for deal in deals for one in deal.values() for token in tokens(one)} - {UNSEEN})
    for seat in range(len(full.names)):
        data = redacted(full, seat)
        there = places(well_formed(data))
        for place in pick.sample(there, min(len(there), EACH * TIMES)):
            was = at(data, place)
            hide = was != UNSEEN and pick.random() < 0.5
            now = UNSEEN if hide else pick.choice([token for token in faces if token != was])
            fit = best_fit(full, altered(data, place, now), range(len(full.names)))
            found = {(one.kind, one.at) for one in fit.findings}
            pointer = "".join(f"/{step}" for step in place)
            kind = {kind for kind, where in found if where == pointer}
            assert kind, (seat, place, was, now, found)
            assert fit.seat == seat
            assert kind <= ({"hides"} if now == UNSEEN else {"differs", "shows"})
            assert all(one.round == place[1] + 1 for one in fit.findings)  # type: ignore[operator]
            kinds |= kind
    assert {"differs", "hides"} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_the_true_card_must_not_be_shown(game: str) -> None:
    """A hidden place with the very card that lay there: the seat could not have seen it."""
    full = with_exchange(game)
    for seat in range(len(full.names)):
        data = redacted(full, seat)
        whole = {number: copy.deepcopy(round_) for number, round_ in enumerate(full.data["rounds"])}
        hidden = [place for place in places(well_formed(data)) if place[2] == "deal" and at(data, place) == UNSEEN]
        for place in hidden[:: max(1, len(hidden) // 12)]:
            true = at(whole[place[1]], place[2:])  # type: ignore[index]
            (found,) = disagreements(full, altered(data, place, true), seat)
            pointer = "".join(f"/{step}" for step in place)
            assert found == Disagreement("shows", pointer, true, true, place[1] + 1, 0)  # type: ignore[operator]


def test_other_ways_in_which_a_view_does_not_agree() -> None:
    full = well_formed(hand(NO_MUS, *passes(0, 1, 0, 1)))
    data = redacted(full, 0)

    def found(change: Callable[[dict[str, Any]], Any]) -> list[tuple[str, str]]:
        other = copy.deepcopy(data)
        change(other)
        return [(one.kind, one.at) for one in disagreements(full, well_formed(other), 0)]

    assert found(lambda view: None) == []
    assert found(lambda view: view["players"][1].update(name="Cai")) == [("differs", "/players/1/name")]
    assert found(lambda view: view["players"][1].update(id="Bea")) == []
    assert found(lambda view: view["players"][1].update(id="b")) == [("differs", "/players/1/id")]
    assert found(lambda view: view.update(rules={"target": 30})) == [("differs", "/rules/target")]
    assert found(lambda view: view.update(rules={"target": 40, "preset": "classic"})) == []
    assert found(lambda view: view.update(event={"name": "Cup"}, meta={"recorder": "B"})) == []
    assert found(lambda view: moves_of(view).pop()) == [("hides", "/rounds/0/moves/8")]
    assert found(lambda view: moves_of(view)[6].update(has=True)) == [("differs", "/rounds/0/moves/6/has")]
    assert [kind for kind, _ in found(lambda view: moves_of(view).__delitem__(slice(5, 9)))] == ["hides"] * 4
    assert found(lambda view: moves_of(view)[1].update(seat=1)) == [("differs", "/rounds/0/moves/1")]
    assert found(lambda view: moves_of(view)[1].update(note="x", at="2026-05-02T18:04:11Z")) == []
    assert found(lambda view: view["rounds"][0]["deal"]["hands"][0].reverse()) == []
    assert found(lambda view: view["rounds"][0]["deal"].update(mano=1)) == [("differs", "/rounds/0/deal/mano")]
    assert found(lambda view: view["rounds"].clear()) == [("differs", "/rounds")]
    full.data["rounds"][0]["scores"] = [4, 4]
    assert found(lambda view: view["rounds"][0].update(scores=[4, 3])) == [("differs", "/rounds/0/scores")]


def test_what_the_full_record_does_not_know_its_seat_may_know() -> None:
    record = hand(hands=[["??", "7c", "Ab", "Ac"], HANDS[1]])
    full = well_formed(record)
    own = well_formed(hand(hands=[HANDS[0], ["??"] * 4]))
    assert list(disagreements(full, own, 0)) == []
    (shown,) = disagreements(full, well_formed(hand(hands=[HANDS[0], ["??", "So", "??", "??"]])), 0)
    assert (shown.kind, shown.at) == ("shows", "/rounds/0/deal/hands/1/1")


# The commands


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.mus.json"
    path.write_text(pretty("mus", hand(NO_MUS, *passes(0, 1, 0, 1), scores=[4, 4])), "utf-8")
    return path


def test_redact_and_check_views(run: Run, match: Path, tmp_path: Path) -> None:
    for seat in (0, 1):
        done = run("redact", match, "--as", seat, "-o", f"seat-{seat}.mus.json")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    agreed = run("check-views", match, "seat-1.mus.json", "seat-0.mus.json")
    assert agreed.returncode == 0
    assert agreed.stdout == (
        "seat-1.mus.json (seat 1, Bea): agrees\nseat-0.mus.json (seat 0, Ana): agrees\n2 views: 2 agree\n"
    )
    other = run("check-views", match, "seat-0.mus.json", "--as", 1, "--format", "json")
    shown = json.loads(other.stdout)
    assert other.returncode == 1
    assert complaints("views", shown) == []
    assert complaints("views", {**shown, "more": 1})
    assert shown["views"][0]["seat"] == 1
    assert {finding["kind"] for finding in shown["views"][0]["findings"]} == {"hides", "shows"}
    path = tmp_path / "seat-0.mus.json"
    path.write_text(path.read_text("utf-8").replace('"Ab"', '"Ae"'), "utf-8")
    wrong = run("check-views", match, path.name)
    assert wrong.returncode == 1
    assert "1.0 /rounds/0/deal/hands/0/2: Ae, but in the full record Ab\n1 view: 0 agree" in wrong.stdout


def test_trouble_with_views(run: Run, match: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.mus.json"
    bad.write_text("{", "utf-8")
    run("redact", match, "--as", 0, "-o", "a.mus.json")
    both = run("check-views", match, bad, "a.mus.json")
    assert (both.returncode, both.stdout) == (2, "a.mus.json (seat 0, Ana): agrees\n1 view: 1 agree\n")
    assert run("check-views", bad, "a.mus.json").returncode == 2
    assert run("check-views", match, "nowhere.json").returncode == 2
    assert run("check-views", match, "a.mus.json", "--as", 2).returncode == 2
    assert run("check-views", match, "a.mus.json", "--as", 0, "--as", 1).returncode == 2
    assert run("check-views", match, "a.mus.json", "a.mus.json", "--as", 0).returncode == 2
    assert run("check-views", "-", "-").returncode == 2
    assert "perhaps json" in run("check-views", match, "a.mus.json", "--format", "jsn").stderr


def test_how_redacted_records_are_written(run: Run, match: Path, tmp_path: Path) -> None:
    record = json.loads(match.read_text("utf-8"))
    shown = redacted(well_formed(record), 0)
    assert run("redact", match, "--as", 0).stdout == pretty("mus", shown)
    assert run("redact", match, match, "--as", 0).stdout == one_line("mus", shown) * 2
    lines = tmp_path / "one.jsonl"
    lines.write_text(one_line("mus", record), "utf-8")
    assert run("redact", lines, "--as", 0).stdout == one_line("mus", shown)
    run("redact", lines, "--as", 0, "-o", "one.json")
    assert (tmp_path / "one.json").read_text("utf-8") == pretty("mus", shown)
    run("redact", match, "--as", 0, "-o", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text("utf-8") == one_line("mus", shown)
    several = run("redact", match, match, "--as", 0, "-o", "several.json")
    assert several.returncode == 2
    assert not (tmp_path / "several.json").exists()
    assert run("redact", match, "--as", 0, "-o", match).returncode == 2


def test_one_bad_record_does_not_stop_the_others(run: Run, match: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"kontari": "1.0"}\n', "utf-8")
    done = run("redact", "bad.jsonl", match, "--as", 0)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) > 1
    assert "bad.jsonl: record 1: REC-" in done.stderr
    assert "1 record left out" in done.stderr
    seat = run("redact", match, "--as", 2)
    assert (seat.returncode, seat.stdout) == (2, "")
    assert "match.mus.json: record 1: has no seat 2; --as takes one from 0 to 1" in seat.stderr
    assert run("redact", match).returncode == 2
    assert "perhaps meta.note" in run("redact", match, "--as", 0, "--keep", "meta.not").stderr


def test_the_example_of_the_schema_is_what_is_printed(run: Run, tmp_path: Path) -> None:
    game = "crazy-eights"
    record = part(game, "record").EXAMPLE
    seen = redacted(well_formed(record), 0)
    seen["rounds"][0]["deal"]["hands"][1][1] = "KS"
    for name, data in (("match", record), ("view", seen)):
        (tmp_path / f"{name}.{game}.json").write_text(pretty(game, data), "utf-8")
    done = run("check-views", f"match.{game}.json", f"view.{game}.json", "--format", "json")
    (example,) = json.loads((ROOT / "schemas" / "views.schema.json").read_text("utf-8"))["examples"]
    assert json.loads(done.stdout) == example
