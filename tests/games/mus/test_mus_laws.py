"""Laws of the judge of Mus, over all options and two, four and six players."""

import json
from hashlib import sha256
from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import examples
from games.mus.mus_tables import PLAYERS, SEEDS, begun, house_rules, slots, typed
from games.mus.plain_hands import compare, has_juego, has_pares
from kontari.core.cards import UNSEEN
from kontari.core.replay import advance, replay
from kontari.core.rng import Stream
from kontari.examination import examine
from kontari.games.mus import generate, options, play, score
from kontari.games.mus.cards import PACK, SUITS, TOKENS
from kontari.games.mus.exchange import renewing
from kontari.games.mus.lances import LANCES
from kontari.games.mus.legal import legal
from kontari.games.mus.record import Deal
from kontari.games.mus.state import DISCARD, DRAW, ENDED, RENEW, VISTO, position, seen_by, view
from kontari.record.reading import read
from laws import (
    assert_every_beginning_is_legal,
    assert_written_and_read_alike,
    cut,
    moves_of,
    text,
    with_own_keys,
    without_shortcut,
)

MOST_STONES = 9

# A walk: a random match, and at every place the whole alphabet


def words(players):
    """Every move that is not about cards: as data, and as the judge takes it."""
    for seat in range(players + 1):
        for action in ("mus", "no-mus", "stand", "pass", "ordago", "accept", "refuse"):
            yield {"action": action, "seat": seat}
        for stones in range(MOST_STONES + 1):
            yield {"action": "bet", "seat": seat, "stones": stones}
            yield {"action": "raise", "seat": seat, "stones": stones}
        for has in (True, False):
            yield {"action": "declare", "seat": seat, "has": has}


WORDS = {players: [(move, typed(move)) for move in words(players)] for players in (2, 4, 6)}


def key(move):
    """A move as a value that can stand in a set."""
    return tuple((name, tuple(item) if isinstance(item, list) else item) for name, item in sorted(move.items()))


