"""What choices cost and do, and the rules of a game -> what is printed of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamedsl.choices import Choice
from gamedsl.i18n.speaking import gettext, mark
from gamedsl.presentation.effects.deed import Deed
from gamedsl.presentation.effects.rules import RuleLine, RulesSection, RuleText, Told
from gamedsl.semantics.texts.keys import GOAL

from ..console import plain
from ..nearest import nearest

_ALWAYS_TOLD = ("pay", "score", "deal", "rule", "offer", "told", "if")
"""What stands behind a choice where the rules say the same of all choices of its action, too."""
_IN_FULL = frozenset({GOAL, "end"})
"""What the first rule of a chapter is called that is short enough to be told in full."""
_MOST = 160
_REFERENCES = 2
"""So many places in the rulebook stand behind a rule: players look for words, not for numbers."""
_NAMED_FROM = 3
"""Shorter words stand in too many rules."""
_BY_THEMSELVES = (mark("What happens by itself"), mark("What else holds"))
"""The chapters about what nobody chooses: what something does that lies on the table is told there."""
_LABELS = {
    "asks": mark("asks"),
    "refused": mark("why not"),
    "let": mark("where"),
    "cost": mark("cost"),
    "then": mark("then"),
    "when": mark("if"),
    "who": mark("who"),
    "first": mark("first"),
    "play": mark("may"),
    "must": mark("must"),
    "parts": mark("in turn"),
    "until": mark("until"),
    "once": mark("once"),
    "scored": mark("scored by"),
    "after": mark("after"),
    "worth": mark("worth"),
    "forbids": mark("not possible"),
    "changes": mark("changes"),
}


def short_deeds(choices: tuple[Choice, ...], told: Mapping[int, Told]) -> dict[int, tuple[str, ...]]:
    """Return what choices cost and bring, each in a few words, by code; nothing where their own words say it."""
    return {choice.code: _short(choice, told[choice.code]) for choice in choices if choice.code in told}


def _short(choice: Choice, told: Told) -> tuple[str, ...]:
    deeds = [*told.costs, *[one for one in told.effects if not _is_usual(one, choice)]]
    said = [_without_why(one, choice) for one in deeds if not _is_said(one, choice)]
    shown: list[str] = []
    for words in said:
        if shown and len(", ".join([*shown, words])) > _MOST:
            return (*shown[:-1], f"{shown[-1]} …")
        shown.append(words if len(words) <= _MOST else f"{words[:_MOST].rpartition(' ')[0]} …")
    return tuple(shown)


def _is_usual(deed: Deed, choice: Choice) -> bool:
    """Does an action always do so, or with what its choice names? What is paid, drawn, scored is told all the same."""
    if deed.kind in _ALWAYS_TOLD or deed.usual != "place":
        return deed.kind not in _ALWAYS_TOLD and deed.usual == "all"
    return _words(deed.value or deed.what) <= _words(choice.words)


def _without_why(deed: Deed, choice: Choice) -> str:
    """Return the words of a deed without what it is for, where the choice says that."""
    why = f" ({deed.remark})"
    is_said = deed.remark and _words(deed.remark) <= _words(choice.words)
    return deed.words.removesuffix(why) if is_said else deed.words


def _is_said(deed: Deed, choice: Choice) -> bool:
    """Does a choice say so itself? A price in its words is not what a number of things costs."""
    if deed.amount == 0:
        return True
    said = _words(choice.words)
    if deed.amount is not None and deed.kind == "pay":
        if choice.label.lstrip("-").isdecimal():
            return False
        words = re.findall(r"\w+", deed.words.casefold())
        behind = words[words.index(str(deed.amount)) + 1 :] if str(deed.amount) in words else []
        return {str(deed.amount), *behind[:1]} <= said
    if deed.kind == "move" and deed.target and _words(deed.what) | _words(deed.target) <= said:
        return True
    return _words(deed.words) <= said


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def render_rules(sections: tuple[RulesSection, ...], wanted: str = "", signed: Sequence[str] = ()) -> RenderableType:
    """Return the rules in words, with their places in the rulebook.

    ``wanted``: the chapter with this number, else those whose titles begin so, else the rules of actions ``signed`` for
    which it stands as a sign, else the rules with this name, else those with this in their words.
    """
    simple = " ".join(wanted.casefold().replace("_", " ").split())
    chapters = [
        section
        for number, section in enumerate(sections, 1)
        if simple == str(number) or section.title.casefold().startswith(simple)
    ]
    named = any(rule.name.replace("_", " ").casefold() == simple for section in sections for rule in section.rules)
    parts: list[RenderableType] = []
    if signed and not chapters:
        return Group(*(render_rules(sections, name) for name in signed))
    for section in chapters or sections:
        found = [rule for rule in section.rules if chapters or _is_wanted(rule, simple, named=named)]
        if found:
            parts.append(_title(sections, section))
            parts += [line for rule in found for line in _rule(rule)]
    return Group(*parts) if parts else _no_rule(sections, wanted)


def rules_naming(sections: tuple[RulesSection, ...], wanted: str) -> RenderableType | None:
    """Return what the rules say of something by name besides turns and actions, in one line; None where nothing."""
    simple = " ".join(wanted.casefold().replace("_", " ").split())
    titles = [
        rule.words
        for section in sections
        for rule in section.rules
        if section.title in map(gettext, _BY_THEMSELVES) and re.search(rf"(?<!\w){re.escape(simple)}", _said(rule))
    ]
    if len(simple) < _NAMED_FROM or not titles:
        return None
    opened = gettext("rules {words}", words=wanted)
    return Text(f"  {plain('; '.join(titles))}   ").append(plain(opened), style="dim")


def render_goal(sections: tuple[RulesSection, ...]) -> RenderableType | None:
    """Return what the author says the game is about, for whoever plays it for the first time; None where nothing."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for section in sections:
        for rule in section.rules:
            if rule.name == GOAL:
                grid.add_row(Text("·", style="dim"), plain(rule.words))
    return grid if grid.rows else None


