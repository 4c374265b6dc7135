"""Translations: stable keys, files read and checked, number forms, and the translated game."""

from pathlib import Path

import pytest

import gamedsl
from gamedsl.diagnostics.report import Reporter
from gamedsl.engine.words.labels import called
from gamedsl.engine.words.place_names import Places
from gamedsl.i18n.speaking import speaking
from gamedsl.semantics.texts.keys import every_text, texts
from gamedsl.semantics.texts.plurals import plural_rule
from gamedsl.semantics.texts.translation import read_translation, template, written
from gamedsl.source import Source
from tests.helpers.suite.nightly import bundled_games
from tests.helpers.suite.pages import ROOT, blocks, harbour
from tests.helpers.texts import game_text

RULES = """\
game Tour "A tour"
  players: 2
  when: not long or count(players) = 2 "long tours are for two"
options
  long: no, yes "A long tour"
  mode: slow, very_fast "Speed"
types
  suit: hearts, spades "suits"
components
  coin: counter, 9 "coin"
  card: card, 1 each suit and rank: 1..2
  tile: tile "a tile"
    | tile  | title: words | says: words | gain: rule as says                   |
    | house | "A house"    | "a coin"    | pay 1 from bank to coins "from the house" |
    | old_barn |           |             |                                     |
  toll[s: suit, n: 1..2]: chart
    | s      | n | note: words |
    | hearts | 1 | "low"       |
    | hearts | 2 |             |
    | spades | 1 | "high"      |
    | spades | 2 | "higher"    |
table
  bank: purse of coin, full "the bank"
  deck: stack of card, full, seen by all
  tiles: heap of tile, full, seen by all
  said: suit or none
  each player
    coins: purse of coin
    hand: heap of card "cards in hand"
terms
  rich = bank > 4 "the bank is rich"
setup
  shuffle deck [TOU-1]
  for each p in players: pay 1 from bank to p.coins "start"
phases
  round "The round"
    steps: turn
    until: count(deck) = 0
  turn
    who: players from A
    play: up to 1 of (draw or visit)
    pass: "Rest"
actions basic "Simple things"
  draw "Draw from {count(deck)|card|cards}"
    when: count(deck) > 0 "the deck is empty"
    pick: s in suit
    pick: other in suit "Which suit?"
    cost: pay 1 from you.coins to bank "the fee"
    then:
      move deck.top to you.hand
      pick extra in suit
      pick more in suit "And which more?"
      set said to extra
      cheer(other)
actions
  visit "Visit {bank} and {you.coins}"
    pick: t in tiles "Where?"
    then: (t.design).gain
rules
  cheer(s: suit) "Cheers for {s}"
    when: s = hearts "no heart"
    then: set said to s
triggers
  bell "The bell"
    after: draw
    when: rich and mode = slow
    then: score luck 1 for you "luck"
modifiers
  storm "Storm"
    when: bank < 2
    forbid: visit "it storms"
scoring
  luck "Luck"
  coins
    worth: you.coins
end
  when: bank = 0 "the bank is empty"
  winner: the p in players with most p.points ties all
display
  tolls "Tolls"
    line: "{toll[hearts, 1].note}"
"""
_KEYS = """\
game game.when.1
options.long options.mode options.mode.slow options.mode.very_fast
types.suit types.suit.hearts types.suit.spades
components.tile components.tile.house components.tile.house.says components.tile.house.gain.1 components.tile.old_barn
components.toll.hearts.1.note components.toll.spades.1.note components.toll.spades.2.note components.coin
columns.card.suit columns.card.rank
table.bank table.deck table.tiles table.said table.player.coins table.player.hand
terms.rich setup.1
phases.round phases.turn phases.turn.pass
actions.draw actions.draw.when.1 actions.draw.other actions.draw.1 actions.draw.2 actions.draw.s actions.draw.extra
actions.visit actions.visit.t actions.basic
rules.cheer rules.cheer.when.1 triggers.bell triggers.bell.1
modifiers.storm modifiers.storm.forbid scoring.luck scoring.coins end.when.1 display.tolls display.tolls.line.1
"""
KEYS = _KEYS.split()
BROKEN = "2:14 GDDAT13 The words of `actions.draw` cannot be used: "
OTHER = "{} GDDAT14 The translation of `{}` must show the values that the original shows: "
PATH = "tour.game"


