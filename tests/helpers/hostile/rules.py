"""Hostile files: text, numbers, expressions, and other files beside the rule file."""

from __future__ import annotations

from tests.helpers.hostile.registry import Texts, game, hostile_file, one

# ---------------------------------------------------------------- text


@hostile_file
def long_line() -> Texts:
    """Long line."""
    return one(until="bank = " + "1 + " * 60_000 + "1")


@hostile_file
def huge_line() -> Texts:
    """Huge line."""
    return one(until="bank = " + "1 + " * 1_900_000 + "1")


@hostile_file
def huge_words() -> Texts:
    """Huge words."""
    return one(take='  take "' + "T" * 7_000_000 + '"\n    then: pay 1 from bank to you.coins')


@hostile_file
def letters_at_the_limit() -> Texts:
    """Letters at the limit."""
    steps = "      pay 1 from bank to you.coins; pay 1 from you.coins to bank; pay 1 from bank to you.coins\n"
    return one(take='  take "Take"\n    then:\n' + steps * 1_000)


@hostile_file
def blank_lines() -> Texts:
    """Blank lines."""
    return one(more="\n" * 7_000_000)


@hostile_file
def comments() -> Texts:
    """Comments."""
    return one(more="# nothing at all, but it has to be read\n" * 190_000)


@hostile_file
def brackets() -> Texts:
    """Brackets."""
    return one(until="(" * 1_900 + "bank = 0" + ")" * 1_900)


@hostile_file
def brackets_over_lines() -> Texts:
    """Brackets over lines."""
    return one(until="(\n        " * 4_000 + "bank = 0" + ")" * 4_000)


@hostile_file
def unclosed_brackets() -> Texts:
    """Unclosed brackets."""
    return one(more="rules\n" + "".join(f"  r{n}(\n" + "    (((\n" * 3 for n in range(1_200)))


@hostile_file
def deep_blocks() -> Texts:
    """Deep blocks."""
    steps = "".join("  " * (n + 3) + "if bank > 0:\n" for n in range(1_500))
    return one(take='  take "Take"\n    then:\n' + steps + "  " * 1_504 + "pay 1 from bank to you.coins")


@hostile_file
def deep_blocks_within() -> Texts:
    """Deep blocks within."""
    steps = "".join("  " * (n + 3) + "if bank > 0:\n" for n in range(90))
    return one(take='  take "Take"\n    then:\n' + steps + "  " * 94 + "pay 1 from bank to you.coins")


@hostile_file
def many_sections() -> Texts:
    """Many sections."""
    return one(more="".join(f'actions\n  w{n} "W"\n' for n in range(2_400)))


@hostile_file
def many_empty_sections() -> Texts:
    """Many empty sections."""
    return one(more="actions\n" * 4_900)


@hostile_file
def many_rules() -> Texts:
    """Many rules."""
    rules = "".join(f"  r{n}\n    then: pay 1 from bank to you.coins\n" for n in range(2_400))
    return one(more=f"rules\n{rules}")


@hostile_file
def many_scenarios() -> Texts:
    """Many scenarios."""
    scenario = '  s{0} "S"\n    players: 2\n    at: go\n    then:\n      expect bank = 10\n'
    return one(more="scenarios\n" + "".join(scenario.format(n) for n in range(980)))


@hostile_file
def many_mistakes() -> Texts:
    """Many mistakes."""
    return one(more="rules\n" + "".join(f"  r{n}\n    then: pay 1 from bonk{n} to you.coyns\n" for n in range(2_400)))


@hostile_file
def many_unreadable_lines() -> Texts:
    """Many unreadable lines."""
    return one(more="rules\n" + "".join(f"  r{n}\n    then: ) pay pay $ from\n" for n in range(2_400)))


@hostile_file
def unknown_names() -> Texts:
    """Unknown names."""
    names = "".join(f"  coin{n}: counter, 10\n" for n in range(1_500))
    wrong = "".join(f"  r{n}\n    then: pay 1 from coim{n} to you.coins\n" for n in range(1_500))
    return one(components=names, more=f"rules\n{wrong}")


@hostile_file
def long_names() -> Texts:
    """Long names."""
    names = "".join(f"  {'a' * 3_900}{n}: counter, 10\n" for n in range(60))
    return one(components=names, until="b" + "a" * 3_900 + " = 0")


# ---------------------------------------------------------------- numbers


@hostile_file
def huge_player_numbers() -> Texts:
    """Huge player numbers."""
    return one(players="2 to 1000000000000000000000")


@hostile_file
def many_players() -> Texts:
    """Many players."""
    return one(players="2 to 2147483647")


