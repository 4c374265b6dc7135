/* Players in whole games that are played in C: what a seat knows is worked out of the numbers of a state, as
   `imagine/determinization.py` does, and then it decides. What is handed in stands in `structs.py`. */

#define WORDS (PIECES / 64 + 1)
typedef struct { int64_t piece, cell, height, knowing; const uint64_t *could; } Place;

static int32_t compare_sets(const uint64_t *a, const uint64_t *b) {
 for (int32_t i = WORDS - 1; i >= 0; i--) if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
 return 0;
}
static int32_t size_of_set(const uint64_t *a) {
 int32_t found = 0;
 for (int32_t i = 0; i < WORDS; i++) found += size64(a[i]);
 return found;
}
static int32_t is_in(const uint64_t *a, int64_t piece) { return a[piece / 64] >> (piece & 63) & 1; }
static void add_to(uint64_t *a, int64_t piece) { a[piece / 64] |= 1ULL << (piece & 63); }
static int64_t knowing_of(const Board *b, int64_t cell, int64_t seats, int64_t seat) {
 int64_t own = 1LL << seat, found = b->everybody;
 if (!(seats & b->watching)) found = cell < 0 ? 0 : b->cells[cell * CELL_PARTS + CELL_SEERS];
 return (found & ~own) | (seats & own);
}
/* In which block of a stack a piece lies, from the bottom. */
static int64_t height_of(const Board *b, const int64_t *numbers, int64_t cell, int64_t piece) {
 const int64_t *about = b->cells + cell * CELL_PARTS;
 int64_t bit = piece - about[CELL_LOW];
 if (about[CELL_BLOCKS] < 0) return 0;
 for (int64_t i = 0; i < numbers[about[CELL_BLOCKS]]; i++)
  if ((uint64_t)numbers[about[CELL_WORD] + i * about[CELL_WIDTH] + bit / 64] >> (bit & 63) & 1) return i;
 return 0;
}
/* What may lie where when nobody reads the numbers of copies: see `with_copies`. `could` is of hidden places alone. */
static void join_copies(const Board *b, const Place *places, int32_t many, uint64_t *could, const uint8_t *is_hidden,
                        uint64_t *every) {
 uint64_t seen[WORDS] = {0}, all[WORDS] = {0}, left[WORDS];
 for (int32_t i = 0; i < many; i++) {
  add_to(all, places[i].piece);
  for (int32_t j = 0; j < WORDS; j++) seen[j] |= could[i * WORDS + j];
 }
 for (int64_t piece = 0; piece < PIECES; piece++) {
  int32_t is_first = !is_hidden[piece], is_seen = 0, are_left = 0;
  for (int64_t one = 0; one < piece && is_first; one++) is_first = is_hidden[one] || b->sorts[one] != b->sorts[piece];
  if (!is_first) continue;
  memset(left, 0, sizeof left);
  memset(every, 0, sizeof left);
  for (int64_t one = 0; one < PIECES; one++) {
   if (b->sorts[one] != b->sorts[piece] || is_hidden[one] == 2) continue;
   add_to(every, one);
   if (is_hidden[one]) { add_to(left, one); are_left = 1; } else is_seen |= is_in(seen, one);
  }
  for (int32_t i = 0; are_left && is_seen && i < many; i++) {
   int32_t meets = 0;
   for (int32_t j = 0; j < WORDS; j++) meets |= (could[i * WORDS + j] & every[j]) != 0;
   for (int32_t j = 0; meets && j < WORDS; j++) could[i * WORDS + j] |= left[j];
  }
 }
 for (int32_t i = 0; i < many; i++) for (int32_t j = 0; j < WORDS; j++) could[i * WORDS + j] &= all[j];
}
/* Tell whether copies may lie in other places than others of their sort: Python alone orders them; see `without_numbers`.
   Copies have numbers that follow each other. */
