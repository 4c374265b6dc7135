"""Legend, view, question and events as JSON: by their schemas, with handles that mean the same everywhere."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import gamedsl
from gamedsl import Answers, documents
from gamedsl.documents.handles import Following
from gamedsl.documents.schemas import NAMES
from gamedsl.engine import events as ev
from gamedsl.game import Table
from gamedsl.records.files import read_record
from gamedsl.records.replaying import replayed
from tests.helpers.play.recordings import NIM, nim
from tests.helpers.sample_games.documents import BIDS, HANDS, HIDING
from tests.helpers.suite.nightly import NIGHTLY, examples, games_of_each_form

FORMS = games_of_each_form()
LARGE = ("saloon_tycoon", "tycoon", "quatre_etoiles", "mogul")
_MOMENTS, _LONGEST = 4, 60
UNDOS = (None, gamedsl.Undo("", 3), gamedsl.Undo("a die has been rolled", None))


@cache
def validator(name: str) -> Draft202012Validator:
    """Return what tells whether a document fits its schema."""
    return Draft202012Validator(documents.schema(name))


def checked(name: str, document: Any) -> Any:
    """Return a document as another program reads it; it must fit its schema."""
    read = json.loads(json.dumps(document))
    assert [] == [f"{list(one.absolute_path)}: {one.message[:200]}" for one in validator(name).iter_errors(read)]
    return read


def moments(table: Table, seed: int = 1, every: int = 1) -> Iterator[Table]:
    """Walk a random game."""
    random = Random(seed)
    for number in range(_LONGEST):
        if number % every == 0 or table.decider is None:
            yield table
        if table.decider is None:
            return
        table.apply(random.choice(table.codes()))


def viewers(table: Table) -> tuple[int | None, ...]:
    """Return who looks at a table."""
    return (None, *range(table.players))


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_strict(name: str) -> None:
    """They are schemas, every object in them says which keys it has, and no other key is allowed."""
    Draft202012Validator.check_schema(documents.schema(name))
    found = [documents.schema(name)]
    while found:
        part = found.pop()
        if isinstance(part, dict):
            assert part.get("type") != "object" or part["additionalProperties"] is not True
            assert part.get("type") != "object" or "additionalProperties" in part
            found += part.values()
        elif isinstance(part, list):
            found += part


@pytest.mark.parametrize("name", FORMS)
def test_documents_fit_their_schemas(name: str) -> None:
    """In random games of every bundled game, for all players and a spectator."""
    table = gamedsl.load(name).start(seed=5)
    checked("legend", documents.legend(table))
    before = 0
    for now in moments(table, every=_LONGEST // (_MOMENTS if NIGHTLY else 2)):
        seat = now.decider
        checked("view", documents.view(now, seat, UNDOS[now.decisions % len(UNDOS)]))
        told = checked("events", documents.events(now, seat, before))
        check_lines(now, seat)
        assert [before + at for at in range(len(told["events"]))] == [one["number"] for one in told["events"]]
        before = told["next"] - 20
        before = max(before, 0)
        if seat is not None:
            checked("question", documents.question(now))
    checked("view", documents.view(table))


def check_lines(table: Table, seat: int | None) -> None:
    """Lines are cut where they name something: a player, a place that views or boards have, or a piece of an event."""
    told, view = documents.events(table, seat), documents.view(table, seat)
    moved = {one[key] for one in told["events"] if one["event"] == "ledger" for key in ("piece", "piece_before")}
    moved |= {f"p{number}" for number in range(len(table._engine.layout.piece_kind))}
    players = {one["id"]: one["name"] for one in view["seats"]}
    places = handles(view) | handles(documents.legend(table)["boards"])
    places |= {one.get(key) for one in told["events"] for key in ("source_id", "target_id", "place_id")}
    for line in told["lines"]:
        assert line["text"] == "".join(one["text"] for one in line["segments"])
        for one in line["segments"]:
            assert (one["kind"] == "words") == (one["ids"] == [])
            if one["kind"] == "player":
                assert [one["text"]] == [players[handle] for handle in one["ids"]]
            if one["kind"] == "place":
                assert set(one["ids"]) <= places
            if one["kind"] == "piece":
                assert set(one["ids"]) <= moved


def handles(part: Any) -> set[str]:
    """Return all handles that stand as an id anywhere in a document."""
    if isinstance(part, list):
        return set().union(*map(handles, part))
    if not isinstance(part, dict):
        return set()
    own = {part["id"]} if isinstance(part.get("id"), str) else set()
    return own.union(*map(handles, part.values()))


@pytest.mark.parametrize("name", FORMS)
def test_choices_name_what_is_seen(name: str) -> None:
    """Every target of a choice or a refusal stands in the view of who is asked, or on a board of the legend."""
    table = gamedsl.load(name).start(seed=2)
    boards = handles(documents.legend(table)["boards"])
    for now in moments(table, every=7):
        asked = documents.question(now)
        if asked is not None:
            picked = [value for one in (*asked["choices"], *asked["refusals"]) for value in one["values"]]
            targets = {target for value in picked for target in value["targets"]}
            assert set() == targets - boards - handles(documents.view(now, now.decider))


@pytest.mark.parametrize("name", FORMS)
def test_pieces_of_a_view_have_handles_of_their_own(name: str) -> None:
    """No two pieces that a viewer sees have the same handle, nor two places or boxes."""
    table = gamedsl.load(name).start(seed=3)
    for now in moments(table, every=20):
        for seat in viewers(now):
            view = documents.view(now, seat)
            spread = {cell["id"] for cell in view["cells"] if "+" in (cell["id"] or "")}
            pieces = [
                piece["id"] for cell in view["cells"] if cell["id"] not in spread for piece in cell.get("pieces", ())
            ]
            places = [one["id"] for one in (*view["cells"], *view["values"]) if one["id"] is not None]
            boxes = [box["id"] for display in view["displays"] for box in display["boxes"]]
            for found in (pieces, places, boxes):
                assert len(found) == len(set(found))


@pytest.mark.parametrize("name", ["mogul", "sealed_bid", "saloon_tycoon", "liars_dice", "quatre_etoiles"])
def test_events_keep_their_numbers(name: str) -> None:
    """What a viewer was told once stays as it was, also behind a phase in which all decide together."""
    check_events(gamedsl.load(name).start(seed=4), examples(15 if name in LARGE else 5, 2))


def test_events_keep_their_numbers_while_all_decide_together() -> None:
    """What others did comes behind what one did oneself, though they may have done it before."""
    table = gamedsl.loads(BIDS).start(seed=1)
    check_events(table)
    bids = [one["seat"] for one in documents.events(table, 1)["events"] if one["event"] == "decision"]
    assert ["s1", "s0", "s2"] == bids[:3]


def check_events(table: Table, every: int = 2) -> None:
    """Compare what each viewer was told so far with what it is told later, and is told who asks for the first time."""
    known: dict[int | None, list[Any]] = {seat: [] for seat in viewers(table)}
    lines: dict[int | None, list[Any]] = {seat: [] for seat in viewers(table)}
    story: dict[int | None, dict[int, Any]] = {seat: {} for seat in viewers(table)}
    for now in moments(table, every=every):
        for seat in viewers(now):
            told, since = documents.events(now, seat), len(known[seat])
            assert known[seat] == told["events"][:since]
            assert lines[seat] == told["lines"][: len(lines[seat])]
            assert told["next"] == len(told["events"])
            news = documents.events(now, seat, since)
            assert (told["events"][since:], told["lines"][len(lines[seat]) :]) == (news["events"], news["lines"])
            assert told == documents.events(now.copy(), seat)
            known[seat], lines[seat] = told["events"], told["lines"]
            story[seat] |= {one["number"]: one for one in news["story"]}
            assert told["story"] == list(story[seat].values())


@pytest.mark.parametrize("name", FORMS)
def test_the_story_is_that_of_the_table(name: str) -> None:
    """Cut into segments, it says what `Table.story` says, passage by passage; of what all decide together the moves."""
    table = gamedsl.load(name).start(seed=6)
    together = sum(now._state.curtain is not None for now in moments(table)) > 0
    for seat in viewers(table):
        told = [said(one) for one in documents.events(table, seat)["story"]]
        wanted = [said_of(one) for one in table.story(seat)]
        moves, others = ([one[:3] for one in story if one[0] == "move"] for story in (told, wanted))
        assert sorted(moves) == sorted(others)
        assert together or told == wanted


def said(passage: dict[str, Any]) -> list[Any]:
    """Return what a passage of a document says, without its handles."""
    text = "".join(one["text"] for one in passage["words"])
    answers = ["".join(one["text"] for one in answer) for answer in passage["answers"]]
    effects = ["".join(one["text"] for one in effect["words"]) for effect in passage["effects"]]
    return [passage["kind"], text, answers, effects, [said(one) for one in passage["inside"]]]


def said_of(passage: gamedsl.Passage) -> list[Any]:
    """Return the same of a passage of a table."""
    effects = [one.words for one in passage.effects]
    return [passage.kind, passage.words, list(passage.answers), effects, [said_of(one) for one in passage.inside]]


def test_asking_again_costs_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long game only the last move is looked at when it has been asked for before; behind an undo all of it."""
    seen: list[Any] = []
    follow = Following.follow
    monkeypatch.setattr(Following, "follow", lambda self, event: (seen.append(event), follow(self, event))[1])
    table = gamedsl.load("saloon_tycoon").start(seed=1)
    for _ in moments(table):
        pass
    before, told = table.copy(), documents.events(table, 0)
    assert len(seen) == told["next"] > 100
    seen.clear()
    table.apply(table.codes()[0])
    news = documents.events(table, 0, told["next"])
    documents.view(table, 0)
    assert 0 < len(news["events"]) == len(seen)
    assert told == documents.events(before, 0)


