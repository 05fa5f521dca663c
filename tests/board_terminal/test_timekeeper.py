"""A timekeeper at a table without a clock, and what else the referee's answer has the table do."""

import pytest
from msgspec.structs import replace

from shared.core.events import ReportFiled, entities
from shared.core.events.measures import ClockAssigned, Measure, MovesTimed, TimeAdded, TimingEnded
from shared.core.state.office import Announcement, Office
from tests.board_terminal.screen_kit import begin, press, terminal, tick
from tests.board_terminal.table_kit import Kit, playing, round_one, state_of
from tests.tui.fake_port import START
from tests.tui.screens import screen_text

MINUTE = 60_000
FIVE, LOWDER = MovesTimed("five_minutes"), MovesTimed("lowder")
HALF_AN_HOUR = ClockAssigned("30:00", "game")


def filed(kit: Kit, kind: str) -> list[ReportFiled]:
    bodies = [body for body in kit.port.bodies(ReportFiled) if isinstance(body, ReportFiled)]
    return [body for body in bodies if body.type == kind]


def decided(kit: Kit, measure: Measure, clause: str = "ACF-1.X.B.a", reason: str = "") -> Kit:
    ent = next(
        d.ent for d in reversed(kit.port.drafts) if isinstance(d.body, ReportFiled)
        and not d.body.which
    )  # fmt: skip
    kit.port.decide(ent, measure, clause=clause, reason=reason)
    kit.deliver()
    return kit


def unclocked(book: str = "acf-majors") -> Kit:
    kit = playing(state=state_of(round_one(), control="unclocked", rulebook=book))
    if kit.view.phase == "ready":
        kit.do("side:1")
    return kit.do("report:timekeeper:send")


def timed(measure: Measure = FIVE, book: str = "acf-majors") -> Kit:
    return decided(unclocked(book), measure)


@pytest.mark.clause("ACF-1.X.B.a", "DARK-time")
@pytest.mark.parametrize("book", ["acf-majors", "acf-minors", "standard"])
def test_the_referees_answer_brings_a_timekeeper_who_taps_each_move(book: str) -> None:
    kit = timed(book=book)
    assert kit.driver.sounds == 1
    assert "Timekeeper: warning at 5:00, then 1:00." in kit.words()
    before = kit.model.moves
    kit.tick(42_000)
    assert "0:42" in kit.words()
    kit.do("tap").do("tap", after=10_000)
    assert sum(kit.model.moves) == sum(before) + 2
    assert kit.model.moves[0] == kit.model.moves[1]


@pytest.mark.clause("DARK-time", "ACF-1.X.B.a")
def test_five_minutes_are_told_aloud_and_the_sixth_is_proposed_as_lost() -> None:
    kit = timed()
    kit.tick(5 * MINUTE - 1)
    assert kit.driver.sounds == 1
    kit.tick(1)
    assert kit.driver.sounds == 2
    assert "TOLD: the last time for this move runs." in kit.words()
    kit.tick(MINUTE - 1)
    assert filed(kit, "move_time") == []
    kit.tick(1)
    assert kit.driver.sounds == 3
    assert filed(kit, "move_time") == [
        ReportFiled("move_time", None, 1, which="five_minutes", game=1)
    ]
    assert "TIME IS OVER for B. Chen's move. The referee decides." in kit.words()
    kit.tick().tick()
    assert (kit.driver.sounds, len(filed(kit, "move_time"))) == (3, 1)
    assert kit.view.phase == "playing"


@pytest.mark.clause("DARK-time")
def test_a_move_in_time_begins_the_next_five_minutes_and_one_jump_has_a_minute() -> None:
    kit = timed().tick(5 * MINUTE).tick(MINUTE - 1_000)
    kit.do("tap").tick(MINUTE)
    assert kit.driver.sounds == 2
    kit.do("single").tick(1_000)
    assert kit.driver.sounds == 3
    kit.tick(MINUTE)
    assert filed(kit, "move_time")[0].about == 0


@pytest.mark.clause("ACF-1.X.B.c")
def test_lowders_minute_is_warned_at_fifty_seconds_and_lost_only_past_sixty() -> None:
    kit = timed(LOWDER)
    assert "One minute a move: warned at 0:50, lost past 1:00." in kit.words()
    kit.tick(49_999)
    assert kit.driver.sounds == 1
    kit.tick(1)
    assert kit.driver.sounds == 2
    kit.tick(10_000)
    assert filed(kit, "move_time") == []
    kit.tick(1)
    assert [body.which for body in filed(kit, "move_time")] == ["lowder"]


