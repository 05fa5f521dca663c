"""What a visitor asks of the referee: two touches and a safe way out, nothing believed, nothing
twice; and the player sees what becomes of it."""

import asyncio

import msgspec
import pytest
from textual.events import Key

from kiosk.app import ASKED_BY
from kiosk.visits.session import KioskSession
from kiosk.visits.visit import GO_BACK, touched, visit
from shared.core.decisions.requests import MOST, offered
from shared.core.events import RequestFiled, RequestKind, entities
from shared.core.events.measures import RequestGranted, RequestRefused
from shared.core.rulebooks import overrides_json
from shared.core.state import Decision, Division, HallState
from shared.core.state.office import Announcement, Office, Request, Shows
from shared.public.answer import answer
from tests.core.decided import decision
from tests.kiosk.lobby_states import MASTERS, played_hall, small_hall
from tests.kiosk.test_kiosk_app import SIZES, lobby
from tests.prove import times
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, screen_text

DECISION = entities.player_decision("p7")


def wish(what: RequestKind, number: int = 0, **more: object) -> Request:
    ent = f"player/p7/request/{number}"
    plain = Request(ent, "e", "p7", what, 0, START - 60_000, "k", "unverified press")
    return msgspec.structs.replace(plain, **more)


def with_wishes(*wishes: Request, decisions: tuple[Decision, ...] = ()) -> HallState:
    office = Office(requests={each.ent: each for each in wishes})
    state = small_hall()
    player = msgspec.structs.replace(state.players["p7"], decisions=decisions)
    return msgspec.structs.replace(state, office=office, players={**state.players, "p7": player})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.clause("ACF-2.IV.D", "USBGF-2.2d")
async def test_a_wish_takes_a_second_touch_and_is_written_as_nobodys_word(
    size: tuple[int, int],
) -> None:
    async with lobby(size) as (hall, pilot):
        await pilot.press("space", "t", "i", "tab")
        await pilot.pause()
        assert_screen(hall.app, "menu")
        await pilot.press("4")
        await pilot.pause()
        assert_screen(hall.app, "sure")
        await pilot.press("enter")
        await pilot.pause()
        assert hall.port.drafts == []
        await pilot.press("tab", "4", "2")
        await pilot.pause()
        [draft] = hall.port.drafts
        assert draft.ent.startswith("player/p7/request/")
        assert (draft.body, draft.actor) == (RequestFiled("withdraw"), ASKED_BY)
        assert ASKED_BY.how == "unverified press"


def test_outcome_of_a_request_is_shown_to_the_player() -> None:
    asked = wish("withdraw")
    yes = decision("d1", RequestGranted("withdraw"), ent=DECISION, clause="ACF-2.IV.D")
    no = decision("d1", RequestRefused("withdraw"), ent=DECISION, reason="Play on")
    plays = "Withdraw from the tournament"
    for state, made, words in (
        (None, (), f"{plays}, asked 22:12: the referee has to confirm it."),
        (None, (yes, no), f"{plays}, asked 22:12: the referee has to confirm it."),
        ("granted", (yes,), f"Asked 22:12. Granted: {plays}. (ACF-2.IV.D)"),
        ("refused", (no,), f"Asked 22:12. Refused: {plays}. “Play on”"),
    ):
        became = msgspec.structs.replace(asked, state=state, decision="d1")
        hall = with_wishes(became, decisions=made)
        told = answer(hall, hall.players["p7"], START, "UTC")
        assert told.lines[-1] == words


def test_returned_player_no_longer_sees_the_sign_out() -> None:
    state = with_wishes(wish("sign_out", 1), wish("back", 2, at=START))
    told = answer(state, state.players["p7"], START, "UTC")
    assert not any("asked" in line for line in told.lines)


async def test_a_wish_that_was_not_saved_is_said_to_be_none() -> None:
    async with lobby() as (hall, pilot):
        hall.port.fail_next("the disk is full")
        await pilot.press("space", "t", "i", "tab", "2", "2")
        await pilot.pause()
        assert "Not asked: the disk is full" in screen_text(hall.app)


async def test_the_menu_is_forgotten_like_everything_else() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "t", "i", "tab")
        hall.later(30)
        await pilot.pause()
        assert hall.app.session is None


async def test_players_own_standing_is_explained_line_by_line() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("space", "s", "t", "o", "f2")
        await pilot.pause()
        assert "Bob Stone has 0 match points" in screen_text(hall.app)
        await pilot.press("backspace")
        await pilot.pause()
        assert "against Anna King" in screen_text(hall.app)


