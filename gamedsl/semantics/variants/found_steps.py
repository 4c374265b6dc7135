"""Steps of a base game and an edit of one in a variant -> the step that is meant, and those in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.semantics.variants.changed_setup import (
    are_same,
    called,
    holder_of,
    in_place_of,
    is_meant,
    names_of,
    one_of_several,
    repeated_in,
)
from gamedsl.source import first_line
from gamedsl.syntax import nodes

Edit = nodes.StepEdit | nodes.StepRemoval


def name_of(edit: Edit) -> str:
    """Return what a finding calls an edited step: its first line."""
    return called(edit).partition("\n")[0]


def step_of(
    steps: Sequence[nodes.Step], edit: Edit, place: str, report: Report, several: str | None = None
) -> nodes.Step | None:
    """Return the step that an edit calls; report GDVAR10 or GDVAR11 when it is none, or several.

    ``place`` is where the steps stand, for people; ``several`` says what to write when it stands there several times.
    """
    span, name = first_line(edit.span), name_of(edit)
    found = [step for step in steps if is_meant(step, edit)]
    if len(found) == 1:
        return found[0]
    if found:
        labels = tuple(Label(first_line(step.span), "one of them") for step in found)
        own_help = {"help": several} if several else {}
        report("GDVAR11", span, labels=labels, step=name, count=len(found), place=place, **own_help)
        return None
    told = _where_it_stands(steps, edit)
    if told:
        report("GDVAR10", span, step=name, place=place, suggestions="", help=told)
    else:
        report("GDVAR10", span, step=name, place=place, suggestions=did_you_mean(name, names_of(steps)))
    return None


def _where_it_stands(steps: Sequence[nodes.Step], edit: Edit) -> str:
    """Return what to write when the step stands inside another one, or beside others in one; else nothing."""
    holder = holder_of(steps, edit)
    if holder:
        deed = f"write `change {holder}`, and under it all the steps that are to stand in it"
        return f"it stands inside `{holder}`: {deed}"
    head, others = one_of_several(steps, edit)
    if not head:
        return ""
    under = f": {', '.join(f'`{step}`' for step in others)}" if others else " that are to stand in it"
    return f"the base has more under `{head}`: write `change {head}`, and under it all the steps{under}"


def in_its_place(
    old: nodes.Step, edit: Edit, name: str, reason: Callable[[], None], report: Report
) -> tuple[nodes.Step, ...]:
    """Return the steps that take the place of ``old``; report GDVAR13, and by ``reason`` where nothing is changed."""
    inner, meant = repeated_in(edit)
    if meant:
        report("GDVAR13", first_line(inner.span), line=name, meant=meant)
        return (inner,)
    new = in_place_of(old, edit)
    if are_same([old], new):
        reason()
    return new
