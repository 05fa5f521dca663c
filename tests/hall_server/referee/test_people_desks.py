"""A player's page and the incident ledger: everything said of a player, over all rounds."""

from __future__ import annotations

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.desks.incident_words import found
from hall_server.referee.desks.player_words import player_page
from shared.core.desks import Desks, Payment, PrizeFund
from shared.core.office import Answered, Office, Request, RequestKind
from shared.core.state import Answer, HallState, Report
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    masters,
    moment,
    report,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]


def answered(plain: Report, note: str, clause: str = "APCA-11") -> Report:
    answer = Answer("ruled", clause, note, plain.at + MINUTE, f"a{plain.event}")
    return msgspec.structs.replace(plain, answer=answer)


def hall() -> HallState:
    one = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    two = under_way("m2", "t2", ("p3", "p4"), result=disputed("W W", "D D"))
    reports = (
        answered(
            report("touched_piece", one, token="a", about=1),
            "Caution to Bo King: touched piece. A second one costs the game.",
        ),
        answered(report("phone", one, token="b", about=1, at=START + 30 * MINUTE),
                 "Game 2 is forfeited by Bo King.", "ACF-1.IX"),
        report("call", two, token="c", seat=0, about=None, at=START + 40 * MINUTE),
    )  # fmt: skip
    paid = {"p1": Payment(45000, 0, "M. Holt", False, START, "e")}
    desks = Desks(prizes={"masters": PrizeFund((45000,))}, payments=paid)
    return msgspec.structs.replace(masters(one, two, reports=reports), desks=desks)


def page(player: str) -> str:
    now = moment(hall())
    return "\n".join(line for _, line in player_page(now, now.state.players[player]))


def test_a_page_says_what_he_asked_at_the_kiosk_and_what_became_of_it() -> None:
    def asked(what: RequestKind, state: Answered | None, note: str = "") -> Request:
        ent = f"player/p2/request/{what}"
        return Request(ent, ent, "p2", what, 0, START, "n", "unverified press", state, note)

    told = (asked("check_in", "ruled"), asked("sign_out", "dismissed", "Stay"), asked("back", None))
    office = Office(requests={r.ent: r for r in (*told, asked("withdraw", None))})
    now = moment(msgspec.structs.replace(hall(), office=office))
    lines = [line for _, line in player_page(now, now.state.players["p2"])]
    at = lines.index("Asked at the kiosk")
    assert lines[at + 1 : at + 5] == [
        "22:13 I am back",
        "22:13 Check in – granted",
        "22:13 Sign out for a while – refused: Stay",
        "22:13 Withdraw from the tournament – waits for you",
    ]
    assert "Asked at the kiosk" not in page("p1")


def test_a_page_counts_cautions_and_penalties_of_him_alone() -> None:
    assert "Incidents: 2, cautions 1, penalties 1" in page("p2")
    assert "Incidents: 0, cautions 0, penalties 0" in page("p1")
    assert "R1  T1   Ann Lee: Ann Lee" in page("p2")
    assert "R1  T2   Cy Ortega: ! DISPUTED" in page("p4")
    assert "√ Paid $450.00 at 22:13 by M. Holt" in page("p1")
    assert "! Score sheets missing (ACF-1.XII): round 1" in page("p1")


@pytest.mark.parametrize(
    ("show", "kinds"),
    [
        ("all", ["call", "phone", "touched_piece"]),
        ("open", ["call"]),
        ("cautions", ["touched_piece"]),
        ("penalties", ["phone"]),
        ("requests", ["call"]),
    ],
)
def test_the_ledger_is_filtered_newest_first(show: str, kinds: list[str]) -> None:
    assert [each.type for each in found(moment(hall()), show)] == kinds  # type: ignore[arg-type]


async def keys(pilot: Pilot[None], *pressed: str) -> None:
    await pilot.press(*pressed)
    await pilot.pause()


async def begun(desk: Desk, pilot: Pilot[None]) -> None:
    await pilot.pause()
    desk.tell(hall())
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_a_player_is_found_by_part_of_his_name(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await begun(desk, pilot)
        await keys(pilot, "l", *"king", "enter")
        assert_screen(desk.app, "player-page")
        await keys(pilot, "right")
        assert "Ann Lee" in screen_text(desk.app)


@pytest.mark.parametrize("size", SIZES)
async def test_the_ledger_is_read_filtered_and_decided_from(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await begun(desk, pilot)
        await keys(pilot, "i")
        assert_screen(desk.app, "incidents")
        await keys(pilot, "f")
        assert "Incidents, open: 1 of 3" in screen_text(desk.app)
        await keys(pilot, "f", "enter")
        assert "About Bo King" in screen_text(desk.app)
        await keys(pilot, "escape", "o")
        assert "Correct a result" in screen_text(desk.app)
