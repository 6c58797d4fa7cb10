"""The codes of what is wrong with a list of entries, and with a published table as a whole."""

from kontari.core.rule import Rule

_ENTRIES = "schemas/README.md, Tournaments"
_CLAIMS = "schemas/README.md, Tournaments"

PAPER_RULES = (
    Rule(
        "TRN-N01",
        "no list of entries",
        "{problem}; a list has the headings name,member1,member2,group,seed",
        "The entries are read from a table with headings.",
        _ENTRIES,
        "Save the spreadsheet as CSV; a file of an old one may need --encoding.",
    ),
    Rule(
        "TRN-N02",
        "column of a list of entries",
        "{problem}",
        "A column that is not known may be a mistyped one, whose cells would be lost without a word.",
        _ENTRIES,
        "Correct the heading; begin it with x- where the column is your own.",
    ),
    Rule(
        "TRN-N03",
        "entry twice or without a name",
        "{problem}",
        "Nobody plays for two, and ids are made of names.",
        _ENTRIES,
        "Add a second surname, or the columns id and member1_id, to tell two of one name apart.",
    ),
    Rule(
        "TRN-N04",
        "cell of an entry",
        "{problem}",
        "Seeds and ratings are whole numbers, a seed and an id belong to one only.",
        _ENTRIES,
        "Look at the cell of that row and column.",
    ),
    Rule(
        "TRN-C08",
        "no table to compare",
        "{problem}",
        "A published table is CSV with headings for rank, name and points, or JSON of ours.",
        _CLAIMS,
        "A file of an old spreadsheet may need --encoding; --columns names headings of other programs.",
    ),
)
