"""Hostile files: plans, tables, pieces and places."""

from __future__ import annotations

from tests.helpers.hostile.registry import Texts, game, hostile_file, one


def actions(count: int) -> str:
    """Return that many actions that do nothing."""
    return "".join(f'  w{number} "W"\n' for number in range(count))


# ---------------------------------------------------------------- plans


@hostile_file
def plans_in_plans() -> Texts:
    """Plans in plans."""
    plan = "w0"
    for _ in range(12):
        plan = f"up to 30 of ({plan})"
    return one(play=f"{plan} and take", more="actions\n" + actions(1))


@hostile_file
def deep_plans() -> Texts:
    """Deep plans."""
    return one(play="up to 2 of (" * 95 + "take" + ")" * 95)


@hostile_file
def mixed_plans() -> Texts:
    """Mixed plans."""
    mixed = " and ".join(f"up to 99 of (w{n} or w{n * 7 % 30})" for n in range(30))
    return one(play=mixed, more="actions\n" + actions(30))


@hostile_file
def plans_of_unlike_orders() -> Texts:
    """Plans of unlike orders."""
    orders = " or ".join("(" + " then ".join(f"w{n * step % 29}" for n in range(28)) + ")" for step in range(1, 12))
    return one(play=f"({orders}) and up to 20 of (w3 then w4)", more="actions\n" + actions(30))


@hostile_file
def plans_of_any_orders() -> Texts:
    """Plans of any orders."""
    return one(play=" and ".join(f"w{n}" for n in range(30)), more="actions\n" + actions(30))


@hostile_file
def huge_repeats() -> Texts:
    """Huge repeats."""
    return one(play="up to 999999999 of (up to 999999999 of take)")


@hostile_file
def plan_by_option() -> Texts:
    """Plan by option."""
    header = "options\n  most: 1, 2, 30\n"
    return one(
        header=header,
        play="up to most of (up to most of (up to most of (take or w0))) and up to most of w1"
        " and up to most of w2 and up to most of w3",
        more="actions\n" + actions(4),
    )


# ---------------------------------------------------------------- tables


def _cards(csv: str, head: str = "| card | value: 0..9 |", **parts: str) -> Texts:
    return {
        "game.game": game(
            components=f'  card: card, csv "cards.csv"\n    {head}\n',
            table="  deck: heap of card, full\n",
            until="count(deck) = 0",
            **parts,
        ),
        "cards.csv": csv,
    }


@hostile_file
def blank_rows() -> Texts:
    """Blank rows."""
    return _cards("card,value\na,1\n" + "\n" * 900_000)


@hostile_file
def empty_rows() -> Texts:
    """Empty rows."""
    return _cards("card,value\na,1\n" + " ,\n" * 300_000)


@hostile_file
def many_rows() -> Texts:
    """Many rows."""
    return _cards("card,value\n" + "".join(f"r{n},{n % 10}\n" for n in range(90_000)))


@hostile_file
def rows_at_the_limit() -> Texts:
    """Rows at the limit."""
    return _cards("card,value\n" + "".join(f"r{n},{n % 10}\n" for n in range(5_000)))


@hostile_file
def rows_over_the_limit() -> Texts:
    """Rows over the limit."""
    return _cards("card,value\n" + "".join(f"r{n},{n % 10}\n" for n in range(5_001)))


@hostile_file
def many_cells() -> Texts:
    """Many cells."""
    names = [f"c{n}" for n in range(199)]
    head = "| card | " + " | ".join(f"{name}: 0..9" for name in names) + " |"
    rows = "".join(f"r{n}," + ",".join("1" * 199) + "\n" for n in range(4_000))
    return _cards("card," + ",".join(names) + "\n" + rows, head)


@hostile_file
def unread_cells() -> Texts:
    """Unread cells."""
    names = [f"c{n}" for n in range(199)]
    rows = "".join(f"r{n}," + ",".join("1" * 199) + "\n" for n in range(4_000))
    return _cards("card," + ",".join(names) + "\n" + rows, "| card | c0: 0..9 |")


@hostile_file
def many_columns() -> Texts:
    """Many columns."""
    return _cards("card," + ",".join(f"c{n}" for n in range(100_000)) + "\n")


@hostile_file
def long_cells() -> Texts:
    """Long cells."""
    return _cards("card,value\n" + "".join(f"r{n},{'9' * 9_999}\n" for n in range(98)))


@hostile_file
def long_words() -> Texts:
    """Long words."""
    rows = "".join(f'r{n},"{"{" * 9_998}"\n' for n in range(98))
    return _cards("card,value\n" + rows, "| card | value: words |")


@hostile_file
def one_long_cell() -> Texts:
    """One long cell."""
    return _cards("card,value\na," + "1" * 990_000)


@hostile_file
def quotes() -> Texts:
    """Quotes."""
    return _cards('card,value\na,"' + '""' * 490_000)


@hostile_file
def bad_cells() -> Texts:
    """Bad cells."""
    return _cards("card,value\n" + "".join(f"r{n},x{n}\n" for n in range(5_000)))


@hostile_file
def bad_names() -> Texts:
    """Bad names."""
    return _cards("card,value\n" + "".join(f"r {n}!,1\n" for n in range(5_000)))


