"""A program -> folds of random games, of every decision and every number of the state, in Python and in C

The C is a whole program of its own, so that it can be compiled with every check of the compiler.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from operator import mul
from pathlib import Path

from gamedsl.engine.state.chance import draw, key_of, mix64
from gamedsl.kernel.playing import RUNNING, STOPPED, Block, PythonKernel
from gamedsl.kernel.printing.c import Printer
from gamedsl.kernel.program import Program, Word
from tests.helpers.suite.nightly import NIGHTLY

BY_NIGHT = ("-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all")
CHECKED = ("-w", "-fwrapv", *(BY_NIGHT if NIGHTLY else ("-O0",)))
"""Flags with which what is undefined, or outside of its place, ends the program."""
MASK = (1 << 64) - 1
STEP, HIGH = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95
POLICY = 255
_CHUNK = 64
UNCOUNTED = {"work", "jumps"}
"""Fields that are counted anew for each decision."""

_MAIN = r"""
#include <stdio.h>
static const int counted[] = {%(counted)s};
static uint64_t field_of(const S *s, int field) {
 uint64_t h = 0, p = 1;
 switch (field) {
%(fields)s
 }
 return h;
}
static uint64_t block_of(const S *s) {
 uint64_t h = 0;
 for (int i = 0; i < %(many)d; i++) if (counted[i]) h = (h + field_of(s, i)) * 0x%(step)XULL;
 return h;
}
static void told(const S *s, int32_t n, int32_t code) {
 printf("%%d %%d %%d", (int)s->%(decider)s[0], (int)n, (int)code);
 for (int i = 0; i < %(many)d; i++) printf(" %%llx", counted[i] ? (unsigned long long)field_of(s, i) : 0);
 printf("\n");
}
static int32_t is_ready(S *s, P *p) { (void)s; (void)p; return 1; }
static int32_t chosen(S *s, P *p, int32_t n) {
 const int32_t *codes = p->codes;
 int32_t code;
 uint64_t power = 1, sum = 0;
 if (!n) { s->%(status)s[0] = 2; fault = -1; return STAY; }
 if (s->%(decisions)s[0] >= p->limit) return STAY;
 code = codes[draw(s, 255, s->%(decisions)s[0], n)];
 for (int32_t i = 0; i < n; i++) { sum += (uint64_t)(int64_t)codes[i] * power; power *= 0x%(step)XULL; }
 if (p->trace) told(s, n, code);
 sum += (uint64_t)(int64_t)s->%(decider)s[0] + 7 * (uint64_t)n + 11 * (uint64_t)code;
 *p->fold = finish(*p->fold * 31 + sum + block_of(s));
 s->%(decisions)s[0]++;
 s->%(work)s[0] = 0;
 s->%(jumps)s[0] = 0;
 return code;
}
static void fold_game(S *s, uint64_t seed, P *p) {
 jmp_buf here;
 blank(s);
 s->%(key)s[0] = finish(seed);
 over_there = &here;
 if (!setjmp(here)) run(s, 0, -1, p);
}
int main(int argc, char **argv) {
 S *s = calloc(1, sizeof *s);
 int32_t *codes = calloc(room_for_choices(), sizeof *codes);
 uint64_t first = strtoull(argv[1], 0, 10), count = strtoull(argv[2], 0, 10);
 for (uint64_t seed = first; seed < first + count; seed++) {
  uint64_t *h = calloc(1, sizeof *h);
  fault = 0;
  P p = {codes, atoi(argv[3]), h, argc > 4};
  fold_game(s, seed, &p);
  if (s->%(status)s[0] != 2) fault = 0;
  if (argc > 4) told(s, fault, s->%(status)s[0]);
  else printf("%%d %%d %%llx\n", (int)s->%(status)s[0], (int)fault,
              (unsigned long long)(s->%(status)s[0] == 2 ? *h : finish(*h * 31 + block_of(s))));
  free(h);
 }
 free(codes);
 free(s);
 return 0;
}
"""


class _Printer(Printer):
    """Writes a program whose games are played as folds want it."""

    chooser = """
