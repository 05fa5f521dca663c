"""The kiosk in other languages: columns hold, a visitor chooses a language, and it is forgotten."""

from collections.abc import Callable

import msgspec
import pytest

from kiosk.app import ASKED_BY
from kiosk.screens.top_line import LanguageName
from shared.core.events import RequestFiled, entities
from shared.core.events.measures import RequestGranted, RequestRefused
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import HallState
from shared.core.state.office import Office, Request, Shows
from shared.machine.languages import LANGUAGES, catalogue
from shared.port import Link, Stopped
from shared.public.answer import answer
from tests.core.decided import decision
from tests.kiosk.lobby_states import large_hall, small_hall
from tests.kiosk.test_kiosk_app import SIZES, lobby
from tests.kiosk.test_pages import PICTURES
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, screen_lines, screen_text, words
from tests.words.spoken import Masked, readable, said_in

TOLD = ("es", "ru")
PAGES: list[tuple[str, Callable[[], HallState]]] = [
    *((kind, small_hall) for kind in ("countdown", "by_table", "by_name", "standings")),
    *PICTURES,
]


def showing(kind: str, state: HallState) -> HallState:
    office = msgspec.structs.replace(state.office, shows={"fake" * 8: Shows((kind,))})
    return msgspec.structs.replace(state, office=office)


@pytest.mark.parametrize("size", SIZES)
async def test_the_pages_of_the_lobby(size: tuple[int, int]) -> None:
    async with lobby(size) as (run, pilot):
        for kind, state in PAGES:
            run.port.tell_hall(showing(kind, state()))
            run.again()
            for language in TOLD:
                run.app.speak(language)
                run.app.tick()
                await pilot.pause()
                assert_screen(run.app, f"{language}-{kind.replace('_', '-')}")


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("size", SIZES)
async def test_a_bye_and_the_keys_of_an_answer_stand_whole_in_every_language(
    size: tuple[int, int], language: str
) -> None:
    told = catalogue(language).gettext
    async with lobby(size) as (run, pilot):
        run.app.speak(language)
        for kind, state in PAGES:
            if kind in ("by_name", "by_table", "crosstable"):
                run.port.tell_hall(showing(kind, state()))
                run.again()
                run.app.tick()
                await pilot.pause()
                first = screen_lines(run.app)
                # The rounds of a crosstable may stand on two pages.
                run.later(8)
                await pilot.pause()
                assert told("bye") in words((*first, *screen_lines(run.app))), kind
        await pilot.press("space", "t", "i")
        await pilot.pause()
        foot = screen_lines(run.app)[-1]
        for label in ("Back", "Done", "Ask …", "Standing"):
            assert told(label) in foot, label


@pytest.mark.parametrize("size", SIZES)
async def test_player_search_matches_its_snapshots_in_every_language(size: tuple[int, int]) -> None:
    async with lobby(size) as (run, pilot):
        for language in TOLD:
            run.app.speak(language)
            await pilot.press("space", "k", "i")
            await pilot.pause()
            assert_screen(run.app, f"{language}-several")
            await pilot.press("backspace", "backspace", "t", "i")
            await pilot.pause()
            assert_screen(run.app, f"{language}-answer")
            await pilot.press("tab", "down", "enter")
            await pilot.pause()
            assert_screen(run.app, f"{language}-sure")
            await pilot.press("escape", "escape", "escape")


async def test_a_visitor_goes_through_the_languages_with_a_key() -> None:
    async with lobby() as (run, pilot):
        await pilot.press("space")
        seen = []
        for _name in LANGUAGES:
            await pilot.pause()
            seen += [line.strip() for line in screen_text(run.app).splitlines() if "▏" in line]
            await pilot.press("f3")
        assert seen == ["Your name:  ▏", "Su nombre:  ▏", "Votre nom\u00a0:  ▏", "Ваше имя:  ▏"]
        await pilot.pause()
        assert "Your name:" in screen_text(run.app)


async def test_a_tap_takes_a_language_by_its_own_name() -> None:
    async with lobby() as (run, pilot):
        await pilot.click()
        await pilot.pause()
        for name in run.app.screen.query(LanguageName):
            await pilot.click(name)
            await pilot.pause()
            assert run.app.language == name.language
            assert f"▸{LANGUAGES[name.language]}" in screen_text(run.app)


@pytest.mark.parametrize("away", ["idle", "done"])
async def test_players_language_is_forgotten_with_their_name(away: str) -> None:
    async with lobby() as (run, pilot):
        run.app.speak("fr")
        await pilot.press("space", "k", "f3")
        await pilot.pause()
        assert run.app.language == "ru"
        if away == "idle":
            run.later(31)
        else:
            await pilot.press("escape")
        await pilot.pause()
        assert run.app.language == "fr"
        assert "Appuyez" in screen_text(run.app)


async def test_choosing_a_language_counts_as_a_touch() -> None:
    async with lobby() as (run, pilot):
        await pilot.press("space", "k")
        run.later(20)
        await pilot.press("f3")
        run.later(20)
        await pilot.pause()
        assert run.app.session is not None
        assert run.app.session.typed == "k"


