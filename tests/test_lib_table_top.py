"""The converter of lib_table_top: decks dealt again out of seeds, whole games by a small program, and damage."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from damage import damaged
from kontari.convert import ConversionError, Wish, lib_table_top, sniffed
from kontari.examination import examine
from kontari.record.writing import one_line

ZEROS, ONES = "00" * 32, "01" * 32
NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANKS = "A23456789TJQK"


# A program that plays as lib_table_top does


def words(key: bytes) -> Any:
    """ChaCha20 as its authors describe it, in rows and diagonals of a square."""
    ints = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    block = 0
    while True:
        first = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *ints, block, 0, 0, 0]
        x = list(first)

        def quarter(a: int, b: int, c: int, d: int, x: list[int] = x) -> None:
            for p, q, r, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[p] = (x[p] + x[q]) & 0xFFFFFFFF
                x[r] ^= x[p]
                x[r] = ((x[r] << n) | (x[r] >> (32 - n))) & 0xFFFFFFFF

        for _ in range(10):
            quarter(0, 4, 8, 12)
            quarter(1, 5, 9, 13)
            quarter(2, 6, 10, 14)
            quarter(3, 7, 11, 15)
            quarter(0, 5, 10, 15)
            quarter(1, 6, 11, 12)
            quarter(2, 7, 8, 13)
            quarter(3, 4, 9, 14)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, first, strict=True))
        block += 1


class Game:
    """One game; ``history`` is what is saved of it."""

    def __init__(self, players: int, seed: str) -> None:
        self.players, self.seed = players, seed
        self.words = words(bytes.fromhex(seed))
        deck = self.shuffled([rank + suit for suit in "HSDC" for rank in "AKQJT98765432"])
        size = 7 if players == 2 else 5
        self.hands = [deck[size * i : size * (i + 1)] for i in range(players)]
        self.top = deck[size * players]
        self.suit = self.top[1]
        self.pile, self.under = deck[size * players + 1 :], list[str]()
        self.history: list[Any] = []
        self.reshuffles = 0

    def below(self, n: int) -> int:
        zeros = 32 - n.bit_length()
        while True:
            product = next(self.words) * n
            if product & 0xFFFFFFFF <= (n << zeros) - 1:
                return product >> 32

    def shuffled(self, cards: list[str]) -> list[str]:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def turn(self, rng: random.Random) -> None:
        """A legal turn; a draw only where nothing can be played."""
        hand = self.hands[len(self.history) % self.players]
        able = [card for card in hand if card[0] in ("8", self.top[0]) or card[1] == self.suit]
        if not able:
            if not self.pile:
                self.pile, self.under = self.shuffled(self.under), []
                self.reshuffles += 1
            if self.pile:
                hand.append(self.pile.pop())
            self.history.append("Draw")
            return
        card = rng.choice(able)
        hand.remove(card)
        self.under.append(self.top)
        self.top, self.suit = card, card[1]
        if card[0] == "8":
            self.suit = rng.choice("CDHS")
            self.history.append({"PlayEight": [named(card), NAMES[self.suit]]})
        else:
            self.history.append({"Play": named(card)})

    def over(self) -> bool:
        return not all(self.hands)

    def saved(self) -> dict[str, Any]:
        return {"settings": {"seed": self.seed, "number_of_players": self.players}, "history": self.history}


def named(card: str) -> list[Any]:
    return [RANKS.index(card[0]) + 1, NAMES[card[1]]]


def played(number: int, most: int = 400) -> Game:
    rng = random.Random(number)
    game = Game(rng.randint(2, 8), rng.randbytes(32).hex())
    while not game.over() and len(game.history) < most:
        game.turn(rng)
    return game


def saved(seed: Any = ZEROS, players: Any = 3, history: Any = ()) -> dict[str, Any]:
    return {"settings": {"seed": seed, "number_of_players": players}, "history": list(history)}


def read_one(value: Any, **settings: str) -> Any:
    ((_, record, losses),) = lib_table_top.read([json.dumps(value)], Wish(settings=settings))
    return record, losses


def converted(value: Any, **settings: str) -> Any:
    record, _ = read_one(value, **settings)
    assert not isinstance(record, ConversionError), record
    return record


def verdict(record: dict[str, Any]) -> Any:
    return examine(one_line("crazy-eights", record).encode())


# The deck


def test_generator_is_chacha() -> None:
    """The first words of the stream of a key of zeros are published."""
    stream = lib_table_top._words(bytes(32))
    assert [next(stream) for _ in range(4)] == [0xADE0B876, 0x903DF1A0, 0xE56A5D40, 0x28BD8653]


@pytest.mark.parametrize(
    ("seed", "players", "hands", "starter", "stock"),
    [
        (ZEROS, 3, ["AD 5S 2H JD KS", "5C AH TC 8H QS", "7C TH 2D 9C QC"], "4D", "5D QD 9H AC 3D 3H"),
        (ONES, 2, ["AH 9C 7D KS 9S 3D 7C", "TH 5S TC 7S 3C 6D 6S"], "QC", "8H AC 9H"),
    ],
)
def test_deck_of_a_seed(seed: str, players: int, hands: list[str], starter: str, stock: str) -> None:
    deal = converted(saved(seed, players))["rounds"][0]["deal"]
    assert deal["hands"] == [hand.split() for hand in hands]
    assert deal["starter"] == [starter]
    assert deal["stock"][: len(stock.split())] == stock.split()
    assert deal["dealer"] == players - 1
    assert len(deal["stock"]) == 52 - sum(map(len, deal["hands"])) - 1


def test_example() -> None:
    value = saved(history=[{"Play": [11, "Diamonds"]}, {"PlayEight": [[8, "Hearts"], "Spades"]}, "Draw"])
    record, losses = read_one(value)
    assert losses == ()
    assert record["rules"] == lib_table_top.RULES
    assert record["players"] == [{"name": "P1"}, {"name": "P2"}, {"name": "P3"}]
    assert record["rounds"][0]["moves"] == [
        {"action": "play", "seat": 0, "card": "JD"},
        {"action": "play", "seat": 1, "card": "8H", "suit": "S"},
        {"action": "draw", "seat": 2, "cards": ["5D"]},
        {"action": "pass", "seat": 2},
    ]
    assert record["meta"]["source"] == f"lib_table_top, seed {ZEROS}"
    assert verdict(record).verdict == "unfinished"


# Whole games


def test_whole_games_are_sound() -> None:
    reshuffles, players = 0, set()
    for number in range(150):
        game = played(number)
        record = converted(game.saved())
        judged = verdict(record)
        assert judged.findings == [], judged.findings
        assert judged.proof == "complete"
        assert judged.verdict == ("sound" if game.over() else "unfinished")
        if game.over():
            assert judged.result["winners"] == [next(seat for seat, hand in enumerate(game.hands) if not hand)]
        renewed = [move for move in record["rounds"][0]["moves"] if move["action"] == "reshuffle"]
        assert len(renewed) == game.reshuffles or not game.over()
        reshuffles += len(renewed)
        players.add(game.players)
    assert reshuffles > 10
    assert players == set(range(2, 9))


def test_draw_of_nothing_is_a_pass() -> None:
    """Eight players, eleven cards in the pile: nobody plays, so that nothing can be reshuffled."""
    record = converted(saved(players=8, history=["Draw"] * 12))
    assert record["rules"]["max_players"] == 8
    moves = record["rounds"][0]["moves"]
    assert moves[-1] == {"action": "pass", "seat": 3}
    assert [move["action"] for move in moves].count("draw") == 11


# Illegal games are converted, and found


@pytest.mark.parametrize(
    ("history", "move"),
    [
        ([{"Play": [11, "Clubs"]}], 1),
        ([{"Play": [5, "Spades"]}], 1),
        (["Draw"], 1),
        ([{"Play": [11, "Diamonds"]}, {"Play": [8, "Hearts"]}], 2),
        ([{"Play": [11, "Diamonds"]}, {"PlayEight": [[8, "Hearts"], "Spades"]}, {"Play": [7, "Clubs"]}], 3),
    ],
    ids=str,
)
def test_illegal_game_is_found_at_its_move(history: list[Any], move: int) -> None:
    """Not held, not fitting, a draw though able, an eight without a suit, a card against the suit named."""
    judged = verdict(converted(saved(history=history)))
    assert judged.verdict == "illegal"
    assert judged.findings[0].move == move


def test_turn_after_the_end_is_found() -> None:
    game = next(game for game in map(played, range(50)) if game.over())
    record = converted({**game.saved(), "history": [*game.history, "Draw"]})
    judged = verdict(record)
    assert judged.verdict == "illegal"
    # The draw itself, or the reshuffle that it would need, but no turn before it.
    assert judged.findings[0].move in (len(record["rounds"][0]["moves"]) - 1, len(record["rounds"][0]["moves"]) - 2)


# Seeds that cannot be read


@pytest.mark.parametrize("seed", ["", "00", "xx" * 32, 7, None, ["0"] * 64])
def test_without_a_seed_cards_are_unseen_and_the_starter_must_be_said(seed: Any) -> None:
    history = [{"Play": [11, "Diamonds"]}, {"PlayEight": [[8, "Hearts"], "Spades"]}, "Draw"]
    error, _ = read_one(saved(seed, history=history))
    assert isinstance(error, ConversionError)
    assert "--set starter=" in error.message
    record, losses = read_one(saved(seed, history=history), starter="4D")
    deal = record["rounds"][0]["deal"]
    assert deal == {"dealer": 2, "hands": [["??"] * 5] * 3, "starter": ["4D"]}
    assert record["rounds"][0]["moves"][2] == {"action": "draw", "seat": 2, "cards": ["??"]}
    assert [loss.place for loss in losses] == ([] if seed is None else ["line 1, /settings/seed"])
    judged = verdict(record)
    assert (judged.verdict, judged.proof) == ("unfinished", "partial")


def test_whole_games_without_a_seed() -> None:
    for number in range(20):
        game = played(number)
        starter = converted(game.saved())["rounds"][0]["deal"]["starter"][0]
        judged = verdict(converted({**game.saved(), "settings": saved("?", game.players)["settings"]}, starter=starter))
        assert judged.verdict == ("sound" if game.over() else "unfinished"), judged.findings
        assert judged.proof == "partial"


def test_starter_that_is_said_must_be_a_card_and_the_one_dealt() -> None:
    for starter in ("JD", "10D", "??"):
        assert isinstance(read_one(saved(), starter=starter)[0], ConversionError)
    assert not isinstance(read_one(saved(), starter="4D")[0], ConversionError)


# Damage


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([], "line 1"),
        ({}, "line 1"),
        ({"settings": 1, "history": []}, "line 1, /settings"),
        (saved(players=1), "line 1, /settings/number_of_players"),
        (saved(players=9), "line 1, /settings/number_of_players"),
        (saved(players="3"), "line 1, /settings/number_of_players"),
        ({"settings": saved()["settings"], "history": {}}, "line 1, /history"),
        (saved(history=["Draw", "draw"]), "line 1, /history/1"),
        (saved(history=["Draw", 1]), "line 1, /history/1"),
        (saved(history=[{"Play": [14, "Clubs"]}]), "line 1, /history/0/Play/0"),
        (saved(history=[{"Play": [1, "clubs"]}]), "line 1, /history/0/Play/1"),
        (saved(history=[{"Play": [1]}]), "line 1, /history/0/Play"),
        (saved(history=[{"Play": [1, "Clubs"], "Draw": 1}]), "line 1, /history/0"),
        (saved(history=[{"PlayEight": [[8, "Clubs"], 1]}]), "line 1, /history/0/PlayEight/1"),
        ({"player": 0, "hand": [], "observer_view": {}}, "line 1"),
    ],
    ids=str,
)
def test_damage_is_refused_at_its_pointer(value: Any, place: str) -> None:
    error, _ = read_one(value)
    assert isinstance(error, ConversionError)
    assert error.place == place


def test_whole_text_and_lines() -> None:
    text = json.dumps(saved(history=["Draw"]), indent=2)
    ((line, record, _),) = lib_table_top.read(["\n", *text.splitlines(keepends=True)])
    assert line == 2
    assert record["game"] == "crazy-eights"
    broken = text.replace('"Draw"', '"Draw" "Draw"')
    ((_, error, _),) = lib_table_top.read(["\n", *broken.splitlines(keepends=True)])
    assert isinstance(error, ConversionError)
    assert error.place == "line 8, column 12"
    several = [json.dumps(saved()) + "\n", "{}\n", json.dumps(saved(ONES)) + "\n"]
    assert [line for line, _, _ in lib_table_top.read(several)] == [1, 2, 3]


def test_damage_at_random_is_refused_or_converted() -> None:
    rng = random.Random(2)
    samples = [played(number, most=25).saved() for number in range(6)]
    outcomes = {True: 0, False: 0}
    for number in range(1200):
        text = damaged(samples[number % len(samples)], rng)
        for _, record, _ in lib_table_top.read(text.splitlines(keepends=True)):
            outcomes[isinstance(record, ConversionError)] += 1
            if not isinstance(record, ConversionError):
                assert verdict(record).verdict != "malformed"
    assert min(outcomes.values()) > 50


def test_sniffing() -> None:
    assert sniffed(json.dumps(saved())) == ["lib-table-top"]
    assert lib_table_top.sniff(json.dumps(saved(), indent=2)[:90] + '"number_of_players"')
    assert not lib_table_top.sniff('{"settings": {}}')
    assert not lib_table_top.sniff('"settings" "number_of_players"')


def test_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played(4).saved(), indent=1))
    done = run("convert", file, "--to", "jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert verdict(json.loads(done.stdout)).verdict == "sound"
    file.write_text(json.dumps(saved("secret", history=[{"Play": [11, "Diamonds"]}])))
    done = run("convert", file, "--to", "jsonl")
    assert done.returncode == 1
    assert "game.json: line 1, /settings/seed: " in done.stderr
    assert run("convert", file, "--to", "jsonl", "--set", "starter=4D").returncode == 0
