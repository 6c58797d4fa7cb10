"""The codes of broken promises."""

from kontari.core.rule import Rule

_PAGE = "schemas/README.md, Promises"
_RULES = "what was promised, rules"
_REQUIRE = "what was promised, require"

RULES = (
    Rule(
        "EXP-G01",
        "game not promised",
        "{game} was not promised: {promised}",
        "A record says by itself which game it is; the operator says which are played.",
        "what was promised, games",
        "Add the game to games, or look where the record comes from.",
    ),
    Rule(
        "EXP-G02",
        "rule not as promised",
        "the rule {option} is {in_force}; promised: {promised}",
        "Sound means sound under the rules that the record declares; which those must be is another question.",
        _RULES,
        "kontari rules GAME --preset NAME lists what a preset has in force.",
    ),
    Rule(
        "EXP-P01",
        "player without an id",
        "{who} has no id",
        "A name is how somebody is shown; only an id says who it is across records.",
        f"{_REQUIRE}: ids",
        "Write players[].id.",
    ),
    Rule(
        "EXP-P02",
        "id twice",
        "{who} has the id {id}, which seat {other} has too",
        "One person at two seats knows what nobody may know.",
        f"{_REQUIRE}: ids",
        "Look for a copied line, or for one account at two seats.",
    ),
    Rule(
        "EXP-C01",
        "something unseen",
        "?? stands here; {count} in all",
        "What is ?? was checked by nobody: a move that rests on it is legal only as far as it can be told.",
        f"{_REQUIRE}: complete",
        "A server knows every card and tile, and can write them.",
    ),
    Rule(
        "EXP-C02",
        "not written down",
        "{key} is missing; {count} in all",
        "Without it nobody can tell whether what was drawn lay there when the deal was made.",
        f"{_REQUIRE}: stock",
        "Write the whole stock or pool with the deal, and the new one with each reshuffle.",
    ),
    Rule(
        "EXP-C03",
        "round without claim",
        "the round has ended, and no scores are claimed for it; {count} in all",
        "Only what is claimed can be found to be wrong.",
        f"{_REQUIRE}: claims",
        "kontari score --fill writes the claims that the play gives.",
    ),
    Rule(
        "EXP-C04",
        "match without claim",
        "the match is over, and no {key} is claimed",
        "Only what is claimed can be found to be wrong.",
        f"{_REQUIRE}: claims",
        "kontari score --fill writes the claims that the play gives.",
    ),
    Rule(
        "EXP-T01",
        "move without a time",
        "the move has no time; {count} in all",
        "Without times nobody can tell whether play and record are of one moment.",
        f"{_REQUIRE}: at",
        "Write at on every move.",
    ),
    Rule(
        "EXP-T02",
        "time goes backwards",
        "{at} is before {before}, the time of the move ahead of it",
        "Moves are made one after the other.",
        f"{_REQUIRE}: at",
        "Look for a clock that was set, or for moves put in afterwards.",
    ),
    Rule(
        "EXP-T03",
        "no such time",
        "{at} is on no calendar",
        "A time that cannot be says nothing of when a move was made.",
        f"{_REQUIRE}: at",
        "Look at the day of the month and the hour.",
    ),
    Rule(
        "EXP-M01",
        "match not over",
        "the match is not over",
        "A record that stops before the end may have been cut where it suited.",
        f"{_REQUIRE}: ended",
        "result.termination says why a match ended outside its rules.",
    ),
    Rule(
        "EXP-M02",
        "same play twice",
        "the same play stands in {source}, record {record}",
        "Two matches do not come about alike to the card; one of the two was copied.",
        f"{_REQUIRE}: once",
        "kontari dedupe --by play keeps the first of each.",
    ),
    Rule(
        "EXP-M03",
        "proof not complete",
        "checks that could not be decided: {undecided}",
        "A partial proof says only that nothing seen is against the rules.",
        f"{_REQUIRE}: proof",
        "The verdict counts the checks that ?? left open.",
    ),
)
