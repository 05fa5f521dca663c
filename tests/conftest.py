"""Settings for all tests: how much is tried, how a screen is waited for, what a secret costs."""

import gc

from hypothesis import HealthCheck, settings

from tests import strength
from tests.prove import PROVE
from tests.tui import settling

# No deadline, and no bar for how fast examples are drawn: a busy machine is slow and not wrong. The
# same examples every time: a change that is red has made it so. ``make prove`` looks for new ones.
_SLOW_IS_RIGHT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ordinary", _SLOW_IS_RIGHT, derandomize=True)
settings.register_profile("prove", _SLOW_IS_RIGHT, max_examples=1_000)
settings.load_profile("prove" if PROVE else "ordinary")

settling.install()
strength.weaken()

# A mounted app is tens of thousands of objects: the default looks through them every few moments.
gc.set_threshold(100_000, 20, 20)

pytest_plugins = ["tests.outside", "tests.stages", "tests.closing"]