@hostile_file
def huge_range() -> Texts:
    """Huge range."""
    return one(each="    v: -2147483648..2147483647\n", until="sum(n for each n in 0..2147483647) = 0")


@hostile_file
def huge_products() -> Texts:
    """Huge products."""
    return one(until=" * ".join(["2147483647"] * 400) + " = bank")


@hostile_file
def long_number() -> Texts:
    """Long number."""
    return one(until="bank = " + "9" * 3_900)


@hostile_file
def set_of_sets() -> Texts:
    """Set of sets."""
    keys = ", ".join(f"k{n}: 0..99" for n in range(40))
    return one(table=f"  y[{keys}]: 0..9\n")


# ---------------------------------------------------------------- expressions


@hostile_file
def many_ands() -> Texts:
    """Many ands."""
    condition = " and ".join(f"(bank > {n % 9} or A.coins > {n % 9})" for n in range(100))
    return one(take=f'  take "Take"\n    when: {condition}\n    then: pay 1 from bank to you.coins')


@hostile_file
def ands_everywhere() -> Texts:
    """Ands everywhere."""
    condition = " and ".join(f"(bank > {n % 9} or A.coins > {n % 9})" for n in range(60))
    actions = "".join(f'  w{n} "W"\n    when: {condition}\n' for n in range(60))
    return one(play=" or ".join(f"w{n}" for n in range(60)), more=f"actions\n{actions}")


@hostile_file
def chained_terms() -> Texts:
    """Chained terms."""
    terms = "".join(f"  t{n} = t{n + 1} + t{n + 1}\n" for n in range(3_000)) + "  t3000 = bank\n"
    return one(more=f"terms\n{terms}", until="t0 = 0")


@hostile_file
def chained_terms_backwards() -> Texts:
    """Chained terms backwards."""
    terms = "  t0 = bank\n" + "".join(f"  t{n + 1} = min(9, t{n}) + min(9, t{n})\n" for n in range(3_000))
    return one(more=f"terms\n{terms}", until="t3000 = 0")


@hostile_file
def chained_conditions() -> Texts:
    """Chained conditions."""
    terms = "  t0 = bank > 0\n" + "".join(f"  t{n + 1} = (t{n} and A.coins > {n % 9}) or t{n}\n" for n in range(1_000))
    return one(more=f"terms\n{terms}", take='  take "Take"\n    when: t1000\n    then: pay 1 from bank to you.coins')


@hostile_file
def chained_rules() -> Texts:
    """Chained rules."""
    rules = "".join(f"  r{n}\n    then: r{n + 1}; r{n + 1}\n" for n in range(1_500))
    rules += "  r1500\n    then: pay 1 from bank to A.coins\n"
    return one(more=f"rules\n{rules}", take='  take "Take"\n    then: r0')


@hostile_file
def chained_phases() -> Texts:
    """Chained phases."""
    phases = "".join(f"  p{n}\n    steps: p{n + 1}, p{n + 1}\n" for n in range(1_500))
    phases += "  p1500\n    who: players from A\n    play: take\n    until: bank = 0\n"
    return one(more=f"phases\n{phases}")


@hostile_file
def nested_loops() -> Texts:
    """Nested loops."""
    loops = "0"
    for number in range(60):
        loops = f"sum({loops} + bank for each p{number} in players)"
    return one(until=f"{loops} = 0")


@hostile_file
def loops_beside_each_other() -> Texts:
    """Loops beside each other, each with another one inside."""
    loops = " + ".join(["sum(sum(p.coins + q.coins for each q in players) for each p in players)"] * 50)
    return one(more="terms\n" + "".join(f"  t{n} = {loops}\n" for n in range(40)), until="t1 = 0")


@hostile_file
def many_ifs() -> Texts:
    """Many ifs."""
    steps = "".join("  " * (n + 3) + f"if bank > {n % 9}:\n" for n in range(60))
    return one(take='  take "Take"\n    then:\n' + steps + "  " * 63 + "pay 1 from bank to you.coins\n")


@hostile_file
def many_triggers() -> Texts:
    """Many triggers."""
    triggers = "".join(
        f"  t{n}\n    when: bank = {n % 9} and A.coins > {n % 7}\n    then: pay 1 from A.coins to bank\n"
        for n in range(1_500)
    )
    return one(more=f"triggers\n{triggers}")


@hostile_file
def many_steps() -> Texts:
    """Many steps."""
    step = "      if bank > 1 and you.coins < 9: pay 1 from bank to you.coins; pay 1 from you.coins to bank\n"
    return one(take='  take "Take"\n    then:\n' + step * 2_000)


