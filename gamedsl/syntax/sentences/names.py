"""The text of a file -> what its names are: counters and purses, cards and zones, rows, dice, values.

Only lines are looked at: nothing is checked yet where a text cannot be read.
"""

from __future__ import annotations

import re
from functools import cached_property

import attrs

_ENTRY = re.compile(
    r"^(?P<margin>  |    )(?P<x>\w+)(?:\[[^\[\]]*\])?: *(?P<form>purse|heap|stack|slot) of (?P<kind>\w+)(?P<more>.*)"
)
_COMPONENT = re.compile(r"^  (?P<x>\w+): *(?P<form>counter|card|tile|piece|dice)\b")
_ROW = re.compile(r"^ +\| *(?P<x>[a-z_]\w*) *\|")
_FLAG = re.compile(r"\| *(\w+): *bool\b")
_COLUMN = re.compile(r"\| *(\w+): *\S")
_ACTION = re.compile(r"^  (\w+)(?= *(?:$|[\"\[#]))", re.M)
_VALUE = re.compile(r"^(?P<margin>  |    )(?P<x>\w+): *(?P<type>number|bool|player|-?\d+\.\.-?\w+)")
_SECTION = re.compile(r"^(?:change +)?(?P<x>[a-z]+)\b", re.M)
_PILE = re.compile(r"(?:the +)?(?:draw +)?(?:deck|pile|stack|bag|supply)(?: +of +(?:cards|tiles))?")
_DISCARD = re.compile(r"(?:the +)?discards?(?: +pile)?")
_MONEY = ("coin", "money", "gold", "euro", "dollar", "chip", "franc", "token")
_CARDS = frozenset({"card", "cards", "tile", "tiles", "piece", "pieces"})
_ARTICLE = re.compile(r"^(?:the|your|his|her|their|a|an|of|all)(?: +the)? +")


@attrs.frozen
class Place:
    """A purse or a zone: its name, what it is, what lies there, whose it is, whether all of it lies there at first."""

    name: str
    form: str
    kind: str
    own: bool
    full: bool

    @property
    def is_purse(self) -> bool:
        """Tell whether counters lie there."""
        return self.form == "purse"


