"""What a sheet prescribes is proposed at the dashboard, and written with the keys of the queue."""

import pytest
from msgspec.structs import replace

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.asked.rulings.noting import incident_choices
from shared.core.decisions.words import offered, said
from shared.core.events import ControlChosen, DecisionMade, RoundPaired
from shared.core.events.measures import (
    CarriesOut,
    GameDrawn,
    MatchDecided,
    MayLeave,
    Measure,
    OtherEquipment,
    PressForgotten,
    PutRight,
    SetUpStands,
    SpectatorBarred,
    Suspended,
    WrongLength,
)
from shared.core.match.outcome import Outcome, ReportType, Void
from shared.core.state import Division, HallState, Match, Report, Result, Version
from shared.port import LiveSeen
from tests.core.decided import body_of, measures_in
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    live,
    masters,
    match,
    moment,
    opened,
    outcome,
    report,
    shown,
    under_way,
)

OF = under_way("m1", "t1", ("p1", "p2"), length=7)


def under(book: str, *reports: Report, of: Match = OF, control: str = "") -> HallState:
    division = Division("masters", "Division", book, 4, control)
    return replace(masters(of, reports=reports), divisions={"masters": division})


def decided(desk: Desk) -> tuple[tuple[Measure | None, ...], str]:
    """Return the measures that were written last, and their clause."""
    draft = desk.port.drafts[-1]
    return measures_in(draft), body_of(draft).clause


def keys_to(desk: Desk, words: str) -> list[str]:
    """Return the keys that choose the option with these words, in the list of all of them."""
    screen = desk.app.screen
    assert isinstance(screen, DecideScreen)
    assert screen.case is not None
    match = screen.case.match
    names = desk.app.desk.moment().names(match) if match is not None else ("", "")
    found = [offered(option, names, match) for option in screen.found]
    return [*["down"] * found.index(words), "enter"]


@pytest.mark.clause("ACF-2.I.B")
@pytest.mark.parametrize("key", ["o", "c"])
async def test_an_agreed_result_brings_neither_anything_and_only_the_referee_writes_it(
    key: str,
) -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=confirmed("D D"))
    call = (report("call", of),) if key == "o" else ()
    state = under("acf-majors", *call, of=of)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state)
        await keys(pilot, key, *(["enter"] if key == "c" else []))
        await keys(pilot, *keys_to(desk, "Agreed result: no points for either player"))
        assert desk.port.drafts == []
        assert "Agreed result: no points for either player (ACF-2.I.B)?" in shown(desk)
        await keys(pilot, "y")
        assert decided(desk) == ((MatchDecided((), "agreed"),), "ACF-2.I.B")


@pytest.mark.clause("ACF-1.VII")
@pytest.mark.parametrize(
    ("words", "void"), [("Void, not played again", "void"), ("Void, played again", "again")]
)
async def test_match_is_made_void_with_its_consequences_and_no_player_is_accused(
    words: str, void: Void
) -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W W"))
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("acf-majors", of=of))
        await keys(pilot, "c", "enter")
        await keys(pilot, *keys_to(desk, words))
        assert desk.port.drafts == []
        assert f"{words} (ACF-1.VII)?" in shown(desk)
        assert "What else changes: Ann Lee" in shown(desk)
        assert "Agreed" not in shown(desk)
        await keys(pilot, "y")
        assert decided(desk) == ((MatchDecided((), void),), "ACF-1.VII")


@pytest.mark.clause("ACF-1.VII")
async def test_void_match_that_is_played_again_is_paired_once_more_for_the_same_two() -> None:
    desk = Desk()
    ruled = Version(None, Outcome((), "again"), "e" * 32, "ref", START, "key", "ACF-1.VII")
    of = under_way(
        "m1", "t1", ("p1", "p2"), result=Result("ruled", ruled.outcome, (ruled,), ("e" * 32,))
    )
    other = under_way("m2", "t2", ("p3", "p4"), result=confirmed("W W"))
    state = masters(of, other)
    published = replace(state.rounds[("masters", 1)], event="p")
    state = replace(state, rounds={("masters", 1): published})
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state)
        assert [question.kind for question in desk.app.desk.questions] == ["again"]
        assert "Void, to be played again: Ann Lee – Bo King" in shown(desk)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, RoundPaired)
        first, second = draft.body.matches
        assert (first.players, first.uid != "m1") == (("p1", "p2"), True)
        assert (second.uid, second.players) == ("m2", ("p3", "p4"))
        assert draft.body.by_hand is not None
        assert draft.body.by_hand.reason == "void"