static int32_t are_told_apart(const Board *b, const uint64_t *could, int32_t many, const uint8_t *is_hidden) {
 int64_t before = -1;
 for (int64_t piece = 0; piece < PIECES; piece++) {
  if (is_hidden[piece] != 1) continue;
  for (int32_t i = 0; before >= 0 && b->sorts[before] == b->sorts[piece] && i < many; i++)
   if (is_in(could + i * WORDS, before) != is_in(could + i * WORDS, piece)) return 1;
  before = piece;
 }
 return 0;
}
static int32_t is_before(const Place *a, const Place *b) {
 int32_t sets;
 if (a->cell != b->cell) return a->cell < b->cell;
 if (a->height != b->height) return a->height < b->height;
 sets = compare_sets(a->could, b->could);
 return sets ? sets < 0 : a->knowing < b->knowing;
}
/* Group places by what may lie there, the smallest sets first; 0 where they do not lie in each other. */
static int32_t group(Mind *m, const Place *places, int32_t many) {
 const uint64_t *sets[PIECES + 1];
 int32_t groups = 0, pieces = 0;
 for (int32_t i = 0; i < many; i++) {
  int32_t at = 0, size;
  while (at < groups && compare_sets(sets[at], places[i].could)) at++;
  if (at < groups) continue;
  size = size_of_set(places[i].could);
  for (at = groups++; at > 0; at--) {
   int32_t other = size_of_set(sets[at - 1]);
   if (other < size || (other == size && compare_sets(sets[at - 1], places[i].could) < 0)) break;
   sets[at] = sets[at - 1];
  }
  sets[at] = places[i].could;
  pieces += size;
 }
 for (int32_t i = 0; i < groups; i++)
  for (int32_t j = i + 1; j < groups; j++) {
   int32_t meets = 0, lacks = 0;
   for (int32_t k = 0; k < WORDS; k++) { meets |= (sets[i][k] & sets[j][k]) != 0; lacks |= (sets[i][k] & ~sets[j][k]) != 0; }
   if (meets && lacks) return 0;
  }
 m->sizes = more(m, m->sizes, (size_t)(2 * groups) * sizeof *m->sizes);
 m->hidden = more(m, m->hidden, (size_t)(many + pieces) * sizeof *m->hidden);
 pieces = 0;
 for (int32_t i = 0; i < groups; i++) {
  int32_t before = pieces;
  for (int32_t j = 0; j < many; j++) if (!compare_sets(places[j].could, sets[i])) m->hidden[pieces++] = j;
  m->sizes[2 * i] = pieces - before;
  for (int64_t piece = 0; piece < PIECES; piece++) if (is_in(sets[i], piece)) m->hidden[pieces++] = piece;
  m->sizes[2 * i + 1] = pieces - before - m->sizes[2 * i];
 }
 m->many_groups = groups;
 return 1;
}
static const int64_t *standing_at(const Board *b, const int64_t *at, const int64_t *numbers) {
 int64_t is_saved = at[AT_KEY] >= 0 && b->shifts[at[AT_KEY]] >= 0;
 return numbers + (is_saved ? b->shifts[at[AT_KEY]] + at[AT_BEHIND] : at[AT_PLACE]);
}
/* Tell whether a place of an open paragraph holds a piece that is hidden. */
static int32_t holds_hidden(const Board *b, const int64_t *about, const int64_t *numbers, const uint8_t *is_hidden) {
 const int64_t *at = standing_at(b, about + HELD_AT, numbers);
 if (about[HELD_LOW] < 0) {
  int64_t many = about[HELD_LENGTH] < 0 ? 1 : *standing_at(b, about + HELD_LENGTH, numbers);
  for (int64_t i = 0; i < many; i++) if (at[i] >= 0 && at[i] < PIECES && is_hidden[at[i]] == 1) return 1;
  return 0;
 }
 for (int64_t i = 0; i < about[HELD_WIDTH]; i++)
  for (uint64_t word = (uint64_t)at[i]; word; word &= word - 1) {
   int64_t piece = about[HELD_LOW] + 64 * i + low64(word);
   if (piece < PIECES && is_hidden[piece] == 1) return 1;
  }
 return 0;
}
/* Tell whether anything that open paragraphs hold may be otherwise where hidden pieces lie elsewhere: see `OpenSecrets`. */
static int32_t open_hold(const Board *b, const int64_t *numbers, const uint8_t *is_hidden, int64_t seat) {
 int64_t at = b->first_open[numbers[b->resume_at]], top = b->many_keys ? b->saved_at + numbers[b->saved_size_at] : 0;
 for (int64_t i = 0; i < b->many_keys; i++) b->shifts[i] = -1;
 while (at >= 0) {
  const int64_t *one = b->opened + at * OPEN_PARTS;
  int64_t you = one[OPEN_KEPT] ? *standing_at(b, one + OPEN_YOU, numbers) : one[OPEN_YOU];
  if (one[OPEN_ASKS] || (one[OPEN_PICKS] && you != seat)) return 1;
  for (int64_t i = 0; i < one[OPEN_MANY]; i++)
   if (holds_hidden(b, b->held + (one[OPEN_HELD] + i) * HELD_PARTS, numbers, is_hidden)) return 1;
  at = one[OPEN_AROUND];
  if (at >= 0) continue;
  if (one[OPEN_BACK] < 0) return 0;
  at = b->sites[one[OPEN_SITES] + *standing_at(b, one + OPEN_BACK, numbers)];
  if (at >= 0 && b->opened[at * OPEN_PARTS + OPEN_SAVES]) b->shifts[one[OPEN_KEY]] = top -= one[OPEN_SIZE];
 }
 return 0;
}
/* Tell whether a seat can tell a piece from others in its place, and knows it: then it knows what was shown there. */
static int32_t is_told_apart(const Board *b, int64_t cell, int32_t is_hidden, int64_t seat) {
 const int64_t *about = b->cells + cell * CELL_PARTS;
 return cell < 0 || (is_hidden != 1 && (about[CELL_BLOCKS] >= 0 || about[CELL_LOW] < 0 || about[CELL_SEERS] >> seat & 1));
}
/* Work out what a seat knows; 0 where that is more than which pieces are hidden. */
static int32_t know(Mind *m, const Board *b, const int64_t *numbers, const uint64_t *could, int64_t seat) {
 const int64_t *place = numbers + b->place_at, *known = numbers + b->known_at;
 Place *places;
 uint64_t *sets;
 uint8_t is_hidden[PIECES + 1];  /* 2: it lies nowhere, and nobody has seen where */
 int32_t many = 0;
 for (int64_t piece = 0; piece < PIECES; piece++) {
  is_hidden[piece] = known[piece] >> seat & 1 ? 0 : place[piece] < 0 ? 2 : 1;
  many += is_hidden[piece] == 1;
  if (numbers[b->exposed_at + piece] && !is_told_apart(b, place[piece], is_hidden[piece], seat)) return 0;
 }
 if (open_hold(b, numbers, is_hidden, seat)) return 0;
 m->place_at = b->place_at;
 m->known_at = b->known_at;
 m->base = more(m, m->base, BLOCK * sizeof *m->base);
 memcpy(m->base, numbers, b->numbers * sizeof *m->base);
 if (BLOCK > b->numbers) memcpy(m->base + b->numbers, b->rest, (BLOCK - b->numbers) * sizeof *m->base);
 for (int64_t i = 0; i < STREAMS; i++) if (!b->dice[i]) m->base[b->draws_at + i] = 0;
 for (int64_t piece = 0; piece < PIECES; piece++)
  m->base[b->known_at + piece] = knowing_of(b, place[piece], known[piece], seat);
 m->knowing = more(m, m->knowing, (size_t)(many + 1) * (sizeof(Place) + WORDS * sizeof(uint64_t)));
 sets = m->knowing;
 places = (Place *)(sets + (size_t)(many + 1) * WORDS);
 many = 0;
 for (int64_t piece = 0; piece < PIECES; piece++) {
  Place *one = places + many;
  if (is_hidden[piece] != 1) continue;
  if (!b->cells[place[piece] * CELL_PARTS + CELL_ALONE]) return 0;
  memcpy(sets + many * WORDS, could + piece * WORDS, WORDS * sizeof *sets);
  one->piece = piece;
  one->cell = place[piece];
  one->height = height_of(b, numbers, one->cell, piece);
  one->knowing = knowing_of(b, one->cell, known[piece], seat);
  one->could = sets + many * WORDS;
  many++;
 }
 if (many) join_copies(b, places, many, sets, is_hidden, sets + many * WORDS);
 if (are_told_apart(b, sets, many, is_hidden)) return 0;
 for (int32_t i = 1; i < many; i++) {
  Place one = places[i];
  int32_t at;
  for (at = i; at > 0 && is_before(&one, places + at - 1); at--) places[at] = places[at - 1];
  places[at] = one;
 }
 m->spots = more(m, m->spots, (size_t)(many + 1) * sizeof *m->spots);
 for (int32_t i = 0; i < many; i++) {
  const int64_t *about = b->cells + places[i].cell * CELL_PARTS;
  int64_t word = about[CELL_WORD] + places[i].height * about[CELL_WIDTH];
  m->spots[i] = (Spot){word, about[CELL_LOW], places[i].cell, places[i].knowing};
  take_piece(m, m->spots + i, places[i].piece);
 }
 m->many_spots = many;
 return group(m, places, many);
}

