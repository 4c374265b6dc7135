"""Sections of a game whose terms read every kind of thing there is on a table, and more."""

EVERYTHING = """
types
  side: left, right
components
  chip: counter, 40
  card: card
    | card | size: 1..9 | copies: 1..4 | doubled(n: 0..9): formula     |
    | low  | 1          | 4            | 2 * size + n                  |
    | high | 3          | 4            | size + you.chips + bets[left] |
  pawn: piece, 1 each player
  field: space, adjacent by row and col
    | field | row: 1..2 | col: 1..2 |
    | nw    | 1         | 1         |
    | ne    | 1         | 2         |
    | sw    | 2         | 1         |
    | se    | 2         | 2         |
  bar: piece
    | bar  | long: 1..2 |
    | thin | 1          |
    | wide | 2          |
  die: dice 1..6, 2
table
  bank: purse of chip, full
  deck: stack of card, full, seen by none
  row[n: 1..3]: slot of card
  ladder[rung: 1..5]: heap of pawn
  box: heap of bar, full
  laid[on: set of field]: heap of bar
  bets[s: side]: 0..9
  leader: player or none
  each player
    chips: purse of chip
    hand: heap of card
    ground: heap of pawn, full
terms
  row_size = sum(c.size for each c in row) + sum(c.size for each c in row where c.size > 1)
  at(i: 1..3) = sum(c.size for each c in row[i]) + count(c for each c in row[i] where c.size > 2)
  off(i: 0..99) = at(i) + at(i) if i in 1..3 else 0
  odds = count(c for each c in row where c.size > die[1]) + sum(c.size for each c in row where c.size < die)
  highest = max(p.rung for each p in pawn) + max(p.rung for each p in ladder)
  reach = sum(f.row + 3 * f.col for each b in bar for each f in b.on)
  going(p: player or none) = 0 if p = none else p.height + p.rich
  going_on = going(leader) + going(leader)
  over = count(c for each c in row where game_over) + count(c for each c in row where c.size = 3)
  won = count(p for each p in players where p in winners and p != A) + count(p for each p in players where p in winners)
  scored = sum(p.points for each p in players) + max(p.points for each p in players)
  sized = sum(p.points[size] for each p in players) + max(p.points[size] for each p in players)
  each player
    height = max(p.rung for each p in ladder where p.owner = you) + count(p for each p in ladder where p.owner = you)
    rich = sum(bets[s] for each s in side) + chips + max(bets[s] for each s in side)
    ready = count(c for each c in hand where possible(playing)) + count(c for each c in row where c.size = 1)
    times = sum(done(playing) for each c in row) + sum(done(rolling) for each c in row)
    lucky = count(c for each c in row where c.size = deck.top.size) + count(row)
    behind = count(p for each p in players where p != you and p.chips < chips) + max(p.chips for each p in players)
    texts = sum(c.doubled(0) for each c in hand) + sum(c.doubled(2) for each c in row)
    busy = count(c for each c in row where during(roll_dice)) + count(c for each c in row where c.size = 3)
setup
  shuffle deck
phases
  game
    who: players from A
    play: any number of playing then rolling
    until: bank < 33
actions playing
  climb "Climb"
    pick: r in 1..5 "Where to?"
    then: move you.pawn to ladder[r]; set leader to you
  drop "Drop"
    then: move you.pawn to you.ground; set leader to none
  draw "Draw"
    when: count(deck) > 0
    then: move deck.top to you.hand; score size 2 for you
  show_card "Show"
    pick: c in you.hand "Which?"
    pick: i in 1..3 "Where?"
    when: row[i] = none
    then: move c to row[i]; score other 1 for you
  lay "Lay"
    pick: b in bar "Which?"
    pick: f in field "Where?"
    then: move b to laid[{f} + neighbours(f)]
actions rolling
  roll_dice "Roll"
    then: roll die; pay 1 from bank to you.chips
  bet "Bet"
    pick: s in side "Which?"
    when: bets[s] < 9
    then: set bets[s] to bets[s] + 1
modifiers
  doubled_row "Cards count more when somebody leads"
    when: leader != none
    change: row_size to old + count(ladder)
scoring
  size "Size"
  other "Other"
"""
