"""Settings for all tests: how much is tried, how a screen is waited for, what a secret costs."""

import gc

from hypothesis import settings

from tests import strength
from tests.prove import PROVE
from tests.tui import settling

# No deadline: a busy machine is slow and not wrong. The same examples every time: a change that is
# red has made it so. ``make prove`` looks for new ones.
settings.register_profile("ordinary", deadline=None, derandomize=True)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("prove" if PROVE else "ordinary")

settling.install()
strength.weaken()

# A mounted app is tens of thousands of objects: the default looks through them every few moments.
gc.set_threshold(100_000, 20, 20)

pytest_plugins = ["tests.outside", "tests.stages", "tests.closing"]
