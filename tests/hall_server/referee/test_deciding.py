"""Deciding a case by keys: how many it takes, and that each acts on the case that is shown."""

import msgspec
import pytest
from textual.events import Key

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.events import ControlChosen, RefereeComing, entities
from shared.core.events.measures import (
    AbsentTimeStarted,
    DealtWith,
    Dismissed,
    GameLost,
    MatchDecided,
)
from shared.tui.actions import ActionBar, ActionItem
from shared.tui.confirm import Confirm
from tests.core.decided import body_of, decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    majors,
    masters,
    match,
    opened,
    outcome,
    pairs,
    report,
    shown,
    under_way,
)

SIZES = ((80, 24), (50, 15))
OF = under_way("m1", "t1", ("p1", "p2"))
CLOCKED = under_way("m1", "t1", ("p1", "p2"), control=ControlChosen("90:00", "event"))
LATE = match("m1", "t1", ("p1", "p2"), seated=(True, False))
ALONE = under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D"))
"""Beside the match in question, so that a wrong key would have somewhere to land."""


GRACE_OVER = AbsentTimeStarted("90:00", START + 15 * MINUTE)
"""The time of who is late runs as from the end of the grace period (ACF-1.VI.B)."""


# -- how many keys ---------------------------------------------------------------------------------

COUNTED = {
    "late, with a clock": (masters(LATE, ALONE), ("a",), GRACE_OVER),
    "late, without a clock": (majors(masters(LATE, ALONE)), ("a", "y"), GameLost(1, 1)),
    "dispute, as left signed": (
        masters(msgspec.structs.replace(OF, result=disputed("W D", "L W")), ALONE),
        ("1", "y"),
        MatchDecided.by(outcome("W D")),
    ),
    "dispute, as right signed": (
        masters(msgspec.structs.replace(OF, result=disputed("W D", "L W")), ALONE),
        ("2", "y"),
        MatchDecided.by(outcome("L W")),
    ),
    "phone, the penalty of the sheet": (
        masters(OF, ALONE, reports=(report("phone", OF),)),
        ("a", "y"),
        GameLost(1, 1),
    ),
    "phone, not shown": (
        masters(OF, ALONE, reports=(report("phone", OF),)),
        ("2",),
        Dismissed(),
    ),
    "call, done": (
        masters(OF, ALONE, reports=(report("call", OF, coming_at=START + MINUTE),)),
        ("a",),
        DealtWith(),
    ),
    "correction in this round: c, table, result, y": (
        masters(OF, ALONE),
        ("c", "2", "enter", "5", "y"),
        MatchDecided.by(outcome("D D")),
    ),
}
"""What happens, the keys that settle it from the case that is shown, and what is then decided."""


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("size", SIZES)
async def test_case_is_settled_by_as_many_keys_as_it_may_take(
    name: str, size: tuple[int, int]
) -> None:
    state, pressed, decided = COUNTED[name]
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        for key in pressed:
            assert desk.port.drafts == [], key
            await keys(pilot, key)
        [draft] = desk.port.drafts
        assert measures(draft) == [decided]
        clause, reason = grounds(draft)
        assert clause, "its rule is the reason"
        assert reason == "", "and no other one is asked for"
        assert isinstance(desk.app.screen, MainScreen)


async def test_call_takes_one_key_to_say_coming_and_the_same_key_to_close_it() -> None:
    desk = Desk()
    second = under_way("m2", "t2", ("p3", "p4"))
    other = report("call", second, token="b", at=START + 30 * MINUTE)
    filed = report("call", OF)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk, pilot, masters(OF, second, reports=(filed, other)), at=START + 34 * MINUTE
        )
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body) == (filed.ent, RefereeComing())
        coming = msgspec.structs.replace(filed, coming_at=START + 34 * MINUTE)
        desk.tell(masters(OF, second, reports=(coming, other)))
        await pilot.pause()
        assert [q.table for q in desk.app.desk.questions] == ["t2", "t1"], (
            "the other is more urgent now"
        )
        await keys(pilot, "a")
        [_, closed] = desk.port.drafts
        assert measures(closed) == [DealtWith()]
        assert closed.ent == entities.match_decision(OF.key)


# -- the selection stays on its case (P4) ----------------------------------------------------------


async def test_case_that_arrives_between_two_keys_does_not_take_the_second() -> None:
    desk = Desk()
    first, second = (under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(4), 1))
    call = report("call", first, coming_at=START + 25 * MINUTE)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(first, second, reports=(call,)), at=START + 34 * MINUTE)
        phone = report("phone", second, token="b", at=START + 10 * MINUTE)
        desk.tell(masters(first, second, reports=(call, phone)))
        await pilot.pause()
        assert [q.kind for q in desk.app.desk.questions] == ["phone", "call"]
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert draft.ent == entities.match_decision(first.key)


