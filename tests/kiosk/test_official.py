"""Each page of the lobby calls the official as its division's sheet does."""

import msgspec
import pytest

from kiosk.playlist import playlist
from shared.core.state import Division, HallState
from shared.machine.languages import LANGUAGES
from shared.public.page import Frame, Page
from tests.kiosk.lobby_states import MASTERS, line_text, matches, people
from tests.kiosk.test_kiosk_app import lobby
from tests.tui.fake_port import START, hall
from tests.tui.screens import screen_text
from tests.words.spoken import said_in

APCA = msgspec.structs.replace(MASTERS, rulebook="apca")
WITH = ("with the {}", "con el {}", "chez {}", "у {}")
REFEREE = ("referee", "árbitro", "l'arbitre", "судьи")
DIRECTOR = ("director", "director", "le directeur", "директора")


def of(division: Division, *others: Division) -> HallState:
    return hall(players=people(), matches=matches(4), divisions=(division, *others))


def words(page: Page) -> str:
    return " ".join(" ".join(map(line_text, page.lines)).split())


@pytest.mark.parametrize("width", [50, 80, 120])
@pytest.mark.parametrize(
    ("division", "official"), [(MASTERS, REFEREE), (APCA, DIRECTOR)], ids=["acf", "apca"]
)
def test_a_page_of_a_division_names_its_official_in_full(
    division: Division, official: tuple[str, ...], width: int
) -> None:
    aside = Division("aside", "Aside", "standard" if division is APCA else "apca", 3, "")
    state = of(division, aside)
    for language, who, with_whom in zip(LANGUAGES, official, WITH, strict=True):
        with said_in(language):
            pages = playlist(state, Frame(width, 20), "UTC", START)
        [page] = [page for page in pages if page.key.startswith("masters") and "/table" in page.key]
        short = {"fr": who.split("'")[-1].split()[-1], "ru": f"у {who}"}.get(language, who)
        assert (with_whom.format(who) if width >= 66 else short) in words(page)


@pytest.mark.parametrize(("division", "word"), [(MASTERS, "referee"), (APCA, "director")])
async def test_found_player_reads_the_official_of_their_division(
    division: Division, word: str
) -> None:
    aside = Division("aside", "Aside", "standard" if division is APCA else "apca", 3, "")
    async with lobby(state=of(division, aside)) as (run, pilot):
        await pilot.press("space", "a", "n", "g")
        await pilot.pause()
        assert f"This match is with the {word}." in " ".join(screen_text(run.app).split())
        await pilot.press("tab")
        await pilot.pause()
        assert f"what do you ask the {word} for?" in screen_text(run.app)
