"""A kernel program -> the text of a C file that plays many random games in slices, with what is told of each

What is handed in and comes back is the struct ``Batch`` (``structs.py``). All that a game has come to so far stands in
there, so that a slice may end after any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import attrs

from gamedsl.kernel.passes.walk import all_statements, subexpressions
from gamedsl.kernel.printing.answer import Answer
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.printing.c_texts import END
from gamedsl.kernel.printing.c_types import local_type
from gamedsl.kernel.printing.copying import STRETCHES, giving, numbers_of
from gamedsl.kernel.printing.parts import Lines
from gamedsl.kernel.printing.sorting import SORTING
from gamedsl.kernel.printing.structs import CURTAIN, GAME, UNFIT, Undecided, Why, batch_of, constants
from gamedsl.kernel.program import (
    Append,
    Assign,
    Call,
    Declare,
    Expression,
    If,
    Noted,
    Ordered,
    Program,
    Statement,
    Try,
)

Marks = Mapping[int, tuple[str, int]]


@attrs.frozen
class Followed:
    """What notes are about by which it is followed what players lose track of, and the functions that they call.

    ``text``: their text, by what the fields are called that say who knows pieces and where these are.
    """

    about: Sequence[str]
    heads: Sequence[str]
    text: Callable[[str, str, str], str]


class _BatchPrinter(Printer):
    """Writes a program, and what measures metrics: there choices are what is measured."""

    is_measuring = False
    end = END

    def around(self, x: Append | Ordered | Try, pad: str) -> Lines:
        """Write what adds to the legal choices, or to what is measured."""
        if isinstance(x, Append) and self.is_measuring:
            return [f"{pad}measured({self.value(x.code)});"]
        return super().around(x, pad)

    def choice(self, condition: Expression, code: Expression, pad: str) -> Lines:
        """Write what adds to the legal choices, or to what is measured."""
        if self.is_measuring:
            return [f"{pad}if ({self.value(condition)}) measured({self.value(code)});"]
        return super().choice(condition, code, pad)

    def measuring(self, note: int, answer: Answer) -> str:
        """Write the function of a metric: what it measures is worked out in a copy, so the game stays as it is."""
        self.is_measuring = True
        lines = [self.measuring_head(note, answer) + " {", " S *s = spare();", " memcpy(s, given, sizeof *s);"]
        lines += [*self.body(answer.body, " "), "}"]
        self.is_measuring = False
        return "\n".join(lines)

    def measuring_head(self, note: int, answer: Answer) -> str:
        """Write the head of the function of a metric."""
        given = ["S *given", *[f"{local_type(one.type)} {one.name}" for one in answer.parameters]]
        return f"COMMON void N{note}({', '.join(given)})"


def batch_text(
    program: Program,
    leading: Answer | None,
    last: int,
    counts: Collection[str] = (),
    marks: Marks | None = None,
    measured: tuple[str, Mapping[int, Answer]] = ("", {}),
    changed: Sequence[str] = (),
    followed: Followed | None = None,
) -> str:
    """Return the whole file. ``leading``: how all stand; None: nobody can tell it before the end; ``changed``: the
    fields that are put back when that has been worked out.

    ``last``: how many actions are told of the end of a game. ``counts``: the fields that are told of games that are
    followed, with no part in states; ``marks``: see ``Printer``. ``measured``: what notes of metrics are about, and by
    their numbers what measures them. ``followed``: what players lose track of,
    where they think. Raise TooWideError for sets wider than words of C.
    """
    about, metrics = measured
    told = ([about] if metrics else []) + ([] if followed is None else [*followed.about])
    printer = _BatchPrinter(program, marks, told)
    printer.heads = [f"{printer.measuring_head(*one)};" for one in metrics.items()]
    printer.chooser = _structs(program.fields["points"].count, last)
    printer.heads += [] if followed is None else followed.heads
    fields = [field for field in program.fields.values() if field.name not in counts]
    counted = [program.fields[name] for name in counts]
    size = sum(field.count * numbers_of(field) for field in fields)
    given = {**printer.fields, "last": last, "block size": size, "count size": sum(one.count for one in counted)}
    parts = [_leading(printer, leading, changed)]
    parts += [STRETCHES, giving("block", fields, printer.fields), giving("counts", counted, printer.fields), _MEASURED]
    parts += [printer.measuring(*one) for one in metrics.items()]
    names = [printer.fields[name] for name in ("known", "place", "decisions")]
    parts.append(_NOBODY if followed is None else followed.text(*names))
    return printer.text([*parts, _BATCH % given, SORTING])


def _leading(printer: Printer, leading: Answer | None, changed: Sequence[str]) -> str:
    if leading is None:
        return "static int32_t lead(S *s, int64_t *out) { (void)s; (void)out; return 0; }"
    values = [f" out[{at}] = {printer.value(one)};" for at, one in enumerate(leading.values)]
    head = ["static void lead_now(S *s, int64_t *out) {", *printer.body(leading.body, " ")]
    places = [printer.fields[name] for name in changed]
    known = [printer.fields[name] for name in printer.program.kept] if changed else []
    put = [f" char old_{one}[sizeof s->{one}]; memcpy(old_{one}, s->{one}, sizeof s->{one});\n" for one in places]
    back = [f" memcpy(s->{one}, old_{one}, sizeof s->{one});\n" for one in places]
    back += [f" memset(s->{one}, 0, sizeof s->{one});\n" for one in known]  # what was found while others stood there
    if not changed and _is_plain(leading.body) and not any(_calls(one) for one in leading.values):
        return "\n".join([*head, *values, "}", _SURE_LEAD])
    own = {"put": "".join(put), "back": "".join(back)}
    return "\n".join([*head, *values, "}", _LEAD % {**printer.fields, **own}])


def _is_plain(body: Sequence[Statement]) -> bool:
    """Tell whether statements only work out values, without anything that could go wrong."""
    return all(isinstance(one, Assign | Declare | If) and not _calls(one) for one in all_statements(body))


def _calls(x: Any) -> bool:
    return any(isinstance(one, Call | Noted) for one in (x, *subexpressions(x)))


_CELL = """/* A number of a row. Of millions of games many rows are held, and hardly any number needs more. */
typedef int32_t Cell;"""
_CHOOSING = """typedef Batch P;
COMMON int32_t is_ready(S *s, P *b);
COMMON int32_t chosen(S *s, P *b, int32_t n);"""


def _structs(seats: int, last: int) -> str:
    """Write what is handed in and comes back."""
    answers = [constants(Why), constants(Undecided), f"enum {{ UNFIT = {UNFIT} }};"]
    given = [CURTAIN.text, _CELL, batch_of(last).text, GAME.text, *answers]
    return "\n".join(["", f"#define SEATS {seats}", *given, _CHOOSING])


_SURE_LEAD = "static int32_t lead(S *s, int64_t *out) { lead_now(s, out); return 1; }"
_LEAD = r"""
/* Work out how all stand; return whether that is known, -1 where it is more than a state holds. */
static int32_t lead(S *s, int64_t *out) {
 jmp_buf here, *before = over_there;
 volatile int32_t known = 0;
 int64_t status = s->%(status)s[0];
%(put)s over_there = &here;
 if (!setjmp(here)) { lead_now(s, out); known = 1; }
 else { s->%(status)s[0] = status; known = fault == -2 ? -1 : 0; }
 over_there = before;
%(back)s return known;
}"""

_NOBODY = "static void begin_following(Batch *b) { (void)b; }"
_MEASURED = r"""
#define MOST_SHOWN 256
static __thread Batch *measuring;
static S *spare(void) { return measuring->spare; }
/* Note a number that metrics have measured; a game for which there is no memory is played in another way. */
static void measured(int64_t value) {
 Batch *b = measuring;
 if (b->has_measured == b->measured_room) {
  int64_t room = b->measured_room ? 2 * b->measured_room : 1024, *more = realloc(b->measured, room * sizeof *more);
  if (!more) { b->is_lost = 1; return; }
  b->measured = more;
  b->measured_room = room;
 }
 b->measured[b->has_measured++] = value;
}
void forget_measured(Batch *b) { free(b->measured); b->measured = 0; b->measured_room = 0; }"""

_BATCH = r"""
int64_t size_of_batch(void) { return sizeof(Batch); }
int64_t size_of_block(void) { return %(block size)d; }
int64_t size_of_counts(void) { return %(count size)d; }
/* Note how all stand now, where that can be told and is not what it was before: after every turn, so without loops
   of which nobody knows how long they are, and with few branches. */
