"""A reader who types what the tutorial and README.md show, block by block, has a sound file at the end of every step.

Blocks are typed as the text says: a whole file is written anew, a section takes the place of the section of that name
or is added, and mistakes stay in the file until the text shows something else. What the text says of ``gamedsl check``
and ``gamedsl test`` is what these commands say of the files as they are at that moment.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner, Result

from gamedsl.cli import group
from tests.helpers.suite.pages import ROOT, cut, laid_over

_PART = re.compile(
    r"^## (?P<heading>[^\n]*)$|^```(?P<info>[a-z][^\n`]*)\n(?P<text>.*?)^```$"
    r"|(?<!`)`(?P<command>gamedsl [^`\n]+)`(?!`)",
    re.MULTILINE | re.DOTALL,
)
_CLEAN = "1 file checked: no findings"


@attrs.define
class Reader:
    """What lies in the reader's folder, and which file grows."""

    folder: Path
    growing: str = ""
    printed: str = ""
    steps: list[str] = attrs.field(factory=list)
    told: list[str] = attrs.field(factory=list)

    def run(self, *words: str) -> Result:
        """Type a command in the folder."""
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            return CliRunner(env={"COLUMNS": "200"}).invoke(group, words)

    def types(self, info: str, text: str) -> None:
        """Type a block; a mistake must be answered as the block behind it says."""
        kind, _, path = info.partition(" ")
        match kind:
            case "game" | "variant":
                path = path or self._named(text)
                (self.folder / path).write_text(text, encoding="utf-8")
                if kind == "game" and not self.growing:
                    self.growing = path
            case "game-wrong" | "game-step":
                path = self.folder / self.growing
                before = cut(path.read_text("utf-8")) if path.exists() else cut(text)
                path.write_text("\n".join(laid_over(before, cut(text))), encoding="utf-8")
            case "findings":
                self.printed += self._answer()
                assert text in self.printed, f"the page shows\n{text}\nand the program says\n{self.printed}"
        if kind != "findings":
            self.printed = ""

    def _named(self, text: str) -> str:
        """Return the file that a block is, which the prose may call otherwise: a variant names the file of its base."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", text.split()[1]).lower()
        return f"{name}.game"

    def _answer(self) -> str:
        checked = self.run("check", self.growing)
        return checked.output if checked.exit_code else self.run("test", self.growing).output

    def ends_a_step(self, name: str) -> None:
        """Everything in the folder is sound."""
        for path in sorted(self.folder.glob("*.game")):
            for verb in ("check", "test")[: 1 + ("\nscenarios\n" in path.read_text("utf-8"))]:
                said = self.run(verb, path.name)
                assert said.exit_code == 0, f"{verb} {path.name} at the end of `{name}`:\n{said.output}"
        self.steps.append(name)

    def asks(self, command: str) -> None:
        """Type a command of the text, where its file is there: it is understood."""
        words = command.split()[1:]
        if words[0] in ("check", "test", "diff") and len(words) > 1 and (self.folder / words[1]).exists():
            said = self.run(*words)
            assert said.exit_code in (0, 1), f"{command}: {said.output}"
            self.told.append(command)


def read(page: Path, folder: Path) -> Reader:
    """Read a page from its beginning to its end, and type."""
    reader, step = Reader(folder), "the beginning"
    reader.growing = "mushrooms.game" if page.name == "tutorial.md" else ""
    for part in _PART.finditer(page.read_text("utf-8")):
        if part["heading"] is not None:
            reader.ends_a_step(step)
            step = part["heading"]
        elif part["info"] is not None:
            reader.types(part["info"], part["text"])
        else:
            reader.asks(part["command"])
    reader.ends_a_step(step)
    return reader


def test_the_tutorial_typed_literally(tmp_path: Path) -> None:
    """All mistakes of the tutorial are typed, too, and every step ends with files that are clean and pass."""
    reader = read(ROOT / "docs" / "tutorial.md", tmp_path)

    assert ["mushrooms.game", "mushrooms_winter.game"] == sorted(path.name for path in tmp_path.glob("mushrooms*.game"))
    assert len(reader.steps) > 10
    for verb in (
        "check mushrooms.game",
        "test mushrooms.game",
        "test mushrooms_winter.game",
        "diff mushrooms_winter.game",
    ):
        assert f"gamedsl {verb}" in reader.told


def test_a_mistake_left_in_a_file_is_noticed(tmp_path: Path) -> None:
    """A page that shows a mistake and never its cure does not pass."""
    page = tmp_path / "tutorial.md"
    page.write_text("## 1\n```game-wrong\ngame Mushrooms\n  players: two\n```\n## 2\n", encoding="utf-8")

    with pytest.raises(AssertionError, match=r"at the end of `1`"):
        read(page, tmp_path)


def test_readme_typed_literally(tmp_path: Path) -> None:
    """The game of README.md, with the line of the workflow on a folder that holds it."""
    readme = (ROOT / "README.md").read_text("utf-8")
    rules = tmp_path / "rules"
    rules.mkdir()
    reader = read(ROOT / "README.md", rules)
    line = next(line for line in readme.splitlines() if line.startswith("- run: gamedsl check"))

    assert _CLEAN in reader.run("check", "crates.game").output
    assert ["crates.game"] == [path.name for path in rules.iterdir()]
    reader.folder = tmp_path
    for command in line.removeprefix("- run: ").split(" && "):
        said = reader.run(*command.split()[1:])
        assert said.exit_code == 0, said.output
