"""The judge of Rummikub against the plain one, move by move.

A *walk* plays a random round, or the rest of one, with both judges. At every position both are asked about many moves,
legal and nearly legal; whatever is legal is made in a copy, and both must see the same table then. What was met is
counted, and every test asks in the end for enough of each kind.
"""

import copy
import json
from collections import Counter

import pytest

from conftest import TIMES
from games.rummikub import rummikub_moves
from games.rummikub.plain_rummikub import PRESETS, PlainRound, deal_fault, full_options, match_over
from games.rummikub.plain_sets import count_jokers, is_joker, readings
from games.rummikub.rummikub_moves import VALUES, Chance, Maker, World
from kontari.core.fault import Fault
from kontari.core.replay import Standing, advance
from kontari.core.totals import Totals
from kontari.games.rummikub import options, play
from kontari.games.rummikub.record import Attempt, Deal, Draw, Meld, Pass, Penalty, Start
from kontari.games.rummikub.state import OVER, State
from kontari.games.rummikub.turns import end_round
from laws import without_shortcut

_MODELS = {"meld": Meld, "draw": Draw, "pass": Pass, "penalty": Penalty}
MANY_WAYS = 1000
"""The most ways that the plain judge is asked to look at in one move."""
MANY_CHOICES = 2000


def typed(move):
    made = _MODELS[move["action"]](**move)
    if "attempt" in move:
        made.attempt = Attempt(**move["attempt"])
    return made


def frozen(value):
    """A value of a slot in a form that later changes do not reach."""
    if isinstance(value, dict):
        return tuple((key, frozen(item)) for key, item in sorted(value.items()) if item)
    if isinstance(value, Totals):
        return value.vectors, value.low, value.high
    if isinstance(value, Standing):
        return value.over, value.winners, value.stops_here
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    return value


def slots(state):
    """All that a state is, by slot."""
    return {name: frozen(getattr(state, name)) for name in State.__slots__}


SLOW = without_shortcut(play)


