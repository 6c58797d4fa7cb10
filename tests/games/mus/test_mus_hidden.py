"""Records in which cards were not seen: what some filling-in of the ``??`` allows is never refused.

The first law hides cards of legal records: nothing they then say may be illegal or a wrong claim. The
second asks, where few cards are hidden, every filling-in one by one.
"""

import json
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import examples
from games.mus.mus_tables import SEEDS, begun, house_rules, typed
from games.mus.plain_hands import has_juego, has_pares
from games.mus.test_mus_laws import records
from kontari.core.cards import UNSEEN
from kontari.core.rng import Stream
from kontari.examination import examine
from kontari.games.mus import lance as lances
from kontari.games.mus import play, score
from kontari.games.mus.cards import TOKENS
from kontari.games.mus.exchange import renewing
from kontari.games.mus.lances import JUEGO, PARES
from kontari.games.mus.legal import legal
from kontari.games.mus.record import Deal
from kontari.games.mus.state import DECLARE, DISCARD, DRAW, ENDED, RENEW, TALK, VISTO
from laws import cut, moves_of, text

# Hiding cards of a legal record


class Recorder:
    """Writes a legal record down again as somebody saw it who did not see every card."""

    def __init__(self, record, seed, percents):
        self.random = Stream("hide", seed, 0, "mus", {}, 2)
        self.in_hands, self.in_stock, self.in_draws, self.in_discards = percents
        self.record = record
        self.rules = record.get("rules", {})
        self.kings = 8
        self.state = begun(self.rules, len(record["players"]))
        self.kings = self.state.house.kings

    def written(self):
        ended = [round_["ended"] for round_ in examine(text(self.record)).rounds]
        rounds = [self._round(round_, how) for round_, how in zip(self.record["rounds"], ended, strict=True)]
        return {**self.record, "rounds": rounds}

    def _masked(self, cards, percent):
        return [UNSEEN if self.random.chance(percent) else card for card in cards]

    def _round(self, round_, how):
        deal = json.loads(json.dumps(round_["deal"]))
        self.hands = [set(hand) for hand in deal["hands"]]
        deal["hands"] = [self._masked(hand, self.in_hands) for hand in deal["hands"]]
        self.known = [{card for card in hand if card != UNSEEN} for hand in deal["hands"]]
        self.stock = None
        if "stock" in deal:
            deal["stock"] = self._masked(deal["stock"], self.in_stock)
            self.stock = deal["stock"][::-1]
        fault = play.judge_deal(self.state, Deal(**deal))
        assert fault is None, (self.state.rounds, deal, fault)
        play.apply_deal(self.state, Deal(**deal))
        self.moves = []
        for move in round_["moves"]:
            self._declare_first(move["action"])
            self._make(getattr(self, "_" + move["action"], dict)(dict(move)))
        if how != "deje":
            self._declare_first(None)
        play.round_outcome(self.state)
        return {**round_, "deal": deal, "moves": self.moves}

    def _declare_first(self, action):
        """Declarations that the record did not have are due now, for a hand has unseen cards."""
        while self.state.phase == DECLARE and action != "declare":
            assert any(self.hands[seat] != self.known[seat] for seat in range(len(self.hands)))
            seat = self.state.turn
            hand = "".join(card[0] for card in self.hands[seat])
            has = (has_pares if self.state.lance == 2 else has_juego)(hand, self.kings)
            self._make({"action": "declare", "seat": seat, "has": has})

    def _make(self, move):
        fault = play.judge(self.state, typed(move))
        assert fault is None, (self.moves, move, fault)
        play.apply(self.state, typed(move))
        self.moves.append(move)

    def _discard(self, move):
        seat = move["seat"]
        cards = []
        for card in move["cards"]:
            cards += [card] if card in self.known[seat] else self._masked([card], self.in_discards)
            self.hands[seat].remove(card)
            self.known[seat].discard(card)
        return {**move, "cards": cards}

    def _draw(self, move):
        seat = move["seat"]
        cards = self._masked(move["cards"], self.in_draws)
        for true, seen in zip(move["cards"], cards, strict=True):
            named = self.stock.pop() if self.stock is not None else UNSEEN
            self.hands[seat].add(true)
            if true in (named, seen):
                self.known[seat].add(true)
        return {**move, "cards": cards}

    def _reshuffle(self, move):
        self.stock = None
        if "stock" in move:
            move["stock"] = self._masked(move["stock"], self.in_stock)
            self.stock = move["stock"][::-1]
        return move


