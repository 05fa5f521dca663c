"""The dialogue about announcements: to whom, what, until when; taking one back."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived import announcements as told
from hall_server.referee.derived.writing import Writing
from shared.core.text.language import _
from shared.tui.announced import announced_words


@dialogue
async def announce(ask: Ask) -> None:
    """Ask for all of it, and write it after a yes that repeats it."""
    desk = ask.desk
    key = await ask.pick(_("Announce"), told.lines(desk.moment()))
    before = told.taken_back(desk.moment(), key)
    if before is not None:
        back = _("taken back: {text}").format(text=announced_words(desk.hall, before))
        entry = Writing(back, (told.withdrawn(before),))
        desk.rule(await ask.confirm(f"{back[:1].upper()}{back[1:]}?", entry, yes=_("Write it")))
        return
    text = await ask.text(_("What are they to read?"), objection=told.objection)

    def end(answer: str) -> int | None:
        moment = desk.moment()
        return told.end(answer, moment.hall_ms, moment.zone)

    hint = _("Minutes from now, as 30, or a time, as 14:30. Empty: until you take it back.")
    wrong = _("Minutes, as 30, or a time, as 14:30.")
    until = end(
        await ask.text(
            _("Until when?"), hint=hint, objection=lambda answer: "" if end(answer) else wrong
        )
    )
    assert until is not None
    said = _("announced: {text}").format(text=text)
    entry = Writing(said, (told.announced(desk.token(), text, key, until),))
    fact = told.words(desk.moment(), text, key, until)
    desk.rule(await ask.confirm(fact, entry, yes=_("Announce")))
