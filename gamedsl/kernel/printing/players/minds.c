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

typedef struct { S s; int32_t n; } P;  /* n: how many legal choices, 0 where the game is over, UNCOUNTED */
typedef struct { int64_t lead; P *p; int32_t *path, length; } Moved;
typedef struct { uint64_t at; } Random;
typedef struct { int32_t code, child, seen, is_guessed; double guess; } Entry;
typedef struct { double visits, rewards[SEATS]; Entry *entries; int32_t count, room, is_guessed; } Node;
typedef struct { int32_t seat, left, depth; Random *random; } Look;
typedef struct { double *found, total; int32_t count, room; } Arm;

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
