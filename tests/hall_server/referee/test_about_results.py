"""Questions that a result or a flag raises: their ground, their proposal, what accepting writes."""

from typing import Any

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.options import TAKEN_BACK
from shared.core.events import (
    ControlChosen,
)
from shared.core.events.measures import ClockSet, GameDrawn, GameLost, MatchDecided
from shared.core.match.outcome import Outcome, Seat
from shared.core.state import Carried, HallState, Match, Result
from tests.core.decided import (
    body_of,
    decision,
    first_of,
    measures_in,
    with_decisions,
    would_write,
)
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    live,
    masters,
    outcome,
    reading,
    report,
    ruled,
    signed,
    under_way,
)

LATER = START + 100 * MINUTE
PAIR = ("p1", "p2")


def asked(state: HallState, now: int = LATER, **live: object) -> list[Question]:
    return list(questions(Moment(state, LIVE, now, live.get("live", {}))))  # type: ignore[arg-type]


def one(state: HallState, kind: str, now: int = LATER, **live: object) -> Question:
    found = [question for question in asked(state, now, **live) if question.kind == kind]
    assert len(found) == 1, [question.kind for question in asked(state, now, **live)]
    return found[0]


def outcomes(question: Question, count: int = 20) -> tuple[Outcome | None, ...]:
    """Return how the match ends by the first options."""
    return tuple(option.outcome for option in question.options[:count])


def test_result_that_no_match_ends_with_is_a_question_with_its_reason() -> None:
    match = under_way("m1", "t1", PAIR, result=confirmed("W D L"))
    question = one(masters(match), "unscored")
    assert question.evidence[0] == "A match under ACF Masters has 2 games, not 3."
    assert question.opens == "decide"
    mended = under_way("m1", "t1", PAIR, result=Result("ruled", outcome("W D"), (ruled("W D"),)))
    assert not [q for q in asked(masters(mended)) if q.kind == "unscored"]


@pytest.mark.clause("ACF-1.VII")
def test_a_dispute_shows_both_versions_and_leaves_the_choice_to_the_referee() -> None:
    match = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"))
    question = one(masters(match), "dispute")
    assert question.urgency == Urgency.NOW
    assert question.opens == "decide"
    assert outcomes(question, 2) == (outcome("W D"), outcome("D W")), "as left or right signed"
    assert (
        "Ann Lee signed 23:43:20: Ann Lee wins 1½–½, 1 game drawn (first game: Ann Lee)"
        in question.evidence
    )
    assert (
        "Bo King signed 23:43:20: Ann Lee wins 1½–½, 1 game drawn (first game: drawn)"
        in question.evidence
    )
    assert "38 presses in the log; moves this game 19–19" in question.evidence


def test_a_dispute_that_gets_another_version_is_another_question() -> None:
    before = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"))
    heads = Result("disputed", None, before.result.versions, ("s0", "s9"))
    after = msgspec.structs.replace(before, result=heads)
    assert one(masters(before), "dispute").key != one(masters(after), "dispute").key


def test_a_version_that_a_ruling_had_not_seen_proposes_to_keep_the_ruling() -> None:
    versions = (ruled("W W"), signed(1, "L L"))
    match = under_way("m1", "t1", PAIR, result=Result("conflict", None, versions, ("r", "s1")))
    question = one(masters(match), "conflict")
    assert question.opens == "write"
    [draft] = would_write(masters(match), question)
    assert draft.ent == "masters/1/m1/decision"
    assert measures_in(draft) == (MatchDecided.by(outcome("W W")),)
    assert body_of(draft).settles == ("r", "s1"), "both versions have been seen"


def test_two_rulings_that_differ_are_left_to_the_referee() -> None:
    versions = (ruled("W W"), ruled("L L", "r2"))
    match = under_way("m1", "t1", PAIR, result=Result("conflict", None, versions, ("r", "r2")))
    question = one(masters(match), "conflict")
    assert question.opens == "decide"
    assert outcomes(question, 2) == (outcome("W W"), outcome("L L"))


def test_a_flag_in_game_one_proposes_that_game_and_the_one_not_started() -> None:
    match = under_way("m1", "t1", PAIR)
    question = one(masters(match), "flag", live=reading(match, flag=1, flag_at=START + 5))
    assert question.since == START + 5
    assert question.clause == "ACF-1.X.A.b"
    assert outcomes(question, 1) == (outcome("W W*"),)


def test_a_flag_in_game_two_asks_how_game_one_was_played() -> None:
    match = under_way("m1", "t1", PAIR)
    question = one(masters(match), "flag", live=reading(match, flag=0, game=2))
    assert question.opens == "decide"
    assert set(outcomes(question, 3)) == {outcome("W L"), outcome("D L"), outcome("L L")}


def pool(of: Match) -> HallState:
    state = masters(of)
    book = msgspec.structs.replace(state.divisions["masters"], rulebook="apca")
    return msgspec.structs.replace(state, divisions={"masters": book})


