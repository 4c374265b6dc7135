"""Steps of a base game and an edit of one in a variant -> where the step stands, and what takes its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from weakref import ref

import attrs

from gamedsl.diagnostics.effort import EXPRESSION, NODE, spend
from gamedsl.semantics.variants.changed_paragraphs import joined_words, words_in
from gamedsl.syntax import nodes
from gamedsl.syntax.print.printer import COMPOUND, has_lines, node_text, step_text

_MOST_KEPT = 10_000
_KEPT: dict[tuple[int, bool], tuple[ref[nodes.Step], str]] = {}
_BETWEEN_STEPS = re.compile(r"\n|; |: ")


def is_of_base(item: nodes.Node, edit: nodes.Node) -> bool:
    """Tell whether a step comes from another file than the edit: what a variant adds itself, it does not edit."""
    return item.span.source.path != edit.span.source.path


def called(edit: nodes.StepEdit | nodes.StepRemoval) -> str:
    """Return what an edit calls its step: the canonical text without words, or only the first line."""
    step = _step(edit)
    return step_text(step) if _by_first_line(edit) else _plain(step)


def names_of(steps: Iterable[nodes.Step]) -> list[str]:
    """Return all that edits may call these steps, each once and on one line."""
    found = [name for step in steps for name in (_plain(step), step_text(_without_words(step)))]
    return [name for name in dict.fromkeys(found) if "\n" not in name]


def is_meant(step: nodes.Step, edit: nodes.StepEdit | nodes.StepRemoval) -> bool:
    """Tell whether an edit calls this step; words and references do not count."""
    written = _step(edit)
    if type(step) is not type(written):
        return False
    spend(NODE)
    by_first_line = _by_first_line(edit)
    return _kept(step, by_first_line) == _kept(written, by_first_line)


def holder_of(steps: Iterable[nodes.Step], edit: nodes.StepEdit | nodes.StepRemoval) -> str:
    """Return the first line of the step that holds the called one, where no edit reaches it; else nothing."""
    name = called(edit)
    for step in steps:
        first, colon, inside = _plain(step).partition(":")
        if colon and name in (part.strip() for part in _BETWEEN_STEPS.split(inside)):
            return f"{first}:"
    return ""


def one_of_several(steps: Iterable[nodes.Step], edit: nodes.StepEdit | nodes.StepRemoval) -> tuple[str, list[str]]:
    """Return the first line of a step of which an edit has only some of the steps inside, and what it is to hold.

    That is known where the edit puts a single step with the same first line in its place; else it is empty, as is the
    first line where there is no such step.
    """
    written = _step(edit)
    if not has_lines(written) or not _steps_inside(written):
        return "", []
    inside = [_plain(step) for step in _steps_inside(written)]
    for step in steps:
        if type(step) is type(written) and step_text(_without_words(step)) == step_text(_without_words(written)):
            there = [_plain(part) for part in _steps_inside(step)]
            if all(part in there for part in inside):
                return step_text(_without_words(step)), _with_new(there, inside, written, edit)
    return "", []


def _with_new(
    there: list[str], inside: list[str], written: nodes.Step, edit: nodes.StepEdit | nodes.StepRemoval
) -> list[str]:
    """Return steps with those that an edit puts in the place of ``inside``; nothing where it does something else."""
    new: list[str] = []
    if isinstance(edit, nodes.StepEdit):
        if len(edit.new) != 1 or type(edit.new[0]) is not type(written):
            return []
        if step_text(_without_words(edit.new[0])) != step_text(_without_words(written)):
            return []
        new = [_plain(step) for step in _steps_inside(edit.new[0])]
    at = there.index(inside[0])
    kept = [part for part in there[at:] if part not in inside]
    made = [*there[:at], *new, *kept]
    return [] if any("\n" in part for part in made) else made


def _steps_inside(step: nodes.Step) -> list[nodes.Step]:
    return [part for part in _inside(step) if isinstance(part, nodes.Step)]


def in_place_of(old: nodes.Step, edit: nodes.StepEdit | nodes.StepRemoval) -> tuple[nodes.Step, ...]:
    """Return the steps that take the place of ``old``; a single one of the same sort keeps words not written anew."""
    if isinstance(edit, nodes.StepRemoval):
        return ()
    new = edit.new or (edit.old,)
    if len(new) == 1 and type(new[0]) is type(old):
        return (attrs.evolve(new[0], words=joined_words(old.words, new[0].words)),)
    return new


def repeated_in(edit: nodes.StepEdit | nodes.StepRemoval) -> tuple[nodes.Step, str]:
    """Return the step under an edit that only has the edited first line again, and what to write instead of it.

    Loops count as the same when only their names differ, and the outer one is not used inside. Where there is no such
    step, the edited step itself and nothing.
    """
    outer = _step(edit)
    if isinstance(edit, nodes.StepRemoval) or not _by_first_line(edit) or isinstance(outer, nodes.Lay):
        return outer, ""
    inside = [part for part in _inside(outer) if isinstance(part, nodes.Step)]
    inner = inside[0]
    if len(inside) > 1 or type(inner) is not type(outer):
        return outer, ""
    renamed = _renaming(outer, inner)
    if renamed(step_text(_without_words(inner))) != step_text(_without_words(outer)):
        return outer, ""
    meant = [renamed(node_text(part)) for part in _inside(inner) if isinstance(part, nodes.Step)]
    short = all("\n" not in part for part in meant)
    return inner, f"`{'; '.join(meant)}`" if short else "what stands inside it"


def _renaming(outer: nodes.Step, inner: nodes.Step) -> Callable[[str], str]:
    """Return what writes the name of an outer loop for that of an inner one, if nothing inside uses the outer one."""
    if not isinstance(outer, nodes.ForEach) or not isinstance(inner, nodes.ForEach):
        return str
    old, new = inner.binder.name, outer.binder.name
    if re.search(rf"\b{new}\b", node_text(inner)):
        return str
    return lambda text: re.sub(rf"(?<![.\w]){old}\b", new, text)


def are_same(old: Sequence[nodes.Node], new: Sequence[nodes.Node]) -> bool:
    """Tell whether two lists of steps say the same, words included."""
    return [node_text(item) for item in old] == [node_text(item) for item in new]


def lost_from(old: Iterable[nodes.Node], new: Iterable[nodes.Node]) -> frozenset[str]:
    """Return the words of rules that stand in the old steps, but not in the new ones."""
    kept = {word for item in new for word in words_in(item)}
    return frozenset(word for item in old for word in words_in(item) if word not in kept)


def _step(edit: nodes.StepEdit | nodes.StepRemoval) -> nodes.Step:
    return edit.old if isinstance(edit, nodes.StepEdit) else edit.step


def _by_first_line(edit: nodes.StepEdit | nodes.StepRemoval) -> bool:
    step = _step(edit)
    if not has_lines(step):
        return False
    return not edit.new if isinstance(edit, nodes.StepEdit) else not _inside(step)


def _inside(step: nodes.Step) -> tuple[nodes.Step | str, ...]:
    match step:
        case nodes.If(branches=branches):
            return branches[0].body
        case nodes.ForEach(body=body) | nodes.Repeat(body=body) | nodes.Moment(body=body):
            return body
        case nodes.Lay(lines=lines):
            return lines
        case _:
            raise TypeError(f"not a step that holds others: {type(step).__name__}")


def _plain(step: nodes.Step) -> str:
    return node_text(_without_words(step))


def _kept(step: nodes.Step, by_first_line: bool) -> str:
    """Return what edits call a step; it is kept as long as the step is, since every edit is held against all steps."""
    key = id(step), by_first_line
    known = _KEPT.get(key)
    if known is None or known[0]() is not step:
        spend(EXPRESSION)
        text = step_text(_without_words(step)) if by_first_line else _plain(step)
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        known = _KEPT[key] = ref(step), text
    return known[1]


def _without_words(step: nodes.Step) -> nodes.Step:
    """Return a step without words and references, also of the steps that it holds."""
    match step:
        case nodes.If(branches=branches, otherwise=otherwise):
            bare = tuple(attrs.evolve(branch, body=_all_without_words(branch.body)) for branch in branches)
            return attrs.evolve(step, branches=bare, otherwise=_all_without_words(otherwise), words=None)
        case nodes.ForEach(body=body) | nodes.Repeat(body=body) | nodes.Moment(body=body):
            return attrs.evolve(step, body=_all_without_words(body), words=None)
        case _ if isinstance(step, COMPOUND):
            raise TypeError(f"unknown step that holds others: {type(step).__name__}")
        case _:
            return attrs.evolve(step, words=None)


def _all_without_words(steps: Iterable[nodes.Step]) -> tuple[nodes.Step, ...]:
    return tuple(_without_words(step) for step in steps)
