"""Nothing -> the parts of C files that are the same for all programs"""

from __future__ import annotations

IN_HASTE = """#ifdef __OPTIMIZE__
#pragma GCC optimize ("O1", "expensive-optimizations", "thread-jumps", "cse-follow-jumps", "caller-saves", \\
 "peephole2", "rerun-cse-after-loop", "reorder-blocks-and-partition")
#define LIGHTLY __attribute__((noinline, optimize("Og")))
#endif"""
"""What makes gcc compile a file in little more than half of the time; what it makes is some 3 % slower. Others pass
over it, and a file that is compiled without any optimization stays without. What is seldom run is compiled more lightly
still, and where players think what runs the rules, too: it is a sixth of what they do, and no slower by it.
"""
PRELUDE = r"""#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned __int128 W;
static inline int32_t size64(uint64_t w) { return __builtin_popcountll(w); }
static inline int32_t low64(uint64_t w) { return __builtin_ctzll(w); }
static inline int32_t size128(W w) { return size64((uint64_t)w) + size64((uint64_t)(w >> 64)); }
static inline int32_t low128(W w) { return (uint64_t)w ? low64((uint64_t)w) : 64 + low64((uint64_t)(w >> 64)); }
static inline int64_t over(int64_t a, int64_t b) {
 int64_t q, r;
 if (__builtin_constant_p(b) && b > 0 && !(b & (b - 1))) return a >> __builtin_ctzll(b);
 q = a / b;
 r = a % b;
 return q - (r && (r < 0) != (b < 0));
}
static inline int64_t rest(int64_t a, int64_t b) { int64_t r = a % b; return r < 0 ? r + b : r; }
static inline uint64_t finish(uint64_t v) {
 v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9ULL;
 v = (v ^ (v >> 27)) * 0x94D049BB133111EBULL;
 return v ^ (v >> 31);
}
static int by_number(const void *a, const void *b) {
 int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
 return (one > other) - (one < other);
}
/* Choices mostly come nearly in order. */
static inline void sort(int32_t *codes, int32_t n) {
 int64_t moves = 0;
 for (int32_t i = 1; i < n; i++) {
  int32_t one = codes[i], at = i;
  for (; at && codes[at - 1] > one; at--) { codes[at] = codes[at - 1]; moves++; }
  codes[at] = one;
  if (moves > 8LL * n) { qsort(codes, n, sizeof *codes, by_number); return; }
 }
}
#define MOST_DECISIONS 100000
#define NOINLINE __attribute__((noinline))
#define INLINE inline __attribute__((always_inline))
#ifndef LIGHTLY
#define LIGHTLY NOINLINE
#endif
LOCAL jmp_buf *over_there;
LOCAL int64_t failed[4];"""

MIDDLE = r"""#define STAY INT32_MIN
static inline int32_t draw(S *s, uint64_t stream, uint64_t number, uint64_t n) {
 uint64_t counter = ((uint64_t)s->%(game)s[0] << 32) + (stream << 24) + number;
 return (int32_t)(((finish(s->%(key)s[0] + counter * 0x9E3779B97F4A7C15ULL) >> 32) * n) >> 32);
}
static inline int64_t mix(S *s, uint64_t a, uint64_t b) {
 (void)s;
 return finish(a * 0x9E3779B97F4A7C15ULL + b + 1) >> 3;
}
LOCAL int32_t fault;
static __attribute__((noreturn, cold, noinline)) void fail(S *s, int32_t number) {
 s->%(status)s[0] = 2;
 fault = number;
 longjmp(*over_there, 1);
}"""

CHOOSER = r"""
typedef struct {
 int32_t *codes;
 int32_t limit;
 uint64_t *fold; /* of every decision, where it is wanted */
} P;
static inline uint64_t fold(uint64_t h, uint64_t v) { return finish(h * 31 + v + 1); }
static uint64_t folded(S *s, uint64_t h, int32_t *codes, int32_t n, int32_t code) {
 h = fold(fold(h, s->%(decider)s[0]), n);
 for (int32_t i = 0; i < n; i++) h = fold(h, codes[i]);
 return fold(h, code);
}
static INLINE int32_t is_ready(S *s, P *p) { (void)s; (void)p; return 1; }
static INLINE int32_t chosen(S *s, P *p, int32_t n) {
 int32_t decisions = s->%(decisions)s[0], code;
 if (!n) { s->%(status)s[0] = 2; fault = -1; return STAY; }
 if (decisions >= p->limit) { s->%(status)s[0] = 3; return STAY; }
 code = p->codes[n > 1 ? draw(s, 255, decisions, n) : 0];
 if (p->fold) *p->fold = folded(s, *p->fold, p->codes, n, code);
 s->%(decisions)s[0] = decisions + 1;
 s->%(work)s[0] = 0;
 s->%(jumps)s[0] = 0;
 return code;
}"""
"""Who chooses in random games: ``chosen`` is asked after every listing; ``STAY`` ends the run as it stands.

``is_ready`` is asked before, whether there shall be another decision.
"""

END = r"""
#define COUNT(x) (int32_t)(sizeof(x) / sizeof(x)[0])
int64_t size_of_state(void) { return sizeof(S); }
/* How many numbers codes has to have room for, and the number of the fault that has stopped the last game. */
int32_t room_for_choices(void) { return %(most choices)d + 1; }
int32_t last_fault(void) { return fault; }"""

GAMES = r"""static void go(S *s, int32_t block, int32_t code) {
 jmp_buf here;
 over_there = &here;
 if (!setjmp(here)) run(s, block, code, 0);
}
int32_t choices(S *s, int32_t *codes) {
 jmp_buf here;
 volatile int32_t n = 0;
 if (s->%(status)s[0]) return 0;
 over_there = &here;
 int64_t work = s->%(work)s[0];
 if (!setjmp(here)) { n = legal(s, codes); s->%(work)s[0] = work; }
 return n;
}
void start(S *s, uint64_t seed, int32_t game) {
 blank(s);
 s->%(key)s[0] = finish(seed);
 s->%(game)s[0] = game;
 go(s, 0, -1);
}
void apply(S *s, int32_t code) {
 s->%(decisions)s[0]++;
 s->%(work)s[0] = 0;
 s->%(jumps)s[0] = 0;
 go(s, s->%(resume)s[0], code);
 if (s->%(decisions)s[0] >= MOST_DECISIONS && !s->%(status)s[0]) s->%(status)s[0] = 3;
}
/* One game in which chance chooses; what ends it or stops it comes back here once. */
static void random_game(S *s, uint64_t seed, int32_t game, P *p) {
 jmp_buf here;
 blank(s);
 s->%(key)s[0] = finish(seed);
 s->%(game)s[0] = game;
 over_there = &here;
 if (!setjmp(here)) run(s, 0, -1, p);
}
/* Random games: of each who has won, points, decisions, how it ended; a fold of every decision where it is wanted. */
void play(uint64_t seed, int32_t first, int32_t count, int32_t limit, int32_t *codes, uint64_t *winners,
          int32_t *points, int32_t *decisions, int32_t *status, uint64_t *folds) {
 S state, *s = &state;
 P p = {codes, limit, 0};
 for (int32_t at = 0; at < count; at++) {
  if (folds) folds[at] = 0;
  p.fold = folds ? folds + at : 0;
  random_game(s, seed, first + at, &p);
  winners[at] = s->%(winners)s[0];
  for (int32_t i = 0; i < COUNT(s->%(points)s); i++) points[at * COUNT(s->%(points)s) + i] = s->%(points)s[i];
  decisions[at] = s->%(decisions)s[0];
  status[at] = s->%(status)s[0];
 }
}
"""
