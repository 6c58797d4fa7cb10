"""One run that puts the records of many inputs into an archive."""

from collections.abc import Sequence

from kontari.archive.building import Builder
from kontari.archive.storing import Store
from kontari.commands.judging import Progress
from kontari.commands.own_records import counted, done
from kontari.commands.running import Run
from kontari.commands.terminal import trouble
from kontari.core.verdict import WORDS
from kontari.examination import JUDGE
from kontari.status import Status


def built(
    paths: Sequence[str], archive: str, stdin_name: str | None, max_bytes: int, *, debug: bool, quiet: bool
) -> Status:
    """Add what is new to an archive, and tell how much that was."""
    progress = Progress(paths, quiet)
    run = Run(paths, stdin_name, max_bytes, debug=debug, before_trouble=progress.clear)
    with Store(archive, JUDGE) as store:
        builder = Builder(store, max_bytes)
        for item in run.items():
            with run.guarded(item):
                verdict = builder.add(item)
                if item.fault is not None and verdict is not None:
                    progress.clear()
                    why = verdict.findings[0].message
                    trouble(f"{item.source}:{item.line}: record {item.number} is not archived: {why}")
            builder.flush_if_full()
            progress.step(len(item.data))
        builder.flush()
        progress.clear()
        done(quiet, summary(builder))
        others = store.of_others()
        if others and not quiet:
            trouble(f"{archive}: {counted(others, 'record')} judged by another version; give their sources again")
    wrong = builder.cut or any(builder.added[word] for word in ("misscored", "illegal", "malformed"))
    return max(run.status, Status.FINDINGS if wrong else Status.FINE)


def summary(builder: Builder) -> str:
    """How many records were added, and what they are."""
    words = ", ".join(f"{builder.added[word]} {word}" for word in WORDS if builder.added[word])
    fresh = builder.added.total() - builder.rejudged
    line = f"{counted(fresh, 'record')} added, {builder.known} already there"
    if builder.rejudged:
        line += f", {builder.rejudged} judged again"
    return line + (f": {words}" if words else "")
