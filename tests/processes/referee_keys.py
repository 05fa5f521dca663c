"""A referee at the real dashboard, who only reads its screen in tmux and presses its keys."""

from tests.processes.tmux import Pane, joined

SIZE = (110, 36)
CURSOR = "►"
BOX = "┃"
"""The frame of a dialogue."""
ASKED = "Enter Take it"
"""Under the field of a dialogue."""
FIELD, FIELD_END = "▌▐"
EDGES = f" {FIELD}{FIELD_END}"
"""Around what is typed into a field."""
GONE = "Nothing is asked here any more"
QUEUE_TITLE = "NEEDS YOU"
QUEUE = 36
"""So many columns of the main screen are the queue's; beside it stands the case."""


class Referee:
    """The hands at the dashboard."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane

    def says(self, *words: str) -> str:
        """Wait until the screen says all of this, now or in a moment."""
        return self.pane.until(*words)

    def types(self, text: str) -> None:
        """Put ``text`` into the empty field, and take it."""
        self.pane.press("-l", text)
        self.pane.until(text)
        self.pane.press("Enter")

    def types_over(self, question: str, text: str) -> None:
        """Put ``text`` in place of what is offered in the field under ``question``."""
        self.pane.until(question)
        self.pane.press("-l", text)
        typed = _field(self.pane.when(lambda screen: _field(screen).endswith(text)))
        if offer := len(typed) - len(text):
            # Only what is there is waited for: a field that is not drawn yet is empty too.
            self.pane.press("Home", *["DC"] * offer)
            self.pane.when(lambda screen: _field(screen) == text)
        self.pane.press("Enter")

    def answers(self, question: str, text: str) -> None:
        """Put ``text`` into the field under ``question``, which is empty."""
        self.pane.until(question)
        self.types(text)

    def point(self, words: str) -> None:
        """Put the cursor on the line with ``words``."""
        while True:
            # A step is over when the cursor has moved, whatever else was drawn meanwhile.
            screen = self.pane.when(lambda screen: _rows(screen, CURSOR) and _rows(screen, words))
            [here, *_], found = _rows(screen, CURSOR), _rows(screen, words)
            if GONE in screen:
                # The case under the cursor is over: its line stays until the referee goes on. The
                # next case can be over by then as well.
                case = _gone_case(screen)
                self.pane.press("a")
                self.pane.when(lambda screen, case=case: _gone_case(screen) != case)  # type: ignore[misc]
                continue
            if here in found:
                return
            self.pane.press("Down" if found[-1] > here else "Up")
            self.pane.when(lambda screen, here=here: _rows(screen, CURSOR) not in ([], [here]))  # type: ignore[misc]

    def pick(self, question: str, words: str) -> None:
        """The line with ``words`` of the list under ``question``."""
        self.pane.until(question)
        self.point(words)
        self.pane.press("Enter")
        self.pane.when(lambda screen: question not in joined(screen))

    def confirm(self, *fact: str, no: str = "Not yet") -> None:
        """The fact is repeated, and it is so; ``no`` is the other answer, which only asks here."""
        self.pane.when(lambda screen: _asks(screen, *fact, no))
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

    def look_at(self, question: str, *says: str) -> None:
        """Put the cursor on a reported question; its case says all of this."""

        def told(screen: str) -> bool:
            return all(word in joined(screen) for word in ("Reported", *says))

        while True:
            self.point(question)
            screen = self.pane.when(lambda screen: GONE in screen or told(screen))
            if GONE not in screen:
                return

    def accept(self, question: str, *fact: str) -> None:
        """A question's proposal, confirmed.

        A table that was not heard just now has no proposal: the list opens, with it as a line.
        """
        no = "Leave it"
        self.look_at(question)
        self.pane.press("a")
        if not _asks(self.pane.when(lambda screen: _asks(screen, *fact, no) or _lists(screen)), no):
            self.point(fact[0])
            self.pane.press("Enter")
        self.confirm(*fact, no=no)

    def accept_at_once(self, question: str, *says: str) -> None:
        """A question's proposal that ends nothing: it is written without a yes."""
        self.look_at(question, *says)
        self.pane.press("a")

    def answer(self, question: str, line: str, *says: str, asked: bool) -> None:
        """One line of what can be decided about a report; a yes is ``asked`` where a game ends.

        ``says`` is what the case says before."""
        self.look_at(question, *says)
        self.pane.press("o")
        self.pane.when(_lists)
        self.point(line)
        self.pane.press("Enter")
        if asked:
            self.confirm(line, no="Leave it")
        self.pane.until(QUEUE_TITLE)

    def decide(self, line: str) -> None:
        """One line of the list of what can be decided, confirmed."""
        self.pane.when(_lists)
        self.point(line)
        self.pane.press("Enter")
        self.confirm("Table", no="Leave it")

    # -- the desks beside the queue ---------------------------------------------------------------

    def register(self, name: str) -> None:
        """A player who comes to the desk; only the name is known."""
        self._opens("r", "Registration")
        self.pane.press("N")
        self.pane.until("new player", "Fixed table")
        self.types(name)
        self.pane.when(lambda screen: "Fixed table" not in screen)
        self._leaves("Registration")

    def register_late(self, name: str) -> None:
        """A player who comes after round 1: what that costs is read before the yes."""
        self._opens("r", "Registration")
        self.pane.press("N")
        self.pane.until("new player", "Fixed table")
        self.types(name)
        self.confirm(name, "late", no="Refuse")
        self._leaves("Registration")

    def withdraw(self, name: str, why: str) -> None:
        """A player leaves."""
        self._at_standings(name)
        self.answers(f"Why does {name} withdraw?", why)
        self.confirm(f"{name} leaves after round", no="Keep")
        self._leaves("Standings")

    def plays_on(self, name: str, why: str) -> None:
        """A withdrawal is undone."""
        self._at_standings(name)
        self.answers(f"Why does {name} play on?", why)
        self.confirm(f"{name} is back", no="Not yet")
        self._leaves("Standings")

    def _at_standings(self, name: str) -> None:
        self._opens("s", "Standings")
        self.point(name)
        self.pane.press("W")

    def change(self, line: str, question: str, text: str, *fact: str) -> None:
        """The event is changed: what follows is read before the yes."""
        self._opens("q", "Change the event")
        self.point(line)
        self.pane.press("Enter")
        self.types_over(question, text)
        self.answers("Why is the event changed?", "All stay till Sunday.")
        self.confirm(*fact, no="Leave it")
        self._leaves("Change the event")

    def undo_change(self, *fact: str) -> None:
        """The last change is taken back."""
        self._opens("q", "Change the event")
        self.pane.press("u")
        self.answers("Why is the last change undone?", "They do not.")
        self.confirm(*fact, no="Leave it")
        self._leaves("Change the event")

    def put_up(self, label: str) -> None:
        """One table more."""
        self._opens("q", "Change the event")
        self.pane.press("+")
        self.answers("Which tables are put up?", label)
        self.answers("Why are tables put up?", "More came.")
        self.confirm("Put up 1 table", no="Not yet")
        self._leaves("Change the event")

    def take_away(self, label: str) -> None:
        """One table less."""
        self._opens("q", "Change the event")
        self.pane.press("-l", "-")
        self.answers("Which tables are taken away?", label)
        self.answers("Why are tables taken away?", "The stage is needed.")
        self.confirm("Take away 1 table", no="Leave it")
        self._leaves("Change the event")

    def open_side_event(self, sheet: str, name: str) -> None:
        """A division more, while the hall runs."""
        self._opens("q", "Change the event")
        self.pane.press("N")
        self.pick("Under which rule sheet?", sheet)
        self.answers("What is the division called?", name)
        self.answers("How many rounds?", "1")
        self.answers("Why is it opened?", "For who is out.")
        self.confirm(f"Open {name}?")
        self._leaves("Change the event")

    def call(self, one: str, other: str, table: str) -> None:
        """Two who are free, in open play."""
        self._opens("b", "Open play")
        self.point(f"free      {one}")
        self.pane.press("Enter")
        self.pick("challenges whom?", other)
        self._takes_table(table)
        self.confirm(f"play at table {table}", no="Leave it")
        self._leaves("Open play")

    def _takes_table(self, table: str) -> None:
        """Another table than the one that is offered, or the same."""
        self.pane.until("at which table?", ASKED)
        self.pane.press("End", "C-u")
        self.pane.when(lambda screen: "at which table?" in screen and not _asked_field(screen))
        self.pane.press("-l", table)
        self.pane.when(lambda screen: _asked_field(screen) == table)
        self.pane.press("Enter")
        self.pane.when(lambda screen: "at which table?" not in screen)

    def call_from_queue(self, slot: str, table: str) -> None:
        """The match of a draw sheet that is ready, where it is asked for."""
        self.point(f"Call {slot}")
        self.pane.press("a")
        self._takes_table(table)
        self.confirm(f"play at table {table}", no="Leave it")

    def grant(self, name: str, points: int, why: str) -> None:
        """Points outside the rounds."""
        self.pane.until(QUEUE_TITLE)
        self.pane.press("l")
        self.pick("Whose page?", name)
        self.pane.until("Results", name)
        self.pane.press("#")
        self.answers(f"How many match points does {name} get", str(points))
        self.answers(f"Why does {name} get them?", why)
        self.confirm(f"{name} gets {points} match points", no="Leave it")
        self.pane.press("Escape")
        self.pane.until(QUEUE_TITLE)

    def correct(self, result: str) -> None:
        """Look at a result of the list of all, found by typing."""
        self.pane.press("c")
        self.pane.until("Correct which result?")
        self.pane.press("-l", result)
        # Enter takes the line under the cursor: wait until the list is narrowed.
        self.pane.when(
            lambda screen: len(_rows(screen, "  T")) == 1 and bool(_rows(screen, CURSOR))
        )
        self.pane.press("Enter")
        self.pane.until("Correct a result")

    def cannot_appeal(self, result: str) -> None:
        """Of a ruling no committee is offered; the referee leaves it as it is."""
        self.correct(result)
        assert "Committee votes" not in self.pane.until("Game by game")
        self.pane.press("Escape")
        self.pane.until(QUEUE_TITLE)

    def appeal(self, result: str, votes: str) -> None:
        """A ruling is appealed; the committee votes, and every vote is kept."""
        self.correct(result)
        self.point("Committee votes on an appeal")
        self.pane.press("Enter")
        self.pane.until("Which result does the appeal seek?", CURSOR)
        self.pane.press("Enter")
        self.pane.until("The votes")
        self.types(votes)
        self.confirm("Appeal", no="Leave it")
        self.pane.until(QUEUE_TITLE)

    def ends(self, *prizes: int) -> None:
        """The day's end: final standings, the prizes posted and the first paid, the title."""
        self._opens("s", "Standings")
        self._leaves("Standings")
        self._opens("z", "Prizes, ")
        self.pane.press("E")
        self.pane.until("What do the places")
        self.types(" ".join(map(str, prizes)))
        self.confirm("pays 1.", f"{sum(prizes)}")
        self.pane.until("paid so far $0", CURSOR)
        self.pane.press("Enter")
        self.pane.until("Who pays it out?")
        self.types("Roe Clark")
        self.confirm("has signed the receipt?")
        self.pane.until("by Roe Clark")
        self._leaves("Prizes, ")
        self._opens("t", "Title")
        self.pane.press("Enter")
        self.confirm("?")
        self.pane.until("√")
        self._leaves("Title")

    def _opens(self, key: str, title: str) -> None:
        self.pane.until(QUEUE_TITLE)
        self.pane.press(key)
        self.pane.when(lambda screen: title in screen and QUEUE_TITLE not in screen)

    def _leaves(self, title: str) -> None:
        self.pane.when(lambda screen: BOX not in screen and title in screen)
        self.pane.press("Escape")
        self.pane.until(QUEUE_TITLE)


