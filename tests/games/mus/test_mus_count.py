"""Random hands of which all cards are known, bet and counted by the judge and by the plain second opinion."""

from hypothesis import given
from hypothesis import strategies as st

from conftest import examples
from games.mus.mus_tables import PLAYERS, SEEDS, house_rules, typed
from games.mus.plain_betting import PlainLance, side_of
from games.mus.plain_count import count, last_lance, ordago_side, seats_in
from kontari.core.rng import Stream
from kontari.games.mus import options, play, score
from kontari.games.mus.cards import TOKENS
from kontari.games.mus.lances import LANCES
from kontari.games.mus.record import Deal, Start

CHOICES = [("pass", None)] * 3 + [("accept", None)] * 3 + [("refuse", None)] * 3 + [("ordago", None)]
CHOICES += [(action, stones) for action in ("bet", "raise") for stones in (1, 2, 2, 3, 6)]


class Hand:
    """One hand, from the talk to its end, by both."""

    def __init__(self, rules, players, start, seed):
        self.random = Stream("count", seed, 0, "mus", rules, players)
        written = options.Rules(**rules)
        self.options = dict(options.in_force(written, players))
        self.players = players
        start = [min(stones, self.options["target"] - 1) for stones in start]
        self.state = play.begin(
            options.in_force(written, players), players, written, Start(stones=start, first_hand=True)
        )
        pack = list(TOKENS)
        self.random.shuffle(pack)
        self.mano = self.random.below(players)
        hands = [[pack.pop() for _ in range(4)] for _ in range(players)]
        deal = Deal(mano=self.mano, hands=hands)
        assert play.judge_deal(self.state, deal) is None
        play.apply_deal(self.state, deal)
        self.hands = ["".join(token[0] for token in hand) for hand in hands]
        self.before, self.stones, self.dejes, self.outcomes = start, list(start), [], {}

    def make(self, move):
        given_move = typed(move)
        assert play.judge(self.state, given_move) is None, move
        play.apply(self.state, given_move)

    def bet(self):
        """All lances; False where a deje won the juego or an órdago was accepted."""
        self.make({"action": "no-mus", "seat": self.mano})
        kings = self.options["kings"]
        for name in ("grande", "chica", "pares", last_lance(self.hands, kings)):
            eligible = seats_in(name, self.players, self.mano, self.hands, kings)
            lance = PlainLance(self.options, self.players, self.mano, eligible, name in ("pares", "juego", "punto"))
            while lance.may_speak():
                assert self.state.ended is None
                assert LANCES[self.state.lance] == name
                self._move(lance)
            self.outcomes[name] = lance.outcome
            if lance.outcome is not None and lance.outcome[0] == "refused":
                _, stones, side = lance.outcome
                self.stones[side] += stones
                self.dejes.append((LANCES.index(name), side, stones))
                if self.stones[side] >= self.options["target"]:
                    return "deje"
            if lance.outcome == ("ordago",):
                self.ordago = name
                return "ordago"
        return "count"

    def _move(self, lance):
        while True:
            seat = self.random.choice(sorted(lance.may_speak()))
            action, stones = self.random.choice(CHOICES)
            if not lance.refuses(seat, action, stones):
                break
        more = {} if stones is None else {"stones": stones}
        self.make({"action": action, "seat": seat, **more})
        lance.make(seat, action, stones)


@examples(2000)
@given(house_rules(), PLAYERS, st.tuples(st.integers(0, 45), st.integers(0, 45)), SEEDS)
def test_hands_are_counted_as_by_the_plain_opinion(rules, players, start, seed):
    hand = Hand(rules, players, start, seed)
    how = hand.bet()
    state = hand.state
    assert state.ended == how
    assert state.dejes == hand.dejes
    added, additions = count(hand.options, players, hand.mano, hand.hands, hand.outcomes, hand.stones)
    paid = [stones - before for stones, before in zip(hand.stones, hand.before, strict=True)]
    outcome = play.round_outcome(state)
    assert outcome.shown == {"scores": [a + b for a, b in zip(paid, added, strict=True)], "ended": how}
    after = [a + b for a, b in zip(hand.stones, added, strict=True)]
    winners = [side for side in (0, 1) if after[side] >= hand.options["target"]]
    if how == "ordago":
        winners = [ordago_side(hand.options, players, hand.mano, hand.hands, hand.ordago)]
    assert len(winners) <= 1
    games = [int(side in winners) for side in (0, 1)]
    assert score.result(state)["stones"] == after
    assert score.result(state)["games"] == games
    assert score.result(state)["game_stones"] == ([after] if winners else [])
    assert score.standing(state).over == (
        bool(winners) and hand.options["games_to_win"] == hand.options["vacas_to_win"] == 1
    )
    parts = score.sheet(state)["parts"]
    said = [(part["lance"], part["side"], part["stones"], part["reason"]) for part in parts]
    if how != "deje":
        expected = [(LANCES[lance], side, stones, "deje") for lance, side, stones in hand.dejes]
        assert said == expected + additions
    for part in parts:
        assert {side_of(seat) for seat in part["seats"]} <= {part["side"]}
