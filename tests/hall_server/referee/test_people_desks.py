"""A player's page and the incident list: all that was reported and decided, over all rounds."""

import msgspec
import pytest

from hall_server.referee.asked.rulings.undoing import undone_words
from hall_server.referee.derived.rulings.incidents import Show, found, one
from hall_server.referee.said.incident_words import in_full as read_in_full
from hall_server.referee.said.incident_words import incident_lines
from hall_server.referee.said.player_words import player_page
from shared.core.events import DecisionMade, RequestKind, entities
from shared.core.events.measures import (
    Caution,
    DealtWith,
    GameLost,
    MatchDecided,
    OwnWords,
    RequestGranted,
    RequestRefused,
    Suspended,
    Warned,
)
from shared.core.events.votes import Vote
from shared.core.state import Carried, Decision, HallState
from shared.core.state.office import Answered, Awards, Office, Payment, PrizeFund, Request
from tests.core.decided import decision, with_decisions
from tests.hall_server.referee.halls import (
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
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]
ONE = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
TWO = under_way("m2", "t2", ("p3", "p4"), result=disputed("W W", "D D"))
CAUTION = decision("d1", Caution(1), of=ONE, settles=("ea",), clause="APCA-11")
FORFEIT = decision(
    "d2", GameLost(1, 2), of=ONE, settles=("eb",), clause="ACF-1.IX", at=START + 31 * MINUTE
)


def hall(*decisions: Decision) -> HallState:
    reports = (
        report("touched_piece", ONE, token="a", about=1),
        report("phone", ONE, token="b", about=1, at=START + 30 * MINUTE),
        report("call", TWO, token="c", seat=0, about=None, at=START + 40 * MINUTE),
    )
    paid = {"p1": Payment(45000, 0, "M. Holt", False, START, "e")}
    awards = Awards(prizes={"masters": PrizeFund((45000,))}, payments=paid)
    state = msgspec.structs.replace(masters(ONE, TWO, reports=reports), awards=awards)
    return with_decisions(state, ONE, *(decisions or (CAUTION, FORFEIT)))


def page(player: str) -> str:
    now = moment(hall())
    return "\n".join(line for _, line in player_page(now, now.state.players[player]))


def test_page_says_what_the_player_asked_at_the_kiosk_and_what_became_of_it() -> None:
    def asked(what: RequestKind, state: Answered | None = None, made: str = "") -> Request:
        ent = f"player/p2/request/{what}"
        return Request(ent, ent, "p2", what, 0, START, "n", "unverified press", state, made)

    told = (asked("check_in", "granted", "d1"), asked("sign_out", "refused", "d2"))
    wishes = (*told, asked("back"), asked("withdraw"))
    about = entities.player_decision("p2")
    decisions = (
        decision("d1", RequestGranted("check_in"), ent=about),
        decision("d2", RequestRefused("sign_out"), ent=about, reason="Stay"),
    )
    state = hall()
    player = msgspec.structs.replace(state.players["p2"], decisions=decisions)
    office = Office(requests={each.ent: each for each in wishes})
    players = {**state.players, "p2": player}
    now = moment(msgspec.structs.replace(state, office=office, players=players))
    lines = [line for _, line in player_page(now, now.state.players["p2"])]
    at = lines.index("Asked at the kiosk")
    assert lines[at + 1 : at + 5] == [
        "22:13 I am back",
        "22:13 Granted: Check in.",
        "22:13 Refused: Sign out for a while. “Stay”",
        "22:13 Withdraw from the tournament – waits for you",
    ]
    assert "Asked at the kiosk" not in page("p1")


def test_page_counts_cautions_and_penalties_of_the_player_alone() -> None:
    assert "Incidents: 2, cautions 1, penalties 1" in page("p2")
    assert "Incidents: 0, cautions 0, penalties 0" in page("p1")
    assert "R1  T1   Ann Lee: Ann Lee" in page("p2")
    assert "R1  T2   Cy Ortega: ! DISPUTED" in page("p4")
    assert "√ Paid $450.00 at 22:13 by M. Holt" in page("p1")
    assert "! Score sheets missing (ACF-1.XII): round 1" in page("p1")


