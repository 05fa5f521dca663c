"""Room for connections: it raises this process's limit of open descriptors."""

from __future__ import annotations

import logging
import sys

ENOUGH = 65_536
"""More connections than can pile up: one that never ends its handshake is gone after three seconds.
"""

log = logging.getLogger(__name__)


def make_room() -> None:
    """Raise the limit of open descriptors as far as this user may."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        log.info("no room for more than %d connections: %s", soft, error)
