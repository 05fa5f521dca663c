"""Settings for all tests: how many examples Hypothesis generates, how a test waits for a screen."""

from __future__ import annotations

from hypothesis import settings

from tests.prove import PROVE
from tests.tui import settling

# No deadline: a busy machine is slow and not wrong.
settings.register_profile("ordinary", deadline=None)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("prove" if PROVE else "ordinary")

settling.install()

pytest_plugins = ["tests.outside", "tests.closing"]
