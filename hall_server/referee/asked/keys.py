"""The tables of keys that mean the same on every screen of the dashboard.

Small letters mean the same everywhere; capital letters are a desk's own. Each desk that they open
is a tab in the first row.
"""

from shared.core.text.language import N_
from shared.tui.action import PROGRAM, Action

DECIDING = N_("What needs you")
TABLES = N_("Tables and results")
PEOPLE = N_("Players and announcements")
HALL_TASK = N_("The hall")
DESKS_TASK = N_("The desks")

QUEUE = Action("queue", "f2", N_("Queue"), N_("Back to the queue"), DESKS_TASK)
DESK_BEFORE = Action(
    "desk_before", "left_square_bracket", "", N_("The desk before this one"), DESKS_TASK
)
DESK_AFTER = Action("desk_after", "right_square_bracket", "", N_("The next desk"), DESKS_TASK)
HAPPENED = Action(
    "happened",
    "w",
    N_("Note incident"),
    N_("Note what you saw at a table, or rule in your words"),
    TABLES,
)
GO = Action("go", "g", N_("Table"), N_("Go to a table by its number"), TABLES)
STANDINGS = Action(
    "standings", "s", N_("Standings"), N_("Show the standings; withdraw a player"), DESKS_TASK
)
PAIR = Action(
    "pair",
    "p",
    N_("Pair"),
    N_("Pair the next round: preview, check, witnesses, publish"),
    DESKS_TASK,
)
CORRECT = Action("correct", "c", N_("Correct"), N_("Correct any earlier result"), TABLES)
HALL = Action("hall", "h", N_("Hall"), N_("Who is the hall; make this laptop the hall"), HALL_TASK)
DEVICES = Action(
    "devices",
    "d",
    N_("Devices"),
    N_("Enrolment: admit a device by its digits; withdraw a device's key"),
    DESKS_TASK,
)
ANNOUNCE = Action(
    "announce",
    "m",
    N_("Announce …"),
    N_("Tell the lobby, the tables or a division something"),
    PEOPLE,
)
BOARD = Action(
    "board",
    "b",
    N_("Board"),
    N_("Open play and draw sheets: who is free, who plays next, where"),
    DESKS_TASK,
)
REGISTER = Action(
    "register",
    "r",
    N_("Players"),
    N_("Registration: enter, edit, classify, withdraw, merge"),
    DESKS_TASK,
)
KIOSKS = Action("kiosks", "v", N_("Kiosks"), N_("What each kiosk in the lobby shows"), DESKS_TASK)
PAGE = Action(
    "page", "y", N_("Call"), N_("Call a player to the desk, in the lobby and at the tables"), PEOPLE
)
CLOCKS = Action(
    "clocks",
    "x",
    N_("Clocks"),
    N_("Pause one table or all, let them go on, run absent time"),
    TABLES,
)
CHECK_IN = Action(
    "check_in",
    "f6",
    N_("Check-in"),
    N_("Who is here: accept all that waits, close check-in"),
    DESKS_TASK,
)
SLIPS = Action(
    "slips", "f4", N_("Results"), N_("Enter the results of paper slips, one line each"), DESKS_TASK
)
SHEETS = Action(
    "sheets",
    "k",
    N_("Sheets"),
    N_("Score-sheet desk: tick copies, see what is missing"),
    DESKS_TASK,
)
PRIZES = Action(
    "prizes",
    "z",
    N_("Prizes"),
    N_("Prize desk: post prizes, dues off, pay, print receipts"),
    DESKS_TASK,
)
INCIDENTS = Action(
    "incidents", "i", N_("Incidents"), N_("Every incident of the event, with filters"), DESKS_TASK
)
PLAYER = Action(
    "player", "l", N_("Player"), N_("A player's page: results, incidents, cautions, prize"), PEOPLE
)
TITLES = Action(
    "titles",
    "t",
    N_("Title"),
    N_("Champion, playoff, co-champions: declare or take back"),
    DESKS_TASK,
)
RIGHTS = Action(
    "rights", "j", N_("Rights"), N_("What each assistant may do; the chief sets it"), DESKS_TASK
)
CHANGES = Action(
    "changes",
    "q",
    N_("Change"),
    N_("Change the event: rounds, system, times, rules, side events"),
    DESKS_TASK,
)
PAPERS = Action(
    "papers",
    "ctrl+o",
    N_("Papers"),
    N_("Make a paper and open it: pairings, slips, standings and more"),
    HALL_TASK,
)
LANGUAGE = Action(
    "language", "f3", N_("Language"), N_("The next language; this laptop keeps it"), PROGRAM
)

DESKS: tuple[Action, ...] = (
    QUEUE, PAIR, STANDINGS, REGISTER, CHECK_IN, BOARD, SLIPS, INCIDENTS, SHEETS, TITLES, PRIZES,
    CHANGES, DEVICES, KIOSKS, RIGHTS,
)  # fmt: skip
"""What opens each desk, in the order of the tabs."""
EVERYWHERE: tuple[Action, ...] = (
    GO, CLOCKS, CORRECT, HAPPENED, PLAYER, ANNOUNCE, PAGE, HALL, PAPERS, *DESKS, DESK_BEFORE,
    DESK_AFTER, LANGUAGE,
)  # fmt: skip
