"""A round is paired and changed by hand at the screen: the reason, the warnings, what stays."""

import msgspec
import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.pairing.hand_screen import HandScreen
from shared.core.events import ByHand, DecisionMade, FieldEntry, HandReason, RoundPaired
from shared.core.state import HallState, Match, Player
from shared.pairing.log import lines as draw_log
from shared.pairing.log.lines import ChangedByHand, HasBye, MeetAgain
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import (
    START,
    Desk,
    confirmed,
    keys,
    masters,
    match,
    opened,
    pairs,
    shown,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24)]


def published(*more: Match, byes: tuple[str, ...] = (), count: int = 6) -> HallState:
    """Round 1 as it was published, at tables 1 to 3; ``more`` take the place of their tables."""
    known = {f"t{n}": match(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(6), 1)}
    state = masters(*{**known, **{of.table: of for of in more}}.values(), count=count)
    [round_] = state.rounds.values()
    names = [*(p for pair in pairs(6) for p in pair), *byes]
    changed = msgspec.structs.replace(
        round_,
        event="e1",
        seed="3 5 1 6",
        byes=byes,
        witnesses=("Al", "B"),
        trace=draw_log.written([HasBye("p9")]),
        field=tuple(FieldEntry(name, 0) for name in names),
    )
    return msgspec.structs.replace(state, rounds={round_.key: changed})


async def by_hand(desk: Desk, pilot: Pilot[None], state: HallState) -> HandScreen:
    await opened(desk, pilot, state, "p", "H")
    assert isinstance(desk.app.screen, HandScreen)
    return desk.app.screen


def written(desk: Desk) -> RoundPaired:
    [draft] = desk.port.drafts
    assert draft.ent == "masters/1/pairing"
    assert isinstance(draft.body, RoundPaired)
    return draft.body


def signed(body: RoundPaired) -> ByHand:
    assert body.by_hand is not None
    return body.by_hand


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("size", SIZES)
async def test_two_who_sat_down_wrongly_are_swapped_and_the_others_keep_what_they_played(
    size: tuple[int, int],
) -> None:
    third = under_way("m3", "t3", ("p5", "p6"), result=confirmed("W D"))
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        screen = await by_hand(desk, pilot, published(third))
        assert_screen(desk.app, "by-hand")
        await keys(pilot, "space")
        assert "Go on" not in screen_text(desk.app)
        # Table 1, its second player: p4 sits there instead.
        await keys(pilot, "enter")
        assert_screen(desk.app, "by-hand-line")
        await keys(pilot, "down", "enter", *"Dee", "enter")
        assert_screen(desk.app, "by-hand-changed")
        await keys(pilot, "question_mark")
        assert_screen(desk.app, "by-hand-check")
        await keys(pilot, "question_mark", "space")
        assert_screen(desk.app, "by-hand-reason")
        await keys(pilot, "down", "enter", "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert desk.app.screen.sentence == (
            "Change round 1 of Masters by hand: 2 new pairs, 1 stays. The players sat down wrongly "
            "and have begun. Witnessed by Al and B."
        )
        assert desk.port.drafts == []
        await keys(pilot, "y")
        body = written(desk)
        assert [(m.players, m.table) for m in body.matches] == [
            (("p1", "p4"), "t1"),
            (("p3", "p2"), "t2"),
            (("p5", "p6"), "t3"),
        ]
        assert body.matches[2].uid == "m3"
        assert not {"m1", "m2"} & {m.uid for m in body.matches}
        assert len({m.uid for m in body.matches}) == 3
        assert [m.starts_at >= START for m in body.matches] == [True, True, False]
        assert (body.seed, body.witnesses, body.trace[0]) == (
            "3 5 1 6",
            ("Al", "B"),
            ("has_bye", "p9"),
        )
        hand = signed(body)
        assert (hand.reason, hand.words, hand.changes) == ("sat_wrongly", "", "e1")
        assert {line.clause for line in hand.checked} >= {"ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D"}
        assert screen is not desk.app.screen
        assert isinstance(desk.app.screen, MainScreen)


@pytest.mark.clause("ACF-2.V.B")
async def test_a_latecomer_is_seated_against_the_bye() -> None:
    state = published(byes=("p7",), count=7)
    late = Player("p9", "Zoë Late", "masters", 1900, "")
    state = msgspec.structs.replace(state, players={**state.players, "p9": late})
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, state)
        assert "free  Zoë Late (0)" in screen_text(desk.app)
        await keys(pilot, "end", "enter", "enter", "enter")
        assert "Zoë Late (0) – Gus van der Meer (0)" in screen_text(desk.app)
        await keys(pilot, "space", "enter", "enter")
        assert_screen(desk.app, "by-hand-no-table")
        assert desk.port.drafts == []


