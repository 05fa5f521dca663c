"""Every action of the dashboard is at most three keys from the queue, typing and the yes aside."""

import importlib
import pkgutil
from dataclasses import dataclass, field

import msgspec
import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

import hall_server.referee as rooms
from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.pairing.pair_screen import PairScreen
from hall_server.referee.asked.keys import EVERYWHERE
from hall_server.referee.asked.parts.modals import AskText, MarkScreen, PickScreen
from hall_server.referee.asked.rulings.games_screen import GamesScreen
from hall_server.referee.derived.questions.question import rules
from shared.core.events import (
    AnnouncementMade,
    Body,
    ChallengeRefused,
    DecisionMade,
    DivisionChanged,
    MatchCalled,
    PlayerWithdrawn,
    RoundPaired,
    TitleDecided,
)
from shared.core.events.field import PlayerAttended
from shared.core.state import Device, Division, HallState, Player
from shared.port import Draft, PrivateChanged
from shared.tui.confirm import Confirm
from tests.hall_server.referee.halls import (
    Desk,
    confirmed,
    disputed,
    masters,
    match,
    report,
    under_way,
)
from tests.prove import PROVE

KIOSK = Device("cd" * 16, b"o" * 32, b"o" * 32, "kiosk", (), "Lobby", revoked=False)
MOST = 3
ROUTES: dict[str, tuple[str, ...]] = {
    "MainScreen": (),
    "DecideScreen": ("o",),
    "StoryScreen": ("e",),
    "StandingsScreen": ("s",),
    "RegistrationScreen": ("r",),
    "BoardScreen": ("b",),
    "SheetScreen": ("k",),
    "SlipScreen": ("f4",),
    "CheckInScreen": ("f6",),
    "PrizeScreen": ("z",),
    "TitleScreen": ("t",),
    "IncidentScreen": ("i",),
    "RightScreen": ("j",),
    "ChangeScreen": ("q",),
    "PlayerScreen": ("l", "enter"),
    "TableScreen": ("tab", "enter"),
    "PairScreen": ("p",),
    "HandScreen": ("p", "H"),
    "DeviceScreen": ("d",),
    "KioskScreen": ("v", "enter"),
    "PlayerForm": ("r", "N"),
    "PrivateForm": ("r", "P"),
}
"""Where each screen is reached from the queue, key by key."""
ELSEWHERE = {
    "ImportScreen": "r, I and a file's name",
    "SheetsScreen": "a table's moves: K on its page; a table to type into, with nothing to rule",
    "ListScreen": "what others are made of",
    "DivisionScreen": "what others are made of",
}


