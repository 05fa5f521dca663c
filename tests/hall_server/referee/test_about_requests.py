"""Wishes from the kiosk: questions with their clause, what granting and refusing write, undoing."""

from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.asked import lobby as lobby_desk
from hall_server.referee.asked.parts.modals import PickScreen
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.questions.about_requests import about_requests
from shared.core.events import (
    AnnouncementMade,
    DecisionMade,
    KioskSet,
    PlayerOptedOut,
    PlayerWithdrawn,
    RequestKind,
    entities,
)
from shared.core.events.measures import Measure, RequestGranted, RequestRefused
from shared.core.rulebooks import overrides_json
from shared.core.state import Decision, Device, Division, HallState, OptOut, Player
from shared.core.state.office import DEFAULT_PAGES, Announcement, Answered, Office, Request, Shows
from shared.public.large import LARGE_PAGES
from shared.tui.announced import announced_words
from shared.tui.confirm import Confirm
from tests.core.decided import body_of, decision, grounds, measures
from tests.hall_server.referee.halls import START, Desk, confirmed, keys, match, moment, shown
from tests.tui.fake_port import FakePort, hall
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


def with_ann(before: HallState, *decisions: Decision, **more: object) -> HallState:
    """Return the state after decisions about Ann, and whatever else became of her."""
    ann = msgspec.structs.replace(before.players["ann"], decisions=decisions, **more)
    wishes = {}
    for ent, wish in before.office.requests.items():
        mine = [d for d in decisions if wish.event in d.settles and d.standing != "replaced"]
        state: Answered | None = None
        if mine and mine[0].counts:
            granted = isinstance(mine[0].measures[0][1], RequestGranted)
            state = "granted" if granted else "refused"
        event = mine[0].event if mine else ""
        wishes[ent] = msgspec.structs.replace(wish, state=state, decision=event)
    office = msgspec.structs.replace(before.office, requests=wishes)
    players = {**before.players, "ann": ann}
    return msgspec.structs.replace(before, players=players, office=office)


def answered(event: str, measure: Measure, **more: Any) -> Decision:
    """Return a decision about Ann's wish, made by this desk."""
    more = {"settles": ("q",), "node": FakePort.node_id, **more}
    return decision(event, measure, ent=DECISION, clause="ACF-2.IV.D", **more)


def in_robin(before: HallState) -> HallState:
    text = overrides_json({"pairing_system": "round_robin"})
    division = msgspec.structs.replace(MAJORS, overrides=text)
    return msgspec.structs.replace(before, divisions={"majors": division})


async def opened(desk: Desk, pilot: Pilot[None], hall_state: HallState) -> None:
    await pilot.pause()
    desk.tell(hall_state)
    await pilot.pause()


DECISION = entities.player_decision("ann")
WITHDRAW = RequestGranted("withdraw")


@pytest.mark.clause("ACF-2.IV.D")
async def test_withdrawal_is_proposed_and_one_decision_grants_it_after_a_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state(asked("withdraw")))
        question = desk.app.desk.questions[0]
        assert (question.title, question.clause) == ("Ann Lee asks to withdraw", "ACF-2.IV.D")
        assert "unverified press" in question.evidence[0]
        assert "at 'Lobby'" in question.evidence[0]
        assert "1 Granted: Withdraw from the tournament." in shown(desk)
        assert "2 Refused: Withdraw from the tournament." in shown(desk)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        assert "Ann Lee leaves after round 3" in shown(desk)
        await keys(pilot, "y")
        gone, granted = desk.port.drafts
        assert (gone.ent, gone.body) == ("player/ann/withdrawal", PlayerWithdrawn(3, ""))
        assert (granted.ent, measures(granted)) == (DECISION, [WITHDRAW])
        assert body_of(granted).settles == ("q",)
        assert grounds(granted) == ("ACF-2.IV.D", "")


@pytest.mark.clause("ACF-2.VI.B")
async def test_withdrawal_from_a_round_robin_asks_what_becomes_of_the_results() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, in_robin(state(asked("withdraw"))))
        await keys(pilot, "a")
        assert "Ann Lee leaves ACF-2.VI.B." in shown(desk)
        assert desk.port.drafts == []
        screen = desk.app.screen
        assert isinstance(screen, PickScreen)
        lines = [line.key for line in screen.query_one(PickList).lines_shown]
        await keys(pilot, *["down"] * lines.index("void"), "enter")
        assert "Results are void but rated" in shown(desk)
        await keys(pilot, "y")
        gone, *voids, granted = desk.port.drafts
        assert gone.body == PlayerWithdrawn(3, "")
        assert [measure.void for each in voids for measure in measures(each)] == ["void"]
        assert measures(granted) == [WITHDRAW]


