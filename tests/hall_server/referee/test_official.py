"""The dashboard calls the official as the sheet of the division does that it speaks of."""

import msgspec
import pytest
from msgspec.structs import replace

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.asked.rulings.withdrawing import suspend
from shared.core.events.entities import MatchKey
from shared.core.rulebooks import overrides_json
from shared.core.state import Division, HallState
from tests.hall_server.referee.halls import (
    MASTERS,
    START,
    Desk,
    confirmed,
    keys,
    masters,
    report,
    shown,
    under_way,
)
from tests.tui.screens import screen_text

APCA = msgspec.structs.replace(MASTERS, rulebook="apca")
USBGF = Division("open", "Open", "usbgf-open", 5, "")


def event(*divisions: Division) -> HallState:
    of = under_way("m1", "t1", ("p1", "p2"))
    state = masters(of, reports=(report("call", of),))
    return msgspec.structs.replace(state, divisions={one.id: one for one in divisions})


@pytest.mark.parametrize(
    ("divisions", "word"),
    [
        ((MASTERS,), "referee"),
        ((APCA,), "director"),
        ((APCA, USBGF), "director"),
        ((MASTERS, USBGF), "referee"),
    ],
)
async def test_the_dashboard_says_director_where_every_division_has_one(
    divisions: tuple[Division, ...], word: str
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.now = START
        desk.tell(event(*divisions))
        await pilot.pause()
        text = " ".join(screen_text(desk.app).split()).lower()
        assert f"{word} is called" in text
        assert ("director" if word == "referee" else "referee") not in text


DRAWN = {
    "pairing_system": "round_robin",
    "round_robin.max_players": 12,
    "round_robin.keep_after_rounds": 4,
    "round_robin.ask_until_rounds": 5,
}
OPEN = Division("open", "Open", "apca", 4, "unclocked", overrides_json(DRAWN))


def mixed() -> HallState:
    """Return an ACF and an APCA division; at one table of each the official is called."""
    acf = under_way("m1", "t1", ("p1", "p2"))
    apca = under_way("m2", "t2", ("p3", "p4"))
    apca = replace(apca, key=MatchKey("open", 1, "m2"))
    state = masters(
        acf, apca, reports=(report("call", acf), report("call", apca, token="b")), count=4
    )
    players = {
        p.id: replace(p, division="open") if p.id in apca.players else p
        for p in state.players.values()
    }
    [paired] = [r for r in state.rounds.values() if r.division == "masters"]
    rounds = {
        ("masters", 1): replace(paired, matches=paired.matches[:1]),
        ("open", 1): replace(paired, division="open", matches=paired.matches[1:]),
    }
    divisions = {one.id: one for one in (MASTERS, OPEN)}
    return replace(state, divisions=divisions, players=players, rounds=rounds)


async def test_each_question_of_a_mixed_event_has_the_word_of_its_sheet() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(mixed())
        await pilot.pause()
        titles = {q.about: q.title for q in desk.app.desk.questions if q.kind == "call"}
        assert "referee is called" in titles["masters"]
        assert "director is called" in titles["open"]


@pytest.mark.parametrize(("table", "word"), [("1", "referee"), ("2", "director")])
async def test_a_screen_of_one_match_has_the_word_of_its_sheet(table: str, word: str) -> None:
    """The table's page, what can be decided, and what is noted there."""
    other = {"referee": "director", "director": "referee"}[word]
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(mixed())
        await pilot.pause()
        await keys(pilot, "g", table, "enter")
        assert isinstance(desk.app.screen, TableScreen)
        assert f"the {word}" in shown(desk)
        assert other not in shown(desk).lower()
        await keys(pilot, "o")
        assert isinstance(desk.app.screen, DecideScreen)
        assert f"{word} is called" in shown(desk).lower()
        assert other not in shown(desk).lower()
        await keys(pilot, "escape", "escape")
        assert desk.app.official == "referee"


@pytest.mark.parametrize(("division", "word"), [("Masters", "referee"), ("Open", "director")])
async def test_the_dialogues_of_a_division_have_the_word_of_its_sheet(
    division: str, word: str
) -> None:
    desk = Desk()
    state = mixed()
    done = {m.uid: replace(m, result=confirmed("W D")) for m in state.matches.values()}
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(replace(state, matches=done))
        await pilot.pause()
        await keys(pilot, "p", *(["down"] if division == "Open" else []), "enter")
        assert isinstance(desk.app.screen, PairScreen)
        assert f"Who witnesses? One assistant {word} or two players" in shown(desk)


@pytest.mark.parametrize(("player", "word"), [("p1", "referee"), ("p3", "director")])
async def test_a_dialogue_about_a_player_has_the_word_of_the_sheet(player: str, word: str) -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(mixed())
        await pilot.pause()
        suspend(desk.app, player)
        await pilot.pause()
        assert f"by the {word}'s final say" in shown(desk)