def screens() -> dict[str, type]:
    """Return every screen of the dashboard that has actions."""
    found = {}
    for module in pkgutil.walk_packages(rooms.__path__, f"{rooms.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            own = isinstance(value, type) and value.__module__.startswith(rooms.__name__)
            if own and issubclass(value, Screen) and hasattr(value, "ACTIONS"):
                found[name] = value
    return found


def test_every_screen_with_actions_has_a_way_from_the_queue() -> None:
    assert screens().keys() == ROUTES.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize("name", ROUTES)
async def test_a_screen_is_where_its_keys_lead_and_its_actions_are_one_key_more(name: str) -> None:
    open_ = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    done = under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D"))
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        state = masters(open_, done, devices={KIOSK.node: KIOSK})
        rounds = {
            key: msgspec.structs.replace(paired, event="e1") for key, paired in state.rounds.items()
        }
        desk.tell(msgspec.structs.replace(state, rounds=rounds))
        desk.port.tell(PrivateChanged({}))
        await pilot.pause()
        for key in ROUTES[name]:
            await pilot.press(key)
            await pilot.pause()
        assert type(desk.app.screen).__name__ == name
        assert len(ROUTES[name]) + 1 <= MOST
        for action in screens()[name].ACTIONS:
            keys = action.key.split(",")
            assert all(" " not in key for key in keys), action


def test_no_key_of_the_queue_means_two_things() -> None:
    keys = [key for action in MainScreen.ACTIONS for key in action.key.split(",")]
    assert len(keys) == len(set(keys))


# -- every action, to what it writes --------------------------------------------------------------

TYPED = ("Ill", "12:04 9:31", "1", "30", "now", "A 1, B 1, C 1", "A +, B -, C +")
"""What may be typed where something is asked: the first that is taken."""
BRANCHES = 4
"""So many lines of a list are tried; the others are more of the same."""


def busy() -> HallState:
    """Return a dispute, a call, an empty seat, a game that goes on, a result; a pool of free
    players."""
    open_ = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    done = under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D"))
    plays = under_way("m3", "t3", ("p5", "p6"))
    late = match("m4", "t4", ("p7", "p8"), seated=(True, False))
    state = masters(open_, done, plays, late, count=14, reports=(report("call", plays),))
    pool = Division("pool", "Pool", "apca", 20, "")
    people = [Player(f"q{n}", f"Pool {n}", "pool", 0, "") for n in range(1, 5)]
    return msgspec.structs.replace(
        state,
        divisions={**state.divisions, "pool": pool},
        players={**state.players, **{each.id: each for each in people}},
        devices={**state.devices, KIOSK.node: KIOSK},
    )


@dataclass
class Walk:
    """One way through the dialogues: which line is picked at each list, and what came of it."""

    desk: Desk
    pilot: Pilot[None]
    picks: tuple[int, ...] = ()
    row: int = 0
    """The question in the queue, from the top."""
    pressed: int = 0
    written: list[Draft] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def go(self, route: tuple[str, ...], key: str) -> None:
        """From the queue by the screen's route to the action, then through what it asks."""
        app = self.desk.app
        while len(app.screen_stack) > 1:
            app.pop_screen()
            await self.pilot.pause()
        await self.press("home", *["down"] * self.row)
        before = len(self.desk.port.drafts)
        for each in (*route, key):
            if isinstance(app.screen, AskText):
                await self._on()
            if isinstance(app.screen, PickScreen):
                await self.press("enter")  # The name was typed.
            else:
                self.pressed += 1
                await self.press(each)
        steps = 0
        while await self._on():
            steps += 1
            assert steps < 15, app.screen
        self.written = self.desk.port.drafts[before:]

    async def _on(self) -> bool:
        """Answer what is asked now; False where nothing is."""
        app, before = self.desk.app, len(self.desk.port.drafts)
        screen = app.screen
        match screen:
            case Confirm():
                assert len(self.desk.port.drafts) == before
                self.facts.append(screen.sentence)
                await self.press("y")
            case AskText():
                text = next((t for t in TYPED if screen.objection(t) == ""), "")
                box = screen.query_one(Input)
                box.value = box.value if screen.objection(box.value) == "" else text
                await self.press("enter")
            case GamesScreen() | MarkScreen():
                await self.press("enter")
            case PickScreen() if screen.lines:
                await self._pick(min(BRANCHES, len(screen.lines)))
                self.pressed += not screen.filtered
            case DecideScreen() if screen.found:
                await self._pick(len(screen.found))
                self.pressed += 1
            case PairScreen() if screen.round.step in ("witnesses", "seed", "start"):
                box = screen.query_one("#pair-input", Input)
                box.value = {"witnesses": "A, B", "seed": "", "start": "now"}[screen.round.step]
                await self.press("enter")
                return True
            case PairScreen() if (
                screen.round.step == "preview" and screen.round.proposal is not None
            ):
                self.pressed += 1
                await self.press("enter")
                return True
            case _:
                return False
        return app.screen is not screen

    async def _pick(self, lines: int) -> None:
        """The line that this walk is for; how many there are is what the next walks are made of."""
        place = len(self.branches)
        self.branches.append(lines)
        down = self.picks[place] if place < len(self.picks) else 0
        await self.press(*["down"] * down, "enter")


async def walks(
    desk: Desk, pilot: Pilot[None], route: tuple[str, ...], key: str, row: int = 0
) -> list[Walk]:
    """Return every way through what an action asks, and what each wrote."""
    found: list[Walk] = []
    todo: list[tuple[int, ...]] = [()]
    while todo:
        # What was accepted in another walk is open again.
        desk.tell(desk.app.hall)
        desk.app.look()
        walk = Walk(desk, pilot, todo.pop(), row)
        await walk.go(route, key)
        found.append(walk)
        taken = (*walk.picks, *(0,) * (len(walk.branches) - len(walk.picks)))
        for place in range(len(walk.picks), len(walk.branches)):
            todo += [(*taken[:place], n) for n in range(1, walk.branches[place])]
    return found


def between() -> HallState:
    """Return a hall in which every result is in and the next round is to be paired."""
    state = busy()
    paired = [
        under_way(m.uid, m.table, m.players, result=confirmed("W D"))
        for m in state.matches.values()
    ]
    return masters(*paired, count=8)


WALKED = {**ROUTES, "TableScreen": ("g",)}
"""A table is named by its number when it is to be decided about: that is typed."""


def over() -> HallState:
    """Return a hall in which the last result is in."""
    state = between()
    last = msgspec.structs.replace(state.divisions["masters"], rounds=1)
    return msgspec.structs.replace(state, divisions={"masters": last})


RULED_FROM: dict[tuple[str, str], set[type[Body]]] = {
    ("MainScreen", "busy"): {DecisionMade, AnnouncementMade},
    ("MainScreen", "between"): {RoundPaired},
    ("DecideScreen", "busy"): {DecisionMade},
    ("TableScreen", "busy"): {DecisionMade},
    ("IncidentScreen", "busy"): {DecisionMade},
    ("StandingsScreen", "busy"): {PlayerWithdrawn},
    ("RegistrationScreen", "busy"): {PlayerWithdrawn, DecisionMade},
    ("PlayerScreen", "busy"): {PlayerWithdrawn, DecisionMade},
    ("PrizeScreen", "busy"): {AnnouncementMade},
    ("TitleScreen", "over"): {TitleDecided},
    ("CheckInScreen", "busy"): {PlayerAttended},
    ("BoardScreen", "busy"): {MatchCalled, ChallengeRefused},
    ("ChangeScreen", "busy"): {DivisionChanged},
}
"""What can be ruled or published from each screen in each hall; from the others nothing is."""


WAYS = [
    *((name, "busy") for name in ROUTES if name not in ("PlayerForm", "PrivateForm")),
    ("MainScreen", "between"),
    ("TitleScreen", "over"),
]
LONG = ("MainScreen", "TableScreen", "IncidentScreen", "PlayerScreen", "RegistrationScreen")
"""What many ways lead on from; all of them are gone in ``make prove``."""
SHORT = [way for way in WAYS if way[0] not in LONG or way[1] != "busy"]


@pytest.mark.parametrize(("name", "hall"), WAYS if PROVE else SHORT)
async def test_every_ruling_or_publication_is_repeated_first_and_takes_three_keys(
    name: str, hall: str
) -> None:
    desk, ruled = Desk(), set()
    state = {"busy": busy, "between": between, "over": over}[hall]()
    people = {player.name for player in state.players.values()}
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(state)
        desk.port.tell(PrivateChanged({}))
        await pilot.pause()
        everywhere = EVERYWHERE if name == "MainScreen" else ()
        for action in (*screens()[name].ACTIONS, *everywhere):
            key = action.key.split(",")[0]
            if key in ("escape", "left", "right") or (hall == "between" and key != "p"):
                continue
            asked = desk.app.desk.questions
            rows = [n for n, question in enumerate(asked) if question.kind == "dispute"] or [0]
            if action.id in ("accept", "decide"):
                rows = list(range(len(asked)))
            for row in rows:
                for walk in await walks(desk, pilot, WALKED[name], key, row):
                    decided = [draft.body for draft in walk.written if rules(draft.body)]
                    if not decided:
                        continue
                    ruled |= {type(body) for body in decided}
                    where = (action.id, row, walk.picks, walk.pressed, walk.facts)
                    assert walk.facts, where
                    assert walk.pressed <= MOST, where
                    named = (*people, "able", "Round", "round", "Masters", "Pool", "everybody")
                    assert any(part in walk.facts[-1] for part in (*named, "lobby")), where
    assert ruled == RULED_FROM.get((name, hall), set())
