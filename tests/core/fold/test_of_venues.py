"""Headquarters hears of one hall after another: what it has derived stays true, whatever comes."""

from hypothesis import given
from hypothesis import strategies as st

from shared.core.events import (
    DeviceRevoked,
    DivisionLed,
    Event,
    PairedMatch,
    RoundPaired,
    TournamentOpened,
)
from shared.core.events.entities import MatchKey, device, lead, match_decision, pairing, tournament
from shared.core.fold import Fold, fold
from shared.net.keys import DeviceKeys
from shared.wire.envelope import read
from tests.bench.venues import Venue, Writer, enrolment
from tests.championship.kit import ROOT, ROOT_ID
from tests.core.events_kit import rules


def _log(name: str) -> list[Event]:
    venue = Venue(name, tables=2)
    said = [signed for round_of in venue.said for pair in round_of for signed in pair]
    return [read(signed) for signed in [*venue.log.events, *said]]


LOGS = {name: _log(name) for name in ("north", "south", "west")}
SOUTH = Venue("south", tables=2)
REVOKED = read(Writer(ROOT, "ee" * 8).write(device(SOUTH.keys.node), DeviceRevoked((), "lost")))
STRAY = read(
    Writer(SOUTH.keys.sign, "0b" * 8).write(
        pairing(SOUTH.division, 3),
        RoundPaired(0, "seed", (PairedMatch("north.x", "south.0", "south.p0", "south.p1"),)),
    )
)
"""Names a match of the north, which is known for one only where the north's opening is."""
LED = read(
    Writer(SOUTH.keys.sign, "0c" * 8).write(
        lead(SOUTH.division, 1), DivisionLed("west", (), ("west",))
    )
)
REFEREES = tuple(DeviceKeys.from_seed(bytes([n]) * 32) for n in (71, 72))
CERTIFIED = [
    read(Writer(ROOT, f"d{n}" * 8).write(*enrolment(keys, "referee", "R", "south")))
    for n, keys in enumerate(REFEREES)
]
RULED = [
    read(
        Writer(keys.sign, "1a" * 8).write(
            match_decision(MatchKey(SOUTH.division, 1, SOUTH.uid(1, 0))),
            rules(f"{text} {text}", SOUTH.said[0][0][1].id),
        )
    )
    for keys, text in zip(REFEREES, ("L", "D"), strict=True)
]
CHIEFS = [
    read(
        Writer(ROOT, f"c{n}" * 8).write(
            tournament(),
            TournamentOpened("Bench", "UTC", bytes(ROOT.verify_key), keys.node, venue),
        )
    )
    for n, (venue, keys) in enumerate(zip(("", "east"), REFEREES, strict=True))
]
"""Openings that name a chief, whose rulings outrank others whenever the openings arrive."""
MORE = (REVOKED, STRAY, LED, *CERTIFIED, *RULED, *CHIEFS)


def test_halls_that_come_in_any_steps_make_the_state_of_all_of_them() -> None:
    more = st.sets(st.sampled_from(range(len(MORE))))
    keeper = st.sampled_from(["", SOUTH.keys.node, "f" * 32])

    @given(st.randoms(use_true_random=False), st.integers(1, 40), st.booleans(), more, keeper)
    def steps(chance: object, size: int, mixed: bool, more: set[int], node: str) -> None:
        events = [event for log in LOGS.values() for event in log]
        events += [MORE[which] for which in sorted(more)]
        if mixed:
            chance.shuffle(events)  # type: ignore[attr-defined]
        hall = Fold(ROOT_ID, node)
        for start in range(0, len(events), size):
            hall.add(events[start : start + size])
            hall.state()
        assert hall.state() == fold(ROOT_ID, events, node)

    steps()
    whole = fold(ROOT_ID, [event for log in LOGS.values() for event in log])
    assert len(whole.matches) == 12
    assert all(match.result.counts for match in whole.matches.values())
    assert {table.label for table in whole.tables.values()} >= {"Table 0 · north", "Table 0 · west"}


def test_only_the_rulings_of_a_newly_named_chief_are_judged_again() -> None:
    hall = Fold(ROOT_ID)
    hall.add([*(event for log in LOGS.values() for event in log), *CERTIFIED, *RULED])
    before = hall.state()
    assert before.matches[SOUTH.uid(1, 0)].result.status == "conflict"
    known = hall.registry()
    hall.add(CHIEFS[:1])
    change = hall.registry().since(known)
    assert change is not None
    assert change.nodes == {REFEREES[0].node}
    assert hall.state().matches[SOUTH.uid(1, 0)].result.status == "ruled"
