"""``kontari validate`` on a cluster, and on one share of the inputs."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kontari.commands.judging import Progress, summary
from kontari.commands.terminal import known, misuse, output, trouble
from kontari.our_fault import asking
from kontari.record.streams import InputError
from kontari.status import Status
from kontari.tally import Tally

if TYPE_CHECKING:
    from kontari.cluster.inputs import Input


class Wish(NamedTuple):
    """What the command line says, as far as it concerns many machines."""

    paths: Sequence[str]
    cluster: str | None
    shard: str | None
    part_bytes: int | None
    resume: bool
    format: str | None
    output: str | None
    max_bytes: int
    quiet: bool
    debug: bool


Found = Callable[[Tally], bool]
"""Whether what was found makes the exit status 1."""


def on_many_machines(wish: Wish, found: Found) -> Status:
    """Judge on a cluster, or one share here. Raises InputError where that cannot be begun."""
    if wish.cluster is None:
        if wish.resume or wish.part_bytes is not None:
            misuse("--resume and --part-bytes go with --cluster")
        return _one_shard(wish, found)
    if wish.shard is not None:
        misuse("--shard is judged here, without --cluster")
    return _on_cluster(wish, wish.cluster, found)


def told(tally: Tally, unreadable: Iterable[str], faults: Iterable[str], found: bool, quiet: bool) -> Status:
    """Tell what went wrong, each thing once, and sum up; the exit status."""
    inputs = dict.fromkeys(unreadable)
    status = max(Status.FINDINGS if found else Status.FINE, Status.UNUSABLE if inputs else Status.FINE)
    for line in inputs:
        trouble(line)
    for line in faults:
        trouble(line)
        status = Status.OURS
    if not quiet:
        print(summary(tally, len(inputs)), file=sys.stderr, flush=True)
    return status


def _inputs(paths: Sequence[str]) -> tuple[list["Input"], list[str]]:
    """What paths name, and what of them could not be found."""
    from kontari.cluster.inputs import found

    every = list(found(paths))
    return (
        [one for one in every if not isinstance(one, InputError)],
        [str(one) for one in every if isinstance(one, InputError)],
    )


def _one_shard(wish: Wish, found: Found) -> Status:
    from kontari.cluster.shards import write_shard

    if wish.format not in (None, "jsonl"):
        misuse("--shard writes jsonl")
    shard = _numbers(wish.shard or "")
    inputs, unreadable = _inputs(wish.paths)
    with output(wish.output, wish.paths) as stream:
        outcome = write_shard(inputs, unreadable, shard, wish.max_bytes, stream, debug=wish.debug)
    for note in outcome.notes:
        trouble(note)
    return told(outcome.tally, [*unreadable, *outcome.unreadable], outcome.faults, found(outcome.tally), wish.quiet)


def _numbers(shard: str) -> tuple[int, int]:
    """Which share of how many."""
    match = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", shard)
    number, of = map(int, match.groups()) if match else (0, 0)
    if not 1 <= number <= of:
        misuse(f"--shard takes I/N, such as 1/8 to 8/8, not {shard}")
    return number, of


def _on_cluster(wish: Wish, address: str, found: Found) -> Status:
    from kontari.cluster.plan import FORMS, PART_BYTES, Plan
    from kontari.cluster.run import ClusterRun
    from kontari.cluster.scheduler import workers

    form = wish.format or "jsonl"
    known(form, FORMS, "form of parts")
    if address.startswith("local:") and not re.fullmatch("[1-9][0-9]{0,3}", address.removeprefix("local:")):
        misuse(f"--cluster takes an address or local:N, such as local:8, not {address}")
    if wish.output in (None, "-"):
        misuse("--cluster writes parts into a folder: name it by -o")
    folder = _folder(wish.output or "", wish.paths)
    inputs, unreadable = _inputs(wish.paths)
    if not inputs:
        return told(Tally(), unreadable, [], False, wish.quiet)
    plan = Plan(inputs, form, wish.part_bytes or PART_BYTES, wish.max_bytes)
    run = ClusterRun(plan, folder, resume=wish.resume, debug=wish.debug)
    run.check()
    progress = Progress(wish.paths, wish.quiet)
    with workers(address) as those:
        try:
            run.work(those, progress.step)
        finally:
            progress.clear()
        summed_up = run.end(unreadable)
    if run.kept and not wish.quiet:
        print(f"{run.kept} of {len(run.parts)} parts were there already", file=sys.stderr, flush=True)
    for name in run.empty():
        trouble(f"{name}: no records")
    lost, faults = _failures(summed_up["failed"])
    for part in summed_up["parts"]:
        lost += part["unreadable"]
        faults += part["faults"]
    return told(run.tally, [*unreadable, *lost], faults, found(run.tally), wish.quiet)


def _failures(failed: Iterable[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """What is told of parts that could not be judged: where they were not to be read or written, and faults of ours."""
    lost, faults = [], []
    for part in failed:
        first, last = part["of"][0], part["of"][-1]
        to = "" if first is last else f" to {last['source']}"
        where = f"{part['file']} ({first['source']} from byte {first['start']}{to}): "
        if part["ours"]:
            faults.append(asking(part["problem"], where))
        else:
            lost.append(where + part["problem"])
    return lost, faults


def _folder(path: str, sources: Sequence[str]) -> str:
    """Where parts are written, as workers find it too. Raises InputError where it lies within what is read."""
    if "://" in path:
        return path
    folder = Path(path).absolute()
    for source in sources:
        if "://" not in source and Path(source).is_dir() and folder.resolve().is_relative_to(Path(source).resolve()):
            raise InputError(path, "lies in a folder that is read here; name one outside")
    return str(folder)