@pytest.mark.clause("ACF-1.X.A.i", "ACF-1.X.B.b")
@pytest.mark.parametrize("book", ["acf-masters", "acf-majors"])
def test_no_minute_a_move_comes_to_a_table_with_a_clock(book: str) -> None:
    kit = playing(state=state_of(round_one(), control="90:00", rulebook=book)).do("report:call")
    decided(kit, LOWDER, "ACF-1.X.B.c")
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.carried == ()
    kit.tick(3 * MINUTE)
    assert filed(kit, "move_time") == []


@pytest.mark.clause("APCA-9")
def test_a_director_brings_a_double_clock_into_a_game_of_pool_in_progress() -> None:
    kit = decided(unclocked("apca"), HALF_AN_HOUR, "APCA-9")
    assert "30:00" in kit.words()
    kit.tick(10_000)
    assert "29:50" in kit.words()


@pytest.mark.clause("ACF-1.X.B.a")
def test_no_clock_comes_into_a_game_of_checkers_in_progress() -> None:
    kit = decided(unclocked(), HALF_AN_HOUR)
    assert kit.driver.desk.session is not None
    assert not kit.driver.desk.session.control.clocked  # type: ignore[union-attr]


@pytest.mark.clause("ACF-1.X.A.e")
def test_time_added_by_a_ruling_is_added_once_whatever_happens_then() -> None:
    kit = playing().do("report:clock_defect:send", after=10_000)
    decided(kit, TimeAdded(0, 120_000), "ACF-1.X.A.e", "The lever stuck.")
    assert "1:31:50" in kit.words()
    assert "B. Chen gets 2 minutes more. (ACF-1.X.A.e) “The lever stuck.”" in kit.words()
    kit.tick().port.tell_state()
    kit.deliver()
    assert "1:31:50" in kit.words()
    assert "1:31:50" in kit.restart().words()


def test_an_order_waits_until_it_fits() -> None:
    kit = unclocked().do("over")
    decided(kit, FIVE)
    kit.do("back").tick()
    kit.tick(5 * MINUTE)
    assert "TOLD" in kit.words()


def test_the_referee_can_send_the_timekeeper_away() -> None:
    kit = timed()
    kit.do("report:call")
    decided(kit, TimingEnded())
    kit.tick(10 * MINUTE)
    assert filed(kit, "move_time") == []
    assert "tap" not in dict(kit.model.offers)


def test_an_order_for_another_match_is_not_carried_out_here() -> None:
    kit = Kit(state_of())
    kit.do("report:call")
    decided(kit, FIVE)
    assert kit.view.phase == "waiting"


@pytest.mark.clause("DARK-time", "ACF-1.X.B.c")
async def test_a_warning_and_the_referees_word_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook="standard"))
    heard: list[int] = []
    monkeypatch.setattr(app, "bell", lambda: heard.append(app.monotonic()))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "3", "0", "plus", "6")
        ent = next(d.ent for d in port.drafts if isinstance(d.body, ReportFiled))
        port.decide(ent, FIVE, clause="DARK-time")
        await pilot.pause()
        assert len(heard) == 1
        await tick(pilot, 299_000)
        assert len(heard) == 1
        await tick(pilot)
        assert len(heard) == 2
        await tick(pilot, 60_000)
        assert len(heard) == 3


def replacement(kit: Kit) -> Kit:
    """Return a device without notes, for which the log of the hall is all there is."""
    kit.do("tap", after=1_000).tick(31_000).do("pause")
    kit.port.journals.clear()
    kit.port.readings.clear()
    return Kit(port=kit.port, dice=(7,))


@pytest.mark.clause("DARK-time")
def test_a_replacement_goes_on_timing_the_moves() -> None:
    again = replacement(timed())
    assert again.view.phase == "recovering"
    again.do("side:0", "side:1").tick()
    assert "tap" in dict(again.model.offers)
    assert "Timekeeper: warning at 5:00, then 1:00." in again.words()


def test_a_timekeeper_who_was_sent_away_does_not_come_back_with_a_replacement() -> None:
    kit = timed().do("report:call", after=1_000)
    kit.at += 1_000
    decided(kit, TimingEnded())
    again = replacement(kit).do("side:0", "side:1").tick()
    assert again.view.phase == "playing"
    assert "tap" not in dict(again.model.offers)