@pytest.mark.clause("ACF-2.V.B")
async def test_a_latecomer_against_the_bye_gets_the_next_free_table() -> None:
    state = published(byes=("p7",), count=8)
    late = Player("p8", "Zoë Late", "masters", 1900, "")
    state = msgspec.structs.replace(state, players={**state.players, "p8": late})
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, state)
        await keys(pilot, "end", "enter", "enter", "enter", "space", "enter", "enter", "y")
        body = written(desk)
        assert body.byes == ()
        assert [m.uid for m in body.matches[:3]] == ["m1", "m2", "m3"]
        assert (body.matches[3].players, body.matches[3].table) == (("p8", "p7"), "t4")
        assert [entry.player for entry in body.field][-1] == "p8"
        assert signed(body).reason == "latecomer"


@pytest.mark.parametrize("size", SIZES)
async def test_every_warning_is_read_before_the_yes_and_stays_in_the_event(
    size: tuple[int, int],
) -> None:
    begun = under_way("m1", "t1", ("p1", "p2"))
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await by_hand(desk, pilot, published(begun))
        await keys(pilot, "enter", "down", "enter", *"Dee", "enter", "space", "enter", "enter")
        assert_screen(desk.app, "by-hand-whose-game")
        await keys(pilot, "end", "enter")
        assert_screen(desk.app, "by-hand-warnings")
        await keys(pilot, "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert desk.app.screen.sentence.endswith("You overrule 1 warning.")
        await keys(pilot, "y")
        assert signed(written(desk)).overruled == ("begun",)


async def test_a_player_who_is_left_out_stops_it_until_they_have_a_place() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, published())
        # The last choice: take the pair apart.
        await keys(pilot, "enter", "end", "enter", "space")
        assert "Not yet: Ann Lee is neither paired nor has the bye." in screen_text(desk.app)
        assert "Space Go on" in screen_text(desk.app)
        # The last choice now: take the last change back.
        await keys(pilot, "enter", "end", "enter")
        assert "Ann Lee (0) – Bo King (0)" in screen_text(desk.app)
        assert desk.port.drafts == []


@pytest.mark.clause("ACF-3.VIII")
@pytest.mark.parametrize("size", SIZES)
async def test_a_brother_sister_friend_or_travel_companion_is_no_reason(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await by_hand(desk, pilot, published())
        await keys(pilot, "enter", "down", "enter", *"Dee", "enter", "space", "end", "enter")
        assert_screen(desk.app, "by-hand-family")
        await keys(pilot, "enter", "space", "end", "up", "enter", *"His brother", "enter")
        words = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Nothing was changed" in words
        assert desk.port.drafts == []


async def test_an_own_reason_is_kept_in_its_own_words_and_witnesses_are_asked() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, published())
        await keys(pilot, "enter", "down", "down", "enter")
        await keys(pilot, "space", "end", "up", "enter", *"Wheelchair", "enter")
        await keys(pilot, *["backspace"] * 5, "enter")
        assert "Name 2 players, or 1 assistant referee." in screen_text(desk.app)
        await keys(pilot, *"Max", "enter", "y")
        body = written(desk)
        assert (signed(body).reason, signed(body).words) == ("other", "Wheelchair")
        assert body.witnesses == ("Max",)
        # The two have changed sides: that is another match.
        assert body.matches[0].players == ("p2", "p1")
        assert body.matches[0].uid not in ("m1", "m2", "m3")


async def test_a_pair_at_another_table_keeps_its_match_and_the_pair_there_takes_the_old_one() -> (
    None
):
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, published())
        await keys(pilot, "enter", "down", "down", "down", "enter", "7", "enter")
        assert "There is no table 7." in screen_text(desk.app)
        await keys(pilot, "backspace", "3", "enter", "space")
        await keys(pilot, "down", "down", "down", "down", "enter", "enter", "y")
        body = written(desk)
        assert {m.uid: m.table for m in body.matches} == {"m1": "t3", "m2": "t2", "m3": "t1"}
        assert signed(body).reason == "table"


async def test_a_change_that_another_referee_was_faster_with_is_not_written() -> None:
    state = published()
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, state)
        await keys(pilot, "enter", "down", "down", "enter", "space", "enter", "enter")
        [paired] = state.rounds.values()
        rounds = {paired.key: msgspec.structs.replace(paired, event="e2")}
        desk.tell(msgspec.structs.replace(state, rounds=rounds))
        await keys(pilot, "y")
        assert "Another pairing is published since." in screen_text(desk.app)
        assert desk.port.drafts == []


