"""Offers of a draw and running counts at the table: logged, shown, never the end of a game."""

import pytest
from msgspec.structs import replace

from shared.core.draughts.fen import parse_fen
from shared.core.draughts.record import GameRecord
from shared.core.draughts.rules import RULES
from shared.core.events import DrawOffered, ReportFiled
from shared.core.match.outcome import Code
from tests.board_terminal.table_kit import Kit, playing, put, round_one, state_of


def filed(kit: Kit, kind: str = "") -> list[ReportFiled]:
    bodies = [body for body in kit.port.bodies(ReportFiled) if isinstance(body, ReportFiled)]
    return [body for body in bodies if not kind or body.type == kind]


def offers(kit: Kit) -> list[str]:
    return [command for command, _ in kit.model.offers]


def answers(kit: Kit) -> list[str]:
    return [body.answer for body in kit.port.bodies(DrawOffered) if isinstance(body, DrawOffered)]


def pool() -> Kit:
    return Kit(state_of(round_one(), control="unclocked", rulebook="apca")).do(
        "side:0", "side:1", "first:0", "side:1"
    )


def count(kit: Kit, kind: str, seat: int) -> Kit:
    return kit.do(
        "reports", "report:move_count", f"report:move_count:{kind}",
        f"report:move_count:{kind}:{seat}",
    )  # fmt: skip


@pytest.mark.clause("ACF-3.IV")
def test_an_offer_is_shown_to_both_and_logged_with_its_moment() -> None:
    kit = playing().do("side:1", "draw", after=3_000)
    assert kit.view.phase == "draw"
    assert "The clock runs on." in kit.words()
    kit.do("offer:1")
    assert (
        "B. Chen offers a draw. A. King accepts, refuses, or moves, which refuses." in kit.words()
    )
    assert kit.port.bodies(DrawOffered) == [DrawOffered(1, 1, (0, 1), "open")]
    assert "draw" not in offers(kit)


@pytest.mark.clause("DARK-end")
def test_an_accepted_offer_ends_the_game_drawn() -> None:
    kit = playing().do("draw", "offer:0", "draw_answer:yes", after=2_000)
    assert kit.view.phase == "between"
    assert kit.model.codes == (Code.DRAW,)
    assert answers(kit) == ["open", "accepted"]


@pytest.mark.clause("ACF-3.IV")
@pytest.mark.parametrize("refusal", ["draw_answer:no", "side:1"])
def test_a_refusal_or_a_move_of_the_other_opens_the_ruling_to_the_refused_side(
    refusal: str,
) -> None:
    kit = playing().do("draw", "offer:0", refusal, after=2_000)
    assert kit.view.phase == "playing"
    assert answers(kit) == ["open", "refused"]
    kit.do("reports", "report:draw_ruling")
    assert "report:draw_ruling:0" in offers(kit)
    assert "report:draw_ruling:1" not in offers(kit)
    assert "Both clocks stop. The referee looks at the position" in kit.words()
    kit.do("report:draw_ruling:1")
    assert filed(kit) == []
    kit.do("report:draw_ruling:0")
    assert filed(kit) == [ReportFiled("draw_ruling", 0, game=1)]
    assert kit.view.phase == "paused"


def test_a_move_of_the_one_who_offered_leaves_the_offer_open() -> None:
    kit = playing().do("draw", "offer:1", "side:1", after=2_000)
    assert answers(kit) == ["open"]
    assert "draw_answer:yes" in offers(kit)


def test_backgammon_knows_no_draw() -> None:
    kit = playing(state=state_of(round_one(length=5), control="10:00", rulebook="usbgf-open"))
    kit.do("side:1")
    phase = kit.view.phase
    assert "draw" not in offers(kit)
    assert "draw" not in offers(kit.do("draw"))
    assert kit.view.phase == phase


@pytest.mark.clause("APCA-26", "ACF-1.X.B.a")
def test_a_pool_table_counts_thirty_moves_with_one_key_and_proposes_a_draw_when_they_are_full() -> (
    None
):
    kit = count(pool(), "strength", 1)
    assert filed(kit) == [ReportFiled("move_count", 1, which="strength", game=1)]
    assert "Count: White, B. Chen: 0 of 30 moves" in kit.words()
    kit.do(*["plus"] * 29, after=1_000)
    assert "29 of 30 moves" in kit.words()
    assert filed(kit, "count_full") == []
    kit.do("plus")
    assert "Count complete: 30 of 30. Play on; the referee decides." in kit.words()
    assert kit.view.phase == "playing"
    [full] = filed(kit, "count_full")
    assert (full.which, full.note, full.game) == ("strength", "", 1)
    assert (full.found, full.numbers) == ("moves_of_right", (30, 30))
    kit.tick().do("plus").tick()
    assert len(filed(kit, "count_full")) == 1


