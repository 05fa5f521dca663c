"""The main screen's own keys, with their words. Does nothing."""

from hall_server.referee.derived.questions.question import Opens
from shared.core.text.language import N_
from shared.tui.actions import Action

ACCEPT = Action(
    "accept", "a", N_("Accept"), N_("Accept the proposal of the question that is chosen")
)
OTHERWISE = Action(
    "otherwise", "o", N_("Otherwise"), N_("Decide otherwise: choose from a list in words")
)
UNDO = Action("undo", "u", N_("Undo"), N_("Undo what you decided last"))
NOTE = Action("note", "n", N_("Note"), N_("Note a reason that goes with what you accept"))
GO = Action("go", "g", N_("Table"), N_("Go to a table by its number"))
STANDINGS = Action("standings", "s", N_("Standings"), N_("Show the standings; withdraw a player"))
PAIR = Action(
    "pair", "p", N_("Pair"), N_("Pair the next round: preview, check, witnesses, publish")
)
CORRECT = Action("correct", "c", N_("Correct"), N_("Correct any earlier result"))
FLOOR = Action(
    "floor", "f", N_("Floor"), N_("Every table, those still playing, those not reported")
)
HALL = Action("hall", "h", N_("Hall"), N_("Who is the hall; make this laptop the hall"))
DEVICES = Action(
    "devices", "d", N_("Devices"), N_("Admit a device by digits; withdraw a device's key")
)
ANNOUNCE = Action(
    "announce", "m", N_("Announce …"), N_("Tell the lobby, the tables or a division something")
)
BOARD = Action(
    "board", "b", N_("Board"), N_("Open play and draw sheets: who is free, who plays next, where")
)
REGISTER = Action(
    "register", "r", N_("Players"), N_("Registration: enter, edit, classify, withdraw, merge")
)
KIOSKS = Action("kiosks", "v", N_("Kiosks"), N_("What each kiosk in the lobby shows"))
PAGE = Action(
    "page", "y", N_("Call"), N_("Call a player to the desk, in the lobby and at the tables")
)
SWITCH = Action("switch", "tab", N_("Queue/floor"), N_("Move between the queue and the floor"))

ACCEPTING: dict[Opens, str] = {
    "write": N_("Accept"),
    "decide": N_("Decide"),
    "pair": N_("Pair"),
    "look": N_("Show them"),
    "note": N_("Noted"),
    "hall": N_("Take over"),
    "enrol": N_("Admit"),
    "fork": N_("Choose"),
    "classify": N_("Approve"),
    "changes": N_("Choose"),
    "call": N_("Call"),
}
"""The footer's word for accepting, by what it opens."""
