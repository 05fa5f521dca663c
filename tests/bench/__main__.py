"""``python -m tests.bench``: every measurement in turn."""

from tests.bench import accept, publish

for part in (publish, accept):
    part.bench()
