"""At which free table two are to play: the first is offered, another one is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hall_server.referee.pairing import boards
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.read_screen import ReadScreen
from shared.core.language import _
from shared.core.state import Division

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def ask_table(
    app: RefereeDesk, division: Division, names: str, seated: Callable[[str], None]
) -> None:
    """Ask for a table and hand its id to ``seated``; say so where none is free."""
    moment = app.moment()
    free = boards.free_tables(moment, division)
    if not free:
        words = _("No table is free. Nothing was called.")
        app.push_screen(ReadScreen(names, (words,)))
        return
    by_label = {moment.label(table).casefold(): table for table in free}

    def objection(text: str) -> str:
        free_one = text.casefold() in by_label
        return "" if free_one else _("No table {label} is free.").format(label=text)

    def typed(text: str | None) -> None:
        if text is not None:
            seated(by_label[text.casefold()])

    app.push_screen(
        AskText(
            _("{names}: at which table?").format(names=names),
            hint=_("Free: {tables}.").format(tables=moment.tables(list(free))),
            value=moment.label(free[0]),
            objection=objection,
        ),
        typed,
    )
