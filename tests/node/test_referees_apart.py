"""Two referees correct round 1 apart: nothing is lost, both are heard, and one word settles."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hall_server.setting_up import new_device
from shared.core.events import Actor, DecisionMade, Draft, entities
from shared.core.events.measures import MatchDecided, taken
from shared.core.match.outcome import SEATS, Code, Outcome
from shared.core.state import Match
from shared.store.batch import Author
from shared.store.replica import Replica
from tests.node.hall_kit import MATCHES, Hall, Running, a_hall, pairing, result

DRAWN = Outcome((Code.DRAW, Code.DRAW))
LOST = Outcome((Code.LOSS, Code.LOSS))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def ruling(node: Running, number: int, outcome: Outcome) -> Draft:
    """Return a referee's correction of a match, as far as the node has heard of it."""
    heads = node.ears.state.matches[f"m-{number}"].result.heads
    measures = taken(f"m-{number}", MatchDecided.by(outcome))
    body = DecisionMade(measures, "ACF-1.VII", "seen on the sheet", heads)
    return Draft(entities.match_decision(MATCHES[number]), body, Actor("referee", "key"))


def seen(node: Running, number: int, status: str) -> Match:
    """Wait until a node knows the result of a match as far as ``status`` says."""
    uid = f"m-{number}"

    def there() -> bool:
        match = node.ears.state.matches.get(uid)
        return match is not None and match.result.status == status

    node.ears.until(there)
    return node.ears.state.matches[uid]


def certify(hall: Hall, *drafts: Draft) -> None:
    """The tournament key speaks, at the hall's machine while it stands still."""
    replica = Replica(hall.home / "hall.db", bytes(hall.root_key.verify_key), new_store_id="unused")
    with replica.batch() as batch:
        for draft in drafts:
            batch.append(Author(hall.root_key, "ce" * 8), draft, at=1_790_000_000_000)
    replica.close()


def test_corrections_of_two_referees_apart_both_count(hall: Hall) -> None:
    second = new_device("referee", "Referee 2")
    certify(hall, second.enrolment())
    server = hall.start_hall()
    server.file(pairing(3))
    table = hall.start("table-1")
    one = hall.start("referee-1", role="referee")
    two = hall.start("referee-2", keys=second.keys, role="referee")
    table.ears.until(lambda: "m-1" in table.ears.state.matches)
    for seat in SEATS:
        table.file(result(1, seat, "W", "W"))
    for node in (server, one, two):
        seen(node, 1, "confirmed")
    hall.stop(server)
    for node in (one, two):
        node.ears.until_link("offline")

    # Neither hears of the other: both correct match 1, and each one more.
    one.file(ruling(one, 1, DRAWN))
    one.file(ruling(one, 2, DRAWN))
    two.file(ruling(two, 1, LOST))
    two.file(ruling(two, 3, LOST))
    for node, own, outcome in ((one, 2, DRAWN), (two, 3, LOST)):
        assert seen(node, 1, "ruled").result.outcome == outcome
        assert seen(node, own, "ruled").result.outcome == outcome

    server = hall.start_hall()
    for node in (server, one, two, table):
        contested = seen(node, 1, "conflict").result
        assert {version.outcome for version in contested.versions} == {DRAWN, LOST}
        assert seen(node, 2, "ruled").result.outcome == DRAWN
        assert seen(node, 3, "ruled").result.outcome == LOST

    two.file(ruling(two, 1, DRAWN))
    for node in (server, one, two, table):
        assert seen(node, 1, "ruled").result.outcome == DRAWN
