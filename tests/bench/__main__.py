"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import accept, dashboard, draughts, kiosk, pairing, publish, sync, terminal

for part in (publish, accept, terminal, sync, pairing, draughts, kiosk, dashboard):
    part.bench()
