"""The score-sheet desk and the prize desk: what they list, what they write, what they warn of."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hall_server.derived.prizes import division_payouts
from hall_server.referee.said import prize_words
from hall_server.referee.said import score_sheets as sheet_words
from hall_server.referee.said.pair_report import InHand, report_lines
from shared.core.events import AnnouncementMade, DuesOwed, PrizePaid, PrizesPosted, SheetsHandedIn
from shared.core.state import HallState
from shared.core.state.office import Announcement, Awards, Office, Payment, PrizeFund
from tests.hall_server.paper.pdfs import pages
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    masters,
    moment,
    opened,
    shown,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]
FUND = PrizeFund((70000, 30000, 20000), 2500)


def played(rounds: int = 1, **awards: Any) -> HallState:
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), result=confirmed("W W")),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D")),
        under_way("m3", "t3", ("p5", "p6"), result=confirmed("W* W*")),
    )
    division = msgspec.structs.replace(state.divisions["masters"], rounds=rounds)
    return msgspec.structs.replace(state, divisions={"masters": division}, awards=Awards(**awards))


ALL_IN = dict.fromkeys(("m1", "m2", "m3"), (True, True))


# ── score sheets ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.XII")
def test_both_copies_are_due_of_what_was_played_and_none_of_a_forfeit() -> None:
    now = moment(played(sheets={"m1": (True, False)}))
    assert sheet_words.missing_in(now, "masters") == (
        "round 1, table 1: White Bo King",
        "round 1, table 2: Red Cy Ortega",
        "round 1, table 2: White Dee Novák",
    )
    assert sheet_words.count_words(now, "masters") == "3 missing"
    assert sheet_words.count_words(moment(played(sheets=ALL_IN)), "masters") == "all there"


@pytest.mark.clause("ACF-1.XII")
def test_the_missing_list_stands_in_the_pairing_steps_and_blocks_nothing() -> None:
    now = moment(played(sheets={"m1": (True, True)}))
    lines = report_lines(now, InHand("masters", 2, "witnesses"))
    [said] = [line for tone, line in lines if tone == "caution"]
    assert said.startswith("! 2 score sheets are missing (ACF-1.XII): round 1, table 2")
    assert said.endswith("You may pair.")
    complete = report_lines(moment(played(sheets=ALL_IN)), InHand("masters", 2, "witnesses"))
    assert not any("score sheet" in line for _, line in complete)


@pytest.mark.clause("ACF-1.XII")
def test_a_sheet_that_asks_for_no_copies_lists_none_as_missing() -> None:
    state = played()
    majors = msgspec.structs.replace(state.divisions["masters"], rulebook="contest")
    now = moment(msgspec.structs.replace(state, divisions={"masters": majors}))
    assert sheet_words.warning(now, "masters") == ""
    assert sheet_words.count_words(now, "masters") == "no copies are due"


@pytest.mark.clause("ACF-1.XII")
@pytest.mark.parametrize("size", SIZES)
async def test_a_copy_is_ticked_with_two_keys_and_taken_off_again(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, played(sheets={"m2": (True, False)}), "k")
        assert_screen(desk.app, "sheets")
        await keys(pilot, "greater_than_sign")
        await keys(pilot, "down", "less_than_sign")
        await keys(pilot, "enter")
        assert [(draft.ent, draft.body) for draft in desk.port.drafts] == [
            ("masters/1/m1/sheets", SheetsHandedIn((False, True))),
            ("masters/1/m2/sheets", SheetsHandedIn((False, False))),
            ("masters/1/m2/sheets", SheetsHandedIn((True, True))),
        ]


# ── prizes ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.clause("ACF-1.XIII.A", "ACF-1.III.B", "ACF-3.VI", "ACF-1.XII")
@pytest.mark.parametrize("size", SIZES)
async def test_the_prize_desk_shows_shares_dues_and_what_comes_first(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    paid = {"p5": Payment(50000, 0, "M. Holt", False, START, "e")}
    state = played(prizes={"masters": FUND}, dues={"p1": True}, payments=paid)
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, "z")
        assert_screen(desk.app, "prizes")


@pytest.mark.clause("ACF-3.VI", "ACF-1.III.B")
async def test_a_prize_is_paid_after_a_yes_that_repeats_all_of_it() -> None:
    desk = Desk()
    fund = PrizeFund((140000, 20000), 2500)
    state = played(prizes={"masters": fund}, dues={"p1": True}, sheets=ALL_IN)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        await keys(pilot, "enter", *"Holt", "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Ann Lee has $775.00 ($800.00 less $25.00 dues)" in shown
        assert "The tax form was signed too (ACF-3.VI)" in shown
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "player/p1/payment"
        assert draft.body == PrizePaid(77500, 2500, "Holt", form=True)


@pytest.mark.clause("ACF-1.XII", "ACF-1.III.B")
@pytest.mark.needs("pdftotext")
async def test_a_receipt_is_a_sheet_to_sign_with_all_that_is_paid(tmp_path: Path) -> None:
    desk = Desk()
    desk.app.desk.papers = tmp_path / "papers"
    state = played(prizes={"masters": FUND}, dues={"p1": True}, sheets=ALL_IN)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        work = []
        show = desk.app.show_status
        desk.app.show_status = lambda: (work.append(desk.app.desk.work_forms()), show())  # type: ignore[method-assign]
        await keys(pilot, "V")
        await desk.app.workers.wait_for_complete()
        await pilot.pause()
        assert ("making the paper · 0 s", "making the paper 0 s") in work
        assert desk.app.desk.work_forms() == ()
        assert "receipt-p1.pdf is ready to be printed" in said(desk)
        assert desk.port.drafts == []
    [sheet] = pages((tmp_path / "papers" / "receipt-p1.pdf").read_bytes())
    assert "Ann Lee" in sheet
    for words in ("Receipt $475.00", "dues $25.00", "for the tournament"):
        assert words in sheet, words


async def test_a_receipt_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    desk = Desk()
    desk.app.desk.papers = tmp_path / "papers"
    desk.app.desk.papers.write_text("no folder")
    state = played(prizes={"masters": FUND}, sheets=ALL_IN)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        await keys(pilot, "V")
        await desk.app.workers.wait_for_complete()
        await pilot.pause()
        assert "papers cannot be used (File exists). No paper was made." in said(desk)


def said(desk: Desk) -> str:
    return " ".join(" ".join(note.message.split()) for note in desk.app._notifications)


async def test_a_payment_noted_by_mistake_is_taken_back() -> None:
    desk = Desk()
    paid = {"p1": Payment(50000, 0, "Holt", False, START, "e")}
    state = played(prizes={"masters": FUND}, payments=paid)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        await keys(pilot, "enter", "y")
        assert [draft.body for draft in desk.port.drafts] == [PrizePaid(0, 0, "", taken_back=True)]


async def test_prizes_are_posted_as_they_are_typed_after_a_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, played(), "z")
        assert "No prizes are posted." in screen_text(desk.app)
        await keys(pilot, "E", *"450 many", "enter")
        assert "Amounts as 450" in screen_text(desk.app)
        await keys(pilot, *["backspace"] * 5, *" 300.50, dues 25", "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "pays 1. $450.00, 2. $300.50, $750.50 in all" in shown
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body) == (
            "division/masters/prizes",
            PrizesPosted((45000, 30050), 2500),
        )


@pytest.mark.clause("ACF-1.XIII.A", "ACF-1.XIV")
async def test_prizes_are_changed_with_a_reason_and_who_was_paid_otherwise_is_read_first() -> None:
    desk = Desk()
    paid = {"p1": Payment(70000, 0, "Holt", True, START, "e")}
    state = played(prizes={"masters": PrizeFund((70000,))}, payments=paid, sheets=ALL_IN)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        await keys(pilot, "E", *["backspace"] * 3, *"450", "enter", *"Fewer came", "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "! Ann Lee was paid $700.00, and $225.00 would be due." in shown
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.body == PrizesPosted((45000,), why="Fewer came")


@pytest.mark.clause("ACF-1.III.B")
async def test_dues_are_put_on_and_taken_off() -> None:
    desk = Desk()
    state = played(prizes={"masters": FUND}, dues={"p5": True})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        await keys(pilot, "D", "down", "D")
        assert [(draft.ent, draft.body) for draft in desk.port.drafts] == [
            ("player/p1/dues", DuesOwed(True)),
            ("player/p5/dues", DuesOwed(False)),
        ]


@pytest.mark.clause("ACF-1.III.B")
def test_associate_owes_dues_by_their_flag_until_the_desk_changes_it() -> None:
    fund = PrizeFund((140000, 20000), 2500)
    state = played(prizes={"masters": fund}, sheets=ALL_IN)
    flagged = msgspec.structs.replace(state.players["p1"], flags=("associate",))
    state = msgspec.structs.replace(state, players={**state.players, "p1": flagged})
    owed = {each.player: each.dues_cents for each in division_payouts(state, "masters")}
    assert owed["p1"] == 2500
    assert sum(owed.values()) == 2500
    awards = msgspec.structs.replace(state.awards, dues={"p1": False})
    waived = division_payouts(msgspec.structs.replace(state, awards=awards), "masters")
    assert sum(each.dues_cents for each in waived) == 0


@pytest.mark.clause("ACF-1.XIII.A")
def test_a_dropout_is_named_as_left_out_and_unfinished_rounds_are_said() -> None:
    state = played(rounds=2, prizes={"masters": FUND})
    gone = msgspec.structs.replace(state.players["p2"], withdrawn_after=1)
    state = msgspec.structs.replace(state, players={**state.players, "p2": gone})
    notes = prize_words.notes(moment(state), "masters")
    assert notes[0] == "! Not every round is complete: places may still change."
    assert notes[1] == "Left out, who dropped out (ACF-2.IV.C): Bo King."


def test_prize_paid_before_a_correction_is_shown_beside_the_amount_due_now() -> None:
    paid = {"p1": Payment(70000, 0, "Holt", True, START, "e")}
    lines = prize_words.prize_lines(
        moment(played(prizes={"masters": FUND}, payments=paid)), "masters", 98
    )
    assert "! WAS PAID $700.00" in lines[0].text
    assert lines[0].tone == "danger"


@pytest.mark.parametrize(
    ("text", "dues"),
    [
        ("450 300", 0), ("$450.00, $300", 0), ("450, 300, dues 25.50", 2550),
        ("450 300 cotis. 25", 2500), ("450 300, взнос 25", 2500),
    ],
)  # fmt: skip
def test_prizes_are_read_as_people_write_them(text: str, dues: int) -> None:
    fund = prize_words.fund_of(text)
    assert fund == PrizeFund((45_000, 30_000), dues)
    assert prize_words.fund_of(prize_words.fund_text(fund)) == fund


def test_no_text_is_no_prizes_and_other_words_are_none() -> None:
    assert prize_words.fund_of("") == PrizeFund(())
    assert prize_words.fund_of("450 dues 25 300") is None
    assert prize_words.fund_of("450 three hundred") is None


def test_a_comma_within_an_amount_is_asked_about_as_it_may_part_two() -> None:
    assert prize_words.fund_of("100, 66,50") is None


async def test_deadline_for_claims_is_announced_before_any_prize_is_paid() -> None:
    desk = Desk()
    state = played(prizes={"masters": PrizeFund((45_000, 30_000))})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "z")
        assert "No deadline for claims was announced: press U." in shown(desk)
        await keys(pilot, "U", *"soon", "enter")
        assert "Minutes, as 30, or a time, as 14:30." in shown(desk)
        await keys(pilot, *["backspace"] * 4, *"30", "enter")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "announcement/claims-masters"
        assert isinstance(draft.body, AnnouncementMade)
        assert (draft.body.about, draft.body.until) == ("claims", desk.now + 30 * MINUTE)
        told = Announcement(
            draft.ent, "", draft.body.until, "all", "masters", desk.now, "", "claims"
        )
        desk.tell(msgspec.structs.replace(state, office=Office(announcements={draft.ent: told})))
        await pilot.pause()
        assert "! Claims about results are taken until" in shown(desk)
        await keys(pilot, "enter", *"Holt", "enter")
        assert "Claims about results are taken until" in shown(desk)
        await keys(pilot, "escape")
        desk.later(31 * MINUTE)
        desk.app.look()
        await pilot.pause()
        assert "Claims about results were taken until" in shown(desk)