PERCENT = st.sampled_from([0, 5, 30, 70, 100])
PERCENTS = st.tuples(PERCENT, PERCENT, PERCENT, PERCENT)


@examples(90)
@given(records(), SEEDS, PERCENTS)
def test_hiding_cards_of_a_legal_record_makes_nothing_wrong(record, seed, percents):
    hidden = Recorder(record, seed, percents).written()
    verdict = examine(text(hidden))
    assert not verdict.findings
    truth = examine(text(record))
    assert verdict.verdict in ("unfinished", truth.verdict)
    for shown, true in zip(verdict.rounds, truth.rounds, strict=True):
        assert {**true, **shown} == true
    for key, value in verdict.result.items():
        assert truth.result.get(key, value) == value


@examples(25)
@given(records(longest=2), SEEDS, PERCENTS)
def test_every_beginning_of_a_partial_record_is_legal(record, seed, percents):
    hidden = Recorder(record, seed, percents).written()
    for moves in range(0, moves_of(hidden), 3):
        verdict = examine(text(cut(hidden, moves)))
        assert verdict.verdict in ("sound", "unfinished")
        assert not verdict.findings


# Every filling-in, one by one

MOST_WORLDS = 300


class World:
    """One filling-in: a state of which every card is known, and the cards that the recorder did not see."""

    def __init__(self, state, veiled):
        self.state = state
        self.veiled = veiled

    def copy(self):
        return World(self.state.copy(), [set(cards) for cards in self.veiled])

    def fillings(self, move, slots):
        """Every filling-in of a move: what was done, and what of it the recorder did not see."""
        seat = move.get("seat", 0)
        cards = move.get("cards") if move["action"] == "discard" else None
        if cards is not None and seat < len(self.veiled):
            named = [card for card in cards if card != UNSEEN]
            left = sorted(self.veiled[seat] - set(named))
            for chosen in combinations(left, len(cards) - len(named)):
                yield {**move, "cards": [*named, *chosen]}, ()
        elif move["action"] == "draw":
            yield from self._draws(move, slots)
        elif UNSEEN in move.get("stock", ()):
            yield from ((filled, ()) for filled in self._stocks(move))
        else:
            yield move, ()

    def _draws(self, move, slots):
        """Cards off the stock as it lies in this world; where its order is not written, any of them."""
        order, cards = self.state.order, move["cards"]
        if order is not None:
            filled = [
                order[-1 - index] if card == UNSEEN and index < len(order) else card for index, card in enumerate(cards)
            ]
            tops = slots[::-1]
            yield (
                {**move, "cards": filled},
                [
                    card
                    for index, card in enumerate(filled)
                    if cards[index] == UNSEEN and index < len(tops) and tops[index] == UNSEEN
                ],
            )
            return
        named = [card for card in cards if card != UNSEEN]
        unseen = len(cards) - len(named)
        for chosen in combinations(sorted(self.state.pool - set(named)), unseen):
            yield {**move, "cards": [*named, *chosen]}, chosen

    def _stocks(self, move):
        pool = {token for token, _, _ in renewing(self.state)} - set(move["stock"])
        for chosen in permutations(sorted(pool), move["stock"].count(UNSEEN)):
            cards = iter(chosen)
            yield {**move, "stock": [next(cards) if card == UNSEEN else card for card in move["stock"]]}

    def make(self, move, unseen):
        play.apply(self.state, typed(move))
        if move["action"] in ("discard", "show"):
            self.veiled[move["seat"]] -= set(move["cards"])
        elif move["action"] == "draw":
            self.veiled[move["seat"]] |= set(unseen)
        if self.state.gate and any(self.veiled):
            # Declarations are required, since the recorder does not know every hand.
            self.state.gate, self.state.declares, self.state.ended = False, True, None
            for lance in (PARES, JUEGO):
                self.state.closed.pop(lance, None)
            lances._reach(self.state, PARES)

    def key(self):
        """What tells one filling-in from another."""
        state = self.state
        order = None if state.order is None else tuple(state.order)
        thrown = frozenset(state.thrown)
        hands = tuple(frozenset(hand) for hand in state.hands)
        return hands, order, frozenset(state.pool), thrown, state.tallies, tuple(map(frozenset, self.veiled))


