"""Fields of a changed paragraph that edit single steps of its base -> fields with all the steps there are then."""

from __future__ import annotations

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.semantics.variants.changed_paragraphs import joined_words
from gamedsl.semantics.variants.changed_setup import is_of_base
from gamedsl.semantics.variants.found_steps import Edit, in_its_place, name_of, step_of
from gamedsl.source import Span, first_line
from gamedsl.syntax import nodes


def with_steps_edited(
    old: nodes.Paragraph, new: nodes.Paragraph, report: Report
) -> tuple[nodes.Paragraph, nodes.Paragraph]:
    """Return the base's paragraph and its change, with whole steps where the change edits single ones.

    A field that loses its last step is taken out of the first of them.
    """
    fields: list[nodes.Field] = []
    for field in new.fields:
        if not isinstance(field, nodes.EditedSteps):
            fields.append(field)
            continue
        there = next((one for one in old.fields if _is_edited_by(one, field)), None)
        made = _edited(old.name, there, field, report)
        if made.steps:
            fields.append(made)
        elif there is not None:
            old = attrs.evolve(old, fields=tuple(one for one in old.fields if one is not there))
    return old, attrs.evolve(new, fields=tuple(fields))


def _is_edited_by(there: nodes.Field, field: nodes.EditedSteps) -> bool:
    return isinstance(there, nodes.Steps) and there.keyword == field.keyword


def _edited(paragraph: str, there: nodes.Field | None, field: nodes.EditedSteps, report: Report) -> nodes.Steps:
    """Return the steps of a field of the base with the edits carried out, in the order of the variant."""
    old = there if isinstance(there, nodes.Steps) else nodes.Steps(field.keyword, (), span=field.span)
    made = attrs.evolve(old, words=joined_words(old.words, field.words), edited=True)
    done: dict[str, Span] = {}
    for item in field.items:
        if isinstance(item, nodes.Step):
            report("GDVAR14", first_line(item.span), field=field.keyword)
        else:
            made = _with_edit(made, paragraph, item, done, report)
    return made


def _with_edit(field: nodes.Steps, paragraph: str, item: Edit, done: dict[str, Span], report: Report) -> nodes.Steps:
    span, name = first_line(item.span), name_of(item)
    if name in done:
        deeds = "edited twice"
        report("GDVAR09", span, labels=(Label(done[name], "edited here first"),), name=name, deeds=deeds)
        return field
    done[name] = span
    place = f"`{field.keyword}` of `{paragraph}` in the base game"
    whole = f"write all steps of `{field.keyword}:` as they are to be"
    old = step_of([step for step in field.steps if is_of_base(step, item)], item, place, report, whole)
    if old is None:
        return field

    def no_change() -> None:
        report("GDVAR08", span, name=paragraph, reason="this step stands so in the base game")

    new = in_its_place(old, item, name, no_change, report)
    at = next(at for at, step in enumerate(field.steps) if step is old)
    return attrs.evolve(field, steps=(*field.steps[:at], *new, *field.steps[at + 1 :]))