/* ---------------------------------------------------------------- all decide at the same time */

/* How many pieces lie in a cell; a stack has their number before its blocks. */
static int64_t count_inside(const Board *b, int64_t cell, const int64_t *numbers) {
 const int64_t *about = b->cells + cell * CELL_PARTS;
 int64_t blocks = about[CELL_BLOCKS] < 0 ? 1 : numbers[about[CELL_BLOCKS]], found = 0;
 if (about[CELL_LOW] < 0) return numbers[about[CELL_WORD]] >= 0;
 for (int64_t i = 0; i < blocks * about[CELL_WIDTH]; i++) found += size64((uint64_t)numbers[about[CELL_WORD] + i]);
 return found;
}
static int32_t same_inside(const Board *b, int64_t cell, const int64_t *one, const int64_t *other) {
 const int64_t *about = b->cells + cell * CELL_PARTS;
 int64_t blocks = about[CELL_BLOCKS] < 0 ? 1 : one[about[CELL_BLOCKS]];
 if (about[CELL_BLOCKS] >= 0 && other[about[CELL_BLOCKS]] != blocks) return 0;
 return !memcmp(one + about[CELL_WORD], other + about[CELL_WORD], blocks * about[CELL_WIDTH] * sizeof *one);
}
/* Tell whether a seat sees the same of what is its own now and in a deal: the others' things are shown as they were when
   all began. Where any number is another one Python is asked. */
