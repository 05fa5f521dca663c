"""The dialogues that change a division: the new value, from which round, why; then what follows.

Every one is refused before the yes where it cannot be, and is checked again at the yes.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from hall_server.referee.asked.ask import Ask, Left, dialogue
from hall_server.referee.asked.changes.tables import own_tables
from hall_server.referee.derived.changes import refusals
from hall_server.referee.derived.changes.effects import (
    SYSTEMS,
    apart_lines,
    consequences,
    differences,
)
from hall_server.referee.derived.changes.versions import (
    after,
    changing,
    first_open,
    last_change,
    settled,
    together,
    undoing,
)
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.writing import Writing
from shared.core.rulebooks import fields_of, overrides_json
from shared.core.rulebooks.fields import value_at, written
from shared.core.state import Division, DivisionVersion
from shared.core.text.language import _, headed
from shared.port import Draft

_OTHER = "other"
_OF_ALL_ROUNDS = ("game", "base_rules", "sides", "pairing_system", "rounds", "scoring")
"""Rules that no override changes while rounds are played: they make it another event."""
_OF_ROUNDS = ("pairing_system", "control")
"""What rounds to come are played by."""
Fields = Mapping[str, object]


def changeable(division: Division) -> tuple[str, ...]:
    """Return what can be changed of a division, the likeliest first."""
    found = ["rounds"]
    if not division.unreadable and _systems(division):
        found.append("pairing_system")
    if not division.unreadable and division.book.scoring == "points":
        found.append("lengths")
    return (*found, "control", "overrides", "tables", "name")


def changed_by(moment: Moment, division: Division, version: DivisionVersion) -> Iterator[str]:
    """Yield what is otherwise from the round of ``version`` on than in the round before it."""
    number = version.from_round
    yield from differences(moment, division.at(number - 1), division.at(number))


@dialogue
async def change(ask: Ask, division: str, what: str) -> None:
    """Change one value of a division."""
    opened = ask.desk.hall.divisions[division]
    why_not = refusals.may_change(ask.desk.hall, opened)
    if not why_not and what in _OF_ROUNDS:
        why_not = refusals.all_paired(ask.desk.hall, opened)
    if why_not:
        await ask.read(opened.name, (why_not,))
        return
    fields, from_round = await _ASKS[what](ask, opened)
    if all(getattr(opened.at(from_round), name) == now for name, now in fields.items()):
        await ask.read(_("This cannot be"), (refusals.same(None, None),))
        return
    await _possible(ask, opened, changing(opened, fields, from_round, "-"), from_round)
    why = await _why(ask, opened)
    await _write(ask, opened, changing(opened, fields, from_round, why), from_round)


@dialogue
async def undo(ask: Ask, division: str) -> None:
    """Undo the last change of a division, after what follows from that was read."""
    opened = ask.desk.hall.divisions[division]
    gone = last_change(opened)
    if not gone or refusals.may_change(ask.desk.hall, opened):
        return
    title = _("Why is the last change undone? {division}").format(division=opened.name)
    why = await ask.text(title, hint=_("It was: {why}").format(why=gone[0].why))
    first = max(first_open(ask.desk.hall, division), min(one.from_round for one in gone))
    await _write(ask, opened, undoing(ask.desk.hall, opened, why), first)


@dialogue
async def settle(ask: Ask, division: str) -> None:
    """Say which of several changes that were made apart counts, or all of them."""
    desk = ask.desk
    opened, moment = desk.hall.divisions[division], desk.moment()
    lines = [
        ListLine(event, f" {words}")
        for event, words in zip(opened.apart, apart_lines(moment, opened), strict=True)
    ]
    if together(opened) is not None:
        lines.insert(0, ListLine("", " " + _("All of them: they change different things")))
    title = _("Which change counts? {division}").format(division=opened.name)
    event = await ask.pick(title, lines)
    why = await _why(ask, opened)
    drafts = settled(opened, event, why)
    await _write(ask, opened, drafts, body_round(drafts[0]))


async def _why(ask: Ask, division: Division) -> str:
    title = _("Why is the event changed? {division}").format(division=division.name)
    return await ask.text(title, hint=_("It stays in the log."))


async def _possible(
    ask: Ask, division: Division, drafts: tuple[Draft, ...], from_round: int
) -> None:
    """Say why the division cannot be so, and end it there."""
    now = after(division, drafts)
    refused = refusals.cannot_be(ask.desk.hall, division, now, from_round)
    if refused:
        await ask.read(_("This cannot be"), (refused, _("Nothing was changed.")))
        raise Left


async def _write(ask: Ask, division: Division, drafts: tuple[Draft, ...], from_round: int) -> None:
    """Say what is otherwise and what follows; write after the yes, if all is still as it was."""
    desk, now = ask.desk, after(division, drafts)
    moment = desk.moment()
    first = min((body_round(draft) for draft in drafts), default=from_round)
    await _possible(ask, division, drafts, first)
    told = (
        *differences(moment, division.at(first), now.at(first)),
        *consequences(moment, division, now, first),
    )
    known = division.version, division.apart, first_open(desk.hall, division.id)

    def changed() -> str:
        here = desk.hall.divisions[division.id]
        if (here.version, here.apart, first_open(desk.hall, here.id)) != known:
            return _("The division, or its rounds, changed meanwhile. Look again.")
        return refusals.cannot_be(desk.hall, here, now, first)

    fact = "\n".join((_("Change {division}?").format(division=division.name), *told))
    said = _("{division} changed").format(division=division.name)
    entry = Writing(said, drafts)
    desk.rule(await ask.confirm(fact, entry, yes=_("Change it"), no=_("Leave it"), changed=changed))


def body_round(draft: Draft) -> int:
    """Return the round from which a draft of a version counts."""
    return int(getattr(draft.body, "from_round", 0))


# -- what each asks -------------------------------------------------------------------------------


async def _rounds(ask: Ask, division: Division) -> tuple[Fields, int]:
    text = await ask.text(
        _("How many rounds? {division}").format(division=division.name),
        value=str(division.rounds),
        objection=partial(refusals.rounds_typed, ask.desk.hall, division),
    )
    return {"rounds": int(text)}, first_open(ask.desk.hall, division.id)


async def _from_round(ask: Ask, division: Division) -> int:
    first = first_open(ask.desk.hall, division.id)
    if first >= division.rounds or division.book.pairing_system in refusals.CALLED:
        return first
    text = await ask.text(
        _("From which round on? {division}").format(division=division.name),
        hint=_("Round {number} is the next.").format(number=first),
        value=str(first),
        objection=partial(refusals.round_typed, ask.desk.hall, division),
    )
    return int(text)


def _systems(division: Division) -> tuple[str, ...]:
    """ACF-2.VI.A: a Swiss, a round robin, or one in conjunction with the other."""
    book = division.book
    if book.pairing_system not in ("swiss", "round_robin"):
        return ()
    found = (("swiss", book.swiss), ("round_robin", book.round_robin))
    there = tuple(system for system, rule in found if rule is not None)
    return there if len(there) > 1 else ()


async def _system(ask: Ask, division: Division) -> tuple[Fields, int]:
    clause = division.book.clause("round_robin")
    title = _("How is it paired? {clause}").format(clause=clause)
    lines = [ListLine(key, f" {_(SYSTEMS[key])}") for key in SYSTEMS if key in _systems(division)]
    system = await ask.pick(title, lines)
    number = await _from_round(ask, division)
    return _override(division.at(number), "pairing_system", system), number


async def _control(ask: Ask, division: Division) -> tuple[Fields, int]:
    named = (*division.book.time_controls, *([division.control] if division.control else ()))
    lines = [
        ListLine("", " " + _("The players choose: {controls}").format(
            controls=", ".join(division.book.time_controls))),
        *(ListLine(name, f" {name}") for name in dict.fromkeys(named)),
        ListLine(_OTHER, " " + _("Another one …")),
    ]  # fmt: skip
    control = await ask.pick(_("Which time control? {division}").format(division=division.name),
                             lines)  # fmt: skip
    if control == _OTHER:
        control = await ask.text(
            _("Which time control? {division}").format(division=division.name),
            hint=_("90:00, 80:00+10 a press, 10:00d12 delay, 0:30/move, 2/12 a point, unclocked"),
        )
    return {"control": control}, await _from_round(ask, division)


async def _lengths(ask: Ask, division: Division) -> tuple[Fields, int]:
    plan = division.bracket
    parts = {"main": _("main"), "losers": _("losers' side"), "final": _("final"),
             "consolation_lengths": _("consolation"),
             "last_chance_lengths": _("last chance")}  # fmt: skip
    lines = [
        ListLine(name, " " + headed(words, ", ".join(map(str, getattr(plan, name))) or "–"))
        for name, words in parts.items()
    ]
    name = await ask.pick(_("Which matches?"), lines)
    text = await ask.text(
        _("How long are they, in points? {part}").format(part=parts[name]),
        hint=_("One length a round with commas between; the last one repeats."),
        value=", ".join(map(str, getattr(plan, name))),
        objection=refusals.lengths_typed,
    )
    points = tuple(int(part) for part in text.split(","))
    bracket = msgspec.structs.replace(plan, **{name: points})
    return {"bracket": bracket}, first_open(ask.desk.hall, division.id)


async def _rule(ask: Ask, division: Division) -> tuple[Fields, int]:
    book = division.book
    paired = first_open(ask.desk.hall, division.id) > 1
    barred = _OF_ALL_ROUNDS if paired else ("pairing_system", "rounds")
    lines = [
        ListLine(each.path, f" {each.path} = {written(each.path, each.value)}  {each.clause}",
             "caution" if each.overridden else "ink")
        for each in fields_of(book)
        if each.path not in barred
    ]  # fmt: skip
    path = await ask.pick(_("Which rule? Type a part of its name"), lines, filtered=True)
    typed = await ask.text(
        _("What is {path} from now on?").format(path=path),
        hint=_("Leave it empty for what the rule sheet says."),
        value=written(path, value_at(book, path)),
        objection=lambda text: "",
    )
    number = await _from_round(ask, division)
    return _override(division.at(number), path, typed), number


def _override(division: Division, path: str, typed: str) -> Fields:
    """Return the overrides with the value that was typed, or without one: "" is as the sheet has
    it."""
    rules = json.loads(division.overrides) if division.overrides else {}
    rules.pop(path, None)
    if typed:
        rules[path] = refusals.value_typed(typed, value_at(division.book, path))
    return {"overrides": overrides_json(rules)}


async def _tables(ask: Ask, division: Division) -> tuple[Fields, int]:
    moment = ask.desk.moment()
    text = await ask.text(
        _("Which tables are its own? {division}").format(division=division.name),
        hint=_("Such as 1-12, 20; nothing for any table."),
        value=", ".join(map(moment.label, division.tables)),
        objection=lambda text: own_tables(ask.desk.hall, division, text)[1],
    )
    return {"tables": own_tables(ask.desk.hall, division, text)[0]}, first_open(
        ask.desk.hall, division.id
    )


async def _name(ask: Ask, division: Division) -> tuple[Fields, int]:
    text = await ask.text(
        _("What is the division called?"),
        value=division.name,
        objection=partial(refusals.name_typed, ask.desk.hall, division.id),
    )
    return {"name": text}, first_open(ask.desk.hall, division.id)


_ASKS = {
    "rounds": _rounds, "pairing_system": _system, "control": _control, "lengths": _lengths,
    "overrides": _rule, "tables": _tables, "name": _name,
}  # fmt: skip
