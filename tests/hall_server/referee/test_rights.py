"""Assistants' rights: the chief sets them after a yes, and what is not allowed is said."""

import msgspec
import pytest

from hall_server.referee.said.device_words import not_allowed, objection
from shared.core.decisions.writing import Ground, decide_match
from shared.core.events import ALL_HELD, RightsSet, Scope
from shared.core.fold.cuts import SETTABLE
from shared.core.state import Device, HallState, Tournament
from tests.hall_server.referee.halls import Desk, keys, masters, moment, opened, outcome, under_way
from tests.tui.screens import assert_screen, screen_text

OWN = "fake" * 8
OTHER = "ab" * 16
SIZES = [(50, 15), (80, 24), (100, 30)]


def laptop(node: str, label: str, *scopes: Scope) -> Device:
    return Device(node, b"", b"", "referee", scopes, label, revoked=False)


def hall(chief: str, *own: Scope) -> HallState:
    devices = {
        OWN: laptop(OWN, "Referee 1", *own, "term", "admit"),
        OTHER: laptop(OTHER, "Referee 2", "hall", "pair", "rule", "term", "admit"),
    }
    state = masters(under_way("m1", "t1", ("p1", "p2")))
    named = Tournament("Harbour Open", "UTC", chief)
    return msgspec.structs.replace(state, devices=devices, tournament=named)


@pytest.mark.parametrize("size", SIZES)
async def test_the_chief_takes_the_right_to_rule_from_an_assistant(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall(OWN, "hall", "pair", "rule"))
        await keys(pilot, "j", "down")
        assert_screen(desk.app, "rights")
        await keys(pilot, "enter")
        place = list(SETTABLE).index("rule")
        await keys(pilot, *["down"] * place, "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Referee 2 may no longer rule on results and reports, from now on?" in shown
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == f"device/{OTHER}/rights"
        assert draft.body == RightsSet(("hall", "pair"), ALL_HELD)


async def test_an_assistant_reads_the_rights_and_sets_none() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall(OTHER, "hall"))
        await keys(pilot, "j")
        assert "Only the chief referee's laptop sets rights." in screen_text(desk.app)
        await keys(pilot, "enter", "y")
        assert desk.port.drafts == []


async def test_action_without_a_right_on_this_laptop_is_refused_with_a_message() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall(OTHER, "hall"))
        await keys(pilot, "x", "enter", "enter")
        assert desk.port.drafts == []
        shown = " ".join(screen_text(desk.app).split())
        assert "NOT WRITTEN: this laptop may not rule on results and reports" in shown
        await keys(pilot, "p")
        assert "Pair round" not in screen_text(desk.app)


def test_a_laptop_that_is_not_known_yet_is_not_barred() -> None:
    state = hall(OTHER, "hall")
    draft = decide_match(state.matches["m1"], outcome("W W"), Ground("ACF-1.VII", ""))
    assert not_allowed(moment(state), "cd" * 16, (draft,)) == ""
    assert "may not rule" in not_allowed(moment(state), OWN, (draft,))
    assert "names no chief" in objection(moment(hall("")), OWN, OTHER)
    assert objection(moment(hall(OWN)), OWN, OWN) == "The chief keeps every right."