@pytest.mark.clause("HALL-apca-flag")
@pytest.mark.parametrize(
    "shows",
    [{"game": 1}, {"game": 2, "moves": (0, 0), "running": (), "waits": 2}],
    ids=["as it falls", "before game 2"],
)
def test_a_flag_that_costs_its_game_alone_leaves_the_next_one_to_the_referee(
    shows: dict[str, Any],
) -> None:
    match = under_way("m1", "t1", PAIR, control=ControlChosen("45:00", "event"))
    question = one(pool(match), "flag", live=reading(match, flag=1, **shows))
    assert (question.opens, question.clause) == ("decide", "HALL-apca-flag")
    assert question.proposal.startswith("Bo King loses game 1 on time, and no other by that.")
    first = question.options[0]
    assert (first.asks, first.measures, first.clause) == ("times", (), "HALL-apca-flag")


@pytest.mark.clause("HALL-apca-flag")
async def test_the_times_of_the_game_after_a_flag_are_set_from_the_queue() -> None:
    desk = Desk()
    match = under_way("m1", "t1", PAIR, control=ControlChosen("45:00", "event"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        desk.tell(pool(match))
        desk.see(live(match, flag=1))
        await pilot.pause()
        desk.app.tick()
        await pilot.pause()
        await pilot.press("a", "enter", *"20:00", "space", *"45:00", "enter")
        await pilot.pause()
        [draft] = desk.port.drafts
        assert measures_in(draft) == (ClockSet(1_200_000, 2_700_000),)
        assert body_of(draft).clause == "HALL-apca-flag"


def test_a_flag_is_no_question_once_a_side_has_signed() -> None:
    result = Result("entered", None, (signed(0, "L L"),), ("s0",))
    match = under_way("m1", "t1", PAIR, result=result)
    found = asked(masters(match), live=reading(match, flag=0))
    assert "flag" not in [question.kind for question in found]


@pytest.mark.clause("ACF-2.IV.D")
def test_player_who_withdraws_after_the_pairing_forfeits_the_round() -> None:
    match = msgspec.structs.replace(under_way("m1", "t1", PAIR), seated=(True, False))
    state = masters(match)
    gone = msgspec.structs.replace(state.players["p2"], withdrawn_after=0)
    state = msgspec.structs.replace(state, players={**state.players, "p2": gone})
    question = one(state, "withdrawn")
    assert outcomes(question, 1) == (outcome("W* W*"),)
    assert question.clause == "ACF-2.IV.D"


def played(
    games: str, *measures: GameLost | GameDrawn, clause: str = "ACF-3.II.J", names: str = ""
) -> HallState:
    """Return the state after each measure was decided by itself and both signed the same result."""
    match = under_way("m1", "t1", PAIR, result=confirmed(games))
    made = (
        decision(f"d{n}", one, of=match, at=START + (30 + n) * MINUTE, clause=clause)
        for n, one in enumerate(measures)
    )
    state = with_decisions(masters(match), match, *made)
    if not names:
        return state
    called = {
        ident: msgspec.structs.replace(state.players[ident], name=name)
        for ident, name in zip(PAIR, names.split(","), strict=True)
    }
    return msgspec.structs.replace(state, players={**state.players, **called})


def asks_nothing(state: HallState) -> bool:
    return "forfeit" not in [question.kind for question in asked(state)]


@pytest.mark.clause("ACF-3.II.J")
def test_game_that_was_ruled_lost_and_left_out_of_the_result_is_asked_about() -> None:
    state = played("D W", GameLost(1, 1))
    question = one(state, "forfeit")
    assert question.title == "A ruling is not in the result"
    assert question.proposal.startswith("Game 1 is forfeited by Bo King. Then: ")
    assert "Ruled 22:43:20: Game 1 is forfeited by Bo King. (ACF-3.II.J)" in question.evidence
    [draft] = would_write(state, question)
    assert measures_in(draft) == (MatchDecided.by(outcome("W* W")),)
    assert (body_of(draft).clause, body_of(draft).settles) == ("ACF-3.II.J", ("s0", "s1"))


@pytest.mark.clause("ACF-3.II.J")
def test_ruled_forfeit_that_stands_in_the_result_asks_nothing() -> None:
    assert asks_nothing(played("W* D", GameLost(1, 1)))


@pytest.mark.clause("ACF-1.VI.A", "APCA-35", "APCA-11", "DARK-touch")
@pytest.mark.parametrize(("games", "silent"), [("W W", False), ("L W", True), ("L* W", True)])
def test_ruled_loss_is_in_the_result_however_the_game_was_lost(games: str, silent: bool) -> None:
    state = played(games, GameLost(0, 1), clause="APCA-11")
    assert asks_nothing(state) == silent
    if not silent:
        question = one(state, "forfeit")
        assert question.clause == "APCA-11"
        assert first_of(question) == (MatchDecided.by(outcome("L* W")),)


@pytest.mark.clause("ACF-3.II.J")
@pytest.mark.parametrize(
    ("seat", "says"),
    [
        (0, "Game 1 is forfeited by Ann. Then: Drawn 1–1, 1 game by forfeit."),
        (
            1,
            "Game 1 is forfeited by Ann Lee. Then: Ann wins 1½–½, 1 game drawn, 1 game by forfeit.",
        ),
    ],
)
def test_right_one_of_two_similar_names_is_named(seat: Seat, says: str) -> None:
    games = ("D W", "D D")[seat]
    question = one(played(games, GameLost(seat, 1), names="Ann,Ann Lee"), "forfeit")
    assert question.proposal == says


@pytest.mark.clause("ACF-3.II.J")
def test_second_ruled_forfeit_of_a_match_is_seen_when_the_first_is_in_the_result() -> None:
    state = played("W* D", GameLost(1, 1), GameLost(1, 2))
    question = one(state, "forfeit")
    assert "Game 2 is forfeited by Bo King." in question.proposal
    assert "Game 1" not in question.proposal
    assert first_of(question) == (MatchDecided.by(outcome("W* W*")),)


def test_several_games_that_were_left_out_are_one_question() -> None:
    question = one(played("D D", GameLost(1, 1), GameLost(0, 2)), "forfeit")
    assert "Game 1 is forfeited by Bo King. Game 2 is forfeited by Ann Lee." in question.proposal
    assert first_of(question) == (MatchDecided.by(outcome("W* L*")),)


@pytest.mark.clause("ACF-3.IV")
def test_game_that_was_declared_drawn_and_signed_otherwise_is_asked_about() -> None:
    assert asks_nothing(played("W D", GameDrawn(2)))
    question = one(played("W W", GameDrawn(2)), "forfeit")
    assert "Game 2 is drawn." in question.proposal
    assert first_of(question) == (MatchDecided.by(outcome("W D")),)


def test_result_must_contain_the_later_of_two_rulings_on_a_game() -> None:
    assert asks_nothing(played("L* W", GameDrawn(1), GameLost(0, 1)))
    assert asks_nothing(played("D W", GameLost(0, 1), GameDrawn(1)))


def test_undone_forfeit_asks_no_more() -> None:
    match = under_way("m1", "t1", PAIR, result=confirmed("D W"))
    undone = decision("d", GameLost(1, 1), of=match, standing="replaced")
    assert asks_nothing(with_decisions(masters(match), match, undone))


@pytest.mark.clause("ACF-1.VII")
def test_two_decisions_that_differ_are_one_question_that_replaces_both() -> None:
    match = under_way("m1", "t1", PAIR)
    phone = report("phone", match, about=1)
    both = tuple(
        decision(ident, one, of=match, settles=("ea",), standing="contested", clause="ACF-3.II.J")
        for ident, one in (("d1", GameLost(1, 1)), ("d2", GameLost(0, 1)))
    )
    state = with_decisions(masters(match, reports=(phone,)), match, *both)
    [question] = asked(state)
    assert (question.kind, question.opens) == ("contested", "decide")
    assert [option.measures for option in question.options[:2]] == [
        (GameLost(1, 1),),
        (GameLost(0, 1),),
    ]
    [draft] = would_write(state, question)
    assert body_of(draft).replaces == ("d1", "d2")
    assert body_of(draft).settles == ("ea",)


def test_measure_that_its_table_refuses_is_asked_about_again_with_the_reason() -> None:
    match = under_way("m1", "t1", PAIR)
    made = decision("d", ClockSet(60_000, 60_000), of=match, clause="HALL-power-cut")
    [(token, _)] = made.measures
    refused = {token: Carried("no_clock", START + MINUTE)}
    match = msgspec.structs.replace(match, carried=refused)
    state = with_decisions(masters(match), match, made)
    question = one(state, "refused")
    assert question.evidence[-1] == "Table 1: no clock keeps the time."
    assert question.options[0] == TAKEN_BACK
    [draft] = would_write(state, question)
    assert (body_of(draft).measures, body_of(draft).replaces) == ((), ("d",))


def test_matches_of_a_withdrawn_pairing_ask_nothing() -> None:
    match = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"), standing="withdrawn")
    state = masters(match, reports=(report("call", match),))
    assert [q.kind for q in asked(state) if q.match is not None] == []


def test_the_most_urgent_comes_first_and_then_the_oldest() -> None:
    late = under_way("m1", "t1", PAIR, result=disputed("W D", "D W"))
    call = under_way("m2", "t2", ("p3", "p4"))
    reports = (
        report("call", call, token="a", coming_at=START, at=START),
        report("phone", call, token="b"),
    )
    kinds = [question.kind for question in asked(masters(late, call, reports=reports))]
    assert kinds == ["phone", "dispute", "call"]
