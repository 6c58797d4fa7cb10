"""What a run over many machines is to do: its inputs, cut into parts; the same plan gives the same parts."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from kontari.cluster.inputs import Input
from kontari.cluster.shares import Share, cut
from kontari.examination import JUDGE

PART_BYTES = 2**25
"""About how many bytes of input a part is made of, unless another size is wished."""

FORMS = ("jsonl", "parquet")


class Plan(NamedTuple):
    """The inputs, the form of the parts, and the bounds by which they are cut and read."""

    inputs: list[Input]
    form: str
    part_bytes: int
    max_bytes: int

    def data(self) -> dict[str, Any]:
        """As JSON, with the judge; runs that do not share it do not share parts."""
        return {
            "judge": JUDGE,
            "form": self.form,
            "part_bytes": self.part_bytes,
            "max_bytes": self.max_bytes,
            "inputs": [
                {"source": one.name, "bytes": one.size} | ({"mark": one.mark} if one.mark is not None else {})
                for one in self.inputs
            ],
        }

    def parts(self) -> Iterator[tuple[str, Share]]:
        """The shares that are not empty, each with the name of its file: number and digest of what it is made of."""
        total = sum(one.size for one in self.inputs)
        shares = [share for share in cut(self.inputs, max(1, -(-total // self.part_bytes))) if share]
        for number, share in enumerate(shares):
            stretches = [(one.input.name, one.input.size, one.input.mark, one.start, one.end) for one in share]
            made_of = repr((JUDGE, self.max_bytes, stretches))
            digest = sha256(made_of.encode("utf-8", "backslashreplace")).hexdigest()[:12]
            yield f"part-{number:06}-{digest}.{self.form}", share


def difference(plan: dict[str, Any], other: dict[str, Any]) -> str | None:
    """In what two plans, as JSON, differ, in a few words; None where they do not."""
    for key, words in (
        ("judge", "another judge"),
        ("form", "another form"),
        ("part_bytes", "parts of another size"),
        ("max_bytes", "another bound of records (--max-bytes)"),
    ):
        if plan[key] != other.get(key):
            return f"{words}, {_shown(other.get(key))} instead of {_shown(plan[key])}"
    if plan["inputs"] == other.get("inputs"):
        return None
    mine, others = ({one["source"]: one for one in some.get("inputs", ())} for some in (plan, other))
    for name in [*mine, *others]:
        if mine.get(name) != others.get(name):
            what = "has changed since" if name in mine and name in others else "is not in both"
            return f"other inputs: {name} {what}"
    return "the inputs in another order"


def _shown(value: Any) -> str:
    return ", ".join(map(str, value.values())) if isinstance(value, dict) else str(value)
