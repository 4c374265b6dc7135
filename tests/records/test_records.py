"""Records on disk: what is written, what is read back, what is refused."""

import json
import os
import random
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import gamedsl
from gamedsl.records import folder
from gamedsl.records.files import BUSY, Writer, is_busy, read_record
from gamedsl.records.lines import DamagedRecordError, Move, RecordError, Undo, from_text, to_text
from gamedsl.records.replaying import Replay, replayed, verify
from gamedsl.records.session import Session, abandon
from tests.helpers.texts import game_text

GAMES = Path(__file__).parents[1] / "cli"
NIM, STEPS = str(GAMES / "nim.game"), str(GAMES / "steps.game")
BOTS = ("random", "random")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of records of its own for every test."""
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def played(*moves: str, game: str = NIM, file: Path | None = None, seats: tuple[str, ...] = BOTS) -> Path:
    """Play moves, and return the record, which nobody writes any more."""
    table = gamedsl.load(game).start(seed=3)
    session = Session.begin(table, game, seats, file)
    for move in moves:
        decide(session, table, move)
    session.ended(table)
    session.close()
    assert session.path is not None
    return session.path


def decide(session: Session, table: gamedsl.Table, move: str) -> None:
    """Make a move and record it."""
    seat = table.decider
    assert seat is not None
    choice = next(one for one in table.legal() if one.text == move)
    table.apply(choice)
    session.decided(table, seat, choice.code, choice.text)


def changed(path: Path, line: int, /, **values: object) -> None:
    """Change values in one line of a record."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines[line] = json.dumps(json.loads(lines[line]) | values, separators=(",", ":")) + "\n"
    path.write_text("".join(lines), "utf-8")


def test_what_is_recorded() -> None:
    """Rules, set-up, seats, every decision with its seat, and the result stand in the record."""
    record = read_record(played("take(3)", "take(2)"))
    start = record.start
    assert ("Nim", 2, ("Ann", "Bob"), {"start": 5}, 3, BOTS) == (
        start.game, start.players, start.names, start.options, start.seed, start.seats,
    )  # fmt: skip
    assert [(1, 0, "take(3)"), (2, 1, "take(2)")] == [(one.number, one.seat, one.text) for one in record.moves]
    assert record.end is not None
    assert ("finished", (1,), (3, 2)) == (record.end.status, record.end.winners, record.end.points)


def test_only_the_owner_can_read(home: Path) -> None:
    """The folder and the files are closed to other users of the computer."""
    path = played("take(1)")
    assert home / "games" == path.parent
    assert [0o600, 0o700] == [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)]


@pytest.mark.parametrize("line", [0, 1, 2])
def test_lines_survive_the_file(line: int) -> None:
    """What is read from a line gives the same line again."""
    text = played("take(1)", "take(1)").read_text("utf-8").splitlines(keepends=True)[line]
    assert text == to_text(from_text(text))


def test_a_record_cut_off_anywhere_keeps_what_was_written(tmp_path: Path) -> None:
    """Whatever stands behind the last whole line is left out, and a game goes on from there."""
    data = played("take(1)", "take(1)", "take(1)").read_bytes()
    game = gamedsl.load(NIM)
    first = data.index(b"\n") + 1
    for size in range(first, len(data) + 1, 23):
        path = tmp_path / f"{size}.jsonl"
        path.write_bytes(data[:size])
        session, table = Session.go_on(path, game)
        assert data[:size].count(b"\n") - 1 == table.decisions
        decide(session, table, "take(1)")
        session.close()
        assert table.decisions == len(read_record(path).moves)


