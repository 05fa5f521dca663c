"""What can be decided about a case, under every rulebook: the order of the options, their clauses.

Plain values in, plain values out.
"""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from shared.core.decisions.facts import Case
from shared.core.decisions.options import TAKEN_BACK, Option, options
from shared.core.decisions.words import all_said, offered
from shared.core.events import ControlChosen, entities
from shared.core.events.measures import (
    AbsentTimeStarted,
    BothLose,
    Caution,
    ClockSet,
    DealtWith,
    Dismissed,
    Excused,
    GameDrawn,
    GameLost,
    GoesOn,
    MatchDecided,
    Measure,
    MovesTimed,
    OwnWords,
    Paused,
    PutRight,
    Resumed,
    SetUpStands,
    Suspended,
    TimeAdded,
    Warned,
    read,
    taken,
    token,
)
from shared.core.match.outcome import SEATS, Code, Outcome, ReportType, Seat
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.state import Decision, Match, Report, Result, Version
from tests.tui.fake_port import START, match

NAMES = ("Ann", "Bo")
OF = match("m1", "t1", ("p1", "p2"), seated=(True, True), length=7)
AWAY = replace(OF, seated=(True, False))
CLOCKED = replace(OF, control=ControlChosen("90:00", "event"))
OWN_CASES = ("call", "phone", "late", "restart")
AT_A_BOARD = tuple(kind for kind in get_args(ReportType) if kind not in OWN_CASES)
BOOKS = [pytest.param(book, id=name) for name, book in RULEBOOKS.items()]


def report(kind: ReportType, which: str = "", about: Seat | None = 1, **more: Any) -> Report:
    ent = entities.match_report(OF.key, "a")
    return Report(ent, "ea", OF.table, OF.key, kind, 0, about, "", START, which, 1, **more)


def case(kind: str, book: str | Rulebook, of: Match = OF, *, which: str = "", **more: Any) -> Case:
    """Return a case of a kind, or of a kind of report."""
    if kind in get_args(ReportType):
        reported: ReportType = kind  # type: ignore[assignment]
        filed = (report(reported, which),)
        more = {"reports": filed, "seats": (1,), **more}
    about: Any = kind if kind in OWN_CASES or kind not in get_args(ReportType) else "incident"
    book = RULEBOOKS[book] if isinstance(book, str) else book
    return Case(kind=about, ident="c", book=book, match=of, **more)


def first(*args: Any, **more: Any) -> tuple[Measure, ...]:
    return options(case(*args, **more))[0].measures


def games(text: str) -> Outcome:
    return Outcome(tuple(Code(code) for code in text.split()))


def signed(seat: Seat | None, text: str) -> Version:
    return Version(seat, games(text), f"s{seat}", "n", START, "pin")


def cases(book: Rulebook) -> Iterator[Case]:
    """Yield everything that can come up under a rulebook."""
    for of in (OF, CLOCKED, AWAY):
        for kind in get_args(ReportType):
            for which in [line.what.code for line in book.sheet.exactly(kind)] or [""]:
                yield case(kind, book, of, which=which)
                yield case(kind, book, of, which=which, seats=())
                yield case(kind, book, of, which=which, earlier=1, turns=(2, 2))
        for kind in ("result", "flag", "clock", "late"):
            yield case(kind, book, of, controls=("90:00",), seats=(1,))
    yield case("late", book, AWAY, losing=(GameLost(1, 1),), seats=(1,))
    yield case(
        "late", book, replace(OF, seated=(False, False)), losing=(BothLose(1),), seats=(0, 1)
    )
    yield case("contested", book, replaces=(made(Caution(1)), made(GameLost(1, 1))))
    if book.usbgf_time is not None:
        lost = Outcome((Code.WIN_BY_FORFEIT,), points=(7, 0))
        yield case("delay", book, seats=(1,), points=2)
        yield case("delay", book, seats=(1,), points=4, proposed=(lost,))
    yield case("refused", book, replaces=(made(ClockSet(1, 1)),))


def made(*measures: Measure) -> Decision:
    held = tuple((token("c", one), one) for one in measures)
    return Decision("d", "", "n", "key", START, held, "ACF-1.VII", "", (), (), ())


# -- what holds of every option ------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_is_offered_once_with_its_clause_and_its_words(book: Rulebook) -> None:
    for each in cases(book):
        found = options(each)
        assert found, each
        assert len(set(found)) == len(found)
        for option in found:
            assert option.clause or option.coming or option == TAKEN_BACK, (each.kind, option)
            assert option.measures or option.asks or option.coming or option == TAKEN_BACK
            assert offered(option, NAMES, each.match), (each.kind, option)
            # What is written is read back as it was offered.
            assert tuple(read(raw) for raw in taken("c", *option.measures)) == option.measures


@pytest.mark.parametrize("book", BOOKS)
def test_same_case_has_the_same_options_in_the_same_order(book: Rulebook) -> None:
    assert [options(each) for each in cases(book)] == [options(each) for each in cases(book)]


