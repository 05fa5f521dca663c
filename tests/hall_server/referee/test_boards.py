"""Boards from which matches are called: open play under APCA-31, and draw sheets."""

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing import boards
from hall_server.referee.derived.questions.questions import questions
from hall_server.referee.derived.rulings.effects import knock_on_lines
from hall_server.referee.said.main_words import headline
from shared.core.events import (
    BracketPlan,
    ChallengeRefused,
    DecisionMade,
    FieldEntry,
    MatchCalled,
    PairedMatch,
    PlayerWithdrawn,
    RefusalState,
)  # fmt: skip
from shared.core.events.measures import MatchDecided, PointsGranted, read
from shared.core.match.outcome import Code, Outcome
from shared.core.state import (
    Division,
    HallState,
    Match,
    Player,
    Result,
    Round,
    Table,
    Version,
)  # fmt: skip
from shared.core.state.office import Office, RefusedChallenge
from shared.pairing import lives_now
from shared.pairing.draw_sheet.calls import Ref
from shared.pairing.knockout.call_board import call_board
from shared.public.answer import answer
from tests.core.decided import measures_in
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    match,
    moment,
    opened,
    shown,
)
from tests.pairing.test_odd_states import so_far
from tests.tui.fake_port import hall
from tests.tui.screens import assert_screen

SIZES = [(50, 15), (80, 24), (100, 30)]
POOL = Division("pool", "Pool", "apca", 20, "")
PEOPLE = (
    Player("ann", "Ann Lee", "pool", 0, "Harbour", state="NY"),
    Player("bo", "Bo King", "pool", 0, "Lakeside", state="NY"),
    Player("cy", "Cy Ortega", "pool", 0, "Harbour", state="NJ"),
    Player("dee", "Dee Novák", "pool", 0, "", region="East"),
    Player("eve", "Eve Moreau", "pool", 0, "", region="East"),
)
TABLES = tuple(Table(f"t{n}", str(n), "") for n in range(1, 5))


def refused(one: str, other: str, state: RefusalState = "refused", at: int = START) -> Office:
    ent = f"player/{one}/refusal/{other}"
    return Office(refusals={ent: RefusedChallenge(one, other, state, "", at)})


def pool(*matches: Match, office: Office | None = None) -> HallState:
    return hall(
        players=list(PEOPLE),
        divisions=(POOL,),
        tables=TABLES,
        matches=matches,
        office=office or Office(),
    )


def playing(one: str, other: str, uid: str = "m1", table: str = "t1", **more: object) -> Match:
    return match(uid, table, (one, other), division="pool", **more)  # type: ignore[arg-type]


def outcomes(body: DecisionMade) -> list[Outcome]:
    """Return how matches end by a decision."""
    measures = (read(raw) for raw in body.measures)
    return [one.outcome for one in measures if isinstance(one, MatchDecided)]


@pytest.mark.clause("APCA-31", "APCA-34", "APCA-9")
@pytest.mark.parametrize("size", SIZES)
async def test_the_board_says_who_is_free_whom_to_play_and_how_long_matches_last(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    state = pool(
        playing("dee", "eve", starts_at=START - 91 * MINUTE),
        playing("ann", "cy", "m0", "t2", result=confirmed("W W")),
        office=refused("cy", "bo"),
    )
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, "b")
        assert_screen(desk.app, "open-play")


@pytest.mark.clause("APCA-34")
def test_open_play_is_told_by_its_matches_not_by_rounds() -> None:
    over = playing("ann", "bo", result=confirmed("W W"))
    going = playing("cy", "dee", uid="m2", table="t2")
    assert headline(moment(pool(over, going)))[0].endswith("Pool: 1 of 10 matches played")


async def test_a_match_is_called_to_a_free_table_after_a_word_on_closer_opponents() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, pool(playing("dee", "eve")), "b")
        await keys(pilot, "down", "enter")
        listed = shown(desk)
        assert "Ann Lee challenges whom?" in listed
        assert listed.index("Cy Ortega – own club") < listed.index("Bo King – own state")
        assert "Dee Novák – playing" in listed
        await keys(pilot, "down", "enter")
        assert "Free: tables 2, 3 and 4." in shown(desk)
        await keys(pilot, "backspace", "1", "enter")
        assert "No table 1 is free." in shown(desk)
        await keys(pilot, "backspace", "2", "enter")
        words = shown(desk)
        assert "Ann Lee has still to meet Cy Ortega of the same club, state, region first" in words
        assert "each keeps 0 points of this match" in words
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        assert draft.ent == f"pool/1/{draft.body.paired.uid}/call"
        assert draft.body.paired.players == ("ann", "bo")
        assert (draft.body.paired.table, draft.body.starts_at) == ("t2", desk.now)