@pytest.mark.clause("ACF-2.V.F")
@pytest.mark.parametrize(("paired_at", "in_time"), [(0, True), (1, True), (-1, False)])
async def test_skipped_last_round_is_in_time_if_it_was_asked_before_the_pairing(
    paired_at: int, in_time: bool
) -> None:
    """Whenever it is answered: ``paired_at`` is told from the wish, 0 while it is not paired."""
    wish = asked("opt_out", round_no=10)
    now = state(wish)
    if paired_at:
        paired = msgspec.structs.replace(
            now.rounds["majors", 3], number=10, first_at=wish.at + paired_at
        )
        now = msgspec.structs.replace(now, rounds={**now.rounds, ("majors", 10): paired})
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, now)
        lines = [line.key for line in desk.app.screen.query_one("#queue", PickList).lines_shown]
        await keys(pilot, *["down"] * lines.index("request:player/ann/request/q"), "a")
        told = "told in time" if in_time else "told after the pairing"
        assert f"Ann Lee skips round 10, {told}." in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        granted, skips = desk.port.drafts
        assert measures(granted) == [RequestGranted("opt_out", 10)]
        assert grounds(granted) == ("ACF-2.V.F", "")
        assert skips.body == PlayerOptedOut(10, in_time=in_time)


def test_sign_out_names_the_waiting_match_and_disappears_when_the_player_is_back() -> None:
    out = asked("sign_out", "a")
    assert len(list(about_requests(moment(state(out))))) == 1
    back = asked("back", "b", at=START + 9)
    assert list(about_requests(moment(state(out, back)))) == []


def test_answered_request_asks_no_more() -> None:
    assert list(about_requests(moment(state(asked("check_in", state="granted"))))) == []


async def test_check_in_is_granted_by_one_key_and_undone_by_another() -> None:
    desk = Desk()
    now = state(asked("check_in"))
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, now)
        await keys(pilot, "a")
        [granted] = desk.port.drafts
        assert (granted.ent, measures(granted)) == (DECISION, [RequestGranted("check_in")])
        made = answered("event-1-0", RequestGranted("check_in"))
        await opened(desk, pilot, with_ann(now, made))
        assert "request" not in [question.kind for question in desk.app.desk.questions]
        await keys(pilot, "u")
        assert body_of(desk.port.drafts[1]) == DecisionMade((), replaces=("event-1-0",))
        gone = msgspec.structs.replace(made, standing="replaced")
        await opened(desk, pilot, with_ann(now, gone))
        assert "Ann Lee checks in" in [question.title for question in desk.app.desk.questions]


@pytest.mark.parametrize("pressed", [("2",), ("o", "2"), ("n", *"Play on", "enter", "2")])
async def test_a_no_is_written_at_once_with_the_referees_own_note(pressed: tuple[str, ...]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state(asked("withdraw")))
        await keys(pilot, *("space" if key == " " else key for key in pressed))
        [draft] = desk.port.drafts
        assert (draft.ent, measures(draft)) == (DECISION, [RequestRefused("withdraw")])
        assert grounds(draft) == ("ACF-2.IV.D", "Play on" if "n" in pressed[:1] else "")
        assert not isinstance(desk.app.screen, DecideScreen)


@pytest.mark.clause("ACF-1.VII")
@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_two_referees_who_answer_apart_are_asked_for_one_that_replaces_both(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    differ = (
        answered("d1", RequestGranted("sign_out"), standing="contested"),
        answered("d2", RequestRefused("sign_out"), standing="contested", node="aa" * 16),
    )
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, with_ann(state(asked("sign_out")), *differ))
        assert_screen(desk.app, "wish-contested")
        await keys(pilot, "a", "2")
        [draft] = desk.port.drafts
        assert measures(draft) == [RequestRefused("sign_out")]
        assert set(body_of(draft).replaces) == {"d1", "d2"}
        assert body_of(draft).settles == ("q",)


async def test_answer_that_another_referee_gave_meanwhile_is_not_written_over() -> None:
    desk = Desk()
    now = state(asked("withdraw"))
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, now)
        await keys(pilot, "a")
        await opened(desk, pilot, with_ann(now, answered("d1", RequestRefused("withdraw"))))
        await keys(pilot, "y")
        assert desk.port.drafts == []
        assert "Another referee has decided that meanwhile." in shown(desk)


