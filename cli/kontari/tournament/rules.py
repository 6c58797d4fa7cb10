"""The codes of what is found about a tournament, and their words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from kontari.core.rule import Rule
from kontari.tournament.model import Finding
from kontari.tournament.paper_rules import PAPER_RULES

_PAGE = "schemas/README.md, Tournaments"

_S = (
    Rule(
        "TRN-S01",
        "unknown id",
        "{id} is no {what} of this document{near}",
        "Whoever takes part is listed once, and everything else names an id of that list.",
        _PAGE,
        "Look for a slip of the pen; case counts.",
    ),
    Rule(
        "TRN-S02",
        "member of two participants",
        "{id} plays for {first} and for {second}",
        "Records say who sat at a table by the members' ids, so that each may belong to one participant only.",
        _PAGE,
        "In events in which people change partners each person is a participant, and the system is individual.",
    ),
    Rule(
        "TRN-S03",
        "criterion does not fit the system",
        "{by} has no meaning in a stage of the system {system}",
        "Some criteria compare two sides, others the places at a table of several.",
        _PAGE,
        "kontari tournament explain CRITERION says where it fits.",
    ),
    Rule(
        "TRN-S04",
        "points do not fit the system",
        "{problem}",
        "Two sides win, draw or lose; at a table of several there are places or scores.",
        _PAGE,
        "Two-sided stages have points.win, table stages points.places or points.score.",
    ),
    Rule(
        "TRN-S05",
        "more rounds than can surely be paired",
        "{rounds} rounds are planned for {participants} participants; up to {most} {surely}",
        "Without rematches the opponents run out.",
        _PAGE,
        "Plan fewer rounds, or allow a rematch where it is forced.",
        "warning",
    ),
    Rule(
        "TRN-S06",
        "no points for a size of table",
        "there is no row points.places for a table of {size}",
        "Each size of table has its own points by place.",
        _PAGE,
        "Add the row; a table with fewer seats than planned counts by its own size.",
    ),
    Rule(
        "TRN-S07",
        "stands twice",
        "the {what} {id} stands twice",
        "What is named by an id or a number must be found by it.",
        _PAGE,
        "Remove one of the two, or rename it.",
    ),
    Rule(
        "TRN-S08",
        "size of a table",
        "{size} sit at a table of which {least} to {most} are allowed",
        "The stage says how many sit at a table; in two-sided systems two meet.",
        _PAGE,
        "Widen least and most of the stage's table, or seat them otherwise.",
    ),
    Rule(
        "TRN-S09",
        "twice in one round",
        "{id} is {first} and {second} in one round",
        "Nobody plays at two tables at once, nor rests while playing.",
        _PAGE,
        "Look for a name that was meant to be another.",
    ),
    Rule(
        "TRN-S10",
        "not in the round",
        "{id} is neither seated nor has a bye in this round; it counts as absent",
        "Each participant is seated, has a bye or is absent in every round, and the document says which.",
        _PAGE,
        "Add the participant to byes, with its kind.",
        "warning",
    ),
    Rule(
        "TRN-S11",
        "seated before it entered",
        "{id} takes part from round {entered} on",
        "A late entry has no match in the rounds before.",
        _PAGE,
        "Correct entered, or the round.",
    ),
    Rule(
        "TRN-S12",
        "ruling that does not fit its table",
        "{problem}",
        "A ruling says who won, or who lost, of those at the table.",
        _PAGE,
        "forfeit needs by; adjudicated and declared need winners or scores, in the order of the table.",
    ),
    Rule(
        "TRN-S13",
        "ruling without an official",
        "nobody is named who decided that",
        "A result without a record is somebody's word, and the table says whose.",
        _PAGE,
        "Add official.",
        "warning",
    ),
    Rule(
        "TRN-S14",
        "attachment missing or changed",
        "{file} {problem}",
        "What stands behind a decision must be there as it was when it was named.",
        _PAGE,
        "The file is looked for beside the document; sha256sum FILE gives its hash.",
    ),
    Rule(
        "TRN-S15",
        "no rules of the game",
        "records.rules is none of {game}: {problem}",
        "The rules that records must have are written as a record declares them.",
        _PAGE,
        "kontari rules GAME lists the options.",
    ),
    Rule(
        "TRN-S16",
        "newer minor version",
        "version {version} is newer than {known}; the document uses nothing that is not known here",
        "A minor version only adds; what it adds would have been an unknown key.",
        _PAGE,
        "Nothing needs to be done.",
        "warning",
    ),
    Rule(
        "TRN-S17",
        "stage that does not come before",
        "the stage {id} does not come before {stage}, which takes its participants from it",
        "Who takes part must be known when a stage begins.",
        _PAGE,
        "Put the stages in order of play.",
    ),
    Rule(
        "TRN-S18",
        "nobody to meet",
        "the stage has {participants} to take part",
        "It takes two to play.",
        _PAGE,
        "The table is printed all the same.",
        "warning",
    ),
    Rule(
        "TRN-S19",
        "a win that is worth no more than a loss",
        "{problem}",
        "Who won, and what opponents are worth, is told by points: a win is above nought and above a loss, and a "
        "draw lies between them.",
        _PAGE,
        "Where the lowest score wins, the records say so; points are given for winning all the same.",
    ),
)

_M = (
    Rule(
        "TRN-M01",
        "record fits no table",
        "the record fits no table: {problem}",
        "A result counts at the table that its event names, or else where exactly these players were to meet.",
        _PAGE,
        "Give it event.stage, round and table, or name it in records of its table; records.unmatched passes it over.",
    ),
    Rule(
        "TRN-M02",
        "two records of one table that differ",
        "{first} and {second} are both of this table and differ: {values}",
        "Evidence that contradicts itself proves neither; nothing counts until an official has ruled.",
        _PAGE,
        "Take the wrong one away, tell them apart by event.match, or add a ruling.",
    ),
    Rule(
        "TRN-M03",
        "same match twice",
        "{first} and {second} are the same match; it counts once",
        "Copies are common and prove nothing more.",
        _PAGE,
        "kontari dedupe leaves such copies out.",
        "warning",
    ),
    Rule(
        "TRN-M04",
        "players are not the participants named",
        "{found} sat at a table of {named}",
        "Participants are known by the ids of their members; the names of sides say nothing.",
        _PAGE,
        "Add the person as a member, a substitute perhaps, or correct event.table of the record.",
    ),
    Rule(
        "TRN-M05",
        "other rules",
        "the record was not played by the rules of the tournament: {differences}",
        "Matches by other rules cannot be compared.",
        _PAGE,
        "Correct records.rules of the document if they say more than was meant.",
    ),
    Rule(
        "TRN-M06",
        "two substitutes",
        "only substitutes played for {participant}: {members}",
        "A pair of substitutes is another pair; the rules of the event decide whether that is allowed.",
        _PAGE,
        "The result counts.",
        "warning",
    ),
    Rule(
        "TRN-M07",
        "name that differs a little",
        "{key} is {found} and differs from {wanted} in case, accents or spaces; it is taken for the same",
        "Names are typed by hand.",
        _PAGE,
        "Write it alike everywhere.",
        "warning",
    ),
    Rule(
        "TRN-M08",
        "id that differs a little",
        "{found} differs from {wanted} in case, accents or spaces; it is taken for the same person",
        "Ids are typed by hand, and are names where no id is given.",
        _PAGE,
        "Write it alike everywhere.",
        "warning",
    ),
    Rule(
        "TRN-M09",
        "another record than the one named",
        "the record has the hash {found}; the document names one with {wanted}",
        "A hash in the document says which record was meant, to the last letter.",
        _PAGE,
        "Get the record as it was, or look at what was changed in it with kontari diff.",
    ),
    Rule(
        "TRN-M10",
        "record that is named was not given",
        "{source} is named for this table, and is not among the records",
        "A table is no better proven than the records that are there.",
        _PAGE,
        "Give its file or folder on the command line.",
        "warning",
    ),
    Rule(
        "TRN-M11",
        "record fits several tables",
        "the record fits {tables}",
        "Nothing is guessed: a result is counted where it surely belongs, or not at all.",
        _PAGE,
        "Give it event.round and event.table, or name it in records of its table.",
    ),
    Rule(
        "TRN-M12",
        "same play at two tables",
        "{first} and {second} are the same play, deal by deal and move by move",
        "No two matches run alike; one of them may be a copy under another name.",
        _PAGE,
        "Both count; ask who kept them.",
        "warning",
    ),
    Rule(
        "TRN-M13",
        "record passed over",
        "the record fits no table: {problem}",
        "The document says that records without a table are only told of.",
        _PAGE,
        "records.unmatched is warn; fault would make it a fault.",
        "warning",
    ),
)

_E = (
    Rule(
        "TRN-E01",
        "record does not count",
        "the record is {verdict}: {finding}",
        "Only what was verified counts. No option makes a result of an illegal record.",
        _PAGE,
        "Correct the record if it was written down wrongly; otherwise an official rules.",
    ),
    Rule(
        "TRN-E02",
        "misscored record",
        "the record is misscored: {finding}; {effect}",
        "The play decides, not what somebody wrote below it.",
        _PAGE,
        "records.misscored says whether the recomputed result counts.",
    ),
    Rule(
        "TRN-E03",
        "proof with gaps",
        "something was not seen, so that checks of the record are undecided: {undecided}; it counts",
        "Nothing that was seen is against it, but not all was seen.",
        _PAGE,
        "records.proof: complete would refuse it.",
        "warning",
    ),
    Rule(
        "TRN-E04",
        "ruling over a record",
        "the ruling gives {ruling}, the record {record}; the ruling stands",
        "An official may decide otherwise than the play, and everybody may know.",
        _PAGE,
        "Look at the reason of the ruling.",
        "warning",
    ),
    Rule(
        "TRN-E05",
        "adjudicated without a ruling",
        "the record says that the match was adjudicated, and the document has no ruling on it",
        "An adjudication is somebody's decision and should be signed.",
        _PAGE,
        "Add a ruling to the table; the record counts meanwhile.",
        "warning",
    ),
    Rule(
        "TRN-E06",
        "proof not complete",
        "something was not seen, so that checks of the record are undecided: {undecided}; only complete proof counts",
        "The document asks for records in which everything was seen.",
        _PAGE,
        "records.proof: partial would let it count.",
    ),
    Rule(
        "TRN-E07",
        "winner of a game not told",
        "who won {games} of the games is not sure from what the verdict says; they are counted for whoever led",
        "A game that ends by a bet on everything may be won by the side that was behind.",
        _PAGE,
        "One vaca a match, or a ruling with the games of each side, settles it.",
        "warning",
    ),
)

_P = (
    Rule(
        "TRN-P01",
        "no legal pairing",
        "the round cannot be paired; {why}",
        "Nobody meets the same opponent twice, and nobody rests twice.",
        _PAGE,
        "Allow rematch: if-forced, fix some pairs otherwise, or wait for pending results.",
    ),
    Rule(
        "TRN-P02",
        "met before",
        "{participants} met before, in round {before}",
        "Two should not meet again before all else is tried.",
        _PAGE,
        "It stands as it is, if it was asked for or forced.",
        "warning",
    ),
    Rule(
        "TRN-P03",
        "second bye",
        "{participant} has a bye, and had points without playing before, in round {before}",
        "A bye is a gift, and is given once.",
        _PAGE,
        "Give it to somebody else.",
        "warning",
    ),
    Rule(
        "TRN-P04",
        "seated after withdrawal",
        "{id} withdrew after round {after}, and is seated",
        "Who has left plays no more.",
        _PAGE,
        "Correct withdrawn, or the round.",
    ),
    Rule(
        "TRN-P05",
        "not the best pairing",
        "{term}: the round as it stands comes to {value}; {best} can be had",
        "The pairing rules have an order of aims, and a round can be held against it.",
        _PAGE,
        "kontari tournament pair --explain shows the aims.",
        "warning",
    ),
)

_C = (
    Rule(
        "TRN-C01",
        "rank wrong",
        "{participant} stands at rank {claimed}; it is {right}",
        "Ranks follow from the results, and are counted anew.",
        _PAGE,
        "kontari tournament standings --explain shows what decided.",
    ),
    Rule(
        "TRN-C02",
        "points wrong",
        "{participant} has {claimed} points; it is {right}",
        "Points follow from the results, and are counted anew.",
        _PAGE,
        "kontari tournament standings --explain shows the addends.",
    ),
    Rule(
        "TRN-C03",
        "criterion wrong",
        "{participant} has {claimed} as {by}; it is {right}",
        "Values of criteria follow from the results, and are counted anew.",
        _PAGE,
        "kontari tournament explain CRITERION has its definition.",
    ),
    Rule(
        "TRN-C04",
        "row missing or extra",
        "{participant} {problem}",
        "A table has one row for each participant.",
        _PAGE,
        "A participant whose results were annulled has none.",
    ),
    Rule(
        "TRN-C05",
        "cell wrong",
        "{participant} has {claimed} as {column}; it is {right}",
        "Everything in a table follows from the results.",
        _PAGE,
        "kontari tournament standings prints the right table.",
    ),
    Rule(
        "TRN-C06",
        "result of a table wrong",
        "the document claims {claimed} for this table; it is {right}",
        "Results follow from the records, and are counted anew.",
        _PAGE,
        "Leave the claim out, or correct it.",
    ),
    Rule(
        "TRN-C07",
        "column not understood",
        "the column {column} is none that is known{near}",
        "A cell is compared only where it is sure what it means.",
        _PAGE,
        "--columns says what a column is, as in TB1=games-difference.",
        "warning",
    ),
)

_H = (
    Rule(
        "TRN-H01",
        "no sheet",
        "this cannot be read as a sheet of results: {problem}",
        "A sheet is a table whose first row names its columns.",
        _PAGE,
        "kontari tournament sheet makes an empty one; --encoding says how the file is encoded.",
    ),
    Rule(
        "TRN-H02",
        "heading not understood",
        "the heading {heading} {problem}{near}",
        "Nothing is read from a column of which it is not sure what it holds.",
        _PAGE,
        "kontari tournament sheet makes an empty sheet with the right headings.",
    ),
    Rule(
        "TRN-H03",
        "column missing",
        "there is no column {columns}",
        "Without it nothing can be made of the rows.",
        _PAGE,
        "kontari tournament sheet makes an empty sheet with the right headings.",
    ),
    Rule(
        "TRN-H04",
        "cell not understood",
        "{value} stands where this belongs: {what}",
        "Nothing is guessed from a cell that cannot be read.",
        _PAGE,
        "The row and the column are named; rows count from 1, with the headings.",
    ),
    Rule(
        "TRN-H05",
        "names nothing of the tournament",
        "{value} stands where this belongs: {what}",
        "A sheet belongs to a table of the document, and to those who were to meet there.",
        _PAGE,
        "Look for a slip of the pen in that row.",
    ),
    Rule(
        "TRN-H06",
        "others sat there",
        "{found} stand in a row of the table of {wanted}",
        "A sheet counts at the table that it names, for those who were to meet there.",
        _PAGE,
        "Look at the round, the table and the names in that row.",
    ),
    Rule(
        "TRN-H07",
        "no result under the rules",
        "{found} is no result: {problem}",
        "A sheet must be possible under the rules of the tournament.",
        _PAGE,
        "Look whether a row is missing, or belongs to another match.",
    ),
    Rule(
        "TRN-H08",
        "row against the rules",
        "{problem}",
        "A sheet must be possible under the rules of the tournament.",
        _PAGE,
        "Look whether the row belongs to another game or round.",
    ),
    Rule(
        "TRN-H09",
        "table twice",
        "this match of the table stands already in row {first}",
        "Each match has its rows in one place.",
        _PAGE,
        "Number the matches of a table in the column match, or take one away.",
    ),
    Rule(
        "TRN-H10",
        "sheet does not add up",
        "{problem}",
        "A sheet counts only where its own sums are right.",
        _PAGE,
        "Add the column up again.",
    ),
    Rule(
        "TRN-H11",
        "sheet not accepted",
        "the sheet does not count: {problem}",
        "A sheet proves nothing; the document says whether its word is taken.",
        _PAGE,
        "records.sheets may be none, signed or any.",
    ),
    Rule(
        "TRN-H12",
        "sheet and record differ",
        "the sheet says {sheet}, the record gives {record}; the record counts",
        "A record is proof and outranks a sheet of the same table.",
        _PAGE,
        "Ask who signed the sheet.",
    ),
    Rule(
        "TRN-H13",
        "two sheets that differ",
        "two sheets of this table differ: {values}",
        "Of two sheets that say different things neither counts.",
        _PAGE,
        "Take the wrong one away, or add a ruling.",
    ),
    Rule(
        "TRN-H14",
        "sheet fits no table",
        "the sheet fits no table: {problem}",
        "A sheet counts at the table that it names, for those who were to meet there.",
        _PAGE,
        "Look at the stage, the round, the table and the names in that row.",
    ),
)

RULES = (*_S, *_M, *_E, *_P, *_C, *_H, *PAPER_RULES)
"""Every code, in the order in which they are listed."""

_BY_CODE = {one.code: one for one in RULES}


def rule(code: str) -> Rule:
    """The rule of a code. Raises KeyError."""
    return _BY_CODE[code]


def severity(finding: Finding) -> Literal["error", "warning"]:
    """Whether a finding is a fault or only worth knowing."""
    return _BY_CODE[finding.code].severity


def told(finding: Finding) -> str:
    """One sentence with the facts of the case, without its place."""
    return _BY_CODE[finding.code].message.format_map(_Words(finding.facts))


class _Words(dict[str, str]):
    """Facts as words; one that is not given is left blank."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__({name: words(value) for name, value in facts.items()})

    def __missing__(self, name: str) -> str:
        return ""


MOST_LISTED = 100
"""How many facts of a list are told in a sentence."""


def words(value: Any) -> str:
    """A fact as words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        shown = [words(one) for one in value[:MOST_LISTED]]
        left = [f"{len(value) - MOST_LISTED} more"] if len(value) > MOST_LISTED else []
        return ", ".join(shown + left) or "none"
    if isinstance(value, Fraction):
        return str(value)
    return str(value)