class Walk:
    """A random match, played by the judge and by the plain one."""

    def __init__(self, seed, counts, middle, opened_by=75, **fixed):
        self.chance = chance = Chance(seed)
        self.seed = seed
        self.counts = counts
        self.disagreements = []
        self.lazy = chance.of(50)
        while True:
            self.rules, self.players = rummikub_moves.some_rules(chance, counts, **fixed)
            self.options = full_options(self.rules)
            self.start = self._some_start()
            self.world = World(self.options, chance)
            if middle == "full":
                self.deal = rummikub_moves.full_table(self.players, chance)
            elif middle:
                self.deal = rummikub_moves.some_position(self.options, self.players, chance, self.world, opened_by)
            else:
                self.deal = rummikub_moves.some_deal(self.options, self.players, chance)
            if self.deal is not None:
                break
        self.sides = self.options["teams"] or self.players
        self.rounds = []
        self.totals = list(self.start or [0] * self.sides)
        self.won = [0] * self.sides
        self.written = options.Rules(**self.rules)
        in_force = options.in_force(self.written, self.players)
        assert dict(in_force) == self.options
        self.state = play.begin(in_force, self.players, self.written, Start(scores=self.start))
        assert not isinstance(self.state, Fault)

    def _some_start(self):
        if self.chance.of(60):
            return None
        least = self.options["target"] or 100
        return [least - self.chance.randint(1, 60) for _ in range(self.options["teams"] or self.players)]

    # Deals

    def begin(self, deal):
        """Lay out a deal that is right."""
        self.plain = PlainRound(self.options, self.players, copy.deepcopy(deal))
        given = Deal(**copy.deepcopy(deal))
        assert play.judge_deal(self.state, given) is None, (self.rules, deal)
        play.apply_deal(self.state, given)
        self.rounds.append({"deal": deal, "moves": []})
        self.check()
        self.as_if_over()

    def ask_deals(self, deal):
        """Both find the same deals near to this one right."""
        number = len(self.rounds) + 1
        for near in (deal, *rummikub_moves.near_deals(deal, self.players, self.chance)):
            fault = play.judge_deal(self.state, Deal(**near))
            plain = deal_fault(self.options, self.players, near, number, self.start)
            assert (fault is None) == (plain is None), (self.rules, self.players, near, fault, plain)
            self.counts["deal", plain or "right"] += 1
            self.counts[None if fault is None else fault.code] += 1

    def ask_starts(self):
        """Both find the same starts wrong: the players, the teams, the scores."""
        chance, deal = self.chance, self.deal
        for _ in range(8):
            rules, players, start = dict(self.rules), self.players, self.start
            match chance.choice(["teams", "players", "scores", "target"]):
                case "teams":
                    rules["teams"] = chance.randint(0, players + 2)
                case "players":
                    players = chance.randint(2, 10)
                case "scores":
                    start = [chance.randint(-50, 250) for _ in range(chance.randint(1, players + 1))]
                case "target":
                    rules["target"] = chance.choice([0, 1, 40, 100])
                    start = [chance.randint(-50, rules["target"] + 1) for _ in range(self.sides)]
            near = {**deal, "racks": (deal["racks"] * 5)[:players]}
            if len(near["racks"]) != self.players or rules != self.rules:
                near = {
                    "first": 0,
                    "racks": [[f"{c}{n}" for c in "rbok" for n in range(s + 1, 14, 10)] for s in range(players)],
                }
                rules["rack_size"] = len(near["racks"][0])
                near["racks"] = [(rack * 9)[: rules["rack_size"]] for rack in near["racks"]]
            written = options.Rules(**rules)
            fault = begun = play.begin(options.in_force(written, players), players, written, Start(scores=start))
            if not isinstance(begun, Fault):
                fault = play.judge_deal(begun, Deal(**near))
            plain = deal_fault(full_options(rules), players, near, 1, start)
            assert (fault is None) == (plain is None), (rules, players, start, near, fault, plain)
            self.counts["deal", plain or "right"] += 1

    # Moves

    def maker(self):
        plain = self.plain
        rack = plain.racks[plain.turn].elements()
        return Maker(self.options, rack, plain.table, plain.opened[plain.turn], self.world, self.chance)

    def alphabet(self, melds):
        """Moves to ask about."""
        chance, plain = self.chance, self.plain
        maker = self.maker()
        others = list(rummikub_moves.other_turns(plain, maker, chance, plain.turn, self.players))
        yield from others if chance.of(30) else chance.sample(others, min(8, len(others)))
        for _ in range(melds):
            move = maker.meld(plain.turn)
            if move is None:
                continue
            yield move
            for _ in range(3):
                near = rummikub_moves.near_meld(move, maker, chance, self.players)
                if chance.of(25):
                    near = rummikub_moves.near_meld(near, maker, chance, self.players)
                if chance.of(25):
                    near = rummikub_moves.with_claims(near, maker, chance)
                yield near
            if chance.of(40):
                yield rummikub_moves.with_claims(move, maker, chance)

    def takes_long(self, move):
        """Whether the plain judge would be long about this move."""
        if move["action"] in ("draw", "pass"):
            asks = not self.options["draw_when_able"] or self.options["pool_empty"] == "must-play"
            return asks and rummikub_moves.choices_of(self.plain) > MANY_CHOICES
        if move["action"] != "meld" or self.options["joker_rule"] == "free":
            return False
        if not any(map(count_jokers, move.get("take", []))):
            return False
        return rummikub_moves.ways_of(move, self.options["one"]) > MANY_WAYS

    def ask(self, melds):
        """The legal moves of the alphabet; on each move of it the two judges agree."""
        found = []
        before = slots(self.state)
        for move in self.alphabet(melds):
            if self.takes_long(move):
                self.counts["left out"] += 1
                continue
            given = typed(move)
            fault = play.judge(self.state, given)
            plain = self.plain.refuses(move)
            self.count(move, fault, plain)
            if (fault is None) != (plain is None):
                self.disagreements.append(self.told(move, fault, plain))
            elif fault is None:
                self.try_out(move, given)
                found.append(move)
            elif self.chance.of(5):
                assert advance(play, self.state, [given]) == (0, fault)
                assert slots(self.state) == before
        assert slots(self.state) == before
        return found

    def told(self, move, *verdicts):
        """A disagreement as a record."""
        record = self.record()
        record["rounds"][-1]["moves"].append(move)
        return "\n".join([f"seed {self.seed}", *map(str, verdicts), json.dumps(record)])

    def record(self):
        start = {} if self.start is None else {"start": {"scores": self.start}}
        rounds = [{**one, "moves": list(one["moves"])} for one in self.rounds]
        return {
            "kontari": "1.0",
            "game": "rummikub",
            "rules": self.rules,
            "players": [{"name": str(s)} for s in range(self.players)],
            **start,
            "rounds": rounds,
        }

    def try_out(self, move, given):
        """Make a legal move in copies of both."""
        state, plain = self.state.copy(), copied(self.plain)
        play.apply(state, given)
        plain.make(move)
        self.compare(state, plain, move)
        other = self.state.copy()
        skimmed = play.skim(other, [given], 0)
        if move["action"] == "meld":
            assert skimmed == 1, self.told(move)
        if skimmed:
            a, b = slots(other), slots(state)
            assert a == b, (self.told(move), {n: (a[n], b[n]) for n in a if a[n] != b[n]})
            self.counts["skimmed", move["action"]] += 1

    def as_if_over(self):
        """Both count the same if the pool ended the round here."""
        if self.plain.ended is None:
            state, plain = self.state.copy(), copied(self.plain)
            end_round(state, "pool")
            plain.ended = "pool"
            self.compare(state, plain)

    def make(self, move):
        self.rounds[-1]["moves"].append(move)
        play.apply(self.state, typed(move))
        self.plain.make(move)
        self.check()
        self.as_if_over()

    # What both see

    def compare(self, state, plain, move=None):
        told = (lambda: self.told(move)) if move else (lambda: json.dumps(self.record()))
        assert [Counter(rack) for rack in state.racks] == [+rack for rack in plain.racks], told()
        assert Counter(one.tokens for one in state.sets()) == Counter(plain.table), told()
        assert state.opened == plain.opened, told()
        assert state.count == plain.pool_count, told()
        if state.order is None:
            assert Counter(state.pool) == plain.pool, told()
            assert plain.pool_order is None, told()
        else:
            assert state.order[::-1] == plain.pool_order, told()
        assert state.hidden is None
        assert state.undecided == 0
        assert state.ended == plain.ended, told()
        if plain.ended is None:
            assert state.turn == plain.turn, told()
            assert state.passes == plain.passes, told()
            assert state.last_turns == plain.last_turns, told()
            assert play.round_outcome(state).admits is None
            assert not state.standing.over
            return
        assert state.phase == OVER
        outcome = play.round_outcome(state)
        scores = plain.scores()
        assert outcome.shown == {"scores": scores, "ended": plain.ended}, told()
        assert outcome.admits(scores)
        totals = [a + b for a, b in zip(self.totals, scores, strict=True)]
        won = [a + (side in plain.sides_that_won()) for side, a in enumerate(self.won)]
        assert list(state.totals.certain[: self.sides]) == totals, told()
        if self.options["match_won_by"] == "most-wins":
            assert list(state.totals.certain[self.sides :]) == won, told()
        standing, rounds = state.standing, len(self.rounds)
        winners = match_over(self.options, rounds, totals, won, last_recorded=True)
        goes_on = match_over(self.options, rounds, totals, won) is None
        assert standing.over == (winners is not None), told()
        assert standing.winners == winners, told()
        assert not standing.over or standing.stops_here == goes_on, told()
        if self.plain.ended or move:
            self.counts["ended", plain.ended, self.options["pool_empty"]] += 1
            self.counts["ended", plain.ended, self.options["scoring"]] += 1
        self.counts["winners", winners is None, goes_on] += 1
        if plain.leftover:
            self.counts["leftover"] += 1

    def check(self):
        self.compare(self.state, self.plain)

    # What was met

    def count(self, move, fault, plain):
        counts, options_ = self.counts, self.options
        legal = fault is None
        counts["moves"] += 1
        if legal != (plain is None):
            return
        counts["legal", legal] += 1
        counts[plain] += 1
        counts[None if legal else fault.code] += 1
        counts["preset", self.rules.get("preset")] += 1
        counts["players", self.players] += 1
        for name in VALUES:
            counts[name, options_[name], legal] += 1
        if move["action"] != "meld":
            counts[move["action"], legal] += 1
            return
        counts["claims", "tiles" in move, "table_after" in move, legal] += 1
        here = self.plain
        if any(map(count_jokers, move.get("take", []))) and (legal or plain.startswith("joker rule")):
            counts["jokers taken", options_["joker_rule"], options_["joker_group"], legal] += 1
            counts["jokers of the box", options_["jokers"], options_["joker_rule"], legal] += 1
            if sum(map(count_jokers, move["take"])) > 1:
                counts["several jokers taken", options_["joker_rule"], legal] += 1
            if legal and freed(move, options_["one"]):
                counts["freed", options_["joker_rule"], options_["joker_group"]] += 1
        if not here.opened[here.turn] and (legal or "open" in plain):
            named = "opening" in move
            sets = move["opening"] if named else move["put"]
            joker = any(map(count_jokers, sets))
            counts["opening", named, options_["opening_joker"], joker, legal] += 1
            counts["opening", options_["opening_sets"], len(sets) > 1, legal] += 1
            counts["opening", options_["opening_same_turn"], bool(move.get("take")), legal] += 1

    # Whole walks

    def round(self, most, melds):
        """Ask and make moves until the round has ended, or so many were made; whether it has ended."""
        for _ in range(most):
            if self.plain.ended:
                break
            legal = self.ask(melds)
            if not legal:
                return False
            self.make(self.choose(legal))
        else:
            return self.plain.ended is not None
        self.ask(1)
        return True

    def choose(self, legal):
        kinds = {}
        for move in legal:
            kinds.setdefault(move["action"], []).append(move)
        rack = self.plain.racks[self.plain.turn]
        last = [move for move in kinds.get("meld", []) if rummikub_moves.played_by(move) == +rack]
        if last and self.chance.of(70):
            return self.chance.choice(last)
        if self.lazy and "pass" in kinds:
            return kinds["pass"][0]
        kind = self.chance.choice([*kinds, *("meld", "meld") * ("meld" in kinds), *("pass",) * 3 * ("pass" in kinds)])
        return self.chance.choice(kinds[kind])

    def go(self, most, melds):
        """A match of one round or more."""
        self.ask_starts()
        self.ask_deals(self.deal)
        self.begin(self.deal)
        while self.round(most, melds):
            self.totals = [a + b for a, b in zip(self.totals, self.plain.scores(), strict=True)]
            self.won = [a + (side in self.plain.sides_that_won()) for side, a in enumerate(self.won)]
            deal = rummikub_moves.some_deal(self.options, self.players, self.chance, start_draws=False)
            if deal is None or len(self.rounds) == 4:
                break
            if match_over(self.options, len(self.rounds), self.totals, self.won) is not None:
                fault = play.judge_deal(self.state, Deal(**deal))
                assert fault is not None
                assert fault.code == "RK-D05"
                break
            self.ask_deals(deal)
            self.begin(deal)
        self.replay()

    def replay(self):
        """The last round again from its deal, with the shortcut and without: the same state."""
        states = []
        moves = [typed(move) for move in self.rounds[0]["moves"]]
        for referee in (play, SLOW):
            state = play.begin(
                options.in_force(self.written, self.players), self.players, self.written, Start(scores=self.start)
            )
            play.apply_deal(state, Deal(**copy.deepcopy(self.rounds[0]["deal"])))
            assert advance(referee, state, moves) is None, json.dumps(self.record())
            states.append(slots(state))
        states = [{name: value for name, value in one.items() if name != "house"} for one in states]
        assert states[0] == states[1], json.dumps(self.record())
        if len(self.rounds) == 1:
            mine = {name: value for name, value in slots(self.state).items() if name != "house"}
            assert states[0] == mine, json.dumps(self.record())


