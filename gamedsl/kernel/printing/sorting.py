"""Nothing in -> the text in C that sorts rows of games by what they have in common, so that one of each sort is read

A row is what ``batch.py`` writes of a game; its numbers stand as far ``apart`` as it says. What it is sorted by are
numbers made of it, each by an operation: three numbers say which, at which place of the row, and what else it needs.
``kernel/native/sorting.py`` has their names.
"""

SORTING = r"""
enum { NOTHING, NUMBER, IS_THERE, TURN, HOW_MANY, TOTAL, OF_WINNERS, WHO_HAS, BEST_ALONE, WORST_ALONE, AHEAD, DIFFER };
enum { CLOSE = 1 << 16 };
/* The seat that alone has the most (sign 1) or the least (-1), else -1. */
static int64_t alone(const int64_t *v, int64_t room, int64_t seats, int64_t sign) {
 int64_t best = 0, times = 1;
 for (int64_t i = 1; i < seats; i++) {
  if (sign * v[i * room] > sign * v[best * room]) { best = i; times = 1; }
  else times += v[i * room] == v[best * room];
 }
 return times == 1 ? best : -1;
}
static int64_t ahead(const int64_t *v, int64_t room, int64_t seats) {
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
/* Make a number of each of some rows that stand behind each other. */
static void make(const int64_t *row, int64_t apart, const int64_t *numbers, int64_t n, const int64_t *key,
                 int64_t *out) {
 const int64_t *v = row + key[1] * apart, *won = row + WINNERS * apart;
 int64_t many = key[2];
 memset(out, 0, n * sizeof *out);
 switch (key[0]) {
  case NUMBER: memcpy(out, v, n * sizeof *out); break;
  case IS_THERE: for (int64_t i = 0; i < n; i++) out[i] = v[i] >= 0; break;
  case TURN: for (int64_t i = 0; i < n; i++) out[i] = numbers[i] % many; break;
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
/* Where numbers lie close together all of them make one, which is the place in a table; else there is nothing to do. */
static int64_t only(int64_t *values, int64_t games, int64_t many) {
 int64_t size = 1;
 for (int64_t key = 0; key < many; key++) {
  const int64_t *v = values + key * games;
  int64_t low = v[0], high = v[0];
  uint64_t range;
  for (int64_t i = 1; i < games; i++) { if (v[i] < low) low = v[i]; if (v[i] > high) high = v[i]; }
  range = (uint64_t)high - (uint64_t)low;
  if (range >= CLOSE || (size *= (int64_t)range + 1) > CLOSE) return 0;
 }
 for (int64_t key = 0; key < many; key++) {
  int64_t *v = values + key * games, low = v[0], high = v[0];
  for (int64_t i = 1; i < games; i++) { if (v[i] < low) low = v[i]; if (v[i] > high) high = v[i]; }
  for (int64_t i = 0; i < games; i++) values[i] = (key ? values[i] * (high - low + 1) : 0) + v[i] - low;
 }
 return size;
}
static uint64_t hash_of(const int64_t *values, int64_t games, int64_t many, int64_t game) {
 uint64_t hash = 0;
 for (int64_t key = 0; key < many; key++) {
  hash = (hash ^ (uint64_t)values[key * games + game]) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 32;
 }
 return hash;
}
static int32_t same(const int64_t *values, int64_t games, int64_t many, int64_t one, int64_t other) {
 for (int64_t key = 0; key < many; key++) if (values[key * games + one] != values[key * games + other]) return 0;
 return 1;
}
/* Give out by game which sort it is of, and of each sort the first game and how many there are. A place of memory of 0
   is no row: its game is of sort -1. ``values``: room for a number of each game for each key. Return
   how many sorts there are, -1 where there is no memory to tell. */
int64_t sort_rows(const int64_t *const *rows, const int64_t *numbers, int64_t games, int64_t apart,
                  const int64_t *keys, int64_t many, int32_t *sorts, int64_t *firsts, int64_t *times, int64_t *values) {
 int64_t found = 0, is_close, size = 1;
 int32_t *table;
 for (int64_t game = 0, n; game < games; game += n) {
  for (n = 1; game + n < games && rows[game + n] == rows[game] + n; n++);
  for (int64_t key = 0; key < many; key++) {
   int64_t *out = values + key * games + game;
   if (rows[game]) make(rows[game], apart, numbers + game, n, keys + 3 * key, out);
   else *out = 0;
  }
 }
 is_close = games && many ? only(values, games, many) : 0;
 while (size < (is_close ? is_close : 2 * games)) size *= 2;
 table = malloc(size * sizeof *table);
 if (!table) return -1;
 memset(table, -1, size * sizeof *table);
 for (int64_t game = 0; game < games; game++) {
  uint64_t at = is_close ? (uint64_t)values[game] : hash_of(values, games, many, game) & (uint64_t)(size - 1);
  if (!rows[game]) { sorts[game] = -1; continue; }
  if (!is_close)
   while (table[at] >= 0 && !same(values, games, many, firsts[table[at]], game)) at = (at + 1) & (uint64_t)(size - 1);
  if (table[at] < 0) { table[at] = (int32_t)found; firsts[found] = game; times[found++] = 0; }
  times[table[at]]++;
  sorts[game] = table[at];
 }
 free(table);
 return found;
}
/* Add the numbers of games, each by its sort, one after the other. */
double add_in_order(const double *values, const int32_t *sorts, int64_t games) {
 double sum = 0;
 for (int64_t game = 0; game < games; game++) sum += values[sorts[game]];
 return sum;
}
"""