@pytest.mark.clause("APCA-31")
async def test_a_refusal_withholds_the_card_of_the_refuser_only() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, pool(), "b")
        await keys(pilot, "down", "down", "F", "enter")
        assert "Cy Ortega refuses Ann Lee: the card is withheld" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert (draft.ent, draft.body) == ("player/cy/refusal/ann", ChallengeRefused("refused"))
    free = {line.key: line.text for line in lines(pool(office=refused("cy", "ann")))}
    assert free["player:cy"].startswith("! card")
    assert free["player:ann"].startswith("free")
    assert "Cy" not in free["player:ann"]


def lines(state: HallState, now: int = START) -> tuple[boards.ListLine, ...]:
    return boards.open_lines(moment(state, now), POOL, 80)


@pytest.mark.clause("APCA-31")
async def test_former_refuser_once_ready_meets_the_same_opponent_first() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, pool(office=refused("cy", "ann")), "b")
        await keys(pilot, "end", "enter", "enter")
        assert "Cy Ortega is ready for Ann Lee?" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.body == ChallengeRefused("ready")
        desk.tell(pool(office=refused("cy", "ann", "ready")))
        await pilot.pause()
        desk.app.look()
        await pilot.pause()
        assert "meets" in shown(desk)
        await keys(pilot, "home", "enter")
        await keys(pilot, "down", "enter")
        assert "has to meet" in shown(desk)
        assert len(desk.port.drafts) == 1
    now = moment(pool(playing("ann", "dee"), office=refused("cy", "ann", "ready")))
    free = {line.key: line.text for line in boards.open_lines(now, POOL, 80)}
    assert "Ann Lee first" in free["player:cy"]
    assert (
        boards.can_play_now(now, POOL, "cy", "bo")
        == "Cy Ortega has to meet Ann Lee first (APCA-31)."
    )


@pytest.mark.clause("APCA-31")
def test_a_refusal_is_made_good_by_the_match_and_forgotten_when_excused() -> None:
    for office, matches in (
        (refused("cy", "ann", "excused"), ()),
        (refused("cy", "ann", "ready"), (playing("ann", "cy", result=confirmed("D D")),)),
    ):
        free = {line.key: line.text for line in lines(pool(*matches, office=office))}
        assert free["player:cy"].startswith("free")


@pytest.mark.clause("APCA-30")
async def test_consequences_of_leaving_are_shown_before_a_player_is_withdrawn() -> None:
    desk = Desk()
    state = pool(playing("ann", "cy", result=confirmed("W W")))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "b")
        await keys(pilot, "W")
        words = shown(desk)
        assert "The player played 1 of 4" in words
        assert "fewer than 3 of 5: all points against the player" in words
        assert "Cy Ortega: the result is void" in words
        await keys(pilot, "escape", "enter", *"Ill", "enter", "y")
        [draft] = desk.port.drafts
        assert draft.body == PlayerWithdrawn(1, "Ill"), "no emergency: what was played stands"


@pytest.mark.clause("APCA-30")
async def test_an_accepted_emergency_of_one_who_played_too_few_voids_all_against_him() -> None:
    desk = Desk()
    state = pool(playing("ann", "cy", result=confirmed("W W")))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, "b")
        await keys(pilot, "W", "escape", "down", "enter", *"Ill", "enter")
        assert "fewer than 3 of 5: all points against the player are void" in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        left, void = desk.port.drafts
        assert left.body == PlayerWithdrawn(1, "Ill")
        assert isinstance(void.body, DecisionMade)
        assert (void.ent, void.body.clause) == ("pool/1/m1/decision", "APCA-30")
        assert void.body.reason == "Ill", "the director's own words, and none of the program's"
        assert outcomes(void.body) == [Outcome((), "void")]


