/* How players who search think, in C: what `players/search/` does in Python, with the same numbers in the same order.

   In front of this stands the program of a set-up (`c.py`) with what judges its states (`thinking.py`): S is a state,
   P one with the number of its legal choices. Every exported function returns DONE, or why it has not done all. */

#define STEP 0x9E3779B97F4A7C15ULL
#define MOST_ANSWERS 12
#define MOST_TRIES 30
#define MOST_ACTIONS 8
#define ROUND_TRIES 12
#define MOST_MOVES 60
#define DECIDED 1000000000000.0
#define LEAST_TRIES 6
#define MOST_FAILED 3        /* rules that fail in a decision, before every try has a way back at once */
#define CLEAR 3.0
#define MOST_KEPT (1 << 20)  /* choices in all nodes of a tree, and of all trees of one search */
#define MOST_LOGS (1 << 16)
#define LONGEST 1024         /* choices of one turn; who goes further thinks in Python */
#define DEEPEST 400          /* questions within one move, likewise */
#define UNCOUNTED (-1)
#define LINE 64              /* bytes that a processor takes from memory at once */
enum { DONE, WANTS_DEAL, TROUBLE, GOES_ON };

typedef struct { S s; int32_t n; } P;  /* n: how many legal choices, 0 where the game is over, UNCOUNTED */
typedef struct { int64_t lead; P *p; int32_t *path, length; } Moved;
typedef struct { uint64_t at; } Random;
typedef struct { int32_t code, child, seen, is_guessed; double guess; } Entry;
typedef struct { double visits, rewards[SEATS]; Entry *entries; int32_t count, room, is_guessed; } Node;
typedef struct { int32_t seat, left, depth; Random *random; } Look;
typedef struct { double *found, total; int32_t count, room; } Arm;

/* A decision, and what its player weighs; numbers of 64 bits only. `kernel/native/thinking.py` has the same names. */
typedef struct {
 int64_t searches;  /* whether it is searched, else each choice is looked at in some deals */
 int64_t seat, level, most, number;  /* of what hints count; decisions of a game; which decision of it this is */
 int64_t all;       /* how many choices there are */
 int64_t actions, looks, most_choices;  /* where choices are looked at: how far, in how many deals, how many of them */
 int64_t finalists, opening, most_planned, width, tries;                        /* see `Tuning` */
 int64_t horizon, depth, look, most_deals, most_looked;
 double explore, explore_blind, prior, planned;
 uint64_t key, random;  /* of the player; where its random numbers stand */
} Task;

typedef struct { int64_t word, low, place, knowing; } Spot;  /* low -1: one piece, else the piece of the first bit */
typedef struct Mind Mind;
struct Mind {
 int64_t most, level;  /* decisions of a game, whose hints count */
 jmp_buf way_out;
 int32_t *codes, *own; /* room for the choices of a decision, twice */
 P *fresh;             /* whose choices stand in codes */
 P given;              /* the position that is thought about */
 Moved **pool, **rows;
 int32_t used, made;
 double *logs;
 /* what the seat knows, of which deals are made: see `deals.c` */
 int64_t *base, *sizes, *hidden, place_at, known_at, many_spots, many_groups;
 Spot *spots;
 uint64_t *used_pieces;
 void *knowing;        /* room to work that out in: see `bots.c` */
 /* where all decide at the same time: what the seat has decided since, and the state now */
 int32_t is_together, many_since, *since;
 const int64_t *now;
 int64_t *then;
 const void *board;
 int64_t made_before;
 int32_t is_deciding;
 int32_t is_sheltered; /* where a rule fails, all that follows a position is done anew: nothing in it needs a way back */
 int32_t failed;
 /* the decision: see `deciding.c` */
 Task t;
 int64_t units;
 int32_t stage, is_begun, number, at, *order, *finalists, many_finalists, many_order, *plans, *plan_lengths;
 int64_t *sums, *leads;
 int32_t *counts;
 P *deals;
 uint8_t *is_dealt;
 int32_t room_deals;
 /* the search */
 int32_t is_blind, many_final, *final, *plan, *plan_at;
 double *guess, prior, explore, scale_centre[SEATS], scale_width;
 int64_t scale_number;
 Random random;
 P *game;  /* that a try plays: it changes places with what is tried out */
 int32_t pending, kept, most_kept, tries;
 Node *nodes;
 int32_t many_nodes, room_nodes, *way, ways, room_way;
 Arm *arms;
 int32_t *left, many_left, next_check;
 /* where several threads search: who searches the same, each with deals, chance and a tree of its own; 0: nobody more */
 Mind *beside;
 int32_t is_beside;    /* this is not the first of them, who compares what all have found */
};

static void give_up(Mind *m) {
 m->is_sheltered = 0;
 longjmp(m->way_out, 1);
}
static void *more(Mind *m, void *old, size_t size) {
 void *found = realloc(old, size ? size : 1);
 if (!found) give_up(m);
 return found;
}