class Worlds:
    """All filling-ins of a partial record so far."""

    def __init__(self, rules, players, start):
        self.all = [World(begun(rules, players, start), [set() for _ in range(players)])]
        self.slots = None

    def deal(self, deal):
        dealt = []
        for filled, veiled in filled_deals(deal):
            for world in self.all:
                if play.judge_deal(world.state, Deal(**filled)) is None:
                    made = World(world.state.copy(), [set(cards) for cards in veiled])
                    play.apply_deal(made.state, Deal(**filled))
                    dealt.append(made)
        self.all = dealt
        self.slots = deal["stock"][::-1] if "stock" in deal else None

    def ways(self, move):
        return [
            (world, filled, unseen)
            for world in self.all
            for filled, unseen in world.fillings(move, self.slots)
            if play.judge(world.state, typed(filled)) is None
        ]

    def make(self, move, ways):
        made = {}
        for world, filled, unseen in ways:
            other = world.copy()
            other.make(filled, unseen)
            made.setdefault(other.key(), other)
        self.all = list(made.values())
        if move["action"] == "draw" and self.slots is not None:
            self.slots = self.slots[: len(self.slots) - len(move["cards"])]
        elif move["action"] == "reshuffle":
            self.slots = move["stock"][::-1] if "stock" in move else None


def filled_deals(deal):
    """Every filling-in of a deal, and which cards of each hand the recorder did not see."""
    named = {card for cards in (*deal["hands"], deal.get("stock", ())) for card in cards}
    left = [card for card in TOKENS if card not in named]
    needs = [hand.count(UNSEEN) for hand in deal["hands"]]

    def hands_from(left, seat):
        if seat == len(needs):
            yield [], left
            return
        for chosen in combinations(left, needs[seat]):
            rest = [card for card in left if card not in chosen]
            for more, last in hands_from(rest, seat + 1):
                yield [set(chosen), *more], last

    for veiled, rest in hands_from(left, 0):
        seen = [[card for card in hand if card != UNSEEN] for hand in deal["hands"]]
        filled = {**deal, "hands": [a + sorted(b) for a, b in zip(seen, veiled, strict=True)]}
        if "stock" not in deal:
            yield filled, veiled
            continue
        for chosen in permutations(rest):
            cards = iter(chosen)
            yield {**filled, "stock": [next(cards) if card == UNSEEN else card for card in deal["stock"]]}, veiled


def partial_deal(stream, players, mano):
    """A deal of which few cards are unseen."""
    pack = list(TOKENS)
    stream.shuffle(pack)
    hands = [[pack.pop() for _ in range(4)] for _ in range(players)]
    deal = {"mano": mano, "hands": hands}
    if stream.chance(10):
        deal["exposed"] = True
    unseen = 1 + stream.below(4)
    if stream.chance(75):
        deal["stock"] = pack
        for _ in range(stream.below(3)):
            pack[stream.below(min(len(pack), 8))] = UNSEEN
    else:
        unseen = 1 if players == 2 or stream.chance(50) else 2
    for _ in range(unseen):
        stream.choice(hands)[stream.below(4)] = UNSEEN
    return deal


def candidates(worlds, stream):
    """Moves to ask about at a place: right ones and wrong ones."""
    world = stream.choice(worlds.all)
    state = world.state
    players = state.house.players
    phase, turn = state.phase, state.turn
    if phase == TALK:
        return [
            {"action": action, "seat": seat} for action in ("mus", "no-mus") for seat in (turn, (turn + 1) % players)
        ]
    if phase in (DISCARD, VISTO):
        return [*discards(world, stream), {"action": "stand", "seat": turn}]
    if phase == DRAW:
        return list(draws(world, worlds.slots, stream))
    if phase == RENEW:
        return list(reshuffles(world, stream))
    if phase == DECLARE:
        return [{"action": "declare", "seat": turn, "has": has} for has in (True, False)]
    if phase == ENDED:
        return list(shows(world, stream))
    found = [{"action": action, "seat": turn} for action in ("pass", "accept", "refuse")]
    found += [{"action": action, "seat": turn, "stones": 2} for action in ("bet", "raise")]
    return found + [{"action": "ordago", "seat": turn}] * stream.chance(15)