def game_in(language: str, *rows: str, rules: str = RULES) -> gamedsl.Game:
    """Return the game in a language whose file has these rows."""
    files = {f"tour.{language}.csv": "key,words\n" + "".join(f"{row}\n" for row in rows)}
    return gamedsl.loads(rules, PATH, files, language)


def findings(*rows: str, language: str = "de", head: str = "key,words") -> list[str]:
    """Return place, code and message of what is found in a translation."""
    files = {f"tour.{language}.csv": "".join(f"{row}\n" for row in (head, *rows))}
    found = gamedsl.check_text(RULES, PATH, files)
    return [f"{each.span.line}:{each.span.column} {each.code} {each.message}" for each in found]


def choices(game: gamedsl.Game) -> list[str]:
    """Return the words of the first choices."""
    return [choice.words for choice in game.start(players=2).legal()]


# ---------------------------------------------------------------- keys


def test_rules_have_no_findings() -> None:
    """The game of these tests is sound."""
    assert [] == [f"{each.span} {each.message}" for each in gamedsl.check_text(RULES, PATH)]


def test_every_kind_of_text_has_a_key() -> None:
    """All texts, and the names that people see instead of texts, are found by keys made of names."""
    assert sorted(KEYS) == sorted(texts(gamedsl.loads(RULES, PATH).checked))


def test_keys_do_not_change_when_cards_move() -> None:
    """Keys are made of names: other cards in front of a card change nothing."""
    moved = RULES.replace("actions basic", 'actions\n  idle "Idle"\n    then: set said to none\nactions basic')
    moved = moved.replace("draw or visit", "draw or visit or idle")
    assert {*KEYS, "actions.idle"} == set(texts(gamedsl.loads(moved, PATH).checked))


@pytest.mark.parametrize("name", bundled_games())
def test_keys_are_unique(name: str) -> None:
    """No key stands for two different texts."""
    found: dict[str, set[str]] = {}
    for text in every_text(gamedsl.load(name).checked):
        found.setdefault(text.key, set()).add(written(text))
    assert [] == [key for key, words in found.items() if len(words) > 1]


@pytest.mark.parametrize("name", bundled_games())
def test_template_reads_back(name: str) -> None:
    """The file with all texts of a game is a translation of it without findings that says the same."""
    game = gamedsl.load(name).checked
    reporter = Reporter()
    found = read_translation(texts(game), Source("x.en.csv", template(game)), "en", reporter.report)
    assert () == reporter.diagnostics
    assert {key: written(text) for key, text in texts(game).items()} == {k: written(text) for k, text in found.items()}


# ---------------------------------------------------------------- the translated game


def test_texts_are_translated() -> None:
    """Title, questions, choices, reasons, rows, words of lists and scores are shown in the other language."""
    game = game_in(
        "de",
        "game,Eine Reise",
        "types.suit.hearts,Herz",
        "actions.draw,Von {count( deck )|Karte|Karten} ziehen",
        "phases.turn,Zug",
        "phases.turn.pass,Ruhen",
        "actions.visit.t,Wohin?",
        "components.tile.old_barn,Scheune",
        "components.tile.house,Haus",
        "scoring.coins,Münzen",
        "table.said,Gesagt",
    )
    table = game.start(players=2)
    assert "Eine Reise" == game.title == table.view().title
    assert "Zug" == table.decision().words
    assert ["Von 4 Karten ziehen: Herz", "Von 4 Karten ziehen: spades"] == choices(game)[:2]
    assert "Ruhen" == choices(game)[-1]
    assert ["Visit 7 and 1: Haus", "Visit 7 and 1: Scheune"] == choices(game)[2:4]
    assert ["Luck", "Münzen"] == [source.words for source in table.view().seats[0].sources]
    assert ["Gesagt"] == [value.words for value in table.view().values]
    labels = {piece.label for cell in table.view().cells for piece in cell.pieces}
    assert {"Herz 1", "Herz 2", "spades 1", "spades 2", "Haus", "Scheune"} == labels