@pytest.mark.clause("APCA-30")
def test_an_accepted_emergency_of_one_who_played_enough_gives_the_others_two_draws() -> None:
    played = [
        playing("ann", other, f"m{n}", f"t{n}", round_no=n, result=confirmed("W W"))
        for n, other in enumerate(("bo", "cy", "dee"), 1)
    ]
    state = pool(*played)
    assert "at least 3 of 5: results stand" in boards.emergency(moment(state), POOL, "ann")
    [granted] = boards.emergency_rulings(moment(state), POOL, "ann", "Ill")
    assert isinstance(granted.body, DecisionMade)
    assert granted.ent == "player/eve/decision"
    assert measures_in(granted) == (PointsGranted(4),)
    assert (granted.body.clause, granted.body.reason) == ("APCA-30", "Ill")


@pytest.mark.clause("APCA-30")
async def test_two_draws_are_granted_outside_the_rounds_with_one_yes_that_says_who_gets_them() -> (
    None
):
    desk = Desk()
    played = [
        playing("ann", other, f"m{n}", f"t{n}", round_no=n, result=confirmed("W W"))
        for n, other in enumerate(("bo", "cy", "dee"), 1)
    ]
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, pool(*played), "b")
        await keys(pilot, "W", "escape", "down", "enter", *"Ill", "enter")
        assert "Eve Moreau: place 2 → 2" not in shown(desk)
        assert "MP 0 → 4" in shown(desk)
        await keys(pilot, "y")
        left, granted = desk.port.drafts
        assert isinstance(left.body, PlayerWithdrawn)
        assert measures_in(granted) == (PointsGranted(4),)
        assert not any(isinstance(draft.body, MatchCalled) for draft in desk.port.drafts)


async def test_call_is_taken_back_while_neither_player_has_sat_down() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, pool(playing("ann", "cy")), "b")
        await keys(pilot, "home", "enter", "down", "enter", *"Ill", "enter")
        assert "Call of Ann Lee – Cy Ortega taken back?" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "pool/1/m1/call"
        assert draft.body == MatchCalled(PairedMatch("m1", "t1", "ann", "cy"), START, "Ill")


def test_player_has_one_match_in_a_round_and_the_lobby_finds_it() -> None:
    first = playing("ann", "cy", result=confirmed("W W"))
    draft = boards.called(moment(pool(first)), boards.ToCall(POOL, ("dee", "cy"), "t2"), "m2")
    assert draft.ent == "pool/2/m2/call"
    other = boards.called(moment(pool(first)), boards.ToCall(POOL, ("dee", "bo"), "t2"), "m2")
    assert other.ent == "pool/1/m2/call"
    later = playing("bo", "cy", "m3", "t3", round_no=2, result=confirmed("W W"))
    state = pool(playing("ann", "dee"), later)
    assert answer(state, state.players["ann"], START, "UTC").table == "1"
    assert [m.uid for m in moment(state).playing] == ["m1", "m3"]


# -- draw sheets ----------------------------------------------------------------------------------

OPEN = Division("open", "Open", "usbgf", 4, "", bracket=BracketPlan("single", 0, (7, 9, 11)))


def bracket(*results: tuple[str, str], seated: str = "") -> HallState:
    """Return eight players; ``results`` are (slot, games) of matches of round 1."""
    field = tuple(FieldEntry(f"b{n}", 0) for n in range(1, 9))
    people = [Player(f"b{n}", f"Player {n}", "open", 0, "") for n in range(1, 9)]
    empty = Round("open", 1, START, "seed", (), (), contested=False, field=field)
    state = hall(players=people, divisions=(OPEN,), tables=TABLES)
    state = msgspec.structs.replace(state, rounds={("open", 1): empty})
    known = {call.ref.match: call for call in call_board(state).calls}
    done = dict(results)
    matches = [
        match(
            f"u{slot}",
            f"t{n + 1}",
            known[slot].entries,
            division="open",
            slot=slot,
            length=7,
            result=confirmed(done[slot], at=START + (20 + n) * MINUTE),
        )
        if slot in done
        else match(f"u{slot}", f"t{n + 1}", known[slot].entries, division="open", slot=slot)
        for n, slot in enumerate([*done, *([seated] if seated else [])])
    ]
    paired = tuple(PairedMatch(m.uid, m.table, *m.players, m.slot, m.length) for m in matches)
    return msgspec.structs.replace(
        state,
        rounds={("open", 1): msgspec.structs.replace(empty, matches=paired)},
        matches={m.uid: m for m in matches},
    )


