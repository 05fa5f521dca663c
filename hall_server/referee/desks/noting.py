"""The dialogue in which the referee notes an incident that no table reported. Shows and routes.

It becomes a report like any other: the queue asks about it, with its clause (ACF-3.II.B–H).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.parts.read_screen import ReadScreen
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.events import ReportFiled, ReportType
from shared.core.incidents import exactly, rule_of, shown_words
from shared.core.language import _
from shared.core.rulebooks import Rulebook
from shared.core.state import HallState, Match
from shared.port import Draft

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

KINDS: tuple[ReportType, ...] = ("disturbance", "illegal_move", "touched_piece")


def note_incident(app: RefereeDesk, player: str) -> None:
    """Ask what a player did and for a word about it; it is filed with his latest match."""
    name, match = app.hall.players[player].name, latest_match(app.hall, player)
    if match is None:
        words = _("{name} is in no match yet: there is nothing to note it with.").format(name=name)
        app.push_screen(ReadScreen(name, (words,)))
        return
    book = app.moment().book(match)
    offered = incidents(book)

    def picked(key: str | None) -> None:
        if key is None:
            return
        kind, which = offered[int(key)]

        def noted(note: str | None) -> None:
            if note is not None:
                body = ReportFiled(
                    kind, None, match.seat_of(player), note, which, app.moment().game_now(match)
                )
                draft = Draft(entities.match_report(match.key, app.token()), body, REFEREE)
                said = _("{what} noted: {name}")
                app.write(said.format(what=shown_words(kind, which), name=name), draft)

        hint = _("What was seen, and by whom; the queue asks you about it then.")
        app.push_screen(AskText(shown_words(kind, which), hint=hint), noted)

    lines = [
        Line(str(number), f" {shown_words(kind, which)} ({rule_of(book, kind, which)[0]})")
        for number, (kind, which) in enumerate(offered)
    ]
    app.push_screen(PickScreen(_("What has {name} done?").format(name=name), lines), picked)


def incidents(book: Rulebook) -> tuple[tuple[ReportType, str], ...]:
    """What can be noted of a player under a sheet, by kind and code."""
    return tuple(
        (kind, what.code) for kind in KINDS for what in exactly(kind, book) if what.of_player
    )


def latest_match(state: HallState, player: str) -> Match | None:
    """The match that a player sits at, else his last one."""
    mine = [m for m in state.matches.values() if player in m.players and m.standing == "in_force"]
    return max(mine, key=lambda m: (not m.result.counts, m.key.round_no, m.starts_at), default=None)
