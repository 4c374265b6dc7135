"""Settings for all tests: property tests are repeatable and have no deadline."""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")