class Walk:
    """A random match of which all cards are known, and the stock as it truly lies."""

    def __init__(self, rules, players, seed):
        self.random = Stream("walk", seed, 0, "mus", rules, players)
        self.players = players
        self.state = begun(rules, players)
        self.talks = 0

    def deal(self):
        pack = list(TOKENS)
        self.random.shuffle(pack)
        mano = self.random.below(self.players) if self.state.mano is None else (self.state.mano + 1) % self.players
        deal = {"mano": mano, "hands": [[pack.pop() for _ in range(4)] for _ in range(self.players)]}
        if self.random.chance(50):
            deal["stock"] = pack[::-1]
        if self.random.chance(20):
            deal["exposed"] = True
        self.stock = pack
        for faulty in self.faulty_deals(deal):
            assert play.judge_deal(self.state, Deal(**faulty)) is not None, faulty
        assert play.judge_deal(self.state, Deal(**deal)) is None
        play.apply_deal(self.state, Deal(**deal))
        self.talks = 0

    def faulty_deals(self, deal):
        hands = deal["hands"]
        yield {**deal, "mano": self.players}
        yield {**deal, "hands": hands[1:]}
        yield {**deal, "hands": [hands[0][1:], *hands[1:]]}
        yield {**deal, "hands": [[hands[1][0], *hands[0][1:]], *hands[1:]]}
        yield {**deal, "hands": [[UNSEEN, UNSEEN, hands[1][0], UNSEEN], *hands[1:]]}
        yield {**deal, "stock": self.stock[1:]}
        yield {**deal, "stock": [hands[0][0], *self.stock[1:]]}

    # Moves about cards, right and wrong

    def discards(self):
        state, seat = self.state, self.state.turn
        hand = list(state.hands[seat])
        self.random.shuffle(hand)
        others = [token for token in TOKENS if token not in hand]
        for other in (seat, self.random.below(self.players + 1)):
            for cards in ([], hand[:1], hand[:2], hand[:3], hand, [*hand, *hand[:1]], hand[:1] * 2, [UNSEEN]):
                yield {"action": "discard", "seat": other, "cards": list(cards)}
            yield {"action": "discard", "seat": other, "cards": [self.random.choice(others)]}
            yield {"action": "discard", "seat": other, "cards": [*hand[:2], self.random.choice(others)]}

    def draws(self):
        state = self.state
        top = self.stock[::-1]
        other = self.random.choice(TOKENS)
        for seat in (state.turn, self.random.below(self.players + 1)):
            for number in range(min(len(top), 5) + 1):
                yield {"action": "draw", "seat": seat, "cards": top[:number]}
            for number in range(1, min(len(top), 4) + 1):
                yield {"action": "draw", "seat": seat, "cards": [*top[: number - 1], other]}
                yield {"action": "draw", "seat": seat, "cards": [other] * number}

    def reshuffles(self):
        yield {"action": "reshuffle"}
        pool = [token for token, _, _ in renewing(self.state)]
        self.random.shuffle(pool)
        other = self.random.choice(TOKENS)
        for stock in (pool, pool[1:], [*pool, other], [*pool[1:], other], [UNSEEN] * len(pool), []):
            yield {"action": "reshuffle", "stock": stock}

    def shows(self):
        for seat in range(self.players + 1):
            hand = list(self.state.hands[seat % self.players])
            self.random.shuffle(hand)
            yield {"action": "show", "seat": seat, "cards": hand}
            yield {"action": "show", "seat": seat, "cards": hand[:3]}
            yield {"action": "show", "seat": seat, "cards": [*hand[:3], self.random.choice(TOKENS)]}
            yield {"action": "show", "seat": seat, "cards": [*hand[:3], *hand[:1]]}

    def alphabet(self):
        yield from WORDS[self.players]
        for moves in (self.discards, self.draws, self.reshuffles, self.shows):
            yield from ((move, typed(move)) for move in moves())
        more = {"action": "raise", "seat": self.state.turn, "stones": self.state.stake}
        yield more, typed(more)

    def ask(self):
        """The moves of the alphabet that are legal here; those that are not change nothing."""
        before = slots(self.state)
        self.patterns = legal(self.state)
        found = []
        for move, given_move in self.alphabet():
            expected = self.listed(move)
            fault = play.judge(self.state, given_move)
            assert (fault is None) == expected, (move, fault, self.patterns)
            if fault is None:
                found.append(move)
            elif self.random.chance(1):
                assert advance(play, self.state, [given_move]) == (0, fault)
        assert slots(self.state) == before
        return found

    def listed(self, move):
        """Whether ``legal`` lists a move, as its patterns are described, and the cards of it can be those."""
        return any(self._matches(pattern, move) for pattern in self.patterns)

    def _matches(self, pattern, move):
        action = pattern["action"]
        if action != move["action"] or pattern.get("seat") != move.get("seat"):
            return False
        if action in ("bet", "raise"):
            allowed = pattern["stones"]
            return move["stones"] >= allowed["least"] if isinstance(allowed, dict) else move["stones"] in allowed
        if action == "declare":
            return pattern["has"] == move["has"]
        cards = move.get("cards")
        if action in ("discard", "draw"):
            if not pattern["cards"]["least"] <= len(cards) <= pattern["cards"]["most"] or len(set(cards)) < len(cards):
                return False
            if action == "discard":
                return set(cards) <= set(pattern["of"])
            return (
                cards == self.stock[::-1][: len(cards)]
                if self.state.order is not None
                else set(cards) <= set(self.stock)
            )
        if action == "show":
            return sorted(pattern["cards"]) == sorted(cards)
        if action == "reshuffle" and "stock" in move:
            pool = [token for token, _, _ in renewing(self.state)]
            named = [token for token in move["stock"] if token != UNSEEN]
            return len(pool) == len(move["stock"]) and len(set(named)) == len(named) and set(named) <= set(pool)
        return True

    def choose(self, moves):
        """One of the legal moves; the talk does not go on for ever, and draws are as the stock lies."""
        kinds = {}
        for move in moves:
            if move["action"] == "draw" and move["cards"] != self.stock[::-1][: len(move["cards"])]:
                continue
            if UNSEEN in move.get("stock", ()):
                continue
            kinds.setdefault(move["action"], []).append(move)
        if "mus" in kinds and self.random.chance(60 if self.talks < 40 else 0):
            self.talks += 1
            return kinds["mus"][0]
        kinds = kinds if len(kinds) == 1 or "mus" not in kinds else {"no-mus": kinds["no-mus"]}
        weights = {"pass": 4, "accept": 4, "refuse": 4, "bet": 3, "raise": 3, "declare": 3}
        return self.random.choice(
            kinds[self.random.choice([kind for kind in sorted(kinds) for _ in range(weights.get(kind, 1))])]
        )

    def make(self, move):
        assert play.judge(self.state, typed(move)) is None
        if move["action"] == "draw":
            del self.stock[len(self.stock) - len(move["cards"]) :]
        if move["action"] == "reshuffle":
            self.stock = [token for token, _, _ in renewing(self.state)]
            self.random.shuffle(self.stock)
            if "stock" in move:
                self.stock = move["stock"][::-1]
        play.apply(self.state, typed(move))
        self.check()

    def check(self):
        """Every card of the forty is in one place."""
        state = self.state
        held = [token for hand in state.hands for token in hand]
        thrown = [token for token, _, _ in state.thrown]
        assert len(held) + len(thrown) + len(self.stock) == len(TOKENS)
        assert {*held, *thrown, *self.stock} == PACK
        assert state.count == len(self.stock)
        if state.order is not None:
            assert state.order == self.stock
        else:
            assert state.pool == set(self.stock)
        assert {len(hand) for hand in state.hands} == {4} or state.phase in (DISCARD, DRAW, RENEW, VISTO)
        for seat, hand in enumerate(state.hands):
            assert len(hand) + state.owed[seat] == 4
        assert state.undecided == 0
        assert state.hidden is None


