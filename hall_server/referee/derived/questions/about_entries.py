"""Questions about what two desks entered apart of a player, of prizes, of a title or of a table.

One of the two is taken for now, the same one at every node; which one counts is the referee's.
"""

from collections.abc import Iterator

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.events import entities
from shared.core.text.language import N_, _

_WHAT = {
    "player": N_("Registration entered twice, {name}"),
    "withdrawal": N_("Withdrawal entered twice, {name}"),
    "classification": N_("Division entered twice, {name}"),
    "opt_out": N_("Last round entered twice, {name}"),
    "placing": N_("Line of the draw sheet entered twice, {name}"),
    "prizes": N_("Prizes posted twice, {name}"),
    "title": N_("Title given twice, {name}"),
    "table": N_("Table put up and taken away, {name}"),
}
_WHERE = {
    "prizes": N_("Post them again at the prize desk (z): that counts."),
    "title": N_("Give it again with the titles (t), or take it back: that counts."),
    "opt_out": N_("Enter it again at the standings (s): that counts."),
    "table": N_("Put it up (t) or take it away (x) once more, on the page q: that counts."),
    "placing": N_("Withdraw the entry and register it again (r)."),
}


def about_entries(moment: Moment) -> Iterator[Question]:
    """Yield a question for each fact that two desks entered otherwise, unseen by each other."""
    for alarm in moment.state.alarms:
        parsed = entities.parse(alarm.ent)
        if alarm.kind != "conflict" or parsed is None or parsed.family not in _WHAT:
            continue
        division = moment.state.divisions.get(parsed.ident)
        player = moment.state.players.get(parsed.ident)
        about = division if player is None else moment.state.divisions.get(player.division)
        name = division.name if division is not None else moment.name(parsed.ident)
        if parsed.family == "table":
            name = moment.label(parsed.ident)
        again = N_("Enter it again with the players (r): that counts.")
        yield Question(
            key=f"entries:{alarm.ent}",
            kind="changes",
            urgency=Urgency.SOON,
            since=moment.hall_ms,
            title=_(_WHAT[parsed.family]).format(name=name),
            clause="" if about is None else about.book.sheet.authority,
            evidence=(
                _("Two desks entered it, neither having seen the other, and they differ."),
                _("Both are kept. One is taken for now, the same at every screen."),
            ),
            proposal=_(_WHERE.get(parsed.family, again)),
            opens="note",
            division="" if about is None else about.id,
        )
