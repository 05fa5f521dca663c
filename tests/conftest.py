"""Settings for all tests: how many examples Hypothesis generates."""

from __future__ import annotations

from hypothesis import settings

from tests.prove import PROVE

settings.register_profile("prove", max_examples=1_000, deadline=None)
if PROVE:
    settings.load_profile("prove")
