"""Inputs in shares, and shares put together: whatever their number, the same as one run; and what is refused."""

import json
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from all_forms import SOUND, written_here
from command_line import Done, kontari
from kontari.cluster.inputs import Input
from kontari.cluster.merging import Merger
from kontari.cluster.shares import cut
from kontari.schemas import complaints

SIZES = st.lists(st.tuples(st.sampled_from(["a.jsonl", "b.json", "c.jsonl.gz"]), st.integers(0, 50)), max_size=8)


@given(SIZES, st.integers(1, 20))
def test_shares_hold_every_byte_once_and_in_order(files: list[tuple[str, int]], number: int) -> None:
    inputs = [Input(f"{index}-{name}", "", size) for index, (name, size) in enumerate(files)]
    shares = cut(inputs, number)
    assert len(shares) == number
    stretches = [stretch for share in shares for stretch in share]
    assert [one for one in inputs if one not in {stretch.input for stretch in stretches}] == []
    for one in inputs:
        bounds = [(start, end) for whose, start, end in stretches if whose == one]
        assert [start for start, _ in bounds] == [0, *(end for _, end in bounds[:-1])]
        assert bounds[-1][1] == one.size
        assert one.divisible or len(bounds) == 1
    assert [inputs.index(stretch.input) for stretch in stretches] == sorted(
        inputs.index(stretch.input) for stretch in stretches
    )
    if all(one.divisible for one in inputs):
        sizes = [sum(end - start for _, start, end in share) for share in shares]
        assert max(sizes) - min(sizes) <= 1


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Inputs of all forms."""
    monkeypatch.chdir(tmp_path)
    return written_here(4)


def shards(paths: Sequence[str], number: int, folder: str = "shards") -> list[str]:
    """All shards of these inputs."""
    Path(folder).mkdir()
    written = []
    for index in range(1, number + 1):
        written.append(f"{folder}/{index}.jsonl")
        done = kontari("validate", *paths, "--shard", f"{index}/{number}", "-o", written[-1], "-q", "--exit-zero")
        assert done.status == 0, done.err
    return written


def merged(*paths: str) -> Done:
    return kontari("verdicts", "merge", *paths, "-o", "merged.jsonl")


@pytest.mark.parametrize("number", [1, 2, 3, 30])
def test_merged_shards_are_the_local_run_to_the_byte(inputs: list[str], number: int) -> None:
    local = kontari("validate", *inputs, "--format", "jsonl", "-o", "local.jsonl")
    assert local.status == 1
    paths = shards(inputs, number)
    for path in paths:
        first, *between, last = Path(path).read_text().splitlines()
        assert [complaints("shard", json.loads(line)) for line in (first, last)] == [[], []]
        assert [said for line in between for said in complaints("verdict", json.loads(line))] == []
    done = merged(*paths[::-1])
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[-1] == local.err.splitlines()[-1]
    assert Path("merged.jsonl").read_bytes() == Path("local.jsonl").read_bytes()
    assert kontari("verdicts", "merge", "shards").bytes == Path("local.jsonl").read_bytes()


def test_what_cannot_be_read_is_told_by_the_shards_and_once_by_all_of_them(inputs: list[str]) -> None:
    paths = [*inputs, "no-such.jsonl"]
    local = kontari("validate", *paths, "--format", "jsonl", "-o", "local.jsonl")
    for index in (1, 2):
        done = kontari("validate", *paths, "--shard", f"{index}/2", "-o", f"{index}.jsonl")
        assert done.status == 2
        assert "kontari: no-such.jsonl: no such file or folder\n" in done.err
    done = merged("1.jsonl", "2.jsonl")
    assert done.status == 2
    assert done.err.splitlines() == [line for line in local.err.splitlines() if "no records" not in line]
    assert Path("merged.jsonl").read_bytes() == Path("local.jsonl").read_bytes()


def test_a_fault_of_ours_is_told_with_the_record_and_again_by_merge(
    inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import kontari.batches as batches

    real = batches.examine_item

    def broken(item, max_bytes):
        if (item.source, item.number) == ("last.jsonl", 3):
            raise KeyError("boom")
        return real(item, max_bytes)

    monkeypatch.setattr(batches, "examine_item", broken)
    done = kontari("validate", *inputs, "--shard", "1/1", "-o", "1.jsonl")
    assert done.status == 3
    assert "last.jsonl:5: record 3 (SHA-256 of its bytes " in done.err
    again = merged("1.jsonl")
    assert again.status == 3
    assert "KeyError: 'boom'" in again.err
    assert kontari("validate", *inputs, "--shard", "1/1", "-o", "2.jsonl", "--exit-zero").status == 3


# What is not put together


def test_a_missing_or_doubled_shard_is_refused(inputs: list[str]) -> None:
    first, second, third = shards(inputs, 3)
    for words, said in (
        ((first, third), "shard 2 of 3: is missing"),
        ((third,), "shards 1, 2 of 3: are missing"),
        ((first, second, third, first), f"{first}: is shard 1 of 3, and so is {first}"),
    ):
        done = merged(*words)
        assert (done.status, done.out, done.err) == (2, "", f"kontari: {said}\n")
        assert not Path("merged.jsonl").exists()


def test_shards_of_another_run_are_refused(inputs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = shards(inputs, 2)
    third_of = shards(inputs, 3, "thirds")[1]
    kontari("validate", *inputs, "--shard", "2/2", "-o", "bound.jsonl", "--max-bytes", 1000)
    kontari("validate", *inputs[::-1], "--shard", "2/2", "-o", "order.jsonl")
    kontari("validate", *inputs, "none", "--shard", "2/2", "-o", "missing.jsonl")
    Path("last.jsonl").write_text(SOUND)
    kontari("validate", *inputs, "--shard", "2/2", "-o", "shorter.jsonl")
    other = json.loads(Path(second).read_text().splitlines()[0])
    monkeypatch.setattr("kontari.cluster.shards.JUDGE", {**other["judge"], "software": "kontari 0.0.9"})
    kontari("validate", *inputs, "--shard", "2/2", "-o", "judge.jsonl")
    for path, said in (
        (third_of, "of another number of shards"),
        ("bound.jsonl", "with another --max-bytes"),
        ("order.jsonl", "of other inputs"),
        ("missing.jsonl", "of other inputs"),
        ("shorter.jsonl", "of other inputs"),
        ("judge.jsonl", "by another judge"),
    ):
        done = merged(first, path)
        assert (done.status, done.err) == (2, f"kontari: {path}: is {said} than {first}\n")
    assert merged(first, second).status == 1


def test_a_shard_that_is_cut_off_or_altered_is_refused(inputs: list[str]) -> None:
    first, second = shards(inputs, 2)
    whole = Path(second).read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == ord("\n")]
    cuts = [0, 1, ends[0] - 1, *ends[:-1], ends[-2] + 20, len(whole) - 2, len(whole) - 1]
    for cut_off in cuts:
        Path(second).write_bytes(whole[:cut_off])
        done = merged(first, second)
        assert done.status == 2
        assert "is cut off" in done.err if cut_off >= ends[0] - 1 else "is no shard of verdicts" in done.err
    doubled = whole[: ends[1]] + whole[ends[0] :]
    for altered in (whole.replace(b'"illegal"', b'"soundxx"'), whole.replace(b'"bytes": ', b'"bytes": 1', 1), doubled):
        assert altered != whole
        Path(second).write_bytes(altered)
        done = merged(first, second)
        assert done.status == 2
        assert "has another digest" in done.err or "of other inputs" in done.err
    for other in (b"", b"{}\n", SOUND.encode(), b"\xff\n", b'{"shard": ' + b"[" * 100_000 + b"\n", b'{"shard": 1}\n'):
        Path(second).write_bytes(other)
        assert f"{second}: is no shard of verdicts" in merged(first, second).err
    assert "no such file" in merged(first, "none.jsonl").err
    assert not Path("merged.jsonl").exists()


def test_merging_holds_little_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("long.jsonl").write_text("x\n" * 4000)
    kontari("validate", "long.jsonl", "--shard", "1/1", "-o", "1.jsonl")
    length = Path("1.jsonl").stat().st_size
    tracemalloc.start()
    read = sum(map(len, Merger(["1.jsonl"]).lines()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert read > 0.9 * length
    assert peak < length / 5


# Usage


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--shard", "0/3"), "--shard takes I/N, such as 1/8 to 8/8, not 0/3"),
        (("--shard", "4/3"), "not 4/3"),
        (("--shard", "1"), "not 1"),
        (("--shard", "1/-3"), "not 1/-3"),
        (("--shard", "1/3", "--format", "text"), "--shard writes jsonl"),
        (("--shard", "1/3", "--resume"), "--resume and --part-bytes go with --cluster"),
        (("--shard", "1/3", "--cluster", "local:2"), "without --cluster"),
        (("--shard", "1/3", "--jobs", "2"), "do not go with --cluster and --shard"),
        (("--shard", "1/3", "--report", "r.json"), "do not go with --cluster and --shard"),
        (("--resume",), "--resume and --part-bytes go with --cluster"),
        (("--part-bytes", "5"), "--resume and --part-bytes go with --cluster"),
    ],
)
def test_misuse(inputs: list[str], words: tuple[str, ...], said: str) -> None:
    done = kontari("validate", *inputs, *words)
    assert done.status == 2
    assert said in " ".join(done.err.replace("│", " ").split())


def test_standard_input_and_pipes_cannot_be_shared_out(inputs: list[str]) -> None:
    done = kontari("validate", "-", "/dev/null", "--shard", "1/1", "-o", "1.jsonl")
    assert done.status == 2
    assert "-: standard input cannot be shared out" in done.err
    assert "/dev/null: is no regular file, and cannot be shared out" in done.err


def test_nothing_is_written_over_what_is_read(inputs: list[str]) -> None:
    assert "is read here" in kontari("validate", *inputs, "--shard", "1/1", "-o", "last.jsonl").err
    (path,) = shards(inputs, 1)
    assert "is read here" in kontari("verdicts", "merge", path, "-o", path).err
