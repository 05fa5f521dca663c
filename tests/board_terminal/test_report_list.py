"""The whole list of reports: what each asks, says before it is sent, and does to the clocks."""

import pytest

from shared.core.events import ClockLogged, ReportFiled
from shared.core.events.reported import WORDS
from shared.core.match.outcome import SEATS
from shared.core.rulebooks import RULEBOOKS
from tests.board_terminal.table_kit import Kit, playing, round_one, state_of


def filed(kit: Kit) -> list[ReportFiled]:
    return [body for body in kit.port.bodies(ReportFiled) if isinstance(body, ReportFiled)]


def unclocked(book: str = "acf-majors") -> Kit:
    return begun(playing(state=state_of(round_one(), control="unclocked", rulebook=book)))


def begun(kit: Kit) -> Kit:
    """Without an opening the right side starts the left one's turn."""
    return kit.do("side:1") if kit.view.phase == "ready" else kit


def offers(kit: Kit) -> list[str]:
    return [command for command, _ in kit.model.offers]


LISTED = (
    "call", "phone", "late", "illegal_move", "touched_piece", "disturbance", "clock_defect",
    "away", "move_count",
)  # fmt: skip


@pytest.mark.parametrize("kind", LISTED)
def test_every_report_is_two_presses_away_while_a_game_is_played(kind: str) -> None:
    assert f"report:{kind}" in offers(playing().do("reports"))


@pytest.mark.clause("ACF-1.X.B.a", "DARK-time")
def test_without_a_clock_a_timekeeper_is_asked_for_and_with_one_its_defect_is_reported() -> None:
    kit = unclocked().do("reports")
    assert "report:timekeeper" in offers(kit)
    assert "report:clock_defect" not in offers(kit)
    kit.do("report:timekeeper")
    assert "warning at 5:00, lost 1:00 later" in kit.words()
    kit.do("report:timekeeper:send")
    assert filed(kit) == [ReportFiled("timekeeper", game=1)]
    assert kit.view.phase == "playing"


@pytest.mark.clause("HALL-report-clock", "ACF-1.X.A.f", "DARK-touch", "ACF-3.II.G")
def test_a_dispute_says_that_both_clocks_stop_before_it_stops_them() -> None:
    kit = playing().do("reports", "report:touched_piece", "report:touched_piece:adjusted")
    assert "Both clocks stop." in kit.words()
    assert "A first time is a caution, a second one costs the game." in kit.words()
    assert (kit.view.phase, filed(kit)) == ("report", [])
    kit.do("report:touched_piece:adjusted:1", after=4_000)
    assert filed(kit) == [ReportFiled("touched_piece", None, 1, which="adjusted", game=1)]
    assert kit.view.phase == "paused"
    assert "Paused: adjusted without notice. Both clocks are stopped." in kit.words()
    batch = kit.port.bodies(ClockLogged)[-1]
    assert isinstance(batch, ClockLogged)
    assert batch.why == "pause"
    before = kit.view.halves
    kit.tick(60_000)
    assert kit.view.halves == before


@pytest.mark.clause("ACF-3.III.A", "ACF-3.II.G", "APCA-10")
def test_an_illegal_move_says_which_kind_by_the_rulebook() -> None:
    kit = playing().do("reports", "report:illegal_move")
    assert "report:illegal_move:king_row" in offers(kit)
    assert "report:illegal_move:pressed_first" in offers(kit)
    pool = unclocked("apca").do("reports", "report:illegal_move")
    assert "report:illegal_move:king_row" not in offers(pool)
    pool.do("report:illegal_move:capture:0")
    assert filed(pool)[0].which == "capture"


@pytest.mark.clause("APCA-11", "APCA-12", "APCA-13", "APCA-33")
def test_pool_reports_what_its_sheet_knows_of_touched_pieces_and_spectators() -> None:
    kit = unclocked("apca").do("reports", "report:touched_piece")
    assert [c.split(":")[-1] for c in offers(kit) if c.startswith("report:")] == [
        "adjusted", "playable", "unplayable", "corner",
    ]  # fmt: skip
    kit.do("report:touched_piece:playable")
    assert "The piece is moved, or the game is lost." in kit.words()
    kit.do("back", "report:disturbance:spectator")
    assert "Both clocks stop. The helper has to leave." in kit.words()
    kit.do("report:disturbance:spectator:send")
    assert filed(kit) == [ReportFiled("disturbance", which="spectator", game=1)]
    assert kit.view.phase == "paused"


