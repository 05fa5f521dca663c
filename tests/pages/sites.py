"""The pages of a made-up hall, without a server."""

from typing import Any

import msgspec

from shared.core.state import HallState
from shared.machine.languages import LANGUAGES, catalogue
from shared.public.html.site import Heard, Made, Site
from tests.tui.fake_port import START

CATALOGUES = {code: catalogue(code) for code in LANGUAGES}


def site_of(state: HallState, *, live: bool = True, heard: bool = True, now: int = START) -> Site:
    """Return the pages of ``state`` as they are at ``now``."""
    site = Site(LANGUAGES, CATALOGUES, live=live)
    site.hear(Heard(state, "UTC", now, heard, START))
    return site


def page(state: HallState, path: str, language: str = "en", **more: Any) -> str:
    """Return a page as HTML; fails if there is none."""
    made = site_of(state, **more).page(language, path)
    assert made is not None, path
    return made.html.decode()


def found(state: HallState, typed: str) -> Made | str:
    """Return what is found for what was typed: a page, or the path of the one player."""
    return site_of(state).find("en", typed)


def renamed(state: HallState, player: str, name: str) -> HallState:
    """Return the hall with another name for a player."""
    other = msgspec.structs.replace(state.players[player], name=name)
    return msgspec.structs.replace(state, players={**state.players, player: other})