def test_words_in_tables_are_translated() -> None:
    """What a card says, what its name stands for in rules, and words in charts are read in the other language."""
    rows = (
        "components.tile.house,Haus",
        "components.tile.house.says,ein Pfennig",
        "components.toll.hearts.1.note,wenig",
    )
    for language, expected in (("de", ["Haus: ein Pfennig", "wenig"]), ("", ["A house: a coin", "low"])):
        table = game_in(language, *rows).start(players=2)
        visit = next(one for one in table.legal() if one.text == "visit(house)")
        (deed,) = table.consequences()[visit.code].effects
        (box,) = table.view().displays[0].boxes
        assert expected == [f"{visit.label}: {deed.words}", "".join(one.text for one in box.lines[0])]


def test_a_translation_out_of_a_spreadsheet() -> None:
    """Its head may be written for people, and empty rows may follow: two notes, and the words are there."""
    told = ["1:1 GDDAT24 In the head of `tour.de.csv` `Key` is `key` and `Words` is `words`."]
    told.append("2:1 GDDAT23 Nothing stands in 1 row of `tour.de.csv`.")
    found = findings(";", head="Key;Words")
    assert told == [one for one in found if "GDDAT2" in one]
    files = {"tour.de.csv": "Key;Words\ngame;Eine Reise\n;\n"}
    assert "Eine Reise" == gamedsl.loads(RULES, PATH, files, "de").title


COLUMNS = game_text("semantics/translation_columns")
NAMES = (
    *("components.ware.silk,Seide", "components.ware.silk.kept,trocken", "types.hue.red,rot", "types.hue.blue,blau"),
    *(
        "columns.ware.cost,Preis",
        "columns.ware.spaces,Feld|Felder",
        "columns.ware.edge,Rand",
        "columns.ware.rare,selten",
    ),
)


def test_names_of_columns_stand_beside_values() -> None:
    """A number stands behind the name or before its form, a yes is the name alone; what has no words stands bare."""

    def told(language: str, *rows: str) -> dict[str, list[str]]:
        with speaking(language or "en"):
            cells = game_in(language, *rows, rules=COLUMNS).start().view().cells
            (cell,) = [one for one in cells if one.entry == "market"]
            return {piece.name: [one.words for one in piece.traits if one.words] for piece in cell.pieces}

    english, german, bare = told(""), told("de", *NAMES), told("de", *NAMES[:4])
    assert ["Silk", "dry", "cost 3", "1 space", "red", "edge blue", "rare"] == english["silk"]
    assert ["Seide", "trocken", "Preis 3", "1 Feld", "rot", "Rand blau", "selten"] == german["silk"]
    assert ["Salt", "cool", "Preis 4", "2 Felder", "blau", "Rand rot"] == german["salt"]
    assert ["Salt", "cool", "4", "2", "blau", "rot"] == bare["salt"]


def test_long_words_of_entries_are_no_english_names() -> None:
    """In other languages an entry is called by its words, however long; its name in the rules is English."""
    words = "Karten, die du noch auf der Hand hast"
    with speaking("de"):
        assert words == called("player.hand", words)
        assert "Hand" == called("player.hand", "Hand: was du noch ausspielen kannst")
    assert "hand" == called("player.hand", "cards that you still have in hand")


def test_a_place_of_whoever_is_called_by_its_words() -> None:
    """A deal that is short does not say whose hand it was from; it is the hand in the other language all the same."""
    places = Places(game_in("de", "table.player.hand,Handkarten").checked, ("A", "B"))
    assert ["Handkarten"] * 3 == [places.read(place).label for place in ("A.hand", "player.hand", "hand")]


def test_missing_texts_stay() -> None:
    """Rows that are left out, or have no words, show the words of the rule file."""
    assert choices(gamedsl.loads(RULES, PATH)) == choices(game_in("de", "actions.visit,", "actions.draw,  "))


def test_moves_and_rules_do_not_change() -> None:
    """Codes, text forms, the hash of the rules and saved games are the same in all languages."""
    plain, german = gamedsl.loads(RULES, PATH), game_in("de", "types.suit.hearts,Herz", "actions.draw,{count(deck)} da")
    first, second = plain.start(players=2), german.start(players=2)
    assert [(one.code, one.text) for one in first.legal()] == [(one.code, one.text) for one in second.legal()]
    assert plain.checked.rules_hash == german.checked.rules_hash
    first.apply("pass")
    restored = german.restore(first.save())
    assert (first.codes(), "de", "") == (restored.codes(), restored.game.language, plain.language)
    assert "4 da: Herz" == restored.legal()[0].words


