"""Nothing in -> the text in C that sorts rows of games by what they have in common, so that one of each sort is read

A row is what ``batch.py`` writes of a game; its numbers stand as far ``apart`` as it says. What it is sorted by are
numbers made of it, each by an operation: three numbers say which, at which place of the row, and what else it needs.
``kernel/native/sorting.py`` has their names.
"""

SORTING = r"""
enum { NOTHING, NUMBER, IS_THERE, TURN, HOW_MANY, TOTAL, OF_WINNERS, WHO_HAS, BEST_ALONE, WORST_ALONE, AHEAD, DIFFER };
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
static int64_t made_of(const int64_t *row, int64_t room, int64_t number, int64_t seats, const int64_t *key) {
 const int64_t *v = row + key[1] * room;
 int64_t found = 0, won;
 switch (key[0]) {
  case NUMBER: return *v;
  case IS_THERE: return *v >= 0;
  case TURN: return number % key[2];
  case HOW_MANY: for (int64_t i = 0; i < seats; i++) found += *v >> i & 1; return found;
  case TOTAL: for (int64_t i = 0; i < seats; i++) found += v[i * room]; return found;
  case OF_WINNERS:
   won = row[WINNERS * room];
   for (int64_t i = 0; i < seats; i++) if (won >> i & 1) found += v[i * room];
   return found;
  case WHO_HAS: for (int64_t i = 0; i < seats; i++) found |= (int64_t)(v[i * room] != 0) << i; return found;
  case BEST_ALONE: return alone(v, room, seats, 1);
  case WORST_ALONE: return alone(v, room, seats, -1);
  case AHEAD: return ahead(v, room, seats);
  case DIFFER: for (int64_t i = 1; i < seats; i++) found |= v[i * room] != *v; return found;
  default: return 0;
 }
}
/* Give out by game which sort it is of, and of each sort the first game and how many there are. A place of memory of 0
   is no row: its game is of sort -1. Return how many sorts there are, -1 where there is no memory to tell. */
int64_t sort_rows(const int64_t *const *rows, const int64_t *numbers, int64_t games, int64_t apart,
                  int64_t seats, const int64_t *keys, int64_t many, int32_t *sorts, int64_t *firsts, int64_t *times) {
 int64_t size = 1024, found = 0, room = 0, is_lost = 0, made[16];
 int64_t *values = 0;
 uint64_t *hashes = 0;
 int32_t *table = malloc(size * sizeof *table);
 if (!table || many > 16) { free(table); return -1; }
 for (int64_t i = 0; i < size; i++) table[i] = -1;
 for (int64_t game = 0; game < games && !is_lost; game++) {
  uint64_t hash = 0, at;
  int64_t sort;
  if (!rows[game]) { sorts[game] = -1; continue; }
  for (int64_t i = 0; i < many; i++) {
   made[i] = made_of(rows[game], apart, numbers[game], seats, keys + 3 * i);
   hash = (hash ^ (uint64_t)made[i]) * 0x9E3779B97F4A7C15ULL;
   hash ^= hash >> 32;
  }
  for (at = hash & (size - 1); (sort = table[at]) >= 0; at = (at + 1) & (size - 1))
   if (hashes[sort] == hash && !memcmp(values + sort * many, made, many * sizeof *made)) break;
  if (sort >= 0) { sorts[game] = (int32_t)sort; times[sort]++; continue; }
  if (found == room) {
   int64_t more = room ? 2 * room : 1024;
   int64_t *wider = realloc(values, more * (many ? many : 1) * sizeof *values);
   uint64_t *longer = wider ? realloc(hashes, more * sizeof *hashes) : 0;
   if (wider) values = wider;
   if (longer) hashes = longer;
   if (!longer) { is_lost = 1; break; }
   room = more;
  }
  memcpy(values + found * many, made, many * sizeof *made);
  hashes[found] = hash;
  table[at] = (int32_t)found;
  firsts[found] = game;
  times[found] = 1;
  sorts[game] = (int32_t)found++;
  if (4 * found < 3 * size) continue;
  int32_t *wide = malloc(2 * size * sizeof *wide);
  if (!wide) { is_lost = 1; break; }
  free(table);
  table = wide;
  size *= 2;
  for (int64_t i = 0; i < size; i++) table[i] = -1;
  for (int64_t i = 0; i < found; i++) {
   for (at = hashes[i] & (size - 1); table[at] >= 0; at = (at + 1) & (size - 1));
   table[at] = (int32_t)i;
  }
 }
 free(table);
 free(values);
 free(hashes);
 return is_lost ? -1 : found;
}
"""