typedef struct {
 int32_t *codes, limit;
 uint64_t *fold;
 int trace;
} P;
static int32_t is_ready(S *s, P *p);
static int32_t chosen(S *s, P *p, int32_t n);"""


class Folds:
    """Folds the games of one program in both ways."""

    def __init__(self, program: Program, compiler: str, folder: Path) -> None:
        self.kernel = kernel = PythonKernel(program)
        self.names = [*program.fields]
        self.slices = [slice(kernel.at[name], kernel.at[name] + one.count) for name, one in program.fields.items()]
        self.wide = [isinstance(one.type, Word) and one.type.width > 64 for one in program.fields.values()]
        longest = max(program.most_choices + 1, *(one.count for one in program.fields.values()))
        self.powers = [1]
        while len(self.powers) < longest:
            self.powers.append(self.powers[-1] * STEP & MASK)
        self.stuck = {*program.stuck.values()}
        self.chunks = list(self._chunks())
        self.last: list[tuple[list[int], int]] = [([-1], 0)] * len(self.chunks)
        source, self.made = folder / "folds.c", folder / "folds"
        source.write_text(_Printer(program).text() + _main(program, self.wide), encoding="ascii")
        subprocess.run([compiler, *CHECKED, "-o", self.made, source], check=True, timeout=600)

    def native(self, first: int, count: int, limit: int, *more: str) -> list[str]:
        """Return what C tells of games: a line for each; with ``more`` one for each decision of a game."""
        command = [str(self.made), str(first), str(count), str(limit), *more]
        found = subprocess.run(command, check=False, capture_output=True, text=True)
        assert (0, "") == (found.returncode, found.stderr)
        return found.stdout.splitlines()

    def python(self, seed: int, limit: int) -> str:
        """Return what Python tells of a game."""
        h, lines = 0, self._decisions(seed, limit)
        for s, codes, code in lines:
            if not codes:
                status, fault = self._ended(s)
                h = h if status == STOPPED else mix64(h * 31 + self._block(s) & MASK)
                return f"{status} {fault} {h:x}"
            own = s[self.kernel.at["decider"]] + 7 * len(codes) + 11 * code
            h = mix64(h * 31 + own + sum(map(mul, codes, self.powers)) + self._block(s) & MASK)
        raise AssertionError("a game has an end")

    def first_difference(self, seed: int, limit: int) -> str:
        """Return at which decision of a game something else stands where, by the names of fields."""
        for number, ((s, codes, code), line) in enumerate(
            zip(self._decisions(seed, limit), self.native(seed, 1, limit, "trace"), strict=False)
        ):
            decider, many, chosen, *fields = line.split()
            status, fault = self._ended(s)
            expected = [s[self.kernel.at["decider"]], len(codes), code] if codes else [decider, fault, status]
            other = [
                name
                for at, name in enumerate(self.names)
                if name not in UNCOUNTED and int(fields[at], 16) != self._field(s, at)
            ]
            if other or expected != [*map(int, (decider, many, chosen))][: len(expected)]:
                return f"seed {seed}, decision {number}: {expected} and not {line.split()[:3]}; other: {other}"
        return f"seed {seed}: another number of decisions, or other choices"

    def _decisions(self, seed: int, limit: int) -> Iterator[tuple[Block, Sequence[int], int]]:
        """Play a game; give the state, the choices and the one that is made; at the end no choices."""
        kernel = self.kernel
        kernel.failed = None
        s, key = kernel.start(seed), key_of(seed)
        for number in range(limit + 1):
            codes = kernel.codes(s)
            if not codes or number == limit:
                break
            code = codes[draw(key, 0, POLICY, number, len(codes))]
            yield s, codes, code
            kernel.apply(s, code)
        yield s, (), 0

    def _ended(self, s: Block) -> tuple[int, int]:
        status = s[self.kernel.at["status"]]
        if status != STOPPED or self.kernel.failed is None:
            return status, RUNNING
        fault = self.kernel.failed[0]
        return status, -1 if fault in self.stuck else fault

    def _field(self, s: Block, at: int) -> int:
        numbers = s[self.slices[at]]
        found = sum(map(mul, numbers, self.powers))
        if self.wide[at]:
            found += sum((one >> 64) * HIGH * power for one, power in zip(numbers, self.powers, strict=False))
        return found & MASK

    def _chunks(self) -> Iterator[tuple[slice, list[int], bool]]:
        """Give pieces of a state that are folded together: what every number counts, and whether some are wide.

        A fold is a sum, so what has not changed since the last decision need not be added up again.
        """
        weights: list[int] = []
        behind = sum(name not in UNCOUNTED for name in self.names)
        wide: set[int] = set()
        for name, place, is_wide in zip(self.names, self.slices, self.wide, strict=True):
            assert place.start == len(weights)
            many, counts = place.stop - place.start, name not in UNCOUNTED
            weights += [pow(STEP, behind + one, MASK + 1) * counts for one in range(many)]
            behind -= counts
            wide |= {*range(place.start // _CHUNK, (place.stop - 1) // _CHUNK + 1)} if is_wide else set()
        for number, first in enumerate(range(0, len(weights), _CHUNK)):
            part = slice(first, first + _CHUNK)
            yield part, weights[part], number in wide

    def _block(self, s: Block) -> int:
        for at, (part, weights, is_wide) in enumerate(self.chunks):
            now = s[part]
            if now != self.last[at][0]:
                folded = [one + (max(one, 0) >> 64) * HIGH for one in now] if is_wide else now
                self.last[at] = now, sum(map(mul, folded, weights)) & MASK
        found: int = sum([one for _, one in self.last])
        return found & MASK


def _main(program: Program, wide: Sequence[bool]) -> str:
    printer, cases = Printer(program), []
    for at, field in enumerate(program.fields.values()):
        one = f"s->{printer.fields[field.name]}[i]"
        more = f" + (uint64_t)({one} >> 64) * 0x{HIGH:X}ULL * p" if wide[at] else ""
        term = f"h += (uint64_t){one} * p{more}; p *= 0x{STEP:X}ULL;"
        cases.append(f" case {at}: for (int i = 0; i < {field.count}; i++) {{ {term} }} break;")
    counted = ", ".join(str(int(name not in UNCOUNTED)) for name in program.fields)
    given = {"counted": counted, "fields": "\n".join(cases), "many": len(program.fields), "step": STEP}
    return _MAIN % {**printer.fields, **given}