def copied(plain):
    """A copy of a plain round."""
    other = copy.copy(plain)
    other.racks = [rack.copy() for rack in plain.racks]
    other.table = list(plain.table)
    other.opened = list(plain.opened)
    other.pool = plain.pool.copy()
    other.pool_order = None if plain.pool_order is None else list(plain.pool_order)
    return other


def freed(move, one):
    """Whether some joker surely stands for something else than before."""
    was = [face for tiles in move["take"] for face in _faces(tiles, one)]
    now = [face for tiles in move["put"] for face in _faces(tiles, one)]
    return bool(Counter(map(frozenset, was)) - Counter(map(frozenset, now))) and not any(
        a & b for a in was for b in now
    )


def _faces(tiles, one):
    """What each joker of a set may stand for."""
    found = readings(tuple(tiles), one)
    return [{faces[at] for _, faces in found} for at, tile in enumerate(tiles) if is_joker(tile)]


def walks(number, middle, most, melds, name, counts=None, **fixed):
    """Many walks, and what was met in them; the judges agreed."""
    counts = Counter() if counts is None else counts
    disagreements = []
    for seed in range(number * TIMES):
        walk = Walk(f"{name} {seed}", counts, middle, **fixed)
        walk.go(most, melds)
        disagreements += walk.disagreements
    assert not disagreements, f"{len(disagreements)} disagreements, the shortest: {min(disagreements, key=len)}"
    return counts


