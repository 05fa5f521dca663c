"""A referee at the real dashboard: he reads its screen in tmux and presses its keys, no more."""

from __future__ import annotations

from tests.processes.tmux import Pane, joined

SIZE = (110, 36)
_WAYS = 40
"""More lines than any list of a small hall has."""


class Referee:
    """The hands at the dashboard."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane

    def says(self, *words: str) -> str:
        """The screen says all of this, now or in a moment."""
        return self.pane.until(*words)

    def types(self, text: str) -> None:
        """Put ``text`` into the empty field, and take it."""
        self.pane.press("-l", text)
        self.pane.until(text)
        self.pane.press("Enter")

    def types_over(self, question: str, text: str) -> None:
        """Put ``text`` in place of what is offered in the field under ``question``."""
        screen = self.pane.until(question)
        if _below(screen, question):
            # A key that edits is carried out after letters that came with it: wait until it was.
            self.pane.press("End", "C-u")
            self.pane.when(lambda screen: not _below(screen, question))
        self.types(text)

    def point(self, words: str) -> None:
        """Put the cursor on the line with ``words``."""
        self.pane.until(words)
        self.pane.press("Home")
        for _ in range(_WAYS):
            here = self.pane.when(lambda screen: any("►" in line for line in screen.splitlines()))
            if any("►" in line and words in line for line in here.splitlines()):
                return
            before = here
            self.pane.press("Down")
            self.pane.when(lambda screen, before=before: screen != before)  # type: ignore[misc]
        raise AssertionError(f"no line says {words}:\n{here}")

    def confirm(self, *fact: str, no: str = "Not yet") -> None:
        """The fact is repeated, and it is so; ``no`` is the other answer, which only asks here."""
        self.pane.when(lambda screen: all(word in _unboxed(screen) for word in (*fact, no)))
        self.pane.press("y")
        self.pane.when(lambda screen: no not in joined(screen))

    def pair(self, number: int, *, start: str, seed: str) -> None:
        """A round from the witnesses to its publication."""
        self.pane.until(f"Pair round {number} of")
        self.pane.press("p")
        self.types_over("Who witnesses?", "Roe Clark")
        self.pane.until("Dice or cards")
        self.types(seed)
        self.pane.until("Check report")
        self.pane.press("Enter")
        self.types_over("When does it start?", start)
        self.confirm(f"Publish round {number} of")

    def accept(self, question: str, *fact: str) -> None:
        """A question's proposal, confirmed."""
        self.point(question)
        self.pane.until("Reported")
        self.pane.press("a")
        self.confirm(*fact)

    def decide(self, line: str, reason: str) -> None:
        """One line of the list of decisions, with the reason, confirmed."""
        self.pane.until("Game by game")
        self.point(line)
        self.pane.press("Enter")
        self.pane.until("Clause", "Reason")
        self.types(reason)
        self.confirm("Table", no="Leave it")


def _unboxed(screen: str) -> str:
    """The screen without the frame of a dialogue."""
    return joined(screen.replace("┃", " "))


def _below(screen: str, words: str) -> str:
    """The line under the one with ``words``."""
    lines = screen.splitlines()
    at = next((n for n, line in enumerate(lines) if words in line), len(lines))
    return "".join(lines[at + 1 : at + 2]).strip()