def test_every_measure_can_be_said() -> None:
    for measure in (GameLost(0, 1), Caution(1), Paused(), Suspended(), DealtWith()):
        assert all_said((measure,), NAMES)
    assert len(set(get_args(Measure))) == len(get_args(Measure))


# -- the first options, by kind of case ----------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", ["phone", *AT_A_BOARD])
def test_about_a_report_the_proposal_is_first_and_nothing_to_rule_second(
    book: Rulebook, kind: ReportType
) -> None:
    for which in [line.what.code for line in book.sheet.exactly(kind)] or [""]:
        found = options(case(kind, book, which=which))
        place = found.index(Option((Dismissed(),), case(kind, book, which=which).clause))
        assert place <= 1
        if place == 1:
            assert found[0].clause == case(kind, book, which=which).clause


@pytest.mark.clause("ACF-1.VII")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_dispute_is_decided_by_1_or_2_as_left_or_right_signed(order: tuple[Seat, Seat]) -> None:
    versions = tuple(signed(seat, ("W D", "L W")[seat]) for seat in order)
    disputed = replace(OF, result=Result("disputed", None, versions, ("s0", "s1")))
    found = options(case("result", "acf-masters", disputed))
    assert [option.outcome for option in found[:2]] == [games("W D"), games("L W")]
    assert offered(found[0], NAMES, disputed).endswith("as Ann signed")
    assert offered(found[1], NAMES, disputed).endswith("as Bo signed")


def test_after_what_was_signed_every_other_result_is_offered_and_no_points_last() -> None:
    versions = (signed(0, "W D"), signed(1, "L L"))
    disputed = replace(OF, result=Result("disputed", None, versions, ("s0", "s1")))
    found = options(case("result", "acf-masters", disputed))
    assert len([option for option in found if option.outcome]) == 9 + 3
    assert [option.asks for option in found[-4:]] == ["games", "", "", ""]
    voids = [option.outcome.void for option in found[-3:] if option.outcome]
    assert voids == ["agreed", "void", "again"]


@pytest.mark.clause("ACF-3.II.J")
def test_phone_costs_the_game_that_is_on_and_each_other_game_can_be_lost() -> None:
    lost = [
        one
        for option in options(case("phone", "acf-masters", game=2))
        for one in option.measures
        if isinstance(one, GameLost)
    ]
    assert lost == [GameLost(1, 2), GameLost(1, 1), GameLost(0, 2), GameLost(0, 1)]


def test_game_that_is_lost_already_is_not_offered_again() -> None:
    ruled = replace(OF, decisions=(made(GameLost(1, 2)),))
    found = options(case("touched_piece", "apca", ruled, which="adjusted"))
    assert not [option for option in found if GameLost(1, 2) in option.measures]


@pytest.mark.clause("ACF-3.II.J")
def test_phone_changes_a_result_that_is_known_with_the_same_decision() -> None:
    found = first("phone", "acf-masters", proposed=(games("W* L"),))
    assert found == (GameLost(1, 1), MatchDecided.by(games("W* L")))


@pytest.mark.clause("APCA-11", "DARK-touch", "ACF-3.II.B", "ACF-3.II.C")
@pytest.mark.parametrize(
    ("kind", "which", "book", "once", "again"),
    [
        ("touched_piece", "adjusted", "apca", Caution(1), GameLost(1, 1)),
        ("touched_piece", "adjusted", "standard", Caution(1), GameLost(1, 1)),
        ("disturbance", "language", "acf-majors", Warned(1), Suspended()),
        ("disturbance", "intoxication", "acf-majors", Suspended(), Suspended()),
        ("illegal_move", "capture", "apca", PutRight(), PutRight()),
    ],
)
def test_second_time_costs_what_the_sheet_says(
    kind: str, which: str, book: str, once: Measure, again: Measure
) -> None:
    assert first(kind, book, which=which) == (once,)
    assert first(kind, book, which=which, earlier=1) == (again,)


@pytest.mark.clause("USBGF-4.2.4")
@pytest.mark.parametrize(
    ("turns", "measure"),
    [((1, 2), PutRight()), ((2, 2), SetUpStands()), (None, Dismissed())],
)
def test_wrong_set_up_stands_once_both_have_ended_two_turns(
    turns: tuple[int, int] | None, measure: Measure
) -> None:
    assert first("illegal_move", "usbgf-open", which="set_up", turns=turns) == (measure,)


@pytest.mark.clause("ACF-3.IV", "APCA-26")
@pytest.mark.parametrize("kind", ["draw_ruling", "count_full"])
def test_draw_is_declared_of_the_game_that_is_on(kind: str) -> None:
    assert first(kind, "apca", game=2) == (GameDrawn(2),)


def test_call_is_answered_with_coming_and_then_closed() -> None:
    new = options(case("call", "acf-masters"))
    assert new[0].coming
    coming = options(case("call", "acf-masters", reports=(report("call", coming_at=START),)))
    assert coming[0].measures == (DealtWith(),)
    assert not any(option.coming for option in coming)