/* Room for a position; 0 where there is none. It begins with a line of the cache: what does is copied in less time. */
static P *room_for_one(void) {
 char *all = malloc(sizeof(P) + sizeof all + LINE), *found;
 if (!all) return 0;
 found = all + sizeof all;
 found += -(uintptr_t)found & (LINE - 1);
 memcpy(found - sizeof all, &all, sizeof all);
 return (P *)found;
}
static void free_one(P *p) {
 char *all;
 if (!p) return;
 memcpy(&all, (char *)p - sizeof all, sizeof all);
 free(all);
}

/* ---------------------------------------------------------------- numbers */

static inline uint64_t next_of(Random *r) { uint64_t at = r->at; r->at = at + STEP; return finish(at); }
static inline double share_of(Random *r) { return (double)(int64_t)(next_of(r) >> 11) * (1.0 / 9007199254740992.0); }
static inline int64_t below(Random *r, int64_t n) { return (int64_t)(((next_of(r) >> 32) * (uint64_t)n) >> 32); }
static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static double root_of(double x) { return __builtin_sqrt(x); }
static double power_of_e(double x) {
 int32_t times = (int32_t)(x / 0.6931471805599453 + (x >= 0.0 ? 0.5 : -0.5));
 double rest = x - times * 0.6931471805599453 - times * 2.3190468138462996e-17, found = 1.0;
 for (int32_t term = 16; term > 0; term--) found = 1.0 + found * rest / term;
 for (int32_t i = 0; i < times; i++) found *= 2.0;
 for (int32_t i = 0; i < -times; i++) found *= 0.5;
 return found;
}
static double logarithm(double x) {
 int32_t times = 0;
 double share, square, found = 0.0;
 while (x > 1.4142135623730951) { x *= 0.5; times++; }
 share = (x - 1.0) / (x + 1.0);
 square = share * share;
 for (int32_t term = 23; term > 0; term -= 2) found = found * square + 1.0 / term;
 return times * 0.6931471805599453 + 2.0 * share * found;
}
static double log_of(Mind *m, int32_t number) {
 if (number >= MOST_LOGS) return logarithm((double)number);
 if (!m->logs) {
  m->logs = more(m, 0, MOST_LOGS * sizeof *m->logs);
  for (int32_t i = 0; i < MOST_LOGS; i++) m->logs[i] = -1.0;
 }
 if (m->logs[number] < 0.0) m->logs[number] = logarithm((double)number);
 return m->logs[number];
}

/* ---------------------------------------------------------------- games */

static inline int32_t seat_of(const P *p) { return p->n ? DECIDER(&p->s) : -1; }
static inline void copy(Mind *m, P *to, const P *from) {
 copy_state(&to->s, &from->s);
 to->n = from->n;
 if (m->fresh == to) m->fresh = 0;
}
/* Go on to the next decision; how many choices there are then is not counted. A rule that fails jumps away. */
static inline void run_on(Mind *m, P *p, int32_t code) {
 S *s = &p->s;
 p->n = 0;
 m->fresh = 0;
 WORK(s) = 0;
 JUMPS(s) = 0;
 run(s, RESUME(s), code);
 if (STATUS(s)) return;
 if (DECISIONS(s) >= m->most) STATUS(s) = 3;
 else p->n = UNCOUNTED;
}
/* The same, to the end of the game where a rule fails. */
static void go_on(Mind *m, P *p, int32_t code) {
 jmp_buf here, *before = over_there;
 over_there = &here;
 if (!setjmp(here)) run_on(m, p, code);
 over_there = before;
}
/* Count the choices where that has not been done; where there are none, the game is over. A rule that fails jumps away. */
static inline void count_on(Mind *m, P *p) {
 S *s = &p->s;
 int64_t work = WORK(s);
 int32_t n;
 if (p->n != UNCOUNTED) return;
 p->n = 0;
 m->fresh = 0;
 n = legal(s, m->codes);
 WORK(s) = work;
 if (n) { p->n = n; m->fresh = p; } else STATUS(s) = 2;
}
/* The same; the game is over, too, where a rule fails. */
static void count(Mind *m, P *p) {
 jmp_buf here, *before = over_there;
 if (p->n != UNCOUNTED) return;
 if (m->is_sheltered) { count_on(m, p); return; }
 over_there = &here;
 if (!setjmp(here)) count_on(m, p);
 over_there = before;
}
static inline void act_on(Mind *m, P *p, int32_t code) {
 DECISIONS(&p->s)++;
 run_on(m, p, code);
 count_on(m, p);
}
static void act(Mind *m, P *p, int32_t code) {
 jmp_buf here, *before = over_there;
 if (m->is_sheltered) { act_on(m, p, code); return; }
 over_there = &here;
 if (!setjmp(here)) act_on(m, p, code);
 over_there = before;
}
/* The legal choices; they stand there until the next choice is made. */
static int32_t *offered(Mind *m, P *p) {
 jmp_buf here, *before = over_there;
 if (m->fresh == p) return m->codes;
 over_there = &here;
 if (!setjmp(here)) {
  int64_t work = WORK(&p->s);
  int32_t n = legal(&p->s, m->codes);
  WORK(&p->s) = work;
  if (n != p->n) { over_there = before; give_up(m); }
 } else { over_there = before; give_up(m); }
 over_there = before;
 m->fresh = p;
 return m->codes;
}
static int32_t is_offered(Mind *m, P *p, int32_t code) {
 const int32_t *codes = offered(m, p);
 for (int32_t i = 0; i < p->n; i++) if (codes[i] == code) return 1;
 return 0;
}
static void listed(Mind *m, P *p, int32_t (*list)(S *, int64_t *), int64_t *out) {
 jmp_buf here, *before = over_there;
 if (!list) give_up(m);
 if (m->is_sheltered) { list(&p->s, out); return; }
 over_there = &here;
 if (!setjmp(here)) list(&p->s, out);
 else { over_there = before; give_up(m); }  /* a rule fails: Python says which */
 over_there = before;
}
static void values_of(Mind *m, P *p, int64_t *out) {
 int64_t found[LISTED];
 listed(m, p, JUDGES[m->level], found);
 memcpy(out, found, SEATS * sizeof *out);
}
static int64_t lead_of(const int64_t *values, int32_t seat) {
 int64_t sum = 0;
 if (SEATS == 1) return values[seat];
 for (int32_t i = 0; i < SEATS; i++) sum += values[i];
 return SEATS * values[seat] - sum;
}
/* Whether a choice that was made asks its seat something else. */
static inline int32_t asks_on(const P *p, int32_t seat) {
 return p->n && DECIDER(&p->s) == seat && !PLANS[RESUME(&p->s)];
}
static void try_with_care(Mind *m, P *p, int32_t code, int32_t seat, int64_t *values) {
 jmp_buf here, *before = over_there;
 volatile int32_t is_judged = 0;
 DECISIONS(&p->s)++;
 over_there = &here;
 if (!setjmp(here)) run_on(m, p, code);
 if (is_judged) { over_there = before; give_up(m); }  /* a rule fails: Python says which */
 if (!asks_on(p, seat)) {
  is_judged = 1;
  JUDGES[m->level](&p->s, values);
 }
 over_there = before;
}
/* Make a choice, and list how well all stand unless its seat is asked something else then. Most positions are judged
   and forgotten, so their choices are not counted. */