@examples(120)
@given(house_rules(), PLAYERS, SEEDS)
def test_judge_and_legal_say_the_same(rules, players, seed):
    walk = Walk(rules, players, seed)
    for _ in range(3):
        walk.deal()
        walk.check()
        while True:
            found = walk.ask()
            if not found or (walk.state.phase == ENDED and walk.random.chance(50)):
                break
            walk.make(walk.choose(found))
        assert walk.state.ended is not None
        play.round_outcome(walk.state)
        if score.standing(walk.state).over:
            break


# Records of the generator


@st.composite
def records(draw, longest=4, rules=None, players=PLAYERS):
    """A random match, broken off where it grows too long."""
    chosen = draw(house_rules() if rules is None else rules)
    with mock.patch.object(generate, "MAX_HANDS", longest):
        return generate.record(draw(SEEDS), draw(st.integers(0, 3)), draw(players), chosen)


@examples(200)
@given(records(longest=60))
def test_generated_matches_are_sound_or_stop(record):
    verdict = examine(text(record))
    assert verdict.verdict == ("sound" if record["result"]["termination"] == "normal" else "unfinished")
    assert not verdict.findings
    assert verdict.proof == "complete"


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("preset", options.PRESETS)
def test_matches_of_every_preset_end(preset, players):
    for seed in range(4):
        verdict = examine(text(generate.record(seed, 0, players, {"preset": preset, "games_to_win": 1})))
        assert (verdict.verdict, verdict.findings) == ("sound", [])


def test_generated_matches_stay_the_same():
    """A match of a seed is the same on every machine; other matches need another name of the generator."""
    cases = [
        (1, 0, 2, {}, "38059301813dba44"),
        (1, 1, 4, {"preset": "fem", "games_to_win": 1}, "dfe62d3b44a24bd1"),
        (2**63, 5, 6, {"preset": "fournier", "reshuffle_pool": "earlier-discards"}, "38e6d071ff2d9e14"),
        (
            0,
            0,
            4,
            {"preset": "short", "kings": 4, "real": "figure", "replies": "side", "target": 10},
            "1ffdc196a1b32d19",
        ),
    ]
    found = [sha256(text(generate.record(*case[:4]))).hexdigest()[:16] for case in cases]
    assert found == [case[4] for case in cases]


@pytest.mark.parametrize("players", [1, 3, 5, 7, 8])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(ValueError, match="players"):
        generate.record(1, 0, players, {})


@examples(60)
@given(records(longest=2))
def test_every_beginning_of_a_sound_record_is_sound_or_unfinished(record):
    assert_every_beginning_is_legal(record)


