"""What follows from a decision, through the fold: the case is closed, and the result contains it.

Every rulebook, every kind of report, every option that asks for nothing more.
"""

from collections.abc import Iterator
from typing import TypeAlias, get_args

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hall_server.referee.derived.questions.about_incidents import TOLD_ONLY
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core import events as ev
from shared.core.decisions.facts import games_decided, missing, with_games
from shared.core.decisions.options import Option
from shared.core.decisions.words import said
from shared.core.events import entities
from shared.core.events.measures import (
    ENDS_SOMETHING,
    OF_GAME,
    AbsentTimeStarted,
    BothLose,
    DealtWith,
    Dismissed,
    Excused,
    GameLost,
    MatchDecided,
    Measure,
    OfGame,
    Suspended,
    taken,
)
from shared.core.match.outcome import SEATS, Code, Outcome, ReportType, Seat, other
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.standings.scoring import played_out, why_unscored
from tests.core.decided_halls import LENGTH, MINUTE, Deciding, opened
from tests.core.events_kit import REFEREE, START

Reported: TypeAlias = tuple[ReportType, str]
NAMES = ("Ann", "Ben")
AFTER_A_RESULT = {"pair", "classify", "start", "again", "closing"}
"""What the end of a match opens: the next round, or the match once more."""


def reported(book: Rulebook) -> Iterator[Reported]:
    """Yield everything that can be reported under a rulebook while both sit at the table."""
    for kind in get_args(ReportType):
        for which in [line.what.code for line in book.sheet.exactly(kind)] or [""]:
            yield kind, which


EVERYTHING = [(name, *what) for name, book in RULEBOOKS.items() for what in reported(book)]
AT_A_BOARD = [one for one in EVERYTHING if one[1] not in ("call", "late", "restart", *TOLD_ONLY)]


def choose(data: st.DataObject, question: Question) -> Option:
    """Return an option that asks for nothing more."""
    return data.draw(st.sampled_from([each for each in question.options if not each.asks]))


@given(
    st.sampled_from(EVERYTHING), st.sampled_from([None, 0, 1]), st.sampled_from(SEATS), st.data()
)
def test_case_is_closed_by_every_option_and_only_what_the_sheet_says_opens(
    what: tuple[str, ReportType, str], about: Seat | None, seat: Seat, data: st.DataObject
) -> None:
    name, kind, which = what
    hall = Deciding(opened(name))
    ent = hall.report(kind, which, about, seat)
    before = {question.kind for question in hall.asked() if ent not in question.reports}
    question = hall.about(ent)
    if question is None:
        return  # What is only told asks nothing.
    option = choose(data, question)
    hall.decide(question, option)
    after = hall.asked()
    if option.coming:
        coming = hall.about(ent)
        assert coming is not None
        assert not any(each.coming for each in coming.options)
        hall.decide(coming, Option((DealtWith(),), "X"))
        assert hall.about(ent) is None
        return
    assert not hall.state.reports[ent].open
    assert hall.about(ent) is None
    kinds = {one.kind for one in after}
    ends = option.outcome is not None or any(isinstance(one, Suspended) for one in option.measures)
    assert kinds <= before | (AFTER_A_RESULT if ends else set())
    if ends:
        assert hall.match.result.status == "ruled"


@given(st.sampled_from(AT_A_BOARD), st.sampled_from(SEATS), st.data())
def test_same_report_again_escalates_only_where_something_was_ruled_against_the_player(
    what: tuple[str, ReportType, str], about: Seat, data: st.DataObject
) -> None:
    name, kind, which = what
    hall = Deciding(opened(name))
    first = hall.about(hall.report(kind, which, about, about))
    if first is None:
        return
    option = choose(data, first)
    nothing = all(isinstance(one, DealtWith | Dismissed) for one in option.measures)
    if option.coming or option.outcome is not None or Suspended() in option.measures:
        return
    hall.decide(first, option)
    again = hall.about(hall.report(kind, which, about, about))
    assert again is not None
    assert again.case is not None
    if nothing or any(getattr(one, "seat", about) != about for one in option.measures):
        assert again.case.earlier == 0
    elif kind != "phone" and which != "language":
        assert again.case.earlier == 1


@given(
    st.sampled_from(list(RULEBOOKS)),
    st.sampled_from(SEATS),
    st.sampled_from([6, 16, 31, 61]),
    st.booleans(),
    st.data(),
)
def test_absence_is_settled_by_what_is_decided_against_or_for_the_absent_player(
    name: str, absent: Seat, minutes: int, filed: bool, data: st.DataObject
) -> None:
    hall = Deciding(opened(name, seated=(other(absent),)), START + minutes * MINUTE)
    ent = hall.report("late", "", absent, other(absent)) if filed else ""
    [question] = [one for one in hall.asked() if one.kind == "late"]
    option = choose(data, question)
    hall.decide(question, option)
    if option.coming:
        assert hall.state.reports[ent].coming_at
        return
    assert not filed or not hall.state.reports[ent].open
    settles = (AbsentTimeStarted, Excused, MatchDecided)
    lost = GameLost(absent, 1) in option.measures and minutes == 31
    if lost or any(isinstance(one, settles) for one in option.measures):
        left = [one for one in hall.asked() if one.kind == "late"]
        assert all((one.opens, one.urgency) == ("note", Urgency.LATER) for one in left), left
    assert {one.kind for one in hall.asked()} <= {"late", *AFTER_A_RESULT}


# -- what the players then sign ------------------------------------------------------------------


