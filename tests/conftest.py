"""Settings for all tests: property tests are repeatable and have no deadline.

``nightly`` tries new examples; ``first_fault`` takes the first example that fails as it is.
"""

from tests.helpers.suite import no_collection  # noqa: F401

# isort: split
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gamedsl.kernel.native import compilers
from gamedsl.simulate.play import here
from tests.helpers.suite import sharing
from tests.helpers.suite.nightly import C_FLAGS, NIGHTLY

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=10_000, print_blob=True)
settings.register_profile("first_fault", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
if NIGHTLY:  # ten thousand examples in one process leave more than a machine holds
    gc.enable()
    gc.set_threshold(100_000)

sharing.share()


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Hypothesis looks for garbage once, with its first example: now, while there is not much to look through."""
    given(nothing=st.none())(lambda nothing: None)()


def pytest_sessionfinish() -> None:
    """Nobody has to look through what is left when the process ends: pytest would do so again and again."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of games that tests play go to a folder of the tests; processes that they start keep their bytecode."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compilers, "_FLAGS", C_FLAGS)
        patch.setattr(here, "SHORT", 0.0)  # what processes do is tested with games that are short
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):  # tests read English, whoever runs them
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("GAMEDSL_HOME", str(tmp_path_factory.mktemp("home")))
        own = tmp_path_factory.getbasetemp()
        sharing.Sharing.kept = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "kept"
        yield


@pytest.fixture(autouse=True)
def engines_are_given_back() -> Iterator[None]:
    """Engines that a test has used are for the next one."""
    yield
    sharing.POOL.end_test()


@pytest.fixture
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is kept on disk is kept where users have it, in a home of the test's own, at first empty; return that."""
    monkeypatch.setattr(sharing.Sharing, "own_store", True)
    monkeypatch.setenv("GAMEDSL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def monkeypatch(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From the first replaced attribute on, a test shares nothing: what it replaces may be a part of reading."""
    replace = monkeypatch.setattr

    def replace_and_do_anew(*given: Any, **named: Any) -> None:
        replace(sharing.Sharing, "on", False)
        sharing.POOL.drop()
        replace(*given, **named)

    replace(monkeypatch, "setattr", replace_and_do_anew)
    return monkeypatch
