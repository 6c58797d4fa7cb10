"""Results on paper: read from a sheet, and held against the rules of the match. A sheet proves nothing of the play."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from kontari.tournament.attachments import problem_of
from kontari.tournament.csv_reading import CsvError, Line, Sheet, read_csv
from kontari.tournament.model import Attachment, Document, Finding, SheetResult
from kontari.tournament.paper_scores import HandsOfGames, ScoreRounds, games_decided
from kontari.tournament.plain_names import folded
from kontari.tournament.sheet_cells import Cells
from kontari.tournament.sheet_columns import ATTACHED, KINDS, LETTERS, Kind, headings
from kontari.tournament.sheet_matches import Match, Matches

_YES = ("yes", "y", "x", "1", "true", "si", "s", "bai", "signed", "firmado", "✓", "✔")
_NO = ("no", "n", "0", "false", "ez", "-", "")
_WHOLE_GAME = ("ordago", "hordago")
_MARK = {"matches": "games_a", "hands": "stones_a"}


def options_in_force(
    document: Document, defaults: Mapping[str, Any], presets: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """The house rules of the document's records: defaults, the preset over them, what is written over that."""
    rules = dict(document.records.rules or {})
    return {**defaults, **presets.get(rules.pop("preset", None) or "classic", {}), **rules}