@pytest.mark.clause("APCA-26")
def test_a_capture_or_a_king_begins_twenty_anew() -> None:
    kit = count(pool(), "strength", 1).do("plus", "plus", "anew")
    assert "0 of 20 moves" in kit.words()
    kit.do("plus", "anew")
    assert "0 of 20 moves" in kit.words()


@pytest.mark.clause("APCA-27", "APCA-28")
@pytest.mark.parametrize(("kind", "said"), [("lone_king", "White, B. Chen: 0 of 13"),
                                            ("long_line", "Black, A. King: 0 of 5")])  # fmt: skip
def test_lone_king_counts_its_own_moves_and_the_long_line_the_stronger_sides(
    kind: str, said: str
) -> None:
    kit = count(count(pool(), "strength", 1), kind, 1)
    assert said in kit.words()
    assert "anew" not in offers(kit)


@pytest.mark.clause("ACF-3.I", "ACF-1.X.A.g")
def test_on_a_clock_presses_carry_the_forty_of_each_side() -> None:
    kit = count(playing(), "quiet", 0)
    assert "plus" not in offers(kit)
    kit.do("side:1", "side:0", "side:1", after=1_000)
    assert "Count: Red 1, White 2 of 40 each" in kit.words()
    kit.do("anew")
    assert "Count: Red 0, White 0 of 40 each" in kit.words()
    kit.do(*["side:0", "side:1"] * 40, after=1_000)
    [full] = filed(kit, "count_full")
    assert (full.found, full.numbers) == ("moves_of_both", (40, 40))
    assert kit.view.phase == "playing"


def test_a_count_outlives_a_restart_and_is_proposed_once() -> None:
    kit = count(pool(), "long_line", 0).do(*["plus"] * 5)
    back = kit.restart()
    back.do("side:0", "side:1")
    assert "Count complete: 5 of 5" in back.words()
    assert len(filed(back.tick(), "count_full")) == 1


def test_a_count_ends_with_the_game_or_by_its_key() -> None:
    kit = count(playing(), "quiet", 0).do("no_count")
    assert "Count:" not in kit.words()
    kit = count(playing(), "quiet", 0).do("over", "code:D", "next")
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.counting is None


def test_a_rulebook_without_counts_offers_none() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="contest"))
    kit.do("side:0", "side:1", "side:1", "report:move_count:quiet:0")
    assert filed(kit) == []


COUNTS = [
    ("standard", "quiet", (50, 50)),
    ("standard", "advantage", (0, 40)),
    ("acf-majors", "quiet", (40, 40)),
    ("acf-masters", "quiet", (40, 40)),
    ("apca", "strength", (30, 0)),
    ("apca", "lone_king", (13, 0)),
    ("apca", "long_line", (0, 5)),
]


@pytest.mark.clause("APCA-26", "APCA-27", "APCA-28", "DARK-40", "DARK-50", "ACF-3.I")
@pytest.mark.parametrize(("book", "kind", "moves"), COUNTS)
def test_each_count_runs_from_the_claim_to_a_proposal_to_the_referee(
    book: str, kind: str, moves: tuple[int, int]
) -> None:
    """Asked for by the left player; whose moves count is the rulebook's."""
    kit = Kit(state_of(round_one(), control="unclocked", rulebook=book))
    kit.do("side:0", "side:1", *(("first:0",) if book == "apca" else ()))
    kit = count(kit.do("side:0" if kit.model.asks[0] else "side:1"), kind, 0)
    assert "Count:" in kit.words()
    seats = [seat for seat in (0, 1) if moves[seat]]
    for made in range(max(moves)):
        assert filed(kit, "count_full") == [], made
        for _ in seats:
            kit.do("plus")
    [full] = filed(kit, "count_full")
    assert (full.which, full.seat) == (kind, 0)
    assert full.numbers == (max(moves), max(moves))
    assert kit.view.phase == "playing", "a complete count is a proposal"
    assert "The referee decides" in kit.words() or "the referee decides" in kit.words()


def entering(book: str) -> Kit:
    chooses = ("first:0",) if book == "apca" else ()
    kit = Kit(state_of(round_one(), control="unclocked", rulebook=book))
    return kit.do("side:0", "side:1", *chooses, "moves", "side:1")


def play(kit: Kit, *paths: str) -> Kit:
    for path in paths:
        kit.do(*(f"digit:{sign}" for sign in path))
        kit.do(f"side:{0 if kit.model.asks[0] else 1}", after=1_000)
    return kit


def at(kit: Kit, fen: str) -> Kit:
    session = kit.driver.desk.session
    assert session is not None
    record = GameRecord(RULES[session.info.book.game], parse_fen(fen))
    put(kit.driver, session=replace(session, records={1: record}))
    return kit


@pytest.mark.clause("APCA-26")
def test_where_moves_are_entered_a_capture_begins_the_shorter_count_by_itself() -> None:
    kit = count(at(entering("apca"), "B:WK32,K31,19,18:BK1"), "strength", 0)
    kit = play(kit, "1-6", "32-28")
    assert "1 of 30 moves" in kit.words()
    play(kit, "6-10", "31-27", "10-14")
    assert "3 of 30 moves" in kit.words()
    play(kit, "18-9")
    assert "0 of 20 moves" in kit.words()


