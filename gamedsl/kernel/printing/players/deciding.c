/* A decision of a player who thinks, from the first deal to the choice: what `kinds/` and `search/opening.py` do.

   It is done in units, each a look at a choice, a plan or a try, so that whoever waits for it can be heard between. */

enum { LOOKING, PLANNING, SEARCHING };
enum { IS_STOPPED = 1 };

static void swap_codes(int32_t *a, int32_t *b) { int32_t code = *a; *a = *b; *b = code; }
static void forget_task(Mind *m) {
 for (int32_t i = 0; i < m->many_nodes; i++) free(m->nodes[i].entries);
 for (int32_t i = 0; m->arms && i < m->many_final; i++) free(m->arms[i].found);
 free(m->arms);
 m->arms = 0;
 m->many_nodes = m->many_final = m->many_finalists = m->many_order = m->stage = m->number = m->at = m->is_sheltered = m->failed = 0;
 if (m->is_dealt) memset(m->is_dealt, 0, m->room_deals);
 m->fresh = 0;
 m->beside = 0;
 m->is_beside = 0;
}
/* The order in which choices are looked at, of those that are. */
static void begin_looking(Mind *m) {
 int32_t all = (int32_t)m->t.all, many = (int32_t)least(all, m->t.most_choices);
 m->order = more(m, m->order, (size_t)all * sizeof *m->order);
 m->sums = more(m, m->sums, (size_t)all * sizeof *m->sums);
 m->leads = more(m, m->leads, (size_t)all * sizeof *m->leads);
 m->counts = more(m, m->counts, (size_t)all * sizeof *m->counts);
 for (int32_t i = 0; i < all; i++) { m->order[i] = i; m->sums[i] = m->leads[i] = m->counts[i] = 0; }
 if (m->t.searches || many < all)
  for (int32_t i = 0; i < many; i++) swap_codes(m->order + i, m->order + i + below(&m->random, all - i));
 if (!m->t.searches && many < all)  /* places in order */
  for (int32_t i = 1; i < many; i++)
   for (int32_t at = i; at > 0 && m->order[at - 1] > m->order[at]; at--) swap_codes(m->order + at, m->order + at - 1);
 m->many_order = many;
}
static int32_t code_at(Mind *m, P *p, int32_t place) {
 const int32_t *codes = offered(m, p);
 if (place >= p->n) give_up(m);
 return codes[place];
}
/* ---------------------------------------------------------------- looking at each choice */

/* Which choice is best by what was found in deals in which all were looked at, else in the first one. */
static int32_t best_looked(Mind *m) {
 int32_t complete = m->counts ? m->counts[0] : 0, alike = 0, found = -1, all = (int32_t)m->t.all;
 int64_t best = 0;
 for (int32_t i = 1; m->many_order && i < all; i++) if (m->counts[i] < complete) complete = m->counts[i];
 if (complete < 1) complete = 1;
 for (int32_t round = 0; m->many_order && round < 2; round++) {
  int32_t wanted = -1;
  if (round) { if (!alike) break; wanted = (int32_t)below(&m->random, alike); }
  for (int32_t i = 0; i < all; i++) {
   int64_t lead;
   if (m->counts[i] < complete) continue;
   lead = m->sums[i] - (m->counts[i] > complete ? m->leads[i] : 0);
   if (round) { if (lead == best && !wanted--) found = i; }
   else if (!alike || lead > best) { best = lead; alike = 1; }
   else alike += lead == best;
  }
 }
 return found < 0 ? (int32_t)below(&m->random, all) : found;
}
static int32_t go_looking(Mind *m, int64_t *units, int64_t *out) {
 Look look = {(int32_t)m->t.seat, 0, 0, &m->random};
 for (; m->number < m->t.looks; m->number++, m->at = 0) {
  if (!deal(m, m->number)) { out[2] = m->number; return WANTS_DEAL; }
  for (; m->at < m->many_order; m->at++) {
   P *p = m->deals + m->number;
   int32_t place = m->order[m->at];
   if (*units <= 0) return GOES_ON;
   --*units;
   look.depth = 0;
   m->leads[place] = after(m, &look, p, (int32_t)m->t.actions, code_at(m, p, place));
   m->sums[place] += m->leads[place];
   m->counts[place]++;
   out[0]++;
  }
 }
 out[1] = 1;
 return DONE;
}