def test_time_that_the_referee_added_is_not_added_again_by_a_replacement() -> None:
    kit = playing().do("report:clock_defect:send", after=10_000)
    decided(kit, TimeAdded(0, 120_000), "ACF-1.X.A.e", "The lever stuck.")
    kit.do("go_on").do("side:1", after=1_000)
    again = replacement(kit).do("side:0", "side:1").tick()
    assert "1:31:49" in again.words()


# -- the players on their own ---------------------------------------------------------------------


@pytest.mark.clause("DARK-time", "ACF-1.X.B.a")
@pytest.mark.parametrize("book", ["standard", "acf-majors", "acf-minors"])
async def test_players_time_the_moves_themselves_by_one_key(book: str) -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook=book))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "3" if book == "standard" else "1")
        sounds = app.driver.sounds
        await press(pilot, "2")
        assert "Timekeeper: warning at 5:00, then 1:00." in screen_text(app)
        await tick(pilot, 299_000)
        assert app.driver.sounds == sounds
        await tick(pilot)
        assert app.driver.sounds == sounds + 1
        await tick(pilot, 60_000)
        [filed] = port.bodies(ReportFiled)
        assert isinstance(filed, ReportFiled)
        assert (filed.type, filed.which) == ("move_time", "five_minutes")


@pytest.mark.clause("ACF-1.X.B.a")
async def test_players_end_their_own_timing_and_never_the_referees() -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook="acf-majors"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "1", "2", "4")
        await tick(pilot, 10 * MINUTE)
        assert port.bodies(ReportFiled) == []
        port.decide("the desk", FIVE, clause="ACF-1.X.B.a")
        await pilot.pause()
        assert "untimed" not in dict(app.model.offers)
        await press(pilot, "4")
        assert "Timekeeper" in screen_text(app)


@pytest.mark.clause("ACF-1.X.A.i")
@pytest.mark.parametrize(("book", "control"), [("acf-majors", "90:00"), ("apca", "unclocked")])
def test_no_moves_are_timed_beside_a_clock_or_where_the_sheet_has_no_such_rule(
    book: str, control: str
) -> None:
    kit = playing(state=state_of(round_one(), control=control, rulebook=book))
    assert "timed" not in dict(kit.model.offers)
    before = kit.driver.desk.session
    assert kit.do("timed", "untimed").driver.desk.session == before


NOTICE = Announcement(
    entities.lowder_notice("masters", 1), "", START + 99 * MINUTE, "tables", "masters", START,
    about="lowder",
)  # fmt: skip


@pytest.mark.clause("ACF-1.X.B.c")
async def test_minute_a_move_is_asked_for_by_one_key_once_the_players_were_told() -> None:
    state = state_of(round_one(), control="unclocked", rulebook="acf-majors")
    told = replace(state, office=Office(announcements={NOTICE.ent: NOTICE}))
    for known, asked in ((state, False), (told, True)):
        app, port = terminal(known)
        async with app.run_test(size=(80, 24)) as pilot:
            await begin(pilot, port)
            await press(pilot, "1", "3", "1", "6")
            assert ("ask_minute" in dict(app.model.offers)) is False
            filed = port.bodies(ReportFiled)
            assert filed == [ReportFiled("timekeeper", which="lowder", game=1)] * asked
            if not asked:
                continue
            assert "The referee is asked for a minute a move." in screen_text(app)
            await tick(pilot, 10 * MINUTE)
            assert len(port.bodies(ReportFiled)) == 1, "nothing runs before the referee says so"
            ent = next(d.ent for d in port.drafts if isinstance(d.body, ReportFiled))
            port.decide(ent, LOWDER, clause="ACF-1.X.B.c")
            await pilot.pause()
            await tick(pilot, 50_000)
            assert "TOLD: the last time for this move runs." in screen_text(app)


@pytest.mark.clause("ACF-1.X.B.c")
async def test_crew_begins_the_minute_at_the_table_by_the_referees_word() -> None:
    app, port = terminal(state_of(round_one(), control="unclocked", rulebook="acf-majors"))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3", "1", "p", "f2", "4", "p")
        [filed] = port.bodies(ReportFiled)
        assert filed == ReportFiled("timekeeper", which="lowder", game=1, found="crew")
        assert "One minute a move: warned at 0:50, lost past 1:00." in screen_text(app)
        assert "untimed" not in dict(app.model.offers)