@pytest.mark.clause("HALL-power-cut")
def test_after_a_power_cut_the_game_goes_on_or_from_other_times() -> None:
    found = options(case("restart", "acf-masters"))
    assert (found[0].measures, found[1].asks) == ((GoesOn(),), "times")
    assert {option.clause for option in found[:2]} == {"HALL-power-cut"}


@pytest.mark.clause("ACF-1.VI.A", "ACF-1.VI.B")
def test_absence_costs_the_games_that_are_lost_now_and_no_game_where_a_clock_keeps_the_time() -> (
    None
):
    lost = case("late", "acf-majors", AWAY, seats=(1,), reports=(), losing=(GameLost(1, 1),))
    assert options(lost)[0].measures == (GameLost(1, 1),)
    timed = case(
        "late", "acf-masters", AWAY, seats=(1,), due=True, controls=("90:00",), clock_replaces=True
    )
    found = options(timed)
    assert found[0].measures == (AbsentTimeStarted("90:00"),)
    assert found[1].measures == (Excused(1),)
    assert not any(isinstance(one, GameLost) for option in found for one in option.measures)


@pytest.mark.clause("HALL-apca-flag")
def test_flag_that_costs_its_game_alone_asks_for_the_times_of_the_next_one() -> None:
    found = options(case("flag", "apca", seats=(1,)))
    assert (found[0].asks, found[0].clause) == ("times", "HALL-apca-flag")


def test_clock_of_a_match_is_paused_and_then_let_go_on() -> None:
    assert first("clock", "acf-masters", CLOCKED) == (Paused(),)
    paused = replace(CLOCKED, decisions=(made(Paused()),))
    assert first("clock", "acf-masters", paused) == (Resumed(),)


@pytest.mark.clause("ACF-1.X.A.e", "ACF-1.X.B.a", "ACF-1.X.B.c")
def test_time_is_added_where_a_clock_runs_and_moves_are_timed_where_none_does() -> None:
    found = [
        one for each in options(case("clock", "acf-masters", CLOCKED)) for one in each.measures
    ]
    assert TimeAdded(0, 120_000) in found
    assert TimeAdded(-60_000, 0) in found, "time is taken too"
    found = [
        one
        for each in options(case("clock", "acf-majors", lowder_told=True))
        for one in each.measures
    ]
    assert {MovesTimed("five_minutes"), MovesTimed("lowder")} <= set(found)
    assert MovesTimed("lowder") not in [
        one for each in options(case("clock", "acf-majors")) for one in each.measures
    ]


@pytest.mark.clause("ACF-1.VII")
def test_each_of_several_contradicting_decisions_can_be_chosen_or_none() -> None:
    both = (made(GameLost(0, 1)), made(GameLost(1, 1), Caution(1)))
    found = options(case("contested", "acf-masters", replaces=both))
    assert [option.measures for option in found] == [
        (GameLost(0, 1),),
        (GameLost(1, 1), Caution(1)),
        (Dismissed(),),
        (OwnWords(),),
    ]


def test_measure_that_a_table_refuses_is_offered_to_be_taken_back_first() -> None:
    assert options(case("refused", "acf-masters", replaces=(made(Paused()),)))[0] == TAKEN_BACK


@pytest.mark.clause("USBGF-5")
def test_appeal_is_offered_against_a_ruling_and_not_where_a_player_is_put_out() -> None:
    def appeals(**more: Any) -> bool:
        ruled = replace(OF, result=Result("ruled", games("W"), (signed(None, "W"),)))
        found = options(case("result", "usbgf-open", ruled, **more))
        return any(option.asks == "appeal" for option in found)

    assert appeals()
    assert not appeals(put_out=True)


@pytest.mark.clause("ACF-2.I.B", "APCA-34", "USBGF-4.6")
@pytest.mark.parametrize(
    ("book", "slot", "clause", "words"),
    [
        ("acf-majors", "", "ACF-2.I.B", "Agreed result: no points for either player"),
        ("apca", "", "APCA-34", "Closer opponents were passed over: no points for either player"),
        ("standard", "", "DARK-arbiter", "Void, not played again"),
        ("usbgf-open", "W1.1", "USBGF-4.6", "Void, played again"),
    ],
)
def test_match_without_points_says_by_its_sheet_why(
    book: str, slot: str, clause: str, words: str
) -> None:
    of = replace(OF, slot=slot)
    found = [o for o in options(case("result", book, of)) if o.outcome and o.outcome.void]
    assert (found[0].clause, offered(found[0], NAMES, of)) == (clause, words)
    assert found[-1].outcome == Outcome((), "again")
    assert slot == "" or len(found) == 1, "on a draw sheet one player has to go on"


@pytest.mark.parametrize("seat", SEATS)
def test_case_without_a_match_can_be_closed(seat: Seat) -> None:
    filed = (report("phone", about=seat),)
    alone = Case(kind="phone", ident="c", book=RULEBOOKS["acf-masters"], reports=filed)
    found = options(alone)
    closing = {Option((one,), alone.clause) for one in (DealtWith(), Dismissed())}
    assert closing <= set(found)
