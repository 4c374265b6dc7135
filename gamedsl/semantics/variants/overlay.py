"""A game and a variant of it -> the game as changed by the variant, and a record of what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import attrs

from gamedsl.diagnostics.diagnostic import Label
from gamedsl.diagnostics.report import Report
from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.semantics.field_words import keyword_of
from gamedsl.semantics.variants.changed_paragraphs import (
    changed_paragraph,
    fewer_fields,
    joined_words,
    lost_words,
    rarer_words,
)
from gamedsl.semantics.variants.changed_setup import (
    are_same,
    is_of_base,
    lost_from,
)
from gamedsl.semantics.variants.changed_steps import with_steps_edited
from gamedsl.semantics.variants.edits import KINDS, Edit, Overlaid, words_lost
from gamedsl.semantics.variants.found_steps import in_its_place, name_of, step_of
from gamedsl.semantics.variants.kept_words import outdated_words
from gamedsl.semantics.variants.overlay_parts import (
    Block,
    EachItem,
    Named,
    Part,
    adds,
    changed_header,
    has_rows,
    replace_in,
    retyped,
)
from gamedsl.source import Span, first_line
from gamedsl.syntax import nodes

# A fact of these keys is added to those of the base game; of any other key it replaces them.
_ADDED_FACTS = frozenset({"designer", "note", "source"})


def overlay(base: nodes.GameFile, variant: nodes.VariantFile, report: Report) -> Overlaid:
    """Lay a variant over its base game: plain things are added, ``change`` replaces, ``remove`` takes away.

    A changed paragraph keeps what the variant does not write; any other changed thing is replaced whole, but keeps its
    words when none are written. Everything keeps its place in the order of the file; new things come last in their
    section. Spans point into the file that each part came from. Reports GDVAR02, GDVAR03, GDVAR05, GDVAR06 and GDVAR08
    to GDVAR15; what is removed but still used is left to the check of names, edits of rows to the reading of tables.
    """
    work = _Overlay(base, report)
    for section in variant.sections:
        work.lay(section)
    game = attrs.evolve(
        base,
        name=variant.name,
        words=joined_words(base.words, variant.title),
        fields=changed_header(base, variant, report),
        sections=work.result(),
        span=variant.span,
    )
    return Overlaid(game=game, removed=tuple(work.removed), changed=tuple(work.changed), added=tuple(work.added))


class _Overlay:
    """The work of one ``overlay``."""

    def __init__(self, base: nodes.GameFile, report: Report) -> None:
        self._report = report
        self._parts = [Part(section, list(section.items)) for section in base.sections]
        self._own: set[tuple[str, str, str]] = set()  # keyword, each, name of what the variant itself has added
        self._edited: dict[tuple[str, str, str], tuple[Span, str]] = {}
        self._replaced_facts: set[str] = set()
        self.removed: list[Edit] = []
        self.changed: list[Edit] = []
        self.added: list[Edit] = []

    def result(self) -> tuple[nodes.Section, ...]:
        """Return the sections; those that have lost everything are left out."""
        made = []
        for part in self._parts:
            items = tuple(item for item in part.items if not isinstance(item, nodes.EachBlock) or item.items)
            if items or not part.section.items:
                made.append(attrs.evolve(part.section, items=items))
        return tuple(made)

    def lay(self, section: nodes.Section) -> None:
        """Lay one section of the variant over the base."""
        if section.words is not None and not section.change:
            self._lay_words(section)
        lay: dict[str, Callable[[nodes.Section], None]] = {
            "about": self._lay_facts,
            "setup": self._lay_steps,
            "end": self._lay_end,
        }
        lay.get(section.keyword, self._lay_items)(section)

    # ------------------------------------------------------------ sections without names

    def _lay_words(self, section: nodes.Section) -> None:
        """Words behind the keyword of a section replace those of the base."""
        part = self._part_for(section)
        part.section = attrs.evolve(part.section, words=joined_words(part.section.words, section.words))

    def _lay_facts(self, section: nodes.Section) -> None:
        """Facts of the variant: some keys are added, the others replaced."""
        part = self._part_for(section)
        for fact in section.items:
            if not isinstance(fact, nodes.Fact):
                raise TypeError(f"not a fact: {type(fact).__name__}")
            if fact.key not in _ADDED_FACTS and fact.key not in self._replaced_facts:
                self._replaced_facts.add(fact.key)
                for old in self._of("about"):
                    old.items = [item for item in old.items if getattr(item, "key", None) != fact.key]
            part.items.append(fact)

    def _lay_steps(self, section: nodes.Section) -> None:
        """Steps of ``setup`` follow those of the base; edits put others in the place of single ones."""
        if section.change:
            self._change_setup(section)
            return
        for item in section.items:
            match item:
                case nodes.StepEdit() | nodes.StepRemoval():
                    self._edit_step(item)
                case nodes.Step():
                    self._part_for(section).items.append(item)
                case _:
                    raise TypeError(f"not a step of setup: {type(item).__name__}")

    def _change_setup(self, section: nodes.Section) -> None:
        """Put new steps in the place of all those of the base, none with ``remove setup``."""
        edit = self._edit("setup", "setup", first_line(section.span))
        deed: Literal["change", "remove"] = "change" if section.items else "remove"
        if not self._may_edit_setup(edit, deed):
            return
        parts = self._of("setup")
        old = [item for part in parts for item in part.items if is_of_base(item, section)]
        if not old:
            own_help = "there are no steps of setup in the base game: write `setup` alone for yours"
            self._report("GDVAR02", edit.span, name="setup", deed=f"{deed}d", suggestions="", help=own_help)
            return
        if are_same(old, section.items) and section.words is None:
            self._report("GDVAR08", edit.span, name="setup", reason="all of its steps stand in the base game")
        first = parts[0]
        own = [item for part in parts for item in part.items if not is_of_base(item, section)]
        first.items = [*section.items, *own]
        first.section = attrs.evolve(first.section, words=joined_words(first.section.words, section.words))
        self._parts = [part for part in self._parts if part is first or part not in parts]
        self.changed.append(attrs.evolve(edit, lost=lost_from(old, section.items)))

    def _edit_step(self, item: nodes.StepEdit | nodes.StepRemoval) -> None:
        """Put other steps, or nothing, in the place of one step of the base."""
        edit = self._edit("setup", name_of(item), first_line(item.span))
        if not self._may_edit_setup(edit, "remove" if isinstance(item, nodes.StepRemoval) else "change"):
            return
        steps = [
            (part, step)
            for part in self._of("setup")
            for step in part.items
            if isinstance(step, nodes.Step) and is_of_base(step, item)
        ]
        place, all_steps = "the setup of the base game", [step for _, step in steps]
        old = step_of(all_steps, item, place, self._report)
        if old is None:
            return

        def no_change() -> None:
            self._report("GDVAR08", edit.span, name="setup", reason="this step stands so in the base game")

        new = in_its_place(old, item, edit.name, no_change, self._report)
        part = next(part for part, step in steps if step is old)
        at = next(at for at, step in enumerate(part.items) if step is old)
        part.items[at : at + 1] = new
        self.changed.append(attrs.evolve(edit, lost=lost_from([old], new)))

    def _may_edit_setup(self, edit: Edit, how: Literal["change", "remove"]) -> bool:
        """Note an edit; a step of a setup that is changed as a whole cannot be edited besides."""
        others = [key for key in self._edited if key[0] == "setup" and "setup" in (key[2], edit.name)]
        if others:
            label = Label(self._edited[others[0]][0], "changed here first")
            self._report("GDVAR09", edit.span, labels=(label,), name="setup", deeds="changed twice")
            return False
        return self._may_edit(edit, how)

    def _lay_end(self, section: nodes.Section) -> None:
        """Lines of ``end``: ``change`` replaces all lines of its keyword, plain lines are added."""
        lines = []
        for item in section.items:
            if not isinstance(item, nodes.Condition):
                raise TypeError(f"not a line of end: {type(item).__name__}")
            lines.append(item)
        for keyword in dict.fromkeys(line.keyword for line in lines if line.change):
            new = [attrs.evolve(line, change=False) for line in lines if line.change and line.keyword == keyword]
            self._change_end(keyword, new)
        for line in lines:
            if not line.change:
                self._add_end(section, line)

    def _change_end(self, keyword: str, new: list[nodes.Condition]) -> None:
        """Put lines in the place of the first of their keyword and drop the others."""
        edit = self._edit("end", keyword, new[0].span)
        place: tuple[Part, int] | None = None
        for part in self._of("end"):
            kept: list[nodes.Item] = []
            for item in part.items:
                if not isinstance(item, nodes.Condition) or item.keyword != keyword:
                    kept.append(item)
                elif place is None:
                    place = part, len(kept)
            part.items = kept
        if place is None:
            own_help = f"the base game has no line `{keyword}:`: leave out `change`, and this one is added"
            self._report("GDVAR02", edit.span, name=keyword, deed="changed", suggestions="", help=own_help)
            return
        part, at = place
        part.items[at:at] = new
        self.changed.append(edit)

    def _add_end(self, section: nodes.Section, line: nodes.Condition) -> None:
        """Add a line; a second ``winner`` is refused."""
        edit = self._edit("end", line.keyword, line.span)
        if line.keyword == "winner" and "winner" in self._end_keywords():
            self._report("GDVAR03", line.span, kind=edit.kind, name=line.keyword)
            return
        self._part_for(section).items.append(line)
        self.added.append(edit)

    def _end_keywords(self) -> list[str]:
        lines = [item for part in self._of("end") for item in part.items]
        return [item.keyword for item in lines if isinstance(item, nodes.Condition)]

    # ------------------------------------------------------------ sections of named things

    def _lay_items(self, section: nodes.Section) -> None:
        """Entries, terms, options, lists of words and paragraphs, by name."""
        for item in section.items:
            match item:
                case nodes.EachBlock():
                    self._lay_block(section, item)
                case nodes.Removal(name):
                    self._remove(self._edit(section.keyword, name, item.span))
                case nodes.RowEdits():
                    self._edit_rows(self._edit(section.keyword, item.name, item.name_span), item)
                case nodes.Choices() | nodes.Entry() | nodes.Term() | nodes.Paragraph():
                    self._lay_named(section, item)
                case _:
                    raise TypeError(f"cannot stand in {section.keyword}: {type(item).__name__}")

    def _lay_named(self, section: nodes.Section, item: Named) -> None:
        """Change or add one thing that has a name."""
        edit = self._edit(section.keyword, item.name, item.name_span)
        if item.change:
            self._change(edit, item)
        elif self._may_add(edit):
            self._part_for(section).items.append(item)

    def _edit_rows(self, edit: Edit, item: nodes.RowEdits) -> None:
        """Note what a variant does to single rows; they are edited where tables and files are read."""
        if not self._may_edit(edit, "rows"):
            return
        removed: list[Edit] = []

        def noted(old: Named) -> Named:
            if not isinstance(old, nodes.Entry) or not has_rows(old):
                self._report("GDVAR06", edit.span, name=edit.name)
                return old
            names = [removal.keys[0] for removal in item.removals if not old.keys]
            removed.extend(
                attrs.evolve(edit, name=name.name, kind="row", span=name.span)
                for name in names
                if isinstance(name, nodes.Name)
            )
            return attrs.evolve(old, table=retyped(old.table, item), edits=(*old.edits, item))

        if self._replace(edit, lambda old: [noted(old)]):
            self.changed.append(attrs.evolve(edit, fields=("rows",)))
            self.removed += removed
        else:
            self._absent(edit, "changed", self._names(edit.keyword, edit.each))

    def _may_edit(self, edit: Edit, how: Literal["change", "remove", "rows"]) -> bool:
        """Note that a thing is changed or removed; refuse it when this variant has done so before."""
        known = self._edited.setdefault((edit.keyword, edit.each, edit.name), (edit.span, how))
        first, done = known
        if first is edit.span or done == how == "rows":
            return True
        deeds = {"change": "changed", "rows": "changed", "remove": "removed"}
        told = f"{deeds[done]} twice" if deeds[done] == deeds[how] else f"{deeds[done]} here and {deeds[how]} there"
        label = Label(first, f"{deeds[done]} here first")
        self._report("GDVAR09", edit.span, labels=(label,), name=edit.name, deeds=told)
        return False

    def _lay_block(self, section: nodes.Section, block: nodes.EachBlock) -> None:
        """Change, add and remove things under ``each K``."""
        for item in block.items:
            match item:
                case nodes.Removal(name):
                    self._remove(self._edit(section.keyword, name, item.span, block.kind))
                case nodes.Entry() | nodes.Term() | nodes.Paragraph():
                    edit = self._edit(section.keyword, item.name, item.name_span, block.kind)
                    if item.change:
                        self._change(edit, item)
                    elif self._may_add(edit):
                        self._add_to_block(section, block, item)
                case _:
                    raise TypeError(f"cannot stand under each {block.kind}: {type(item).__name__}")

    def _add_to_block(self, section: nodes.Section, block: nodes.EachBlock, item: EachItem) -> None:
        """Put an item at the end of the last block of its kind, or into a new one."""
        blocks = self._blocks(section.keyword, block.kind)
        if blocks:
            blocks[-1].store([*blocks[-1].node.items, item])
        else:
            self._part_for(section).items.append(attrs.evolve(block, items=(item,)))

    def _may_add(self, edit: Edit) -> bool:
        """Note an addition; refuse it when the base has that name. Twice in the variant is left to the name check."""
        own = (edit.keyword, edit.each, edit.name)
        if own not in self._own and edit.name in self._names(edit.keyword, edit.each):
            self._report("GDVAR03", edit.span, kind=edit.kind, name=edit.name)
            return False
        self._own.add(own)
        self.added.append(edit)
        return True

    def _change(self, edit: Edit, new: Named) -> None:
        """Put a changed thing in the place of the old one."""
        noted = edit
        removed: list[Edit] = []

        def changed(old: Named) -> Named:
            nonlocal noted
            made: Named
            if isinstance(old, nodes.Paragraph) and isinstance(new, nodes.Paragraph):
                fields = tuple(dict.fromkeys(keyword_of(field) for field in new.fields))
                noted = attrs.evolve(noted, fields=fields, fewer=fewer_fields(old, new))
                made = changed_paragraph(*with_steps_edited(old, new, self._report), self._report)
                for words, number in outdated_words(old, made):
                    labels = (Label(words.span, "these words stay"),)
                    self._report("GDVAR15", edit.span, labels=labels, name=edit.name, number=number)
            else:
                made = attrs.evolve(new, change=False, words=joined_words(old.words, new.words))
            if made == old and not (isinstance(old, nodes.Entry) and old.edits) and not adds(new):
                self._report("GDVAR08", edit.span, name=edit.name, reason="all that it says stands in the base game")
            if isinstance(old, nodes.Choices) and isinstance(new, nodes.Choices):
                removed.extend(words_lost(old, new, edit))
            if isinstance(old, nodes.Paragraph | nodes.Term) and isinstance(made, nodes.Paragraph | nodes.Term):
                noted = attrs.evolve(noted, lost=lost_words(old, made), rarer=rarer_words(old, made))
            return made

        if not self._may_edit(edit, "change"):
            return
        if self._replace(edit, lambda old: [changed(old)]):
            self.changed.append(noted)
            self.removed += removed
        else:
            self._absent(edit, "changed", self._names(edit.keyword, edit.each))

    def _remove(self, edit: Edit) -> None:
        """Take a thing away, and a group of actions that has lost its last one."""
        if not self._may_edit(edit, "remove"):
            return
        lost: frozenset[str] = frozenset()
        words: list[Edit] = []

        def gone(old: Named) -> Sequence[Named]:
            nonlocal lost
            lost = lost_words(old, None) if isinstance(old, nodes.Paragraph | nodes.Term) else lost
            if isinstance(old, nodes.Choices):
                words.extend(words_lost(old, None, edit))
            return ()

        if not self._replace(edit, gone):
            self._absent(edit, "removed", self._names(edit.keyword, edit.each))
            return
        self.removed += [attrs.evolve(edit, lost=lost), *words]
        for part in self._of(edit.keyword):
            if part.section.name is not None and part.section.items and not part.items:
                self.removed.append(attrs.evolve(edit, name=part.section.name, kind="group"))

    def _replace(self, edit: Edit, new: Callable[[Named], Sequence[Named]]) -> bool:
        """Replace the thing that ``edit`` names by others; tell whether it is there."""
        if edit.each:
            for block in self._blocks(edit.keyword, edit.each):
                items = list(block.node.items)
                if replace_in(items, edit.name, new):
                    block.store(items)
                    return True
            return False
        return any(replace_in(part.items, edit.name, new) for part in self._of(edit.keyword))

    def _absent(self, edit: Edit, deed: Literal["changed", "removed"], names: Sequence[str]) -> None:
        """Report a thing that is not there, with the place where its name stands, or the nearest names."""
        values = {"name": edit.name, "deed": deed, "suggestions": did_you_mean(edit.name, names)}
        places = [place for place in self._places(edit.name) if place != (edit.keyword, edit.each)]
        if places:
            # Of several places of that name a section with `each` is meant where one without was written.
            keyword, each = next((place for place in places if place[0] == edit.keyword), places[0])
            place = f"`each {each}` in `{keyword}`" if each else f"`{keyword}`"
            self._report("GDVAR02", edit.span, help=f"`{edit.name}` stands under {place}: write this there", **values)
        else:
            self._report("GDVAR02", edit.span, **values)

    # ------------------------------------------------------------ looking things up

    def _edit(self, keyword: nodes.SectionKeyword, name: str, span: Span, each: str = "") -> Edit:
        return Edit(keyword=keyword, name=name, kind=KINDS[keyword], span=span, each=each)

    def _of(self, keyword: str) -> list[Part]:
        """Return all sections of a keyword."""
        return [part for part in self._parts if part.section.keyword == keyword]

    def _part_for(self, section: nodes.Section) -> Part:
        """Return the last section of this keyword and name, made when there is none."""
        for part in reversed(self._parts):
            if (part.section.keyword, part.section.name) == (section.keyword, section.name):
                return part
        part = Part(attrs.evolve(section, items=()), [])
        self._parts.append(part)
        return part

    def _blocks(self, keyword: str, each: str) -> list[Block]:
        """Return the ``each`` blocks of a kind in all sections of a keyword."""
        return [
            Block(part, at)
            for part in self._of(keyword)
            for at, item in enumerate(part.items)
            if isinstance(item, nodes.EachBlock) and item.kind == each
        ]

    def _names(self, keyword: str, each: str) -> list[str]:
        """Return the names of all things in the sections of a keyword, or in its blocks of one kind."""
        items: list[nodes.Item | EachItem] = []
        if each:
            items += [item for block in self._blocks(keyword, each) for item in block.node.items]
        else:
            items += [item for part in self._of(keyword) for item in part.items]
        return [item.name for item in items if isinstance(item, Named)]

    def _places(self, name: str) -> list[tuple[str, str]]:
        """Return where a name is declared: keyword and ``each`` of every place."""
        found: list[tuple[str, str]] = []
        for part in self._parts:
            keyword = part.section.keyword
            kinds = ["", *(item.kind for item in part.items if isinstance(item, nodes.EachBlock))]
            found += [(keyword, each) for each in kinds if name in self._names(keyword, each)]
        return found