async def test_undoing_a_grant_says_that_the_withdrawal_stays() -> None:
    desk = Desk()
    now = with_ann(state(asked("withdraw")), answered("d1", WITHDRAW), withdrawn_after=3)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, now)
        await keys(pilot, "i", "slash", "slash", "slash", "slash")
        assert "Request: Ann Lee" in shown(desk)
        assert_screen(desk.app, "wish-incident")
        await keys(pilot, "u")
        assert isinstance(desk.app.screen, Confirm)
        assert desk.app.screen.sentence == (
            "Undo: Ann Lee: Granted: Withdraw from the tournament. (ACF-2.IV.D)\n"
            "Ann Lee stays withdrawn after round 3. The request is open again."
        )
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert (draft.ent, body_of(draft).replaces) == (DECISION, ("d1",))


async def test_grant_that_is_decided_again_is_replaced_and_what_stays_is_said() -> None:
    desk = Desk()
    made = answered("d1", RequestGranted("opt_out", 10))
    skips = with_ann(state(asked("opt_out", round_no=10)), made, opt_out=OptOut(10, in_time=True))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, skips)
        await keys(pilot, "i", "o", "2")
        assert isinstance(desk.app.screen, Confirm)
        said = desk.app.screen.sentence
        assert "Refused: Skip the last round (round 10) (ACF-2.V.F)?" in said
        assert "Ann Lee still skips round 10, until you change that at the standings." in said
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [RequestRefused("opt_out", 10)]
        assert body_of(draft).replaces == ("d1",)


async def test_laptop_that_may_not_rule_answers_a_wish_and_does_not_undo_it() -> None:
    desk = Desk()
    node = desk.port.node_id
    laptop = Device(node, b"o" * 32, b"o" * 32, "referee", ("hall",), "Desk", revoked=False)
    now = state(asked("check_in"))
    now = msgspec.structs.replace(now, devices={**now.devices, node: laptop})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, now)
        await keys(pilot, "a")
        [granted] = desk.port.drafts
        await opened(desk, pilot, with_ann(now, answered("d1", RequestGranted("check_in"))))
        await keys(pilot, "u")
        assert desk.port.drafts == [granted]
        assert "this laptop may not rule on results and reports" in shown(desk)


async def test_wish_that_is_carried_out_already_is_granted_without_a_second_withdrawal() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, with_ann(state(asked("withdraw")), withdrawn_after=2))
        assert desk.app.desk.questions[0].proposal.startswith("Ann Lee has done so already")
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert measures(draft) == [WITHDRAW]


def test_pages_of_a_kiosk_are_turned_on_and_off_line_by_line() -> None:
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


def test_a_kiosk_is_given_large_letters_and_keeps_them_when_its_pages_change() -> None:
    now = moment(state(shows=Shows((), ("majors",))))
    node = KIOSK.node
    assert lobby_desk.turned(now, node, "large:").body == KioskSet((), ("majors",), True)
    now = moment(state(shows=Shows((), ("majors",), True)))
    [line] = lobby_desk.kiosk_lines(now)
    assert line.text == " Lobby: everything, in large letters of Majors"
    marked = [each.text[1] for each in lobby_desk.role_lines(now, node) if each.key[:4] == "kind"]
    assert "".join(marked) == "✓✓✓··✓·····"
    more = lobby_desk.turned(now, node, "kind:map").body
    assert more == KioskSet((*LARGE_PAGES, "map"), ("majors",), True)
    assert lobby_desk.turned(now, node, "large:").body == KioskSet((), ("majors",))


def test_a_call_to_the_desk_names_the_player_and_ends_by_itself() -> None:
    now = moment(state())
    body = lobby_desk.call_to_desk(now, "ann", "t").body
    until = now.hall_ms + lobby_desk.PAGED_MS
    assert body == AnnouncementMade("", until, player="ann", about="call")
    called = Announcement("announcement/t", "", until, "all", "", 0, "ann", "call")
    said = announced_words(now.state, called)
    assert said == "Ann Lee, please come to the referee's desk."


async def test_the_dashboard_calls_a_player_by_name() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state())
        await keys(pilot, "y", "l", "e", "enter")
        assert "Call Ann Lee to the desk?" in shown(desk)
        await keys(pilot, "left", "enter")


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