def _unboxed(screen: str) -> str:
    """Return the screen without the frame of a dialogue."""
    return joined(screen.replace(BOX, " "))


def _asks(screen: str, *words: str) -> bool:
    """Return whether all of ``words`` stand on the screen, in a dialogue or not."""
    return all(word in _unboxed(screen) for word in words)


def _lists(screen: str) -> bool:
    """Return whether the list of what can be decided is in front."""
    return QUEUE_TITLE not in screen and "Game by game" in screen


def _rows(screen: str, words: str) -> list[int]:
    """Return the rows of the list in front that say ``words``."""
    lines = screen.splitlines()
    if BOX in screen:
        lines = [line.split(BOX)[1] if line.count(BOX) > 1 else "" for line in lines]
    elif QUEUE_TITLE in screen:
        lines = [line[:QUEUE] for line in lines]
    return [n for n, line in enumerate(lines) if words in line]


def _asked_field(screen: str) -> str:
    """Return what stands in the field of a dialogue."""
    boxed = (line.split(BOX)[1] for line in screen.splitlines() if line.count(BOX) > 1)
    lines = [line.strip(EDGES) for line in boxed]
    foot = next((n for n, line in enumerate(lines) if line.startswith(ASKED)), 0)
    return "".join(lines[max(foot - 2, 0) : foot])


def _gone_case(screen: str) -> list[str]:
    """Return the title and the place of the case that is over; nothing where none is."""
    lines = screen.splitlines()
    at = next((n for n, line in enumerate(lines) if GONE in line), 0)
    return [line[QUEUE:] for line in lines[max(0, at - 2) : at]]


def _field(screen: str) -> str:
    """Return what stands in the field that is open."""
    lines = (line.partition(FIELD)[2].partition(FIELD_END) for line in screen.splitlines())
    return next((inside.strip() for inside, end, _ in lines if end), "")
