"""Calls with too many or too few things in brackets -> one finding for each thing that is called."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.suggest import enumerated, listed
from gamedsl.semantics.unknown_names import MOST_PLACES, UnknownNames
from gamedsl.source import Span


@attrs.frozen
class _Call:
    span: Span
    name: str
    expected: int | str
    found: int
    form: str


@attrs.define
class WrongCounts:
    """Collects calls whose number of arguments is wrong, by what is called, until all of them are known.

    ``bodies``: where that stands, with everything that may use the names in its brackets.
    """

    calls: dict[str, list[_Call]] = attrs.field(factory=dict)
    bodies: dict[str, Span] = attrs.field(factory=dict)

    def add(
        self, called: str, body: Span | None, span: Span, name: str, expected: int | str, found: int, form: str = ""
    ) -> None:
        """Keep a call; ``called`` is the full name of what is called, ``form`` how a call is written."""
        self.calls.setdefault(called, []).append(_Call(span, name, expected, found, form))
        if body is not None:
            self.bodies[called] = body

    def __contains__(self, called: str) -> bool:
        """Tell whether a call of this has been kept."""
        return called in self.calls

    def report(self, report: Callable[..., None], unknown: UnknownNames) -> None:
        """Report what is called once for each number that is too many or too few, and forget it.

        A trigger behind an action names its picks as well, so it has other numbers than a call, but as many too many.
        Where it uses a name that nothing has, and all calls have one thing more, the name is missing in its brackets.
        """
        for called, calls in self.calls.items():
            places = {(one.span.path, one.span.line, one.span.column): one for one in calls}
            ordered = [places[place] for place in sorted(places)]
            if not self._is_short(report, called, ordered, unknown):
                for _, group in groupby(sorted(ordered, key=_surplus), _surplus):
                    first, *others = group
                    labels = [Label(one.span, _told_beside(first, one)) for one in others[:MOST_PLACES]]
                    values = {"name": first.name, "expected": first.expected, "found": first.found}
                    report("GDTYP03", first.span, labels=labels, form=first.form, **values)
        self.calls.clear()

    def _is_short(self, report: Callable[..., None], called: str, calls: list[_Call], unknown: UnknownNames) -> bool:
        body, first = self.bodies.get(called), calls[0]
        if body is None or not isinstance(first.expected, int) or len({_surplus(one) for one in calls}) > 1:
            return False
        missing = unknown.only_within(body)
        if not 0 < len(missing) <= first.found - first.expected:
            return False
        used = [unknown.uses[name][0].span for name in missing]
        labels = [Label(span, "used here") for span in used[:MOST_PLACES]]
        labels += [Label(one.span, "called here") for one in calls[:MOST_PLACES]]
        written = enumerated([f"`{name}: …`" for name in missing], "and")
        start = Span(body.source, body.line, body.column, body.line, body.column + len(first.name))
        if called.startswith("columns."):
            start = used[0]
        values = {"name": first.name, "missing": listed(missing, "and"), "found": first.found, "written": written}
        report("GDNAM14", start, labels=labels, expected=first.expected, **values)
        for name in missing:
            del unknown.uses[name]
        return True


def _surplus(call: _Call) -> tuple[bool, int]:
    """Return how many are too many; where several numbers are right, how many there are."""
    return (True, call.found - call.expected) if isinstance(call.expected, int) else (False, call.found)


def _told_beside(first: _Call, other: _Call) -> str:
    if (other.expected, other.found) == (first.expected, first.found):
        return "called so here, too"
    return f"here {other.found} stand, where {other.expected} are wanted"
