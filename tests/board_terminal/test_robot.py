import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import count

import msgspec
import pytest
from msgspec.structs import replace
from textual import events
from textual.message import Message
from textual.pilot import Pilot

from board_terminal.driving.driver import PATIENCE_MS
from board_terminal.running.robot import next_command, play
from board_terminal.view.view import Model
from shared.core.events import ResultSigned
from shared.core.match.outcome import Code, Outcome
from shared.program.robot_scripts import RobotScript, disputer, planned
from tests.board_terminal.points_kit import game, table
from tests.board_terminal.screen_kit import TestTerminal, begin, press, terminal, tick, turn
from tests.board_terminal.table_kit import round_one, round_two, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.screens import screen_text

SCRIPT = RobotScript(
    outcomes={"1:king:chen": [Code.WIN, Code.DRAW], "2:king:moe": [Code.WIN, Code.LOSS]}, moves=3
)


class Enough(Exception):
    pass


def beats(pilot: Pilot[None], number: int) -> Callable[[float], Awaitable[None]]:
    """Return a sleep that lets the app work, a second on the table's clock each time, and then
    ends."""
    left = iter(range(number))

    async def sleep(_: float) -> None:
        if next(left, None) is None:
            raise Enough
        app = pilot.app
        assert isinstance(app, TestTerminal)
        turn(app, 1_000)
        app.tick()
        await pilot.pause()

    return sleep


async def robot(pilot: Pilot[None], script: RobotScript = SCRIPT, *, looks: int = 60) -> list[str]:
    app = pilot.app
    assert isinstance(app, TestTerminal)
    accepted: list[str] = []
    try:
        await play(app, script, accepted.append, beats(pilot, looks))
    except Enough:
        await pilot.pause()
    return accepted


def signed(port: TablePort) -> list[ResultSigned]:
    bodies = port.bodies(ResultSigned)
    return [body for body in bodies if isinstance(body, ResultSigned)]


def test_script_reads_codes_for_the_player_named_first() -> None:
    assert planned(SCRIPT, 1, ("king", "chen"), 1) is Code.WIN
    assert planned(SCRIPT, 1, ("chen", "king"), 1) is Code.LOSS
    assert planned(SCRIPT, 1, ("chen", "king"), 2) is Code.DRAW


def test_a_forfeit_in_the_script_is_entered_as_the_win_or_loss_that_it_counts_as() -> None:
    script = RobotScript(outcomes={"1:a:b": [Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT]})
    assert [planned(script, 1, ("a", "b"), game) for game in (1, 2)] == [Code.WIN, Code.LOSS]
    assert planned(script, 1, ("b", "a"), 1) is Code.LOSS


def test_made_up_outcomes_agree_whichever_seat_the_players_have() -> None:
    script = RobotScript(seed=7)
    for round_no in range(1, 30):
        one = planned(script, round_no, ("a", "b"), 1)
        assert planned(script, round_no, ("b", "a"), 1) is one.reversed
    assert len({planned(script, n, ("a", "b"), 1) for n in range(1, 30)}) == 3


def test_the_script_is_plain_json() -> None:
    text = json.dumps({"outcomes": {"1:a:b": ["W", "W"]}, "pace_ms": 5, "ledger": "x"})
    script = msgspec.json.decode(text, type=RobotScript)
    assert (script.pace_ms, script.moves, script.ledger) == (5, 4, "x")


def test_robot_disputes_only_if_the_script_says_so() -> None:
    assert disputer(SCRIPT, 1, ("king", "chen")) is None
    script = RobotScript(disputes=["1:king:chen"])
    assert disputer(script, 1, ("king", "chen")) == 1
    assert disputer(script, 1, ("chen", "king")) == 0
    whole = RobotScript(disputes=["1"])
    assert disputer(whole, 1, ("chen", "king")) == 1
    assert disputer(whole, 2, ("chen", "king")) is None


def test_what_could_not_be_saved_is_tried_again() -> None:
    model = Model("scoring", "3", asks=(False, False), offers=(("retry", "enter"),))
    assert next_command(model, SCRIPT) == "retry"


def test_robot_waits_while_no_question_is_asked() -> None:
    for phase in ("waiting", "refused", "stopped", "disputed", "ruled", "loading", "starting"):
        assert next_command(Model(phase, "3"), SCRIPT) is None


def test_a_table_that_is_turned_away_plays_on_if_it_has_a_match() -> None:
    model = Model("refused", "3", offers=(("overrule", "7"),))
    assert next_command(model, SCRIPT) == "overrule"