/* ---------------------------------------------------------------- the opening of a search */

/* The best by one look, in the order of their codes. */
static void choose_finalists(Mind *m) {
 int32_t many = 0, looked = m->at, *rank;
 const int32_t *codes = offered(m, m->deals);
 m->finalists = more(m, m->finalists, (size_t)(m->t.all + m->many_order) * sizeof *m->finalists);
 rank = m->finalists + m->t.all;
 for (int32_t i = 0, at; i < looked; i++) {
  for (at = i; at > 0 && m->leads[rank[at - 1]] < m->leads[m->order[i]]; at--) rank[at] = rank[at - 1];
  rank[at] = m->order[i];
 }
 for (int32_t i = 0, at; i < looked && many < m->t.finalists; i++, many++) {
  for (at = many; at > 0 && codes[m->finalists[at - 1]] > codes[rank[i]]; at--) m->finalists[at] = m->finalists[at - 1];
  m->finalists[at] = rank[i];
 }
 if (!many) for (; many < m->t.all; many++) m->finalists[many] = many;
 m->many_finalists = many;
 m->plans = more(m, m->plans, (size_t)many * LONGEST * sizeof *m->plans);
 m->plan_lengths = more(m, m->plan_lengths, (size_t)many * sizeof *m->plan_lengths);
 for (int32_t i = 0; i < many; i++) m->plan_lengths[i] = -1;
}
/* How good each choice looks, by place, below 0 where nobody knows; whether they all look alike. */
static void guess(Mind *m) {
 int32_t complete = m->stage != LOOKING, looks = 0, open = 0, many;
 double middle = 0.0, width = 0.0, first = 0.0, most = 0.0;
 const int32_t *rows;
 int64_t all = m->t.all;
 if (m->stage == LOOKING) choose_finalists(m);
 for (int32_t i = 0; i < m->many_finalists; i++) complete &= m->plan_lengths[i] >= 0;
 m->guess = more(m, m->guess, (size_t)(2 * all) * sizeof *m->guess);
 for (int64_t i = 0; i < all; i++) m->guess[i] = -1.0;
 m->scale_number = 0;
 m->scale_width = 1.0;
 for (int32_t i = 0; i < SEATS; i++) m->scale_centre[i] = 0.0;
 rows = complete ? m->finalists : m->order;
 many = complete ? m->many_finalists : m->stage == LOOKING ? m->at : m->many_order;
 m->is_blind = 1;
 for (int32_t turn = 0; turn < 2; turn++) {  /* what is usual, then how far they are from that */
  double total = 0.0;
  for (int32_t i = 0; i < many; i++) {
   int32_t place = rows[i], is_final = complete;
   double lead;
   for (int32_t j = 0; !is_final && j < m->many_finalists; j++) is_final = m->finalists[j] == place;
   if (!is_final) continue;
   lead = complete ? (double)m->sums[place] / (double)m->counts[place] : (double)m->leads[place];
   lead = lead / (double)(SEATS > 1 ? SEATS - 1 : 1);
   m->guess[all + place] = lead;
   if (!turn) {
    m->guess[place] = 0.0;
    if (!looks++ || lead > most) most = lead;
    if (lead >= DECIDED / 100 || lead <= -DECIDED / 100) continue;
    if (!open++) first = lead;
    else if (lead != first) m->is_blind = 0;
    total += lead;
   } else if (lead < DECIDED / 100 && lead > -DECIDED / 100) total += lead < middle ? middle - lead : lead - middle;
  }
  if (!open) break;
  if (!turn) middle = total / (double)open; else width = total / (double)open;
 }
 if (looks && most >= DECIDED / 100) m->is_blind = 0;
 if (open) {
  for (int32_t i = 0; i < SEATS; i++)
   m->scale_centre[i] = i == m->t.seat ? middle : -middle / (double)(SEATS > 1 ? SEATS - 1 : 1);
  m->scale_width = width;
  m->scale_number = width != 0.0 ? 10 : 0;
 }
 for (int64_t i = 0; i < all; i++)
  if (m->guess[i] >= 0.0) m->guess[i] = reward(m, (int32_t)m->t.seat, m->guess[all + i]);
}
/* The place of the choice that looks best, before there is a search. */
static int32_t best_guessed(Mind *m) {
 int32_t found = -1;
 double best = 0.0;
 for (int32_t i = 0; i < (m->is_blind ? m->t.all : m->many_finalists); i++) {
  int32_t place = m->is_blind ? i : m->finalists[i];
  double value = m->guess[place] < 0.0 ? 0.0 : m->guess[place];
  if (found < 0 || value > best) { found = place; best = value; }
 }
 return found;
}
/* Let nothing be known yet of so many choices. */
static void make_room(Mind *m, int32_t n) {
 m->prior = m->is_blind ? 1.0 : m->t.prior;
 m->explore = m->is_blind ? m->t.explore_blind : m->t.explore;
 m->pending = -1;
 m->kept = 0;
 m->most_kept = MOST_KEPT;
 m->next_check = LEAST_TRIES;
 m->arms = calloc(n, sizeof *m->arms);
 if (!m->arms) give_up(m);
 m->many_final = n;
 m->left = more(m, m->left, n * sizeof *m->left);
 m->final = more(m, m->final, n * sizeof *m->final);
 m->plan_at = more(m, m->plan_at, (n + 1) * sizeof *m->plan_at);
 m->plan = more(m, m->plan, (m->is_blind ? 1 : (size_t)n * LONGEST) * sizeof *m->plan);
 new_node(m);
 m->many_left = n;
 m->stage = SEARCHING;
}
static void begin_search(Mind *m) {
 int32_t n = m->is_blind ? (int32_t)m->t.all : m->many_finalists;
 int32_t *codes = offered(m, m->deals), length = 0;
 make_room(m, n);
 for (int32_t i = 0; i < n; i++) {
  int32_t place = m->is_blind ? i : m->finalists[i];
  double looks = m->guess[place];
  m->final[i] = codes[place];
  m->left[i] = i;
  m->plan_at[i] = length;
  if (!m->is_blind && m->plan_lengths[i] > 0) {
   memcpy(m->plan + length, m->plans + (size_t)i * LONGEST, m->plan_lengths[i] * sizeof *m->plan);
   length += m->plan_lengths[i];
  }
  m->arms[i].total = m->t.planned * (looks < 0.0 ? 0.5 : looks);
  if (looks >= 0.0) {
   Entry *entry = entry_of(m, m->nodes, m->final[i]);
   entry->is_guessed = 1;
   entry->guess = looks;
  }
 }
 m->plan_at[n] = length;
 m->is_begun = 1;
}
/* Search the same choices as another, which goes on, with deals, chance and a tree of its own. */
static void begin_beside(Mind *m, Mind *first) {
 int32_t n = first->many_final, trees = 0;
 m->is_blind = first->is_blind;
 make_room(m, n);
 memcpy(m->final, first->final, n * sizeof *m->final);
 memcpy(m->left, first->left, n * sizeof *m->left);
 m->many_left = first->many_left;
 memcpy(m->plan_at, first->plan_at, (n + 1) * sizeof *m->plan_at);
 memcpy(m->plan, first->plan, first->plan_at[n] * sizeof *m->plan);
 for (int32_t i = 0; i < first->nodes->count; i++) {
  const Entry *from = first->nodes->entries + i;
  Entry *entry = entry_of(m, m->nodes, from->code);
  entry->is_guessed = from->is_guessed;
  entry->guess = from->guess;
 }
 memcpy(m->scale_centre, first->scale_centre, sizeof m->scale_centre);
 m->scale_width = first->scale_width;
 m->scale_number = first->scale_number;
 m->is_beside = 1;
 m->beside = first->beside;
 first->beside = m;
 for (Mind *one = first; one; one = one->beside) trees++;
 for (Mind *one = first; one; one = one->beside) one->most_kept = MOST_KEPT / trees;
}
static int32_t go_opening(Mind *m, int64_t *units, int64_t flags, int64_t *out) {
 Look look = {(int32_t)m->t.seat, 0, 0, &m->random};
 if (!deal(m, 0)) { out[2] = 0; return WANTS_DEAL; }
 if (m->stage == LOOKING) {
  for (; m->at < m->many_order && !(flags & IS_STOPPED); m->at++) {
   if (*units <= 0) return GOES_ON;
   --*units;
   look.depth = 0;
   m->leads[m->order[m->at]] = after(m, &look, m->deals, MOST_ACTIONS, code_at(m, m->deals, m->order[m->at]));
  }
  choose_finalists(m);
  if (m->at < m->many_order) m->many_order = m->at;
  m->at = 0;
  m->stage = PLANNING;
 }
 for (; m->number < m->t.opening && !(flags & IS_STOPPED); m->number++, m->at = 0) {
  if (m->number >= 2 && m->number * m->many_finalists >= m->t.most_planned) break;
  if (!deal(m, m->number)) { out[2] = m->number; return WANTS_DEAL; }
  for (; m->at < m->many_finalists; m->at++) {
   int32_t place = m->finalists[m->at], code = code_at(m, m->deals, place);
   Moved *found;
   if (*units <= 0) return GOES_ON;
   --*units;
   look.left = (int32_t)m->t.tries;
   look.depth = 0;
   found = planned(m, &look, m->deals + m->number, (int32_t)m->t.width, code);
   m->sums[place] += found->lead;
   m->counts[place]++;
   if (m->plan_lengths[m->at] < 0) {
    m->plan_lengths[m->at] = found->length - 1;
    memcpy(m->plans + (size_t)m->at * LONGEST, found->path + 1, (found->length - 1) * sizeof *m->plans);
   }
  }
 }
 guess(m);
 begin_search(m);
 return DONE;
}