def ask_for_options(counts, *but):
    """Every option with every value, and every preset, was met; with what is legal and with what is not."""
    for name, values in VALUES.items():
        for value in {*values} if name not in but else ():
            assert counts[name, value, True] > 10, (name, value)
            assert counts[name, value, False] > 30, (name, value)
    for preset in (None, *PRESETS):
        assert counts["preset", preset] > 100, preset
    for players in range(2, 9):
        assert counts["players", players] > 50, players


@pytest.mark.parametrize("rule", ["free", "new-set", "exact", "locked"])
def test_positions(rule):
    counts = walks(40, True, 2, 10, "position", joker_rule=rule)
    for group in ("either", "both"):
        fixed = {"jokers": 4, "max_jokers_per_set": 0, "joker_rule": rule, "joker_group": group}
        walks(25, True, 2, 10, "jokers", counts, opened_by=95, **fixed)
    for group in ("either", "both"):
        assert counts["jokers taken", rule, group, True] > 100
        assert counts["freed", rule, group] > (5 if rule == "exact" else 30)
        if rule != "free":
            assert counts["jokers taken", rule, group, False] > 4
    assert counts["several jokers taken", rule, True] > 100
    for tiles in (False, True):
        for table in (False, True):
            for legal in (False, True):
                assert counts["claims", tiles, table, legal] > 30
    for action in ("draw", "pass", "penalty"):
        for legal in (False, True):
            assert counts[action, legal] > 2, (action, legal)
    joker_code = {"free": [], "new-set": ["RK-P22"], "exact": ["RK-P20", "RK-P23"], "locked": ["RK-P20", "RK-P24"]}[
        rule
    ]
    others = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 25, 26, 30, 31, 32, 33, 34, 36]
    for code in [
        *joker_code,
        *(f"RK-P{number:02}" for number in [*others, 37]),
        "RK-T01",
        "RK-T03",
        "RK-T04",
        "RK-T05",
    ]:
        assert counts[code] > 0, code
    for number in (7, 8, 10, 11, 13, 16, 17, 18, 19, 20):
        assert counts[f"RK-D{number:02}"] > 0, number


