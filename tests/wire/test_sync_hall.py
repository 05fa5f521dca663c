"""A whole hall under loss, delay, crashes and old disks: in the end all hold everything."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.wire.sync.follower import SILENCE_MS
from shared.wire.sync.outbox import RESEND_MAX_MS
from tests.wire.hall_sim import CALM, STORM, HallSim, Weather

QUIET_MS = 3 * (SILENCE_MS + RESEND_MAX_MS)
"""Long enough to notice a silence, greet, read a log again and repeat one lost answer."""

SEEDS = st.integers(0, 2**32)


def storm(sim: HallSim, happenings: list[Callable[[], None]], steps: int) -> set[str]:
    """Let chance choose what happens; return the ids of all that a node accepted."""
    accepted: set[str] = set()
    sim.weather = STORM
    for _ in range(steps):
        sim.run(sim.random.choice((30, 100, 400, 1_300, 2_600)))
        sim.random.choice(happenings)()
        accepted |= {event_id for node in sim.nodes for event_id in node.log.ids}
    return accepted


def calm_down(sim: HallSim) -> None:
    sim.weather = CALM
    if not sim.hall_up:
        sim.start_hall()
    sim.run(QUIET_MS)


def anywhere(sim: HallSim) -> list[Callable[[], None]]:
    return [
        sim.write_at_hall,
        *[lambda node=node: sim.write(node) for node in sim.nodes],
    ]


@pytest.mark.slow
@given(seed=SEEDS)
def test_all_hold_everything_after_a_storm(seed: int) -> None:
    sim = HallSim(seed)
    accepted = storm(sim, anywhere(sim), steps=15)

    calm_down(sim)

    assert sim.settled()
    assert accepted <= sim.hall_log.ids


@pytest.mark.slow
@given(seed=SEEDS)
def test_all_hold_everything_after_crashes_and_broken_connections(seed: int) -> None:
    sim = HallSim(seed)
    happenings = [
        *anywhere(sim),
        *anywhere(sim),
        sim.stop_hall,
        sim.start_hall,
        *[lambda node=node: sim.restart(node) for node in sim.nodes],
        *[lambda node=node: sim.reconnect(node) for node in sim.nodes],
    ]
    accepted = storm(sim, happenings, steps=20)

    calm_down(sim)

    assert sim.settled()
    assert accepted <= sim.hall_log.ids


@pytest.mark.slow
@given(seed=SEEDS)
def test_all_hold_everything_after_the_hall_came_back_from_an_old_disk(seed: int) -> None:
    """What any node still holds reaches the hall again, and from there everybody."""
    sim = HallSim(seed)
    happenings = [
        *anywhere(sim),
        *anywhere(sim),
        sim.restore_hall,
        sim.start_hall,
        *[lambda node=node: sim.restart(node) for node in sim.nodes],
        *[lambda node=node: sim.promote(node) for node in sim.nodes],
    ]
    accepted = storm(sim, happenings, steps=20)

    calm_down(sim)

    assert sim.settled()
    assert accepted <= sim.hall_log.ids


@given(seed=SEEDS)
def test_a_node_never_claims_more_than_the_hall_holds(seed: int) -> None:
    sim = HallSim(seed)
    sim.weather = STORM
    happenings = [*anywhere(sim), sim.start_hall]
    for _ in range(15):
        sim.run(sim.random.choice((30, 400, 2_600)))
        sim.random.choice(happenings)()
        for node in sim.nodes:
            for place, seq in node.log.acked.items():
                assert seq <= sim.hall_log.vector.get(place, 0)


@given(seed=SEEDS)
def test_in_calm_weather_each_event_is_pushed_once_and_only_by_its_author(seed: int) -> None:
    sim = HallSim(seed)
    sim.run(1_000)
    for _ in range(20):
        sim.random.choice(anywhere(sim))()
        sim.run(sim.random.choice((10, 200, 700)))
    sim.run(1_000)

    assert sim.settled()
    assert set(sim.pushed.values()) <= {1}
    own = {n.author.node for n in sim.nodes}
    assert sim.pushed.keys() == {r.event.id for r in sim.hall_log.rows if r.event.node in own}


@pytest.mark.parametrize("seed", range(5))
def test_a_hall_that_restarts_is_noticed_also_while_its_feed_is_heard(seed: int) -> None:
    """The new process does not know the old connections, though its heartbeats arrive."""
    sim = HallSim(seed)
    sim.run(1_000)
    assert sim.settled()

    sim.start_hall()
    sim.write(sim.nodes[0])
    sim.run(SILENCE_MS + 1_000)

    assert sim.settled()


@pytest.mark.parametrize("seed", range(5))
def test_a_hall_from_an_old_disk_is_read_again(seed: int) -> None:
    """New events stand in positions of the log that the nodes had read before."""
    sim = HallSim(seed)
    sim.run(1_000)
    for _ in range(10):
        sim.write_at_hall()
    sim.run(1_000)
    lost = sim.hall_log.ids

    sim.start_hall(sim.hall_log.set_back(sim.first_end + 2))
    for _ in range(12):
        sim.write_at_hall()
    sim.run(QUIET_MS)

    assert sim.settled()
    assert lost < sim.hall_log.ids


def test_follower_that_was_away_fetches_missed_events_in_pieces() -> None:
    sim = HallSim(1)
    sim.hall_log.say(sim.hall_author, 600)
    sim.nodes[0].log.store_id = "store 0"

    sim.run(2_000)

    assert sim.settled()
    assert sim.nodes[0].log.end == sim.hall_log.end


def test_a_long_outbox_is_handed_in_by_batches() -> None:
    sim = HallSim(2, followers=2)
    sim.run(1_000)
    sim.stop_hall()
    sim.nodes[0].log.say(sim.nodes[0].author, 600)
    sim.run(5_000)
    assert sim.nodes[0].link.phase == "offline"

    sim.start_hall()
    sim.run(3_000)

    assert sim.settled()
    assert set(sim.pushed.values()) == {1}


def test_no_word_for_longer_than_the_silence_is_offline() -> None:
    sim = HallSim(3)
    sim.run(1_000)
    sim.weather = Weather(lost=100)
    sim.run(SILENCE_MS + 700)

    assert {node.link.phase for node in sim.nodes} == {"offline"}
