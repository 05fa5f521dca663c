"""One table for every page that a terminal can show, for what has to hold on all of them."""

from collections.abc import Callable

from msgspec.structs import replace

from shared.core.clock import StartLate
from shared.core.day.entries import Clocked, TimeCalled
from shared.core.draughts.fen import parse_fen
from shared.core.draughts.record import GameRecord
from shared.core.draughts.rules import RULES
from shared.core.events import ClockLogged, ReportFiled
from shared.core.events.measures import MovesTimed
from shared.core.match.outcome import Code, Outcome
from shared.port import Link, Stopped
from tests.board_terminal.points_kit import game
from tests.board_terminal.points_kit import table as points_table
from tests.board_terminal.table_kit import (
    Kit,
    enter,
    playing,
    put,
    round_one,
    scored,
    seated,
    state_of,
)
from tests.board_terminal.table_port import put_at_table, take_from_table, take_table_away
from tests.tui.fake_port import START, drawn, match

MINUTE = 60_000
LONG = "Wolfeschlegelsteinhausen, Hubert"


def _reports(*commands: str) -> Callable[[], Kit]:
    return lambda: playing().do("side:1", "reports", *commands, after=1_000)


def _unclocked(book: str = "standard", *commands: str) -> Kit:
    kit = seated(state=state_of(round_one(), control="unclocked", rulebook=book))
    return kit.do("side:1", *commands, after=1_000)


def _timekeeper() -> Kit:
    kit = _unclocked("standard", "report:timekeeper:send")
    ent = next(d.ent for d in kit.port.drafts if isinstance(d.body, ReportFiled))
    kit.port.decide(ent, MovesTimed("five_minutes"), clause="ACF-1.X.B.a")
    kit.deliver()
    return kit.tick()


def _logged(game_no: int) -> Kit:
    clock = ClockLogged(game_no, (), (68 * MINUTE, 61 * MINUTE), (14, 15), "30 s")
    one = round_one(seated=(True, True), draw=drawn(), clock=clock, presses=29)
    return Kit(state_of(one))


def _disputed() -> Kit:
    return scored("W", "D").do("side:0", "different", "code:D", "code:D", "sign_different")


def _ruled() -> Kit:
    kit = _disputed()
    kit.port.rule("m1", Outcome((Code.WIN, Code.DRAW)), "ACF-3.II.J", "A phone rang in game 2.")
    kit.deliver()
    return kit


def _counting() -> Kit:
    return _unclocked("apca", "report:move_count:advantage:1")


def _not_saved() -> Kit:
    kit = scored("W", "D").do("side:0")
    kit.port.refuse = "The disk is full: free some space."
    return kit.do("side:1")


def _refused() -> Kit:
    kit = Kit()
    kit.port.tell_link(Link("refused", START, sentence="Table 3 is held by another device."))
    kit.deliver()
    return kit


def _stopped() -> Kit:
    kit = playing()
    kit.port.tell(Stopped("The disk of this table cannot be written."))
    kit.deliver()
    return kit


def _replaced() -> Kit:
    kit = playing()
    put_at_table(kit.port, "77e0a1b2" * 4)
    kit.deliver()
    return kit


def _spare() -> Kit:
    kit = playing()
    take_from_table(kit.port)
    kit.deliver()
    return kit


def _away() -> Kit:
    kit = Kit(state=state_of())
    take_table_away(kit.port)
    kit.deliver()
    return kit


def _moves() -> Kit:
    return seated().do("moves", "side:0", "digit:1", "digit:1")


def _other_captures() -> Kit:
    kit = seated(state=state_of(round_one(), control="unclocked", rulebook="apca"))
    kit.do("moves", "side:1")
    session = kit.driver.desk.session
    assert session is not None
    position = parse_fen("B:W5,7,8,9,10,17,18,19,25,26,27:BK22")
    record = GameRecord(RULES[session.info.book.game], position)
    put(kit.driver, session=replace(session, records={1: record}))
    kit.do("square:22", "square:4", f"side:{kit.model.asks.index(True)}", after=1_000)
    return kit.do("more_captures")


def _points(*commands: str, control: str = "2/12") -> Callable[[], Kit]:
    return lambda: points_table(control=control).do(*commands, after=1_000)


def _points_over() -> Kit:
    return game(points_table(length=1), 0)


def _points_flag() -> Kit:
    kit = points_table().do("side:0")
    kit.at += 30 * MINUTE
    return kit.tick()


def _signing_with_a_pin() -> Kit:
    kit = seated().do("pin", "pin_for:0")
    for _ in range(2):
        kit.do(*(f"digit:{n}" for n in "4711"), "ok")
    kit.do("side:0", "over", "code:W", "next", "side:1", "over", "code:W", after=1_000)
    return kit.do("side:0")


def _agreeing() -> Kit:
    state = state_of(round_one(length=7), control="2/12", rulebook="usbgf-open")
    return Kit(state, dice=(0,)).do("side:0", "side:1")


def _contest() -> Kit:
    kit = _unclocked("contest").tick(30 * MINUTE)
    enter(kit.driver, TimeCalled(kit.at), kit.at)
    return kit


def _absent() -> Kit:
    kit = Kit().do("side:1")
    enter(kit.driver, Clocked(StartLate(0, kit.at)), kit.at)
    return kit.tick()


def _pool() -> Kit:
    return Kit(state_of(round_one(), control="unclocked", rulebook="apca")).do("side:0", "side:1")