@attrs.frozen
class Names:
    """What a file calls its things."""

    text: str

    @cached_property
    def _sections(self) -> dict[str, str]:
        parts = re.split(r"^(?=\S)", self.text, flags=re.M)
        found: dict[str, str] = {}
        for part in parts:
            head = _SECTION.match(part)
            if head is not None:
                found[head["x"]] = found.get(head["x"], "") + part
        return found

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All purses and zones."""
        lines = self._sections.get("table", "").split("\n")
        entries = (found for line in lines if (found := _ENTRY.match(line)))
        return tuple(
            Place(
                one["x"],
                one["form"],
                one["kind"],
                len(one["margin"]) > len("  "),
                re.search(r"\bfull\b", one["more"]) is not None,
            )
            for one in entries
        )

    @cached_property
    def components(self) -> dict[str, str]:
        """Counters, cards and dice, with what they are."""
        lines = self._sections.get("components", "").split("\n")
        return {found["x"]: found["form"] for line in lines if (found := _COMPONENT.match(line))}

    @cached_property
    def rows(self) -> dict[str, str]:
        """The names of rows, with the component they belong to."""
        found: dict[str, str] = {}
        component, is_head = "", False
        for line in self._sections.get("components", "").split("\n"):
            head = _COMPONENT.match(line)
            if head is not None:
                component, is_head = head["x"], True
            elif (row := _ROW.match(line)) is not None:
                if not is_head:
                    found[row["x"]] = component
                is_head = False
        return found

    @cached_property
    def flags(self) -> frozenset[str]:
        """Columns that are yes or no."""
        return frozenset(_FLAG.findall(self._sections.get("components", "")))

    @cached_property
    def columns(self) -> frozenset[str]:
        """All columns that have a type."""
        return frozenset(_COLUMN.findall(self._sections.get("components", "")))

    @cached_property
    def actions(self) -> frozenset[str]:
        """All actions."""
        return frozenset(_ACTION.findall(self._sections.get("actions", "")))

    @cached_property
    def values(self) -> dict[str, tuple[bool, str]]:
        """Values on the table: whether every player has one, and what it can be."""
        lines = self._sections.get("table", "").split("\n")
        found = (one for line in lines if (one := _VALUE.match(line)))
        return {one["x"]: (len(one["margin"]) > len("  "), one["type"]) for one in found}

    @cached_property
    def dice(self) -> str:
        """The only dice, or nothing."""
        found = [name for name, form in self.components.items() if form == "dice"]
        return found[0] if len(found) == 1 else ""

    @cached_property
    def pile(self) -> Place | None:
        """Where cards are drawn: the only stack, or the one that holds all at first."""
        common = [one for one in self.places if one.form == "stack" and not one.own]
        full = [one for one in common if one.full] or common
        return full[0] if len(full) == 1 else None

    @cached_property
    def discards(self) -> Place | None:
        """Where used cards lie: the only common heap."""
        common = [one for one in self.places if one.form == "heap" and not one.own and not one.full]
        return common[0] if len(common) == 1 else None

    def purses(self, counter: str) -> tuple[Place | None, Place | None]:
        """Return the common purse of a counter and that of each player; the only ones of all for no counter."""
        found = [one for one in self.places if one.is_purse and counter in ("", one.kind)]
        common, own = [one for one in found if not one.own], [one for one in found if one.own]
        common = [one for one in common if one.full] or common
        if not counter and found:
            return self.purses(next((one for one in _MONEY if self.components.get(one) == "counter"), found[0].kind))
        return common[0] if len(common) == 1 else None, own[0] if len(own) == 1 else None

    def hand(self, card: str) -> Place | None:
        """Return where players keep cards of a kind: what is called hand, else the first of theirs."""
        own = [one for one in self.places if one.own and not one.is_purse and card in ("", one.kind)]
        return next((one for one in own if one.name == "hand"), own[0] if own else None)

    def thing(self, noun: str) -> tuple[str, str]:
        """Return what a noun is (`counter`, `card`, `row`, `flag`, `points`) and its name; nothing if it is unknown."""
        noun = bare(noun).lower()
        if noun in ("point", "points", "vp", "victory points"):
            return "points", "points"
        for one in _singulars(noun):
            if self.components.get(one) == "counter":
                return "counter", one
            if self.components.get(one) in ("card", "tile", "piece"):
                return "card", one
            if one in self.rows:
                return "row", one
            if one in self.flags:
                return "flag", one
        purse = next((one for one in self.places if one.is_purse and one.name == noun), None)
        if purse is not None:
            return "counter", purse.kind
        words = noun.split()
        if noun in _CARDS or (words and words[-1] in _CARDS and len(words) > 1):
            return "card", ""
        return "", ""

    def place(self, noun: str) -> Place | None:
        """Return the purse or zone that a noun names."""
        noun = noun.strip().lower()
        if _PILE.fullmatch(noun) and self._named(bare(noun)) is None:
            return self.pile
        if _DISCARD.fullmatch(noun) and self._named(bare(noun)) is None:
            return self.discards
        return self._named(re.sub(r"^(?:you|p|active)\.", "", bare(noun)))

    def _named(self, name: str) -> Place | None:
        return next((one for one in self.places if one.name == name), None)


def bare(noun: str) -> str:
    """Return a noun without its article."""
    return _ARTICLE.sub("", noun.strip())


def _singulars(noun: str) -> tuple[str, ...]:
    found = [noun, noun.removesuffix("s"), noun.removesuffix("es")]
    if noun.endswith("ies"):
        found.append(f"{noun[:-3]}y")
    return tuple(found)