@pytest.mark.clause("USBGF-2.2c")
@pytest.mark.parametrize("size", SIZES)
async def test_the_call_board_says_what_comes_next_when_and_where(size: tuple[int, int]) -> None:
    desk = Desk()
    state = bracket(("M1-1", "W"), ("M1-2", "L"), seated="M1-3")
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, "b")
        assert_screen(desk.app, "call-board")


@pytest.mark.clause("USBGF-2.2c")
async def test_a_match_of_a_sheet_is_called_with_its_place_length_and_hour() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, bracket(("M1-1", "W"), ("M1-2", "L"), seated="M1-3"), "b")
        await keys(pilot, "end", "enter", "enter")
        assert "play at table 1, at 22:44?" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        assert draft.ent.startswith("open/2/")
        paired = draft.body.paired
        assert (paired.slot, paired.length, paired.players) == ("M2-1", 9, ("b6", "b4"))
        # Ten minutes after the second of the two matches before it.
        assert draft.body.starts_at == START + 31 * MINUTE + 1


@pytest.mark.clause("USBGF-2.2c")
async def test_a_match_that_is_ready_waits_in_the_queue_and_is_called_from_there() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, bracket(("M1-1", "W"), ("M1-2", "L"), seated="M1-3"))
        titles = [q.title for q in desk.app.desk.questions if q.kind == "to_call"]
        assert titles == ["Call M1-4: Player 7 – Player 3", "Call M2-1: Player 6 – Player 4"]
        await keys(pilot, "a", "enter")
        assert "play at table 1, now?" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        assert draft.body.paired.slot == "M1-4"


def last_chance_left() -> HallState:
    """Return a draw of four with a consolation: all is played but the consolation."""
    state = bracket()
    division = msgspec.structs.replace(OPEN, rounds=2, bracket=BracketPlan("single", 1, (7,)))
    first = state.rounds["open", 1]
    four = msgspec.structs.replace(first, field=first.field[:4])
    state = msgspec.structs.replace(state, divisions={"open": division}, rounds={("open", 1): four})
    while calls := [c for c in call_board(state).calls if c.ref.match.startswith("M")]:
        call = calls[0]
        uid = f"u{call.ref.match}"
        made = match(uid, "t1", call.entries, division="open", slot=call.ref.match, length=7,
                     result=confirmed("W", at=START + MINUTE))  # fmt: skip
        paired = PairedMatch(uid, "t1", *call.entries, call.ref.match, 7)
        drawn = state.rounds["open", 1]
        whole = msgspec.structs.replace(drawn, matches=(*drawn.matches, paired))
        state = msgspec.structs.replace(
            state, rounds={("open", 1): whole}, matches={**state.matches, uid: made}
        )
    return state


def test_a_consolation_that_is_not_played_is_asked_for_and_not_passed_over_in_silence() -> None:
    state = last_chance_left()
    asked = [
        q for q in questions(Moment(state, LIVE, START + 30 * MINUTE, {})) if q.kind == "to_call"
    ]
    assert [q.title for q in asked] == ["Call C1-1: Player 3 – Player 4"]


@pytest.mark.clause("USBGF-2.2a")
async def test_a_time_is_posted_for_one_match_before_and_after_it_is_called() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, bracket(("M1-1", "W"), ("M1-2", "L")), "b")
        await keys(pilot, "end", "T")
        assert "Player 6 – Player 4: when?" in shown(desk)
        await keys(pilot, *["backspace"] * 8, *"23:30", "enter", "enter")
        assert "Player 6 – Player 4 play at table 1, at 23:30?" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        called = draft.body.paired
        assert (called.slot, draft.body.starts_at) == ("M2-1", 1_700_004_600_000)
        seated = match("uM2-1", "t1", called.players, division="open", slot="M2-1", length=9)
        state = bracket(("M1-1", "W"), ("M1-2", "L"))
        whole = msgspec.structs.replace(
            state.rounds["open", 1], matches=(*state.rounds["open", 1].matches, called)
        )
        await opened(
            desk,
            pilot,
            msgspec.structs.replace(
                state,
                rounds={("open", 1): whole},
                matches={**state.matches, "uM2-1": seated},
            ),
        )
        await keys(pilot, "home", "T", *["backspace"] * 8, *"+20", "enter")
        assert "play at table 1, at 22:33?" in shown(desk)
        await keys(pilot, "y")
        [_, later] = desk.port.drafts
        assert isinstance(later.body, MatchCalled)
        assert (later.ent, later.body.starts_at) == ("open/1/uM2-1/call", desk.now + 20 * MINUTE)