def of_games(question: Question) -> list[Option]:
    """Return the options that decide a game, and leave the match to be played on."""
    return [
        option
        for option in question.options
        if option.outcome is None
        and not option.asks
        and any(isinstance(one, OF_GAME) for one in option.measures)
    ]


PLAYED_BY_GAMES = [one for one in AT_A_BOARD if RULEBOOKS[one[0]].scoring != "points"]


def ruled_games(hall: Deciding) -> dict[int, OfGame]:
    """Return what the result must contain, by game: of two decisions the later one."""
    return {one.game: one for one in games_decided(hall.match)}


def broken(measure: OfGame) -> Code:
    """Return how a game ends that does not end as it was decided, for seat 0."""
    if not isinstance(measure, GameLost):
        return Code.WIN
    return Code.WIN if measure.seat == 0 else Code.DRAW


def signed_with(book: Rulebook, measures: dict[int, OfGame], data: st.DataObject) -> Outcome:
    """Return a result that both could sign and that contains the measures, forfeited or played."""
    outcome = with_games(data.draw(st.sampled_from(played_out(book))), measures.values())
    if data.draw(st.booleans()):
        codes = (c if c is Code.LOST_BY_BOTH else c.played for c in outcome.games)
        outcome = replace(outcome, games=tuple(codes))
    return outcome


def measures_decided(
    hall: Deciding, name: str, reports: int, data: st.DataObject
) -> dict[int, OfGame]:
    """Report and decide some games of the match; one may be lost by both before that."""
    ours = [one for one in PLAYED_BY_GAMES if one[0] == name]
    if data.draw(st.booleans()):
        both = (BothLose(data.draw(st.integers(1, RULEBOOKS[name].games_per_match))),)
        ent = entities.match_decision(hall.match.key)
        hall.past.write(REFEREE, ent, ev.DecisionMade(taken("late", *both), "ACF-1.VI.A"))
    for _ in range(reports):
        _name, kind, which = data.draw(st.sampled_from(ours))
        question = hall.about(hall.report(kind, which, data.draw(st.sampled_from(SEATS))))
        found = of_games(question) if question is not None else []
        if question is not None and found:
            hall.decide(question, data.draw(st.sampled_from(found)))
    return ruled_games(hall)


def asked_about(hall: Deciding) -> list[Question]:
    return [question for question in hall.asked() if question.kind == "forfeit"]


BY_GAMES = sorted({one[0] for one in PLAYED_BY_GAMES})


@given(st.sampled_from(BY_GAMES), st.integers(1, 4), st.data())
def test_result_that_contains_every_measure_asks_nothing(
    name: str, reports: int, data: st.DataObject
) -> None:
    hall = Deciding(opened(name))
    measures = measures_decided(hall, name, reports, data)
    hall.sign(signed_with(RULEBOOKS[name], measures, data))
    assert missing(hall.match) == ()
    assert asked_about(hall) == []


@given(st.sampled_from(BY_GAMES), st.integers(1, 4), st.data())
def test_result_that_lacks_measures_asks_once_and_names_each_game_and_measure(
    name: str, reports: int, data: st.DataObject
) -> None:
    hall, book = Deciding(opened(name)), RULEBOOKS[name]
    measures = measures_decided(hall, name, reports, data)
    outcome = signed_with(book, measures, data)
    there = [game for game in measures if game <= len(outcome.games)]
    if not there:
        return
    lacking = data.draw(st.sets(st.sampled_from(there), min_size=1))
    codes = list(outcome.games)
    for game in lacking:
        codes[game - 1] = broken(measures[game])
    signed = replace(outcome, games=tuple(codes))
    hall.sign(signed)
    [question] = asked_about(hall)
    for game, measure in measures.items():
        assert (said(measure, NAMES) in question.proposal) == (game in lacking)
    mended = with_games(signed, [measures[game] for game in lacking])
    if why_unscored(book, mended) is None:
        assert question.options[0].outcome == mended
        assert question.opens == "write"
    else:
        assert question.opens == "decide"
    hall.decide(question, data.draw(st.sampled_from([o for o in question.options if o.outcome])))
    assert asked_about(hall) == []
    assert hall.match.result.status == "ruled"


@given(st.sampled_from(EVERYTHING), st.sampled_from(SEATS), st.data())
def test_measures_that_decide_no_game_ask_nothing_of_a_result(
    what: tuple[str, ReportType, str], about: Seat, data: st.DataObject
) -> None:
    name, kind, which = what
    hall, book = Deciding(opened(name)), RULEBOOKS[name]
    question = hall.about(hall.report(kind, which, about, about))
    if question is None:
        return
    option = choose(data, question)
    if option.coming or any(isinstance(one, ENDS_SOMETHING) for one in option.measures):
        return
    hall.decide(question, option)
    outcome = data.draw(st.sampled_from(played_out(book)))
    if book.scoring == "points":
        points = (LENGTH, 2) if outcome.games[0] is Code.WIN else (2, LENGTH)
        outcome = replace(outcome, points=points)
    hall.sign(outcome)
    assert {one.kind for one in hall.asked()} <= AFTER_A_RESULT


def test_measure_is_read_as_it_was_decided() -> None:
    hall = Deciding(opened("acf-masters"))
    ent = hall.report("phone", "", 1)
    question = hall.about(ent)
    assert question is not None
    hall.decide(question, question.options[0])
    expected: Measure = GameLost(1, 1)
    assert [one.measure for one in hall.match.taken] == [expected]
    assert hall.state.reports[ent].decision == hall.match.decisions[0]