/* ---------------------------------------------------------------- what is called from outside */

#define BEGUN(m) do { over_there = 0; if (setjmp((m)->way_out)) return TROUBLE; } while (0)

int64_t size_of_task(void) { return sizeof(Task); }
int64_t size_of_block(void) { return BLOCK; }
void *mind_new(void) {
 Mind *m = calloc(1, sizeof *m);
 if (!m) return 0;
 m->codes = malloc((room_for_choices() + 1) * sizeof *m->codes);
 m->game = room_for_one();
 m->own = malloc((room_for_choices() + 1) * sizeof *m->own);
 m->used_pieces = malloc((PIECES / 64 + 1) * sizeof *m->used_pieces);
 return m;
}
void mind_free(Mind *m) {
 if (!m) return;
 forget_task(m);
 for (int32_t i = 0; i < m->made; i++) { free_one(m->pool[i]->p); free(m->pool[i]->path); free(m->pool[i]); }
 free(m->pool); free(m->rows); free(m->codes); free(m->own); free_one(m->game); free(m->logs); free(m->deals); free(m->nodes); free(m->way);
 free(m->base); free(m->spots); free(m->sizes); free(m->hidden); free(m->used_pieces); free(m->knowing); free(m->since);
 free(m->then); free(m->order); free(m->sums);
 free(m->leads); free(m->counts); free(m->finalists); free(m->plans); free(m->plan_lengths); free(m->guess);
 free(m->is_dealt); free(m->left); free(m->final); free(m->plan); free(m->plan_at);
 free(m);
}
static int32_t read_block(Mind *m, P *p, const int64_t *block, int32_t n) {
 take_block(&p->s, block);
 p->n = n;
 if (m->fresh == p) m->fresh = 0;
 return DONE;
}
/* The position that is thought about next, with the number of its choices; `most`: decisions of a game. */
int32_t mind_give(Mind *m, const int64_t *block, int64_t n, int64_t most) {
 if (!m->codes || !m->own || !m->used_pieces || !m->game) return TROUBLE;
 m->most = most;
 return read_block(m, &m->given, block, (int32_t)n);
}
int32_t mind_values(Mind *m, int64_t level, int64_t *out) {
 BEGUN(m);
 m->level = level;
 values_of(m, &m->given, out);
 return DONE;
}
int32_t mind_rewards(Mind *m, double *out) {
 BEGUN(m);
 rewards_of(m, &m->given, out);
 return DONE;
}
int32_t mind_apply(Mind *m, int64_t code, int64_t *n) {
 BEGUN(m);
 act(m, &m->given, (int32_t)code);
 *n = m->given.n;
 return DONE;
}
int32_t mind_codes(Mind *m, int32_t *out) {
 BEGUN(m);
 memcpy(out, offered(m, &m->given), m->given.n * sizeof *out);
 return DONE;
}
/* Begin a decision, of which deals are handed in, unless what the seat knows follows. */
int32_t task_begin(Mind *m, const Task *task) {
 if (!m->codes || !m->own || !m->used_pieces || !m->game) return TROUBLE;
 BEGUN(m);
 forget_task(m);
 m->t = *task;
 m->level = task->level;
 m->most = task->most;
 m->random.at = task->random;
 free(m->base);
 m->base = 0;
 m->is_together = 0;
 begin_looking(m);
 return DONE;
}
/* What the seat knows: see `deals.c`. `at`: where the places of pieces and who knows them begin among the numbers. */
int32_t task_hidden(Mind *m, const int64_t *base, const int64_t *spots, int64_t many_spots, const int64_t *sizes,
                    int64_t groups, const int64_t *hidden, int64_t many_hidden, const int64_t *at) {
 BEGUN(m);
 m->spots = kept(m, m->spots, spots, many_spots, sizeof(Spot));
 m->sizes = kept(m, m->sizes, sizes, 2 * groups, sizeof *sizes);
 m->hidden = kept(m, m->hidden, hidden, many_hidden, sizeof *hidden);
 m->base = kept(m, m->base, base, BLOCK, sizeof *base);
 m->many_spots = many_spots;
 m->many_groups = groups;
 m->place_at = at[0];
 m->known_at = at[1];
 return DONE;
}
/* A deal that was wanted. */
int32_t task_deal(Mind *m, int64_t number, const int64_t *block, int64_t n) {
 P *p;
 BEGUN(m);
 p = place_for_deal(m, number);
 m->is_dealt[number] = 1;
 return read_block(m, p, block, (int32_t)n);
}
static int32_t go_searching(Mind *m, int64_t *units, int64_t first, int64_t of, double share, int64_t *out) {
 for (int64_t number = first; *units > 0; number++) {
  double used = of < 0 ? share : (double)number / (double)of;
  int64_t wanted;
  if (of >= 0 && number >= of) { out[1] = 1; return DONE; }
  while ((wanted = iterate(m, used))) if (!deal(m, wanted - 1)) { out[2] = wanted - 1; return WANTS_DEAL; }
  --*units;
  out[0]++;
  if (is_settled(m, of < 0 ? -1 : of - number - 1)) { out[1] = 1; return DONE; }
 }
 return GOES_ON;
}
/* Go on by so many units. Of a search, `first` tries were made before of all `of`; below 0: time is counted, and such a
   share of it is used. `out`: tries or looks made, whether all is done, the deal that is wanted, whether it searches
   now, units used. */