static inline void try_out(Mind *m, P *p, int32_t code, int32_t seat, int64_t *values) {
 if (!JUDGES[m->level]) give_up(m);
 if (!m->is_sheltered) { try_with_care(m, p, code, seat, values); return; }
 DECISIONS(&p->s)++;
 run_on(m, p, code);
 if (!asks_on(p, seat)) JUDGES[m->level](&p->s, values);
}
/* Who is better by the keys of the victory: first who is compared at all. */
static int32_t is_better(const int64_t *keys, int32_t a, int32_t b) {
 int64_t one = keys[0] >> a & 1, other = keys[0] >> b & 1;
 for (int32_t i = 0; one == other && i < KEYS; i++) { one = keys[1 + a * KEYS + i]; other = keys[1 + b * KEYS + i]; }
 return (one > other) - (one < other);
}
static void put_group(double *found, const int32_t *group, int32_t size, int32_t *behind) {
 *behind -= size;
 for (int32_t i = 0; i < size; i++)
  found[group[i]] = 0.25 * ((double)*behind + (double)(size - 1) / 2.0) / (double)(SEATS - 1);
}
static void rewards_of(Mind *m, P *p, double *found) {
 uint64_t winners = WINNERS(&p->s);
 int32_t order[SEATS], many = 0, behind = SEATS, first = 0;
 int64_t keys[LISTED];
 if (STATUS(&p->s) != 1 || SEATS == 1) {
  for (int32_t i = 0; i < SEATS; i++) found[i] = SEATS == 1 && winners ? 1.0 : 0.5;
  return;
 }
 memset(keys, 0, sizeof keys);
 if (IS_RANKED) listed(m, p, RANKING, keys);
 for (int32_t i = 0; i < SEATS; i++) if (winners >> i & 1) order[many++] = i;
 if (many) put_group(found, order, many, &behind);
 for (int32_t i = 0, at; i < SEATS; i++) {
  if (winners >> i & 1) continue;
  for (at = many; at > 0 && !(winners >> order[at - 1] & 1) && is_better(keys, i, order[at - 1]) > 0; at--)
   order[at] = order[at - 1];
  order[at] = i;
  many++;
 }
 for (int32_t i = size64(winners), end; i < SEATS; i = end) {
  for (end = i + 1; end < SEATS && !is_better(keys, order[i], order[end]); end++) {}
  put_group(found, order + i, end - i, &behind);
 }
 first = winners ? size64(winners) : SEATS;
 for (int32_t i = 0; i < SEATS; i++) if (!winners || winners >> i & 1) found[i] += 0.75 / (double)first;
}

/* ---------------------------------------------------------------- looking ahead */

