"""JSON of others: what is refused, and where."""

import pytest

from kontari.convert import ConversionError
from kontari.convert.json_document import Node, document, documents


def root(text: str, line: int | None = None) -> Node:
    found = document(text, line)
    assert isinstance(found, Node), found
    return found


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ('{"a": 1,\n "b" 2}', "line 2, column 6"),
        ('{"a": 1,\n "a": 2}', "line 2, column 2"),
        ('{"é": [NaN]}', "line 1, column 8"),
        ("[-Infinity]", "line 1, column 2"),
        ("[1e999]", "line 1, column 2"),
        ("[9007199254740992]", "line 1, column 2"),
        ("[1, -9007199254740992]", "line 1, column 5"),
        ("[1, " + "9" * 10_000 + "]", "line 1, column 5"),
        ('["\\ud800"]', "line 1, column 2"),
        ('{"a\\udfff": 1}', "line 1, column 2"),
        ("[" * 50_000 + "]" * 50_000, "line 1, column 65"),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, "line 1, column 321"),
        ("[" * 65 + "]" * 65, "line 1, column 65"),
        ("\ufeff[]", "line 1, column 1"),
        ("[1] 2", "line 1, column 5"),
    ],
)
def test_what_is_refused_has_its_line_and_column(text: str, place: str) -> None:
    error = document(text)
    assert isinstance(error, ConversionError)
    assert error.place == place
    assert len(error.message) < 100


def test_what_is_not_refused() -> None:
    assert root("[9007199254740991, -9007199254740991, 1.5, 1e3]").value == [2**53 - 1, 1 - 2**53, 1.5, 1000.0]
    assert root("[" * 64 + "]" * 64).value
    assert root('["\\ud83c\\udccf"]').value == ["🃏"]
    assert root('{"a": {"b": 1}, "b": {"a": 1}}').value == {"a": {"b": 1}, "b": {"a": 1}}


def test_lines_and_pointers() -> None:
    whole = root('{"a": {"b/c": [1, "x"]}}')
    assert (whole.place, whole["a"]["b/c"].items()[1].place) == ("", "/a/b~1c/1")
    line = root('{"a": {"b": null}}', 7)
    assert (line.place, line["a"].place) == ("line 7", "line 7, /a")
    assert (whole["a"].line, line["a"].line) == ("", "line 7")
    assert (line["a"].is_object, line["a"].is_list) == (True, False)
    assert line["a"].get("b") is None
    with pytest.raises(ConversionError, match='line 7, /a: the key "b" is missing'):
        line["a"]["b"]


@pytest.mark.parametrize(
    "ask",
    [
        lambda node: node["a"].text(),
        lambda node: node["a"].boolean(),
        lambda node: node["a"].items(),
        lambda node: node["a"].keys(),
        lambda node: node["l"].object(),
        lambda node: node["a"].get("b"),
        lambda node: node["a"].integer(2),
        lambda node: node["t"].integer(0, 1),
        lambda node: node["f"].integer(),
        lambda node: node["s"].word(["y"]),
        lambda node: node["l"].items(3, 3),
        lambda node: node["l"].items(0, 1),
        lambda node: node["l"].integer(),
    ],
)
def test_what_is_asked_and_is_not_so_is_an_error_at_the_pointer(ask: object) -> None:
    node = root('{"a": 1, "t": true, "f": 1.0, "s": "x", "l": [1, 2]}')
    with pytest.raises(ConversionError) as caught:
        ask(node)  # type: ignore[operator]
    assert caught.value.place in ("/a", "/t", "/f", "/s", "/l")


def test_a_text_is_one_document_or_one_a_line() -> None:
    def places(text: str) -> list[tuple[int, str]]:
        found = documents(text.splitlines(keepends=True))
        return [(line, one.place) for line, one in found]

    assert places("\n[1]\n\n{}\n{\n") == [(2, "line 2"), (4, "line 4"), (5, "line 5, column 2")]
    assert places("\n[\n1]\n") == [(2, "")]
    assert places("\n[\n1\n") == [(2, "line 4, column 1")]
    assert places(" \n") == []
