"""What a referee saw, rulings that no clause covers, and which arbiter should not rule."""

import pytest
from msgspec.structs import replace

from hall_server.referee.asked.rulings.deciding import Whole, drafts
from hall_server.referee.asked.rulings.noting import incident_choices, latest_match
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.questions import questions
from shared.core.events import ReportFiled
from shared.core.events.measures import Caution, MatchDecided, OwnWords, Suspended
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import Device, Division, HallState, Report, Result
from shared.tui.confirm import Confirm
from tests.core.decided import decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    moment,
    opened,
    outcome,
    report,
    ruled,
    shown,
    under_way,
)
from tests.tui.screens import assert_screen

OF = under_way("m1", "t1", ("p1", "p2"))


def under(book: str, *reports: Report, result: Result | None = None, me: str = "") -> HallState:
    """Return one match under a sheet; ``me`` is what this laptop is called."""
    of = OF if result is None else replace(OF, result=result)
    state = masters(of, reports=reports, count=4)
    devices = {
        node: Device(node, b"o" * 32, b"o" * 32, "referee", ("hall", "rule"), me, revoked=False)
        for node in ([Desk().port.node_id] if me else [])
    }
    division = Division("masters", "Masters", book, 4, "")
    return replace(state, divisions={"masters": division}, devices=devices)


@pytest.mark.clause("USBGF-1")
async def test_director_rules_in_own_words_what_no_clause_covers() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("usbgf-open"), at=START + 30 * MINUTE)
        await keys(pilot, "w", "enter")
        assert "Your own ruling, where no clause is (USBGF-1)" in shown(desk)
        await keys(pilot, "enter")
        await keys(pilot, "enter")
        assert "Type something first." in shown(desk), "a ruling without its reason is none"
        await keys(pilot, *"Roll again", "enter")
        [draft] = desk.port.drafts
        assert draft.ent == "masters/1/m1/decision"
        assert measures(draft) == [OwnWords()]
        assert grounds(draft) == ("USBGF-1", "Roll again")
        assert draft.actor.who == "referee"


@pytest.mark.clause("USBGF-1", "USBGF-5")
async def test_ruling_in_own_words_stays_in_the_ledger_with_its_clause() -> None:
    told = decision("d1", OwnWords(), of=OF, clause="USBGF-1", reason="Roll again")
    desk = Desk()
    state = with_decisions(under("usbgf-open"), OF, told)
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state, at=START + 30 * MINUTE)
        await keys(pilot, "i")
        assert "USBGF-1 Roll again" in shown(desk)


@pytest.mark.clause("USBGF-1")
async def test_a_call_is_answered_by_a_ruling_in_own_words_whose_reason_is_asked_for() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("usbgf-open", report("call", OF)), at=START + 30 * MINUTE)
        await keys(pilot, "3", "enter")
        assert "Type something first." in shown(desk)
        await keys(pilot, *"Fair", "enter")
        [draft] = desk.port.drafts
        assert measures(draft) == [OwnWords()]
        assert grounds(draft) == ("USBGF-1", "Fair")


@pytest.mark.parametrize("size", [(50, 15), (80, 24), (100, 30)])
async def test_observed_incident_is_chosen_from_the_incidents_of_the_sheet(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, under("apca", report("call", OF)), at=START + 30 * MINUTE)
        await keys(pilot, "w")
        assert_screen(desk.app, "note-incident")


@pytest.mark.clause("APCA-11", "APCA-35")
async def test_observed_incident_is_filed_and_asked_about_like_a_tables_report() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("apca", report("call", OF)), at=START + 30 * MINUTE)
        lines = [line.text.strip() for line in incident_choices(desk.app.desk.moment(), OF)]
        row = lines.index("Bo King – Adjusted without notice (APCA-11)")
        await keys(pilot, "w", *["down"] * row, "enter")
        [draft] = desk.port.drafts
        assert draft.body == ReportFiled("touched_piece", None, 1, which="adjusted", game=1)
        seen = report("touched_piece", OF, token="b", seat=None, which="adjusted", game=1)
        desk.tell(under("apca", seen))
        await pilot.pause()
        await keys(pilot, "down")
        assert "Caution to Bo King" in shown(desk)
        await keys(pilot, "a")
        assert measures(desk.port.drafts[-1]) == [Caution(1)]


@pytest.mark.clause("APCA-29", "USBGF-1.2", "USBGF-4.2", "DARK-conduct", "APCA-13", "DARK-touch")
@pytest.mark.parametrize(
    ("book", "clauses"),
    [
        ("apca", {"APCA-29", "APCA-10", "APCA-11", "APCA-12", "APCA-13", "APCA-33", "APCA-35"}),
        ("usbgf-open", {"USBGF-1.2", "USBGF-1.6", "USBGF-1.7", "USBGF-4.1", "USBGF-4.2",
                        "USBGF-4.2.3", "USBGF-4.2.4", "USBGF-4.4.3", "USBGF-1", "USBGF-3.7",
                        "USBGF-4.8"}),
        ("standard", {"DARK-conduct", "DARK-touch", "DARK-jump", "DARK-arbiter"}),
    ],
)  # fmt: skip
def test_each_sheet_offers_its_own_incidents(book: str, clauses: set[str]) -> None:
    lines = incident_choices(moment(under(book)), OF)
    assert {line.text.rpartition("(")[2].rstrip(")") for line in lines} == clauses


