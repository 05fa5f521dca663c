"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import accept, publish, sync

for part in (publish, accept, sync):
    part.bench()