def read_sheets(
    data: bytes,
    name: str,
    document: Document,
    encoding: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[list[SheetResult], list[Finding]]:
    """The results of a sheet that add up, and what is wrong with the others.

    name: of the file, for places. options: the house rules in force; a value may be a mapping by number of players;
    what is not in it is not checked. A match with a fault in any of its rows gives no result. Rows without any
    result are those of matches still to be played.
    """
    return _Reader(name, document, options or {}).read(data, encoding)


class _Reader:
    def __init__(self, name: str, document: Document, options: Mapping[str, Any]) -> None:
        self._cells = Cells(name)
        self._document = document
        self._options = options

    def read(self, data: bytes, encoding: str | None) -> tuple[list[SheetResult], list[Finding]]:
        known = {*ATTACHED, *(head for kind in KINDS for head in headings(kind, len(LETTERS)))}
        try:
            sheet = read_csv(data, lambda cells: sum(cell in known for cell in cells), encoding)
        except CsvError as error:
            heads = " or ".join(",".join(headings(kind, 2)) for kind in KINDS)
            problem = f"{error.problem}, which are {heads}" if error.no_head else error.problem
            place = self._cells.name if error.row is None else f"{self._cells.name} row {error.row}"
            self._cells.findings.append(Finding("TRN-H01", {"problem": problem}, place))
            return [], self._cells.findings
        kind = self._heads(sheet, known)
        if kind is None:
            return [], self._cells.findings
        results = []
        for match in Matches(self._cells, self._document).of(sheet, kind):
            result = self._result(match, kind)
            if result is not None:
                results.append(result)
        return results, self._cells.findings

    def _heads(self, sheet: Sheet, known: set[str]) -> Kind | None:
        for place, cell in enumerate(sheet.head.cells):
            word = folded(cell)
            if word in self._cells.columns:
                self._cells.wrong("TRN-H02", sheet.head, place, heading=cell.strip(), problem="stands twice", near="")
                return None
            if word in known:
                self._cells.columns[word] = place
            elif word and not word.startswith("x-"):
                near = get_close_matches(word, sorted(known), 1)
                hint = f", {near[0]} is one" if near else ""
                self._cells.wrong(
                    "TRN-H02", sheet.head, place, heading=cell.strip(), problem="is no column of a sheet", near=hint
                )
        kinds: list[Kind] = [kind for kind in ("matches", "hands") if _MARK[kind] in self._cells.columns]
        if {"score_a", "rack_a"} & set(self._cells.columns):
            kinds.append("scores")
        if len(kinds) != 1:
            wanted = "games_a, stones_a, score_a or rack_a"
            self._cells.missing(sheet.head, wanted if not kinds else f"only one of {wanted}")
            return None
        (kind,) = kinds
        needed = {"matches": "games_b", "hands": "game hand stones_b", "scores": ""}[kind].split()
        missing = [column for column in ("round", "table", "a", "b", *needed) if column not in self._cells.columns]
        if "stage" not in self._cells.columns and len(self._document.stages) > 1:
            missing.insert(0, "stage")
        if missing:
            self._cells.missing(sheet.head, ", ".join(missing))
            return None
        return kind

    def _result(self, match: Match, kind: Kind) -> SheetResult | None:
        read: Mapping[Kind, Callable[[Match], dict[str, Any] | None]] = {
            "matches": self._of_match,
            "hands": self._of_hands,
            "scores": self._of_scores,
        }
        order = self._order(match, kind)
        if order is None:
            return None
        self._attached(match)
        said = read[kind](match)
        signed = self._signed(match)
        if said is None or signed is None or not match.sound:
            return None
        winners = said.pop("winners", None)
        turned = {key: tuple(value[seat] for seat in order) for key, value in said.items()}
        if winners is not None:
            turned["winners"] = tuple(
                one for one in match.table.participants if match.participants.index(one) in winners
            )
        return SheetResult(
            match.stage.id,
            match.round,
            match.table.table,
            match.match,
            match.table.participants,
            signed=signed,
            place=f"{self._cells.name} row {match.lines[0].row}",
            **turned,
        )

    def _attached(self, match: Match) -> None:
        """The files that rows name are there, in the folder of the sheet or below it, and as they were."""
        if not all(column in self._cells.columns for column in ATTACHED):
            return
        file_column, hash_column = ATTACHED
        for line in match.lines:
            file = self._cells.text(line, file_column)
            if file:
                sha256 = self._cells.text(line, hash_column).lower()
                problem = problem_of(Attachment(file, sha256), Path(self._cells.name).resolve().parent)
                if problem is not None:
                    self._cells.wrong("TRN-S14", line, file_column, file=file, problem=problem)

    def _order(self, match: Match, kind: Kind) -> list[int] | None:
        """Where each number of the result stands in the sheet, which may name the seats in another order.

        At a table of four whose sides are two the even seats are one side, and the odd ones the other.
        """
        order = [match.participants.index(id_) for id_ in match.table.participants]
        if kind == "scores":
            return order
        sides = [place % 2 for place in order]
        if len(order) == 2:
            return order
        if len(order) == 4 and match.stage.system == "individual":
            if sides[0] == sides[2] != sides[1] == sides[3]:
                return sides[:2]
            facts = {"found": ", ".join(match.participants), "wanted": ", ".join(match.table.participants)}
            self._cells.wrong("TRN-H06", match.lines[0], "a", **facts)
            return None
        value = ", ".join(match.participants)
        self._cells.wrong("TRN-H05", match.lines[0], "a", value=value, what="a table of two sides")
        return None

    def _of_match(self, match: Match) -> dict[str, Any] | None:
        (line,) = match.lines
        games = self._numbers(line, "games_", 2)
        if games is None:
            return None
        problem = games_decided(games, self._options_for(2))
        if problem is None:
            return {"games": games}
        self._cells.wrong("TRN-H07", line, "games_a", found=f"{games[0]}–{games[1]}", problem=problem)
        return None

    def _of_hands(self, match: Match) -> dict[str, Any] | None:
        counting = HandsOfGames(self._options_for(2))
        for line in match.lines:
            game, hand = self._cells.whole(line, "game", least=1), self._cells.whole(line, "hand", least=1)
            stones, whole = self._stones(line)
            if game is None or hand is None or stones is None:
                return None
            problem = counting.add(game, hand, stones, whole)
            if problem is not None:
                column, said = problem
                self._cells.wrong("TRN-H08", line, column, problem=said)
                return None
        open_ = counting.undecided()
        if open_ is not None:
            self._cells.wrong("TRN-H07", match.lines[-1], "stones_a", found=counting.shown(), problem=open_)
            return None
        return {"games": tuple(counting.games), "stones": tuple(counting.all_stones)}

    def _stones(self, line: Line) -> tuple[tuple[int, int] | None, int | None]:
        """The stones of a hand, and the side that won the whole game by its bet."""
        stones, whole = [0, 0], None
        for side, letter in enumerate("ab"):
            if folded(self._cells.text(line, f"stones_{letter}")) in _WHOLE_GAME:
                if whole is not None:
                    self._cells.wrong(
                        "TRN-H08",
                        line,
                        "stones_b",
                        problem="both sides have won the game by órdago",
                    )
                    return None, None
                whole = side
                continue
            number = self._cells.whole(line, f"stones_{letter}", "a whole number or ordago")
            if number is None:
                return None, None
            stones[side] = number
        return (stones[0], stones[1]), whole

    def _of_scores(self, match: Match) -> dict[str, Any] | None:
        size = len(match.participants)
        counting = ScoreRounds(self._options_for(size), size)
        by_round = "hand" in self._cells.columns
        for number, line in enumerate(match.lines, 1):
            if by_round and self._cells.text(line, "hand"):
                hand = self._cells.whole(line, "hand", least=1)
                if hand is None:
                    return None
                if hand != number:
                    said = f"hand {hand} stands where hand {number} should"
                    self._cells.wrong("TRN-H08", line, "hand", problem=said)
                    return None
            elif number > 1:
                self._cells.wrong("TRN-H09", line, "table", **match.where, first=match.lines[0].row)
                return None
            scores = self._optional(line, "score_", size)
            racks = self._optional(line, "rack_", size)
            if scores is False or racks is False:
                return None
            total = by_round is False or not self._cells.text(line, "hand")
            problem = counting.add(scores or None, racks or None, total)
            if problem is not None:
                stem, seat, said = problem
                column = self._cells.columns.get(f"{stem}_{LETTERS[seat]}", 0)
                self._cells.wrong("TRN-H10", line, column, problem=said)
                return None
        open_ = counting.undecided()
        if open_ is not None:
            last = match.lines[-1]
            column = self._cells.columns.get("score_a", self._cells.columns.get("rack_a", 0))
            self._cells.wrong("TRN-H07", last, column, found=", ".join(map(str, counting.totals)), problem=open_)
            return None
        return {"scores": tuple(counting.totals), "winners": counting.winners()}

    def _optional(self, line: Line, stem: str, size: int) -> tuple[int, ...] | Literal[False] | None:
        """The numbers of a row by seat, None where the row has none, False with a finding where one is wrong."""
        words = [f"{stem}{letter}" for letter in LETTERS]
        if not any(self._cells.text(line, word) for word in words if word in self._cells.columns):
            return None
        for word in words[size:]:
            if word in self._cells.columns and self._cells.text(line, word):
                self._cells.wrong(
                    "TRN-H04",
                    line,
                    word,
                    value=self._cells.text(line, word),
                    what="empty: nobody sits there",
                )
                return False
        missing = [word for word in words[:size] if word not in self._cells.columns]
        if missing:
            self._cells.missing(line, ", ".join(missing))
            return False
        return self._numbers(line, stem, size, None if stem == "score_" else 0) or False

    def _numbers(self, line: Line, stem: str, size: int, least: int | None = 0) -> tuple[int, ...] | None:
        numbers = [self._cells.whole(line, f"{stem}{letter}", least=least) for letter in LETTERS[:size]]
        return None if None in numbers else tuple(number for number in numbers if number is not None)

    def _signed(self, match: Match) -> bool | None:
        """Whether it is signed: where every row says so, or the only one that says anything."""
        if "signed" not in self._cells.columns:
            return False
        signed = []
        for line in match.lines:
            word = folded(self._cells.text(line, "signed"))
            if word not in _YES and word not in _NO:
                self._cells.wrong(
                    "TRN-H04",
                    line,
                    "signed",
                    value=self._cells.text(line, "signed"),
                    what="yes or no",
                )
                return None
            if word:
                signed.append(word in _YES)
        return bool(signed) and all(signed)

    def _options_for(self, players: int) -> dict[str, Any]:
        return {
            name: value.get(players) if isinstance(value, Mapping) else value for name, value in self._options.items()
        }