async def test_two_kiosks_of_one_process_speak_two_languages() -> None:
    async with lobby() as (one, first), lobby() as (two, second):
        one.app.speak("es")
        two.app.speak("ru")
        await first.press("space")
        await second.press("space")
        await first.pause()
        await second.pause()
        assert "Su nombre:" in screen_text(one.app)
        assert "Ваше имя:" in screen_text(two.app)


def words_of(value: object) -> set[str]:
    """Return every text of the hall's state: what people typed is said in no language."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {text for each in value.values() for text in words_of(each)}
    if isinstance(value, list | tuple):
        return {text for each in value for text in words_of(each)}
    return set()


def data(state: HallState) -> set[str]:
    """Return what may be read on a screen whose every message is masked."""
    typed = (
        *state.divisions.values(),
        *state.players.values(),
        *state.tables.values(),
        *state.matches.values(),
        *state.office.layout,
        state.tournament,
    )
    told = {text for each in typed for text in words_of(msgspec.to_builtins(each))}
    clauses = {clause for book in RULEBOOKS.values() for clause in book.clauses.values()}
    return told | clauses | set(LANGUAGES.values()) | {"Esc Bksp Tab Enter PgUp PgDn"}


async def test_no_word_of_a_page_escapes_translation() -> None:
    async with lobby((100, 30)) as (run, pilot):
        run.app.voice.catalogue = Masked()
        run.app.language = "masked"
        for kind, state in PAGES:
            made = showing(kind, state())
            run.port.tell_hall(made)
            run.again()
            await pilot.pause()
            assert "×××" in screen_text(run.app), kind
            assert not readable(screen_text(run.app), data(made)), kind


async def test_no_word_of_the_finder_escapes_translation() -> None:
    made = small_hall()
    # Letters of the hall's names stand on a key of the pad.
    known = data(made) | {"ki", "小明"}
    async with lobby((100, 30), made) as (run, pilot):
        await pilot.click()
        run.app.voice.catalogue = Masked()
        run.app.language = "masked"
        for key in ("q", "backspace", "k", "i", "1", "f2", "backspace", "tab", "down", "enter",
                    "up", "enter"):  # fmt: skip
            await pilot.press(key)
            assert not readable(screen_text(run.app), known), key
        for link in (Link("catching_up", START, behind=3), Link("offline", START),
                     Link("starting", START), Link("live", START)):  # fmt: skip
            run.port.tell_link(link)
            await pilot.pause()
            assert not readable(screen_text(run.app), known), link
        await pilot.press("f1")
        assert not readable(screen_text(run.app), known)


async def test_a_node_that_stopped_tells_its_own_sentence() -> None:
    async with lobby() as (run, pilot):
        run.app.speak("ru")
        run.port.tell(Stopped("The disk is full."))
        await pilot.pause()
        assert "The disk is full." in screen_text(run.app)
        assert "■ на" in screen_text(run.app)


@pytest.mark.parametrize("language", list(LANGUAGES))
async def test_the_lists_of_a_large_hall_fit_in_every_language(language: str) -> None:
    async with lobby((50, 15), large_hall(120, "Ivan Preobrazhensky-Troyekurov")) as (run, pilot):
        run.app.speak(language)
        for _turn in range(12):
            run.later(8)
            await pilot.pause()
            lines = screen_text(run.app).splitlines()
            assert all("…" not in line for line in lines[1:3]), lines[:3]


@pytest.mark.parametrize("language", list(LANGUAGES))
async def test_request_writes_the_same_fact_in_every_language(language: str) -> None:
    async with lobby() as (run, pilot):
        run.app.speak(language)
        await pilot.press("space", "t", "i", "tab", "4", "2")
        await pilot.pause()
        [draft] = run.port.drafts
        assert (draft.body, draft.actor) == (RequestFiled("withdraw"), ASKED_BY)


def test_outcome_of_a_request_is_told_in_the_visitors_language() -> None:
    ent = "player/p7/request/0"
    asked = Request(ent, "e", "p7", "withdraw", 0, START, "k", "unverified press")
    told = {}
    for state, measure in (
        (None, RequestGranted("withdraw")),
        ("granted", RequestGranted("withdraw")),
        ("refused", RequestRefused("withdraw")),
    ):
        one = msgspec.structs.replace(asked, state=state, decision="d1")
        hall = msgspec.structs.replace(small_hall(), office=Office(requests={ent: one}))
        about = entities.player_decision("p7")
        made = (decision("d1", measure, ent=about, reason="Play on"),)
        player = msgspec.structs.replace(hall.players["p7"], decisions=made)
        hall = msgspec.structs.replace(hall, players={**hall.players, "p7": player})
        with said_in("es"):
            told[state] = answer(hall, player, START, "UTC").lines[-1]
    assert told[None].startswith("Retirarme del torneo, pedido 22:13: ")
    assert all("Retirarme del torneo" in line for line in told.values())
    assert told["refused"].endswith(" “Play on”")
    assert len(set(told.values())) == 3
