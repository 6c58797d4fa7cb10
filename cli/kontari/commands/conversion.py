"""One conversion of many inputs: read, written, judged, and told what was lost."""

import json
import sys
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TextIO

from kontari.commands.converting import Judge, Read, Writer, foreign_records, form_of, own_record
from kontari.commands.running import Run
from kontari.commands.terminal import known, misuse, trouble
from kontari.convert import OWN, ConversionError, Loss, Wish, converter, names
from kontari.core.verdict import Finding, Verdict
from kontari.examination import examine, examine_item
from kontari.record.streams import InputError, inputs
from kontari.status import Status


class Conversion:
    """What is converted, and what came of it.

    verify: whether each record is judged after reading. loss: ``text`` or ``json``, where what was
    lost is told.
    """

    def __init__(self, writer: Writer, wish: Wish, verify: bool, loss: str | None) -> None:
        self._writer = writer
        self._wish = wish
        self._verify = verify
        self._loss = loss
        self._left_out = 0
        self._status = Status.FINE

    def run(
        self,
        paths: Sequence[str],
        form: str | None,
        stream: TextIO,
        stdin_name: str | None,
        max_bytes: int,
        debug: bool,
    ) -> Status:
        """Convert every record of the inputs to a stream."""
        self._writer.begin(stream)
        if form is not None and form not in OWN:
            for folder in filter(lambda named: Path(named).is_dir(), paths):
                raise InputError(folder, "is a folder; name files of a foreign form one by one")
        for path in inputs(paths):
            try:
                if isinstance(path, InputError):
                    raise path
                found = form if form is not None else form_of(path, stdin_name)
            except InputError as error:
                trouble(error)
                self._status = max(self._status, Status.UNUSABLE)
                continue
            if found is None or found in OWN:
                self._own(path, found, stdin_name, max_bytes, debug)
            else:
                self._foreign(path, found, stdin_name, max_bytes)
        self._writer.end()
        if self._left_out:
            trouble(f"{self._left_out} record{'' if self._left_out == 1 else 's'} left out")
            self._status = max(self._status, Status.FINDINGS)
        return self._status

    def _own(self, path: str, form: str | None, stdin_name: str | None, max_bytes: int, debug: bool) -> None:
        self._check_wish(None)
        run = Run([path], stdin_name, max_bytes, debug=debug, form=form)
        for item in run.items():
            with run.guarded(item):
                read = Read(f"{item.source}: line {item.line}", own_record(item, max_bytes))
                self._convert(read, item.source, item.number, partial(examine_item, item, max_bytes))
        self._status = max(self._status, run.status)

    def _foreign(self, path: str, form: str, stdin_name: str | None, max_bytes: int) -> None:
        self._check_wish(form)
        try:
            for number, read in enumerate(foreign_records(path, form, self._wish, stdin_name, max_bytes), start=1):
                self._convert(read, path, number, partial(_judged, read.record, path, number))
        except InputError as error:
            trouble(error)
            self._status = max(self._status, Status.UNUSABLE)

    def _check_wish(self, form: str | None) -> None:
        """A usage error where dialect or parameters are none of the form that is read or of the one that is written."""
        forms = [one for one in dict.fromkeys((form, self._writer.form)) if one in names()]
        modules = [converter(one) for one in forms]
        named = " and ".join(forms) or self._writer.form
        dialects = [name for module in modules for name in getattr(module, "DIALECTS", ())]
        if self._wish.dialect is not None:
            if not dialects:
                misuse(f"{named} has no dialects")
            known(self._wish.dialect, dialects, f"dialect of {named}")
        settings = {name for module in modules for name in getattr(module, "SETTINGS", {})} | self._writer.settings()
        for name in self._wish.settings:
            if name not in settings:
                misuse(f"{named} has no parameter {name}; it has {', '.join(sorted(settings)) or 'none'}")
        for module in modules:
            if hasattr(module, "check"):
                try:
                    module.check(self._wish)
                except ConversionError as error:
                    misuse(str(error))

    def _convert(self, read: Read, source: str, number: int, judged: Judge) -> None:
        """Write one record and judge it; where there is none, that is told."""
        if isinstance(read.record, ConversionError):
            self._leave_out(read.record)
            return
        judge = cache(judged)
        try:
            losses = self._writer.record(read.record, source, number, judge)
        except ConversionError as error:
            self._leave_out(f"{read.place}: {error}")
            return
        self._tell_losses(read.place, [*read.losses, *losses])
        if self._verify:
            self._tell_verdict(read, judge())

    def _leave_out(self, why: object) -> None:
        self._left_out += 1
        trouble(why)

    def _tell_losses(self, place: str, losses: Sequence[Loss]) -> None:
        if self._loss == "text":
            for loss in losses:
                trouble(f"{place}: lost: {loss.what}{f' ({loss.place})' if loss.place else ''}")
        elif self._loss == "json":
            lost = [{"what": loss.what} | ({"place": loss.place} if loss.place else {}) for loss in losses]
            print(json.dumps({"source": place, "lost": lost}, ensure_ascii=False), file=sys.stderr, flush=True)

    def _tell_verdict(self, read: Read, verdict: Verdict) -> None:
        errors = verdict.errors()
        if errors:
            first = errors[0]
            at = f" at {first.round}.{first.move or 0}" if first.round else ""
            trouble(f"{read.place}: {verdict.verdict}{at}{_source(read.record, first)}: {first.code} {first.message}")
            self._status = max(self._status, Status.FINDINGS)


def _source(record: Any, finding: Finding) -> str:
    """Where in its source a move or a deal was read, as far as the converter kept that."""
    if not finding.round:
        return ""
    round_ = record["rounds"][finding.round - 1]
    source = (round_["moves"][finding.move - 1] if finding.move else round_["deal"]).get("x-source")
    return f" ({source})" if isinstance(source, str) else ""


def _judged(record: Any, source: str, number: int) -> Verdict:
    data = json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return examine(data, source=source, record=number, max_bytes=len(data))
