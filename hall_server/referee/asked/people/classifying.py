"""The dialogues that put players into divisions: one player, those asked about, a small division.

Nothing is written without who approved it and why (ACF-1.IV.B). Shows and routes.
"""

from __future__ import annotations

from hall_server.referee.asked.ask import Ask, Writing, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.people import registration as reg
from shared.core.state import Player
from shared.core.text.language import _, ngettext


@dialogue
async def classify(ask: Ask, player: Player) -> None:
    """Approve the division that a player named, or put them into another."""
    await _classify(ask, player)


async def _classify(ask: Ask, player: Player) -> None:
    app = ask.app
    if reg.paired_in(app.hall, player.id, player.division):
        words = (
            _("{name} has been paired in this division and stays in it.").format(name=player.name),
            _("To play in another one he withdraws here and is registered there anew."),
        )
        await ask.read(player.name, words)
        return
    title = _("Which division? {name} ({rating})").format(
        name=player.name, rating=player.rating or _("unrated")
    )
    division = await ask.pick(title, reg.division_lines(app.hall, player))
    own = app.hall.divisions[division]
    said = _("{name} plays {division}").format(name=player.name, division=own.name)
    clause = reg.classing_clause(own)
    said += f" ({clause})" if clause else ""
    by, why = await _approval(ask, said)
    app.note(Writing(said, (reg.classified(player, division, by, why),)))


@dialogue
async def approve_all(ask: Ask, division: str) -> None:
    """Approve where everybody asked about in a division plays, with one who and why."""
    await _approve_all(ask, division, as_named=False)


async def _approve_all(ask: Ask, division: str, *, as_named: bool) -> None:
    hall = ask.app.hall
    own = hall.divisions[division]
    count = len(reg.unapproved(hall, division))
    fact = ngettext(
        "{count} player of {division} plays where title or rating belongs",
        "All {count} asked about of {division} play where title or rating belongs",
        count,
    )
    if as_named:
        fact = ngettext(
            "{count} player plays {division}, as named",
            "All {count} asked about play {division}, as named",
            count,
        )
    said = fact.format(count=count, division=own.name)
    by, why = await _approval(ask, f"{said} ({reg.classing_clause(own)})")
    drafts = reg.approved(ask.app.hall, division, by, why, as_named=as_named)
    ask.app.note(Writing(said, tuple(drafts), f"classify:{division}"))


@dialogue
async def approve_some(ask: Ask, division: str) -> None:
    """Approve as named, by rating, or one player after the other."""
    hall = ask.app.hall
    asked = reg.unapproved(hall, division)
    lines = [
        ListLine("named", " " + _("All play where they named it")),
        ListLine("belongs", " " + _("All play where title or rating belongs")),
        *(ListLine(player.id, f" {reg.asked_words(hall, player)}") for player in asked),
    ]
    title = _("Where do they play? {division}").format(division=hall.divisions[division].name)
    key = await ask.pick(title, lines)
    if key in ("named", "belongs"):
        await _approve_all(ask, division, as_named=key == "named")
    else:
        await _classify(ask, hall.players[key])


@dialogue
async def merge(ask: Ask, division: str) -> None:
    """ACF-1.IV.C: a division of too few is merged upwards; the sheet leaves the number open."""
    app = ask.app
    own = app.hall.divisions[division]
    above = reg.higher(app.hall, division)
    trouble = ""
    if any(ident == division for ident, _ in app.hall.rounds):
        trouble = _("{division} has been paired: it cannot be merged any more.").format(
            division=own.name
        )
    elif not above:
        trouble = _("No division here has higher rating bounds than {division}.").format(
            division=own.name
        )
    elif not reg.merge(app.hall, division, above[0].id, "", ""):
        trouble = _("{division} has no players.").format(division=own.name)
    if trouble:
        title = _("Merge {division}").format(division=own.name)
        await ask.read(title, (trouble, _("Nothing was changed.")))
        return
    lines = [ListLine(d.id, f" {d.name}") for d in above]
    title = _("Merge {division} into which division?").format(division=own.name)
    into = await ask.pick(title, lines)
    name = app.hall.divisions[into].name
    count = len(reg.merge(app.hall, division, into, "", ""))
    fact = ngettext(
        "{count} player of {division} plays {into}",
        "All {count} players of {division} play {into}",
        count,
    ).format(count=count, division=own.name, into=name)
    by, why = await _approval(ask, fact)
    said = _("{division} merged into {into}").format(division=own.name, into=name)
    app.note(Writing(said, tuple(reg.merge(app.hall, division, into, by, why))))


async def _approval(ask: Ask, fact: str) -> tuple[str, str]:
    """Who approved it and why, after a yes to the fact with both."""
    hint = _("The names of the seeding committee, or your own.")
    by = await ask.text(_("Who approves it?"), hint=hint)
    why = await ask.text(_("Why?"))
    sentence = _("{fact}, approved by {by}: {why}?").format(fact=fact, by=by, why=why)
    await ask.yes(sentence, yes=_("Approve"))
    return by, why