@hostile_file
def many_picks() -> Texts:
    """Many picks."""
    picks = "".join(f"    pick: n{n} in 1..bank + {n}\n" for n in range(1_000))
    return one(take=f'  take "Take"\n{picks}    then: pay 1 from bank to you.coins')


@hostile_file
def many_options() -> Texts:
    """Many options."""
    names = [f"o{n}" for n in range(400)]
    header = "options\n" + "".join(f"  {name}: yes, no\n" for name in names)
    steps = "".join(f"      if {name}: pay 1 from bank to you.coins\n" for name in names)
    return one(header=header, take=f'  take "Take"\n    then:\n{steps}')


@hostile_file
def many_texts() -> Texts:
    """Many texts."""
    words = "{bank} " * 500
    return one(more="actions\n" + "".join(f'  w{n} "{words}"\n' for n in range(60)))


# ---------------------------------------------------------------- other files


@hostile_file
def translation() -> Texts:
    """Translation."""
    rows = "".join(f"actions.w{n},Wort\n" for n in range(30_000))
    return {"game.game": game(), "game.de.csv": "key,words\n" + rows}


@hostile_file
def many_translations() -> Texts:
    """Many translations."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    rows = "key,words\n" + "".join(f"actions.w{n},Wort\n" for n in range(2_000))
    return {"game.game": game()} | {f"game.{a}{b}.csv": rows for a in letters for b in letters}


@hostile_file
def circle_of_bases() -> Texts:
    """Circle of bases."""
    texts = {f"v{n}.game": f'variant V{n} of "v{n + 1}.game"\n' for n in range(300)}
    return texts | {"game.game": 'variant V of "v0.game"\n', "v300.game": game()}


@hostile_file
def variant_of_large_bases() -> Texts:
    """Variant of large bases."""
    filling = game(more="rules\n" + "".join(f"  r{n}\n    then: pay 1 from bank to you.coins\n" for n in range(1_500)))
    texts = {
        f"v{n}.game": f'variant V{n} of "v{n + 1}.game"\n'
        "rules\n" + "".join(f"  q{n}_{m}\n    then: pay 1 from bank to you.coins\n" for m in range(1_500))
        for n in range(12)
    }
    return texts | {"game.game": 'variant V of "v0.game"\n', "v12.game": filling}


# ---------------------------------------------------------------- triggers, modifiers and questions


@hostile_file
def asking_triggers() -> Texts:
    """Asking triggers."""
    steps = "".join(f"\n      set mark to (mark + {n % 7 + 1}) mod 2000" for n in range(300))
    trigger = '  t{0}\n    who: players from active\n    when: mark = {0}\n    then:\n      pick n in 1..2 "Which"\n'
    triggers = "".join(trigger.format(n) + "      pay 0 from bank to A.coins\n" for n in range(300))
    take = f'  take "Take"\n    then:\n      pay 1 from bank to you.coins{steps}'
    return one(table="  mark: 0..1999\n", take=take, more=f"triggers\n{triggers}")


@hostile_file
def triggers_that_set_one_value() -> Texts:
    """Triggers that set one value."""
    triggers = "".join(f"  t{n}\n    when: mark > {n % 50}\n    then: set other to {n % 10}\n" for n in range(1_600))
    return one(table="  mark: 0..50\n  other: 0..9\n", more=f"triggers\n{triggers}")


@hostile_file
def modifiers_of_one_term() -> Texts:
    """Modifiers of one term."""
    modifiers = "".join(f"  m{n}\n    when: mark = {n + 1}\n    change: price to old + 1\n" for n in range(300))
    take = '  take "Take"\n    then: pay price from bank to you.coins'
    return one(table="  mark: 0..999\n", take=take, more=f"terms\n  price = 1\nmodifiers\n{modifiers}")


@hostile_file
def frames_inside_frames() -> Texts:
    """Frames inside frames."""
    rule = "  r(k: 0..40)\n    depth: 45\n    when: k > 0\n    then:\n      r(k - 1)\n      move deck to box\n"
    trigger = '  t\n    who: players from A\n    when: count(deck) = 3\n    then: pick n in 1..2 "Which"\n'
    return one(
        components="  card: card, 500\n",
        table="  deck: heap of card, full\n  box: heap of card\n",
        take='  take "Take"\n    then:\n      pay 1 from bank to you.coins\n      r(40)',
        more=f"rules\n{rule}      move box to deck\ntriggers\n{trigger}",
    )


@hostile_file
def keys_of_the_winner() -> Texts:
    """Keys of the winner."""
    return one(winner=f"the p in players with {' then '.join(['most p.coins'] * 200)} ties all")