@pytest.mark.clause("HALL-withdrawn-after-pairing", "ACF-2.IV.D")
@pytest.mark.parametrize(
    ("book", "clause", "games"),
    [("acf-majors", "ACF-2.IV.D", "W* W*"), ("apca", "HALL-withdrawn-after-pairing", "W* W*")],
)
async def test_player_who_withdraws_after_the_pairing_forfeits_the_round_in_two_keys(
    book: str, clause: str, games: str
) -> None:
    desk = Desk()
    state = under(book, of=match("m1", "t1", ("p1", "p2"), seated=(True, False)))
    gone = replace(state.players["p2"], withdrawn_after=0)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, replace(state, players={**state.players, "p2": gone}))
        assert "The round is forfeited to Ann Lee; it is not paired again." in shown(desk)
        place = [q.kind for q in desk.app.desk.questions].index("withdrawn")
        await keys(pilot, *["down"] * place, "a")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        assert decided(desk) == ((MatchDecided.by(outcome(games)),), clause)


@pytest.mark.clause("HALL-report-clock", "ACF-1.X.A.f")
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("call", "The clock runs on."),
        ("phone", "The clock runs on."),
        ("touched_piece", "Both clocks stop."),
    ],
)
async def test_every_report_tells_the_referee_what_it_does_to_the_clocks(
    kind: ReportType, words: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("acf-masters", report(kind, OF)))
        assert f"– {words}" in shown(desk)


@pytest.mark.clause("APCA-29", "DARK-conduct")
@pytest.mark.parametrize(("book", "clause"), [("apca", "APCA-29"), ("standard", "DARK-conduct")])
async def test_player_who_leaves_the_board_needs_consent_company_or_the_referees_leave(
    book: str, clause: str
) -> None:
    desk = Desk()
    away = report("away", OF, seat=1, about=None)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under(book, away))
        assert "Has Bo King a reason, Ann Lee's consent or company?" in shown(desk)
        await keys(pilot, "a")
        assert decided(desk) == ((MayLeave(1),), clause)
        back = report("back", OF, token="b", seat=1, about=None, at=away.at + 1)
        desk.tell(under(book, away, back))
        await pilot.pause()
        assert desk.app.desk.questions == ()


@pytest.mark.clause("ACF-1.IX", "USBGF-2.2d")
@pytest.mark.parametrize("book", ["acf-majors", "usbgf-open"])
async def test_where_a_player_may_be_away_the_referee_is_asked_nothing(book: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, under(book, report("away", OF, seat=1, about=None)))
        assert desk.app.desk.questions == ()


@pytest.mark.clause("USBGF-4.2.4")
@pytest.mark.parametrize(
    ("moves", "measure"),
    [((1, 2), PutRight()), ((2, 2), SetUpStands())],
)
async def test_a_wrong_set_up_is_put_right_until_both_have_ended_two_turns(
    moves: tuple[int, int], measure: Measure
) -> None:
    desk = Desk()
    error = report("illegal_move", OF, about=None, which="set_up", game=1)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("usbgf-open", error))
        desk.port.tell(LiveSeen(live(OF, moves=moves), desk.mono))
        await pilot.pause()
        desk.app.look()
        assert f"Turns ended: Ann Lee {moves[0]}, Bo King {moves[1]}." in shown(desk)
        await keys(pilot, "a")
        assert decided(desk) == ((measure,), "USBGF-4.2.4")


@pytest.mark.clause("USBGF-4.4.3")
async def test_a_stated_cube_action_is_carried_out() -> None:
    desk = Desk()
    denied = report("illegal_move", OF, which="cube", game=1)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("usbgf-open", denied))
        await keys(pilot, "a")
        assert decided(desk) == ((CarriesOut(1),), "USBGF-4.4.3")