def render_chapters(sections: tuple[RulesSection, ...]) -> RenderableType:
    """Return the chapters of the rules by number: what the game is about and how it ends in full, others by titles."""
    parts: list[RenderableType] = []
    for section in sections:
        if section.rules[0].name in _IN_FULL:
            parts += [_title(sections, section), *(one for rule in section.rules for one in _rule(rule))]
        else:
            titles = ", ".join(rule.words for rule in section.rules)
            parts.append(_title(sections, section).append(f"  {plain(titles)}", style="not bold dim"))
    said = gettext("`rules 3` shows chapter 3, `rules` and a word the rules with this word.")
    return Group(*parts, Text(said, style="dim"))


def _title(sections: tuple[RulesSection, ...], section: RulesSection) -> Text:
    """Return the title of a chapter, with the number by which it is asked for."""
    return Text(f"{sections.index(section) + 1}  {plain(section.title)}", style="bold")


def _is_wanted(rule: RuleText, wanted: str, *, named: bool) -> bool:
    return rule.name.replace("_", " ").casefold() == wanted if named else _holds(rule, wanted)


def _holds(rule: RuleText, wanted: str) -> bool:
    return wanted in _said(rule)


def _said(rule: RuleText) -> str:
    said = "\n".join([rule.name.replace("_", " "), rule.words, *rule.references, *(line.words for line in rule.lines)])
    return said.casefold().replace("_", " ")


def _rule(rule: RuleText) -> list[RenderableType]:
    head = Text(plain(rule.words))
    if rule.references:
        more = " …" if len(rule.references) > _REFERENCES else ""
        head.append(f"  [{plain(', '.join(rule.references[:_REFERENCES]))}{more}]", style="dim")
    return [Padding(head, (0, 0, 0, 2), expand=False), *[_line(line) for line in rule.lines]]


def _line(line: RuleLine) -> RenderableType:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(style="dim")
    label = gettext("{head}: {told}", head=gettext(_LABELS[line.label]), told="").strip()
    grid.add_row(f"      {label}", plain(line.words))
    return grid


def _no_rule(sections: tuple[RulesSection, ...], wanted: str) -> Text:
    suggested = nearest(wanted, [rule.name for section in sections for rule in section.rules])
    if suggested:
        said = gettext("No rule with `{words}` in its words. Did you mean {near}?", words=wanted, near=suggested)
    else:
        said = gettext("No rule with `{words}` in its words.", words=wanted)
    return Text(plain(said), style="yellow")