def pieces_in(view: dict[str, Any], entry: str, seat: str | None = None) -> list[str]:
    """Return the handles of the pieces in a place."""
    cells = [one for one in view["cells"] if (one["entry"], one["seat"]) == (entry, seat)]
    return [piece["id"] for cell in cells for piece in cell["pieces"]]


def test_a_handle_stays_while_its_piece_is_seen_and_is_new_when_it_comes_again() -> None:
    """A card keeps it on its way from the hand to the table; what comes from the deck has one that nobody had."""
    table = gamedsl.loads(HIDING).start(seed=3)
    own, other = (documents.view(table, seat) for seat in (0, 1))
    hand = pieces_in(own, "player.hand", "s0")
    assert (2, []) == (len(hand), pieces_in(other, "player.hand", "s0"))
    known = {0: set(hand), 1: set(pieces_in(other, "player.hand", "s1"))}
    table.apply(next(one for one in table.legal() if one.action == "lay"))
    own, other = (documents.view(table, seat) for seat in (0, 1))
    [laid], [seen] = pieces_in(own, "open"), pieces_in(other, "open")
    moved = documents.events(table, 0)["events"][-2:]
    told = next(one for one in moved if one["event"] == "ledger")
    assert (laid, laid) == (told["piece_before"], told["piece"])
    assert laid in hand and set(hand) == {laid, *pieces_in(own, "player.hand", "s0")}
    table.apply(next(one for one in table.legal() if one.action == "bury"))
    known[1].add(seen)
    for _ in range(2):
        table.apply(next(one for one in table.legal() if one.action == "draw"))
    for seat in (0, 1):
        drawn = pieces_in(documents.view(table, seat), "open")
        assert (2, set()) == (len(drawn), known[seat] & set(drawn))


