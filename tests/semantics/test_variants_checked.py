"""Variants and files of scenarios: bases that are read, and what a removal leaves behind."""

from tests.helpers.checking.additions import BASE, check, found, only

BASES = {"base.game": BASE}


def text(sections: str) -> str:
    """Return a variant of the game that the tests build on."""
    return 'variant V "V" of "base.game"\n' + sections


def variant(sections: str) -> list[str]:
    """Return the codes found in a variant."""
    return found(text(sections), BASES)


def test_variant() -> None:
    """A variant of a base is a game."""
    assert [] == variant("terms\n  extra = 3\n")


def test_base_missing() -> None:
    """The base must be there."""
    assert ["GDVAR01"] == found('variant V "V" of "nix.game"\nterms\n  a = 1\n', {})


def test_circular() -> None:
    """A variant is not its own base."""
    assert ["GDVAR01"] == found('variant V "V" of "test.game"\nterms\n  a = 1\n', {})


def test_circle_of_two() -> None:
    """Nor through another."""
    one, two = ('variant V "V" of "two.game"\nterms\n  a = 1\n', 'variant W "W" of "test.game"\nterms\n  b = 1\n')
    assert ["GDVAR01"] == found(one, {"two.game": two})


def test_variant_of_variant() -> None:
    """A variant may have a variant."""
    one, two = ('variant V "V" of "two.game"\nterms\n  a = b\n', 'variant W "W" of "base.game"\nterms\n  b = 1\n')
    assert [] == found(one, {"two.game": two, **BASES})


def test_error_in_base() -> None:
    """An error of the base is shown where it is."""
    findings = check(text("terms\n  a = 1\n"), {"base.game": BASE + "terms\n  b = nix\n"})[1]
    assert ["base.game"] == [d.span.path for d in findings if d.severity == "error"]


def test_removed_and_unused() -> None:
    """What nobody uses may be removed."""
    assert [] == variant("terms\n  remove price\n")


def test_removed_but_used() -> None:
    """What is used may not."""
    assert ["GDVAR04"] == variant("actions\n  remove buy\n")


def test_removed_but_used_once() -> None:
    """All its places are one finding."""
    assert ["GDVAR04"] == variant("terms\n  one = round\n  two = round\ntable\n  remove round\n")


def test_removed_place() -> None:
    """The place where it is used is named."""
    line = BASE.splitlines().index("    play: take or buy") + 1
    assert f"base.game:{line}" in only(text("actions\n  remove buy\n"), "GDVAR04", BASES).message


def test_removed_and_defined_anew() -> None:
    """A removed thing may be written anew."""
    assert [] == variant("terms\n  remove price\n  each player\n    price = 3\n")


def test_changed_term() -> None:
    """A changed term is checked."""
    assert ["GDNAM01"] == variant("terms\n  change price(c: colour) = nix\n")


def test_nothing_to_change() -> None:
    """What is not there cannot be changed."""
    assert ["GDVAR02"] == variant("terms\n  change nix = 3\n")


def test_exists_already() -> None:
    """What is there is not added."""
    assert ["GDVAR03"] == variant("terms\n  price = 3\n")


def test_scenarios_of_base() -> None:
    """A file of scenarios speaks of its base."""
    assert [] == found('scenarios S "S" of "base.game"\n  one "x"\n    then: A: take\n', BASES)


def test_scenarios_of_missing_base() -> None:
    """Its base must be there."""
    assert ["GDVAR01"] == found('scenarios S "S" of "nix.game"\n  one "x"\n    then: A: take\n', {})


def test_all_places_of_a_removed_thing() -> None:
    """Every line that uses a removed thing is named, in order, and shown."""
    finding = only(text("table\n  remove target\nterms\n  one = target\n  two = target\n"), "GDVAR04", BASES)
    assert "`target` is removed, but still used: test.game:5 and test.game:6." == finding.message
    assert [5, 6] == [label.span.line for label in finding.labels]


PACE = BASE + "options\n  pace: slow, quick\nterms\n  hurry = 1 if pace = quick else 0\n"


def test_words_of_a_removed_option() -> None:
    """An option takes its words with it: a line that names both is told once, one with a word alone as well."""
    removed = "options\n  remove pace\n"
    (told,) = [d for d in check(text(removed), {"base.game": PACE})[1] if d.severity == "error"]
    assert ("GDVAR04", "`pace` is removed") == (told.code, told.message.split(",")[0])
    words = check(text(f"{removed}terms\n  odd = 1 if quick = quick else 0\n"), {"base.game": PACE})[1]
    assert ["`pace` is removed", "`quick` is removed"] == [
        d.message.split(",")[0] for d in words if d.code == "GDVAR04"
    ]
    assert ["GDVAR04", "GDVAR04"] == [d.code for d in words if d.severity == "error"]