def test_scenarios_quote_the_rule_file() -> None:
    """Reasons quoted in scenarios are those of the rule file in every language."""
    rules = RULES + "scenarios\n  storms\n    players: 2\n    given: pay 6 from bank to A.coins\n"
    rules += '    then: illegal A: visit(house) "it storms"\n'
    game = game_in("de", "modifiers.storm.forbid,es stürmt", rules=rules)
    assert [True] == [result.passed for result in game.test()]


def test_a_variant_takes_the_words_of_its_base() -> None:
    """The variant's own translation comes first, then that of the base; what only the base has does not matter."""
    variant = 'variant Late of "tour.game"\nphases\n  change round\n    until: count(deck) = 1\n'
    files = {
        PATH: RULES,
        "tour.de.csv": "key,words\nactions.visit,{bank} und {you.coins}\nphases.turn.pass,Ruhen\nactions.gone,weg\n",
        "late.de.csv": "key,words\nphases.turn.pass,Rasten\n",
    }
    words = choices(gamedsl.loads(variant, "late.game", files, "de"))
    assert ["7 und 1: A house", "Rasten"] == [words[2], words[-1]]
    assert [] == gamedsl.check_text(variant, "late.game", files)


def test_changed_words_need_a_new_translation() -> None:
    """What a variant has worded anew is not shown in the words that translate the base."""
    variant = 'variant Late "Late" of "tour.game"\nactions\n  change visit "Call on {bank} and {you.coins}"\n'
    rows = "game,Reise\nactions.visit,{bank} und {you.coins}\nphases.turn.pass,Ruhen\n"
    game = gamedsl.loads(variant, "late.game", {PATH: RULES, "tour.de.csv": f"key,words\n{rows}"}, "de")
    words = choices(game)
    assert ("Late", "Call on 7 and 1: A house", "Ruhen") == (game.title, words[2], words[-1])


def test_unknown_language() -> None:
    """A language that neither a file nor the program speaks is refused with those that there are."""
    with pytest.raises(gamedsl.UnreadableFileError) as caught:
        gamedsl.loads(RULES, PATH, {"tour.de.csv": "key,words\n", "tour.shares.csv": ""}, "pl")
    assert "there is no translation of Tour into `pl`; there are `de`" == str(caught.value)


def test_own_translation_lies_beside_the_rules(tmp_path: Path) -> None:
    """A rule file of one's own never takes the translation of the bundled game of the same name."""
    (tmp_path / "mogul.game").write_text(RULES, "utf-8")
    assert "A tour" == gamedsl.load(tmp_path / "mogul.game", "de").title
    (tmp_path / "mogul.de.csv").write_text("key,words\ngame,Reise\n", "utf-8")
    assert "Reise" == gamedsl.load(tmp_path / "mogul.game", "de").title


# ---------------------------------------------------------------- number forms


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("de", {0: 1, 1: 0, 2: 1, 21: 1, -1: 1}),
        ("xx", {0: 1, 1: 0, 2: 1}),
        ("fr", {0: 0, 1: 0, 2: 1}),
        ("pt", {0: 0, 1: 0, 2: 1}),
        ("pt-PT", {0: 1, 1: 0, 2: 1}),
        ("fr-CA", {0: 0, 2: 1}),
        ("cs", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 22: 2}),
        ("pl", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 21: 2, 22: 1, 112: 2}),
        ("ru", {0: 2, 1: 0, 3: 1, 11: 2, 14: 2, 21: 0, 24: 1, 111: 2}),
        ("lt", {0: 2, 1: 0, 9: 1, 10: 2, 11: 2, 21: 0}),
        ("ro", {0: 1, 1: 0, 2: 1, 19: 1, 20: 2, 101: 1, 120: 2}),
        ("sl", {0: 3, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 101: 0}),
    ],
)
def test_number_forms(language: str, numbers: dict[int, int]) -> None:
    """Every language picks the form of its grammar."""
    rule = plural_rule(language)
    assert numbers == {number: rule.which(number) % len(rule.forms) for number in numbers}