@pytest.mark.parametrize("kind", ["face", "zero", "forbid"])
def test_openings(kind):
    counts = walks(70, True, 1, 12, "opening", opened_by=0, opening_joker=kind)
    for named in (False, True):
        for joker in (False, True):
            if not (joker and kind == "forbid"):
                assert counts["opening", named, kind, joker, True] > 1, (named, joker)
            assert counts["opening", named, kind, joker, False] > 10, (named, joker)
    for several in (False, True):
        for legal in (False, True):
            assert counts["opening", "any", several, legal] > 3
            assert counts["opening", "single", several, legal] > 3
    assert (counts["RK-P21"] > 0) == (kind == "face")
    assert (counts["RK-P19"] > 0) == (kind == "forbid")
    assert counts["opening", "allow", True, True] > 5
    assert counts["opening", "forbid", True, False] > 20


def test_rounds():
    counts = walks(70, False, 14, 1, "round")
    for pool_empty in VALUES["pool_empty"]:
        walks(16, True, 14, 3, f"end {pool_empty}", counts, pool_empty=pool_empty)
    full = {"copies": 2, "jokers": 8, "pool_empty": "must-play", "scoring": "zero-sum", "tie": "shared"}
    for rule in ("new-set", "exact", "locked"):
        walks(8, "full", 9, 1, f"full {rule}", counts, joker_rule=rule, **full)
    ask_for_options(counts)
    for how in ("out", "pool"):
        for pool_empty in VALUES["pool_empty"]:
            assert counts["ended", how, pool_empty] > 0, (how, pool_empty)
        for scoring in VALUES["scoring"]:
            assert counts["ended", how, scoring] > 5, (how, scoring)
    assert counts["leftover"] > 5
    for key in ((True, True), (False, False), (False, True)):
        assert counts["winners", *key] > 5
    for action in ("meld", "draw"):
        assert counts["skimmed", action] > 100
    for code in ("RK-T02", "RK-P27", "RK-P35", "RK-D09", "RK-D12", "RK-D14", "RK-D15"):
        assert counts[code] > 0, code


