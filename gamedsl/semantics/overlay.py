"""A game and a variant of it -> the game as changed by the variant, and a record of what differs."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Literal, TypeVar

import attrs

from gamedsl.diagnostics.suggest import did_you_mean
from gamedsl.semantics.symbols import Report
from gamedsl.source import Span
from gamedsl.syntax import nodes

_KINDS: dict[nodes.SectionKeyword, str] = {
    "about": "fact",
    "options": "option",
    "types": "list of words",
    "components": "component",
    "table": "entry",
    "terms": "term",
    "setup": "step",
    "phases": "phase",
    "actions": "action",
    "rules": "rule",
    "triggers": "trigger",
    "modifiers": "modifier",
    "scoring": "scoring source",
    "end": "field",
    "scenarios": "scenario",
}

# A fact of these keys is added to those of the base game; of any other key it replaces them.
_ADDED_FACTS = frozenset({"designer", "note", "source"})

# These fields are read in written order, so several of them stay together when a variant writes them.
_ORDERED_FIELDS = frozenset({"when", "pick", "let"})

# A card has only one of these; writing one replaces the other.
_RIVALS = {"steps": "play", "play": "steps", "change": "forbid", "forbid": "change"}

_FIELD_KEYWORDS: dict[type[nodes.Field], str] = {
    nodes.Who: "who",
    nodes.PickField: "pick",
    nodes.LetField: "let",
    nodes.Play: "play",
    nodes.Pass: "pass",
    nodes.After: "after",
    nodes.Change: "change",
    nodes.Players: "players",
    nodes.With: "with",
    nodes.Depth: "depth",
}

_Named = nodes.Choices | nodes.Entry | nodes.Term | nodes.Card
_EachItem = nodes.Entry | nodes.Term | nodes.Removal
_AnyItem = TypeVar("_AnyItem", bound=nodes.Item | _EachItem)


@attrs.frozen(kw_only=True)
class Edit:
    """One thing that a variant adds, changes or removes.

    ``kind`` is a word for people ("action"); ``each`` is that of an ``each K`` block, else empty; ``span`` lies in the
    variant; ``fields`` are the keywords of the fields that a change of a card replaces.
    """

    keyword: nodes.SectionKeyword
    name: str
    kind: str
    span: Span = attrs.field(eq=False, repr=False)
    each: str = ""
    fields: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Overlaid:
    """The whole game, and what the variant has done to the base, each list in the order of the variant."""

    game: nodes.GameFile
    removed: tuple[Edit, ...]
    changed: tuple[Edit, ...]
    added: tuple[Edit, ...]


def overlay(base: nodes.GameFile, variant: nodes.VariantFile, report: Report) -> Overlaid:
    """Lay a variant over its base game: plain things are added, ``change`` replaces, ``remove`` takes away.

    A changed card keeps what the variant does not write; any other changed thing is replaced as a whole, but keeps its
    words when none are written. Everything keeps its place in the order of the file; new things come last in their
    section. Spans point into the file that each part came from. Reports GDVAR02, GDVAR03 and GDVAR05; what is removed
    but still used is left to the check of names.
    """
    work = _Overlay(base, report)
    for section in variant.sections:
        work.lay(section)
    game = attrs.evolve(
        base,
        name=variant.name,
        words=variant.title or base.words,
        sections=work.result(),
        span=variant.span,
    )
    return Overlaid(game=game, removed=tuple(work.removed), changed=tuple(work.changed), added=tuple(work.added))


def field_keyword(field: nodes.Field) -> str:
    """Return the keyword that a field is written with; raise TypeError for an unknown class of fields."""
    if isinstance(field, nodes.Condition | nodes.Steps | nodes.Names):
        return field.keyword
    keyword = _FIELD_KEYWORDS.get(type(field))
    if keyword is None:
        raise TypeError(f"unknown field {type(field).__name__}")
    return keyword


@attrs.define
class _Part:
    """A section of the result while it is put together."""

    section: nodes.Section
    items: list[nodes.Item]


@attrs.define
class _Block:
    """The items of one ``each K`` block; ``part`` and ``at`` say where the block stands."""

    part: _Part
    at: int

    @property
    def node(self) -> nodes.EachBlock:
        found = self.part.items[self.at]
        if not isinstance(found, nodes.EachBlock):
            raise TypeError(f"not an each block: {type(found).__name__}")
        return found

    def store(self, items: Iterable[_EachItem]) -> None:
        """Put a new block with these items in the place of the old one."""
        self.part.items[self.at] = attrs.evolve(self.node, items=tuple(items))


class _Overlay:
    """The work of one ``overlay``."""

    def __init__(self, base: nodes.GameFile, report: Report) -> None:
        self._report = report
        self._parts = [_Part(section, list(section.items)) for section in base.sections]
        self._own: set[tuple[str, str, str]] = set()  # keyword, each, name of what the variant itself has added
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
        if section.words is not None:
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
        part.section = attrs.evolve(part.section, words=_joined_words(part.section.words, section.words))

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
        """Steps of ``setup`` follow those of the base."""
        self._part_for(section).items.extend(section.items)

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
        place: tuple[_Part, int] | None = None
        for part in self._of("end"):
            kept: list[nodes.Item] = []
            for item in part.items:
                if not isinstance(item, nodes.Condition) or item.keyword != keyword:
                    kept.append(item)
                elif place is None:
                    place = part, len(kept)
            part.items = kept
        if place is None:
            self._absent(edit, "changed", self._end_keywords())
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
        """Entries, terms, options, lists of words and cards, by name."""
        for item in section.items:
            match item:
                case nodes.EachBlock():
                    self._lay_block(section, item)
                case nodes.Removal(name):
                    self._remove(self._edit(section.keyword, name, item.span))
                case nodes.Choices() | nodes.Entry() | nodes.Term() | nodes.Card():
                    self._lay_named(section, item)
                case _:
                    raise TypeError(f"cannot stand in {section.keyword}: {type(item).__name__}")

    def _lay_named(self, section: nodes.Section, item: _Named) -> None:
        """Change or add one thing that has a name."""
        edit = self._edit(section.keyword, item.name, item.name_span)
        if item.change:
            self._change(edit, item)
        elif self._may_add(edit):
            self._part_for(section).items.append(item)

    def _lay_block(self, section: nodes.Section, block: nodes.EachBlock) -> None:
        """Change, add and remove things under ``each K``."""
        for item in block.items:
            match item:
                case nodes.Removal(name):
                    self._remove(self._edit(section.keyword, name, item.span, block.kind))
                case nodes.Entry() | nodes.Term():
                    edit = self._edit(section.keyword, item.name, item.name_span, block.kind)
                    if item.change:
                        self._change(edit, item)
                    elif self._may_add(edit):
                        self._add_to_block(section, block, item)
                case _:
                    raise TypeError(f"cannot stand under each {block.kind}: {type(item).__name__}")

    def _add_to_block(self, section: nodes.Section, block: nodes.EachBlock, item: nodes.Entry | nodes.Term) -> None:
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

    def _change(self, edit: Edit, new: _Named) -> None:
        """Put a changed thing in the place of the old one."""
        fields: tuple[str, ...] = ()

        def changed(old: _Named) -> _Named:
            nonlocal fields
            if isinstance(old, nodes.Card) and isinstance(new, nodes.Card):
                fields = tuple(dict.fromkeys(field_keyword(field) for field in new.fields))
                return _changed_card(old, new, self._report)
            return attrs.evolve(new, change=False, words=_joined_words(old.words, new.words))

        if self._replace(edit, lambda old: [changed(old)]):
            self.changed.append(attrs.evolve(edit, fields=fields))
        else:
            self._absent(edit, "changed", self._names(edit.keyword, edit.each))

    def _remove(self, edit: Edit) -> None:
        """Take a thing away, and a group of actions that has lost its last one."""
        if not self._replace(edit, lambda _: []):
            self._absent(edit, "removed", self._names(edit.keyword, edit.each))
            return
        self.removed.append(edit)
        for part in self._of(edit.keyword):
            if part.section.name is not None and part.section.items and not part.items:
                self.removed.append(attrs.evolve(edit, name=part.section.name, kind="group"))

    def _replace(self, edit: Edit, new: Callable[[_Named], Sequence[_Named]]) -> bool:
        """Replace the thing that ``edit`` names by others; tell whether it is there."""
        if edit.each:
            for block in self._blocks(edit.keyword, edit.each):
                items = list(block.node.items)
                if _replace_in(items, edit.name, new):
                    block.store(items)
                    return True
            return False
        return any(_replace_in(part.items, edit.name, new) for part in self._of(edit.keyword))

    def _absent(self, edit: Edit, deed: Literal["changed", "removed"], names: Sequence[str]) -> None:
        """Report a thing that is not there, with the place where its name stands, or the nearest names."""
        values = {"name": edit.name, "deed": deed, "suggestions": did_you_mean(edit.name, names)}
        places = [place for place in self._places(edit.name) if place != (edit.keyword, edit.each)]
        if places:
            keyword, each = places[0]
            place = f"`each {each}` in `{keyword}`" if each else f"`{keyword}`"
            self._report("GDVAR02", edit.span, help=f"`{edit.name}` stands under {place}: write this there", **values)
        else:
            self._report("GDVAR02", edit.span, **values)

    # ------------------------------------------------------------ looking things up

    def _edit(self, keyword: nodes.SectionKeyword, name: str, span: Span, each: str = "") -> Edit:
        return Edit(keyword=keyword, name=name, kind=_KINDS[keyword], span=span, each=each)

    def _of(self, keyword: str) -> list[_Part]:
        """Return all sections of a keyword."""
        return [part for part in self._parts if part.section.keyword == keyword]

    def _part_for(self, section: nodes.Section) -> _Part:
        """Return the last section of this keyword and name, made when there is none."""
        for part in reversed(self._parts):
            if (part.section.keyword, part.section.name) == (section.keyword, section.name):
                return part
        part = _Part(attrs.evolve(section, items=()), [])
        self._parts.append(part)
        return part

    def _blocks(self, keyword: str, each: str) -> list[_Block]:
        """Return the ``each`` blocks of a kind in all sections of a keyword."""
        return [
            _Block(part, at)
            for part in self._of(keyword)
            for at, item in enumerate(part.items)
            if isinstance(item, nodes.EachBlock) and item.kind == each
        ]

    def _names(self, keyword: str, each: str) -> list[str]:
        """Return the names of all things in the sections of a keyword, or in its blocks of one kind."""
        items: list[nodes.Item | _EachItem] = []
        if each:
            items += [item for block in self._blocks(keyword, each) for item in block.node.items]
        else:
            items += [item for part in self._of(keyword) for item in part.items]
        return [item.name for item in items if isinstance(item, _Named)]

    def _places(self, name: str) -> list[tuple[str, str]]:
        """Return where a name is declared: keyword and ``each`` of every place."""
        found: list[tuple[str, str]] = []
        for part in self._parts:
            keyword = part.section.keyword
            kinds = ["", *(item.kind for item in part.items if isinstance(item, nodes.EachBlock))]
            found += [(keyword, each) for each in kinds if name in self._names(keyword, each)]
        return found


def _replace_in(items: list[_AnyItem], name: str, new: Callable[[_Named], Sequence[_Named]]) -> bool:
    """Replace the first item called ``name`` in place; tell whether there is one."""
    for at, item in enumerate(items):
        if isinstance(item, _Named) and item.name == name:
            items[at : at + 1] = new(item)  # type: ignore[assignment]  # a thing is replaced by one of its own class
            return True
    return False


def _joined_words(old: nodes.Words | None, new: nodes.Words | None) -> nodes.Words | None:
    """Return new words; text or references that they leave out are kept from the old ones."""
    if old is None or new is None:
        return new or old
    parts = old.parts if new.parts is None else new.parts
    return attrs.evolve(new, parts=parts, references=new.references or old.references)


def _changed_card(old: nodes.Card, new: nodes.Card, report: Report) -> nodes.Card:
    """Return a card with the written fields replaced, and words and parameters where they are given."""
    return attrs.evolve(
        new,
        params=new.params or old.params,
        words=_joined_words(old.words, new.words),
        fields=_changed_fields(old, new, report),
        change=False,
    )


def _changed_fields(old: nodes.Card, new: nodes.Card, report: Report) -> tuple[nodes.Field, ...]:
    """Return the fields of a changed card: written ones take the places of those they replace, the others stay.

    When several of ``when pick let`` are written, they stand together, in written order, where the first of those they
    replace stood; otherwise each new field stands where its predecessor stood.
    """
    present = [field_keyword(field) for field in old.fields]
    written = list(dict.fromkeys(field_keyword(field) for field in new.fields))
    waiting = list(new.fields)
    for keyword in written:
        if keyword not in (*present, *_ORDERED_FIELDS) and _RIVALS.get(keyword) not in present:
            span = next(field.span for field in new.fields if field_keyword(field) == keyword)
            report("GDVAR05", span, card=old.name, field=keyword)
    together = len(_ORDERED_FIELDS.intersection(written)) > 1
    made: list[nodes.Field] = []
    for at, (field, keyword) in enumerate(zip(old.fields, present, strict=True)):
        if together and keyword in _ORDERED_FIELDS and keyword in written:
            made += _take(waiting, _ORDERED_FIELDS)
        elif keyword in written:
            last = keyword not in present[at + 1 :]
            made += _take(waiting, {keyword}, None if last else 1)
        elif _RIVALS.get(keyword) in written:
            made += _take(waiting, {_RIVALS[keyword]})
        else:
            made.append(field)
    return (*made, *waiting)


def _take(waiting: list[nodes.Field], keywords: Container[str], most: int | None = None) -> list[nodes.Field]:
    """Take the first fields of these keywords out of ``waiting``: at most ``most``, or all."""
    taken = [field for field in waiting if field_keyword(field) in keywords][:most]
    for field in taken:
        waiting.remove(field)
    return taken