def test_hash_covers_the_base() -> None:
    """Another base makes other rules, so that saved games are told apart."""
    one, _ = check(text("terms\n  a = 1\n"), BASES)
    two, _ = check(text("terms\n  a = 1\n"), {"base.game": BASE.replace("coin: counter, 20", "coin: counter, 21")})
    assert one is not None
    assert two is not None
    assert one.rules_hash != two.rules_hash


def test_hash_ignores_line_ends() -> None:
    """The same rules with other line ends are the same rules."""
    one, _ = check(BASE)
    two, _ = check(BASE.replace("\n", "\r\n"))
    assert one is not None
    assert two is not None
    assert one.rules_hash == two.rules_hash


def test_error_in_a_line_of_the_base_names_the_change() -> None:
    """A line of the base that no longer fits is shown with the change that it does not fit to."""
    finding = only(text("table\n  change choice: 0..3\nterms\n  pale = choice = 1\n"), "GDNAM07", BASES)
    assert () == finding.labels
    base = BASE + "terms\n  chosen = choice = red\n"
    (wrong,) = [
        one for one in check(text("table\n  change choice: 0..3\n"), {"base.game": base})[1] if one.severity == "error"
    ]
    assert ("base.game", ["`choice` is changed here"]) == (wrong.span.path, [label.message for label in wrong.labels])
    assert ["test.game"] == [label.span.path for label in wrong.labels]


def test_header_of_a_variant_is_checked() -> None:
    """A wrong field or number in the header of a variant is reported there."""
    assert ["GDNAM06"] == found('variant V "V" of "base.game"\n  until: no\n', BASES)
    assert ["GDRNG01"] == found('variant V "V" of "base.game"\n  players: 40\n', BASES)


def labels(sections: str, code: str, base: str = BASE) -> list[str]:
    """Return the labels at the findings of a code in lines of the base of a variant."""
    findings = check(text(sections), {"base.game": base})[1]
    return [
        label.message for one in findings if (one.code, one.span.path) == (code, "base.game") for label in one.labels
    ]


CHAIN = BASE.replace("  each tile\n", "  most = price(red)\n  each tile\n")
LET = CHAIN.replace("    then: pay 1 from bank to you.coins\n", "    then:\n{}")


def test_change_behind_another_term() -> None:
    """An error in a line of the base names the change that it comes from, through other terms and a `let`, too."""
    far = LET.format("      pay most from bank to you.coins\n")
    assert ["`price` is changed here"] == labels("terms\n  change price(c: colour) = c\n", "GDTYP01", far)
    far = LET.format("      let n = most\n      pay n from bank to you.coins\n")
    assert ["`price` is changed here"] == labels("terms\n  change price(c: colour) = c\n", "GDTYP01", far)


def test_fewer_conditions_than_before() -> None:
    """A warning in a changed card tells how many conditions of the base are replaced."""
    base = BASE.replace(
        "    then: pay 1 from bank to you.coins\n",
        "    when: target != none\n    when: bank > 2\n    then: pay 1 from bank to target.coins\n",
    )
    assert ["`take` is changed here: this replaces 2 `when` of the base; write those to be kept again"] == labels(
        "actions\n  change take\n    when: bank > 0\n", "GDTYP11", base
    )


def test_what_is_named_no_more() -> None:
    """A card of the base that a change has made useless names that change, and may be removed."""
    sections = "phases\n  change turn\n    play: take\n"
    assert ["`turn` names `buy` no more"] == labels(sections, "GDFLO07")
    finding = only(text(sections), "GDFLO07", BASES)
    assert finding.help.endswith("; or write `remove buy` under `actions`")


def test_own_findings_of_the_base() -> None:
    """A finding that has nothing to do with a change is not blamed on it."""
    base = BASE.replace("phases\n", "phases\n  lone\n    who: players from first\n    play: take\n")
    assert [] == labels("terms\n  change price(c: colour) = 3\n", "GDFLO07", base)


def test_bases_that_are_not_there() -> None:
    """A base above the folder is told where it must lie; one that is nearly a bundled game, which that is."""
    for path in ("../base.game", "/tmp/base.game", "games/../../base.game"):
        finding = only(f'variant V "V" of "{path}"\nterms\n  a = 1\n', "GDVAR01", BASES)
        assert finding.help.startswith("the base must lie in the same folder or below it")
    assert "did you mean `tycoon`?" == only('variant V "V" of "tycon"\nterms\n  a = 1\n', "GDVAR01", BASES).help


def test_long_lists_of_names() -> None:
    """Of many names the nearest five are told."""
    finding = only(text("terms\n  each player\n    lots = you.purse\n"), "GDNAM01", BASES)
    assert 5 == finding.help.count("`") // 2
    assert finding.help.endswith(", …")