def sets(text):
    return [word.split(",") for word in text.split()]


FOUND = [
    # Rules, table, rack, take, put: on these the two did not agree.
    ({}, "r9,J,J", "r10 k1", "r9,J=b8,J", "r9,r10,J,J"),
    ({}, "J,J,r13", "r10 k1", "r13,J,J", "r10,J,J,r13"),
    ({}, "r13,J,J", "r10 k1", "J,J,r13", "r10,J,J,r13"),
    ({"joker_rule": "exact"}, "r7,b7,J=k7 r7,b7,J=o7", "o7 r1 r2 k1", "r7,b7,J", "r7,b7,o7 r1,r2,J"),
    ({"joker_rule": "exact"}, "b10,o10,J J=r10,b10,o10", "r10 k1", "J=r10,b10,o10", "b10,o10,J,r10"),
    (
        {"joker_rule": "new-set"},
        "r4,r5,r6 r4,r5,r6,r7 o5,o6,J",
        "o7 k1",
        "r4,r5,r6 r4,r5,r6,r7 o5,o6,J",
        "r4,r5,r6,J r4,r5,r6,r7 o5,o6,o7",
    ),
    (
        {"joker_rule": "new-set"},
        "r7,b7,J r7,b7,o7 k1,k2,J",
        "k3 r1",
        "r7,b7,J r7,b7,o7 k1,k2,J",
        "r7,b7,J r7,b7,o7,J k1,k2,k3",
    ),
]


@pytest.mark.parametrize(("rules", "table", "rack", "take", "put"), FOUND)
def test_what_they_did_not_agree_on(rules, table, rack, take, put):
    rules = {"jokers": 4, **rules}
    deal = {"first": 0, "racks": [rack.split(), ["k13"]], "table": sets(table), "opened": [True, True]}
    written = options.Rules(**rules)
    state = play.begin(options.in_force(written, 2), 2, written, None)
    play.apply_deal(state, Deal(**deal))
    move = {"action": "meld", "seat": 0, "take": sets(take), "put": sets(put)}
    fault = play.judge(state, typed(move))
    plain = PlainRound(full_options(rules), 2, deal).refuses(move)
    assert (fault is None) == (plain is None), (fault, plain)
