"""Steps of a base game's setup and an edit of one in a variant -> where the step stands, and what takes its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from gamedsl.semantics.variants.changed_paragraphs import joined_words, words_in
from gamedsl.syntax import nodes
from gamedsl.syntax.print.printer import COMPOUND, has_lines, node_text, step_text

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
    if _by_first_line(edit):
        return step_text(_without_words(step)) == step_text(_without_words(written))
    return _plain(step) == _plain(written)


def holder_of(steps: Iterable[nodes.Step], edit: nodes.StepEdit | nodes.StepRemoval) -> str:
    """Return the first line of the step that holds the called one, where no edit reaches it; else nothing."""
    name = called(edit)
    for step in steps:
        first, colon, inside = _plain(step).partition(":")
        if colon and name in (part.strip() for part in _BETWEEN_STEPS.split(inside)):
            return f"{first}:"
    return ""


def in_place_of(old: nodes.Step, edit: nodes.StepEdit | nodes.StepRemoval) -> tuple[nodes.Step, ...]:
    """Return the steps that take the place of ``old``; a single one of the same sort keeps words not written anew."""
    if isinstance(edit, nodes.StepRemoval):
        return ()
    new = edit.new or (edit.old,)
    if len(new) == 1 and type(new[0]) is type(old):
        return (attrs.evolve(new[0], words=joined_words(old.words, new[0].words)),)
    return new


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
        case nodes.ForEach(body=body) | nodes.Repeat(body=body):
            return body
        case nodes.Lay(lines=lines):
            return lines
        case _:
            raise TypeError(f"not a step that holds others: {type(step).__name__}")


def _plain(step: nodes.Step) -> str:
    return node_text(_without_words(step))


def _without_words(step: nodes.Step) -> nodes.Step:
    """Return a step without words and references, also of the steps that it holds."""
    match step:
        case nodes.If(branches=branches, otherwise=otherwise):
            bare = tuple(attrs.evolve(branch, body=_all_without_words(branch.body)) for branch in branches)
            return attrs.evolve(step, branches=bare, otherwise=_all_without_words(otherwise), words=None)
        case nodes.ForEach(body=body) | nodes.Repeat(body=body):
            return attrs.evolve(step, body=_all_without_words(body), words=None)
        case _ if isinstance(step, COMPOUND):
            raise TypeError(f"unknown step that holds others: {type(step).__name__}")
        case _:
            return attrs.evolve(step, words=None)


def _all_without_words(steps: Iterable[nodes.Step]) -> tuple[nodes.Step, ...]:
    return tuple(_without_words(step) for step in steps)
