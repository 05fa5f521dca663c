"""The dialogue about announcements: to whom, what, until when; taking one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.hall import announcements as told
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_screen import PickScreen
from shared.core.language import _

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def announce(app: RefereeDesk) -> None:
    """Ask for all of it, and write it after a confirm that repeats it."""

    def chosen(key: str | None) -> None:
        if key is None:
            return
        said = told.taken_back(app.moment(), key)
        if said is None:
            _ask_text(app, key)
        else:
            back = _("taken back: {text}").format(text=said.text)
            app.write(back, told.withdrawn(said))

    app.push_screen(PickScreen(_("Announce"), told.lines(app.moment())), chosen)


def _ask_text(app: RefereeDesk, key: str) -> None:
    def typed(text: str | None) -> None:
        if text is not None:
            _ask_end(app, key, text)

    app.push_screen(AskText(_("What are they to read?"), objection=told.objection), typed)


def _ask_end(app: RefereeDesk, key: str, text: str) -> None:
    def until(answer: str) -> int | None:
        moment = app.moment()
        return told.end(answer, moment.hall_ms, moment.zone)

    def typed(answer: str | None) -> None:
        at = None if answer is None else until(answer)
        if at is not None:
            _confirm(app, key, text, at)

    app.push_screen(
        AskText(
            _("Until when?"),
            hint=_("Minutes from now, as 30, or a time, as 14:30. Empty: until you take it back."),
            objection=lambda answer: (
                "" if until(answer) else _("Minutes, as 30, or a time, as 14:30.")
            ),
        ),
        typed,
    )


def _confirm(app: RefereeDesk, key: str, text: str, until: int) -> None:
    sentence = told.words(app.moment(), text, key, until)

    def tell() -> None:
        said = _("announced: {text}").format(text=text)
        app.write(said, told.announced(app.token(), text, key, until))

    app.confirm(sentence, tell, yes=_("Announce"))
