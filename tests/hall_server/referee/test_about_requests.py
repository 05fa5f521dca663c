"""Wishes from the kiosk: questions with their clause, what accepting writes, and a no."""

from __future__ import annotations

import msgspec
import pytest

from hall_server.referee.hall import lobby_desk
from hall_server.referee.questions.about_requests import about_requests
from shared.core.events import (
    AnnouncementMade,
    KioskSet,
    PlayerOptedOut,
    PlayerWithdrawn,
    RequestAnswered,
)
from shared.core.office import DEFAULT_PAGES, Announcement, Office, Request, RequestKind, Shows
from shared.core.state import Device, Division, HallState, Player
from shared.tui.announced import announced_words
from tests.hall_server.referee.halls import START, Desk, confirmed, match, moment
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen, screen_text

MAJORS = Division("majors", "Majors", "acf-majors", 10, "")
ANN = Player("ann", "Ann Lee", "majors", 0, "")
KIOSK = Device("cd" * 16, b"o" * 32, b"o" * 32, "kiosk", (), "Lobby", revoked=False)


def asked(what: RequestKind, token: str = "q", **more: object) -> Request:
    ent = f"player/ann/request/{token}"
    plain = Request(ent, token, "ann", what, 0, START, KIOSK.node, "unverified press")
    return msgspec.structs.replace(plain, **more)


def state(*requests: Request, shows: Shows | None = None) -> HallState:
    found = {request.ent: request for request in requests}
    office = Office(requests=found, shows={KIOSK.node: shows} if shows else {})
    played = match("m1", "1", ("ann", "bo"), division="majors", round_no=3)
    played = msgspec.structs.replace(played, result=confirmed("W D"))
    return hall(
        players=[ANN, Player("bo", "Bo King", "majors", 0, "")],
        divisions=(MAJORS,),
        matches=[played],
        office=office,
        devices={KIOSK.node: KIOSK},
    )


@pytest.mark.clause("ACF-2.IV.D")
def test_a_withdrawal_is_proposed_and_only_accepting_carries_it_out() -> None:
    now = moment(state(asked("withdraw")))
    [question] = about_requests(now)
    assert (question.title, question.clause) == ("Ann Lee asks to withdraw", "ACF-2.IV.D")
    assert "unverified press" in question.evidence[0]
    assert "at 'Lobby'" in question.evidence[0]
    granted, effect = question.drafts
    assert granted.body == RequestAnswered("ruled", "ACF-2.IV.D")
    assert (effect.ent, effect.body) == (
        "player/ann/withdrawal",
        PlayerWithdrawn(3, ""),
    )


@pytest.mark.clause("ACF-2.V.F")
def test_a_skipped_last_round_is_in_time_only_before_it_is_paired() -> None:
    wish = asked("opt_out", round_no=10)
    [question] = about_requests(moment(state(wish)))
    assert question.drafts[1].body == PlayerOptedOut(10, in_time=True)
    late = state(wish)
    paired = msgspec.structs.replace(late.rounds["majors", 3], number=10)
    late = msgspec.structs.replace(late, rounds={**late.rounds, ("majors", 10): paired})
    [question] = about_requests(moment(late))
    assert question.drafts[1].body == PlayerOptedOut(10, in_time=False)


def test_a_sign_out_names_the_match_that_waits_and_goes_when_he_is_back() -> None:
    out = asked("sign_out", "a")
    assert len(list(about_requests(moment(state(out))))) == 1
    back = asked("back", "b", at=START + 9)
    assert list(about_requests(moment(state(out, back)))) == []


def test_what_was_answered_asks_no_more() -> None:
    assert list(about_requests(moment(state(asked("check_in", state="ruled"))))) == []


async def test_a_no_is_written_to_the_wish_after_a_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(state(asked("withdraw")))
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        assert "No to: Ann Lee asks to withdraw" in screen_text(desk.app)
        assert desk.port.drafts == []
        await pilot.press("y")
        await pilot.pause()
        [draft] = desk.port.drafts
        assert draft.ent == "player/ann/request/q"
        assert isinstance(draft.body, RequestAnswered)
        assert draft.body.state == "dismissed"


def test_what_a_kiosk_shows_is_turned_on_and_off_line_by_line() -> None:
    now = moment(state(shows=Shows(("by_table", "map"), ("majors",))))
    [line] = lobby_desk.kiosk_lines(now)
    assert line.text == " Lobby: Pairings by table, Map of the tables of Majors"
    node = KIOSK.node
    off = lobby_desk.turned(now, node, "kind:map").body
    assert off == KioskSet(("by_table",), ("majors",))
    on = lobby_desk.turned(now, node, "kind:countdown").body
    assert on == KioskSet(("countdown", "by_table", "map"), ("majors",))
    assert lobby_desk.turned(now, node, "division:majors").body == KioskSet(("by_table", "map"))
    assert lobby_desk.turned(now, node, "all:").body == KioskSet()
    first = lobby_desk.turned(moment(state()), node, "kind:rules").body
    assert first == KioskSet(tuple(kind for kind in DEFAULT_PAGES if kind != "rules"))


def test_a_call_to_the_desk_names_the_player_and_ends_by_itself() -> None:
    now = moment(state())
    body = lobby_desk.call_to_desk(now, "ann", "t").body
    until = now.hall_ms + lobby_desk.PAGED_MS
    assert body == AnnouncementMade("", until, player="ann", about="call")
    called = Announcement("announcement/t", "", until, "all", "", 0, "ann", "call")
    said = announced_words(now.state, called)
    assert said == "Ann Lee, please come to the referee's desk."


async def test_the_dashboard_accepts_a_wish_by_one_key_and_calls_a_player_by_name() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(state(asked("withdraw")))
        await pilot.pause()
        assert "Ann Lee asks to withdraw" in screen_text(desk.app)
        await pilot.press("a")
        await pilot.pause()
        assert desk.port.drafts == []
        assert "Ann Lee leaves after round 3" in " ".join(screen_text(desk.app).split())
        await pilot.press("y")
        await pilot.pause()
        assert [type(draft.body) for draft in desk.port.drafts] == [
            RequestAnswered,
            PlayerWithdrawn,
        ]
        await pilot.press("y", "l", "e", "enter")
        await pilot.pause()
        assert "Call Ann Lee to the desk?" in screen_text(desk.app)
        await pilot.press("left", "enter")
        await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_a_kiosk_is_given_its_role_and_each_choice_is_seen_where_it_was_made(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        named = msgspec.structs.replace(KIOSK, label="Lobby " * 13)
        desk.tell(msgspec.structs.replace(state(), devices={named.node: named}))
        await pilot.pause()
        await pilot.press("v", "enter", "down", "enter")
        await pilot.pause()
        [draft] = desk.port.drafts
        assert draft.ent == f"device/{KIOSK.node}/shows"
        assert isinstance(draft.body, KioskSet)
        assert "countdown" not in draft.body.pages
        shows = Shows(draft.body.pages)
        desk.tell(msgspec.structs.replace(state(shows=shows), devices={named.node: named}))
        await pilot.pause()
        assert "· Round times" in screen_text(desk.app)
        assert_screen(desk.app, "kiosk-role")
        await pilot.press("enter")
        await pilot.pause()
        assert desk.port.drafts[-1].body == KioskSet(DEFAULT_PAGES)
