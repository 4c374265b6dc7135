"""A game, a table of it and the marks of a variant -> the page that shows what was understood of its rules."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table as Grid
from rich.text import Text

from gamedsl.comparing.marks import Marks
from gamedsl.engine.words.place_names import template
from gamedsl.game import Game, Table
from gamedsl.option_values import written as written_value
from gamedsl.semantics.core import Core
from gamedsl.semantics.core.model import LEVELS, CheckedPhase, Named, TableValue, WhoField, Zone
from gamedsl.source import written
from gamedsl.syntax import nodes

from ..console import make_console, plain
from .lines import paragraph_words

_SIGNS = {"added": "+", "changed": "~", "removed": "-"}
_STYLES = {"added": "green", "changed": "yellow", "removed": "red"}


class Overview:
    """The page of one game; of a variant everything that is not as in its base is marked."""

    def __init__(self, game: Game, table: Table, marks: Marks) -> None:
        self.game = game
        self.rules = game.checked
        self.table = table
        self.marks = marks
        self.console = make_console()

    def print(self) -> None:
        self.heading()
        self._options()
        self._components()
        self._zones()
        self._terms()
        self._phases()
        self._actions()
        self._happenings()
        self._scoring()
        self._hints()
        self._metrics()
        self._displays()

    def _section(self, title: str) -> None:
        self.console.print()
        self.console.print(title, style="bold")

    def _mark(self, name: str, section: str, shown: str = "", indent: int = 0) -> Text:
        """Return the name of a thing for the first column, with its mark in a variant."""
        deed = self.marks.deed(section, name)
        text = _text("  " * indent)
        if self.marks.comparison is not None:
            text.append(f"{_SIGNS.get(deed, ' ')} ", style=_STYLES.get(deed, ""))
        return text.append(plain(shown or name))

    def _removed(self, grid: Grid, *sections: str) -> None:
        """Add what the variant has no more in these sections."""
        for section in sections:
            for found in self.marks.removed(section):
                what = found.name or found.text.partition("\n")[0]
                said = f"{found.kind}, removed" + (f": {found.words}" if found.words else "")
                between = [""] * (len(grid.columns) - 2)
                grid.add_row(_text(f"{_SIGNS['removed']} {what}", _STYLES["removed"]), *between, _text(said, "dim"))

    def heading(self) -> None:
        rules = self.rules
        self.console.print(plain(self.game.title), style="bold")
        least, most = rules.least_seats, rules.most_seats
        players = f"{least} players" if least == most else f"{least} to {most} players"
        self.console.print(f"{players}: {plain(', '.join(rules.seat_names[:most]))}   {plain(rules.path)}")
        if self.marks.comparison is not None:
            self.console.print(_text(f"A variant of {self.marks.comparison.old_name}"))
            for verb, done in self.marks.summary():
                self.console.print(_text(f"  {verb}: ", "dim").append(plain(done), style="not dim"))
            legend = _text("  marked: ", "dim")
            for deed, sign in _SIGNS.items():
                legend.append(f"{sign} {deed}  ", style=f"not dim {_STYLES[deed]}")
            self.console.print(legend.append(f" in words: gamedsl diff {plain(rules.path)}"))
        for key, value in rules.facts:
            self.console.print(f"{key}: {plain(value)}", style="dim")

    def _options(self) -> None:
        if not self.rules.options:
            return

        self._section("Options (the first value is the default)")
        grid = _grid(3)
        for option in self.rules.options.values():
            values = ", ".join(written_value(value) for value in option.values)
            grid.add_row(self._mark(option.name, "options"), _text(values, "bold"), _described(option))
        self._removed(grid, "options")
        self.console.print(grid)

    def _components(self) -> None:
        rules = self.rules
        self._section("Components")
        grid = _grid(3)
        for counter in rules.counters.values():
            supply = "unlimited" if counter.supply is None else str(counter.supply)
            lots = [f"each {key.name}" for key in counter.keys] + (["each player"] if counter.each_player else [])
            grid.add_row(self._mark(counter.name, "components"), "counter", _text(" ".join([supply, *lots])))
        for dice in rules.dice.values():
            grid.add_row(self._mark(dice.name, "components"), "dice", _text(f"{dice.count} of {dice.faces}"))
        for kind in rules.kinds.values():
            copies = sum(design.copies for design in kind.designs)
            number = f"{copies}{' each player' if kind.each_player else ''}"
            columns = ", ".join(column.name for column in kind.columns if column.name != "copies")
            grid.add_row(
                self._mark(kind.name, "components"), kind.form, _text(f"{number}{f': {columns}' if columns else ''}")
            )
        for chart in rules.charts.values():
            grid.add_row(self._mark(chart.name, "components"), "chart", _text(f"{len(chart.rows)} rows"))
        self._removed(grid, "types", "components")
        self.console.print(grid)

    def _zones(self) -> None:
        self._section("Table (who sees what)")
        grid = _grid(4)
        for name in self.rules.table_order:
            zone = self.rules.zones.get(name)
            if zone is not None:
                grid.add_row(
                    self._mark(name, "table", _name(zone)),
                    f"{zone.form} of {zone.kind}",
                    _text(_seen(zone), _SEEN_STYLE),
                    _described(zone),
                )
            else:
                value = self.rules.values[name]
                grid.add_row(
                    self._mark(name, "table", _name(value)), str(value.type), _text("value", "dim"), _described(value)
                )
        self._removed(grid, "table")
        self.console.print(grid)

    def _terms(self) -> None:
        if not self.rules.terms:
            return
        self._section("Terms")
        grid = _grid(3)
        heads = dict(self._term_heads())
        places = {name: place for place, name in enumerate(heads)}
        for term in sorted(self.rules.terms.values(), key=lambda one: places.get(one.name, len(places))):
            head = heads.get(term.name, term.name)
            grid.add_row(self._mark(term.name, "terms", head), _text(_source(term.value)), _described(term))
        self._removed(grid, "terms")
        self.console.print(grid)

    def _term_heads(self) -> Iterator[tuple[str, str]]:
        """Yield the names of terms in the order of the file, each with its parameters as they are written."""
        for section in (one for one in self.marks.whole.rules.sections if one.keyword == "terms"):
            for item in section.items:
                inside = item.items if isinstance(item, nodes.EachBlock) else (item,)
                before = f"{item.kind}." if isinstance(item, nodes.EachBlock) else ""
                for term in inside:
                    if isinstance(term, nodes.Term):
                        params = ", ".join(written(param.span) for param in term.params or ())
                        name = f"{before}{term.name}"
                        yield name, name if term.params is None else f"{name}({params})"

    def _phases(self) -> None:
        self._section("Phases")
        named = {name for phase in self.rules.phases.values() for name in phase.phases}
        grid = _grid(2)
        for phase in self.rules.phases.values():
            if phase.name not in named:
                self._phase(phase, 0, grid)
        self._removed(grid, "phases")
        self.console.print(grid)

    def _phase(self, phase: CheckedPhase, depth: int, grid: Grid) -> None:
        facts = [("who", _who(phase.who)), ("when", " and ".join(_source(when.condition) for when in phase.whens))]
        facts += [("play", _source(phase.plan)), ("until", _source(phase.until))]
        told = [_text(f"{word} ", "dim").append(said, style="not dim") for word, said in facts if said]
        grid.add_row(self._mark(phase.name, "phases", indent=depth), _text("  ").join(told))
        for name in phase.phases:
            self._phase(self.rules.phases[name], depth + 1, grid)

    def _actions(self) -> None:
        self._section(f"Actions with their codes ({self.table.players} players)")
        grid = _grid(3)
        for codes, name in self.table.action_codes():
            known = self.rules.actions.get(name)
            said = "" if known is None else paragraph_words(known)
            grid.add_row(_text(_codes(codes), "bold"), self._mark(name, "actions"), _text(said, "dim"))
        self._removed(grid, "actions")
        self.console.print(grid)

    def _happenings(self) -> None:
        rules = self.rules
        for section, paragraphs in (
            ("triggers", rules.triggers),
            ("rules", rules.rules),
            ("modifiers", rules.modifiers),
        ):
            if not paragraphs and not any(self.marks.removed(section)):
                continue
            self._section(section.capitalize())
            grid = _grid(2)
            for paragraph in paragraphs.values():
                grid.add_row(self._mark(paragraph.name, section), _described(paragraph))
            self._removed(grid, section)
            self.console.print(grid)

    def _scoring(self) -> None:
        self._section("Points and end")
        grid = _grid(2)
        for source in self.rules.sources.values():
            grid.add_row(self._mark(source.name, "scoring"), _described(source))
        for end in self.rules.ends:
            grid.add_row(self._mark("when", "end", "ends when"), _text(_source(end.condition)))
        grid.add_row(self._mark("winner", "end"), _text(_source(self.rules.winner)))
        self._removed(grid, "scoring", "end")
        self.console.print(grid)

    def _hints(self) -> None:
        if not self.rules.hints:
            return
        self._section("Hints for players that think")
        grid = _grid(4)
        for hint in self.rules.hints.values():
            known = "" if hint.level == LEVELS[0] else f"from {hint.level}"
            worth = _text(_source(hint.worth), "bold")
            grid.add_row(self._mark(hint.name, "hints"), worth, known, _described(hint))
        self.console.print(grid)

    def _metrics(self) -> None:
        if not self.rules.metrics:
            return
        self._section("Metrics for simulations")
        grid = _grid(4)
        for metric in self.rules.metrics.values():
            measured = f"after {' or '.join(metric.follows)}" if metric.follows else "at the end"
            worth = _text(_source(metric.worth), "bold")
            grid.add_row(self._mark(metric.name, "metrics"), measured, worth, _described(metric))
        self.console.print(grid)

    def _displays(self) -> None:
        if not self.rules.displays:
            return
        self._section("Displays")
        grid = _grid(4)
        for display in self.rules.displays.values():
            form = _FORMS[display.form] if display.loops else "lines"
            condition = f" if {_source(display.own_if)}" if display.own_if is not None else ""
            seen = f"seen by owner{condition}" if display.own else "seen by all"
            grid.add_row(display.name, form, _text(seen, _SEEN_STYLE), _described(display))
        self.console.print(grid)


_FORMS = {"flow": "boxes", "grid": "boxes in a grid", "ring": "boxes in a ring", "list": "list", "text": "text"}


def _codes(codes: range) -> str:
    """Return a range of codes as people write it."""
    if len(codes) < 2:
        return "".join(map(str, codes)) or "–"
    return f"{codes.start}..{codes.stop - 1}"


_SEEN_STYLE = "cyan"


def _grid(columns: int) -> Grid:
    grid = Grid.grid(padding=(0, 0, 0, 2), pad_edge=True)
    grid.add_column(style="bold", no_wrap=True)
    for _ in range(columns - 1):
        grid.add_column()
    return grid


def _text(text: str, style: str = "") -> Text:
    return Text(plain(text), style=style)


def _name(entry: Zone | TableValue) -> str:
    keys = f"[{', '.join(key.name for key in entry.keys)}]" if entry.keys else ""
    return f"{entry.name}{keys}"


def _described(paragraph: Named) -> Text:
    text = _text("" if paragraph.words is None else template(paragraph.words))
    if paragraph.references:
        text.append("  " if text.plain else "").append(f"[{', '.join(paragraph.references)}]", style="dim")
    return text


def _seen(zone: Zone) -> str:
    """Return who sees the zone, with the condition over options where there is one."""
    said = [
        trait.name + (f" if {_source(trait.condition)}" if trait.condition is not None else "")
        for trait in zone.traits
        if trait.name.startswith("seen")
    ]
    return ", ".join(said) or "seen by all"


def _who(who: WhoField | None) -> str:
    if who is None:
        return ""
    start = f" from {_source(who.start)}" if who.start is not None else ""
    return f"{_source(who.value)}{start}{' together' if who.together else ''}"


def _source(node: Core | None) -> str:
    """Return a node as it is written in the file."""
    if node is None:
        return ""

    return plain(written(node.span))
