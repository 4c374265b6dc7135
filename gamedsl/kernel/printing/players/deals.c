/* Deals in C, where what a seat cannot know are pieces alone, and what hidden dice show: `imagine/determinization.py` says what may lie where,
   here it is drawn as `Matching` draws it where sets of possible pieces lie in each other.

   `base` has the numbers of a state as it is in all deals, without the hidden pieces; `spots` where they lie; each group
   of places comes with the pieces that may lie there, the smallest first. Numbers are as `take_block` takes them in. */

#define MOST_DEALT 200  /* deals in which others decide at random, until one leaves the seat what it has seen since */

/* Where the random numbers of a player begin at a decision, for a part of its work. */
static uint64_t generated(uint64_t key, int64_t decision, int64_t part) {
 return finish(finish(finish(key + (uint64_t)decision * STEP) + (uint64_t)part * STEP));
}
static void *kept(Mind *m, void *old, const void *numbers, int64_t many, size_t size) {
 void *found = more(m, old, (size_t)many * size);
 if (many) memcpy(found, numbers, (size_t)many * size);
 return found;
}
static void put_piece(Mind *m, const Spot *spot, int64_t piece) {
 if (spot->low < 0) m->base[spot->word] = piece;
 else {
  int64_t bit = piece - spot->low;
  m->base[spot->word + bit / 64] |= (int64_t)(1ULL << (bit & 63));
 }
 m->base[m->place_at + piece] = spot->place;
 m->base[m->known_at + piece] = spot->knowing;
}
static void take_piece(Mind *m, const Spot *spot, int64_t piece) {
 int64_t bit = piece - spot->low;
 if (spot->low >= 0) m->base[spot->word + bit / 64] &= ~(int64_t)(1ULL << (bit & 63));
}
static int32_t is_there(Mind *m, int64_t number) { return number < m->room_deals && m->is_dealt[number]; }
static P *place_for_deal(Mind *m, int64_t number) {
 if (number >= m->room_deals) {
  int32_t room = (int32_t)number + 16;
  m->deals = more(m, m->deals, room * sizeof *m->deals);
  m->is_dealt = more(m, m->is_dealt, room);
  memset(m->is_dealt + m->room_deals, 0, room - m->room_deals);
  m->room_deals = room;
  m->fresh = 0;
 }
 if (m->fresh == m->deals + number) m->fresh = 0;
 return m->deals + number;
}
/* Fill all places with pieces that may lie there, every way equally likely; `held` takes the piece of each place. */
static void fill(Mind *m, Random *random, int64_t *held) {
 const int64_t *row = m->hidden;
 int64_t free_pieces[PIECES + 1];
 memset(m->used_pieces, 0, (PIECES / 64 + 1) * sizeof *m->used_pieces);
 for (int64_t group = 0; group < m->many_groups; group++) {
  int64_t many = m->sizes[2 * group], pieces = m->sizes[2 * group + 1], left = 0;
  const int64_t *places = row, *possible = row + many;
  row = possible + pieces;
  for (int64_t i = 0; i < pieces; i++)
   if (pieces == 1 || !(m->used_pieces[possible[i] / 64] >> (possible[i] & 63) & 1)) free_pieces[left++] = possible[i];
  for (int64_t at = left - 1; at > 0; at--) {
   int64_t other = below(random, at + 1), piece = free_pieces[at];
   free_pieces[at] = free_pieces[other];
   free_pieces[other] = piece;
  }
  for (int64_t i = 0; i < many; i++) {
   held[places[i]] = free_pieces[i];
   m->used_pieces[free_pieces[i] / 64] |= 1ULL << (free_pieces[i] & 63);
  }
 }
}
static void count_choices(Mind *m, P *p) {
 p->n = 1;  /* that it goes on is known */
 m->fresh = 0;
 {
  jmp_buf here, *before = over_there;
  over_there = &here;
  if (!setjmp(here)) {
   int64_t work = WORK(&p->s);
   p->n = legal(&p->s, m->codes);
   WORK(&p->s) = work;
  } else { over_there = before; give_up(m); }
  over_there = before;
 }
 m->fresh = p;
}
enum { FACE_PLACE, FACE_FIRST, FACE_MANY, FACE_WORDS, FACE_WIDTH, FACE_LOW, FACE_BIT };
/* Let a die show anything, with the words that say which dice show what. */
static void turn_die(Mind *m, Random *random, const int64_t *face) {
 int64_t *shown = m->base + face[FACE_PLACE], *words = m->base + face[FACE_WORDS] + face[FACE_BIT] / 64;
 uint64_t bit = 1ULL << (face[FACE_BIT] & 63);
 if (face[FACE_WORDS] >= 0) words[(*shown - face[FACE_LOW]) * face[FACE_WIDTH]] &= ~(int64_t)bit;
 *shown = face[FACE_FIRST] + (int64_t)(share_of(random) * (double)face[FACE_MANY]);
 if (face[FACE_WORDS] >= 0) words[(*shown - face[FACE_LOW]) * face[FACE_WIDTH]] |= (int64_t)bit;
}
static void make_deal(Mind *m, P *p, Random *random) {
 uint64_t key = finish(next_of(random));
 int64_t held[PIECES + 1];
 if (m->many_spots) {
  fill(m, random, held);
  for (int64_t i = 0; i < m->many_spots; i++) put_piece(m, m->spots + i, held[i]);
  for (int64_t i = 0; HAS_DICE && i < m->many_spots; i++)
   if (FACES[held[i]][FACE_MANY]) turn_die(m, random, FACES[held[i]]);
 }
 take_block(&p->s, m->base);
 KEY(&p->s) = key;
 for (int64_t i = 0; i < m->many_spots; i++) take_piece(m, m->spots + i, held[i]);
}
enum { NOT_SO, AS_SEEN, UNSURE };
static int32_t decided_again(Mind *m, P *p, Random *random);
/* Make a deal by its number from 0, unless it is there; 0: it has to be handed in. */
static int32_t deal(Mind *m, int64_t number) {
 P *p;
 Random random;
 int32_t found = NOT_SO;
 if (is_there(m, number)) return 1;
 if (!m->base) return 0;
 p = place_for_deal(m, number);
 random.at = generated(m->t.key, m->t.number, number + 1);
 if (m->is_together) {
  for (int32_t tries = 0; tries < MOST_DEALT && found == NOT_SO; tries++) {
   make_deal(m, p, &random);
   found = decided_again(m, p, &random);
  }
  if (found != AS_SEEN) return 0;
 } else {
  make_deal(m, p, &random);
  count_choices(m, p);
 }
 if (PREPARES) prepare(m, p);
 m->is_dealt[number] = 1;
 return 1;
}