@pytest.mark.parametrize("size", [0, 1, 20, 200])
def test_a_first_line_that_is_not_whole_is_no_record(size: int, tmp_path: Path) -> None:
    """Without its first line a file says nothing."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes(played("take(1)").read_bytes()[:size])
    with pytest.raises(RecordError, match="no game had begun"):
        read_record(path)


def test_cut_at_every_byte(tmp_path: Path) -> None:
    """Wherever a program is stopped while it writes, all decisions whose lines were written can be gone on with."""
    data = played("take(1)", "take(2)").read_bytes()
    game, path = gamedsl.load(NIM), tmp_path / "cut.jsonl"
    for size in range(data.index(b"\n") + 1, len(data) + 1):
        path.write_bytes(data[:size])
        session, table = Session.go_on(path, game)
        session.close()
        whole = data[: data[:size].rfind(b"\n") + 1]
        assert (whole.count(b'"line":"move"'), whole) == (table.decisions, path.read_bytes())


@pytest.mark.parametrize("line", [2, 3, 4])
@pytest.mark.parametrize("broken", [b"\x00\x00\xff", b"{}", b'{"line":"move","number":9}'])
def test_what_stands_before_the_damage(line: int, broken: bytes, tmp_path: Path) -> None:
    """Of a damaged record the decisions before are kept, and it is told where it is damaged and what is lost."""
    path = tmp_path / "broken.jsonl"
    lines = played("take(1)", "take(1)", "take(1)").read_bytes().split(b"\n")
    lines[line - 1] = broken
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DamagedRecordError, match=f"damaged in line {line} ") as refused:
        read_record(path)
    record = read_record(path, damaged=True)
    assert record == refused.value.record
    assert record.damage is not None
    assert (line - 2, len(b"\n".join(lines[: line - 1])) + 1, 5 - line) == (
        len(record.moves), record.damage.byte, record.damage.lost,
    )  # fmt: skip
    assert line - 2 == replayed(gamedsl.load(NIM), record).decisions


@pytest.mark.parametrize(
    ("line", "values", "said"),
    [
        (1, {"number": 7}, "line 2 .*: it does not follow"),
        (1, {"seat": 2}, "line 2 .*: it does not follow"),
        (1, {"code": "x"}, "line 2 .*: a value is missing"),
        (1, {"code": True}, "line 2 .*: a value is missing"),
        (1, {"line": "dance"}, "line 2 .*: it is no line of a record"),
        (0, {"version": 2}, "a record of format 2, and this program reads format 1"),
        (0, {"players": 3, "names": ["A", "B", "C"], "seats": [*BOTS, "human"]}, "the seats have other names"),
        (0, {"players": 9, "names": ["A"] * 9, "seats": ["human"] * 9}, "Nim is for 2 to 3 players"),
        (0, {"players": 3}, "line 1 does not tell for each seat who plays"),
        (0, {"names": ["Ann"]}, "line 1 does not tell for each seat who plays"),
        (0, {"seats": ["human"]}, "line 1 does not tell for each seat who plays"),
        (0, {"options": {"start": 6}}, "the option start can be 5 or 9, not 6"),
        (0, {"game": "Chess"}, "it is a record of Chess, not of Nim"),
    ],
)
def test_damage_is_told(line: int, values: dict[str, object], said: str) -> None:
    """A record that makes no sense is refused with the line or the reason."""
    path = played("take(1)", "take(1)")
    changed(path, line, **values)
    with pytest.raises(RecordError, match=said):
        replayed(gamedsl.load(NIM), read_record(path))


def test_no_damage_breaks_the_reader(tmp_path: Path) -> None:
    """Whatever bytes are changed, a file is a record, or it is refused with a reason."""
    data = played("take(1)", "take(1)", "take(3)").read_bytes()
    game, path, chance = gamedsl.load(NIM), tmp_path / "broken.jsonl", random.Random(1)
    refused = 0
    for _ in range(300):
        broken = bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            broken[chance.randrange(len(broken))] = chance.choice(b'0919"{}[],:\n-azAZ\xff\x00')
        path.write_bytes(broken)
        try:
            verify(game, read_record(path))
        except RecordError as error:
            refused += 1
            assert str(error)
    assert 100 < refused < 300


def test_one_program_writes_at_a_time() -> None:
    """While a game is played nobody else can go on with it; afterwards it can go on."""
    table = gamedsl.load(NIM).start()
    session = Session.begin(table, NIM, BOTS)
    assert session.path is not None
    with pytest.raises(RecordError, match=BUSY):
        Session.go_on(session.path, table.game)
    assert is_busy(session.path)
    assert [] == folder.interrupted("Nim")
    session.close()
    assert not is_busy(session.path)
    assert [session.path] == [path for path, _ in folder.interrupted("Nim")]


def test_a_new_record_overwrites_nothing(tmp_path: Path) -> None:
    """A file that is there already stays as it is."""
    file = tmp_path / "mine.jsonl"
    file.write_text("precious", "utf-8")
    with pytest.raises(FileExistsError):
        played("take(1)", file=file)
    assert "precious" == file.read_text("utf-8")


def test_going_on_adds_lines_only() -> None:
    """What was written before a break stays, byte by byte."""
    path = played("take(1)")
    before = path.read_bytes()
    session, table = Session.go_on(path, gamedsl.load(NIM))
    session.resumed(("human", "random"))
    decide(session, table, "take(1)")
    session.close()
    assert path.read_bytes().startswith(before)
    record = read_record(path)
    assert (2, ("human", "random")) == (len(record.moves), record.seats)


def test_what_was_taken_back_does_not_count() -> None:
    """A line `undo` takes decisions back; the lines before it stay."""
    table = gamedsl.load(NIM).start()
    session = Session.begin(table, NIM, BOTS)
    before = table.copy()
    decide(session, table, "take(1)")
    session.undone(0, 0)
    decide(session, before, "take(2)")
    session.close()
    assert session.path is not None
    record = read_record(session.path)
    assert (["take(2)"], 4) == ([move.text for move in record.moves], len(record.lines))
    assert [Undo] == [type(line) for line in record.lines if isinstance(line, Undo)]
    assert verify(table.game, record) is None


@pytest.mark.parametrize("seat", [1, 99, -1])
def test_only_the_own_decision_is_taken_back(seat: int) -> None:
    """A line `undo` of a seat that did not make the decision is damage."""
    table = gamedsl.load(NIM).start()
    session = Session.begin(table, NIM, BOTS)
    decide(session, table, "take(1)")
    session.undone(0, 0)
    session.close()
    assert session.path is not None
    changed(session.path, 2, seat=seat)
    with pytest.raises(DamagedRecordError, match=r"line 3 .*: it does not follow"):
        read_record(session.path)


def test_a_game_that_is_over_cannot_go_on() -> None:
    """The result is the last line."""
    with pytest.raises(RecordError, match="this game is over"):
        Session.go_on(played("take(3)", "take(2)"), gamedsl.load(NIM))


def test_dropped_games_are_not_offered_but_can_go_on() -> None:
    """An abandoned game is no interrupted one; whoever names its file goes on with it."""
    path = played("take(1)")
    abandon(path)
    assert [] == folder.interrupted("Nim")
    session, table = Session.go_on(path, gamedsl.load(NIM))
    session.close()
    assert 1 == table.decisions


def test_old_records_are_deleted() -> None:
    """Only the newest stay, and every interrupted game of people."""
    paths = [played("take(1)"), *(played("take(3)", "take(2)") for _ in range(3))]
    open_game = played("take(1)", seats=("human", "random"))
    for age, path in enumerate([open_game, *paths]):
        os.utime(path, (1000 + age, 1000 + age))
    assert 2 == folder.prune(kept=3)
    assert {open_game, *paths[2:]} == set(folder.records_folder().iterdir())


@pytest.mark.parametrize("text", ["[" * 3000, '{"line":"start","a":' + "[" * 100_000, '{"line":"start","seats":5}'])
def test_strange_files_in_the_folder_do_no_harm(text: str, home: Path) -> None:
    """A file that is no record, however it is made, neither stops a new game nor is offered."""
    played("take(3)")
    strange = home / "games" / f"strange{folder.SUFFIX}"
    strange.write_text(text + "\n", "utf-8")
    assert [] == folder.interrupted("Strange")
    assert [strange] == folder.unreadable()
    assert 2 == folder.prune(0)


@pytest.mark.parametrize("seats", [("human", "human"), ("random", "human"), BOTS])
def test_who_came_in_later_keeps_the_game(seats: tuple[str, ...]) -> None:
    """An interrupted game stays when the line by which it last went on names a person, also behind damage."""
    path = played("take(1)")
    session, table = Session.go_on(path, gamedsl.load(NIM))
    session.resumed(seats)
    decide(session, table, "take(1)")
    session.close()
    broken = folder.records_folder() / f"broken{folder.SUFFIX}"
    lines = path.read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join([lines[0], b"{\n", *lines[2:]]))

    assert (0 if "human" in seats else 2) == folder.prune(0)


def test_games_in_which_nothing_was_decided_are_deleted() -> None:
    """A game of a person that was left before the first decision is not offered, and does not stay for ever."""
    played(seats=("human", "random"))
    kept = played("take(1)", seats=("human", "random"))

    assert 1 == folder.prune(0)
    assert [kept] == list(folder.records_folder().iterdir())


def test_records_that_were_edited_are_read(tmp_path: Path) -> None:
    """Lines are JSON: blanks in them, a mark at the start and line ends of Windows do no harm."""
    path, edited = played("take(1)", "take(1)"), tmp_path / "edited.jsonl"
    lines = [json.dumps(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    edited.write_bytes("\ufeff".encode() + "\r\n".join([*lines, ""]).encode())

    assert read_record(path) == read_record(edited)
    whole = edited.read_bytes()
    edited.write_bytes(whole.replace(b'"number": 2', b'"number": "two"'))
    damage = read_record(edited, damaged=True).damage
    assert damage is not None
    assert (3, len(whole[: whole.index(b'{"line": "move", "number": 2')])) == (damage.line, damage.byte)


@pytest.mark.parametrize("go_on", [read_record, Writer.go_on])
def test_only_ordinary_files_are_records(go_on: Callable[[Path], object], tmp_path: Path) -> None:
    """Devices and pipes, whose reading might never end, are refused at once."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(RecordError, match="this is no ordinary file"):
            go_on(path)