async def test_a_robot_plays_two_rounds_by_keys_alone() -> None:
    app, port = terminal(state_of(round_one(), round_two(), control=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        accepted = await robot(pilot, looks=90)
        assert [(body.seat, body.outcome) for body in signed(port)] == [
            (0, Outcome((Code.WIN, Code.DRAW))),
            (1, Outcome((Code.WIN, Code.DRAW))),
            (0, Outcome((Code.LOSS, Code.WIN))),
            (1, Outcome((Code.LOSS, Code.WIN))),
        ]
        assert app.model.phase == "waiting"
        assert port.state is not None
        versions = [v for m in port.state.matches.values() for v in m.result.versions]
        assert sorted(accepted) == sorted(version.event for version in versions)


async def test_the_two_rest_once_between_their_games_as_people_do() -> None:
    app, port = terminal(state_of(round_one(), control=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        rests: list[str] = []
        beat = beats(pilot, 60)

        async def sleep(seconds: float) -> None:
            if seconds > 1:
                rests.append(app.model.phase)
            await beat(0.0)

        resting = replace(SCRIPT, rest_ms=8_000)
        with pytest.raises(Enough):
            await play(app, resting, lambda _: None, sleep)
        assert rests == ["between"]
        assert len(signed(port)) == 2


def posted_to(app: TestTerminal, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the keys that go down from now on."""
    keys: list[str] = []
    post = app.post_message

    def noted(message: Message) -> bool:
        if isinstance(message, events.Key):
            keys.append(message.key)
        return post(message)

    monkeypatch.setattr(app, "post_message", noted)
    return keys


async def test_at_a_slow_table_the_robot_waits_for_what_became_of_its_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table gets to its work once in five looks: a second key would answer what comes next."""
    app, port = terminal(state_of(round_one(), control=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        work, looks = beats(pilot, 60), count()
        posted, at_once = posted_to(app, monkeypatch), set[int]()

        async def sleep(seconds: float) -> None:
            if next(looks) % 5 == 4:
                at_once.add(len(posted))
                posted.clear()
                await work(seconds)

        with pytest.raises(Enough):
            await play(app, SCRIPT, lambda _: None, sleep)
        assert at_once == {0, 1}
        assert len(signed(port)) == 2


async def test_the_robot_presses_nothing_while_a_command_waits_for_the_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, port = terminal(state_of(round_one(), control=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        port.auto_save = False
        app.do("side:0", app.monotonic())
        app.do("side:1", app.monotonic())
        posted, left = posted_to(app, monkeypatch), iter(range(5))

        async def sleep(_: float) -> None:
            if next(left, None) is None:
                raise Enough
            await pilot.pause()

        with pytest.raises(Enough):
            await play(app, SCRIPT, lambda _: None, sleep)
        assert posted == []
        port.auto_save = True
        await tick(pilot, PATIENCE_MS)
        await robot(pilot, looks=5)
        assert posted


@pytest.mark.clause("USBGF-4.5", "USBGF-4.6", "SE-2", "APCA-32", "DARK-KO")
@pytest.mark.parametrize(
    ("book", "outcome"),
    [
        ("usbgf-open", Outcome((Code.LOSS,), points=(0, 7))),
        ("contest", Outcome((Code.LOSS, Code.LOSS))),
        ("apca", Outcome((Code.LOSS, Code.WIN))),
        ("standard", Outcome((Code.LOSS, Code.WIN, Code.WIN))),
    ],
)
async def test_a_robot_plays_each_format_from_sitting_down_to_both_signatures_offline(
    book: str, outcome: Outcome
) -> None:
    games = [Code.LOSS, Code.LOSS if book == "contest" else Code.WIN, Code.WIN]
    script = RobotScript(outcomes={"1:king:chen": games}, moves=3)
    app, port = terminal(state_of(round_one(length=7), control="", rulebook=book))
    port.online = False
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        accepted = await robot(pilot, script, looks=80)
        assert app.model.phase == "waiting"
        assert "held here" in screen_text(app)
    assert [body.outcome for body in signed(port)] == [outcome, outcome]
    assert len(set(accepted)) == 2


@pytest.mark.clause("SE-7")
async def test_a_robot_counts_the_captures_of_a_contest_that_its_games_leave_equal() -> None:
    script = RobotScript(outcomes={"1:king:chen": [Code.WIN, Code.LOSS, Code.DRAW]}, moves=1)
    app, port = terminal(state_of(round_one(), control="", rulebook="contest"))
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)
        await robot(pilot, script, looks=80)
        assert app.model.phase == "waiting"
    assert [body.outcome for body in signed(port)] == [
        Outcome((Code.WIN, Code.LOSS, Code.DRAW), captures=(8, 9))
    ] * 2


async def test_a_signature_that_is_not_saved_is_not_noted_as_accepted() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)

        def full_disk(model: Model) -> None:
            port.auto_save = model.phase != "scoring"

        app.watchers.append(full_disk)
        assert await robot(pilot) == []
        assert [sign.state for sign in app.model.signatures] == ["saving", "saving"]


async def test_a_robot_takes_up_a_match_after_a_restart() -> None:
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await press(pilot, "z", "slash", "z")
        await press(pilot, "slash", after=5_000)
    again, _ = terminal(port=port)
    async with again.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        assert again.model.phase == "recovering"
        await robot(pilot)
        assert again.model.phase == "waiting"
    assert [body.outcome for body in signed(port)] == [Outcome((Code.WIN, Code.DRAW))] * 2


async def test_a_robot_disputes_when_told_to_and_then_waits_for_the_referee() -> None:
    script = msgspec.structs.replace(SCRIPT, disputes=["1:king:chen"])
    app, port = terminal()
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        await robot(pilot, script)
        assert app.model.phase == "disputed"
        assert [(body.seat, body.outcome) for body in signed(port)] == [
            (0, Outcome((Code.WIN, Code.DRAW))),
            (1, Outcome((Code.DRAW, Code.DRAW))),
        ]


def test_decisive_match_under_dispute_names_the_other_winner() -> None:
    script = RobotScript(seed=7, drawless=True, disputes=["1:king:chen"])
    kit = game(table(length=3), 0, 3)
    kit.do("side:0")
    while (command := next_command(kit.model, script)) is not None:
        kit.do(command)
    assert kit.model.phase == "disputed"
    first, second = (v.outcome for v in sorted(kit.port.bodies(ResultSigned), key=lambda b: b.seat))
    assert (first.points, second.points) == ((3, 0), (2, 3))


async def test_a_robot_ends_with_its_app() -> None:
    app, port = terminal(state_of())
    async with app.run_test(size=(50, 15)) as pilot:
        await begin(pilot, port)

        async def leave(_: float) -> None:
            app.exit()
            await pilot.pause()
            await asyncio.sleep(0)

        await play(app, SCRIPT, lambda _: None, leave)
    assert not app.is_running
    assert app.watchers == []


def test_a_robot_that_took_a_match_over_says_who_won_as_its_script_has_it() -> None:
    script = RobotScript(outcomes={"1:king:chen": [Code.LOSS, Code.DRAW]})
    asked = Model("recalling", "3", "m1", 1, ("king", "chen"), game=2)
    assert next_command(asked, script) == "code:L"
    assert next_command(replace(asked, codes=(Code.LOSS,)), script) == "code:D"


def test_a_robot_whose_device_was_replaced_does_nothing() -> None:
    assert next_command(Model("replaced", "3"), RobotScript()) is None


def test_robots_of_a_knockout_draw_no_game() -> None:
    script = RobotScript(seed=5, drawless=True)
    codes = {planned(script, n, ("king", "chen"), 1) for n in range(1, 60)}
    assert codes == {Code.WIN, Code.LOSS}


async def test_a_robot_lets_every_key_go_however_fast_it_plays() -> None:
    app, port = terminal(state_of(round_one()))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)

        async def soon(_seconds: float) -> None:
            await pilot.pause()
            if app.model.phase == "waiting":
                app.exit()

        await play(app, RobotScript(ledger="", moves=2, pace_ms=1), lambda event: None, soon)
    assert len(port.bodies(ResultSigned)) == 2


async def test_a_robot_presses_nothing_before_the_screen_has_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, port = terminal(state_of(round_one()))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot, port)
        pressed: list[str] = []
        looks = 0
        post = app.post_message

        def posted(message: Message) -> bool:
            if isinstance(message, events.Key):
                pressed.append(message.key)
            return post(message)

        async def rarely(_seconds: float) -> None:
            """The app comes to its turn at every fifth look only."""
            nonlocal looks
            looks += 1
            if looks % 5 == 0:
                await pilot.pause()
                assert len(pressed) <= 1
                pressed.clear()
            if app.model.phase == "waiting":
                app.exit()

        monkeypatch.setattr(app, "post_message", posted)
        await play(app, RobotScript(ledger="", moves=2, pace_ms=1), lambda event: None, rarely)
    assert len(port.bodies(ResultSigned)) == 2