def test_a_text_with_three_forms() -> None:
    """The number stands before the form that fits; a text without translation keeps the rule of its own language."""
    game = game_in(
        "cs", "actions.draw,{count(deck)|karta|karty|karet} v balíčku", "actions.visit,{you.coins} {bank|a|b|c}"
    )
    assert ["4 karty v balíčku: hearts", "1 7 c: A house"] == [choices(game)[0], choices(game)[2]]
    french = game_in("fr", "actions.visit,{you.coins|pièce|pièces} ; {bank}")
    assert ["Draw from 4 cards\u00a0: hearts", "1 pièce ; 7\u00a0: A house"] == [choices(french)[0], choices(french)[2]]


# ---------------------------------------------------------------- findings


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("actions.drow,x", "2:1 GDDAT11 The game has no text `actions.drow`."),
        ("actions.draw,{count(deck)", BROKEN + "`{` is never closed."),
        ("actions.draw,a } b", BROKEN + "`}` closes nothing."),
        (
            "actions.draw,{count(}",
            BROKEN + "`{count(}` cannot be read.",
        ),
        ("actions.draw,{}", BROKEN + "`{}` cannot be read."),
        (
            "actions.draw,{count(deck)|Karte}",
            BROKEN
            + "`{count(deck)|…}` wants 2 number forms in `de` (one, other), not 1; one more before them stands for 0.",
        ),
        (
            "rules.cheer,{s|a|b}",
            "2:13 GDDAT13 The words of `rules.cheer` cannot be used: `{s}` is no number, so it has no number forms.",
        ),
        (
            'phases.round,"a\nb"',
            "2:14 GDDAT13 The words of `phases.round` cannot be used: they have more than one line.",
        ),
        (
            "actions.visit,Nach {bank} und {deck}",
            OTHER.format("2:15", "actions.visit") + "`{you.coins}` is missing and `{deck}` is not in the rule file.",
        ),
        (
            "table.bank,{bank} Münzen",
            OTHER.format("2:12", "table.bank") + "`{bank}` is not in the rule file.",
        ),
    ],
)
def test_faulty_rows(row: str, expected: str) -> None:
    """Unknown keys, broken slots and other values are found at their place in the file."""
    assert [expected] == findings(row)


def test_faulty_files() -> None:
    """A file without the right columns, or that is no table, is reported as such."""
    assert ["1:1 GDDAT02 The file `tour.de.csv` has no column `words`."] == findings("game,x", head="key,text")
    assert ["2:6 GDDAT10"] == [found[:11] for found in findings('game,"x', head="key,words")]
    assert [] == findings("game;x", head="key;words")


def test_errors_stop_the_loading_warnings_do_not() -> None:
    """A translation with errors is not loaded; an unknown key is only told."""
    with pytest.raises(gamedsl.RuleFileError) as caught:
        game_in("de", "game,a", "game,b")
    assert ["GDDAT12"] == [found.code for found in caught.value.diagnostics]
    game = game_in("de", "actions.old,alt", "game,Reise")
    assert ("Reise", ["GDDAT11"]) == (game.title, [found.code for found in game.warnings])


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    """What is text in no encoding that programs for tables write is a finding, not an exception."""
    (tmp_path / PATH).write_text(RULES, "utf-8")
    (tmp_path / "tour.de.csv").write_bytes("key,words\ngame,Größe\n".encode("latin-1"))
    assert [] == gamedsl.check_path(tmp_path / PATH)
    (tmp_path / "tour.de.csv").write_bytes(b"key,words\ngame,\x81\x8d\n")
    (found,) = gamedsl.check_path(tmp_path / PATH)
    assert ("GDDAT10", "tour.de.csv") == (found.code, found.span.path)


def test_the_example_of_the_reference() -> None:
    """The translation shown in docs/language.md fits the game shown there."""
    shown = blocks(ROOT / "docs" / "language.md")
    (csv,) = (block for block in shown if block.path == "harbour.de.csv")
    part = next(block for block in shown if block.kind == "game-part" and block.text.startswith("actions\n  lend"))
    found = gamedsl.check_text(f"{harbour()}\n{part.text}", "harbour.game", {csv.path: csv.text})
    assert {csv.path} & {each.span.path for each in found} == set()
    assert "Hafen" == gamedsl.loads(harbour(), "harbour.game", {csv.path: csv.text}, "de").title