@hostile_file
def same_names() -> Texts:
    """Same names."""
    return _cards("card,value\n" + "a,1\n" * 5_000)


@hostile_file
def short_rows() -> Texts:
    """Short rows."""
    return _cards("card,value\n" + "".join(f"r{n}\n" for n in range(5_000)))


@hostile_file
def rule_cells() -> Texts:
    """Rows of rule text."""
    rows = "".join(f"    | r{n} | {' + '.join(['bank'] * 12)} |\n" for n in range(1_500))
    return one(
        components="  card: card\n    | card | value: formula |\n" + rows,
        table="  deck: heap of card, full\n",
        until="count(deck) = 0",
        winner="the p in players with most sum(c.value for each c in deck) ties all",
    )


@hostile_file
def rule_cells_of_a_file() -> Texts:
    """Rows of rule text in a file beside the rules, where none may stand."""
    rows = "".join(f"r{n},{' + '.join(['bank'] * 12)}\n" for n in range(5_000))
    return _cards(
        "card,value\n" + rows,
        "| card | value: formula |",
        winner="the p in players with most sum(c.value for each c in deck) ties all",
    )


@hostile_file
def large_chart() -> Texts:
    """Large chart."""
    rows = "".join(f"{a},{b},1\n" for a in range(141) for b in range(141))
    chart = '  cost[a: 0..140, b: 0..140]: chart, csv "cards.csv"\n    | a | b | value: 0..9 |\n'
    return {"game.game": game(components=chart, until="cost[1, 1].value = 0"), "cards.csv": "a,b,value\n" + rows}


@hostile_file
def chart_with_gaps() -> Texts:
    """Chart with gaps."""
    chart = "  cost[a: 0..9999, b: 0..9999]: chart\n    | a | b | value: 0..9 |\n    | 1 | 1 | 1 |\n"
    return one(components=chart, until="cost[1, 1].value = 0")


@hostile_file
def patterns() -> Texts:
    """Patterns."""
    chart = "  cost[a: 0..99999]: chart\n    | a | value: 0..9 |\n" + "    | 0..99999 | 1 |\n" * 50
    return one(components=chart, until="cost[1].value = 0")


# ---------------------------------------------------------------- pieces and places


@hostile_file
def many_pieces() -> Texts:
    """Many pieces."""
    kinds = range(40)
    components = "".join(f"  c{n}: card, 20000\n" for n in kinds)
    table = "".join(f"  z{n}: stack of c{n}, full\n  y{n}: stack of c{n}\n" for n in kinds)
    moves = "".join(f"      move z{n} to y{n}\n" for n in kinds)
    return one(components=components, table=table, take=f'  take "Take"\n    then:\n{moves}')


@hostile_file
def huge_kind() -> Texts:
    """Huge kind."""
    return one(components="  c: card, 2147483647\n", table="  z: stack of c, full\n")


@hostile_file
def many_places() -> Texts:
    """Many places."""
    table = "".join(f"  y{n}[a: 0..199, b: 0..199]: 0..9\n" for n in range(100))
    return one(table=table, until="y0[1, 1] = 0 or bank = 0")


@hostile_file
def huge_grid() -> Texts:
    """Huge grid."""
    return one(table="  y[a: 0..99999, b: 0..99999, c: 0..99999]: 0..9\n")


@hostile_file
def many_owned_places() -> Texts:
    """Many owned places."""
    components, each = "  c: card, 20000\n", ""
    table = "  z: stack of c, full\n  each c\n    v[a: 0..49]: 0..9\n    w[a: 0..49]: 0..9\n"
    return one(components=components, table=table, each=each)


@hostile_file
def many_dice() -> Texts:
    """Many dice."""
    return one(components="  d: dice 1..6, 2000000000\n", table="")


@hostile_file
def many_kinds() -> Texts:
    """Many kinds."""
    components = "".join(f"  c{n}: card, 2\n" for n in range(1_200))
    table = "".join(f"  z{n}: stack of c{n}, full\n" for n in range(1_200))
    return one(components=components, table=table)


@hostile_file
def many_counters() -> Texts:
    """Many counters."""
    components = "".join(f"  c{n}: counter, 2\n" for n in range(1_200))
    table = "".join(f"  z{n}: purse of c{n}, full\n" for n in range(1_200))
    return one(components=components, table=table)


@hostile_file
def adjacent_spaces() -> Texts:
    """Adjacent spaces."""
    rows = "".join(f"s{n},{n // 71},{n % 71}\n" for n in range(5_000))
    return {
        "game.game": game(
            components='  cell: space, csv "cells.csv", adjacent by row and col\n'
            "    | cell | row: 0..99 | col: 0..99 |\n",
            until="count(c for each c in cell where distance(c, s1) = 1) = 1",
        ),
        "cells.csv": "cell,row,col\n" + rows,
    }


@hostile_file
def spaces_on_one_place() -> Texts:
    """Spaces on one place."""
    rows = "".join(f"s{n},0,{n % 2}\n" for n in range(5_000))
    return {
        "game.game": game(
            components='  cell: space, csv "cells.csv", adjacent by row and col\n'
            "    | cell | row: 0..99 | col: 0..99 |\n"
        ),
        "cells.csv": "cell,row,col\n" + rows,
    }
