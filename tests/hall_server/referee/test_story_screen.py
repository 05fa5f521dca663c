"""The audit view: a match's events as the referee reads them, from a table or from the queue."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.derived.story import story
from hall_server.referee.app.floor.match_screens import StoryScreen
from shared.core.events import (
    Actor,
    Body,
    DecisionMade,
    Event,
    MeasureDone,
    MeasureRefused,
    RefereeComing,
    ResultSigned,
    SheetsHandedIn,
    Taken,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.events.measures import MatchDecided, Measure, Paused, Resumed, taken, token
from shared.core.events.votes import Vote
from shared.core.fold.decisions import resolve_decisions
from shared.core.state import Device, HallState, Unforced
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    masters,
    outcome,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = ((80, 24), (100, 30), (50, 15))
KEY = MatchKey("masters", 1, "m1")


def event(minute: int, node: str, ent: str, body: Body, how: str = "pin") -> Event:
    who = str(body.seat) if isinstance(body, ResultSigned) else "referee" if node == "aa" else ""
    return Event(
        f"e{minute}", node * 16, "1", minute, START + minute * MINUTE, 1, "", 1, ent, (),
        Actor(who, how), body, "",
    )  # fmt: skip


def decided(*measures: Measure, clause: str = "ACF-1.VII", **more: Any) -> DecisionMade:
    return DecisionMade(taken("", *measures), clause, **more)


DECISION = entities.match_decision(KEY)
WON = MatchDecided.by(outcome("W D"))
EVENTS = (
    event(70, "01", entities.result(KEY), ResultSigned(0, outcome("W D"))),
    event(71, "01", entities.result(KEY), ResultSigned(1, outcome("L W")), "unverified press"),
    event(72, "aa", DECISION, decided(Paused(), reason="Wait.")),
    event(80, "aa", DECISION, decided(WON, reason="Seen."), "key"),
    event(90, "aa", entities.sheets(KEY), SheetsHandedIn((True, False)), "key"),
)


def hall(events: Sequence[Event] = EVENTS, **more: object) -> HallState:
    said = {e.id: e for e in events if isinstance(e.body, DecisionMade)}
    one = under_way(
        "m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"),
        decisions=resolve_decisions(said, said).decisions,
    )  # fmt: skip
    late = (Unforced("e71", "t.result.signed", entities.result(KEY), "beyond a withdrawn key"),)
    devices = {
        node * 16: Device(node * 16, b"", b"", role, (), label, revoked=False)
        for node, role, label in (("01", "terminal", "Tablet 1"), ("aa", "referee", "Referee 1"))
    }
    return msgspec.structs.replace(masters(one), unforced=late, devices=devices, **more)


async def shown(desk: Desk, pilot: Pilot[None], *keys: str) -> None:
    desk.port.stories[KEY] = EVENTS
    await pilot.pause()
    desk.tell(hall())
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_the_story_says_who_signed_what_and_what_is_not_in_force(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await shown(desk, pilot, "e")
        assert isinstance(desk.app.screen, StoryScreen)
        assert_screen(desk.app, "story")


async def test_a_story_shows_one_kind_or_one_device_alone() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(132, 38)) as pilot:
        await shown(desk, pilot, "e")
        assert_screen(desk.app, "story")
        await pilot.press("slash", "down", "enter")
        await pilot.pause()
        text = screen_text(desk.app)
        assert "Ann Lee signed" in text
        assert "DECIDED" not in text
        assert "Results: 3 ·" in text
        await pilot.press("slash", "end", "up", "enter")
        await pilot.pause()
        text = screen_text(desk.app)
        assert "DECIDED by ACF-1.VII" in text
        assert "Ann Lee signed" not in text
        await pilot.press("slash", "escape", "slash", "home", "enter")
        await pilot.pause()
        assert "Ann Lee signed" in screen_text(desk.app)


async def test_a_story_is_told_in_one_language() -> None:
    desk = Desk()
    desk.app.speak("ru")
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await shown(desk, pilot, "e")
        text = screen_text(desk.app)
        assert "РЕШЕНО по ACF-1.VII" in text
        assert "НЕ В СИЛЕ" in text
        for english in ("signed", "DECIDED", "stand still", "desk:", "counts", "NOT IN FORCE"):
            assert english not in text


async def test_a_story_goes_on_while_it_is_read() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await shown(desk, pilot, "g", "1", "enter", "e")
        assert "DECIDED by ACF-1.VII" in screen_text(desk.app)
        drawn = MatchDecided.by(outcome("D D"))
        again = event(99, "bb", DECISION, decided(drawn, clause="ACF-3.VI", reason="No."))
        desk.port.stories[KEY] = (*EVENTS, again)
        state = hall()
        one = msgspec.structs.replace(state.matches["m1"], result=confirmed("D D"))
        desk.tell(msgspec.structs.replace(state, matches={"m1": one}))
        desk.later(1_000)
        desk.app.tick()
        await pilot.pause()
        assert "DECIDED by ACF-3.VI" in screen_text(desk.app)


async def test_player_has_the_story_of_their_match() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await shown(desk, pilot, "l", *"Ann", "enter", "e")
        assert isinstance(desk.app.screen, StoryScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(desk.app.screen, StoryScreen)


def told(*events: Event) -> list[str]:
    """Return what the story of a match with these events says."""
    state = hall(events)
    return [line.what for line in story(state, state.matches["m1"], events)]


def test_story_tells_what_the_table_made_of_a_decision_and_that_the_referee_comes() -> None:
    pause, go_on = (entities.carried(KEY, token("", one)) for one in (Paused(), Resumed()))
    lines = told(
        event(70, "aa", entities.match_report(KEY, "a"), RefereeComing(), "key"),
        event(72, "aa", DECISION, decided(Paused(), Resumed(), clause="", reason="Wait."), "key"),
        event(73, "01", pause, MeasureDone(), "software"),
        event(74, "01", go_on, MeasureRefused("over"), "software"),
        event(75, "01", entities.carried(KEY, "elsewhere"), MeasureDone(), "software"),
    )
    assert lines == [
        "the referee is coming",
        "DECIDED: Both clocks are stopped still. The game goes on. (Wait.)",
        "Done at the table: Both clocks are stopped still.",
        "Not done at the table, because the match is over: The game goes on.",
        "the table answered a decision that is not known here",
    ]


def test_story_tells_votes_and_what_was_undone() -> None:
    votes = (Vote("Clark", "change"), Vote("Lee", "uphold"))
    lines = told(
        event(80, "aa", DECISION, decided(WON, reason="Seen.", votes=votes), "key"),
        event(81, "aa", DECISION, DecisionMade((), reason="Wrong match.", replaces=("e80",))),
    )
    ruled = "DECIDED by ACF-1.VII: The match: Ann Lee wins 1½–½, 1 game drawn. (Seen.)"
    assert f"{ruled} Votes: Clark: for a change, Lee: against a change." in lines[0]
    assert "[NOT IN FORCE: it was undone]" in lines[0]
    assert "UNDONE: The match: Ann Lee wins 1½–½, 1 game drawn. (ACF-1.VII) “Seen.”" in lines[1]
    assert lines[1].endswith("(Wrong match.)")


def test_story_keeps_a_measure_of_newer_software_out_of_force() -> None:
    newer = DecisionMade((Taken("t", ("beamed_up", 3)),), "ACF-9")
    [line] = told(event(80, "aa", DECISION, newer, "key"))
    assert "DECIDED by ACF-9: […]" in line
    assert "[NOT IN FORCE: only newer software can read it]" in line
