"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import accept, draughts, pairing, publish, sync

for part in (publish, accept, sync, pairing, draughts):
    part.bench()