def test_before_the_first_round_is_drawn_there_is_nothing_to_call() -> None:
    state = msgspec.structs.replace(bracket(), rounds={})
    assert call_board(state).calls == ()


def test_absent_player_loses_without_a_match_and_the_next_one_can_be_called() -> None:
    state = bracket(("M1-1", "W"))
    gone = msgspec.structs.replace(state.players["b2"], withdrawn_after=0)
    state = msgspec.structs.replace(state, players={**state.players, "b2": gone})
    found = {call.ref: call.entries for call in call_board(state).calls}
    assert found[Ref("Open", "M2-1")] == ("b6", "b4")


def test_a_person_in_two_brackets_is_called_to_one_match_at_a_time() -> None:
    state = bracket(seated="M1-3")
    twin = replace_division(state, "second", "Second")
    ready = {(c.ref.sheet, c.entries): c.can_start for c in call_board(twin).calls}
    assert any(sheet == "Second" for sheet, _ in ready)
    waiting = [c for c in call_board(twin).calls if {"player 1", "player 8"} & set(c.players)]
    assert waiting
    assert not any(c.can_start for c in waiting)


async def test_the_director_passes_a_first_call_over_and_reads_whom_it_lets_wait() -> None:
    desk = Desk()
    twin = replace_division(bracket(), "second", "Second")
    [held] = [
        call
        for call in call_board(twin).calls
        if call.ref == Ref("Second", "M1-1") and not call.can_start
    ]
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, twin, "b")
        await keys(pilot, *["down"] * list(call_board(twin).calls).index(held), "enter", "enter")
        words = " ".join(shown(desk).replace("┃", " ").split())
        assert "! Wanted for M1-1 of Open too, 22:13: that match waits then." in words
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        assert draft.ent.startswith("second/")


async def test_a_player_at_a_table_is_not_called_to_another() -> None:
    desk = Desk()
    twin = replace_division(bracket(seated="M1-1"), "second", "Second")
    held = next(c for c in call_board(twin).calls if c.playing)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, twin, "b")
        await keys(pilot, *["down"] * (1 + list(call_board(twin).calls).index(held)), "enter")
        words = " ".join(shown(desk).replace("┃", " ").split())
        assert "! A player of this match is playing M1-1 of Open." in words
        assert "Nothing was called." in words
        assert desk.port.drafts == []


def replace_division(state: HallState, ident: str, name: str) -> HallState:
    """Return the same eight persons in another bracket, under other ids."""
    drawn = state.rounds["open", 1]
    field = tuple(FieldEntry(f"c{n}", 0) for n in range(1, 9))
    again = msgspec.structs.replace(drawn, division=ident, matches=(), field=field)
    people = {
        f"c{n}": Player(f"c{n}", f"Player {n}", ident, 0, "", people=(f"b{n}",))
        for n in range(1, 9)
    }
    division = msgspec.structs.replace(OPEN, id=ident, name=name)
    return msgspec.structs.replace(
        state,
        divisions={**state.divisions, ident: division},
        players={**state.players, **people},
        rounds={**state.rounds, (ident, 1): again},
    )


def test_a_division_of_rounds_has_no_board() -> None:
    swiss = Division("masters", "Masters", "acf-masters", 4, "")
    assert boards.with_board(hall(divisions=(swiss, POOL))) == (POOL,)


@pytest.mark.clause("USBGF-4.6")
def test_a_corrected_result_names_the_next_matches_of_the_sheet() -> None:
    state = bracket(("M1-1", "W"), ("M1-2", "L"))
    [uid] = [m.uid for p in state.rounds.values() for m in p.matches if m.slot == "M1-1"]
    match = state.matches[uid]
    won = match.result.outcome
    assert won is not None
    lines = knock_on_lines(moment(state), match, won.reversed)
    [said] = [line for line in lines if line.startswith("Draw sheet: M2-1 has not begun")]
    first, second = (state.players[player].name for player in match.players)
    before, _, after = said.partition(" becomes ")
    assert first in before
    assert second in after
    assert knock_on_lines(moment(state), match, won) == ()