static Moved *take(Mind *m) {
 if (m->used == m->made) {
  Moved *one;
  m->pool = more(m, m->pool, (m->made + 1) * sizeof *m->pool);
  one = calloc(1, sizeof *one);
  if (one) one->p = room_for_one();
  if (one) one->path = malloc(LONGEST * sizeof *one->path);
  if (!one || !one->p || !one->path) {  /* nothing counts that has not all its room */
   if (one) { free_one(one->p); free(one->path); free(one); }
   give_up(m);
  }
  m->pool[m->made++] = one;
 }
 return m->pool[m->used++];
}
static void exchange(Moved *a, Moved *b) { Moved kept = *a; *a = *b; *b = kept; }
static void append(Mind *m, Moved *to, const int32_t *path, int32_t length) {
 if (to->length + length > LONGEST) give_up(m);
 memcpy(to->path + to->length, path, length * sizeof *path);
 to->length += length;
}
static int32_t is_over(Mind *m, const Look *look, P *p) {
 if (p->n && DECIDER(&p->s) != look->seat) return 1;
 count(m, p);
 return seat_of(p) != look->seat;
}
/* Which choices are tried, into a row with room for so many as there may be. */
static int32_t some_of(Mind *m, Look *look, P *p, int32_t *out) {
 int32_t *codes = offered(m, p), n = p->n;
 if (n > MOST_ANSWERS) {
  m->fresh = 0;
  for (int32_t at = 0; at < MOST_ANSWERS; at++) {
   int32_t other = at + (int32_t)below(look->random, n - at), code = codes[at];
   codes[at] = codes[other];
   codes[other] = code;
  }
  n = MOST_ANSWERS;
 }
 memcpy(out, codes, n * sizeof *out);
 return look->left >= n ? n : 1;
}
/* Make a choice and the best answers to the questions within it. Where nothing is asked there, a game that cannot go on
   is judged as one that does. */
static void answered(Mind *m, Look *look, const P *from, int32_t code, Moved *to) {
 int32_t some[MOST_ANSWERS], n, mark = m->used;
 int64_t values[LISTED];
 Moved *best, *other;
 P *kept;
 look->left--;
 copy(m, to->p, from);
 try_out(m, to->p, code, look->seat, values);
 to->length = 0;
 append(m, to, &code, 1);
 if (asks_on(to->p, look->seat)) {
  count(m, to->p);
  if (!to->p->n) values_of(m, to->p, values);
 }
 if (!asks_on(to->p, look->seat)) {
  to->lead = lead_of(values, look->seat);
  if (!to->p->n) {
   double won[SEATS];
   rewards_of(m, to->p, won);
   to->lead += (int64_t)(DECIDED * (won[look->seat] - 0.5));
  }
  return;
 }
 if (++look->depth > DEEPEST) give_up(m);
 n = some_of(m, look, to->p, some);
 best = take(m);
 other = take(m);
 answered(m, look, to->p, some[0], best);
 for (int32_t i = 1; i < n; i++) {
  answered(m, look, to->p, some[i], other);
  if (other->lead > best->lead) exchange(best, other);
 }
 to->lead = best->lead;
 kept = to->p;
 to->p = best->p;
 best->p = kept;
 append(m, to, best->path, best->length);
 m->used = mark;
 look->depth--;
}
/* Let what is judged be known in a position of which several copies will be judged, each of them little changed. */
static void prepare(Mind *m, P *p) {
 int64_t found[LISTED], work = WORK(&p->s);
 listed(m, p, JUDGES[m->level], found);
 WORK(&p->s) = work;
}
/* Make the best choice; of those that are equally good one is drawn. */
static void liked(Mind *m, Look *look, P *from, Moved *to) {
 int32_t some[MOST_ANSWERS], n = some_of(m, look, from, some), alike = 1, mark = m->used;
 Moved *other = take(m);
 if (PREPARES && n > 1) prepare(m, from);
 answered(m, look, from, some[0], to);
 for (int32_t i = 1; i < n; i++) {
  answered(m, look, from, some[i], other);
  if (other->lead > to->lead) { exchange(to, other); alike = 1; }
  else if (other->lead == to->lead && !below(look->random, ++alike)) exchange(to, other);
 }
 m->used = mark;
}
static int64_t after(Mind *m, Look *look, const P *from, int32_t actions, int32_t code) {
 Moved *now, *then;
 int64_t stops[MOST_ACTIONS + 1], best;
 int32_t may_stop[MOST_ACTIONS + 1], many = 0;
 m->used = 0;
 now = take(m);
 then = take(m);
 look->left = MOST_TRIES;
 answered(m, look, from, code, now);
 for (; many < least(actions, MOST_ACTIONS); many++) {
  if (is_over(m, look, now->p) || look->left <= 0) break;
  stops[many] = now->lead;
  may_stop[many] = now->p->n > 1;
  liked(m, look, now->p, then);
  exchange(now, then);
  count(m, now->p);
  may_stop[many] &= now->p->n > 0;
 }
 best = now->lead;
 while (many--) if (may_stop[many] && stops[many] > best) best = stops[many];
 return best;
}

/* ---------------------------------------------------------------- planning a turn */

