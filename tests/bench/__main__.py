"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import accept, draughts, pairing, publish

for part in (publish, accept, pairing, draughts):
    part.bench()