@pytest.mark.clause("USBGF-1.2", "USBGF-1.6", "USBGF-4.1", "USBGF-4.2", "USBGF-4.2.3", "USBGF-5")
def test_backgammon_reports_plays_dice_and_spectators_of_its_own_sheet() -> None:
    kit = Kit(state_of(round_one(length=5), control="10:00", rulebook="usbgf-open"))
    assert kit.driver.desk.match is not None
    kit.do("reports", "report:illegal_move")
    assert "report:illegal_move:play" in offers(kit)
    assert "report:illegal_move:early_roll" in offers(kit)
    assert "report:illegal_move:capture" not in offers(kit)
    kit.do("report:illegal_move:capture:0")
    assert filed(kit) == []
    kit.do("report:illegal_move:early_roll:0", "report:disturbance:annoying:1")
    assert [body.which for body in filed(kit)] == ["early_roll", "annoying"]
    assert "report:draw_ruling" not in offers(kit.do("reports"))
    assert "report:move_count" not in offers(kit)


@pytest.mark.clause("HALL-report-clock")
def test_a_call_and_a_phone_say_that_the_clock_runs_on_before_they_are_sent() -> None:
    kit = playing().do("reports")
    assert "Call referee: sent at once. The clock runs on." in kit.words()
    kit.do("report:phone")
    assert "The clock runs on." in kit.words()
    assert filed(kit) == []
    kit.do("report:phone:1")
    assert kit.view.phase == "playing"


@pytest.mark.clause("APCA-29")
def test_player_who_leaves_a_pool_board_reads_the_conditions() -> None:
    kit = unclocked("apca").do("reports", "report:away")
    assert "During a game nobody leaves without consent or company" in kit.words()


@pytest.mark.clause("ACF-1.IX", "APCA-29", "HALL-report-clock")
def test_away_notes_two_times_and_never_stops_a_clock() -> None:
    kit = playing().do("reports", "report:away")
    assert "The clock runs on. Only the times are noted." in kit.words()
    kit.do("report:away:1")
    assert kit.view.phase == "playing"
    kit.do("reports", "report:away", after=90_000)
    assert "B. Chen is back" in kit.words()
    assert "A. King goes away" in kit.words()
    kit.do("report:away:1")
    assert filed(kit) == [ReportFiled("away", 1, game=1), ReportFiled("back", 1, game=1)]
    assert kit.view.phase == "playing"
    kit.do("reports", "report:away")
    assert "B. Chen goes away" in kit.words()


@pytest.mark.clause("ACF-1.X.A.e")
def test_a_defect_of_the_clock_stops_it_at_once() -> None:
    kit = playing().do("reports", "report:clock_defect")
    assert "Both clocks stop. Say at once what is wrong" in kit.words()
    kit.do("report:clock_defect:send")
    assert kit.view.phase == "paused"
    assert "Paused: clock defect." in kit.words()


@pytest.mark.clause("ACF-3.IV")
def test_draw_ruling_needs_a_refused_offer() -> None:
    kit = playing().do("reports")
    assert "report:draw_ruling" not in offers(kit)
    kit.do("report:draw_ruling:0")
    assert filed(kit) == []
    assert "whose offer of a draw was refused" in kit.words()


def test_a_report_of_what_no_sheet_knows_is_not_filed() -> None:
    kit = playing().do("report:touched_piece:nonsense:0", "report:nonsense:0", "report:restart")
    assert filed(kit) == []
    assert kit.view.phase == "playing"


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_every_report_that_is_offered_under_a_rulebook_can_be_sent_by_its_buttons(
    book: str,
) -> None:
    backgammon = RULEBOOKS[book].game == "backgammon"
    control = "10:00" if backgammon else "90:00"
    for kind in WORDS:
        for code in [line.what.code for line in RULEBOOKS[book].sheet.exactly(kind)] or [""]:
            state = state_of(round_one(length=5), control=control, rulebook=book)
            kit = begun(playing(state=state)).do("reports")
            path = [f"report:{kind}", f"report:{kind}:{code}"]
            ends = (*(f"{p}:{seat}" for p in path for seat in SEATS), *(f"{p}:send" for p in path))
            for _ in range(3):
                wanted = [c for c in (*ends, *reversed(path)) if c in offers(kit)]
                if wanted:
                    kit.do(wanted[0])
            assert kit.view.phase not in ("report",) or f"report:{kind}:{code}" not in offers(kit)
            assert kit.view.choices


def test_back_on_a_report_sends_nothing_and_leaves_the_clock_running() -> None:
    kit = playing().do("reports", "report:touched_piece", "report:touched_piece:corner", "back")
    assert filed(kit) == []
    assert kit.view.phase == "playing"


def test_the_clock_can_be_pressed_under_every_page_of_a_report() -> None:
    kit = playing().do("reports", "report:touched_piece")
    kit.do("side:1", after=2_000)
    kit.do("report:touched_piece:corner").do("side:0", after=2_000)
    assert kit.model.moves == (1, 1)