def discards(world, stream):
    seat = world.state.turn
    hand = list(world.state.hands[seat])
    for number in (1, 2, 3, 4):
        stream.shuffle(hand)
        for percent in (0, 50, 100):
            cards = [
                UNSEEN if card in world.veiled[seat] and stream.chance(percent) else card for card in hand[:number]
            ]
            yield {"action": "discard", "seat": seat, "cards": cards}
            wrong = [*cards[1:], stream.choice(TOKENS)]
            if len({*wrong} - {UNSEEN}) == sum(card != UNSEEN for card in wrong):
                yield {"action": "discard", "seat": seat, "cards": wrong}
        yield {"action": "discard", "seat": seat, "cards": [UNSEEN] * number}


def draws(world, slots, stream):
    state = world.state
    number = min(state.owed[state.turn], state.count)
    if state.order is not None:
        right = state.order[::-1][:number]
    else:
        pool = sorted(state.pool)
        stream.shuffle(pool)
        right = pool[:number]
    # Where the order is not known every unseen card multiplies the fillings.
    percents = (0, 50, 100) if slots is not None else (0, 0, 10)
    for percent in percents:
        cards = [UNSEEN if stream.chance(percent) else card for card in right]
        yield {"action": "draw", "seat": state.turn, "cards": cards}
        for token in TOKENS:
            if token not in cards[1:]:
                yield {"action": "draw", "seat": state.turn, "cards": [token, *cards[1:]]}


def reshuffles(world, stream):
    pool = [token for token, _, _ in renewing(world.state)]
    stream.shuffle(pool)
    for unseen in (0, 1, 2):
        stock = [UNSEEN] * unseen + pool[unseen:]
        top = stock[:6]  # what is drawn soon
        stream.shuffle(top)
        stock[:6] = top
        yield {"action": "reshuffle", "stock": stock}
        wrong = list(stock)
        wrong[stream.below(len(wrong))] = stream.choice(TOKENS)
        yield {"action": "reshuffle", "stock": wrong}
    yield {"action": "reshuffle"}


def shows(world, stream):
    for seat, hand in enumerate(world.state.hands):
        if seat not in world.state.shown:
            yield {"action": "show", "seat": seat, "cards": list(hand)}
            for token in TOKENS:
                if token not in hand:
                    place = stream.below(4)
                    yield {"action": "show", "seat": seat, "cards": [*hand[:place], token, *hand[place + 1 :]]}


def check(state, worlds):
    """All that is said of the score is what every filling says, and every filling's score is admitted."""
    outcome = play.round_outcome(state)
    outcomes = [play.round_outcome(world.state).shown for world in worlds.all]
    for key, value in outcome.shown.items():
        assert all(other.get(key) == value for other in outcomes), (outcome.shown, outcomes)
    tallies = {tally for world in worlds.all for tally in world.state.tallies}
    assert tallies <= score._union(state)
    for world in worlds.all:
        scores = play.round_outcome(world.state).shown.get("scores")
        assert outcome.admits is None or outcome.admits(scores)
    return tallies == score._union(state)


def play_among_worlds(rules, players, seed):
    """A round with few unseen cards; at each place judge and fillings are asked about many moves."""
    stream = Stream("worlds", seed, 0, "mus", rules, players)
    start = {"stones": [stream.below(3), stream.below(3)]}
    worlds = Worlds(rules, players, start)
    state = begun(rules, players, start)
    busy = stream.chance(50)  # much is exchanged, so that the stock comes to its end
    deal = partial_deal(stream, players, stream.below(players))
    fault = play.judge_deal(state, Deal(**deal))
    assert fault is None
    play.apply_deal(state, Deal(**deal))
    worlds.deal(deal)
    for _ in range(120):
        if len(worlds.all) > MOST_WORLDS:
            return "many"
        found = {}
        for move in candidates(worlds, stream):
            fault = play.judge(state, typed(move))
            ways = worlds.ways(move)
            assert (fault is None) == bool(ways), (move, fault, ways[:1])
            if ways:
                found.setdefault(move["action"], []).append((move, ways))
        if not found or (state.phase == ENDED and stream.chance(40)):
            break
        kinds = sorted(found)
        if "mus" in found:
            kinds = ["mus" if stream.chance(90 if busy else 60) else "no-mus"]
        choices = found[stream.choice(kinds)]
        if busy and choices[0][0]["action"] in ("discard", "reshuffle"):
            most = max(len(move.get("cards", move.get("stock", ()))) for move, _ in choices)
            choices = [one for one in choices if len(one[0].get("cards", one[0].get("stock", ()))) == most]
        move, ways = stream.choice(choices)
        before = state.undecided
        dropped = len({id(world) for world, _, _ in ways}) < len(worlds.all)
        play.apply(state, typed(move))
        worlds.make(move, ways)
        if move["action"] in ("discard", "declare"):
            assert (state.undecided > before) >= dropped
    return "ended" if check(state, worlds) else "ended, more tallies than fillings give"