def test_a_resumed_game_has_the_same_documents() -> None:
    """Handles follow from the game: nothing of them needs to be saved."""
    table = gamedsl.load("six_tricks").start(seed=6)
    for _ in moments(table):
        pass
    again = table.game.restore(json.loads(json.dumps(table.save())))
    for seat in viewers(table):
        assert documents.view(table, seat) == documents.view(again, seat)
        assert documents.events(table, seat) == documents.events(again, seat)


def test_a_game_read_from_a_record_has_the_same_documents() -> None:
    """Its moves were made by a program long ago, and are played again from a file."""
    game, record = gamedsl.load(NIM), read_record(Path(nim()))
    table = game.start(record.start.players, record.start.seed)
    for move in record.moves:
        since = documents.events(table, move.seat)["next"]
        table.apply(move.code)
    again = replayed(game, record)
    for seat in viewers(table):
        assert documents.events(table, seat, since) == documents.events(again, seat, since)
        assert documents.view(table, seat) == documents.view(again, seat)


def test_what_a_table_shows_besides_its_pieces() -> None:
    """Keys with names and types, numbers with bounds, amounts without an end, colours, places with columns and rows."""
    table = gamedsl.load("connect_four").start()
    legend, view = documents.legend(table), documents.view(table)
    [drop], [grid] = legend["actions"], [one for one in legend["entries"] if one["entry"] == "grid"]
    assert {"is": "number", "low": 1, "high": 7} == drop["parts"][0]["type"]
    assert ["x", "y"] == [key["name"] for key in grid["keys"]]
    assert [("Red", "#d03b3b"), ("Yellow", "#e0b020")] == [(one["name"], one["colour"]) for one in legend["seats"]]
    assert [1, 1] == [key["value"] for key in next(one for one in view["cells"] if one["entry"] == "grid")["keys"]]
    othello = documents.legend(gamedsl.load("othello").start())["boards"][0]["places"]
    assert ("a1", 1, 1) == next((one["name"], one["x"], one["y"]) for one in othello if one["name"] == "a1")
    endless = [one for one in documents.view(gamedsl.load("tycoon").start())["cells"] if one.get("unlimited")]
    assert {None} == {one["amount"] for one in endless}


