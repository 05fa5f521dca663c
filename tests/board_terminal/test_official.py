"""Who is called from a table is the sheet's: a director of USBGF and APCA, else a referee."""

import pytest
from msgspec.structs import replace

from board_terminal.driving.driver import Driver
from board_terminal.running.plain import PlainTable
from board_terminal.view.keys import wired
from shared.core.state import Division, HallState
from shared.machine.languages import LANGUAGES
from tests.board_terminal.screen_kit import begin, press, terminal
from tests.board_terminal.table_kit import DECK, Dice, round_one, state_of
from tests.board_terminal.table_port import Mailbox, TablePort
from tests.tui.fake_port import START
from tests.tui.screens import screen_text

COMING = ("referee is coming", "el árbitro viene", "l'arbitre arrive", "судья идёт")
DIRECTOR = ("director is coming", "el director viene", "le directeur arrive", "директор идёт")
BOOKS = pytest.mark.parametrize(
    ("rulebook", "control", "coming"),
    [
        ("acf-masters", "90:00", COMING),
        ("standard", "unclocked", COMING),
        ("usbgf-open", "2/12", DIRECTOR),
        ("apca", "unclocked", DIRECTOR),
    ],
)


def at_the_table(rulebook: str, control: str) -> HallState:
    """Return a match of one division, in a hall where another has the other official."""
    state = state_of(round_one(length=5), control=control, rulebook=rulebook)
    other = "apca" if rulebook in ("acf-masters", "standard") else "acf-masters"
    aside = Division("aside", "Aside", other, 12, "unclocked")
    return replace(state, divisions={**state.divisions, "aside": aside})


@BOOKS
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_the_official_who_comes_is_the_one_of_the_sheet_in_every_language(
    rulebook: str, control: str, coming: tuple[str, ...], size: tuple[int, int]
) -> None:
    app, port = terminal(at_the_table(rulebook, control))
    async with app.run_test(size=size) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", after=1_000)
        app.do("reports", app.monotonic())
        app.do("report:call", app.monotonic())
        await pilot.pause()
        assert port.state is not None
        [called] = port.state.reports
        port.come(called)
        for language, words in zip(LANGUAGES, coming, strict=True):
            app.speak(language)
            app.show()
            await pilot.pause()
            assert words in " ".join(screen_text(app).split())


@pytest.mark.parametrize(
    ("rulebook", "mine", "other"),
    [("apca", "Director", "eferee"), ("standard", "Referee", "irector")],
)
async def test_two_buttons_and_prompts_call_the_same_official(
    rulebook: str, mine: str, other: str
) -> None:
    state = at_the_table(rulebook, "unclocked")
    app, port = terminal(state)
    app.wired = wired("f9", "f10")
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "f9", "f10", after=1_000)
        labels = " ".join(choice.label for choice in app.view.choices)
        assert mine in labels
        assert other not in screen_text(app)

    heard: list[str] = []
    mail, port = Mailbox(), TablePort(state=state)
    port.start(mail)
    plain = PlainTable(
        Driver(port, table="3", deck=DECK, chance=Dice()),
        wall=lambda: START,
        monotonic=lambda: 1_000,
        zone="UTC",
        locked=False,
        say=heard.append,
    )
    port.tell_state()
    while mail.told:
        plain.hear(mail.told.popleft())
    assert any(line.endswith(f". {mine}") for line in heard)
    assert not any(other in line for line in heard)
