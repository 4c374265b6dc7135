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