@pytest.mark.clause("USBGF-1.6")
async def test_a_player_may_have_one_spectator_barred_and_a_wrong_set_up_be_pointed_out() -> None:
    desk = Desk()
    unwanted = report("disturbance", OF, about=None, which="unwanted")
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("usbgf-open", unwanted))
        await keys(pilot, "a")
        assert decided(desk) == ((SpectatorBarred(),), "USBGF-1.6")
        helped = report("disturbance", OF, token="b", about=None, which="spectator")
        desk.tell(under("usbgf-open", helped))
        await pilot.pause()
        assert "Between games a wrong set-up or a running clock may be pointed out." in shown(desk)


@pytest.mark.clause("USBGF-3.7", "USBGF-4.1.8", "USBGF-4.8")
@pytest.mark.parametrize(
    ("measure", "typed", "clause"),
    [
        (OtherEquipment(), "Cups", "USBGF-3.7"),
        (PressForgotten(0, 35_000), "0:35", "USBGF-4.1.8"),
        (WrongLength(), "", "USBGF-4.8"),
    ],
)
async def test_a_backgammon_director_decides_by_the_clause_that_allows_it(
    measure: Measure, typed: str, clause: str
) -> None:
    desk = Desk()
    state = under("usbgf-open", report("call", OF))
    timed = replace(OF, control=ControlChosen("2/12", "event"))
    state = replace(state, matches={"m1": timed})
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state)
        offered_now = desk.app.desk.questions[0].options
        row = next(n for n, one in enumerate(offered_now) if one.clause == clause)
        await keys(pilot, "o", *["down"] * row, "enter")
        if isinstance(measure, PressForgotten):
            await keys(pilot, "1")
        if typed:
            await keys(pilot, *["space" if c == " " else c for c in typed], "enter")
        assert decided(desk) == ((measure,), clause)


@pytest.mark.clause("USBGF-3.7", "USBGF-4.8")
def test_unasked_order_of_a_director_is_among_the_notes_on_offer() -> None:
    lines = [line.text.strip() for line in incident_choices(moment(under("usbgf-open")), OF)]
    assert "Other equipment, from now on (USBGF-3.7)" in lines
    assert "A wrong match length was played to (USBGF-4.8)" in lines


@pytest.mark.clause("USBGF-4.8")
async def test_a_wrong_length_noted_by_the_director_begins_with_what_the_sheet_says() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("usbgf-open", report("call", OF)))
        await keys(pilot, "w", "down", "down", "enter")
        assert decided(desk) == ((WrongLength(),), "USBGF-4.8")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, DecisionMade)
        told = said(WrongLength(), ("Ann Lee", "Bo King"))
        assert "else play goes on to the right length." in told


@pytest.mark.clause("USBGF-1.4")
async def test_the_director_bars_a_player_from_an_event() -> None:
    desk = Desk()
    state = under("usbgf-open")
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, replace(state, matches={}, rounds={}))
        await keys(pilot, "r", "X", "down", "enter", *"Cheated", "enter", "y")
        assert decided(desk) == ((Suspended(),), "USBGF-1.4")
        assert body_of(desk.port.drafts[0]).reason == "Cheated"


@pytest.mark.clause("APCA-27", "APCA-28")
@pytest.mark.parametrize(("which", "clause"), [("lone_king", "APCA-27"), ("long_line", "APCA-28")])
async def test_a_complete_count_is_checked_and_the_game_declared_drawn(
    which: str, clause: str
) -> None:
    desk = Desk()
    full = report(
        "count_full", OF, about=None, which=which, game=1, found="moves_of_both", numbers=(13, 13)
    )
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("apca", full))
        assert "– 13 of 13 moves of each side." in shown(desk)
        await keys(pilot, "a", "y")
        assert decided(desk) == ((GameDrawn(1),), clause)


@pytest.mark.clause("APCA-35")
@pytest.mark.parametrize(("minutes", "asks"), [(1, False), (6, True)])
async def test_where_no_sheet_counts_lateness_an_empty_seat_is_no_question_at_once(
    minutes: int, asks: bool
) -> None:
    desk = Desk()
    waiting = match("m1", "t1", ("p1", "p2"), seated=(True, False))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START + minutes * MINUTE
        await opened(desk, pilot, under("apca", of=waiting))
        assert [q.kind for q in desk.app.desk.questions] == (["late"] if asks else [])
        late = report("late", waiting, at=desk.now)
        desk.tell(under("apca", late, of=waiting))
        await pilot.pause()
        assert [q.kind for q in desk.app.desk.questions] == ["late"]
