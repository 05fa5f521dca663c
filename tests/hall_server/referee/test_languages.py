"""The queue, its questions and the rulings in every language: what is shown, what is written."""

import re
from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.rulings.deciding import Whole, drafts
from hall_server.referee.asked.rulings.games_screen import GamesScreen
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.events import DecisionMade, PlayerWithdrawn, RefereeComing
from shared.core.rulebooks import RULEBOOKS
from shared.core.rulebooks.sheet import What
from shared.core.state import HallState
from shared.machine.languages import LANGUAGES
from shared.port import Draft
from shared.tui.action import Action, key_words
from shared.tui.actions import ActionBar
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    live,
    masters,
    match,
    moment,
    pairs,
    reading,
    report,
    under_way,
)
from tests.tui.screens import assert_screen, screen_lines, screen_text
from tests.words.spoken import said_in

OTHERS = [code for code in LANGUAGES if code != "en"]
SIZES = ((80, 24), (50, 15))
NOW = START + 34 * MINUTE
_NUMBER = re.compile(r"\d+(?:[:–]\d+)*")


def busy() -> HallState:
    """Return a dispute, two who are late, a phone, a power cut, calls and every incident that there
    is."""
    all_pairs = pairs(24)
    tables = [under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(all_pairs, 1)]
    tables[1] = under_way("m2", "t2", all_pairs[1], result=disputed("W D", "L W"))
    tables[2] = match("m3", "t3", all_pairs[2], seated=(True, False))
    tables[3] = under_way("m4", "t4", all_pairs[3], result=confirmed("W D"))
    tables[9] = match("m10", "t10", all_pairs[9], seated=(True, False))
    reports = [
        report("phone", tables[4]),
        report("call", tables[5], token="b", note="Touched piece"),
        report("restart", tables[6], token="c"),
        report("draw_ruling", tables[7], token="d"),
        report("late", tables[9], token="f"),
        report("timekeeper", tables[10], token="e"),
        *(
            report(kind, tables[8], token=f"x{kind}{code}", which=code)
            for kind, code in dict.fromkeys((what.kind, what.code) for what in incidents())
            if code
        ),
    ]
    return masters(*tables, reports=tuple(reports))


def incidents() -> Iterator[What]:
    for book in RULEBOOKS.values():
        yield from (line.what for line in book.sheet.incidents)


def asked(state: HallState, now: int = NOW) -> tuple[Question, ...]:
    flagged = reading(state.matches["m1"], flag=1, flag_at=NOW)
    return questions(Moment(state, LIVE, now, flagged))


def written(state: HallState) -> Iterator[tuple[Draft, ...]]:
    """Yield what accepting, and deciding otherwise in every way, would write."""
    hall = moment(state, NOW)
    for question in (*asked(state), *asked(state, START + 25 * MINUTE)):
        yield question.drafts
        for option in question.options:
            assert question.case is not None
            yield drafts(hall, question.case, Whole(option))


@pytest.mark.parametrize("language", OTHERS)
def test_written_entry_is_the_same_in_every_language(language: str) -> None:
    state = busy()
    english = list(written(state))
    with said_in(language):
        told = list(written(state))
    bodies = [draft.body for drafts in english for draft in drafts]
    assert {type(body) for body in bodies} >= {DecisionMade, RefereeComing}
    assert PlayerWithdrawn not in {type(body) for body in bodies}
    assert told == english


@pytest.mark.parametrize("language", OTHERS)
def test_every_question_keeps_its_key_its_clause_and_its_place(language: str) -> None:
    state = busy()
    english = asked(state)
    with said_in(language):
        told = asked(state)
    assert [(q.key, q.clause, q.since) for q in told] == [
        (q.key, q.clause, q.since) for q in english
    ]
    titles = {
        (q.title, e.title) for q, e in zip(told, english, strict=True) if q.kind != "incident"
    }
    assert len(titles) > 6
    assert all(mine != theirs for mine, theirs in titles)


async def opened(language: str, pilot: Pilot[None], desk: Desk) -> None:
    state = busy()
    desk.app.speak(language)
    await pilot.pause()
    desk.now = NOW
    desk.tell(state)
    await pilot.pause()
    desk.see(live(state.matches["m1"], flag=1))
    await pilot.pause()
    desk.app.tick()
    await pilot.pause()


def keys_lost(desk: Desk) -> list[str]:
    """Return the actions of the footer that are not read in full."""
    items = desk.app.screen.query("ActionBar ActionItem")
    words = [str(item.render()) for item in items]
    foot = screen_lines(desk.app)[-1]
    return [word for word in words if word.strip() not in foot]


def numbers_lost(desk: Desk) -> list[str]:
    """Return the lines of the list whose numbers do not stand in the width that it has."""
    found = desk.app.screen.query_one(PickList)
    lost = []
    for line in found.lines_shown:
        shown = line.text[: found.size.width - 2]
        if _NUMBER.findall(line.text) != _NUMBER.findall(shown):
            lost.append(line.text)
    return lost


async def to(kind: str, pilot: Pilot[None], desk: Desk) -> None:
    """Put the cursor of the queue on the first question of a kind."""
    question = next(q for q in desk.app.desk.questions if q.kind == kind)
    desk.app.screen.query_one("#queue", PickList).go(question.key)
    await pilot.pause()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("size", SIZES)
async def test_no_line_loses_its_key_or_its_number(size: tuple[int, int], language: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(language, pilot, desk)
        assert len(desk.app.desk.questions) > 15
        assert not keys_lost(desk)
        assert not numbers_lost(desk)
        for kind in ("dispute", "phone", "flag", "restart", "call", "late"):
            await to(kind, pilot, desk)
            assert not keys_lost(desk)
            await keys(pilot, "o")
            assert isinstance(desk.app.screen, DecideScreen)
            assert not keys_lost(desk)
            assert not numbers_lost(desk), kind
            with said_in(language):
                assert key_words("escape") in screen_lines(desk.app)[-1]
            await keys(pilot, "escape")
        await to("dispute", pilot, desk)
        await keys(pilot, "o", "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert not keys_lost(desk)


@pytest.mark.parametrize("size", SIZES)
async def test_the_queue_and_the_rulings_in_russian(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened("ru", pilot, desk)
        await to("phone", pilot, desk)
        assert_screen(desk.app, "ru-main")
        await to("dispute", pilot, desk)
        await keys(pilot, "o")
        assert_screen(desk.app, "ru-decide")
        await keys(pilot, "G")
        assert isinstance(desk.app.screen, GamesScreen)
        await keys(pilot, "right", "right", "right")
        assert_screen(desk.app, "ru-games")
        await keys(pilot, "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert_screen(desk.app, "ru-ruling")
        assert "ACF-1.VII" in screen_text(desk.app)


async def test_a_footer_and_a_list_that_are_too_narrow_are_found() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(50, 15)) as pilot:
        await opened("fr", pilot, desk)
        bar, found = desk.app.screen.query_one(ActionBar), desk.app.screen.query_one(PickList)
        found.show([ListLine("long", f"{'x' * 60} 14:02")])
        await pilot.pause()
        assert numbers_lost(desk)
        bar.show([Action("help", "f1", f"a long word {n}", "") for n in range(6)])
        await pilot.pause()
        assert keys_lost(desk)
