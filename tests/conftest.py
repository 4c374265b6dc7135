"""Settings for all tests: property tests are repeatable and have no deadline; ``nightly`` tries new examples."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=10_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of games that tests play go to a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEDSL_HOME", str(tmp_path_factory.mktemp("home")))
        yield