int32_t task_go(Mind *m, int64_t units, int64_t first, int64_t of, double share, int64_t flags, int64_t *out) {
 int32_t why;
 out[0] = out[1] = out[4] = 0;
 m->units = units;
 BEGUN(m);
 if (!m->t.searches) why = go_looking(m, &m->units, out);
 else {
  why = m->stage == SEARCHING ? DONE : go_opening(m, &m->units, flags, out);
  if (why == DONE && m->is_begun && of < 0) why = GOES_ON;  /* how much time is used is another share from here on */
  else if (why == DONE) why = go_searching(m, &m->units, first, of, share, out);
 }
 m->is_begun = 0;
 out[3] = m->stage == SEARCHING;
 out[4] = units - m->units;
 return why;
}
/* Begin to search beside another, whose planning is over, in another thread. The same decision was begun before, with
   another key. */
int32_t task_beside(Mind *m, Mind *first) {
 BEGUN(m);
 begin_beside(m, first);
 return DONE;
}
/* Compare what all have found who search, while none of them does; return whether it is settled which choice is best. */
int32_t task_compare(Mind *m, double share) {
 if (!m->is_blind) compare(m, share);
 for (Mind *one = m->beside; one; one = one->beside) {
  memcpy(one->left, m->left, m->many_left * sizeof *m->left);
  one->many_left = m->many_left;
 }
 return is_settled(m, -1);
}
/* The place of the choice that is best so far, below 0: nothing is known yet. */
int64_t task_best(Mind *m) {
 if (setjmp(m->way_out)) return -1;
 if (!m->t.searches) return best_looked(m);
 if (m->stage == SEARCHING) {
  int32_t code = best_found(m);
  const int32_t *codes = offered(m, m->deals);
  for (int32_t i = 0; i < m->deals->n; i++) if (codes[i] == code) return i;
  return -1;
 }
 if (!is_there(m, 0)) return -1;
 guess(m);
 return best_guessed(m);
}