static Moved *planned(Mind *m, Look *look, const P *from, int32_t width, int32_t code) {
 Moved *ended = 0, *best, **going, **next;
 int32_t many = 1, kept, some[MOST_ANSWERS];
 m->used = 0;
 m->rows = more(m, m->rows, (2 * (size_t)width * MOST_ANSWERS + 2) * sizeof *m->rows);
 going = m->rows;
 next = going + width * MOST_ANSWERS + 1;
 going[0] = take(m);
 answered(m, look, from, code, going[0]);
 for (int32_t action = 0; action < MOST_ACTIONS; action++) {
  int32_t found = 0;
  kept = 0;
  for (int32_t i = 0; i < many; i++) {
   if (!is_over(m, look, going[i]->p)) { if (kept < width) going[kept++] = going[i]; }
   else if (!ended || going[i]->lead > ended->lead) ended = going[i];
  }
  many = kept;
  if (!many || look->left <= 0) break;
  for (int32_t i = 0; i < many; i++) {
   int32_t n = some_of(m, look, going[i]->p, some);
   for (int32_t j = 0, at; j < n; j++) {
    Moved *one = take(m);
    int32_t length = going[i]->length;
    answered(m, look, going[i]->p, some[j], one);
    if (one->length + length > LONGEST) give_up(m);
    memmove(one->path + length, one->path, one->length * sizeof *one->path);
    memcpy(one->path, going[i]->path, length * sizeof *one->path);
    one->length += length;
    for (at = found++; at > 0 && next[at - 1]->lead < one->lead; at--) next[at] = next[at - 1];
    next[at] = one;
   }
  }
  { Moved **kept_row = going; going = next; next = kept_row; }
  many = found;
 }
 best = ended;
 for (int32_t i = 0; !ended && i < many; i++) if (!best || going[i]->lead > best->lead) best = going[i];
 return best;
}

/* ---------------------------------------------------------------- playing on */

static inline int32_t has_drawn(const P *p, const int32_t *draws) {
 return memcmp(DRAWS(&p->s), draws, STREAMS * sizeof *draws) != 0;
}
static inline void draws_of(const P *p, int32_t *draws) { memcpy(draws, DRAWS(&p->s), STREAMS * sizeof *draws); }
static void follow(Mind *m, P *p, int32_t seat, const int32_t *plan, int32_t length, const int32_t *draws) {
 for (int32_t i = 0; i < length; i++) {
  if (has_drawn(p, draws) || seat_of(p) != seat || !is_offered(m, p, plan[i])) return;
  act(m, p, plan[i]);
 }
}
/* Make the move that looks best by itself; return how many tries are left. */
static int32_t make_move(Mind *m, int32_t seat, int32_t left, Random *random) {
 P *p = m->game;
 Look look = {seat, left, 0, random};
 int32_t mark = m->used, draws[STREAMS + 1];
 uint64_t key;
 Moved *to;
 if (p->n == 1) {
  act(m, p, offered(m, p)[0]);
  m->tries++;
  return left - 1;
 }
 to = take(m);
 key = KEY(&p->s);
 KEY(&p->s) = finish(next_of(random));  /* tried with other chance to come than what then happens */
 liked(m, &look, p, to);
 KEY(&p->s) = key;
 draws_of(p, draws);
 if (!has_drawn(to->p, draws)) {
  KEY(&to->p->s) = key;
  m->game = to->p;
  to->p = p;
  count(m, m->game);
 } else follow(m, p, seat, to->path, to->length, draws);
 m->used = mark;
 m->tries += left - look.left;
 return look.left;
}
static void finish_turn(Mind *m, int32_t seat, const int32_t *plan, int32_t length, const int32_t *draws, Random *random) {
 int32_t left = MOST_TRIES;
 follow(m, m->game, seat, plan, length, draws);
 for (int32_t i = 0; i < MOST_ACTIONS; i++) {
  if (seat_of(m->game) != seat || left <= 0) break;
  left = make_move(m, seat, left, random);
 }
}
static void play_round(Mind *m, int32_t seat, Random *random) {
 int32_t others = 0, again = 0;
 for (int32_t i = 0; i < (SEATS > 1 ? MOST_MOVES : MOST_ACTIONS); i++) {
  int32_t decider = seat_of(m->game);
  if (decider < 0 || (again && decider != seat)) return;
  again = others && decider == seat;
  others = others || decider != seat;
  make_move(m, decider, ROUND_TRIES, random);
 }
}
static void play_with_care(Mind *m, int32_t seat, int32_t tries, Random *random) {
 m->tries = 0;
 play_round(m, seat, random);
 while (m->game->n && m->tries < tries) play_round(m, seat, random);
}
/* The same, with one way back for all that is tried out: where a rule fails, it is played anew from its beginning. */
static void play_rounds(Mind *m, int32_t seat, int32_t tries, Random *random) {
 jmp_buf here, *before = over_there;
 int32_t mark = m->used;
 const Random began = *random;
 const P *from;
 if (m->failed >= MOST_FAILED) { play_with_care(m, seat, tries, random); return; }
 from = take(m)->p;
 copy(m, (P *)from, m->game);
 over_there = &here;
 m->is_sheltered = 1;
 if (!setjmp(here)) play_with_care(m, seat, tries, random);
 else {
  m->is_sheltered = 0;
  m->failed++;
  over_there = before;
  *random = began;
  m->used = mark + 1;
  copy(m, m->game, from);
  m->fresh = 0;
  play_with_care(m, seat, tries, random);
 }
 m->is_sheltered = 0;
 over_there = before;
 m->used = mark;
}
static void play_at_random(Mind *m, P *p, int64_t moves, Random *random) {
 jmp_buf here, *before = over_there;
 over_there = &here;
 if (!setjmp(here)) for (; moves && p->n; moves--) act_on(m, p, offered(m, p)[p->n > 1 ? below(random, p->n) : 0]);
 over_there = before;
}

