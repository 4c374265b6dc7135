"""The project file fits the folders, the layers hold, and the command starts without heavy modules."""

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"]


def packages_on_disk() -> set[str]:
    """Return the names of all packages of the project, as they are when installed."""
    names = set()
    for name, folder in FOLDERS.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            inner = init.parent.relative_to(ROOT / folder).parts
            names.add(".".join([name, *inner]))
    return names


def test_all_packages_are_listed():
    """Every folder with modules is in the wheel, and the wheel names no folder that is not there."""
    assert packages_on_disk() == set(PROJECT["tool"]["setuptools"]["packages"])


def test_no_folder_of_modules_is_forgotten():
    """A folder with modules has an ``__init__.py``; without it it would not be installed."""
    folders = {module.parent for folder in FOLDERS.values() for module in (ROOT / folder).rglob("*.py")}

    assert [] == [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()]


def imported_names(module: Path) -> set[str]:
    """Return the absolute names that a module imports."""
    names = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def test_only_the_entry_module_imports_the_command_line():
    """The library does not know its command line; ``__main__`` starts it and does nothing else."""
    users = [module.name for module in (ROOT / "gamedsl").rglob("*.py") if "gamedsl.cli" in imported_names(module)]

    assert ["__main__.py"] == users


def test_command_line_imports_itself_relatively():
    """Modules of cli name each other relatively: so they can be checked in their folder and run when installed."""
    absolute = {
        str(module.relative_to(ROOT)): sorted(names)
        for module in (ROOT / "cli").rglob("*.py")
        if (names := {name for name in imported_names(module) if name.split(".")[0] == "cli" or "gamedsl.cli" in name})
    }

    assert {} == absolute


@pytest.mark.parametrize("heavy", ["rich", "lark", "hypothesis"])
def test_help_is_light(heavy: str):
    """Heavy modules are not loaded for ``gamedsl --help``."""
    script = (
        "import sys\n"
        "from gamedsl.cli import main\n"
        "try:\n"
        "    sys.argv = ['gamedsl', '--help']\n"
        "    main()\n"
        "finally:\n"
        f"    print({heavy!r} in sys.modules, file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=os.sep)

    assert (0, "False\n") == (run.returncode, run.stderr)
    assert run.stdout.startswith("Usage: gamedsl")


def test_ci_runs_the_test_command_of_the_readme():
    """The command in README.md stands between the markers that ``.ci/run`` reads."""
    text = (ROOT / "README.md").read_text()
    _, start, rest = text.partition("<!-- test-command -->\n")
    block, end, _ = rest.partition("<!-- /test-command -->\n")

    assert start
    assert end
    assert ['pip install -e ".[test]" && pytest'] == [line for line in block.splitlines() if not line.startswith("```")]
    assert "<!-- test-command -->" in (ROOT / ".ci" / "run").read_text()
