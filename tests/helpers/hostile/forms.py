"""Hostile files: forms inside forms, and very many of what most games have a few of."""

from __future__ import annotations

from tests.helpers.hostile.registry import Texts, game, hostile_file, one

_CARDS = "  card: card, 1 each rank: 1..4000\n"

# ---------------------------------------------------------------- triggers


@hostile_file
def triggers_in_a_row() -> Texts:
    """Triggers in a row."""
    values = "".join(f"  v{n}: 0..9\n" for n in range(800))
    triggers = "".join(f"  t{n}\n    when: v{n} > 3\n    then: set v{n + 1} to v{n}\n" for n in range(799))
    return one(table=values, more=f"triggers\n{triggers}")


@hostile_file
def triggers_in_a_circle() -> Texts:
    """Triggers in a circle."""
    triggers = "".join(f"  t{n}\n    when: mark = {n}\n    then: set mark to {(n + 1) % 1200}\n" for n in range(1_200))
    return one(table="  mark: 0..1199\n", more=f"triggers\n{triggers}")


@hostile_file
def triggers_behind_one_rule() -> Texts:
    """Triggers behind one rule."""
    triggers = "".join(f"  t{n}\n    after: give\n    then: give\n" for n in range(1_500))
    rules = "rules\n  give\n    then: pay 1 from bank to A.coins\n"
    return one(take='  take "Take"\n    then: give', more=f"{rules}triggers\n{triggers}")


@hostile_file
def rules_in_a_circle() -> Texts:
    """Rules in a circle."""
    rules = "".join(f"  r{n}\n    then: r{(n + 1) % 1_500}; r{(n * 7) % 1_500}\n" for n in range(1_500))
    return one(take='  take "Take"\n    then: r0', more=f"rules\n{rules}")


# ---------------------------------------------------------------- plans and loops


@hostile_file
def plans_in_offers() -> Texts:
    """Plans in offers."""
    plan = "up to 9 of (" * 12 + "w0 or w1" + ")" * 12
    offers = "".join(f"      offer you: {plan}\n" for _ in range(40))
    return one(
        take=f'  take "Take"\n    then:\n      pay 1 from bank to you.coins\n{offers}',
        more='actions\n  w0 "W"\n  w1 "W"\n',
    )


@hostile_file
def many_large_plans() -> Texts:
    """Many large plans."""
    actions = "".join(f'  w{n} "W"\n' for n in range(12))
    plan = " and ".join(f"w{n}" for n in range(11))
    phases = "".join(
        f"  p{n}\n    who: players from A\n    play: {plan} and take\n    until: bank = 0\n" for n in range(60)
    )
    inner = ", ".join(f"p{n}" for n in range(60))
    text = game(more=f"actions\n{actions}").replace("phases\n", f"phases\n  all\n    steps: {inner}, go\n{phases}")
    return {"game.game": text}


@hostile_file
def loops_in_loops() -> Texts:
    """Loops in loops."""
    loops = "".join("  " * (n + 3) + f"for each i{n} in 1..999:\n" for n in range(26))
    return one(take='  take "Take"\n    then:\n' + loops + "  " * 29 + "pay 1 from bank to you.coins")


@hostile_file
def loops_of_loops_many_times() -> Texts:
    """Loops of loops many times."""
    step = "          if bank > 1: pay 1 from bank to you.coins\n"
    loop = f"      for each i in 1..99:\n        for each j in 1..99:\n{step}"
    return one(take='  take "Take"\n    then:\n' + loop * 1_200)


@hostile_file
def loops_in_conditions() -> Texts:
    """Loops in conditions."""
    inner = "bank > 0"
    for number in range(40):
        inner = f"any({inner} for each n{number} in 1..999)"
    return one(take=f'  take "Take"\n    when: {inner}\n    then: pay 1 from bank to you.coins')


@hostile_file
def products_of_loops() -> Texts:
    """Products of loops."""
    loops = " ".join(f"for each n{number} in 1..99" for number in range(12))
    return one(until=f"count(n0 {loops} where n0 > 5) > 4 or bank = 0")