def ended(state: HallState, slot: str, outcome: Outcome) -> HallState:
    """Return the result of a match of the sheet, ruled."""
    [of] = [m for m in state.matches.values() if m.slot == slot]
    ruled = Version(None, outcome, "v9", "aa", START + 90 * MINUTE, "desk")
    after = msgspec.structs.replace(of, result=Result("ruled", outcome, (ruled,), ("v9",)))
    return msgspec.structs.replace(state, matches={**state.matches, of.uid: after})


def of_wrong_players() -> HallState:
    """M2-1 was won before M1-1 was corrected: who lost M1-1 has played it."""
    state = bracket(("M1-1", "W"), ("M1-2", "L"))
    [call] = [c for c in call_board(state).calls if c.ref.match == "M2-1"]
    later = match(
        "uM2-1",
        "t4",
        call.entries,
        division="open",
        round_no=2,
        slot="M2-1",
        length=9,
        result=confirmed("W", at=START + 60 * MINUTE),
    )
    paired = PairedMatch(later.uid, later.table, *later.players, later.slot, later.length)
    second = Round("open", 2, START, "", (paired,), (), contested=False)
    state = msgspec.structs.replace(
        state,
        matches={**state.matches, later.uid: later},
        rounds={**state.rounds, ("open", 2): second},
    )
    return ended(state, "M1-1", Outcome((Code.LOSS,)))


@pytest.mark.clause("USBGF-4.6")
@pytest.mark.parametrize("size", SIZES)
async def test_a_match_of_the_wrong_players_is_ruled_void_on_the_call_board_with_what_follows(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        state = of_wrong_players()
        assert call_board(state).trouble
        await opened(desk, pilot, state, "b")
        assert_screen(desk.app, "call-board-trouble")
        await keys(pilot, "end", "enter")
        assert_screen(desk.app, "call-board-mend")
        await keys(pilot, "enter")
        assert_screen(desk.app, "call-board-void")
        await keys(pilot, "pagedown")
        assert "No place and no points change." in shown(desk)
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, DecisionMade)
        assert draft.ent == "open/2/uM2-1/decision"
        assert outcomes(draft.body) == [Outcome((), "again")]
        assert (draft.body.clause, draft.body.reason) == ("USBGF-4.6", "")


async def test_a_sheet_that_does_not_fit_together_is_asked_about_and_mended_from_the_queue() -> (
    None
):
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, of_wrong_players())
        titles = [question.title for question in desk.app.desk.questions]
        assert "A draw sheet does not fit together" in titles
        await keys(pilot, *["down"] * titles.index("A draw sheet does not fit together"), "a")
        assert "Rule void: M2-1" in shown(desk)


@pytest.mark.clause("USBGF-4.6")
def test_match_ruled_void_is_called_again_with_the_opponents_of_the_sheet() -> None:
    state = of_wrong_players()
    first = next(m for m in state.matches.values() if m.slot == "M1-1")
    wrong = next(m for m in state.matches.values() if m.slot == "M2-1")
    lost, won = first.players
    assert lost in wrong.players
    after = ended(state, "M2-1", Outcome((), "again"))
    board = call_board(after)
    assert board.trouble == ()
    [again] = [c for c in board.calls if c.ref.match == "M2-1"]
    assert set(again.entries) == set(wrong.players) - {lost} | {won}
    names = " – ".join(after.players[entry].name for entry in again.entries)
    lines = knock_on_lines(moment(state), wrong, Outcome((), "again"))
    assert f"Draw sheet: M2-1 is played again, {names}." in lines


@pytest.mark.clause("USBGF-4.6")
def test_to_rule_an_early_match_void_names_the_later_ones_that_hang_on_it() -> None:
    state = ended(of_wrong_players(), "M1-1", Outcome((Code.WIN,)))
    assert call_board(state).trouble == ()
    first = next(m for m in state.matches.values() if m.slot == "M1-1")
    lines = knock_on_lines(moment(state), first, Outcome((), "again"))
    assert lines[0].startswith("Draw sheet: M1-1 is played again, ")
    assert lines[1].startswith("! Draw sheet: M2-1, ")
    assert lines[1].endswith("rule it void too.")