static int32_t sees_same(const Board *b, int64_t seat, const int64_t *now, const int64_t *then) {
 if (now[b->resume_at] != then[b->resume_at]) return 0;
 for (int64_t i = 0; i < b->many_own; i++) {
  const int64_t *one = b->own + i * OWN_PARTS;
  if (one[OWN_SEAT] != seat) continue;
  if (memcmp(now + one[OWN_PLACE], then + one[OWN_PLACE], one[OWN_WIDTH] * sizeof *now)) return 0;
 }
 for (int64_t cell = 0; cell < b->many_cells; cell++) {
  const int64_t *about = b->cells + cell * CELL_PARTS;
  if (about[CELL_OWNER] != seat) continue;
  if (about[CELL_SEERS] >> seat & 1 ? !same_inside(b, cell, now, then)
                                    : count_inside(b, cell, now) != count_inside(b, cell, then)) return 0;
 }
 for (int64_t piece = 0; piece < PIECES; piece++) {
  int64_t place = now[b->place_at + piece], other = then[b->place_at + piece];
  int32_t known = now[b->known_at + piece] >> seat & 1;
  if ((place < 0 || b->cells[place * CELL_PARTS + CELL_OWNER] != seat) &&
      (other < 0 || b->cells[other * CELL_PARTS + CELL_OWNER] != seat)) continue;
  if (known != (then[b->known_at + piece] >> seat & 1) || (known && place != other)) return 0;
 }
 return 1;
}
/* Play on from where all began: the seat decides as it did, the others by chance; see `Determinizer._replay`. */
static int32_t decided_again(Mind *m, P *p, Random *random) {
 const Board *b = m->board;
 int32_t at = 0;
 go_on(m, p, -1);
 count(m, p);
 while (p->n && IS_SECRET(&p->s)) {
  int32_t code;
  if (DECIDER(&p->s) != m->t.seat) code = offered(m, p)[(int64_t)(share_of(random) * p->n)];
  else if (at < m->many_since) {
   code = m->since[at++];
   if (!is_offered(m, p, code)) return NOT_SO;
  } else {
   give_block(&p->s, m->then);
   return sees_same(b, m->t.seat, m->now, m->then) ? AS_SEEN : UNSURE;
  }
  act(m, p, code);
 }
 return NOT_SO;
}
/* Work out what a seat knew when all began to decide, and what it has decided since; 0: Python is asked. What it has
   drawn or come to know by that would have to come again. */
