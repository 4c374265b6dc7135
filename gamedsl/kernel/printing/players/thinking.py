"""A kernel program with what judges its states -> the text of a C file that thinks about its games as players do

What is the same for all games stands in ``minds.c`` (what they think about, and how they judge it), ``planning.c``
(looking ahead), ``searching.c`` (tries), ``deals.c`` (about which games), ``deciding.c`` (a decision from its beginning
to its end) and ``bots.c`` (in games that are played in C); ``kernel/native/thinking.py`` and ``bots.py`` call it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import attrs

from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.printing.c_texts import END
from gamedsl.kernel.printing.copying import STRETCHES, copying, giving, numbers_of, ordered, taking
from gamedsl.kernel.printing.parts import LIGHTLY, Lines
from gamedsl.kernel.printing.structs import (
    BOARD,
    BOT,
    CELL,
    CURTAIN,
    HELD,
    OPENED,
    OWN,
    STANDS,
    TASK,
    Reply,
    Undecided,
    constants,
)
from gamedsl.kernel.program import Append, Int, Ordered, Program, Statement, Try
from gamedsl.packages import package_folder

TEXTS = ("minds", "planning", "searching", "deals", "deciding", "bots")
"""What is the same for all games: files of C, in this order."""
_FIELDS = {
    "STATUS": "status",
    "DECIDER": "decider",
    "RESUME": "resume",
    "DECISIONS": "decisions",
    "WORK": "work",
    "JUMPS": "jumps",
    "KEY": "key",
    "WINNERS": "winners",
}
_DRAWS, _TOGETHER = "draws", "together"
_LOOKED_AT = (*_FIELDS.values(), _DRAWS, _TOGETHER, "game")


@attrs.frozen
class Face:
    """What a die shows: the field, and the place in it, of the number that says it; the first of these, how many.

    ``words``: the field that has by what is shown which dice show it, if there is one.
    """

    field: str
    at: int
    first: int
    many: int
    words: str


@attrs.frozen
class Listing:
    """What players are told of a program besides its choices.

    ``judges``: by level what lists how well each seat stands, as a number of a wait; None: what no program can say.
    ``ranking`` lists who is compared for the victory and all their ``keys``; None: nobody is. ``faces``: of each die.
    ``plans``: the waits in which a plan asks. ``streams``: how many streams of chance the draws are counted of.
    ``prepares``: what a judge finds is remembered in the state, and changes nothing else there, so that it may judge
    before others do.
    """

    seats: int
    pieces: int
    streams: int
    judges: Sequence[int | None]
    ranking: int | None
    keys: int
    faces: Mapping[int, Face]
    plans: Collection[int]
    prepares: bool


def thinking_text(program: Program, listing: Listing) -> str:
    """Return the whole file; raise TooWideError for sets wider than words of C."""
    lists = sorted({one for one in (*listing.judges, listing.ranking) if one is not None})
    printer = _Printer(program)
    own = printer.program.waits
    order = ordered(printer.program, _LOOKED_AT)
    printer.order = order.all
    printer.program = attrs.evolve(printer.program, waits={at: own[at] for at in own if at < len(program.blocks)})
    parts = [
        STRETCHES,
        copying(printer.program, order, printer.fields),
        giving("block", program.fields.values(), printer.fields),
        taking(program.fields.values()),
        _names(printer, listing),
    ]
    parts += [printer.lister(at, own[at]) for at in lists]
    judges = ", ".join("0" if one is None else f"list_{one}" for one in listing.judges)
    parts.append(f"static int32_t (*const JUDGES[])(S *, int64_t *) = {{{judges}}};")
    parts += [constants(Reply), constants(Undecided), *(one.text for one in (TASK, BOT, BOARD, CURTAIN))]
    parts += [one.text for one in (STANDS, OPENED, HELD, CELL, OWN)]
    folder = package_folder("gamedsl.kernel.printing.players")
    parts += [(folder / f"{name}.c").read_text(encoding="ascii") for name in TEXTS]
    return printer.text(parts)


def _names(printer: Printer, listing: Listing) -> str:
    """Write what a game has, under the names of ``minds.c``."""
    fields, seats = printer.fields, listing.seats
    listed = max(seats, 1 + seats * listing.keys)
    numbers = {"SEATS": seats, "STREAMS": listing.streams, "KEYS": listing.keys, "LISTED": listed}
    numbers["PIECES"] = listing.pieces
    lines = [f"#define {name} {value}" for name, value in numbers.items()]
    lines += [f"#define {name}(s) ((s)->{fields[field]}[0])" for name, field in _FIELDS.items()]
    lines.append(f"#define DRAWS(s) ((s)->{fields[_DRAWS]})")
    secret = f"((s)->{fields[_TOGETHER]}[0])" if _TOGETHER in fields else "0"
    lines.append(f"#define IS_SECRET(s) {secret}")
    lines.append(f"#define PREPARES {int(listing.prepares)}")
    lines.append(f"#define IS_RANKED {int(listing.ranking is not None)}")
    lines.append(f"#define RANKING {'0' if listing.ranking is None else f'list_{listing.ranking}'}")
    plans = ", ".join(str(int(at in listing.plans)) for at in range(len(printer.program.blocks)))
    lines.append(_faces(printer, listing))
    return "\n".join([*lines, f"static const uint8_t PLANS[] = {{{plans}}};"])


def _faces(printer: Printer, listing: Listing) -> str:
    """Write of each piece where among the numbers that are taken in it stands what it shows, and what that may be.

    Behind that stands where words begin that say by what is shown which dice show it (-1: none do), how many numbers a
    word has, and what the first word is of.
    """
    begins, size, fields = dict[str, int](), 0, printer.program.fields
    for field in fields.values():
        begins[field.name] = size
        size += field.count * numbers_of(field)
    rows = []
    for face in map(listing.faces.get, range(listing.pieces) if listing.faces else (0,)):
        row = [0, 0, 0, -1, 0, 0, 0]
        if face is not None:
            words, shown = fields.get(face.words), fields[face.field].type
            row = [begins[face.field] + face.at, face.first, face.many, -1, 0, 0, face.at]
            if words is not None and isinstance(shown, Int):
                row[3:6] = begins[words.name], numbers_of(words), shown.low
        rows.append(f"{{{', '.join(map(str, row))}}}")
    return f"#define HAS_DICE {int(bool(listing.faces))}\nstatic const int64_t FACES[][7] = {{{', '.join(rows)}}};"


class _Printer(Printer):
    """Writes choices as the codes that they are, and what else is listed as numbers of 64 bits."""

    chooser = ""
    end = END
    runs = LIGHTLY

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._lists = False

    def lister(self, number: int, body: Sequence[Statement]) -> str:
        """Write a function that lists numbers of a state, and returns how many."""
        self._lists = True
        lines = self.body(body, " ")
        self._lists = False
        head = f"static int32_t list_{number}(S *s, int64_t *codes) {{"
        return "\n".join([head, " int32_t n = 0;", *lines, " return n;", "}"])

    def around(self, x: Append | Ordered | Try, pad: str) -> Lines:
        """Write what adds to a list, and statements with something before and behind them."""
        if self._lists and isinstance(x, Append):
            return [f"{pad}codes[n++] = {self.value(x.code)};"]
        return super().around(x, pad)
