"""The dialogues that put players into divisions: one player, those asked about, a small division.

Nothing is written without who approved it and why (ACF-1.IV.B)."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.people import registration as reg
from hall_server.referee.derived.writing import Writing
from shared.core.state import Player
from shared.core.text.language import _, ngettext


@dialogue
async def classify(ask: Ask, player: Player) -> None:
    """Approve the division that a player named, or put them into another."""
    await _classify(ask, player)


async def _classify(ask: Ask, player: Player) -> None:
    desk = ask.desk
    if reg.paired_in(desk.hall, player.id, player.division):
        words = (
            _("{name} has been paired in this division and stays in it.").format(name=player.name),
            _("To play in another one, the player withdraws here and registers there."),
        )
        await ask.read(player.name, words)
        return
    title = _("Which division? {name} ({rating})").format(
        name=player.name, rating=player.rating or _("unrated")
    )
    division = await ask.pick(title, reg.division_lines(desk.hall, player))
    own = desk.hall.divisions[division]
    said = _("{name} plays {division}").format(name=player.name, division=own.name)
    clause = reg.classing_clause(own)
    said += f" ({clause})" if clause else ""
    by, why = await _approval(ask, said)
    desk.note(Writing(said, (reg.classified(player, division, by, why),)))


@dialogue
async def approve_all(ask: Ask, division: str) -> None:
    """Approve where everybody asked about in a division plays, with one who and why."""
    await _approve_all(ask, division, as_named=False)


async def _approve_all(ask: Ask, division: str, *, as_named: bool) -> None:
    hall = ask.desk.hall
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
    drafts = reg.approved(ask.desk.hall, division, by, why, as_named=as_named)
    ask.desk.note(Writing(said, tuple(drafts), f"classify:{division}"))


@dialogue
async def approve_some(ask: Ask, division: str) -> None:
    """Approve as named, by rating, or one player after the other."""
    hall = ask.desk.hall
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
    desk = ask.desk
    own = desk.hall.divisions[division]
    above = reg.higher(desk.hall, division)
    trouble = ""
    if any(ident == division for ident, _ in desk.hall.rounds):
        trouble = _("{division} has been paired: it cannot be merged any more.").format(
            division=own.name
        )
    elif not above:
        trouble = _("No division here has higher rating bounds than {division}.").format(
            division=own.name
        )
    elif not reg.merge(desk.hall, division, above[0].id, "", ""):
        trouble = _("{division} has no players.").format(division=own.name)
    if trouble:
        title = _("Merge {division}").format(division=own.name)
        await ask.read(title, (trouble, _("Nothing was changed.")))
        return
    lines = [ListLine(d.id, f" {d.name}") for d in above]
    title = _("Merge {division} into which division?").format(division=own.name)
    into = await ask.pick(title, lines)
    name = desk.hall.divisions[into].name
    count = len(reg.merge(desk.hall, division, into, "", ""))
    fact = ngettext(
        "{count} player of {division} plays {into}",
        "All {count} players of {division} play {into}",
        count,
    ).format(count=count, division=own.name, into=name)
    by, why = await _approval(ask, fact)
    said = _("{division} merged into {into}").format(division=own.name, into=name)
    desk.note(Writing(said, tuple(reg.merge(desk.hall, division, into, by, why))))


async def _approval(ask: Ask, fact: str) -> tuple[str, str]:
    """Return who approved it and why, after a yes to the fact with both."""
    hint = _("The names of the seeding committee, or your own.")
    by = await ask.text(_("Who approves it?"), hint=hint)
    why = await ask.text(_("Why?"))
    sentence = _("{fact}, approved by {by}: {why}?").format(fact=fact, by=by, why=why)
    await ask.yes(sentence, yes=_("Approve"))
    return by, why