static void stand(Batch *b) {
 int64_t *now = b->turns + b->changes * (SEATS + 1), most, leaders = 0, known, differs = 0;
 if (b->changes >= b->turns_room) return; /* there are never more turns than decisions */
 known = lead(b->state, now + 1);
 if (known < 0) b->is_lost = 1;
 if (known <= 0) return;
 if (b->changes) {
  for (int64_t i = 1; i <= SEATS; i++) differs |= now[i] ^ now[i - SEATS - 1];
  if (!differs) return;
 }
 now[0] = b->state->%(decisions)s[0];
 b->changes++;
 most = now[1];
 for (int64_t i = 2; i <= SEATS; i++) most = now[i] > most ? now[i] : most;
 for (int64_t i = 0; i < SEATS; i++) leaders |= (int64_t)(now[i + 1] == most) << i;
 b->lead_changes += (b->turn > 1) & (leaders != b->leaders);
 b->leaders = leaders;
}
/* The row of the game that is played: parts, points, scores, standings, uses by action and seat, offered actions,
   last actions and their seats. */
static int64_t *uses_of(Batch *b) { return b->now + GAME_PARTS + SEATS * (1 + b->sources + b->many_checkpoints); }
static const int64_t *range_of(const Batch *b, int32_t code) {
 int64_t low = 0, high = b->many_ranges;
 while (low < high) {
  int64_t middle = (low + high) / 2;
  if (b->ranges[3 * middle + 1] <= code) low = middle + 1; else high = middle;
 }
 return low < b->many_ranges && b->ranges[3 * low] <= code ? b->ranges + 3 * low : 0;
}
/* The number of the action of a code, -1: it answers a later question. */
static int64_t action_of(const Batch *b, int32_t code) {
 const int64_t *range;
 if ((uint32_t)code < b->many_actions_of) return b->actions_of[code];
 range = range_of(b, code);
 return range ? range[2] : -1;
}
static void note(Batch *b, int64_t seat, const int32_t *codes, int32_t n, int32_t code) {
 int64_t *uses = uses_of(b), *offered = uses + b->actions * SEATS, action;
 const int64_t *range;
 b->choices += n;
 b->forced += n == 1;
 if (!b->many_ranges) return;
 for (int32_t i = 0; i < n; i++) {
  action = action_of(b, codes[i]);
  if (action < 0) continue;
  offered[action] = 1;
  if ((uint32_t)codes[i] < b->many_actions_of) continue;
  range = range_of(b, codes[i]);
  while (i + 1 < n && codes[i + 1] >= range[0] && codes[i + 1] < range[1]) i++;
 }
 action = action_of(b, code);
 if (action < 0) return;
 uses[action * SEATS + seat]++;
 b->last_actions[b->made %% %(last)d] = action;
 b->last_seats[b->made %% %(last)d] = seat;
 b->made++;
}
static int32_t is_long(Batch *b) {
 if (b->state->%(decisions)s[0] != b->next_long) return 0;
 b->next_long *= 10;
 return 1;
}
COMMON int32_t is_ready(S *s, P *b) {
 if (s->%(decisions)s[0] && is_long(b)) { b->why = IS_LONG; return 0; }
 if (s->%(decisions)s[0] >= b->most) { s->%(status)s[0] = 3; return 0; }
 if (b->budget <= 0) { b->why = SLICE_OVER; return 0; }
 b->budget--;
 return 1;
}
/* Let a player who thinks decide; return the place of the choice, or why there is none. */
static int64_t decided(Batch *b, int64_t kind, int64_t seat, int64_t n) {
 S *s = b->state;
 jmp_buf *before = over_there;
 const uint64_t *could = b->could + seat * b->could_words;
 int64_t found = b->answer;
 if (found >= 0) { b->answer = -1; return found; }
 give_block(s, b->numbers);
 found = b->decide(b->mind, b->board, b->bots + kind * b->size_of_bot, b->numbers, could, b->curtain, seat,
                   s->%(decisions)s[0], n, finish(b->seeds[b->at]), &b->budget);
 over_there = before;
 return found;
}
COMMON int32_t chosen(S *s, P *b, int32_t n) {
 int64_t decisions = s->%(decisions)s[0], seat = s->%(decider)s[0];
 int32_t code;
 if (!n) { s->%(status)s[0] = 2; return STAY; }
 if (decisions >= b->limit) return STAY;
 if (seat != b->last) {
  if (b->first < 0) b->first = seat;
  stand(b);
  b->turn++;
  b->last = seat;
 }
 if (b->kinds && n > 1 && b->kinds[b->at * SEATS + seat] >= 0) {
  int64_t found = decided(b, b->kinds[b->at * SEATS + seat], seat, n);
  if (found < 0 || b->is_lost) {
   b->why = found == NOT_YET ? SLICE_OVER : found == ASK ? ASKS : ALL_PLAYED;
   b->is_lost |= found == LOST;
   return STAY;
  }
  code = b->codes[found];
 } else code = b->codes[draw(s, 255, decisions, n)];
 if (b->kinds && decisions < b->turns_room) {
  b->curtain->answers[decisions] = code;
  b->curtain->seats[decisions] = (int32_t)seat;
 }
 note(b, seat, b->codes, n, code);
 s->%(decisions)s[0] = decisions + 1;
 s->%(work)s[0] = 0;
 s->%(jumps)s[0] = 0;
 return code;
}
/* Play on; return why it does not go on: ALL_PLAYED stands for the end of the game. */
static int32_t play_on(Batch *b) {
 jmp_buf here;
 S *s = b->state;
 over_there = &here;
 measuring = b;
 if (b->is_over) return ALL_PLAYED;
 b->why = ALL_PLAYED;
 if (!setjmp(here)) {
  if (b->is_begun) run(s, -1 - s->%(resume)s[0], 0, b);
  else { b->is_begun = 1; run(s, 0, -1, b); }
 } else {
  b->is_over = 1;
  return is_long(b) ? IS_LONG : ALL_PLAYED;
 }
 b->is_over = b->why == ALL_PLAYED;
 return b->why;
}
static void begin(Batch *b) {
 blank(b->state);
 b->state->%(key)s[0] = finish(b->seeds[b->at]);
 memset(b->now, 0, b->row * sizeof *b->now);
 b->is_playing = 1;
 b->is_begun = b->is_over = 0;
 b->next_long = b->first_long;
 b->changes = b->turn = b->forced = b->choices = b->leaders = b->lead_changes = b->made = 0;
 b->first = b->last = -1;
 b->first_measured = b->has_measured;
 b->is_lost = 0;
 b->answer = -1;
 begin_following(b);
}
/* Put a row in its place; a game with a number that no cell holds is played in another way. */
static int32_t put_down(Batch *b) {
 int64_t fit = 1;
 for (int64_t i = 0; i < b->row; i++) fit &= (Cell)b->now[i] == b->now[i];
 if (!fit) {
  memset(b->now, 0, b->row * sizeof *b->now);
  b->now[GAME_STATUS] = UNFIT;
  b->now[GAME_BLOCK] = -1;
 }
 for (int64_t i = 0; i < b->row; i++) b->rows[i * b->room + b->at] = (Cell)b->now[i];
 return 1;
}
/* Write down a game that is over, unless there is no room for its state. */
static int32_t write_down(Batch *b) {
 S *s = b->state;
 int64_t *row = b->now, *out = row + GAME_PARTS, *last, status = b->is_lost ? UNFIT : s->%(status)s[0], known = 0;
 int64_t is_stopped = status == 2 || status == UNFIT;
 int64_t is_wanted = status == 1 ? b->wanted[s->%(end)s[0] + 1] : !is_stopped;
 if (is_wanted && b->has_blocks >= b->blocks_room) return 0;
 row[GAME_STATUS] = status;
 row[GAME_BLOCK] = -1;
 row[GAME_COUNTS] = 0;
 if (is_stopped) return put_down(b);
 stand(b);
 row[GAME_END] = s->%(end)s[0];
 row[GAME_DECISIONS] = s->%(decisions)s[0];
 row[GAME_TURNS] = b->turn;
 row[GAME_FORCED] = b->forced;
 row[GAME_CHOICES] = b->choices;
 row[GAME_FIRST] = b->first;
 row[GAME_LEAD_CHANGES] = b->lead_changes;
 row[GAME_WINNERS] = (int64_t)s->%(winners)s[0];
 if (is_wanted) row[GAME_BLOCK] = b->has_blocks;
 row[GAME_MADE] = b->made;
 row[GAME_MEASURED] = b->first_measured;
 row[GAME_BEHIND] = b->has_measured;
 for (int64_t i = 0; i < SEATS; i++) *out++ = s->%(points)s[i];
 for (int64_t i = 0; i < SEATS * b->sources; i++) *out++ = s->%(scores)s[i];
 for (int64_t point = 0; point < b->many_checkpoints; point++) {
  int64_t wanted = row[GAME_DECISIONS] * b->checkpoints[point] / 100, at = b->changes;
  while (at && b->turns[(at - 1) * (SEATS + 1)] > wanted) at--;
  if (at) {
   memcpy(out, b->turns + (at - 1) * (SEATS + 1) + 1, SEATS * sizeof *out);
   known |= 1LL << point;
  }
  out += SEATS;
 }
 row[GAME_KNOWN] = known;
 last = uses_of(b) + b->actions * (SEATS + 1);
 memcpy(last, b->last_actions, sizeof b->last_actions);
 memcpy(last + %(last)d, b->last_seats, sizeof b->last_seats);
 if (is_wanted) give_block(s, b->blocks + b->has_blocks++ * size_of_block());
 if (b->followed[b->at]) {
  int64_t *counts = b->counts + b->has_counts++ * size_of_counts();
  give_counts(s, counts);
  row[GAME_COUNTS] = (char *)counts - (char *)(b->rows + GAME_COUNTS * b->room + b->at);
 }
 return put_down(b);
}
/* Play so many decisions of games, or until all games are played, one has become long, or there is no more room. */
int32_t play_slice(Batch *b, int64_t budget) {
 /* Of what was measured before, only that of the game that goes on is still wanted. */
 int64_t kept = b->is_playing ? b->has_measured - b->first_measured : 0;
 if (kept) memmove(b->measured, b->measured + b->first_measured, kept * sizeof *b->measured);
 b->first_measured = 0;
 b->has_measured = kept;
 b->budget = budget;
 while (b->at < b->games) {
  int32_t why;
  if (!b->is_playing) begin(b);
  why = play_on(b);
  if (why != ALL_PLAYED) return why;
  if (!write_down(b)) return NO_ROOM;
  b->is_playing = 0;
  b->at++;
 }
 return ALL_PLAYED;
}
"""