@hostile_file
def moments() -> Texts:
    """Moments."""
    inside = "".join("  " * (n + 3) + "together:\n" for n in range(25))
    steps = inside + "  " * 28 + "if bank > 0: pay 1 from bank to you.coins\n"
    step = "        if bank > 1: pay 1 from bank to you.coins\n"
    beside = f"      together:\n{step}{step}"
    return one(take='  take "Take"\n    then:\n' + steps + beside * 1_200)


# ---------------------------------------------------------------- pieces


@hostile_file
def values_that_name_pieces() -> Texts:
    """Values that name pieces."""
    values = "".join(f"  v{n}: card or none\n" for n in range(600))
    steps = "".join(f"      set v{n} to deck.top\n      if v{n} = v{n - 1}: set v{n} to none\n" for n in range(1, 600))
    take = f'  take "Take"\n    then:\n      pay 1 from bank to you.coins\n{steps}'
    return one(components=_CARDS, table=f"  deck: stack of card, full\n{values}", take=take)


@hostile_file
def sets_of_pieces() -> Texts:
    """Sets of pieces."""
    values = "".join(f"  v{n}: set of card\n" for n in range(200))
    steps = "".join(
        f"      set v{n} to (c for each c in deck where c.rank mod {n + 1} = 0 and not (c in v{n - 1}))\n"
        for n in range(1, 200)
    )
    take = f'  take "Take"\n    then:\n      pay 1 from bank to you.coins\n{steps}'
    return one(components=_CARDS, table=f"  deck: heap of card, full\n{values}", take=take)


@hostile_file
def deals_to_many_places() -> Texts:
    """Deals to many places."""
    table = "  deck: stack of card, full\n  spot[x: 0..59, y: 0..59]: heap of card\n"
    steps = "      deal 1 from deck to spot\n      for each x in 0..59: deal 1 from deck to spot[x, 5]\n" * 400
    return one(components=_CARDS, table=table, take=f'  take "Take"\n    then:\n{steps}')


@hostile_file
def what_was_dealt() -> Texts:
    """What was dealt."""
    table = "  deck: stack of card, full\n  box: stack of card\n"
    steps = "".join(
        f"      deal 1 from deck to box as f{n}\n      if f{n} != none: move f{n} to deck\n" for n in range(900)
    )
    take = f'  take "Take"\n    then:\n      pay 1 from bank to you.coins\n{steps}'
    return one(components=_CARDS, table=table, take=take)


# ---------------------------------------------------------------- words


@hostile_file
def goals() -> Texts:
    """Goals."""
    goal = "You take coins. " * 230
    return one(header="about\n" + f'  goal: "{goal}"\n' * 60)


@hostile_file
def words_with_many_slots() -> Texts:
    """Words with many slots."""
    words = " ".join(f"{{bank|coin|coins}} {{A.coins of {n}}}" for n in range(100))
    return one(more="actions\n" + "".join(f'  w{n} "{words}"\n    when: bank > {n}\n' for n in range(50)))


@hostile_file
def rows_of_a_translation() -> Texts:
    """Rows of a translation."""
    rows = "".join(f'"actions.take","{"{bank}" * 1_600}"\n' for _ in range(95))
    return {"game.game": game(), "game.de.csv": "key,words\n" + rows}


@hostile_file
def cells_over_lines() -> Texts:
    """Cells over lines."""
    rows = "".join(f'r{n},"{"a" * 30}{chr(10)}""b"" ; c{chr(9)}{"d" * 100}"\n' for n in range(4_900))
    return {
        "game.game": game(
            components='  card: card, csv "cards.csv"\n    | card | text: words |\n',
            table="  deck: heap of card, full\n",
        ),
        "cards.csv": "card,text\n" + rows,
    }


@hostile_file
def rows_with_semicolons() -> Texts:
    """Rows with semicolons."""
    rows = "".join(f"r {n} \N{GREEK SMALL LETTER OMEGA}; {n % 10} ;TRUE;1,000\n" for n in range(4_900))
    return {
        "game.game": game(
            components='  card: card, csv "cards.csv"\n    | card | value: 0..9 | open: bool | cost: 0..9999 |\n',
            table="  deck: heap of card, full\n",
        ),
        "cards.csv": "\n\n;;;\ncard;value;open;cost\n" + rows,
    }


