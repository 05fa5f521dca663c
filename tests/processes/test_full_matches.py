"""A full match of each rulebook, by keys at a real table whose hall is absent, and synced later."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import RULEBOOKS
from tests.processes.event_hall import Result, paired_event
from tests.processes.players import LEFT, RIGHT, TURN, Players
from tests.processes.tmux import in_tmux
from tests.prove import times

pytestmark = pytest.mark.processes


@dataclass(frozen=True)
class Played:
    """A division of an example, how its match is played, and what the hall has to hold of it.

    ``said`` is the end of the match's story; a clock runs ``speed`` times as fast: a key that comes
    again too soon is taken for held, and these hands are faster than people's."""

    division: tuple[str, str]
    play: Callable[[Players], None]
    said: str
    result: Result
    size: tuple[int, int] = (80, 24)
    speed: int = 50


def masters(table: Players) -> None:
    """Two clocks are wished for, a draw is refused, another one accepted."""
    table.sit_down()
    table.at("Which clock?", "7", "6")
    table.start()
    table.move(4)
    table.offer_draw(LEFT, accepted=False)
    table.move(1)
    table.report("5")
    table.says("Call for the referee · held here")
    table.end_game("1")
    table.says("Game 1: Ngozi", "Break:")
    table.next_game()
    table.move(2)
    table.offer_draw(RIGHT, accepted=True)
    table.sign()


def majors(table: Players) -> None:
    """The table dies in the middle of a game and comes back; a phone rings."""
    table.sit_down()
    table.start()
    table.move(5)
    table.pane.kill()
    table.pane.start_again()
    table.says("This table restarted.", "2 moves", "OFFLINE since")
    table.both("Agree? Press here")
    table.move(2)
    table.report("4")
    table.at("costs its owner the game", "4")
    table.says("Phone: Samuel Okoro · held here")
    table.end_game("3")
    table.next_game()
    table.move(3)
    table.end_game("3")
    table.sign()


def minors(table: Players) -> None:
    """Both sign with a PIN; without a clock a timekeeper is asked for."""
    table.sit_down()
    table.at("A clock only if both want one", "1", "3")
    table.set_pin("4", "7391")
    table.set_pin("6", "2046")
    table.start()
    table.move(3)
    table.report("+", "6")
    table.end_game("2")
    table.next_game()
    table.move(2)
    table.end_game("1")
    table.sign_with_pin(LEFT, "7391")
    table.sign_with_pin(RIGHT, "2046")


def apca(table: Players) -> None:
    """Who has won the coin takes Black; a count of moves is asked for and runs to its end."""
    table.sit_down()
    table.at("has won the coin: Black or White?", "4")
    table.start()
    table.move(2)
    table.report("Enter")
    table.at("Which count?", "4")
    table.at("asks", "4")
    for made in range(5):
        table.at(f"{made} of 5 moves", "+")
    table.says("Count complete: 5 of 5.", "Move count complete: Marion Pask · held here")
    table.end_game("2")
    table.next_game()
    table.move(4)
    table.end_game("1")
    table.sign()


def contest(table: Players) -> None:
    """Best of three with thirty seconds a turn: a player who does not move has passed."""
    table.sit_down()
    table.start()
    table.move(2)
    slow = table.asked(TURN)
    table.pane.when(lambda screen: table.asked(TURN) != slow)
    table.end_game("1")
    table.next_game()
    table.move(1)
    table.end_game("3")
    table.next_game()
    table.end_game("1")
    table.sign()