static int32_t know_together(Mind *m, const Board *b, const int64_t *now, Curtain *curtain, int64_t seat,
                             int64_t decisions) {
 int64_t *began = curtain->numbers, many = decisions - curtain->first;
 began[b->resume_at] = curtain->block;
 for (int64_t i = 0; i < STREAMS; i++) if (now[b->draws_at + i] != began[b->draws_at + i]) return 0;
 for (int64_t piece = 0; piece < PIECES; piece++)
  if (now[b->known_at + piece] & ~began[b->known_at + piece] & 1LL << seat) return 0;
 if (!know(m, b, began, curtain->could + seat * PIECES * WORDS, seat)) return 0;
 m->since = more(m, m->since, (size_t)(many + 1) * sizeof *m->since);
 m->then = more(m, m->then, BLOCK * sizeof *m->then);
 m->many_since = 0;
 for (int64_t i = curtain->first; i < decisions; i++)
  if (curtain->seats[i] == seat) m->since[m->many_since++] = curtain->answers[i];
 m->board = b;
 m->is_together = 1;
 return 1;
}
int64_t size_of_board(void) { return sizeof(Board); }
int64_t size_of_bot(void) { return sizeof(Bot); }
/* Decide for a seat, in `units` looks, plans and tries at most; return the place of the choice, or why there is none:
   NOT_YET: call again, with the same. */
int64_t bot_decide(Mind *m, const Board *b, const Bot *bot, const int64_t *numbers, const uint64_t *could,
                   Curtain *curtain, int64_t seat, int64_t decisions, int64_t choices, uint64_t key, int64_t *units) {
 int64_t out[5], found;
 int32_t why;
 m->now = numbers;
 if (!m->is_deciding) {
  Task t = bot->task;
  t.seat = seat;
  t.number = decisions;
  t.all = choices;
  t.key = key;
  t.random = generated(key, decisions, 0);
  if (!t.searches) {
   Random random = {t.random};
   if (decisions >= b->long_game && share_of(&random) < b->restless) return below(&random, choices);
   t.random = random.at;
   t.looks = least(bot->looks, (b->most_looks + choices - 1) / choices);
   if (t.looks < 1) t.looks = 1;
  }
  if (task_begin(m, &t) != DONE) return LOST;
  over_there = 0;
  if (setjmp(m->way_out)) return LOST;
  if (!(curtain->is_open ? know_together(m, b, numbers, curtain, seat, decisions) : know(m, b, numbers, could, seat)))
   return ASK;
  m->is_deciding = 1;
  m->made_before = 0;
 }
 why = task_go(m, *units, m->made_before, bot->task.searches ? bot->tries : 0, 0.0, 0, out);
 *units -= out[4];
 m->made_before += out[0];
 if (why == GOES_ON) return NOT_YET;
 m->is_deciding = 0;
 if (why == WANTS_DEAL && m->is_together) return ASK;
 if (why != DONE) return LOST;
 found = task_best(m);
 return found < 0 ? LOST : found;
}
void bot_forget(Mind *m) { m->is_deciding = 0; }
