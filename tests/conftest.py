"""Settings for all tests: property tests are repeatable and have no deadline; ``nightly`` tries new examples."""

import os

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=10_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