def standard(table: Players) -> None:
    """The moves are entered, an illegal one among them, and the second game is without them."""
    table.sit_down()
    table.at("8 Enter moves", "8")
    table.says("8 Only press")
    table.start()
    for squares, shown in (("11 15", "11-15"), ("22 18", "22-18"), ("15 22", "15-22")):
        table.at("Enter the squares", *squares.replace(" ", "-"))
        table.says(f"Move: {shown}")
        # Beside the whole board both halves stand one over the other: the arrow says who moves.
        arrow, key = ("←", "Left") if "←" in table.pane.text else ("→", "Right")
        table.pane.press(key)
        table.pane.when(lambda screen, arrow=arrow: arrow not in screen)
    table.pane.press("g")
    table.at("Who won?", "1")
    table.at("5 Next game", "5")
    table.at("8 Only press", "8")
    table.says("8 Enter moves")
    table.start()
    table.move(3)
    table.end_game("2")
    table.sign()


def usbgf_open(table: Players) -> None:
    """To seven points: doubles, a gammon, the Crawford game, and the cube back after it."""
    table.sit_down()
    table.at("One wish for a clock is enough", "7", "6")
    table.both("Accept? Press here")
    table.points_game(LEFT, "4", double=True)
    table.says("4–0 to 7")
    table.points_game(RIGHT, "9")
    table.says("4–1 to 7")
    table.points_game(LEFT, "7", double=True)
    table.says("6–1 to 7", "the Crawford game: no cube")
    table.wins_roll(RIGHT)
    assert "Double" not in table.pane.until("Crawford game: no cube.", TURN)
    table.end_points("9")
    table.says("6–2 to 7", "the cube is back")
    table.points_game(RIGHT, "6", double=True)
    table.says("6–6 to 7")
    table.points_game(LEFT, "7")
    table.sign()


def usbgf_limited(table: Players) -> None:
    """To five points without a clock: a roll, a wish, resignations, a pass, a break."""
    table.sit_down()
    table.at("A clock only if both wish it", "4", "9")
    table.at("equipment as it lies", "8")
    while "roll again" in table.pane.until("olled"):
        table.pane.press("8")
    table.at("decides the rest", "5")
    table.at("What do you wish to play with?", "9")
    table.at("✓ Endless", "0")
    table.says("endless clock.")
    table.both("Accept? Press here")
    table.wins_roll(LEFT)
    table.resigns("7")
    table.answers(RIGHT, "Accept? Press here")
    table.says("0–1 to 5")
    table.wins_roll(RIGHT)
    table.resigns("6")
    table.at("resigns: gammon", "9")
    table.end_points("1")
    table.says("3–1 to 5")
    table.pane.press("7")
    table.at("Break between games", "4")
    table.says("on a break")
    table.pane.press("7")
    table.at("is back", "4")
    table.wins_roll(LEFT)
    table.at(TURN, "4")
    table.at("take or pass?", "9")
    table.says("4–1 to 5", "the Crawford game")
    table.points_game(LEFT, "7")
    table.sign()


def usbgf_doubles(table: Players) -> None:
    """To five points with the clock that doubles must have: an entry is taken back by both."""
    table.sit_down()
    table.both("Accept? Press here")
    table.points_game(LEFT, "4")
    table.at("2–0 to 5", "8")
    table.says("Take back the end of game 1")
    table.both("Agree? Press here")
    table.at("‖ paused, to move", "7")
    table.end_points("9")
    table.says("0–1 to 5")
    table.wins_roll(RIGHT)
    table.double(RIGHT)
    table.end_points("6")
    table.sign()


def counts(outcome: str, left: int, right: int, *told: str, games: int = 2) -> Result:
    """Return a result that both have signed, the points that it brings, and what was reported."""
    return Result("confirmed", outcome, (left, right), frozenset(told), games)