/* ---------------------------------------------------------------- rewards */

static double lead_in(int64_t judged) { return (double)judged / (double)(SEATS > 1 ? SEATS - 1 : 1); }
static void learn(Mind *m, const double *leads) {
 double away[SEATS], share, total = 0.0;
 m->scale_number++;
 share = 1.0 / (double)least(m->scale_number, 200);
 for (int32_t i = 0; i < SEATS; i++) away[i] = leads[i] - m->scale_centre[i];
 for (int32_t i = 0; i < SEATS; i++) m->scale_centre[i] = m->scale_centre[i] + away[i] * share;
 for (int32_t i = 0; i < SEATS; i++) total += away[i] < 0.0 ? -away[i] : away[i];
 m->scale_width += (total / (double)SEATS - m->scale_width) * share;
}
static double reward(const Mind *m, int32_t seat, double lead) {
 double width = m->scale_width > 1e-6 ? m->scale_width : 1e-6, away = (lead - m->scale_centre[seat]) / width;
 away = away < 30.0 ? away : 30.0;
 away = away > -30.0 ? away : -30.0;
 return 1.0 / (1.0 + power_of_e(-away));
}
/* How good a position is for each seat; what is usual is learned from it. */
static void rewarded(Mind *m, P *p, double *found) {
 int64_t values[SEATS];
 double leads[SEATS], won[SEATS];
 if (!p->n) {
  rewards_of(m, p, won);
  if (SEATS > 1) { memcpy(found, won, sizeof won); return; }
 }
 values_of(m, p, values);
 for (int32_t i = 0; i < SEATS; i++) leads[i] = lead_in(lead_of(values, i));
 learn(m, leads);
 for (int32_t i = 0; i < SEATS; i++) found[i] = reward(m, i, leads[i]);
 if (!p->n) found[0] = 0.75 * won[0] + 0.25 * found[0];
}
/* How good it is for one seat. */
static double rewarded_for(Mind *m, P *p, int32_t seat) {
 int64_t values[SEATS];
 double won[SEATS], found;
 if (!p->n) {
  rewards_of(m, p, won);
  if (SEATS > 1) return won[seat];
 }
 values_of(m, p, values);
 found = reward(m, seat, lead_in(lead_of(values, seat)));
 return p->n ? found : 0.75 * won[0] + 0.25 * found;
}

/* ---------------------------------------------------------------- sequential halving */

static double worth(const Mind *m, int32_t arm) {
 double total = 0.0, tries = 0.0;
 for (; m->beside; m = m->beside) { total += m->arms[arm].total; tries += (double)m->arms[arm].count; }
 return (total + m->arms[arm].total) / (tries + (double)m->arms[arm].count + m->t.planned);
}
static void halve(Mind *m, double share) {
 int32_t parts = 0, stay;
 int64_t all = m->many_final, part;
 for (int64_t rest = all - 1; rest > 0; rest >>= 1) parts++;
 if (parts < 1) parts = 1;
 for (int32_t i = 1; i < m->many_left; i++) {
  int32_t arm = m->left[i], at;
  for (at = i; at > 0 && worth(m, m->left[at - 1]) < worth(m, arm); at--) m->left[at] = m->left[at - 1];
  m->left[at] = arm;
 }
 part = 1LL << (int64_t)(share * (double)parts);
 stay = (int32_t)((all + part - 1) / part);
 if (stay < 2) stay = 2;
 if (m->many_left > stay) m->many_left = stay;
}
static int32_t is_behind(const Mind *m, int32_t arm, int32_t best) {
 double total = 0.0, squares = 0.0, tries = 0.0, middle, error;
 for (const Mind *one = m; one; one = one->beside) {
  const double *good = one->arms[best].found, *bad = one->arms[arm].found;
  int32_t n = (int32_t)least(one->arms[best].count, one->arms[arm].count);
  for (int32_t i = 0; i < n; i++) total += good[i] - bad[i];
  tries += (double)n;
 }
 middle = total / tries;
 for (const Mind *one = m; one; one = one->beside) {
  const double *good = one->arms[best].found, *bad = one->arms[arm].found;
  int32_t n = (int32_t)least(one->arms[best].count, one->arms[arm].count);
  for (int32_t i = 0; i < n; i++) { double away = good[i] - bad[i] - middle; squares += away * away; }
 }
 error = root_of(squares / tries / tries);
 return worth(m, best) - worth(m, arm) > CLEAR * error;
}
/* Leave out what cannot be the best any more, by what all have found who search. */
static void compare(Mind *m, double share) {
 int32_t tries = 0, best, stay = 1;
 halve(m, share);
 best = m->left[0];
 for (const Mind *one = m; one; one = one->beside) tries += one->arms[best].count;
 if (tries < m->next_check) return;
 for (int32_t i = 1; i < m->many_left; i++) if (!is_behind(m, m->left[i], best)) m->left[stay++] = m->left[i];
 m->many_left = stay;
 m->next_check = (m->next_check * 6 + 4) / 5;
}
static int32_t next_arm(Mind *m, double share) {
 int32_t alike = !m->beside && !m->is_beside, found;
 for (int32_t i = 1; i < m->many_left; i++) alike &= m->arms[m->left[i]].count == m->arms[m->left[0]].count;
 if (alike) compare(m, share);
 found = m->left[0];
 for (int32_t i = 1; i < m->many_left; i++) if (m->arms[m->left[i]].count < m->arms[found].count) found = m->left[i];
 return found;
}
static void add_to_arm(Mind *m, int32_t at, double reward) {
 Arm *arm = m->arms + at;
 if (arm->count == arm->room) {
  int32_t room = arm->room ? 2 * arm->room : 64;
  arm->found = more(m, arm->found, room * sizeof *arm->found);
  arm->room = room;
 }
 arm->found[arm->count++] = reward;
 arm->total += reward;
}

