"""The project file fits the folders, the layers hold, and the command starts without heavy modules."""

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.helpers.suite.module_graph import tree

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
    for node in ast.walk(tree(module)):
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


def loaded_by(home: Path, *arguments: str) -> set[str]:
    """Return the names of the modules that a command has loaded when it ends."""
    script = (
        "import sys\n"
        "from gamedsl.cli import main\n"
        "try:\n"
        f"    sys.argv = ['gamedsl', *{list(arguments)!r}]\n"
        "    main()\n"
        "finally:\n"
        "    print(*sys.modules, file=sys.stderr)\n"
    )
    environment = {**os.environ, "GAMEDSL_HOME": str(home)}
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=os.sep, env=environment
    )

    assert 0 == run.returncode, run.stderr
    return set(run.stderr.split())


def among(loaded: set[str], heavy: set[str]) -> set[str]:
    """Return which of the heavy packages and modules are loaded, in whole or in part."""
    return {name for name in heavy if name in loaded or any(module.startswith(f"{name}.") for module in loaded)}


NEVER = {"rich", "hypothesis", "matplotlib", "gamedsl.play.engine", "gamedsl.kernel", "gamedsl.simulate"}
NEVER |= {"gamedsl.players.kinds", "gamedsl.players.search", "gamedsl.scenarios", "gamedsl.records"}
CHECKING = {"lark", "attrs", "gamedsl.api", "gamedsl.syntax", "gamedsl.semantics", "gamedsl.engine", "gamedsl.players"}


def test_help_is_light(tmp_path: Path):
    """For ``gamedsl --help`` nothing is loaded that reads or plays games."""
    assert set() == among(loaded_by(tmp_path, "--help"), NEVER | CHECKING)


def test_check_is_light(tmp_path: Path):
    """``gamedsl check`` loads nothing that plays games; for a file known to be clean nothing that reads them either."""
    first, second = loaded_by(tmp_path, "check", "mogul"), loaded_by(tmp_path, "check", "mogul")

    assert {"gamedsl.semantics", "gamedsl.syntax"} == among(first, NEVER | {"gamedsl.semantics", "gamedsl.syntax"})
    assert {"attrs"} == among(second, NEVER | CHECKING)


def test_ci_runs_the_test_command_of_the_readme():
    """The command in README.md stands between the markers that ``.ci/run`` reads."""
    text = (ROOT / "README.md").read_text()
    _, start, rest = text.partition("<!-- test-command -->\n")
    block, end, _ = rest.partition("<!-- /test-command -->\n")

    assert start
    assert end
    assert ['pip install -e ".[test]" && pytest'] == [line for line in block.splitlines() if not line.startswith("```")]
    assert "<!-- test-command -->" in (ROOT / ".ci" / "run").read_text()


def test_a_checkout_is_found_before_what_is_installed():
    """``python -m gamedsl`` in the root of a checkout runs that, and finds its command line, grammar and games.

    The path hooks of an editable installation are left out (``-S``): there is nothing but the folders.
    """
    packages = [path for path in sys.path if path.endswith("site-packages")]
    run = "import runpy; runpy.run_module('gamedsl', run_name='__main__', alter_sys=True)"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path += {packages!r}; {run}", "check", "tic_tac_toe"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (ran.returncode, ran.stderr)
    assert "no findings" in ran.stdout