def _cards(*commands: str) -> Callable[[], Kit]:
    return lambda: Kit().do("by_hand", "side:0", "side:1", *commands)


def _fixing(*commands: str) -> Callable[[], Kit]:
    return lambda: game(points_table(), 0).do("fix", *commands)


EVERY_PAGE: dict[str, Callable[[], Kit]] = {
    "waiting": lambda: Kit(state_of()),
    "waiting_reports": lambda: Kit(state_of()).do("reports"),
    "seating": Kit,
    "seating_one": lambda: Kit().do("side:0"),
    "language": lambda: Kit().do("language"),
    "seating_reports": lambda: Kit().do("side:0", "reports"),
    "long_names": lambda: Kit(state_of(match("m1", "3", (LONG, "li")))).do("side:1"),
    "absent": _absent,
    "draw_choice": _pool,
    "draw_by_hand": _cards(),
    "cards": _cards("first:1"),
    "cards_second": _cards("first:1", "card_letter:K"),
    "card": _cards("first:1", "card_number"),
    "card_is": _cards("first:1", "card_number", "digit:9", "ok"),
    "choosing": lambda: seated(state=state_of(round_one(), control="", rulebook="acf-majors")),
    "ready": seated,
    "pin_whose": lambda: seated().do("pin"),
    "pin_set": lambda: seated().do("pin", "pin_for:0", "digit:4"),
    "pin_sign": _signing_with_a_pin,
    "playing": lambda: playing().do("side:1", after=1_000),
    "playing_right": playing,
    "low": lambda: playing().tick(86 * MINUTE),
    "moves": _moves,
    "winner": lambda: playing().do("over"),
    "paused": lambda: playing().do("pause"),
    "recovering": lambda: playing().do("side:1", after=1_000).restart(),
    "recovering_one": lambda: playing().do("side:1", after=1_000).restart().do("side:0"),
    "taken_over": lambda: _logged(1),
    "recalling": lambda: _logged(2),
    "between": lambda: playing().do("over", "code:W"),
    "between_codes": lambda: playing().do("over", "code:W", "different"),
    "scoring": lambda: scored("W", "D"),
    "scoring_one": lambda: scored("W", "D").do("side:0"),
    "scoring_codes": lambda: scored("W", "D").do("different"),
    "sign_different": lambda: scored("W", "D").do("side:0", "different", "code:D", "code:D"),
    "not_saved": _not_saved,
    "disputed": _disputed,
    "whose": lambda: _not_saved().do("different"),
    "ruled": _ruled,
    "done": lambda: scored("W", "D").do("side:0", "side:1"),
    "flag": lambda: playing().tick(90 * MINUTE),
    "reports": _reports(),
    "report_what": _reports("report:touched_piece"),
    "report_whom": _reports("report:phone"),
    "report_send": _reports("report:clock_defect"),
    "unclocked": _unclocked,
    "draw_who": lambda: _unclocked("standard", "draw"),
    "draw_open": lambda: _unclocked("standard", "draw", "offer:0"),
    "counting": _counting,
    "timekeeper": _timekeeper,
    "refused": _refused,
    "stopped": _stopped,
    "replaced": _replaced,
    "spare": _spare,
    "away": _away,
    "contest_counting": _contest,
    "contest_captures": lambda: _contest().do("count"),
    "points_agreeing": _agreeing,
    "points_wishes": lambda: _agreeing().do("wishes"),
    "moves_other_captures": _other_captures,
    "points_recovering": lambda: points_table().do("side:0", after=1_000).restart(),
    "points_rolling": _points(),
    "points_playing": _points("side:0"),
    "points_doubled": _points("side:0", "side:0", "side:1", "double:0"),
    "points_taken": _points("side:0", "side:0", "side:1", "double:0", "take:1"),
    "points_no_clock": _points("side:0", control="unclocked"),
    "points_paused": _points("side:0", "pause"),
    "points_over": _points("side:0", "over"),
    "points_resigning": _points("side:0", "over", "resign"),
    "points_claiming": _points("side:0", "over", "claim"),
    "points_claimed": _points("side:0", "over", "claim", "claim:0:2"),
    "points_offered": _points("side:0", "over", "resign", "resign:0:1"),
    "points_between": _points("side:0", "over", "won:0:1"),
    "points_fix": _fixing(),
    "points_fix_paused": _points("side:0", "pause", "fix"),
    "points_fix_delay": _fixing("fix:delay"),
    "points_fix_number": _fixing("fix:score"),
    "points_equipment": _fixing("fix:equipment"),
    "points_agree": _fixing("fix:equipment", "fix_settle"),
    "points_break": _points("side:0", "over", "won:0:1", "break"),
    "points_length": _points("length"),
    "points_undo": _points("side:0", "over", "won:0:1", "undo"),
    "points_undo_one": _points("side:0", "over", "won:0:1", "undo", "side:0"),
    "points_flag": _points_flag,
    "points_flag_noticed": lambda: _points_flag().do("claim_flag"),
    "points_flag_agreed": lambda: _points_flag().do("claim_flag", "side:1"),
    "points_flag_disputed": lambda: _points_flag().do("claim_flag", "side:1", "disagree"),
    "points_scoring": _points_over,
    "points_whose": lambda: _points_over().do("different"),
    "points_who_won": lambda: _points_over().do("different", "seat:1"),
    "points_of_the_loser": lambda: _points_over().do("different", "seat:1", "code:L"),
    "points_sign": lambda: _points_over().do("different", "seat:1", "code:L", "points:0"),
}
