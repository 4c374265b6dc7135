"""A layout and the notes of a program -> the text in C that follows what each seat can have lost track of

It does what ``kernel/trace/losing.py`` notes and ``imagine/determinization.py`` makes of that, step by step: for each
seat and piece it keeps what may lie in its place. What it cannot follow leaves the game to Python.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from gamedsl.engine.state.layout import Layout
from gamedsl.kernel.lowering.trace_points import MIX, TOGETHER, Told
from gamedsl.kernel.printing.batch import Followed

_PARAMETERS: Mapping[str, str] = {
    "all": "W word, int64_t seers",
    "unknown": "W word, int64_t seers",
    "all of a block": "W word, int64_t seers",
    "turned": "W dice, int64_t any",
    "swapped": "int64_t gone, int64_t other, int64_t seats",
    "paid": "int64_t giver, int64_t taker",
    "shown": "int64_t piece, int64_t seats",
    "put away": "",
    "all begin": "",
    "one decides": "int64_t seat",
    "all have decided": "",
}
_BODIES: Mapping[str, str] = {
    "all": "mixed(s, word, {low}, seers, 0);",
    "unknown": "mixed(s, word, {low}, seers, 1);",
    "all of a block": "taken(s, word, {low}, seers);",
    "turned": "(void)any; turned(s, dice, {low});",
    "swapped": "(void)s; swapped(gone, other, seats);",
    "paid": "(void)s; if ((SEERS_OF_PURSES[giver] | SEERS_OF_PURSES[taker]) != EVERYBODY) measuring->is_lost = 1;",
    "shown": "shown(s, piece, seats);",
    "put away": "(void)s; measuring->many_shown = 0;",
    "all begin": "all_begin(s, {block});",
    "one decides": "(void)s; (void)seat;",
    "all have decided": "(void)s; if (measuring->curtain) measuring->curtain->is_open = 0;",
}


FOLLOWED = frozenset(_BODIES)
"""What notes say that are followed here."""


def following(notes: Mapping[int, Told], layout: Layout, beginnings: Mapping[int, int]) -> Followed:
    """Return what the printer of batches writes, of the notes of a program by their numbers.

    ``beginnings``: the blocks from which all decide at the same time, by who that is.
    """
    heads = [f"{_head(number, told)};" for number, told in notes.items()]
    return Followed((MIX, TOGETHER), heads, partial(_text, notes, layout, beginnings))


def _head(number: int, told: Told) -> str:
    given = ", ".join(part for part in ("S *s", _PARAMETERS[told.what]) if part)
    return f"COMMON void N{number}({given})"


def _text(
    notes: Mapping[int, Told], layout: Layout, beginnings: Mapping[int, int], known: str, place: str, decisions: str
) -> str:
    stack = [layout.game.zones[entry].form == "stack" for entry in layout.cell_entry]
    parts = [
        f"#define EVERYBODY {layout.everybody}",
        f"#define PIECES {len(layout.piece_design)}",
        _row("SEERS_OF_PURSES", layout.purse_viewers),
        _row("SEERS_OF_CELLS", layout.cell_viewers),
        _row("IS_STACK", stack),
        _FOLLOWING % {"known": known, "place": place, "decisions": decisions},
    ]
    for number, told in notes.items():
        low = 0 if told.form is None else told.form.low
        block = beginnings.get(id(getattr(told.node, "who", None)), 0)
        parts.append(f"{_head(number, told)} {{ {_BODIES[told.what].format(low=low, block=block)} }}")
    return "\n".join(parts)


def _row(name: str, numbers: Sequence[int]) -> str:
    return f"static const int64_t {name}[] = {{{', '.join(str(int(one)) for one in numbers) or '0'}}};"


_FOLLOWING = r"""
#define WORDS (PIECES / 64 + 1)
static uint64_t *could_of(int64_t seat, int64_t piece) { return measuring->could + (seat * PIECES + piece) * WORDS; }
static void begin_following(Batch *b) {
 b->many_shown = 0;
 if (!b->could) return;
 b->curtain->is_open = 0;
 memset(b->could, 0, (size_t)SEATS * PIECES * WORDS * sizeof *b->could);
 for (int64_t seat = 0; seat < SEATS; seat++)
  for (int64_t piece = 0; piece < PIECES; piece++)
   b->could[(seat * PIECES + piece) * WORDS + piece / 64] = 1ULL << (piece & 63);
}
static __attribute__((unused)) void all_begin(S *s, int64_t block) {
 Curtain *c = measuring->curtain;
 if (!measuring->could) return;
 give_block(s, c->numbers);
 memcpy(c->could, measuring->could, (size_t)SEATS * PIECES * WORDS * sizeof *c->could);
 c->block = block;
 c->first = s->%(decisions)s[0];
 c->is_open = 1;
}
/* A seat cannot tell any more which of some pieces lies where; `unknown`: of those that it does not know. */
static void mix_for(S *s, int64_t seat, const int32_t *pieces, int32_t many, int32_t unknown) {
 uint64_t all[WORDS] = {0};
 for (int32_t i = 0; i < many; i++) {
  uint64_t *own = could_of(seat, pieces[i]);
  if (s->%(known)s[pieces[i]] >> seat & 1) {
   if (unknown) continue;
   memset(own, 0, sizeof all);
   own[pieces[i] / 64] = 1ULL << (pieces[i] & 63);
  }
  for (int32_t j = 0; j < WORDS; j++) all[j] |= own[j];
 }
 for (int32_t i = 0; i < many; i++) {
  if (unknown && s->%(known)s[pieces[i]] >> seat & 1) continue;
  memcpy(could_of(seat, pieces[i]), all, sizeof all);
 }
}
static void mix_pieces(S *s, const int32_t *pieces, int32_t many, int64_t seers, int32_t unknown) {
 if (many < 2 || seers == EVERYBODY || !measuring->could) return;
 for (int64_t seat = 0; seat < SEATS; seat++) if (!(seers >> seat & 1)) mix_for(s, seat, pieces, many, unknown);
}
static int32_t pieces_of(W word, int64_t low, int32_t *pieces) {
 int32_t many = 0;
 for (; word && many < PIECES; word &= word - 1) {
  uint64_t half = (uint64_t)word;
  pieces[many++] = (int32_t)low + (half ? __builtin_ctzll(half) : 64 + __builtin_ctzll((uint64_t)(word >> 64)));
 }
 return many;
}
static __attribute__((unused)) void mixed(S *s, W word, int64_t low, int64_t seers, int32_t unknown) {
 int32_t pieces[PIECES + 1];
 if (!(word & (word - 1)) || seers == EVERYBODY || !measuring->could) return;
 mix_pieces(s, pieces, pieces_of(word, low, pieces), seers, unknown);
}
/* A piece comes from an open block: who knew one of them there, and does not see which comes, is lost. */
static __attribute__((unused)) void taken(S *s, W word, int64_t low, int64_t seers) {
 int32_t pieces[PIECES + 1], many, is_lost = 0;
 if (!measuring->could) return;
 many = pieces_of(word, low, pieces);
 for (int32_t i = 0; i < many; i++) is_lost |= (s->%(known)s[pieces[i]] & ~seers) != 0;
 if (is_lost) mix_pieces(s, pieces, many, seers, 0);
}
/* Dice show other faces: who does not see where they lie cannot tell them apart any more. */
static __attribute__((unused)) void turned(S *s, W word, int64_t low) {
 int32_t dice[PIECES + 1], pieces[PIECES + 1], many, left = 0;
 if (!measuring->could) return;
 many = pieces_of(word, low, dice);
 for (int32_t i = 0; i < many; i++) {
  int64_t cell = s->%(place)s[dice[i]], is_done = 0;
  int32_t inside = 0;
  for (int32_t j = 0; j < i; j++) is_done |= s->%(place)s[dice[j]] == cell;
  if (cell < 0 || IS_STACK[cell] || is_done) continue;
  for (int32_t one = 0; one < PIECES; one++) if (s->%(place)s[one] == cell) pieces[inside++] = one;
  mix_pieces(s, pieces, inside, SEERS_OF_CELLS[cell], 0);
 }
 for (int32_t at = 0; at < measuring->many_shown; at++) {  /* what was shown of them is gone */
  int32_t is_die = 0;
  for (int32_t i = 0; i < many; i++) is_die |= dice[i] == measuring->shown[2 * at];
  if (is_die) continue;
  measuring->shown[2 * left] = measuring->shown[2 * at];
  measuring->shown[2 * left++ + 1] = measuring->shown[2 * at + 1];
 }
 measuring->many_shown = left;
}
/* Some seats take a piece that goes for a copy of it that they knew. */
static __attribute__((unused)) void swapped(int64_t gone, int64_t other, int64_t seats) {
 for (int64_t seat = 0; seat < SEATS && measuring->could; seat++) {
  if (!(seats >> seat & 1)) continue;
  memcpy(could_of(seat, other), could_of(seat, gone), WORDS * sizeof(uint64_t));
  could_of(seat, other)[other / 64] |= 1ULL << (other & 63);
  for (int64_t piece = 0; piece < PIECES; piece++)
   if (could_of(seat, piece)[gone / 64] >> (gone & 63) & 1) could_of(seat, piece)[other / 64] |= 1ULL << (other & 63);
 }
}
/* A piece is about to be shown: who does not see its heap cannot tell what else is there. */
static __attribute__((unused)) void shown(S *s, int64_t piece, int64_t seats) {
 int64_t cell = s->%(place)s[piece];
 int32_t pieces[PIECES + 1], many = 0;
 if (cell >= 0 && !IS_STACK[cell]) {
  int64_t fresh = seats & ~SEERS_OF_CELLS[cell] & ~(int64_t)s->%(known)s[piece];
  for (int32_t one = 0; one < PIECES; one++) if (s->%(place)s[one] == cell) pieces[many++] = one;
  if (fresh) mix_pieces(s, pieces, many, EVERYBODY & ~fresh, 1);
 }
 if (measuring->many_shown < MOST_SHOWN) {
  measuring->shown[2 * measuring->many_shown] = piece;
  measuring->shown[2 * measuring->many_shown++ + 1] = seats;
 } else measuring->is_lost = 1;
}"""