async def test_a_round_whose_results_are_all_in_is_still_changed_by_hand() -> None:
    done = [
        under_way(f"m{n}", f"t{n}", pair, result=confirmed("W D"))
        for n, pair in enumerate(pairs(6), 1)
    ]
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(published(*done))
        await keys(pilot, "p")
        assert "F7 changes round 1 by hand, with a reason." in shown(desk)
        await keys(pilot, "f7", "enter", "down", "enter", *"Dee", "enter")
        assert isinstance(desk.app.screen, HandScreen)
        assert "Ann Lee and Bo King have begun: what they have played does not" in shown(desk)
        # The result of table 1 is theirs who sit there now; that of table 2 does not count.
        await keys(pilot, "space", "down", "enter", "enter", "enter", "down", "enter", "enter", "y")
        body, decided = (draft.body for draft in desk.port.drafts)
        assert isinstance(body, RoundPaired)
        assert isinstance(decided, DecisionMade)
        assert [m.players for m in body.matches] == [("p1", "p4"), ("p3", "p2"), ("p5", "p6")]
        assert body.matches[2].uid == "m3"


async def test_why_a_round_cannot_be_changed_by_hand_is_said() -> None:
    desk, state = Desk(), published()
    [paired] = state.rounds.values()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(replace(state, rounds={paired.key: replace(paired, contested=True)}))
        await keys(pilot, "p", "f7")
        assert "Two pairings of round 1 are published: rule first which one" in shown(desk)


async def test_why_a_round_was_changed_by_hand_stands_where_it_can_be_changed_again() -> None:
    state = published()
    [paired] = state.rounds.values()
    why: dict[HandReason, str] = {"sat_wrongly": "", "other": "Wheelchair"}
    for reason, told in zip(why.items(), ("sat down wrongly", "Wheelchair"), strict=True):
        log = draw_log.written([ChangedByHand(*reason)])
        changed = msgspec.structs.replace(paired, by_hand=ByHand(*reason), trace=log)
        desk = Desk()
        async with desk.app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            desk.tell(msgspec.structs.replace(state, rounds={paired.key: changed}))
            await keys(pilot, "p")
            words = " ".join(screen_text(desk.app).split())
            assert "H changes the round by hand, with a reason." in words
            assert told in words


@pytest.mark.clause("ACF-3.VIII")
async def test_how_the_published_round_came_about_is_read_with_names_in_the_language_spoken() -> (
    None
):
    state = published()
    [paired] = state.rounds.values()
    log = (*paired.trace, *draw_log.written([MeetAgain("p1", "p2")]), ("telepathy", "p1"))
    told = msgspec.structs.replace(state, rounds={paired.key: replace(paired, trace=log)})
    desk = Desk()
    desk.app.speak("es")
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(told)
        await keys(pilot, "p")
        words = shown(desk)
        assert "Registro del emparejamiento: Ronda 1" in words
        assert "Ann Lee y Bo King" in words
        assert "(Una línea escrita por una versión más nueva.)" in words


async def test_a_player_called_by_a_word_and_known_by_a_word_is_swapped_as_any_other() -> None:
    desk = Desk()
    state = published()
    ids = dict(zip(("p1", "p2", "p3", "p4"), ("no", "bye", "round", "and"), strict=True))
    known = {
        ids.get(p.id, p.id): msgspec.structs.replace(p, id=ids.get(p.id, p.id))
        for p in state.players.values()
    }
    known["bye"] = msgspec.structs.replace(known["bye"], name="The Round")
    [paired] = state.rounds.values()
    matches = tuple(
        msgspec.structs.replace(
            m, first=ids.get(m.first, m.first), second=ids.get(m.second, m.second)
        )
        for m in paired.matches
    )
    field = tuple(
        msgspec.structs.replace(e, player=ids.get(e.player, e.player)) for e in paired.field
    )
    changed = msgspec.structs.replace(paired, matches=matches, field=field)
    playing = {
        uid: msgspec.structs.replace(m, players=tuple(ids.get(p, p) for p in m.players))
        for uid, m in state.matches.items()
    }
    told = msgspec.structs.replace(
        state, players=known, rounds={paired.key: changed}, matches=playing
    )
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await by_hand(desk, pilot, told)
        await keys(pilot, "enter", "end", "enter", "space")
        assert "Not yet: Ann Lee is neither paired nor has the bye." in screen_text(desk.app)
        words = " ".join(screen_text(desk.app).split())
        assert "No longer: Ann Lee – The" in words