def shown(state: HallState, show: Show = "all") -> list[str]:
    """Return what a filter leaves: the types of reports, "ruling" where no report led to it."""
    incidents = found(moment(state), show)
    return [each.report.type if each.report is not None else "ruling" for each in incidents]


@pytest.mark.parametrize(
    ("show", "kinds"),
    [
        ("all", ["call", "phone", "touched_piece"]),
        ("open", ["call"]),
        ("cautions", ["touched_piece"]),
        ("penalties", ["phone"]),
        ("requests", ["call"]),
    ],
)
def test_list_is_filtered_by_measures_newest_first(show: Show, kinds: list[str]) -> None:
    assert shown(hall(), show) == kinds


def test_words_of_the_referee_that_look_like_a_penalty_are_none() -> None:
    own = decision("d1", OwnWords(), of=ONE, settles=("ea",), reason="Caution: forfeit next time")
    state = hall(own, FORFEIT)
    assert shown(state, "cautions") == []
    assert shown(state, "penalties") == ["phone"]


def test_decision_that_no_report_led_to_is_listed() -> None:
    lost = decision("d3", MatchDecided.by(outcome("W* W*")), of=ONE, at=START + 50 * MINUTE)
    state = hall(CAUTION, FORFEIT, lost)
    assert shown(state)[0] == "ruling"
    assert shown(state, "penalties") == ["ruling", "phone"]
    line = incident_lines(moment(state), "all", 100)[0]
    assert "Ruling: Bo King" in line.text
    assert "The match: Ann Lee wins 2–0" in line.text
    penalties = [each.key for each in found(moment(state), "penalties", "p1")]
    assert penalties == [], "the winner of a forfeit is not penalized"


def test_suspension_and_its_lifting_are_listed() -> None:
    ent = entities.player_decision("p3")
    out = decision("s1", Suspended(), ent=ent, clause="ACF-3.II.C", reason="drunk")
    state = hall()
    players = {**state.players, "p3": msgspec.structs.replace(
        state.players["p3"], suspended=out, decisions=(out,)
    )}  # fmt: skip
    suspended = msgspec.structs.replace(state, players=players)
    assert shown(suspended, "penalties") == ["phone", "ruling"]
    gone = msgspec.structs.replace(out, standing="replaced")
    lifted = decision("s2", ent=ent, replaces=("s1",), at=START + MINUTE)
    players["p3"] = msgspec.structs.replace(
        state.players["p3"], suspended=None, decisions=(gone, lifted)
    )
    after = msgspec.structs.replace(state, players=players)
    assert shown(after, "penalties") == ["phone"]
    incident = one(moment(after), "s1")
    assert incident is not None
    text = "\n".join(read_in_full(moment(after), incident))
    assert "The player is out until the referee lifts it. (ACF-3.II.C) “drunk”" in text
    assert "Undone 22:14 by" in text


def in_full(state: HallState, key: str) -> str:
    incident = one(moment(state), key)
    assert incident is not None
    return "\n".join(read_in_full(moment(state), incident))


PHONE = entities.match_report(ONE.key, "b")


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        ("replaced", "another decision stands in its place"),
        ("outranked", "the chief referee decided otherwise"),
        ("contested", "another referee decided otherwise, and neither counts yet"),
        ("unknown", "only newer software can read it"),
    ],
)
def test_decision_that_is_not_in_force_says_why(standing: str, words: str) -> None:
    other = msgspec.structs.replace(FORFEIT, standing=standing)
    state = hall(CAUTION, other)
    assert f"Not in force: {words}." in in_full(state, PHONE)
    assert shown(state, "penalties") == []
    assert "phone" in shown(state, "open")


def test_list_says_what_the_table_carried_out_or_refused_and_why() -> None:
    state = hall()
    [token, _measure] = FORFEIT.measures[0]
    for refused, words in (
        (None, "Done at the table: Game 2 is forfeited by Bo King."),
        ("over", "Not done at the table, because the match is over: Game 2 is forfeited by"),
    ):
        match = msgspec.structs.replace(
            state.matches["m1"],
            carried={token: Carried(refused, START)},  # type: ignore[arg-type]
        )
        told = msgspec.structs.replace(state, matches={**state.matches, "m1": match})
        assert words in in_full(told, PHONE)