@pytest.mark.clause("APCA-26", "APCA-27", "APCA-28")
@pytest.mark.parametrize(
    ("kind", "board", "why"),
    [
        ("strength", "B:WK32,19:BK1", ""),
        ("strength", "B:WK32:BK1,12", "you weigh 11 against 8"),
        ("strength", "B:WK32:BK1", "both sides weigh 8: there is no stronger side"),
        ("lone_king", "B:WK32,K31,K30:BK1", ""),
        ("lone_king", "B:WK32,K31:BK1", "4 pieces, all kings, one against 3"),
        ("lone_king", "B:WK32:BK1,K2,K3", "a king of the asker alone against several pieces"),
        ("long_line", "B:WK32,K31:BK4", ""),
        ("long_line", "B:WK32,K31:BK1", "stands on 1, not on the long line 4-8-11-15-18-22-25-29"),
    ],
)
def test_where_moves_are_entered_a_count_begins_only_if_the_board_allows_it(
    kind: str, board: str, why: str
) -> None:
    kit = count(at(entering("apca"), board), kind, 0)
    assert bool(filed(kit)) == ("Count:" in kit.words()) == (not why)
    assert why in kit.words()


@pytest.mark.clause("APCA-26")
def test_under_pool_rules_a_position_repeats_during_a_count_only() -> None:
    kit = play(at(entering("apca"), "B:WK32,K31:BK1"), "1-5", "32-28", "5-1", "28-32")
    [claim] = filed(count(kit, "repetition", 0))
    assert (claim.found, claim.numbers) == ("no_count", ())
    kit = count(kit, "strength", 0)
    kit = play(kit, "1-5", "32-28", "5-1", "28-32")
    claim = filed(count(kit, "repetition", 0))[-1]
    assert (claim.found, claim.numbers) == ("stood", (2,))


@pytest.mark.clause("APCA-27", "APCA-28")
@pytest.mark.parametrize(
    ("kind", "needs"),
    [("lone_king", "It needs 4 pieces, all kings."), ("long_line", "4-8-11-15-18-22-25-29")],
)
def test_the_page_of_a_count_says_what_the_board_has_to_be(kind: str, needs: str) -> None:
    kit = pool().do("reports", "report:move_count", f"report:move_count:{kind}")
    assert needs in kit.words()


@pytest.mark.clause("DARK-50", "ACF-3.I")
def test_quiet_moves_that_are_on_record_count_from_the_last_change_on() -> None:
    kit = at(entering("standard"), "B:WK32,K31:BK1,K2")
    kit = play(kit, "1-6", "32-28", "6-1", "28-32")
    assert "Count" not in kit.words()
    assert "2 of 50 each" in count(kit, "quiet", 0).words()


@pytest.mark.clause("DARK-50", "ACF-3.I")
def test_a_claim_of_repetition_tells_the_referee_what_the_record_has_and_no_move() -> None:
    kit = at(entering("standard"), "B:WK32:BK1")
    kit = play(kit, *("1-6", "32-28", "6-1", "28-32") * 2)
    kit.do("digit:1", "digit:-", "digit:6")
    count(kit, "repetition", 0)
    [claim] = filed(kit)
    assert (claim.type, claim.which, claim.seat) == ("count_full", "repetition", 0)
    assert (claim.found, claim.numbers) == ("would_stand", (3,))
    assert (kit.view.phase, kit.driver.desk.typed) == ("playing", "1-6")


def test_a_claim_without_a_record_leaves_it_to_the_score_sheets() -> None:
    kit = Kit(state_of(round_one(), control="unclocked", rulebook="standard"))
    count(kit.do("side:0", "side:1", "side:1"), "repetition", 1)
    [claim] = filed(kit)
    assert (claim.note, claim.found) == ("", "off_record")
    kit = at(entering("standard"), "B:WK32:BK1").do("digit:1", "digit:-", "digit:9")
    [claim] = filed(count(kit, "repetition", 0))
    assert (claim.note, claim.found) == ("", "no_move")


def test_a_draw_is_offered_and_a_count_ended_while_moves_are_entered() -> None:
    kit = entering("standard")
    assert {"draw"} <= set(offers(kit))
    assert "draw" not in offers(kit.do("digit:1")), "while a move is typed it can be erased"
    assert "erase" in offers(kit)
    kit.do("erase", "draw", "offer:0")
    assert {"draw_answer:yes", "draw_answer:no"} <= set(offers(kit))
    assert "A. King offers a draw." in kit.words()
    kit.do("draw_answer:no")
    assert "no_count" in offers(count(kit, "quiet", 0))
    keys = [key for choice in (*kit.view.sides, *kit.view.choices) for key in choice.keys]
    assert len(keys) == len(set(keys))