SMALL, ORDINARY, LARGE = (50, 15), (80, 24), (100, 30)
MATCHES = {
    "acf-masters": Played(
        ("acf", "masters"),
        masters,
        "Ngozi Harlan wins 1½–½, 1 game drawn",
        counts("W D", 4, 0, "call"),
    ),
    "acf-majors": Played(
        ("acf", "majors"),
        majors,
        "Zofia Marek wins 2–0",
        counts("L L", 0, 4, "restart", "phone"),
    ),
    "acf-minors": Played(
        ("acf", "minors"),
        minors,
        "Viktor Sandoval wins 1½–½, 1 game drawn",
        counts("D W", 3, 1, "timekeeper"),
        SMALL,
    ),
    "apca": Played(
        ("apca-open-play", "gold"),
        apca,
        "Marion Pask wins 1½–½, 1 game drawn",
        counts("D W", 6, 2, "move_count long_line", "count_full long_line"),
        LARGE,
    ),
    "contest": Played(
        ("contest", "contest"),
        contest,
        "Viktor Sandoval wins 2–1",
        counts("W L W", 1, 0, games=3),
        speed=20,
    ),
    "standard": Played(
        ("standard", "club"),
        standard,
        "Farid Oldbury wins 1½–½, 1 game drawn",
        counts("W D", 3, 1),
        LARGE,
    ),
    "usbgf-open": Played(
        ("usbgf", "open"),
        usbgf_open,
        "Lucía Ferrán wins 7–6",
        counts("W", 1, 0, games=1),
        speed=20,
    ),
    "usbgf-limited": Played(
        ("usbgf", "limited"),
        usbgf_limited,
        "Greta Holm wins 5–1",
        counts("W", 1, 0, games=1),
        SMALL,
    ),
    "usbgf-doubles": Played(
        ("usbgf", "doubles"),
        usbgf_doubles,
        "Holm and Reis wins 5–0",
        counts("L", 0, 1, games=1),
        speed=20,
    ),
}


def test_every_rulebook_has_its_match() -> None:
    assert set(MATCHES) == set(RULEBOOKS)


@pytest.mark.needs("tmux")
@pytest.mark.timeout(180)
@pytest.mark.parametrize("rulebook", list(MATCHES)[:: times(3, 1)])
def test_a_match_is_played_without_a_hall_and_counts_as_soon_as_there_is_one(
    tmp_path: Path, rulebook: str
) -> None:
    played = MATCHES[rulebook]
    event = paired_event(tmp_path, *played.division)
    command = (*event.terminal, "--speed", str(played.speed))
    with in_tmux(tmp_path, *command, size=played.size) as pane:
        table = Players(pane)
        played.play(table)
        table.sees_it_signed()
        assert event.counted == 0
        with event.hall():
            table.says("Signed by both · at the hall", "LIVE")
            pane.press("C-q")
    assert event.counted == 1
    assert event.result() == played.result
    story = event.audit
    assert story[-1] == f"It counts, confirmed: {played.said}."
    assert not [line for line in story if re.search(r" [at]\.[a-z]+\.[a-z]+", line)]


@pytest.mark.needs("tmux")
@pytest.mark.timeout(180)
def test_a_dispute_made_without_a_hall_waits_for_the_referee_once_there_is_one(
    tmp_path: Path,
) -> None:
    event = paired_event(tmp_path, "standard", "club")
    with in_tmux(tmp_path, *event.terminal, "--speed", "50", size=SMALL) as pane:
        table = Players(pane)
        disputed(table)
        with event.hall():
            table.says("The referee has both versions.", "LIVE")
            assert event.open_questions == 1
            event.rule(Outcome((Code.WIN, Code.LOSS)), "DARK-arbiter", "Both were heard.")
            table.says("The referee has ruled", "Clause DARK-arbiter", "Both were heard.")
            pane.press("C-q")
    assert event.open_questions == 0
    result = event.result()
    assert (result.status, result.outcome, result.points) == ("ruled", "W L", (2, 2))


def disputed(table: Players) -> None:
    """The left player signs what was played, the right one another score."""
    table.sit_down()
    table.start()
    table.end_game("1")
    table.next_game()
    table.end_game("2")
    table.answers(LEFT, "Correct? Press here")
    table.at("Another score", "5")
    table.at("who won game 1?", "3")
    table.at("who won game 2?", "3")
    table.at("both go to the referee", "5")
    table.says("The two scores differ.", "as soon as they are at the hall")
