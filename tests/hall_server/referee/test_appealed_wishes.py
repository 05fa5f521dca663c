"""Appeals against the answer to a wish: upheld, or turned with all that follows (USBGF-5)."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from shared.core.events import PlayerWithdrawn, RequestKind, entities
from shared.core.events.measures import Appealed, Measure, RequestGranted, RequestRefused
from shared.core.rulebooks import overrides_json
from shared.core.state import Decision, HallState
from shared.core.state.office import Request
from tests.core.decided import body_of, decision, grounds, measures
from tests.hall_server.referee.halls import START, Desk, keys, opened, shown
from tests.hall_server.referee.test_ruling_pairs import played

BIG = (100, 30)
ENT = entities.player_decision("p3")
FOR, AGAINST = "A +, B +, C -", "A +, B -"
YES = Appealed(True, 2, 3)


def answered(*measures_of: Measure, rounds: tuple[str, ...] = ("12 34 56",)) -> HallState:
    """Cy Ortega asked something at the kiosk, and the director has answered."""
    state = played(*rounds)
    sets = overrides_json({"requested_byes": 1, "requested_bye_points": 2})
    division = replace(state.divisions["masters"], rulebook="apca", overrides=sets)
    made = decision("d1", *measures_of, ent=ENT, settles=("q",))
    wish = measures_of[-1]
    assert isinstance(wish, RequestGranted | RequestRefused)
    return with_(replace(state, divisions={"masters": division}), wish.what, made)


def with_(state: HallState, what: RequestKind, *made: Decision, **more: object) -> HallState:
    filed = Request("player/p3/request/q", "q", "p3", what, 2, START, "k" * 8, "a key", "granted")
    player = replace(state.players["p3"], decisions=made, **more)
    office = replace(state.office, requests={filed.ent: filed})
    return replace(state, players={**state.players, "p3": player}, office=office)


async def appealed(desk: Desk, pilot: Pilot[None], state: HallState, votes: str) -> None:
    await opened(desk, pilot, state, "i", "A")
    assert "Cy Ortega" in shown(desk)
    await keys(pilot, *["space" if key == " " else key for key in votes], "enter")
    assert desk.port.drafts == []


@pytest.mark.clause("USBGF-5", "APCA-35")
@pytest.mark.parametrize("answer", [RequestRefused("withdraw"), RequestGranted("bye", 2)])
async def test_an_answer_that_a_committee_upholds_stays_as_it_was(answer: Measure) -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await appealed(desk, pilot, answered(answer), AGAINST)
        assert "It stands:" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [Appealed(False, 1, 2), answer]
        assert (body_of(draft).replaces, body_of(draft).settles) == (("d1",), ("q",))
        assert (grounds(draft), len(body_of(draft).votes)) == (("APCA-35", ""), 2)


@pytest.mark.clause("USBGF-5", "APCA-35")
async def test_a_withdrawal_that_was_refused_is_granted_with_what_it_brings() -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await appealed(desk, pilot, answered(RequestRefused("withdraw")), FOR)
        assert "No emergency: no free points, results stand" in shown(desk)
        await keys(pilot, "enter")
        assert "Set aside: Refused: Withdraw from the tournament." in shown(desk)
        assert "Cy Ortega leaves after round 1 and is not paired again?" in shown(desk)
        await keys(pilot, "y")
        gone, draft = desk.port.drafts
        assert gone.body == PlayerWithdrawn(1, "")
        assert measures(draft) == [YES, RequestGranted("withdraw")]
        assert (body_of(draft).replaces, body_of(draft).settles) == (("d1",), ("q",))


@pytest.mark.clause("USBGF-5", "APCA-35")
async def test_a_withdrawal_that_was_granted_is_taken_back_with_the_refusal() -> None:
    state = answered(RequestGranted("withdraw"), rounds=("12 34 56", "15 26"))
    [made] = state.players["p3"].decisions
    gone = with_(state, "withdraw", made, withdrawn_after=1, withdrawn_at=(made.at, made.node))
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await appealed(desk, pilot, gone, FOR)
        await keys(pilot, *"Stays", "enter")
        assert "Cy Ortega is back, and is paired again." in shown(desk)
        assert "Round 2 went on without them and stays as it is." in shown(desk)
        await keys(pilot, "y")
        draft, back = desk.port.drafts
        assert measures(draft) == [YES, RequestRefused("withdraw")]
        assert back.body == PlayerWithdrawn(1, "", "Stays")


@pytest.mark.clause("USBGF-5", "APCA-35")
async def test_a_withdrawal_that_was_made_otherwise_stays_whatever_is_answered() -> None:
    state = answered(RequestGranted("withdraw"))
    [made] = state.players["p3"].decisions
    gone = with_(state, "withdraw", made, withdrawn_after=1, withdrawn_at=(made.at + 1, made.node))
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await appealed(desk, pilot, gone, FOR)
        assert "Cy Ortega stays withdrawn after round 1." in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [YES, RequestRefused("withdraw")]


@pytest.mark.clause("USBGF-5", "HALL-requested-byes")
@pytest.mark.parametrize(
    ("answer", "instead", "says"),
    [
        (RequestGranted("bye", 2), RequestRefused("bye", 2), "Cy Ortega: MP 10 → 8"),
        (RequestRefused("bye", 2), RequestGranted("bye", 2), "Cy Ortega: MP 8 → 10"),
    ],
)
async def test_the_points_of_a_bye_go_and_come_with_its_answer(
    answer: Measure, instead: Measure, says: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        await appealed(desk, pilot, answered(answer, rounds=("12 34 56", "15 26")), FOR)
        assert "Round 2 is paired already, and stays as it was paired." in shown(desk)
        assert says in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [YES, instead]


@pytest.mark.clause("USBGF-5")
async def test_undoing_the_appeal_says_what_counts_again_and_who_plays_on() -> None:
    state = answered(RequestGranted("withdraw"))
    [made] = state.players["p3"].decisions
    told = {"settles": ("q",), "replaces": ("d1",), "at": START + 9}
    heard = decision("d2", YES, RequestRefused("withdraw"), ent=ENT, **told)
    desk = Desk()
    async with desk.app.run_test(size=BIG) as pilot:
        turned = with_(state, "withdraw", replace(made, standing="replaced"), heard)
        await opened(desk, pilot, turned, "i", "u")
        assert "What was decided before counts again: Granted: Withdraw" in shown(desk)
        assert "Cy Ortega plays on, until you withdraw them at the standings." in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert (measures(draft), body_of(draft).replaces) == ([], ("d2",))