def test_list_says_how_a_committee_voted() -> None:
    votes = (Vote("Clark", "first"), Vote("Lee", "draw"), Vote("Roe", "abstain"))
    voted = msgspec.structs.replace(FORFEIT, votes=votes)
    text = in_full(hall(CAUTION, voted), PHONE)
    assert "Votes: Clark: Ann Lee wins, Lee: a draw, Roe: abstains." in text


def test_consequence_of_undoing_is_said_with_the_actions_of_the_table() -> None:
    state = hall()
    [token, _measure] = FORFEIT.measures[0]
    match = msgspec.structs.replace(state.matches["m1"], carried={token: Carried(None, START)})
    state = msgspec.structs.replace(state, matches={**state.matches, "m1": match})
    said = undone_words(moment(state), FORFEIT)
    assert "Game 2 does not have to be forfeited in the result any more." in said
    assert "The report is open again." in said
    assert "it stays done until you decide otherwise: Game 2 is forfeited by Bo King." in said


@pytest.mark.parametrize("size", SIZES)
async def test_player_is_found_by_part_of_the_name(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "l", *"king", "enter")
        assert_screen(desk.app, "player-page")
        await keys(pilot, "right")
        assert "Ann Lee" in screen_text(desk.app)


@pytest.mark.parametrize("size", SIZES)
async def test_list_is_read_filtered_and_decided_from(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "i")
        assert_screen(desk.app, "incidents")
        await keys(pilot, "slash")
        assert "Incidents, open: 1 of 3" in screen_text(desk.app)
        await keys(pilot, "slash", "enter")
        assert "About Bo King" in screen_text(desk.app)
        await keys(pilot, "escape", "o")
        assert type(desk.app.screen).__name__ == "DecideScreen"


@pytest.mark.parametrize("size", SIZES)
async def test_decision_that_ends_a_game_is_undone_after_a_yes(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "i", "down", "u")
        assert_screen(desk.app, "incident-undone")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "masters/1/m1/decision"
        assert draft.body == DecisionMade((), replaces=("d2",))


async def test_caution_is_undone_at_once() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "i", "down", "down", "u")
        [draft] = desk.port.drafts
        assert draft.body == DecisionMade((), replaces=("d1",))
        assert "Undone: Table 1: Caution to Bo King. (APCA-11)" in screen_text(desk.app)


async def test_undoing_that_another_referee_forestalled_writes_nothing() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, hall())
        await keys(pilot, "i", "down", "u")
        gone = msgspec.structs.replace(FORFEIT, standing="replaced")
        undo = decision("d9", of=ONE, replaces=("d2",), at=START + 60 * MINUTE)
        desk.tell(hall(CAUTION, gone, undo))
        await keys(pilot, "y")
        assert desk.port.drafts == []
        assert "Nothing was written" in screen_text(desk.app)


async def test_one_of_two_contradicting_decisions_is_chosen_to_be_undone() -> None:
    warned = decision("d3", Warned(1), of=ONE, settles=("eb",), standing="contested")
    dealt = decision("d4", DealtWith(), of=ONE, settles=("eb",), standing="contested")
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(hall(CAUTION, warned, dealt))
        await pilot.pause()
        await keys(pilot, "i", "down", "u")
        assert "Undo which decision?" in screen_text(desk.app)
        await keys(pilot, "down", "enter")
        [draft] = desk.port.drafts
        assert draft.body == DecisionMade((), replaces=("d4",))


def test_undoing_a_result_names_the_rounds_that_were_paired_from_it() -> None:
    lost = decision("d3", MatchDecided.by(outcome("W* W*")), of=ONE)
    state = hall(lost)
    [paired] = state.rounds.values()
    second = msgspec.structs.replace(paired, number=2)
    state = msgspec.structs.replace(state, rounds={**state.rounds, second.key: second})
    said = undone_words(moment(state), lost)
    assert "The result is then what both players signed." in said
    assert "Round 2 was paired since and stays as it is." in said