async def test_without_a_match_under_the_cursor_the_table_is_asked_for() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, under("apca"), at=START + 30 * MINUTE)
        await keys(pilot, "w")
        assert "At which table?" in shown(desk)
        await keys(pilot, *"King", "enter")
        assert "What happened at table 1?" in shown(desk)
        await keys(pilot, "escape")
        desk.tell(masters())
        await keys(pilot, "w")
        assert "No match is open: there is nothing to note." in shown(desk)


@pytest.mark.clause("ACF-3.II.B", "ACF-3.II.C", "ACF-3.II.D", "ACF-3.II.G", "ACF-3.III.A")
async def test_three_keys_lead_from_the_queue_to_what_a_player_did() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, under("acf-majors"), at=START + 30 * MINUTE)
        lines = [line.text.strip() for line in incident_choices(desk.app.desk.moment(), OF)]
        row = lines.index("Bo King – Intoxication (ACF-3.II.C)")
        await keys(pilot, "l", *"king", "enter", "w", *["down"] * row, "enter")
        [draft] = desk.port.drafts
        assert draft.body == ReportFiled("disturbance", None, 1, which="intoxication", game=1)


@pytest.mark.clause("ACF-3.II.C")
def test_intoxication_is_asked_about_with_the_round_lost_and_no_warning_first() -> None:
    filed = report("disturbance", OF, seat=None, which="intoxication")
    found = questions(Moment(masters(OF, reports=(filed,)), LIVE, START, {}))
    [question] = [each for each in found if each.kind == "incident"]
    assert question.clause == "ACF-3.II.C"
    assert question.proposal == (
        "Bo King is out for the round, until you lift it."
        " The player's match at table 1 is forfeited."
    )
    assert question.case is not None
    written = drafts(moment(masters(OF)), question.case, Whole(question.options[0]))
    assert [measures(draft) for draft in written] == [
        [Suspended()],
        [MatchDecided.by(outcome("W* W*"))],
    ]
    assert {grounds(draft) for draft in written} == {("ACF-3.II.C", "")}


def test_the_match_that_is_open_comes_before_the_last_one() -> None:
    done = replace(
        under_way("m2", "t2", ("p2", "p3"), result=confirmed("W D")),
        key=OF.key._replace(round_no=2, uid="m2"),
    )
    found = latest_match(masters(OF, done), "p2")
    assert found is not None
    assert found.uid == "m1"


# -- a disinterested arbiter ----------------------------------------------------------------------


@pytest.mark.clause("DARK-arbiter")
@pytest.mark.parametrize("book", ["standard", "contest"])
async def test_an_arbiter_who_plays_the_match_is_asked_for_another_first(book: str) -> None:
    desk = Desk()
    state = under(book, result=disputed("W D", "L W"), me="Bo King")
    async with desk.app.run_test(size=(80, 30)) as pilot:
        await opened(desk, pilot, state, at=START + 30 * MINUTE)
        await keys(pilot, "a")
        warned = "Bo King plays this match: ask another arbiter to rule (DARK-arbiter)."
        assert warned in shown(desk)
        await keys(pilot, "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert warned in shown(desk), "and it stands above the yes"
        assert "What else" not in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert grounds(draft) == ("DARK-arbiter", "")


@pytest.mark.clause("DARK-arbiter")
async def test_accepting_a_proposal_warns_an_arbiter_who_plays_in_the_division() -> None:
    desk = Desk()
    first = report("touched_piece", OF, token="b", which="adjusted", game=1)
    again = report("touched_piece", OF, which="adjusted", game=1, at=START + 25 * MINUTE)
    caution = decision("d1", Caution(1), of=OF, settles=("eb",))
    async with desk.app.run_test(size=(100, 30)) as pilot:
        state = with_decisions(under("standard", first, again, me="Dee Novák"), OF, caution)
        await opened(desk, pilot, state, at=START + 30 * MINUTE)
        await keys(pilot, "a")
        assert "Dee Novák plays in this division: ask another arbiter" in shown(desk)
        assert desk.port.drafts == []


@pytest.mark.clause("DARK-arbiter")
async def test_the_ruling_of_a_disinterested_arbiter_is_final_and_no_appeal_is_offered() -> None:
    desk = Desk()
    given = Result("ruled", outcome("W W"), (ruled("W W"),), ("r",))
    async with desk.app.run_test(size=(80, 30)) as pilot:
        await opened(
            desk,
            pilot,
            under("standard", result=disputed("W D", "L W"), me="Arbiter"),
            at=START + 30 * MINUTE,
        )
        await keys(pilot, "o")
        text = shown(desk)
        assert "ruling is final: there is no appeal (DARK-arbiter)" in text
        assert "appeal against" not in text
        assert "ask another arbiter" not in text
    desk = Desk()
    async with desk.app.run_test(size=(80, 30)) as pilot:
        await opened(desk, pilot, under("apca", result=given), at=START + 30 * MINUTE)
        await keys(pilot, "c", "enter")
        assert "appeal against the ruling" in shown(desk)
        assert "there is no appeal" not in shown(desk)
    assert {name for name, book in RULEBOOKS.items() if not book.sheet.appeal} >= {
        "standard",
        "contest",
    }