async def test_selection_stays_on_an_empty_seat_that_is_reported() -> None:
    desk = Desk()
    other = match("m2", "t2", ("p3", "p4"), seated=(True, False))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(LATE, other), at=START + 34 * MINUTE)
        await keys(pilot, "down")
        main = desk.app.screen
        assert isinstance(main, MainScreen)
        assert main.chosen is not None
        assert main.chosen.table == "t2"
        before = main.chosen.key
        filed = report("late", other, seat=0, about=1)
        desk.tell(masters(LATE, other, reports=(filed,)))
        await pilot.pause()
        assert main.chosen is not None
        assert main.chosen.table == "t2"
        assert main.chosen.key != before


async def test_case_that_goes_by_itself_stays_in_sight_and_takes_the_key() -> None:
    desk = Desk()
    second = under_way("m2", "t2", ("p3", "p4"))
    phones = (report("phone", OF), report("phone", second, token="b", at=START + 30 * MINUTE))
    state = masters(OF, second, reports=phones)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        gone = decision("d1", Dismissed(), of=OF, settles=("ea",))
        desk.tell(with_decisions(state, OF, gone))
        await pilot.pause()
        desk.app.tick()
        await pilot.pause()
        assert "Nothing is asked here any more." in shown(desk)
        assert "NEEDS YOU 1" in shown(desk)
        await keys(pilot, "1")
        await keys(pilot, "a")
        assert desk.port.drafts == []
        assert isinstance(desk.app.screen, MainScreen)
        assert "Nothing is asked here any more." not in shown(desk)
        await keys(pilot, "2")
        [draft] = desk.port.drafts
        assert draft.ent == entities.match_decision(second.key)


async def test_case_that_is_gone_leaves_the_queue_when_the_cursor_does() -> None:
    desk = Desk()
    second = under_way("m2", "t2", ("p3", "p4"))
    phones = (report("phone", OF), report("phone", second, token="b", at=START + 30 * MINUTE))
    state = masters(OF, second, reports=phones)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        gone = decision("d1", Dismissed(), of=OF, settles=("ea",))
        desk.tell(with_decisions(state, OF, gone))
        await pilot.pause()
        await keys(pilot, "down")
        queue = desk.app.screen.query_one("#queue", PickList)
        assert len(queue.lines_shown) == 1
        assert queue.cursor == 0


async def test_floor_that_hides_the_case_takes_no_key_for_it() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(50, 15)) as pilot:
        await opened(
            desk, pilot, masters(OF, ALONE, reports=(report("phone", OF),)), at=START + 34 * MINUTE
        )
        await keys(pilot, "f", "2")
        assert desk.port.drafts == []
        assert "A phone rang" in shown(desk), "the case is shown first"
        await keys(pilot, "2")
        assert measures(desk.port.drafts[0]) == [Dismissed()]


async def test_number_that_has_no_room_beside_the_case_opens_the_list_at_its_line() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(50, 15)) as pilot:
        state = masters(msgspec.structs.replace(OF, result=disputed("W D", "L W")))
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "6")
        assert desk.port.drafts == []
        assert isinstance(desk.app.screen, DecideScreen)
        assert desk.app.screen.query_one(PickList).here == "5"
        await keys(pilot, "enter")
        assert isinstance(desk.app.screen, Confirm)


# -- how keys come ---------------------------------------------------------------------------------


def at_once(desk: Desk, *pressed: str) -> None:
    """Key after key without a pause, as a fast hand or a busy laptop has it."""
    for key in pressed:
        desk.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_keys_that_come_all_at_once_decide_the_case_that_was_shown() -> None:
    desk = Desk()
    state = masters(msgspec.structs.replace(OF, result=disputed("W D", "L W")), ALONE)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        at_once(desk, "o", "2")
        for _ in range(4):
            await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [MatchDecided.by(outcome("L W"))]


@pytest.mark.parametrize("size", SIZES)
async def test_tap_on_the_footer_does_what_its_key_does(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(
            desk, pilot, masters(OF, ALONE, reports=(report("phone", OF),)), at=START + 34 * MINUTE
        )
        await pilot.click(desk.app.screen.query_one(ActionBar).query(ActionItem).first())
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        assert desk.port.drafts == []


async def test_escape_from_the_yes_leads_back_and_the_note_is_kept() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk, pilot, masters(OF, ALONE, reports=(report("phone", OF),)), at=START + 34 * MINUTE
        )
        await keys(pilot, "n", *"Heard", "enter", "a", "escape")
        assert isinstance(desk.app.screen, MainScreen)
        assert "Your note: Heard" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "a", "y")
        assert grounds(desk.port.drafts[0]) == ("ACF-3.II.J", "Heard")


async def test_result_with_more_versions_than_one_event_names_is_ruled_in_several() -> None:
    desk = Desk()
    heads = tuple(f"s{number}" for number in range(450))
    result = msgspec.structs.replace(disputed("W D", "L W"), heads=heads)
    state = masters(msgspec.structs.replace(OF, result=result), ALONE)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state)
        await keys(pilot, "1", "y")
        bodies = [body_of(draft) for draft in desk.port.drafts]
        assert sum((body.settles for body in bodies), ()) == heads
        assert [len(body.settles) for body in bodies] == [200, 200, 50]
        assert len({body.measures for body in bodies}) == 1