def spoilt(draw, record):
    """A record in which one or two moves are changed for others of about the same kind."""
    changed = json.loads(json.dumps(record))
    for _ in range(draw(st.integers(0, 2))):
        moves = draw(st.sampled_from(changed["rounds"]))["moves"]
        if not moves:
            continue
        place = draw(st.integers(0, len(moves) - 1))
        move = moves[place]
        how = draw(st.integers(0, 5))
        if how == 0:
            del moves[place]
        elif how == 1:
            moves.insert(place, dict(move))
        elif how == 2 and "seat" in move:
            move["seat"] = (move["seat"] + 1) % len(record["players"])
        elif how == 3 and move["action"] in ("pass", "bet", "raise", "accept", "refuse", "ordago"):
            move["lance"] = draw(st.sampled_from(LANCES))
        elif "stones" in move:
            move["stones"] = draw(st.integers(0, 5))
        elif move.get("cards"):
            move["cards"][0] = draw(st.sampled_from((*TOKENS, "??"))) if move["action"] != "show" else "Ro"
        elif move["action"] in ("mus", "no-mus", "pass"):
            move["action"] = draw(st.sampled_from(["mus", "no-mus", "pass"]))
            move.pop("lance", None)
    return changed


@examples(300)
@given(records(), st.data())
def test_the_shortcut_of_the_replay_changes_nothing(record, data):
    changed = spoilt(data.draw, record)
    changed["rounds"] = cut(changed, data.draw(st.integers(1, 1 + moves_of(changed))))["rounds"]
    given_record = read(text(changed)).record
    assert given_record is not None
    chosen = options.in_force(given_record.rules, len(given_record.players))
    quick, slow = (replay(referee, chosen, given_record) for referee in (play, without_shortcut(play)))
    assert quick.stopped == slow.stopped
    assert [outcome.shown for outcome in quick.outcomes] == [outcome.shown for outcome in slow.outcomes]
    ours, theirs = slots(quick.state), slots(slow.state)
    for name in ours:
        assert ours[name] == theirs[name], name


@pytest.mark.parametrize("preset", options.PRESETS)
def test_the_shortcut_makes_nearly_every_move_where_all_is_known(preset):
    record = generate.record(1, 0, 4, {"preset": preset, "games_to_win": 1})
    with mock.patch.object(play, "judge", wraps=play.judge) as judge:
        assert examine(text(record)).verdict == "sound"
    assert judge.call_count < moves_of(record) / 20


# What a seat sees


def shown_to(seat, rules, players, round_):
    """All that a seat sees of a round: the moves, and the table before and after each; None if it is not legal.

    Besides, who has pares and juego in the lances: without declarations that is what the table goes by.
    """
    state = begun(rules, players)
    deal = Deal(**round_["deal"])
    assert play.judge_deal(state, deal) is None
    play.apply_deal(state, deal)
    seen = [view(position(state), seat)]
    for move in round_["moves"]:
        if play.judge(state, typed(move)) is not None:
            return None
        play.apply(state, typed(move))
        seen += [seen_by(move, seat), view(position(state), seat)]
    hands = ["".join(token[0] for token in hand) for hand in state.hands]
    kings = state.house.kings
    return seen, [(has_pares(hand, kings), has_juego(hand, kings)) for hand in hands]


@examples(300)
@given(records(longest=1), st.data())
def test_views_hold_nothing_that_a_seat_did_not_see(record, data):
    players = len(record["players"])
    seat = data.draw(st.integers(0, players - 1))
    round_ = record["rounds"][0]
    seen = set(round_["deal"]["hands"][seat])
    for move in round_["moves"]:
        if move.get("seat") == seat or move["action"] == "show":
            seen |= set(move.get("cards", ()))
    unseen = [card for card in TOKENS if card not in seen]
    one, other = data.draw(st.lists(st.sampled_from(unseen), min_size=2, max_size=2, unique=True))
    swapped = exchanged(round_, one, other)
    ours, theirs = (shown_to(seat, record.get("rules", {}), players, variant) for variant in (round_, swapped))
    assert ours is not None
    assume(theirs is not None)  # who spoke in pares may now have none
    assume(ours[1] == theirs[1])
    assert ours[0] == theirs[0]


def exchanged(data, one, other):
    """The same with two cards in each other's place."""
    swapped = text(data).replace(one.encode(), b"@@").replace(other.encode(), one.encode())
    return json.loads(swapped.replace(b"@@", other.encode()))


# Laws of the game


@examples(150)
@given(records(), st.permutations(SUITS), st.data())
def test_the_names_of_the_suits_do_not_matter(record, suits, data):
    record = spoilt(data.draw, record)
    renamed = dict(zip(SUITS, suits, strict=True))

    def rename(value):
        if isinstance(value, dict):
            return {name: rename(item) for name, item in value.items()}
        if isinstance(value, list):
            return [rename(item) for item in value]
        return value[0] + renamed[value[1]] if value in PACK else value

    ours, theirs = examine(text(record)), examine(text(rename(record)))
    assert (ours.verdict, ours.rounds, ours.result) == (theirs.verdict, theirs.rounds, theirs.result)
    assert [(one.code, one.pointer) for one in ours.findings] == [(one.code, one.pointer) for one in theirs.findings]


