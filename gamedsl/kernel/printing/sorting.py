"""Nothing in -> the text in C that sorts rows of games by what they have in common, so that one of each sort is read

A row is what ``batch.py`` writes of a game; its numbers stand as far ``apart`` as it says. What it is sorted by are
numbers made of it, each by an operation: three numbers say which, at which place of the row, and what else it needs.
Their names stand in ``structs.py``. Games come in runs, of which rows stand behind each other and numbers
follow each other. Several threads can sort some runs each; what they have found is small, and put together.
"""

from gamedsl.kernel.printing.structs import RUNS, SORTS, operations

_SORTING = r"""enum { AT_ONCE = 512 };
/* The seat that alone has the most (sign 1) or the least (-1), else -1. */
static int64_t alone(const Cell *v, int64_t room, int64_t seats, int64_t sign) {
 int64_t best = 0, times = 1;
 for (int64_t i = 1; i < seats; i++) {
  if (sign * v[i * room] > sign * v[best * room]) { best = i; times = 1; }
  else times += v[i * room] == v[best * room];
 }
 return times == 1 ? best : -1;
}
static int64_t ahead(const Cell *v, int64_t room, int64_t seats) {
 int64_t most, next;
 if (seats < 2) return 0;
 most = *v > v[room] ? *v : v[room];
 next = *v > v[room] ? v[room] : *v;
 for (int64_t i = 2; i < seats; i++) {
  int64_t one = v[i * room];
  if (one > most) { next = most; most = one; }
  else if (one > next) next = one;
 }
 return most - next;
}
/* What was counted in a game that was followed, 0: it was not; so far behind the cell that says so. */
static const int64_t *counted(const Cell *cell) {
 return *cell ? (const int64_t *)(const void *)((const char *)cell + *cell) : 0;
}
static const Cell *row_at(int64_t place) { return (const Cell *)(intptr_t)place; }
/* Make a number of each of some rows that stand behind each other; the first is that of a game of this number. */
static void make(const Cell *row, int64_t apart, int64_t number, int64_t n, const int64_t *key, int64_t *out) {
 const Cell *v = row + key[1] * apart, *won = row + GAME_WINNERS * apart, *counts = row + GAME_COUNTS * apart;
 int64_t many = key[2];
 memset(out, 0, n * sizeof *out);
 switch (key[0]) {
  case NUMBER: for (int64_t i = 0; i < n; i++) out[i] = v[i]; break;
  case COUNTED: for (int64_t i = 0; i < n; i++) out[i] = counts[i] ? counted(counts + i)[key[1]] : 0; break;
  case IS_THERE: for (int64_t i = 0; i < n; i++) out[i] = v[i] != 0; break;
  case TURN: for (int64_t i = 0; i < n; i++) out[i] = (number + i) % many; break;
  case HOW_MANY: for (int64_t i = 0; i < n; i++) for (int64_t k = 0; k < many; k++) out[i] += v[i] >> k & 1; break;
  case TOTAL: for (int64_t k = 0; k < many; k++) for (int64_t i = 0; i < n; i++) out[i] += v[k * apart + i]; break;
  case OF_WINNERS:
   for (int64_t k = 0; k < many; k++) for (int64_t i = 0; i < n; i++) out[i] += won[i] >> k & 1 ? v[k * apart + i] : 0;
   break;
  case WHO_HAS:
   for (int64_t k = 0; k < many; k++) for (int64_t i = 0; i < n; i++) out[i] |= (int64_t)(v[k * apart + i] != 0) << k;
   break;
  case BEST_ALONE: for (int64_t i = 0; i < n; i++) out[i] = alone(v + i, apart, many, 1); break;
  case WORST_ALONE: for (int64_t i = 0; i < n; i++) out[i] = alone(v + i, apart, many, -1); break;
  case AHEAD: for (int64_t i = 0; i < n; i++) out[i] = ahead(v + i, apart, many); break;
  case DIFFER:
   for (int64_t k = 1; k < many; k++) for (int64_t i = 0; i < n; i++) out[i] |= v[k * apart + i] != v[i];
   break;
  default: break;
 }
}
void forget_sorts(Sorts *s) {
 if (!s) return;
 free(s->firsts); free(s->times); free(s->values); free(s->table); free(s);
}
/* Make room for so many sorts of as many numbers each; return 0 where there is no memory. */
static int32_t make_room(Sorts *s, int64_t room) {
 int64_t *firsts, *times, *values;
 int32_t *table;
 if ((firsts = realloc(s->firsts, room * sizeof *firsts))) s->firsts = firsts;
 if ((times = realloc(s->times, room * sizeof *times))) s->times = times;
 if ((values = realloc(s->values, (room * s->many + 1) * sizeof *values))) s->values = values;
 if ((table = realloc(s->table, 2 * room * sizeof *table))) s->table = table;
 if (!firsts || !times || !values || !table) return 0;
 s->room = room;
 s->size = 2 * room;
 memset(table, -1, s->size * sizeof *table);
 return 1;
}
static uint64_t hash_of(const int64_t *values, int64_t apart, int64_t many) {
 uint64_t hash = 0;
 for (int64_t key = 0; key < many; key++) {
  hash = (hash ^ (uint64_t)values[key * apart]) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 32;
 }
 return hash;
}
/* Return the sort that is made of numbers, -1: it is not known; ``at``: where in the table it stands or belongs. */
static int64_t known_sort(const Sorts *s, const int64_t *values, int64_t apart, uint64_t *at) {
 uint64_t mask = (uint64_t)s->size - 1;
 for (*at = hash_of(values, apart, s->many) & mask; s->table[*at] >= 0; *at = (*at + 1) & mask) {
  const int64_t *own = s->values + s->table[*at] * s->many;
  int64_t key = 0;
  while (key < s->many && own[key] == values[key * apart]) key++;
  if (key == s->many) return s->table[*at];
 }
 return -1;
}
/* Count games of the sort that is made of numbers, of which the first stands at a place; return 0 without memory. */
static int32_t count(Sorts *s, const int64_t *values, int64_t apart, int64_t first, int64_t times) {
 uint64_t at;
 int64_t found = known_sort(s, values, apart, &at);
 if (found < 0) {
  if (s->found == s->room) {
   if (!make_room(s, 2 * s->room)) return 0;
   for (int64_t one = 0; one < s->found; one++) {
    known_sort(s, s->values + one * s->many, 1, &at);
    s->table[at] = (int32_t)one;
   }
   known_sort(s, values, apart, &at);
  }
  found = s->found++;
  s->table[at] = (int32_t)found;
  s->firsts[found] = first;
  s->times[found] = 0;
  for (int64_t key = 0; key < s->many; key++) s->values[found * s->many + key] = values[key * apart];
 }
 s->times[found] += times;
 return 1;
}
/* Make all numbers of at most AT_ONCE games of a run, from one on; return how many games these are. */
static int64_t make_some(const Runs *r, int64_t run, int64_t from, const int64_t *keys, int64_t many, int64_t *out) {
 int64_t n = r->sizes[run] - from < AT_ONCE ? r->sizes[run] - from : AT_ONCE;
 const Cell *row = row_at(r->rows[run]) + from;
 for (int64_t key = 0; key < many; key++)
  make(row, r->apart, r->numbers[run] + from, n, keys + 3 * key, out + key * AT_ONCE);
 return n;
}
/* Sort games by some keys; the first of them stands at a place among all. Games without a row are passed over. Return
   0 where there is no memory to tell. */
Sorts *sort_rows(const Runs *r, const int64_t *keys, int64_t many, int64_t place) {
 Sorts *s = calloc(1, sizeof *s);
 int64_t *values = malloc((many * AT_ONCE + 1) * sizeof *values);
 int32_t is_well = s && values;
 if (s) s->many = many;
 is_well = is_well && make_room(s, 64);
 for (int64_t run = 0; is_well && run < r->many; place += r->sizes[run++]) {
  if (!r->rows[run]) continue;
  for (int64_t from = 0, n; is_well && from < r->sizes[run]; from += n) {
   n = make_some(r, run, from, keys, many, values);
   for (int64_t i = 0; is_well && i < n; i++) is_well = count(s, values + i, AT_ONCE, place + from + i, 1);
  }
 }
 free(values);
 if (is_well) return s;
 forget_sorts(s);
 return 0;
}
/* Add what was found of games behind these; return 0 where there is no memory. */
int32_t add_sorts(Sorts *s, const Sorts *more) {
 for (int64_t one = 0; one < more->found; one++)
  if (!count(s, more->values + one * s->many, 1, more->firsts[one], more->times[one])) return 0;
 return 1;
}
/* Give out by game which sort it is of, -1: it has no row; return 0 where there is no memory. */
int32_t tell_sorts(const Sorts *s, const Runs *r, const int64_t *keys, int32_t *out) {
 int64_t *values = malloc((s->many * AT_ONCE + 1) * sizeof *values);
 uint64_t at;
 if (!values) return 0;
 for (int64_t run = 0; run < r->many; out += r->sizes[run++])
  for (int64_t from = 0, n; from < r->sizes[run]; from += n) {
   n = r->sizes[run] - from;
   if (r->rows[run]) n = make_some(r, run, from, keys, s->many, values);
   for (int64_t i = 0; i < n; i++)
    out[from + i] = r->rows[run] ? (int32_t)known_sort(s, values + i, AT_ONCE, &at) : -1;
  }
 free(values);
 return 1;
}
/* Note by number whether any of the games has counted something of it, from a number on. */
void what_came(const Runs *r, int64_t first, int64_t many, int64_t *out) {
 for (int64_t run = 0; run < r->many; run++)
  for (int64_t i = 0; r->rows[run] && i < r->sizes[run]; i++) {
   const int64_t *own = counted(row_at(r->rows[run]) + GAME_COUNTS * r->apart + i);
   for (int64_t at = 0; own && at < many; at++) out[at] |= own[first + at] != 0;
  }
}
/* Write runs of the games whose sort is wanted; return how many. */
int64_t choose_runs(const Runs *r, const int32_t *sorts, const char *wanted, int64_t *rows, int64_t *numbers,
                    int64_t *sizes) {
 int64_t found = 0;
 for (int64_t run = 0; run < r->many; sorts += r->sizes[run++])
  for (int64_t i = 0, goes_on = 0; i < r->sizes[run]; i++) {
   if (!wanted[sorts[i]]) { goes_on = 0; continue; }
   if (goes_on) { sizes[found - 1]++; continue; }
   rows[found] = r->rows[run] ? r->rows[run] + (int64_t)sizeof(Cell) * i : 0;
   numbers[found] = r->numbers[run] + i;
   sizes[found++] = goes_on = 1;
  }
 return found;
}
"""
SORTING = "\n".join(["", operations(), RUNS.text, SORTS.text, _SORTING])
