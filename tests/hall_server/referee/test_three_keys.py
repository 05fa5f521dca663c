"""Every action of the dashboard is at most three keys from the queue, typing and the yes aside."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from textual.screen import Screen

import hall_server.referee as rooms
from hall_server.referee.main_screen import MainScreen
from shared.core.state import Device
from shared.port import PrivateChanged
from tests.hall_server.referee.halls import Desk, confirmed, disputed, masters, under_way

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
    "PrizeScreen": ("z",),
    "TitleScreen": ("t",),
    "IncidentScreen": ("i",),
    "RightScreen": ("u",),
    "PlayerScreen": ("l", "enter"),
    "TableScreen": ("tab", "enter"),
    "PairScreen": ("p",),
    "DeviceScreen": ("d",),
    "KioskScreen": ("v", "enter"),
    "RulingScreen": ("o", "enter"),
    "PlayerForm": ("r", "n"),
    "PrivateForm": ("r", "p"),
}
"""Where each screen is reached from the queue, key by key."""
ELSEWHERE = {
    "ImportScreen": "r, i and a file's name",
    "SheetsScreen": "a table's moves: m on its page; a table to type into, with nothing to rule",
    "ListScreen": "what others are made of",
    "DivisionScreen": "what others are made of",
}


def screens() -> dict[str, type]:
    """Every screen of the dashboard that has actions."""
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
        desk.tell(masters(open_, done, devices={KIOSK.node: KIOSK}))
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