@examples(150)
@given(house_rules(target=st.sampled_from([3, 10, 40])), st.sampled_from([2, 2, 4, 6]), SEEDS)
def test_a_move_is_legal_when_it_is_so_in_some_filling(rules, players, seed):
    play_among_worlds(rules, players, seed)


# A card that was thrown by name out of an unseen hand is gone

THROWN = "4c"
TWO_HANDS = [[UNSEEN] * 4, ["Ro", "So", "6c", "5o"]]
EXCHANGE = [
    {"action": "mus", "seat": 0},
    {"action": "mus", "seat": 1},
    {"action": "discard", "seat": 0, "cards": [THROWN]},
    {"action": "discard", "seat": 1, "cards": ["5o"]},
]
TALK_AGAIN = [{"action": "draw", "seat": 1, "cards": ["7o"]}, *EXCHANGE[:2]]
TO_THE_END = [
    {"action": "no-mus", "seat": 0},
    *({"action": "pass", "seat": seat} for _ in range(2) for seat in (0, 1)),
    *({"action": "declare", "seat": seat, "has": False} for seat in (0, 1)),
    {"action": "declare", "seat": 0, "has": False},
    {"action": "declare", "seat": 1, "has": True},
]


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([{"action": "draw", "seat": 0, "cards": [THROWN]}], "MUS-P06"),
        ([{"action": "draw", "seat": 0, "cards": [UNSEEN]}, {**TALK_AGAIN[0], "cards": [THROWN]}], "MUS-P06"),
        (
            [
                {"action": "draw", "seat": 0, "cards": [UNSEEN]},
                *TALK_AGAIN,
                {"action": "discard", "seat": 0, "cards": [THROWN]},
            ],
            "MUS-P02",
        ),
        (
            [
                {"action": "draw", "seat": 0, "cards": [UNSEEN]},
                {"action": "draw", "seat": 1, "cards": ["5b"]},
                *TO_THE_END,
                {"action": "show", "seat": 0, "cards": [THROWN, "7o", "Se", "2b"]},
            ],
            "MUS-S04",
        ),
    ],
    ids=["drawn by him", "drawn by another", "thrown again", "shown"],
)
def test_a_card_thrown_out_of_an_unseen_hand_is_gone(moves, code):
    other = [
        {name: ["4e"] if value == [THROWN] else value for name, value in move.items()}
        if move["action"] != "show"
        else {**move, "cards": ["4e", *move["cards"][1:]]}
        for move in moves
    ]
    for played, expected in ((moves, [code]), (other, [])):
        deal = {"mano": 0, "hands": TWO_HANDS}
        record = {"kontari": "1.0", "game": "mus", "rules": {"mus_corrido": False}, "players": [{"name": "Ana"}] * 2}
        record["rounds"] = [{"deal": deal, "moves": [*EXCHANGE, *played]}]
        findings = examine(text(record)).findings
        assert [finding.code for finding in findings] == expected
        assert all(finding.move == len(EXCHANGE) + len(moves) for finding in findings)


def test_a_question_spends_nothing_of_the_match():
    state = begun({"mus_corrido": False}, 2)
    play.apply_deal(state, Deal(mano=0, hands=[["??"] * 4, ["??"] * 4]))
    moves = [{"action": "no-mus", "seat": 0}, *({"action": "pass", "seat": seat} for _ in range(2) for seat in (0, 1))]
    for move in moves:
        assert play.judge(state, typed(move)) is None
        play.apply(state, typed(move))
    left = state.work.left
    declared = typed({"action": "declare", "seat": 0, "has": True})
    assert play.judge(state, declared) is None
    assert legal(state)
    assert state.work.left == left
    play.apply(state, declared)
    assert state.work.left < left