def all_pass(rules, hands, mano):
    """The sheet of a hand in which nobody bets."""
    state = begun(rules, len(hands))
    play.apply_deal(state, Deal(mano=mano, hands=hands))
    play.apply(state, typed({"action": "no-mus", "seat": mano}))
    while state.ended is None:
        move = typed({"action": "pass", "seat": state.turn})
        assert play.judge(state, move) is None
        play.apply(state, move)
    return play.round_outcome(state).shown


def tied(hands, rules):
    """Whether hands of the two sides tie in some lance in which both may take part."""
    chosen = options.in_force(options.Rules(**rules), len(hands))
    kings, real = chosen["kings"], chosen["real"]
    ranks = ["".join(token[0] for token in hand) for hand in hands]
    last = "juego" if any(has_juego(hand, kings) for hand in ranks) else "punto"
    for lance in ("grande", "chica", "pares", last):
        for one in ranks[::2]:
            for other in ranks[1::2]:
                if lance == "pares" and not (has_pares(one, kings) and has_pares(other, kings)):
                    continue
                if lance == "juego" and not (has_juego(one, kings) and has_juego(other, kings)):
                    continue
                if compare(lance, one, other, kings, real) == 0:
                    return True
    return False


@examples(300)
@given(house_rules(), st.sampled_from([4, 6]), st.permutations(TOKENS), st.data())
def test_partners_may_exchange_their_hands_where_nobody_bets_and_none_tie(rules, players, pack, data):
    hands = [list(pack[4 * seat : 4 * seat + 4]) for seat in range(players)]
    assume(not tied(hands, rules))
    mano = data.draw(st.integers(0, players - 1))
    one, other = data.draw(st.sampled_from([(0, 2), (1, 3)]))
    changed = list(hands)
    changed[one], changed[other] = hands[other], hands[one]
    assert all_pass(rules, hands, mano) == all_pass(rules, changed, mano)


def record_sheets(record):
    """The rounds of a record with their score sheets, as they are played again."""
    state = begun(record.get("rules", {}), len(record["players"]))
    for round_ in record["rounds"]:
        play.apply_deal(state, Deal(**round_["deal"]))
        before = stones = position(state)["stones"]
        for move in round_["moves"]:
            play.apply(state, typed(move))
            after = position(state)["stones"]
            assert all(a <= b for a, b in zip(stones, after, strict=True)), "stones fall within a juego"
            stones = after
        play.round_outcome(state)
        yield state, before, score.sheet(state)


@examples(200)
@given(records(longest=12))
def test_each_lance_pays_once_and_stones_never_fall(record):
    for state, before, sheet in record_sheets(record):
        stones = before
        for part in sheet["parts"]:
            added = [b - a for a, b in zip(stones, part["after"], strict=True)]
            assert added[part["side"]] == part["stones"] > 0
            assert added[1 - part["side"]] == 0
            stones = part["after"]
        assert stones == position(state)["stones"] == [row["total"] for row in sheet["sides"]]
        if state.ended == "ordago":
            assert {part["reason"] for part in sheet["parts"]} <= {"deje"}
            continue
        assert len({(part["lance"], part["reason"]) for part in sheet["parts"]}) == len(sheet["parts"])
        paid = {part["lance"]: set() for part in sheet["parts"]}
        for part in sheet["parts"]:
            paid[part["lance"]].add(part["reason"])
        for reasons in paid.values():
            assert len(reasons & {"deje", "stake", "en-paso"}) <= 1
        if state.ended == "count":
            closed = {LANCES[lance] for lance, how in state.closed.items() if how is not None}
            assert closed <= paid.keys() | set(sheet.get("uncounted", ()))


# Writing


@examples(150)
@given(records(longest=2), st.data())
def test_writing_and_reading_is_the_identity(record, data):
    record = with_own_keys(data.draw, record)
    if data.draw(st.booleans()):
        record["sides"] = ["Bidasoa", data.draw(st.text(max_size=5))]
    assert_written_and_read_alike(record)
