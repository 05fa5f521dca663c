"""An event file that is right, and what is said of one that is not."""

import pytest

from hall_server.eventfile import BadEventFile, parse_event_file

GOOD = """\
schema = 1

[event]
name = "Texas Open"
zone = "America/Chicago"
tables = 2

[[division]]
id = "masters"
rulebook = "acf-masters"

[[division]]
id = "friends"
name = "Among friends"
rulebook = "acf-masters"
rounds = 3
control = "90:00"

[[player]]
name = "Ann Lee"
division = "masters"
rating = 2200
club = "Köln"

[[player]]
name = "Bo King"
division = "friends"
id = "bo"
"""


def complaint(text: str) -> str:
    with pytest.raises(BadEventFile) as caught:
        parse_event_file(text, "event.toml")
    return str(caught.value)


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return complaint(GOOD.replace(old, new, 1))


FRIENDS = 'control = "90:00"\n'
"""A line in the division of friends, in whose place or behind which others can be put."""
