"""What the screens at headquarters say of all halls: standings, where a player sits, incidents."""

import pytest

from hall_server.paper.catalogue import Order, document
from hall_server.paper.keeping import render_pdf
from hall_server.paper.sheet import Table
from hall_server.referee.derived.moment import Moment
from hall_server.referee.said.incident_words import incident_lines
from hall_server.referee.said.player_words import player_page
from hall_server.referee.said.results_words import result_lines
from shared.core.events import Draft, ReportFiled, entities
from shared.core.events.entities import MatchKey
from shared.core.state import HallState
from shared.machine.clocks import wall_ms
from shared.public.answer import answer
from tests.championship.test_championship import Stage, pairing, stage
from tests.championship.test_divisions import VENUES, counts, plays, round_of, staged

__all__ = ["stage"]
pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(120)]


def rows(state: HallState, what: str, division: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of a paper, which is also drawn."""
    made = document(what, Order(state, wall_ms(), division))
    assert render_pdf(made, "a4").startswith(b"%PDF")
    (table,) = (block for block in made.sheets[0].blocks if isinstance(block, Table))
    return table.rows


def test_headquarters_screens_show_one_event_over_two_halls(stage: Stage) -> None:
    hq, referee, halls = staged(stage)
    kiosk = stage.kiosk(hq.node)
    tables = {venue: stage.device(venue, f"table-{venue}.1", "terminal") for venue in VENUES}
    referee.file(round_of(1, "m1", "m2"))
    for uid, venue in (("m1", "north"), ("m2", "south")):
        table = tables[venue]
        table.ears.until(lambda table=table, uid=uid: uid in table.ears.state.matches)  # type: ignore[misc]
        plays(table, uid)
    incident = ReportFiled("phone", seat=0, about=1, note="It rang")
    match = MatchKey("open", 1, "m2")
    tables["south"].file(Draft(entities.match_report(match, "r1"), incident))
    halls["north"].file(pairing("north"))
    for screen in (referee, kiosk):
        screen.ears.until(
            lambda screen=screen: (  # type: ignore[misc]
                counts(screen, "m1")
                and counts(screen, "m2")
                and bool(screen.ears.state.reports)
                and "north.m1" in screen.ears.state.matches
            )
        )
    state = kiosk.ears.state

    standings = rows(state, "standings", "open")
    assert [row[1] for row in standings[:2]] == ["Ann", "Cid"]
    assert len(standings) == 4
    cross = rows(state, "crosstable", "open")
    assert {"Ann", "Ben", "Cid", "Dot"} <= {cell for row in cross for cell in row}
    assert len(rows(state, "standings", "north.masters")) == 2

    found = {
        player.name: answer(state, player, wall_ms(), "UTC").table
        for player in state.players.values()
    }
    assert found["Ann"] == "1 · north"
    assert found["Dot"] == "1 · south"
    assert found["North One"] == "1 · north"

    moment = Moment(referee.ears.state, referee.ears.link, wall_ms())
    (line,) = incident_lines(moment, "all", 80)
    assert "south" in line.text
    assert "Dot" in line.text
    assert any("T1 · south" in result.text for result in result_lines(moment, 80))
    dot = next(p for p in moment.state.players.values() if p.name == "Dot")
    assert any("Incidents: 1" in words for _, words in player_page(moment, dot))
