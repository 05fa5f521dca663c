"""The dialogue that opens another division while the hall runs, such as a side event."""

from functools import partial

import msgspec

from hall_server.eventfile.sections import (
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
)
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.changes import refusals
from hall_server.referee.derived.changes.versions import FIELDS
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import DivisionChanged, entities
from shared.core.events.entities import at_venue
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import Division
from shared.core.state.persons import division_id
from shared.core.text.language import _
from shared.port import Draft

_MOST_PLAYERS = 999


@dialogue
async def open_division(ask: Ask) -> None:
    """Ask for sheet, name and rounds; open it after a yes. Players then enter at registration."""
    desk = ask.desk
    lines = [ListLine(book.name, f" {_(book.title)}") for book in RULEBOOKS.values()]
    sheet = await ask.pick(_("Under which rule sheet?"), lines)
    section = DivisionSection("new", sheet)

    name = await ask.text(
        _("What is the division called?"), objection=partial(refusals.name_typed, desk.hall, "")
    )
    if section.book.pairing_system == "draw_sheet":
        section = await _on_a_sheet(ask, section)
    rounds = await _rounds(ask, section)
    venue = desk.hall.venue
    known = [each.removeprefix(f"{venue}.") if venue else each for each in desk.hall.divisions]
    ident = at_venue(division_id(name, known), venue)
    opened = Division(ident, name, sheet, rounds, "", bracket=section.bracket.plan(), venue=venue)
    refused = refusals.by_checks(desk.hall, opened)
    if refused:
        await ask.read(_("This cannot be"), (refused, _("Nothing was changed.")))
        return
    why = await ask.text(_("Why is it opened? {division}").format(division=name),
                         hint=_("It stays in the log."))  # fmt: skip
    said = {field: getattr(opened, field) for field in FIELDS}
    draft = Draft(entities.division(ident), DivisionChanged(**said, why=why), REFEREE)
    fact = "\n".join(
        (
            _("Open {division}?").format(division=name),
            _(
                "{sheet}, {rounds} rounds. Nobody is in it yet: players enter at registration."
            ).format(sheet=_(section.book.title), rounds=rounds),
            _("It shares the tables: nobody is paired at one where others still play."),
        )
    )

    def changed() -> str:
        return refusals.name_typed(desk.hall, "", name) or refusals.by_checks(desk.hall, opened)

    entry = Writing(_("{division} opened").format(division=name), (draft,))
    desk.rule(await ask.confirm(fact, entry, yes=_("Open it"), no=_("Not yet"), changed=changed))


async def _on_a_sheet(ask: Ask, section: DivisionSection) -> DivisionSection:
    lines = (
        ListLine("single", " " + _("Single elimination")),
        ListLine("double", " " + _("Double elimination: out with the second loss")),
    )
    way = await ask.pick(_("How is the draw sheet drawn?"), lines)
    bracket = BracketSection("double" if way == "double" else "single")
    if section.book.game == "backgammon":
        text = await ask.text(
            _("How long are they, in points? {part}").format(part=_("main")),
            hint=_("One length a round with commas between; the last one repeats."),
            objection=refusals.lengths_typed,
        )
        points = tuple(int(part) for part in text.split(","))
        bracket = msgspec.structs.replace(bracket, main=points)
    return msgspec.structs.replace(section, bracket=bracket)


async def _rounds(ask: Ask, section: DivisionSection) -> int:
    """As many as are typed for a Swiss, else as many as so many players may need."""
    if section.book.pairing_system in ("swiss", "open_play"):
        text = await ask.text(
            _("How many rounds?"),
            value=str(section.book.rounds),
            objection=lambda text: refusals.number_typed(text, 1, refusals.MOST_ROUNDS),
        )
        return int(text)
    text = await ask.text(
        _("How many players may come, at most?"),
        objection=lambda text: refusals.number_typed(text, 2, _MOST_PLAYERS),
    )
    field = tuple(PlayerSection(str(number), section.id) for number in range(int(text)))
    full = EventFile(EventSection("-"), (section,), field)
    return full.divisions()[0].rounds
