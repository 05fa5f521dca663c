"""What rules or publishes is repeated as a fact first, and not written once its ground has gone."""

import ast
from pathlib import Path

import msgspec
import pytest

import hall_server.referee
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.questions.question import RULING, rules
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE, Ground, decide, decide_match
from shared.core.events import KIND_OF, DecisionMade, entities
from shared.core.events.measures import (
    ENDS_SOMETHING,
    Caution,
    Dismissed,
    GameDrawn,
    GameLost,
    MatchDecided,
    Measure,
    Paused,
    Suspended,
)
from shared.core.events.office import SheetsHandedIn
from shared.port import Draft
from shared.tui.confirm import Confirm
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
    Desk,
    disputed,
    masters,
    outcome,
    report,
    under_way,
)
from tests.tui.screens import screen_text

DECIDES_NOTHING = {
    "a.tournament.opened", "a.device.enrolled", "a.device.revoked", "a.device.assigned",
    "a.device.named",
    "a.term.opened", "a.node.placed", "a.enrolment.set", "a.table.set", "a.division.opened",
    "a.deck.loaded", "a.player.registered", "a.player.attended",
    "a.player.classified", "a.player.private",
    "a.private.shared", "a.round.scheduled", "a.round.previewed", "a.sheets.handed_in",
    "a.moves.entered", "a.prizes.posted", "a.dues.owed", "a.prize.paid", "a.hall.laid_out",
    "a.kiosk.set", "a.rehearsal.opened", "a.rehearsal.ended", "a.logs.pinned",
    "a.referee.coming",
}  # fmt: skip
"""The hall's own books: who and what is there, and what the desks note."""
MATCH = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
RULED = decide_match(MATCH, outcome("W D"), Ground("ACF-1.VII", "Seen"))


def test_every_kind_of_word_of_the_hall_either_rules_or_is_known_to_decide_nothing() -> None:
    ruling = {KIND_OF[body].name for body in (*RULING, DecisionMade)}
    assert not ruling & DECIDES_NOTHING
    assert ruling | DECIDES_NOTHING == {
        kind.name for kind in KIND_OF.values() if not kind.is_testimony
    }


@pytest.mark.parametrize(
    ("measure", "asked"),
    [
        (GameLost(0, 1), True),
        (GameDrawn(1), True),
        (MatchDecided.by(outcome("W D")), True),
        (Suspended(), True),
        (Caution(0), False),
        (Paused(), False),
        (Dismissed(), False),
    ],
)
def test_a_yes_is_asked_only_where_a_game_or_match_ends_or_a_player_is_put_out(
    measure: Measure, asked: bool
) -> None:
    written = decide(entities.match_decision(MATCH.key), "", (measure,))
    assert rules(written.body) is asked
    assert isinstance(measure, ENDS_SOMETHING) is asked


async def test_ruling_is_not_written_as_a_note() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(MATCH))
        with pytest.raises(AssertionError, match="table 1 ruled"):
            desk.app.desk.note(Writing("table 1 ruled, drawn", (RULED,)))
        assert desk.port.drafts == []


def test_only_a_yes_makes_a_confirmed_entry() -> None:
    room = Path(hall_server.referee.__file__).parent
    makers = [
        path.name
        for path in room.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Confirmed"
    ]
    assert makers == ["ask.py"]


@pytest.mark.parametrize("key", ["y", "n", "escape"])
async def test_a_confirmed_entry_comes_from_a_yes_alone(key: str) -> None:
    @dialogue
    async def ruled(ask: Ask) -> None:
        entry = Writing("table 1 ruled, drawn", (RULED,))
        ask.app.desk.rule(await ask.confirm("Drawn?", entry, yes="Rule"))

    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(MATCH))
        ruled(desk.app)
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        await pilot.press(key)
        await pilot.pause()
        assert desk.port.drafts == ([RULED] if key == "y" else [])
        assert not isinstance(desk.app.screen, Confirm)


async def test_note_without_a_decision_is_written_at_once() -> None:
    desk = Desk()
    sheets = Draft("masters/1/m1/sheets", SheetsHandedIn((True, False)), REFEREE)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(MATCH))
        desk.app.desk.note(Writing("a sheet is in", (sheets,)))
        assert desk.port.drafts == [sheets]


async def test_two_referees_on_one_report_the_second_is_told_and_writes_nothing() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    filed = report("phone", of)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(of, reports=(filed,)))
        await pilot.pause()
        await pilot.press("o", "enter")
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        other = decision("e2", Dismissed(), of=of, settles=(filed.event,))
        desk.tell(with_decisions(masters(of, reports=(filed,)), of, other))
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert desk.port.drafts == []
        told = " ".join(screen_text(desk.app).split())
        assert "Nothing was written" in told
        assert "Another referee has decided that meanwhile." in told


async def test_a_version_that_comes_in_at_the_last_question_is_not_ruled_over_unseen() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(MATCH))
        await pilot.pause()
        await pilot.press("a", "enter")
        await pilot.pause()
        assert isinstance(desk.app.screen, Confirm)
        more = msgspec.structs.replace(MATCH.result, heads=("s0", "s1", "s2"))
        desk.tell(masters(msgspec.structs.replace(MATCH, result=more)))
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert desk.port.drafts == []
