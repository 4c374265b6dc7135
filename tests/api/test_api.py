"""The Python API: loading, playing, views without secrets, saving."""

import json
from pathlib import Path

import pytest

import gamedsl
from tests.helpers.texts import game_text

CLI = Path(__file__).parents[1] / "cli"
NIM = CLI / "nim.game"
HANDS = CLI / "hands.game"


def finish(table: gamedsl.Table) -> list[int]:
    """Play the first legal choice until the game is over; return the codes."""
    codes = []
    while table.decider is not None:
        codes.append(table.legal()[0].code)
        table.apply(codes[-1])
    return codes


def test_load_by_path_and_by_text_agree() -> None:
    """The same rules from a file and from memory are the same game."""
    from_file, from_text = gamedsl.load(NIM), gamedsl.loads(NIM.read_text("utf-8"))
    assert (from_file.name, from_file.title, from_file.players) == ("Nim", "Nim", range(2, 4))
    assert from_file.checked.rules_hash == from_text.checked.rules_hash


@pytest.mark.parametrize("name", ["mogul", "mogul.game"])
def test_load_bundled_by_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundled games are found by name from any folder."""
    monkeypatch.chdir(tmp_path)
    assert gamedsl.load(name).name == "Mogul"


def test_errors_come_as_diagnostics() -> None:
    """Rule text with errors raises, with every finding attached."""
    text = NIM.read_text("utf-8").replace("from box", "from bix")
    with pytest.raises(gamedsl.RuleFileError) as caught:
        gamedsl.loads(text, "nim.game")
    assert [found.code for found in caught.value.diagnostics if found.severity == "error"] == ["GDNAM01"]
    assert str(caught.value).startswith("nim.game:19:18: GDNAM01 ")


def test_choices_have_code_structure_and_words() -> None:
    """A choice tells its code, action, value, short form and words."""
    table = gamedsl.load(NIM).start(players=2)
    first = table.legal()[0]
    assert (first.code, first.action, first.value, first.is_pass, first.text) == (0, "take", 1, False, "take(1)")
    assert "5 coins" in first.words
    assert [choice.text for choice in table.legal()] == ["take(1)", "take(2)", "take(3)", "pass"]


def test_codes_do_not_depend_on_the_state() -> None:
    """The list of codes names every action, ``pass`` and later question of the set-up."""
    table = gamedsl.load(NIM).start(players=2)
    assert table.action_codes() == [(range(3), "take"), (range(3, 4), "skip"), (range(4, 5), "pass")]


@pytest.mark.parametrize("move", ["take(2)", 1])
def test_apply_by_text_or_code(move: str | int) -> None:
    """A move is made by its short form or its code."""
    table = gamedsl.load(NIM).start(players=2)
    table.apply(move)
    cells = {(cell.entry, cell.seat): cell.amount for cell in table.view().cells}
    assert (cells["heap", None], cells["player.coins", 0], table.decider) == (3, 2, 1)


@pytest.mark.parametrize("move", ["take(9)", "skip", 99, -1, ""])
def test_illegal_moves_change_nothing(move: str | int) -> None:
    """An illegal move raises and leaves the state as it was."""
    table = gamedsl.load(NIM).start(players=2)
    before = table.save()
    with pytest.raises(gamedsl.IllegalChoice):
        table.apply(move)
    assert table.save() == before


def test_refusals_name_move_and_reason() -> None:
    """What the plan allows but the rules refuse is listed with its reason."""
    refusals = gamedsl.load(NIM).start(players=2).refusals()
    assert ("Take nothing", "the heap is not full") in [(refusal.words, refusal.reason) for refusal in refusals]


def test_outcome_has_winners_ranking_and_sources() -> None:
    """At the end the outcome names winners, groups of equal rank, points and where they come from."""
    table = gamedsl.load(NIM).start(players=2)
    assert table.outcome() is None
    for move in ("take(3)", "take(2)"):
        table.apply(move)
    outcome = table.outcome()
    assert outcome is not None
    assert (outcome.status, outcome.winners) == ("finished", (1,))
    assert [seat.points for seat in table.view().seats] == [3, 2]
    assert [source.words for source in table.view().seats[0].sources] == ["Coins"]


def test_same_seed_same_game() -> None:
    """Seed, options and moves decide everything."""
    game = gamedsl.load(HANDS)
    first, second = game.start(seed=5), game.start(seed=5)
    assert finish(first) == finish(second)
    assert first.save() == second.save()


def test_options_of_their_own_type_or_as_written() -> None:
    """Option values may be given as Python values or as rule files write them."""
    game = gamedsl.load(NIM)
    assert game.options == {"start": (5, 9)}
    assert [game.start(options={"start": value}).options for value in (9, "9")] == [{"start": 9}, {"start": 9}]


@pytest.mark.parametrize(
    "wrong", [{"players": 4}, {"players": True}, {"seed": -1}, {"seed": 2**64}, {"options": {"start": 6}}]
)
def test_wrong_setup(wrong: dict[str, object]) -> None:
    """Players, seeds and options that do not fit are refused."""
    with pytest.raises(gamedsl.SetupError):
        gamedsl.load(NIM).start(**wrong)  # type: ignore[arg-type]


def test_copy_is_independent() -> None:
    """Moves on a copy do not touch the original."""
    table = gamedsl.load(NIM).start(players=2)
    before = table.save()
    finish(table.copy())
    assert table.save() == before


def test_save_and_restore_goes_on_identically() -> None:
    """A game saved as JSON goes on with the same choices, views, log and result."""
    game = gamedsl.load(HANDS)
    table = game.start(seed=3)
    table.apply(table.legal()[0])
    again = game.restore(json.dumps(table.save()))
    assert [again.view(seat) for seat in (0, 1, None)] == [table.view(seat) for seat in (0, 1, None)]
    assert again.log(0) == table.log(0)
    assert finish(again) == finish(table)
    assert again.save() == table.save()


def test_damaged_saves_are_refused() -> None:
    """Whatever is missing or of another type in a save is told as an error, never a crash."""
    game = gamedsl.load(HANDS)
    saved = game.start(seed=3).save()
    damaged = [{**saved, key: value} for key in saved for value in (None, [], "x", -1)]
    damaged += [{key: value for key, value in saved.items() if key != left} for left in saved]
    for data in damaged:
        if {key: data.get(key) for key in saved} != saved and data.get("game") == saved["game"]:
            with pytest.raises(gamedsl.SaveError):
                game.restore(data)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "other"}'])
def test_saves_that_are_none(text: str) -> None:
    """Text that is no save is refused."""
    with pytest.raises(gamedsl.SaveError):
        gamedsl.load(HANDS).restore(text)


def test_saves_of_other_rules_are_refused() -> None:
    """A save goes with the rules it was made under."""
    saved = gamedsl.load(HANDS).start().save()
    with pytest.raises(gamedsl.SaveError, match="'Hands'"):
        gamedsl.load(NIM).restore(saved)


def hand(table: gamedsl.Table, seat: int, viewer: int | None) -> list[str]:
    """Return the cards in a hand that a viewer sees."""
    cells = [cell for cell in table.view(viewer).cells if (cell.entry, cell.seat) == ("player.hand", seat)]
    return [piece.name for cell in cells for piece in cell.pieces]


def test_hands_are_seen_by_their_owners_only() -> None:
    """The owner sees the hand, others and spectators see only how many cards it has."""
    table = gamedsl.load(HANDS).start(seed=1)
    assert [len(hand(table, 0, viewer)) for viewer in (0, 1, None)] == [1, 0, 0]
    unseen = [cell.unseen for cell in table.view(1).cells if (cell.entry, cell.seat) == ("player.hand", 0)]
    assert unseen == [1]


def test_nothing_hidden_reaches_view_log_events_or_choices() -> None:
    """Games that differ only in what a seat cannot see look the same to it, byte for byte."""
    game = gamedsl.load(HANDS)
    looks: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for seed in range(40):
        table = game.start(seed=seed)
        own, other = hand(table, 0, 0)[0], hand(table, 1, 1)[0]
        seen = [table.view(0).to_json(), table.log(0), table.events(0), table.ledger(0)]
        looks.setdefault(own, set()).add(json.dumps([*seen, [choice.words for choice in table.legal()]]))
        others.setdefault(own, set()).add(other)
    assert {own: len(texts) for own, texts in looks.items()} == {"jack": 1, "queen": 1, "king": 1}
    assert all(len(cards) == 2 for cards in others.values())


def test_together_hides_what_the_others_do_until_all_are_done() -> None:
    """During ``together`` a seat sees its own new things, the others and spectators the old ones; then all see them."""
    table = gamedsl.load("sealed_bid").start(players=2, seed=1)
    table.apply("bid_coins(7)")

    def bid(viewer: int | None) -> list[str | None]:
        return [value.text for value in table.view(viewer).values if value.entry == "player.bid"]

    assert [bid(viewer)[0] for viewer in (0, 1, None)] == ["7", "0", "0"]
    assert not any("7" in line for line in table.log(1))
    table.apply("bid_coins(3)")
    assert [bid(viewer) for viewer in (0, 1, None)] == [["7", "3"]] * 3


def test_log_tells_what_happened_in_words() -> None:
    """A line names who did what; ledger entries carry amount, places and rulebook references."""
    table = gamedsl.load(NIM).start(players=2)
    table.apply("take(2)")
    assert table.log()[-1].startswith("Ann: Take 5 coins at most")
    entry = table.ledger()[-1]
    assert (entry["amount"], entry["kind"], entry["source"], entry["target"]) == (2, "coin", "heap", "Ann.coins")
    assert entry["references"] == ("NIM-1",) or entry["references"] == ["NIM-1"]


def test_what_was_done_together_stays_told() -> None:
    """What the others have done together is in the log afterwards, also while the next phase ``together`` is on."""
    table = gamedsl.load("sealed_bid").start(players=2, seed=1)
    for move in ("bid_coins(2)", "bid_coins(3)"):
        assert not any(line.startswith("B: ") for line in table.log(0))
        table.apply(move)
    assert ["A", "B"] == [line[0] for line in table.log(0) if "Write down" in line]
    assert ["A", "B"] == [line[0] for line in table.log(1) if "Write down" in line]


def test_a_hidden_choice_keeps_the_words_of_its_action() -> None:
    """Others learn which action was chosen, not which card."""
    table = gamedsl.load(HANDS).start(seed=1)
    card = hand(table, 0, 0)[0]
    table.apply(table.legal()[0])
    assert table.log(0)[-1].startswith(f"Ann: Lay a card: {card}")
    assert table.log(1)[-1].startswith("Ann: Lay a card: (hidden)")


def test_everything_of_a_stopped_game_can_be_revealed() -> None:
    """``revealed`` shows all secrets to whoever looks."""
    table = gamedsl.load(HANDS).start(seed=1)
    cells = table.view(None, revealed=True).cells
    assert [1, 1] == [len(cell.pieces) for cell in cells if cell.entry == "player.hand"]
    assert (False, False) == (table.view(None).stopped, table.view(None).over)


def test_the_log_uses_the_words_of_the_table() -> None:
    """Places, values and rolled values are called in the log as they are on the table."""
    table = gamedsl.load("sealed_bid").start(players=2, seed=1)
    assert table.log(0)[0].startswith("wins ties is rolled: ")
    assert table.log(0)[-1].endswith("catalogue → the lot on sale")


def test_payments_between_a_hidden_and_a_public_purse_are_known() -> None:
    """The public purse shows the amount that left the hidden one."""
    table = gamedsl.load("sealed_bid").start(players=2, seed=1)
    for move in ("bid_coins(2)", "bid_coins(3)"):
        table.apply(move)
    assert [2, 3] == [entry["amount"] for entry in table.ledger(None) if entry["target"] == "bank"]


def test_copies_cannot_be_told_apart_by_their_number() -> None:
    """Entries of the ledger give equal copies one number: nobody learns which of them comes back."""
    text = game_text("api/api")
    table = gamedsl.loads(text).start(seed=1)
    while table.decider is not None:
        table.apply(table.legal()[0])

    moved = [entry["piece"] for entry in table.ledger(0) if entry["form"] == "move"]

    assert [0, 0, 0, 0] == moved