/* ---------------------------------------------------------------- the tree */

static int32_t is_there(Mind *m, int64_t number);

static int32_t new_node(Mind *m) {
 if (m->many_nodes == m->room_nodes) {
  int32_t room = m->room_nodes ? 2 * m->room_nodes : 256;
  m->nodes = more(m, m->nodes, room * sizeof *m->nodes);
  m->room_nodes = room;
 }
 memset(m->nodes + m->many_nodes, 0, sizeof *m->nodes);
 return m->many_nodes++;
}
static int32_t place_of(const Node *node, int32_t code) {
 int32_t low = 0, high = node->count;
 while (low < high) {
  int32_t middle = (low + high) / 2;
  if (node->entries[middle].code < code) low = middle + 1; else high = middle;
 }
 return low;
}
/* The same, of a choice that is likely to stand in this place. */
static inline int32_t place_near(const Node *node, int32_t code, int32_t near) {
 return near < node->count && node->entries[near].code == code ? near : place_of(node, code);
}
/* The entry of a choice, made where there is none; it moves when others are made. */
static Entry *entry_near(Mind *m, Node *node, int32_t code, int32_t near) {
 int32_t at = place_near(node, code, near);
 if (at < node->count && node->entries[at].code == code) return node->entries + at;
 if (node->count == node->room) {
  int32_t room = node->room ? 2 * node->room : 4;
  node->entries = more(m, node->entries, room * sizeof *node->entries);
  node->room = room;
 }
 memmove(node->entries + at + 1, node->entries + at, (node->count - at) * sizeof *node->entries);
 node->count++;
 node->entries[at] = (Entry){code, -1, 0, 0, 0.0};
 return node->entries + at;
}
static Entry *entry_of(Mind *m, Node *node, int32_t code) { return entry_near(m, node, code, 0); }
static int32_t chosen(Mind *m, int32_t at, int32_t seat, const int32_t *codes, int32_t n) {
 Node *node = m->nodes + at;
 int32_t found = codes[0], seen = -1;
 double prior = m->prior, explore = m->explore, best = -1.0, often = 0.0;
 double mean = node->visits != 0.0 ? node->rewards[seat] / node->visits : 0.5;
 for (int32_t i = 0; i < n; i++) {
  Entry *one = entry_near(m, node, codes[i], i);
  m->kept += !one->seen++;
  if (one->child >= 0) __builtin_prefetch(m->nodes + one->child);
 }
 for (int32_t i = 0; i < n; i++) {
  const Entry *one = node->entries + place_near(node, codes[i], i);
  double visits = one->child < 0 ? 0.0 : m->nodes[one->child].visits;
  double total = one->child < 0 ? 0.0 : m->nodes[one->child].rewards[seat];
  double value = (total + prior * (one->is_guessed ? one->guess : mean)) / (visits + prior);
  double bound;
  if (one->seen != seen) { seen = one->seen; often = log_of(m, seen + 1); }  /* mostly all have been seen as often */
  bound = value + explore * root_of(often / (visits + 1.0)) + 1e-6 * share_of(&m->random);
  if (bound > best) { best = bound; found = codes[i]; }
 }
 return found;
}
static void estimate(Mind *m, int32_t at, int32_t seat, const int32_t *codes, int32_t n) {
 Moved *one;
 double guess;
 if (m->is_blind || m->nodes[at].is_guessed || n > m->t.most_looked) return;
 if (m->nodes[at].visits < (double)m->t.look) return;
 one = take(m);
 if (PREPARES) prepare(m, m->game);
 for (int32_t i = 0; i < n; i++) {
  Entry *entry;
  copy(m, one->p, m->game);
  act(m, one->p, codes[i]);
  guess = rewarded_for(m, one->p, seat);
  entry = entry_of(m, m->nodes + at, codes[i]);
  entry->is_guessed = 1;
  entry->guess = guess;
 }
 m->nodes[at].is_guessed = 1;
 m->used--;
}
static void walk(Mind *m, int32_t node) {
 if (m->ways == m->room_way) {
  int32_t room = m->room_way ? 2 * m->room_way : 64;
  m->way = more(m, m->way, room * sizeof *m->way);
  m->room_way = room;
 }
 m->way[m->ways++] = node;
}
static void descend(Mind *m, int32_t at) {
 P *p = m->game;
 while (p->n) {
  int32_t seat = seat_of(p), code, n = p->n, child;
  const int32_t *codes = offered(m, p);
  if (n == 1) { act(m, p, codes[0]); continue; }
  if (seat != m->t.seat && IS_SECRET(&p->s)) { act(m, p, codes[below(&m->random, n)]); continue; }
  memcpy(m->own, codes, n * sizeof *codes);
  estimate(m, at, seat, m->own, n);
  code = chosen(m, at, seat, m->own, n);
  act(m, p, code);
  child = m->nodes[at].entries[place_of(m->nodes + at, code)].child;
  if (child < 0) {
   if (m->kept >= m->most_kept) return;
   child = new_node(m);
   m->nodes[at].entries[place_of(m->nodes + at, code)].child = child;
   walk(m, child);
   return;
  }
  at = child;
  walk(m, at);
 }
}
/* One try; else 1 and the number of the deal that is wanted first. */
static int64_t iterate(Mind *m, double share) {
 int32_t arm, code, child, is_new, draws[STREAMS + 1];
 int64_t number, again;
 double found[SEATS];
 Random random;
 m->used = 0;
 if (m->pending < 0) {
  if (!m->is_blind) m->pending = next_arm(m, share);
  else {
   code = chosen(m, 0, m->t.seat, m->final, m->many_final);
   for (arm = 0; m->final[arm] != code; arm++) {}
   m->pending = arm;
  }
 }
 arm = m->pending;
 code = m->final[arm];
 child = entry_of(m, m->nodes, code)->child;
 is_new = child < 0;
 number = is_new ? 0 : (int64_t)m->nodes[child].visits;
 again = number / m->t.most_deals;
 number %= m->t.most_deals;
 number += m->t.opening;
 if (!is_there(m, number)) return 1 + number;
 copy(m, m->game, m->deals + number);
 if (again) KEY(&m->game->s) = finish(KEY(&m->game->s) + (uint64_t)again);
 draws_of(m->game, draws);
 random.at = finish(KEY(&m->game->s));
 if (!is_offered(m, m->game, code)) give_up(m);
 act(m, m->game, code);
 if (!m->is_blind) {
  int32_t from = m->plan_at[arm], length = m->plan_at[arm + 1] - from;
  m->tries = 0;
  finish_turn(m, m->t.seat, m->plan + from, length, draws, &random);
 }
 if (is_new) {
  child = new_node(m);
  entry_of(m, m->nodes, code)->child = child;
 }
 m->ways = 0;
 walk(m, 0);
 walk(m, child);
 if (!is_new) descend(m, child);
 if (m->is_blind) play_at_random(m, m->game, m->t.depth * SEATS, &m->random);
 else {
  random.at = finish(KEY(&m->game->s));
  play_rounds(m, m->t.seat, m->t.horizon, &random);
 }
 rewarded(m, m->game, found);
 if (!m->is_blind) add_to_arm(m, arm, found[m->t.seat]);
 for (int32_t i = 0; i < m->ways; i++) {
  Node *node = m->nodes + m->way[i];
  node->visits += 1.0;
  for (int32_t seat = 0; seat < SEATS; seat++) node->rewards[seat] += found[seat];
 }
 m->pending = -1;
 return 0;
}
static int32_t is_settled(const Mind *m, int64_t left) {
 double most = -1.0, second = -1.0;
 if (!m->is_blind) return m->many_left == 1;
 if (m->many_final == 1) return 1;
 for (int32_t i = 0; i < m->nodes[0].count; i++) {
  int32_t child = m->nodes[0].entries[i].child;
  double visits = child < 0 ? -1.0 : m->nodes[child].visits;
  if (visits > most) { second = most; most = visits; } else if (visits > second) second = visits;
 }
 return left >= 0 && second >= 0.0 && most - second > (double)left;
}
static int32_t best_found(Mind *m) {
 int32_t found = m->left[0];
 double most = -1.0, best = -1.0;
 if (!m->is_blind) {
  for (int32_t i = 1; i < m->many_left; i++) if (worth(m, m->left[i]) > worth(m, found)) found = m->left[i];
  return m->final[found];
 }
 for (int32_t i = 0; i < m->many_final; i++) {
  double visits = 0.0, rewards = 0.0, guess = 0.0, value;
  for (const Mind *one = m; one; one = one->beside) {
   const Node *root = one->nodes;
   int32_t at = place_of(root, m->final[i]), child;
   if (at == root->count || root->entries[at].code != m->final[i]) continue;
   if (root->entries[at].is_guessed) guess = root->entries[at].guess;
   child = root->entries[at].child;
   if (child < 0) continue;
   visits += one->nodes[child].visits;
   rewards += one->nodes[child].rewards[m->t.seat];
  }
  value = visits != 0.0 ? rewards / visits : guess;
  if (visits > most || (visits == most && value > best)) { most = visits; best = value; found = i; }
 }
 return m->final[found];
}
