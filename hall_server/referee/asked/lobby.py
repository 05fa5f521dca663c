"""Dialogues about the lobby: announcements, what each kiosk shows, a player called to the desk.

What is written stands in the log, so a kiosk keeps it over every restart.
"""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.screens import BACK, ListScreen
from hall_server.referee.derived import announcements as told
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import AnnouncementMade, KioskSet, entities
from shared.core.state.office import DEFAULT_PAGES, PAGE_KINDS, Shows
from shared.core.state.persons import sort_key, surname_first
from shared.core.text.language import N_, _, headed
from shared.port import Draft
from shared.public.large import LARGE_PAGES
from shared.tui.action import Action
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


PAGED_MS = 15 * 60_000
"""So long a player is called; then the call goes by itself."""

TURN = Action("pick", "enter", N_("On or off"), N_("Have it shown or not; it is written at once"))

KIND_WORDS = {
    "countdown": N_("Round times"),
    "by_table": N_("Pairings by table"),
    "by_name": N_("Pairings by name"),
    "sheets": N_("Draw sheets"),
    "corrected": N_("Corrected results"),
    "standings": N_("Standings"),
    "crosstable": N_("Crosstable"),
    "wall_chart": N_("Wall chart"),
    "schedule": N_("Schedule"),
    "rules": N_("Rules in brief"),
    "map": N_("Map of the tables"),
}
_KIND, _DIVISION, _ALL, _LARGE = "kind:", "division:", "all:", "large:"


@dialogue
async def set_kiosks(ask: Ask) -> None:
    """Choose a kiosk, then what it shows; each choice is written and shown at once."""
    lines = kiosk_lines(ask.desk.moment())
    if not lines:
        ask.app.notify(_("No kiosk is admitted yet: admit one under Devices."))
        return
    node = await ask.pick(_("What does a kiosk show?"), lines)
    ask.app.open_desk(KioskScreen(node))


def kiosk_lines(moment: Moment) -> tuple[ListLine, ...]:
    """Return the kiosks of the hall and what each shows now."""
    return tuple(
        ListLine(
            device.node, " " + headed(device.label, _words(moment, _shows(moment, device.node)))
        )
        for device in moment.state.devices.values()
        if device.role == "kiosk" and not device.revoked
    )


def role_lines(moment: Moment, node: str) -> tuple[ListLine, ...]:
    """Return everything a kiosk can show, what it shows now with ✓."""
    shows = _shows(moment, node)
    kinds = _kinds(shows)
    only = _("only {division}")
    own = tuple(
        ListLine(
            f"{_DIVISION}{d.id}",
            f" {_mark(d.id in shows.divisions)} {only.format(division=d.name)}",
        )
        for d in moment.state.divisions.values()
    )
    return (
        ListLine(_ALL, " " + _("Everything, of every division")),
        *(ListLine(f"{_KIND}{k}", f" {_mark(k in kinds)} {_(KIND_WORDS[k])}") for k in PAGE_KINDS),
        *(own if len(own) > 1 else ()),
        ListLine(_LARGE, f" {_mark(shows.large)} " + _("Large letters, read from eight metres")),
    )


def turned(moment: Moment, node: str, key: str) -> Draft:
    """Return what the chosen line makes of what the kiosk shows, to be written."""
    shows = _shows(moment, node)
    if key == _LARGE:
        # Which pages stand in large letters is left open, as long as nobody has chosen.
        large = KioskSet(shows.pages, shows.divisions, not shows.large)
        return Draft(entities.shows(node), large, REFEREE)
    pages, divisions = _kinds(shows), shows.divisions
    if key == _ALL:
        pages, divisions = (), ()
    elif key.startswith(_KIND):
        wanted = {*pages} ^ {key.removeprefix(_KIND)}
        # No kind at all means all of them: a kiosk that is told to show nothing shows the default.
        pages = tuple(each for each in PAGE_KINDS if each in wanted)
    else:
        ident = key.removeprefix(_DIVISION)
        divisions = tuple(sorted({*divisions} ^ {ident}))
    return Draft(entities.shows(node), KioskSet(pages, divisions, shows.large), REFEREE)


class KioskScreen(ListScreen):
    """What one kiosk shows; Enter turns the line under the cursor on or off, and it is written."""

    DESK = "kiosks"
    ACTIONS: ClassVar[tuple[Action, ...]] = (TURN, BACK)

    def __init__(self, node: str) -> None:
        super().__init__()
        self.node = node

    def headline(self) -> str:
        moment = self.desk.moment()
        device = moment.state.devices.get(self.node)
        label = device.label if device is not None else self.node[:8]
        return _("What {device} shows").format(device=label)

    def lines(self, width: int) -> Sequence[ListLine]:
        return role_lines(self.desk.moment(), self.node)

    def action_pick(self) -> None:
        draft = turned(self.desk.moment(), self.node, self.here)
        assert isinstance(draft.body, KioskSet)
        words = _words(
            self.desk.moment(), Shows(draft.body.pages, draft.body.divisions, draft.body.large)
        )
        self.desk.note(Writing(_("the kiosk shows {what}").format(what=words), (draft,)))


@dialogue
async def page_player(ask: Ask) -> None:
    """Call a player to the desk, in the lobby and at the tables, after a yes."""
    desk = ask.desk
    players = sorted(desk.hall.players.values(), key=lambda p: sort_key(p.name))
    lines = tuple(ListLine(p.id, f" {surname_first(p.name)}") for p in players)
    ident = await ask.pick(_("Call whom to the desk?"), lines, filtered=True)
    name = desk.hall.players[ident].name
    said = _("called to the desk: {name}").format(name=name)
    entry = Writing(said, (call_to_desk(desk.moment(), ident, desk.token()),))
    fact = _("Call {name} to the desk?").format(name=name)
    desk.rule(await ask.confirm(fact, entry, yes=_("Call"), no=_("No")))


def call_to_desk(moment: Moment, player: str, token: str) -> Draft:
    """Return the call, to be written: an announcement that its player also finds beside their
    name."""
    body = AnnouncementMade("", moment.hall_ms + PAGED_MS, player=player, about="call")
    return Draft(entities.announcement(token), body, REFEREE)


def _shows(moment: Moment, node: str) -> Shows:
    return moment.state.office.shows.get(node) or Shows()


def _kinds(shows: Shows) -> tuple[str, ...]:
    return shows.pages or (LARGE_PAGES if shows.large else DEFAULT_PAGES)


def _mark(on: bool) -> str:
    return "✓" if on else "·"


def _words(moment: Moment, shows: Shows) -> str:
    kinds = ", ".join(_(KIND_WORDS.get(kind, kind)) for kind in shows.pages) or _("everything")
    if shows.large:
        kinds = _("{pages}, in large letters").format(pages=kinds)
    names = [moment.state.divisions[d].name for d in shows.divisions if d in moment.state.divisions]
    if not names:
        return kinds
    return _("{pages} of {divisions}").format(pages=kinds, divisions=", ".join(names))