def test_words_that_are_colours_have_them() -> None:
    """In every language that the program speaks; other words have none."""
    for words in ("red, blue", "rot, blau", "rouge, bleu"):
        legend = documents.legend(gamedsl.loads(HIDING.replace("suit: red, blue", f"suit: {words}")).start())
        assert ["#d03b3b", "#2f6fd0"] == [one["colour"] for one in legend["words"]["suit"]]
    words = documents.legend(gamedsl.load("six_tricks").start())["words"]
    assert {None} == {one["colour"] for found in words.values() for one in found}


def test_what_a_choice_says() -> None:
    """Costs and effects as data, the value with its type, a refusal with code and reason."""
    table = gamedsl.load("mogul").start(players=3, seed=7)
    asked = documents.question(table)
    assert asked is not None
    first = asked["choices"][0]
    assert ("borrow", "borrow", False) == (first["text"], first["action"], first["pass"])
    assert {("pay", "chip", 2)} <= {(one["kind"], one["what"], one["amount"]) for one in first["effects"]}
    refused = {one["text"]: one for one in asked["refusals"]}
    codes = {code for numbers, _ in table.action_codes() for code in numbers}
    assert {one["code"] for one in refused.values()} - {None} <= codes - set(table.codes())


def test_a_line_names_what_it_is_about() -> None:
    """Pieces, places and players have their handles there; a hidden card has none, and no name."""
    table = gamedsl.loads(HIDING).start(seed=3)
    card = next(one for one in table.legal() if one.action == "lay")
    hand = pieces_in(documents.view(table, 0), "player.hand", "s0")
    table.apply(card)
    [line] = [one for one in documents.events(table, 0)["lines"] if one["kind"] == "move"]
    named = {one["kind"]: (one["text"], one["ids"]) for one in line["segments"] if one["ids"]}
    assert ("Ann", ["s0"]) == named["player"]
    assert card.label == named["piece"][0] and set(named["piece"][1]) < set(hand)
    assert "open" == named["place"][0]
    dealt = [one for one in documents.events(table, 1)["lines"] if one["number"] < line["number"]]
    texts = ["".join(one["text"] for one in told["segments"] if one["kind"] == "piece") for told in dealt]
    assert not any("red" in text and "Ann" in told["text"] for text, told in zip(texts, dealt, strict=True))


