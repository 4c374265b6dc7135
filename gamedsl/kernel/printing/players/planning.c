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
