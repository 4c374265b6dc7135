"""What tests of simulations share."""

from collections.abc import Iterator

import pytest


@pytest.fixture
def tune() -> Iterator[pytest.MonkeyPatch]:
    """Replaces what has no part in reading rules: games that others have read are taken all the same."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch
