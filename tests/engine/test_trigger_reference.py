"""Games made at random with several triggers, beside a slow reference that tests every condition after every step."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

import gamedsl
from gamedsl.engine.state.flat import RUNNING
from gamedsl.kernel.state.block import State
from gamedsl.play.engine import Engine
from gamedsl.play.engines import engine_for
from tests.helpers.play.engines import amount, value, zone
from tests.helpers.suite.nightly import examples
from tests.helpers.texts import game_text

SEATS, DEPTH, CHIPS, DECISIONS, MOST_STEPS = 3, 5, 4, 10, 3_000
WHO = ("", "players", "players from B", "(p for each p in players where p.v > 0)", "active")
FRAME = game_text("engine/trigger_reference")
Step = tuple[Any, ...]
Condition = tuple[str, str, int]


@attrs.frozen
class Card:
    """An action (``kind`` "action") or a trigger ("when", "once" or the name of the action that it follows)."""

    name: str
    kind: str
    who: int
    condition: Condition
    steps: tuple[Step, ...]

    def text(self) -> str:
        """Return the card as it stands in a rule file."""
        lines = [f"  {self.name}"]
        if self.kind != "action":
            after = self.kind not in ("when", "once")
            lines += [f"    after: {self.kind}"] if after else []
            lines += [f"    who: {WHO[self.who]}"] if self.who else []
            lines += [
                f"    {'once' if self.kind == 'once' else 'when'}: {written(self.condition)}",
                f"    depth: {DEPTH}",
            ]
        return "\n".join([*lines, "    then:", *_block(self.steps, 3)])


def written(condition: Condition) -> str:
    """Return a condition as text."""
    read, sign, number = condition
    return f"{f'count({read})' if read in ('box', 'heap_of') else read} {sign} {number}"


def _block(steps: tuple[Step, ...], level: int) -> list[str]:
    pad, lines = "  " * level, []
    for step in steps:
        match step:
            case ("set", place, number):
                lines.append(f"{pad}set {place} to {number}")
            case ("up", place, size):
                lines.append(f"{pad}set {place} to ({place} + 1) mod {size}")
            case ("pay", source, target):
                lines.append(f"{pad}pay min(1, {source}) from {source} to {target}")
            case ("deal", source, target):
                lines.append(f"{pad}deal 1 from {source} to {target}")
            case ("move", source, target):
                lines.append(f"{pad}move {source} to {target}")
            case ("if", condition, inner):
                lines += [f"{pad}if {written(condition)}:", *_block(inner, level + 1)]
    return lines


# ---------------------------------------------------------------- making games


def conditions(you: bool) -> st.SearchStrategy[Condition]:
    """Return conditions; with ``you`` also over what a player has."""
    own = ["you.coins", "you.v"] if you else []
    reads = st.sampled_from(["n", "m", "bank", "box", "heap_of", *own, *own])
    return st.tuples(reads, st.sampled_from(["=", ">=", "<", "!="]), st.integers(0, 3))


def steps(you: bool, deep: int = 1) -> st.SearchStrategy[tuple[Step, ...]]:
    """Return one to three steps."""
    own_purse, own_value = (["you.coins"], ["you.v"]) if you else ([], [])
    purses = st.permutations(["bank", "B.coins", *own_purse]).map(lambda both: both[:2])
    zones = st.permutations(["box", "heap_of"])
    values = st.sampled_from(["n", "m", "C.v", *own_value])
    kinds = [
        st.tuples(st.just("set"), values, st.integers(0, 2)),
        values.map(lambda place: ("up", place, 3 if place.endswith(".v") else 4)),
        purses.map(lambda both: ("pay", *both)),
        zones.map(lambda both: ("deal", *both)),
        zones.map(lambda both: ("move", *both)),
    ]
    if deep:
        kinds.append(st.tuples(st.just("if"), conditions(you), steps(you, deep - 1)))
    return st.lists(st.one_of(kinds), min_size=1, max_size=3).map(tuple)


@st.composite
def games(draw: st.DrawFn) -> list[Card]:
    """Return three actions and one to four triggers."""
    cards = [Card(name, "action", 0, ("n", "=", 0), draw(steps(True))) for name in "abc"]
    for number in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["when", "when", "when", "once", "a"]))
        who = draw(st.sampled_from({"a": [0], "once": [0, 2, 4]}.get(kind, [*range(len(WHO))])))
        you = bool(who) or kind == "a"
        cards.append(Card(f"t{number}", kind, who, draw(conditions(you)), draw(steps(you))))
    return cards


# ---------------------------------------------------------------- the reference


class EndlessError(Exception):
    """A trigger is carried out too often inside itself."""


class TooLongError(Exception):
    """More than anybody wants to wait for; such games are left out."""


class Reference:
    """Plays by testing every condition for everybody after every step; what is due carries a number of its own."""

    def __init__(self, cards: list[Card]) -> None:
        self.actions = {card.name: card for card in cards if card.kind == "action"}
        self.watched = [card for card in cards if card.kind in ("when", "once")]
        self.after = [card for card in cards if card.kind == "a"]
        self.values = {"n": 0, "m": 0, "A.v": 0, "B.v": 0, "C.v": 0}
        self.purses = {"bank": 9, "A.coins": 0, "B.coins": 0, "C.coins": 0}
        self.place = ["box"] * CHIPS
        self.active: int | None = None
        self.depth: dict[str, int] = {}
        self.status: dict[tuple[str, int | None], int] = {}
        self.first: dict[str, tuple[int, int | None]] = {}
        self.stamp = self.done_steps = 0
        for card in self.watched:
            if card.kind == "when":
                for seat in self.members(card):
                    self.status[card.name, seat] = -1 if self.holds(card.condition, seat) else 0

    def members(self, card: Card) -> list[int | None]:
        """Return whom a trigger asks now, in order."""
        wanted: list[list[int | None]] = [
            [None],
            [0, 1, 2],
            [1, 2, 0],
            [seat for seat in range(SEATS) if self.values["ABC"[seat] + ".v"] > 0],
            [] if self.active is None else [self.active],
        ]
        return wanted[card.who]

    def read(self, name: str, you: int | None) -> int:
        """Return a number of the table."""
        name = self.meant(name, you)
        if name in self.values:
            return self.values[name]
        return self.purses[name] if name in self.purses else self.place.count(name)

    def meant(self, name: str, you: int | None) -> str:
        """Return the name of a place, with the seat for ``you``."""
        return name if you is None else name.replace("you", "ABC"[you])

    def holds(self, condition: Condition, you: int | None) -> bool:
        """Tell whether a condition holds now."""
        read, sign, number = condition
        found = self.read(read, you)
        return {"=": found == number, ">=": found >= number, "<": found < number, "!=": found != number}[sign]

    def test(self) -> None:
        """Test everything, then carry out what has become due by it."""
        due = []
        for card in self.watched:
            members = self.members(card)
            if card.kind == "once":
                due += [(card, *entry) for entry in self._once(card, members)]
                continue
            for seat in [*members, *(seat for seat in range(SEATS) if card.who and seat not in members)]:
                key = (card.name, seat)
                if seat not in members or not self.holds(card.condition, seat):
                    self.status[key] = 0
                elif not self.status.get(key, 0):
                    self.stamp += 1
                    self.status[key] = self.stamp
                    due.append((card, self.stamp, seat))
        for card, stamp, seat in due:
            if card.kind == "once" and self.first.get(card.name) == (stamp, seat):
                self.first[card.name] = (-1, seat)
            elif card.kind == "when" and self.status[card.name, seat] == stamp:
                self.status[card.name, seat] = -1
            else:
                continue
            self.carry_out(card, seat)

    def _once(self, card: Card, members: list[int | None]) -> list[tuple[int, int | None]]:
        known = self.first.get(card.name)
        if known and (known[0] == -1 or (known[1] in members and self.holds(card.condition, known[1]))):
            return []
        self.first.pop(card.name, None)
        for seat in members:
            if self.holds(card.condition, seat):
                self.stamp += 1
                self.first[card.name] = (self.stamp, seat)
                return [self.first[card.name]]
        return []

    def carry_out(self, card: Card, you: int | None) -> None:
        """Do all steps of a trigger."""
        self.depth[card.name] = self.depth.get(card.name, 0) + 1
        if self.depth[card.name] > DEPTH:
            raise EndlessError
        self.steps(card.steps, you)
        self.depth[card.name] -= 1

    def steps(self, given: tuple[Step, ...], you: int | None) -> None:
        """Do steps, with a test after each of them and after each piece."""
        for step in given:
            self.done_steps += 1
            if self.done_steps > MOST_STEPS:
                raise TooLongError
            match step:
                case ("if", condition, inner):
                    if self.holds(condition, you):
                        self.steps(inner, you)
                case ("move", source, target):
                    for piece in [one for one in range(CHIPS) if self.place[one] == source]:
                        self.place[piece] = target
                        self.test()
                case ("deal", source, target):
                    if source in self.place:
                        self.place[self.place.index(source)] = target
                        self.test()
                case ("pay", source, target):
                    source, target = self.meant(source, you), self.meant(target, you)
                    amount = min(1, self.purses[source])
                    self.purses[source] -= amount
                    self.purses[target] += amount
                    self.test()
                case (kind, place, number):
                    place = self.meant(place, you)
                    self.values[place] = number if kind == "set" else (self.values[place] + 1) % number
                    self.test()

    def turn(self, seat: int) -> None:
        """Begin the turn of a player: a test, too."""
        self.active = seat
        self.test()

    def act(self, name: str) -> None:
        """Do an action, then what follows it."""
        seat = self.active
        self.steps(self.actions[name].steps, seat)
        for card in self.after:
            if card.kind == name and self.holds(card.condition, seat):
                self.carry_out(card, seat)

    def table(self) -> dict[str, int]:
        """Return everything that can be seen."""
        lying = {"box": self.place.count("box"), "heap_of": self.place.count("heap_of")}
        return {**self.values, **self.purses, **lying}


def table(engine: Engine, s: State) -> dict[str, int]:
    """Return everything that can be seen at a real table."""
    found = {"n": value(engine, s, "n"), "m": value(engine, s, "m"), "bank": amount(engine, s, "bank")}
    for seat, name in enumerate("ABC"):
        found |= {f"{name}.v": value(engine, s, "v", seat), f"{name}.coins": amount(engine, s, "coins", seat)}
    return found | {name: len(zone(engine, s, name)) for name in ("box", "heap_of")}


@settings(max_examples=examples(20, 5_000))
@given(games(), st.lists(st.sampled_from("abc"), min_size=DECISIONS, max_size=DECISIONS))
def test_every_decision_is_that_of_the_reference(cards: list[Card], moves: list[str]) -> None:
    """Whatever triggers do to each other: at every decision the table is the one that constant testing gives."""
    parts = {
        "actions": "\n".join(card.text() for card in cards if card.kind == "action"),
        "triggers": "\n".join(card.text() for card in cards if card.kind != "action"),
    }
    engine = engine_for(gamedsl.loads(FRAME.format(**parts)).checked, SEATS)
    codes = {engine.choice_text(s, choice): choice.code for s in [engine.start(0)] for choice in engine.legal(s)}
    reference, s = Reference(cards), engine.start(0)
    try:
        reference.turn(0)
        for number, move in enumerate(moves):
            assert reference.table() == table(engine, s)
            engine.apply(s, codes[move])
            reference.act(move)
            if all(reference.read(name, None) == left for name, left in (("n", 3), ("m", 3), ("box", 0), ("bank", 0))):
                return
            reference.turn((number + 1) % SEATS)
    except TooLongError:
        return
    except EndlessError:
        found = engine.diagnostic(s)
        assert found is not None
        assert "GDRUN06" == found.code
        return
    assert RUNNING == s.status
    assert reference.table() == table(engine, s)