def test_where_a_piece_lies_in_a_pile() -> None:
    """As deep as cards are upon it; a shuffled pile has no order yet, and what lies in no pile no depth."""
    table = gamedsl.loads(HANDS).start(seed=1)
    table.apply("all_down")
    [pile] = [one["pieces"] for one in documents.view(table)["cells"] if one["entry"] == "pile"]
    assert list(range(9)) == [one["depth"] for one in pile]
    hands = [one for cell in documents.view(table, 0)["cells"] for one in cell["pieces"] if cell["entry"] != "pile"]
    assert {None} >= {one["depth"] for one in hands}


def test_how_columns_are_said() -> None:
    """A piece says its columns in words, those that say nothing not at all."""
    table = gamedsl.load("saloon_tycoon").start(seed=1)
    pieces = [one for cell in documents.view(table)["cells"] for one in cell.get("pieces", ())]
    said = {trait["words"] for one in pieces for trait in one["traits"]}
    assert "" in said and any(words.startswith("cost ") for words in said)


def test_documents_of_a_game_that_a_rule_has_stopped() -> None:
    """They say so, and nobody is asked."""
    stops = HIDING.replace("then: move c to open", "then: deal 1 from open to deck; move open.top to open")
    table = gamedsl.loads(stops).start(seed=3)
    table.apply(next(one for one in table.legal() if one.action == "lay"))
    assert table.error() is not None
    view, told = checked("view", documents.view(table, 0)), checked("events", documents.events(table, 0))
    assert (True, True, None, None) == (view["over"], view["stopped"], view["decider"], documents.question(table))
    assert ("stop", "trouble") == (told["events"][-1]["event"], told["story"][-1]["kind"])
    assert () == Answers(table).deciders
    for wrong in (lambda: Answers(table).asked(0), lambda: table.apply("lay")):
        with pytest.raises(gamedsl.IllegalChoice, match=r"nothing to decide now|the game is over"):
            wrong()


def test_who_is_asked_ahead_goes_on_from_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question ahead costs no second look at the whole log."""
    answers = Answers(gamedsl.loads(BIDS).start(seed=1))
    for _ in range(3):
        for seat in answers.deciders:
            answers.apply(seat, "bid(1)")
    told = documents.events(answers.table, 2)
    seen: list[Any] = []
    follow = Following.follow
    monkeypatch.setattr(Following, "follow", lambda self, event: (seen.append(event), follow(self, event))[1])
    ahead = documents.question(answers.asked(2))
    assert ["turn"] == [ev.name_of(one) for one in seen]
    seen.clear()
    assert ahead == documents.question(Answers(answers.table.copy()).asked(2)) is not None
    assert told["next"] + 1 == len(seen)


def test_who_asks_for_what_there_is_not_is_told() -> None:
    """No such seat, no log, no such event, no such document."""
    table = gamedsl.load("connect_four").start()
    for wrong in (lambda: documents.view(table, 9), lambda: documents.events(table, 0, -1)):
        with pytest.raises(ValueError, match=r"seat 9|from 0"):
            wrong()
    with pytest.raises(ValueError, match="has no log"):
        documents.view(gamedsl.load("connect_four").start(log=False))
    with pytest.raises(ValueError, match="no event 9: the next one will have the number 2"):
        documents.events(table, 0, 9)
    with pytest.raises(ValueError, match="no document views, but legend, view, question, events"):
        documents.schema("views")
