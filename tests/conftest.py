"""Settings for all tests: how many examples Hypothesis generates."""

from __future__ import annotations

from hypothesis import settings

from tests.prove import PROVE

# No deadline: a busy machine is slow and not wrong.
settings.register_profile("ordinary", deadline=None)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("prove" if PROVE else "ordinary")