@hostile_file
def displays() -> Texts:
    """Displays."""
    loops = "    each: a in 0..99\n    each: b in 0..99\n"
    box = f'  d{{0}} "D"\n{loops}    at: a, b\n    line: "{{{{a}}}} {{{{b}}}} {{{{bank}}}}" if bank > a\n'
    return one(more="display\n" + "".join(box.format(n) for n in range(400)))


@hostile_file
def many_metrics() -> Texts:
    """Many metrics."""
    metric = '  m{0} "M"\n    after: take\n    when: bank > {1}\n    worth: you.coins + {0}\n'
    return one(more="metrics\n" + "".join(metric.format(n, n % 9) for n in range(1_100)))


@hostile_file
def many_hints() -> Texts:
    """Many hints."""
    hint = '  h{0} "H"\n    worth: sum(p.coins for each p in players where p.coins > {0}) + bank\n'
    return one(more="hints\n" + "".join(hint.format(n) for n in range(1_400)))


# ---------------------------------------------------------------- set-ups, scenarios, variants


@hostile_file
def refused_set_ups() -> Texts:
    """Refused set-ups."""
    options = "".join(f"  o{n}: 1, 2, 3, 4, 5, 6, 7, 8, 9\n" for n in range(60))
    conditions = "".join(f'  when: o{n} + o{(n * 7 + 1) % 60} < 18 "no"\n' for n in range(60))
    text = game(header=f"options\n{options}", until="bank <= " + " + ".join(f"o{n}" for n in range(60)) + " - 60")
    return {"game.game": text.replace("  players: 2\n", f"  players: 2\n{conditions}", 1)}


@hostile_file
def lists_of_moves() -> Texts:
    """Lists of moves."""
    moves = ", ".join(["take"] * 600)
    tests = f"      legal A: {moves}\n      illegal B: {moves}\n" * 25
    return one(more=f'scenarios\n  s "S"\n    players: 2\n    at: go\n    then:\n{tests}')


@hostile_file
def cases_of_a_scenario() -> Texts:
    """Cases of a scenario."""
    rows = "".join(f"      | {n % 10} | {n % 7} |\n" for n in range(4_500))
    case = f"    cases:\n      | n | m |\n{rows}"
    steps = "      A: take\n      expect n + m > bank\n"
    return one(more=f'scenarios\n  s "S"\n    players: 2\n    at: go\n{case}    then:\n{steps}')


@hostile_file
def variants_of_variants() -> Texts:
    """Variants of variants."""
    rules = "".join(f"  r{n}\n    then: pay 1 from bank to A.coins\n" for n in range(700))
    changes = "".join(f"  change r{n}\n    then: pay 1 from bank to A.coins\n" for n in range(700))
    texts = {
        f"v{n}.game": f'variant V{n} of "{f"v{n + 1}" if n < 8 else "base"}.game"\nrules\n{changes}' for n in range(9)
    }
    return texts | {"game.game": 'variant V of "v0.game"\n', "base.game": game(more=f"rules\n{rules}")}


@hostile_file
def changes_of_single_steps() -> Texts:
    """Changes of single steps."""
    steps = "".join(f"      set v{n} to bank\n" for n in range(900))
    changes = "".join(f"      change set v{n} to bank\n        set v{n} to A.coins\n" for n in range(900))
    table = "".join(f"  v{n}: 0..10\n" for n in range(900))
    return {
        "game.game": f'variant V of "base.game"\nactions\n  change take\n    then:\n{changes}',
        "base.game": game(table=table, take=f'  take "Take"\n    then:\n{steps}'),
    }


@hostile_file
def terms_in_terms() -> Texts:
    """Terms in terms."""
    terms = "".join(f"  t{n}(a: 0..9) = sum(t{n + 1}((a + k) mod 10) for each k in 0..9) mod 10\n" for n in range(38))
    return one(
        more=f"terms\n{terms}  t38(a: 0..9) = a\n",
        take='  take "Take"\n    when: t0(1) + bank > 0\n    then: pay 1 from bank to you.coins',
    )
