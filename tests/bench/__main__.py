"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import accept, pairing, publish

for part in (publish, accept, pairing):
    part.bench()
