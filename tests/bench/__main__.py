"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import (
    accept,
    championship,
    dashboard,
    draughts,
    kiosk,
    pairing,
    publish,
    sync,
    terminal,
)

for part in (publish, accept, terminal, sync, championship, pairing, draughts, kiosk, dashboard):
    part.bench()
