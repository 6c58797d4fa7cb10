"""Questions that are often asked of an archive, ready in SQL. What counts as a result is in sound records only."""

from typing import NamedTuple


class Question(NamedTuple):
    """A question in SQL, with what is to be known of its answer."""

    sql: str
    note: str


PLAYERS = Question(
    """
    SELECT game, player_id, min(player) AS player,
        count(DISTINCT sha256) FILTER (WHERE verdict = 'sound') AS matches,
        count(DISTINCT sha256) FILTER (WHERE verdict = 'sound' AND winner) AS won,
        round(100.0 * won / matches, 1) AS won_percent,
        count(DISTINCT sha256) FILTER (WHERE verdict = 'sound' AND proof = 'complete') AS verified,
        count(DISTINCT sha256) FILTER (WHERE verdict <> 'sound') AS not_counted
    FROM players
    GROUP BY game, player_id
    HAVING matches > 0
    ORDER BY won DESC, matches, player_id, game
    """,
    "Matches are sound records; verified are those of them in which nothing that was checked had been hidden.",
)

OPENINGS = Question(
    """
    SELECT game, opening, count(*) AS rounds,
        round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY game), 1) AS share_percent,
        round(100.0 * avg(best::INTEGER), 1) AS best_percent,
        round(avg(added), 2) AS mean_added
    FROM rounds
    WHERE verdict = 'sound' AND opened AND ended IS NOT NULL
    GROUP BY game, opening
    ORDER BY game, rounds DESC, opening
    """,
    "Rounds of sound records; best_percent: how often who began so got most by the round, where somebody did.",
)

FINDINGS = Question(
    """
    SELECT code, severity, title, count(*) AS findings, count(DISTINCT sha256) AS records
    FROM findings
    GROUP BY code, severity, title
    ORDER BY findings DESC, code
    """,
    "Findings in all records; kontari explain CODE tells more.",
)

SCORES = Question(
    """
    WITH told AS (
        SELECT game, sha256, side, 'added' AS what, added AS score FROM rounds WHERE verdict = 'sound'
        UNION ALL
        SELECT game, sha256, side,
            unnest(['scores', 'games', 'stones', 'vacas']), unnest([scores, games, stones, vacas])
        FROM players WHERE verdict = 'sound' AND seat = side
    )
    SELECT told.game, records.sides, side, what, count(*) AS number,
        min(score) AS min, median(score) AS median, round(avg(score), 2) AS mean, max(score) AS max
    FROM told JOIN records USING (sha256)
    WHERE score IS NOT NULL
    GROUP BY told.game, records.sides, side, what
    ORDER BY told.game, records.sides, what, side
    """,
    "Sound records; added is what a round added for the side, the others are its totals at the end.",
)

TOP = {"players": PLAYERS}