@pytest.mark.clause("ACF-1.VI.A", "USBGF-4.6")
def test_match_that_both_forfeit_has_no_winner_and_the_next_opponent_advances() -> None:
    lost = Outcome((Code.LOST_BY_BOTH,))
    before = ended(of_wrong_players(), "M2-1", Outcome((), "again"))
    first = next(m for m in before.matches.values() if m.slot == "M1-1")
    after = ended(before, "M1-1", lost)
    board = call_board(after)
    assert board.trouble == ()
    assert not {"M1-1", "M2-1"} & {call.ref.match for call in board.calls}
    lines = knock_on_lines(moment(before), first, lost)
    assert lines[0] == "Draw sheet: nobody goes on from M1-1."
    assert lines[1].endswith(" comes through M2-1 without a match.")


@pytest.mark.clause("ACF-1.VI.A")
def test_final_that_both_forfeit_is_asked_about_and_has_no_winner() -> None:
    field = (FieldEntry("b1", 0), FieldEntry("b2", 0))
    people = [Player(f"b{n}", f"Player {n}", "open", 0, "") for n in (1, 2)]
    drawn = Round("open", 1, START, "seed", (), (), contested=False, field=field)
    state = hall(players=people, divisions=(OPEN,), tables=TABLES)
    state = msgspec.structs.replace(state, rounds={("open", 1): drawn})
    [call] = call_board(state).calls
    final = match("f", "t1", call.entries, division="open", slot=call.ref.match, length=7)
    paired = PairedMatch("f", "t1", *call.entries, call.ref.match, 7)
    state = msgspec.structs.replace(
        state,
        matches={"f": final},
        rounds={("open", 1): msgspec.structs.replace(drawn, matches=(paired,))},
    )
    lost = ended(state, call.ref.match, Outcome((Code.LOST_BY_BOTH,)))
    [question] = [
        q for q in questions(Moment(lost, LIVE, START + 95 * MINUTE, {})) if q.match == final.key
    ]
    assert question.title == "Nobody has won Open"
    assert question.opens == "decide"
    won = ended(state, call.ref.match, Outcome((Code.WIN,), points=(7, 2)))
    assert not [
        q for q in questions(Moment(won, LIVE, START + 95 * MINUTE, {})) if q.match == final.key
    ]


@pytest.mark.clause("DARK-KO")
def test_a_correction_in_a_double_knockout_says_who_has_how_many_lives_then() -> None:
    pair = ("ann", "bo")
    of = match("m1", "t1", pair, division="ko", result=confirmed("W W"))
    lives = Division("ko", "Lives", "standard", 8, "", '{"pairing_system":"double_knockout"}')
    people = tuple(msgspec.structs.replace(p, division="ko") for p in PEOPLE[:2])
    state = hall(players=list(people), divisions=(lives,), tables=TABLES, matches=(of,))
    first = state.rounds["ko", 1]
    field = tuple(FieldEntry(player, 0) for player in pair)
    state = msgspec.structs.replace(
        state, rounds={("ko", 1): msgspec.structs.replace(first, field=field)}
    )
    lines = knock_on_lines(moment(state), of, of.result.outcome.reversed)  # type: ignore[union-attr]
    assert [line for line in lines if line.startswith("Lives")] == [
        "Lives of Ann Lee: 2 half-lives (DARK-KO).",
        "Lives of Bo King: 4 half-lives (DARK-KO).",
    ]


@pytest.mark.clause("DARK-KO")
def test_a_correction_in_a_double_knockout_names_the_later_matches_that_would_be_others() -> None:
    state = so_far("double_knockout", 4, 4, [True])
    left = lives_now(state, "d", 3).left
    of = next(
        m for m in state.matches.values() if m.key.round_no == 2 and not set(m.players) <= set(left)
    )
    assert of.result.outcome is not None
    lines = knock_on_lines(moment(state), of, of.result.outcome.reversed)
    assert "R3 table t1, P2 – P3: would be P2 with the bye, P3 out (DARK-KO)." in lines
    assert "Round 4 hangs on that, at t1: draw it again or rule." in lines