def test_a_pipe_in_the_folder_does_no_harm() -> None:
    """It is no record, and nobody waits for it."""
    played("take(1)")
    os.mkfifo(folder.records_folder() / f"pipe{folder.SUFFIX}")
    assert 1 == len(folder.newest(9))


def test_a_full_disk_stops_the_record_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a line cannot be written the trouble is kept, and play goes on without a record."""
    table = gamedsl.load(NIM).start()
    session = Session.begin(table, NIM, BOTS)

    def full(self: Writer, *lines: object, sync: bool = True) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Writer, "add", full)
    decide(session, table, "take(1)")
    assert "No space left on device" in session.trouble
    assert session.path is None
    decide(session, table, "take(1)")
    assert 2 == len(session.record.moves)


def test_a_branch_is_a_game_of_its_own() -> None:
    """It begins with some decisions of another one, which stays as it is."""
    path = played("take(1)", "take(1)", "take(1)")
    before = path.read_bytes()
    session = Session.branch(read_record(path), 2, ("human", "human"))
    session.close()
    assert session.path not in (None, path)
    assert (2, ("human", "human"), before) == (
        len(session.record.moves), session.record.seats, path.read_bytes(),
    )  # fmt: skip


# ---------------------------------------------------------------- replay and verify


def test_a_rerun_is_the_same() -> None:
    """An unchanged record verifies, with its result."""
    path = played("take(3)", "take(2)")
    assert verify(gamedsl.load(NIM), read_record(path)) is None


@pytest.mark.parametrize(
    ("line", "values", "decision", "said"),
    [
        (0, {"state": "0" * 12}, 0, "the set-up gives another situation"),
        (2, {"state": "0" * 12}, 2, "Bob: take(2) leads to another situation"),
        (2, {"code": 99, "text": "take(9)"}, 1, "Bob: take(9) is not possible in the re-run"),
        (2, {"seat": 0}, 1, "Ann decided, but in the re-run Bob is asked"),
        (3, {"points": [2, 3]}, 2, "another result comes out"),
    ],
)
def test_the_first_difference_is_named(line: int, values: dict[str, object], decision: int, said: str) -> None:
    """A record that was tampered with differs at that decision."""
    path = played("take(3)", "take(2)")
    changed(path, line, **values)
    found = verify(gamedsl.load(NIM), read_record(path))
    assert found is not None
    assert (decision, said) == (found.decision, found.words)


def test_stepping_gives_every_moment() -> None:
    """The table behind n decisions is the one that was played, whatever way one comes there."""
    table = gamedsl.load(STEPS).start(seed=5)
    session = Session.begin(table, STEPS, BOTS)
    seen = [table.fingerprint()]
    for move in ["take(1)", "throw", "draw", "take(2)", "pass", "take(3)", "pass", *["take(1)"] * 4, "pass"]:
        decide(session, table, move)
        seen.append(table.fingerprint())
    session.close()
    replay = Replay(table.game, session.record)
    for number in [*range(len(seen)), *reversed(range(len(seen)))]:
        assert seen[number] == replay.table(number).fingerprint()
    assert [0, 5, 7] == replay.turns
    assert [1, 1, 2, 3] == [replay.turn_at(number) for number in (0, 4, 5, 12)]


def test_other_rules_are_named(tmp_path: Path) -> None:
    """Sections that differ are named; comments, scenarios and facts do not matter."""
    text = Path(NIM).read_text("utf-8")
    path = tmp_path / "nim.game"
    path.write_text(text, "utf-8")
    record = read_record(played("take(1)", game=str(path)))
    path.write_text(text.replace("Take one", "Take it") + "\n# a remark\n", "utf-8")
    assert 1 == replayed(gamedsl.load(path), record).decisions
    path.write_text(text.replace("n in 1..3", "n in 1..2").replace("start: 5, 9", "start: 5, 8"), "utf-8")
    with pytest.raises(RecordError, match="it was played with other rules of Nim: `options`, `actions` differ"):
        replayed(gamedsl.load(path), record)


def test_other_tables_are_named(tmp_path: Path) -> None:
    """A CSV file is a part of the rules."""
    (tmp_path / "a.csv").write_text("ware,price\nfish,3\nsalt,4\n", "utf-8")
    text = game_text("records/records")
    (tmp_path / "shop.game").write_text(text, "utf-8")
    record = read_record(played("take(fish)", game=str(tmp_path / "shop.game")))
    (tmp_path / "a.csv").write_text("ware,price\r\nfish,3\r\nsalt,4\r\n", "utf-8")
    assert 1 == replayed(gamedsl.load(tmp_path / "shop.game"), record).decisions
    (tmp_path / "a.csv").write_text("ware,price\nfish,5\nsalt,4\n", "utf-8")
    with pytest.raises(RecordError, match=r"other rules of Shop: `a\.csv` differs"):
        replayed(gamedsl.load(tmp_path / "shop.game"), record)


def test_moves_keep_their_numbers() -> None:
    """The written move and its code agree, so a reader without gamedsl understands the record."""
    record = read_record(played("take(3)", "take(2)"))
    move = record.moves[0]
    assert isinstance(move, Move)
    table = gamedsl.load(NIM).start(seed=3)
    assert move.text == table.text_of(move.code)
    with pytest.raises(gamedsl.IllegalChoice):
        table.text_of(99)