async def test_player_reads_whom_they_beat_and_who_is_next_on_as_many_points() -> None:
    async with lobby((80, 24), played_hall()) as (hall, pilot):
        await pilot.press("space", "f", "r", "o", "f2")
        await pilot.pause()
        said = screen_text(hall.app)
        assert "Just behind on as many match points: Anna King, 4 honor points." in said
        assert "Round 1: lost to Cara Moss, 0–2." in said
        assert "Round 2: beat Anna King, 1½–½." in said
        assert "Round 1: Cara Moss counts 6" in said


async def test_called_player_reads_the_call_beside_their_name() -> None:
    said = Announcement(
        "announcement/a", "Bob Stone, please come to the desk.", START, "all", "", 0, "p1"
    )
    state = msgspec.structs.replace(small_hall(), office=Office({said.ent: said}))
    async with lobby((80, 24), state) as (hall, pilot):
        assert "please come to the desk" in screen_text(hall.app)
        await pilot.press("space", "s", "t", "o")
        await pilot.pause()
        assert "please come to the desk" in screen_text(hall.app)
        await pilot.press(*["backspace"] * 3, "t", "i")
        await pilot.pause()
        assert "please come to the desk" not in screen_text(hall.app)


async def test_a_kiosk_shows_what_the_referee_gave_it_and_keeps_it() -> None:
    state = small_hall()
    async with lobby((80, 24), state) as (hall, pilot):
        node = hall.port.node_id
        office = Office(shows={node: Shows(("by_table",), ("masters",))})
        hall.port.tell_hall(msgspec.structs.replace(state, office=office))
        hall.later(2)
        await pilot.pause()
        assert hall.title == "Masters · Round 3 · by table"
        assert "page 1/1" in screen_text(hall.app)


async def test_arrows_turn_the_pages_without_waking() -> None:
    async with lobby() as (hall, pilot):
        await pilot.press("right")
        await pilot.pause()
        assert hall.title == "Masters · Round 3 · by table | Masters · Round 3 · by name"
        await pilot.press("left", "left")
        await pilot.pause()
        assert hall.title == "Masters · ACF Masters in brief 3/3"
        assert hall.app.session is None


async def test_a_flood_of_keys_neither_asks_nor_breaks() -> None:
    async with lobby() as (hall, pilot):
        flood = (*"qwertz", "tab", "enter", "down", "f2", "9", "escape", "left")
        for _ in range(times(1, 40)):
            await pilot.press(*flood)
        for key in flood * 40:
            hall.app.post_message(Key(key, key if len(key) == 1 else None))
        taken = asyncio.Event()
        hall.app.call_later(taken.set)
        await taken.wait()
        await pilot.pause()
        assert hall.port.drafts == []
        hall.later(30)
        await pilot.pause()
        assert hall.app.session is None


def test_repeated_signing_out_and_in_does_not_fill_the_log() -> None:
    many = [wish("sign_out", n, state="granted") for n in range(MOST)]
    state = with_wishes(*many)
    assert offered(state, state.players["p7"]) == ()


@pytest.mark.clause("ACF-2.V.F")
def test_the_last_round_is_offered_only_where_the_sheet_lets_one_skip_it() -> None:
    def lines(division: Division) -> tuple[str, ...]:
        state = msgspec.structs.replace(small_hall(), divisions={"masters": division})
        seen = visit(state, KioskSession(0, "tin").at("menu", "p7", 0), START, "UTC")
        return seen.lines

    assert not [line for line in lines(MASTERS) if "last round" in line]
    majors = msgspec.structs.replace(MASTERS, rulebook="acf-majors", rounds=10)
    assert "Skip the last round, round 10" in lines(majors)
    assert lines(majors)[0] == GO_BACK


def test_a_kiosk_that_only_reads_offers_nothing_to_ask() -> None:
    seen = visit(small_hall(), KioskSession(0, "tin"), START, "UTC", may_ask=False)
    assert seen.wishes == ()
    menu = touched(seen, "ask", 1).session
    assert menu is not None
    again = visit(small_hall(), menu, START, "UTC", may_ask=False)
    assert (again.lines, again.session.step) == ((), "answer")


@pytest.mark.clause("HALL-requested-byes")
async def test_a_bye_is_asked_for_the_next_round_with_two_touches() -> None:
    sets = overrides_json({"requested_byes": 1, "requested_bye_points": 2})
    division = msgspec.structs.replace(MASTERS, overrides=sets)
    state = msgspec.structs.replace(small_hall(), divisions={"masters": division})
    async with lobby((80, 24), state) as (hall, pilot):
        await pilot.press("space", "t", "i", "tab", "4")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        [draft] = hall.port.drafts
        assert (draft.body, draft.actor) == (RequestFiled("bye", 4), ASKED_BY)
