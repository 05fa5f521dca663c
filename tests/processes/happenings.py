"""What can happen in a tournament day, each as a step that takes the day: data for the days' table.

A step does at the tables what players do, and at the dashboard what its referee does about it.
"""

from collections.abc import Callable

from shared.core.match.outcome import Code, Outcome
from tests.processes.tournament_day import Day, ago

Step = Callable[[Day], None]

SEEDS = ("4 1 6 2 5", "3 3 1 6 2", "6 2 2 5 1")


def registers(name: str) -> Step:
    """Register a player who comes to the desk."""
    return lambda day: day.register(name)


def paired(number: int, *, minutes_ago: int = 0) -> Step:
    """Draw and publish a round; it was called out so many minutes ago."""

    def step(day: Day) -> None:
        start = ago(minutes_ago) if minutes_ago else "now"
        day.referee.pair(number, start=start, seed=SEEDS[number - 1])

    return step


def called(one: tuple[str, str], other: tuple[str, str]) -> Step:
    """Open play: two pairs are called to tables 1 and 2."""

    def step(day: Day) -> None:
        day.referee.call(*one, "1")
        day.referee.call(*other, "2")

    return step


def called_from_the_queue(slot: str) -> Step:
    """Check that the queue asks to call a match of a draw sheet that is ready."""
    return lambda day: day.referee.call_from_queue(slot, "1")


def results(count: int) -> Step:
    """So many results count."""
    return lambda day: day.done(count)


def says(words: str) -> Step:
    """Check that the dashboard says so."""
    return lambda day: day.referee.says(words) and None


def a_dispute() -> Step:
    """Table 1 signs two scores, and the referee decides."""
    return lambda day: day.settle_the_dispute()


# -- at the table that is played by hand ----------------------------------------------------------


def a_phone(number: int, *, costs: str = "", signed: Outcome | None = None) -> Step:
    """Let a phone ring. It costs the game where the sheet says so; else the referee rules
    ``costs``, a line of what can be decided. Then both sign."""

    def step(day: Day) -> None:
        referee, table = day.referee, day.table
        key, (_, second) = table.match(number)
        table.sits(key, 0, 1)
        table.reports(key, "phone", about=1)
        question = f"A phone rang: {second}" if not costs else "A phone rang"
        if costs:
            referee.answer(question, costs.format(name=second), asked="{name}" in costs)
        else:
            referee.accept(question, f"Game 1 is forfeited by {second}")
        table.answered(key, "phone")
        if signed is not None:
            table.signs(key, signed)

    return step


def a_late_player(
    number: int, *, says: str = "", costs: str = "", signed: Outcome | None = None
) -> Step:
    """Report a side that is not there; the player comes once the referee has ruled.

    The dashboard says what the sheet ``says`` of it. Without ``costs`` its proposal is accepted.
    """

    def step(day: Day) -> None:
        referee, table = day.referee, day.table
        key, (_, second) = table.match(number)
        table.sits(key, 0)
        table.reports(key, "late", about=1)
        if costs:
            referee.answer("Late ", costs.format(name=second), says, asked="{name}" in costs)
        else:
            referee.accept("Late 3", f"Game 1 is forfeited by {second}")
        table.answered(key, "late")
        table.sits(key, 1)
        if signed is not None:
            table.signs(key, signed)

    return step


def a_late_player_whose_time_runs(number: int, *, late: str, signed: Outcome) -> Step:
    """With a clock no game is lost for being late: after the grace their own time runs."""

    def step(day: Day) -> None:
        referee, table = day.referee, day.table
        key, (_, second) = table.match(number)
        table.sits(key, 0)
        table.reports(key, "late", about=1)
        referee.accept_at_once(late, f"Start the time of {second}")
        table.answered(key, "late")
        table.sits(key, 1)
        table.signs(key, signed)

    return step


def a_player_who_never_comes(number: int) -> Step:
    """Forfeit every game of a side that has not come an hour after the start."""

    def step(day: Day) -> None:
        key, _ = day.table.match(number)
        day.table.sits(key, 0)
        day.table.reports(key, "late", about=1)
        day.referee.accept("Late 1:0", "wins 2–0 by forfeit")

    return step


def played(number: int, signed: Outcome) -> Step:
    """Play a match in which nothing happens."""

    def step(day: Day) -> None:
        key, _ = day.table.match(number)
        day.table.sits(key, 0, 1)
        day.table.signs(key, signed)

    return step


# -- while the event runs -------------------------------------------------------------------------


def changes(line: str, question: str, text: str, *fact: str) -> Step:
    """Change what the event has on ``line``, as the referee."""
    return lambda day: day.referee.change(line, question, text, *fact)


def undone(*fact: str) -> Step:
    """Take back the last change."""
    return lambda day: day.referee.undo_change(*fact)


def registers_late(name: str) -> Step:
    """Register a player who comes to the desk after round 1."""

    def step(day: Day) -> None:
        day.referee.register_late(name)
        day.until(lambda: name in {p.name for p in day.table.ears.state.players.values()})

    return step


def leaves_and_comes_back(name: str) -> Step:
    """Withdraw a player and undo it."""

    def step(day: Day) -> None:
        day.referee.withdraw(name, "Ill")
        day.until(lambda: _gone(day) == {name})
        day.referee.plays_on(name, "Well again")
        day.until(lambda: not _gone(day))

    return step


def _gone(day: Day) -> set[str]:
    players = day.table.ears.state.players.values()
    return {player.name for player in players if player.withdrawn_after is not None}


def points_granted(name: str, points: int) -> Step:
    """Grant points outside the rounds (APCA-30)."""

    def step(day: Day) -> None:
        day.referee.grant(name, points, "Sent home for an emergency")
        ears = day.table.ears
        day.until(lambda: any(p.granted == points for p in ears.state.players.values()))

    return step


def another_table(label: str) -> Step:
    return lambda day: day.referee.put_up(label)


def a_table_less(label: str) -> Step:
    def step(day: Day) -> None:
        day.referee.take_away(label)
        ears = day.table.ears
        day.until(lambda: any(t.label == label and t.away for t in ears.state.tables.values()))

    return step


def a_side_event(sheet: str, name: str) -> Step:
    return lambda day: day.referee.open_side_event(sheet, name)


# -- afterwards -----------------------------------------------------------------------------------


def a_correction(table: str, *, knocks_on: str = "was paired since") -> Step:
    """Correct a round 1 result of the table by hand; what follows is shown first."""

    def step(day: Day) -> None:
        referee = day.referee
        referee.correct(f"R1 T{table}")
        referee.pane.press("2")
        referee.says("What else changes:", knocks_on)
        referee.confirm("Change the result of", no="Leave it")
        first, _ = day.table.match(1)
        day.until(lambda: day.result(first).status == "ruled" and day.result(first).counts)

    return step


def an_appeal() -> Step:
    """Appeal the ruling on the dispute; the committee votes."""
    return lambda day: day.referee.appeal("R1 T1", "Clark +, Lee -, Roe -")


def no_appeal() -> Step:
    """Under this sheet the referee's word is final: no committee is offered above the referee."""
    return lambda day: day.referee.cannot_appeal("R1 T1")


def both(*codes: Code, points: tuple[int, int] | None = None) -> Outcome:
    """Sign the same at the table by hand for both sides."""
    return Outcome(codes, points=points)
