"""The dialogues of check-in: accepting all that waits, closing it, opening it again."""

from collections.abc import Sequence

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived import check_in
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.requests import round_to_pair
from shared.core.text.language import _, ngettext

_NAMED = 6


@dialogue
async def accept_all(ask: Ask, division: str) -> None:
    """Accept every check-in of a division that waits, all at once."""
    moment = ask.desk.moment()
    waiting = [p for p, how in check_in.presences(moment, division).items() if how == "asks"]
    if not waiting:
        await ask.read(_("Check-in"), (_("No check-in waits for you."),))
        return
    said = ngettext("{count} player is checked in", "{count} players are checked in", len(waiting))
    drafts = check_in.accepted(moment, division)
    ask.desk.note(Writing(said.format(count=len(waiting)), drafts, f"check_ins:{division}"))


@dialogue
async def close(ask: Ask, division: str) -> None:
    """Leave out who is not here, after showing who that is, and a yes.

    A Swiss goes on without them for one round. Where the first draw says who plays, they are
    withdrawn before it.
    """
    desk, moment = ask.desk, ask.desk.moment()
    opened, number = desk.hall.divisions[division], round_to_pair(desk.hall, division)
    title = _("Close check-in, {division}").format(division=opened.name)
    if number is None:
        await ask.read(title, (_("Every round is paired. There is nothing to close."),))
        return
    one_round = opened.at(number).book.pairing_system == "swiss"
    if number > 1 and not one_round:
        words = _(
            "Here the draw of round 1 says who plays: nobody can be left out of one round."
            " Withdraw who does not come (s, then W)."
        )
        await ask.read(title, (words,))
        return
    found = check_in.presences(moment, division)
    missing = {p: how for p, how in found.items() if how in ("asks", "missing")}
    if not missing:
        await ask.read(title, (_("Nobody is missing: everyone can be paired."),))
        return
    words = (
        _("Who is left out of round {number}? The others are paired.").format(number=number)
        if one_round
        else _("Who does not play? They are withdrawn, the others are drawn.")
    )
    marked = [player for player, how in missing.items() if how == "missing"]
    out = await ask.mark(words, check_in.absent_lines(moment, missing), marked)
    if not out:
        return

    def changed() -> str:
        now = check_in.presences(desk.moment(), division)
        same = round_to_pair(desk.hall, division) == number
        same = same and all(now.get(player) == missing[player] for player in out)
        return "" if same else _("Players or rounds changed since.")

    names = _some([moment.name(each) for each in out])
    fact, entry = _for_one_round(out, number, names) if one_round else _for_good(out, names)
    desk.rule(await ask.confirm(fact, entry, yes=_("Close it"), changed=changed))


def _for_one_round(out: Sequence[str], number: int, names: str) -> tuple[str, Writing]:
    """Return what is asked, and what is written, where players are left out of one round."""
    count = ngettext(
        "Leave {count} player out of round {number}: {names}?",
        "Leave {count} players out of round {number}: {names}?",
        len(out),
    ).format(count=len(out), number=number, names=names)
    stays = _(
        "Nobody is withdrawn: they can be paired again in the round after that. Who comes before"
        " round {number} is paired can be let in with Enter."
    ).format(number=number)
    said = ngettext(
        "Check-in for round {number} is closed: {count} player is left out",
        "Check-in for round {number} is closed: {count} players are left out",
        len(out),
    ).format(number=number, count=len(out))
    drafts = tuple(check_in.attended(player, here=False, out_of=number) for player in out)
    return f"{count}\n{stays}", Writing(said, drafts)


def _for_good(out: Sequence[str], names: str) -> tuple[str, Writing]:
    """Return what is asked, and what is written, where players are withdrawn before the draw."""
    count = ngettext(
        "Withdraw {count} player before the draw: {names}?",
        "Withdraw {count} players before the draw: {names}?",
        len(out),
    ).format(count=len(out), names=names)
    back = _("Who comes before the draw comes back at the standings (s, then W).")
    said = ngettext(
        "Check-in is closed: {count} player is withdrawn",
        "Check-in is closed: {count} players are withdrawn",
        len(out),
    ).format(count=len(out))
    return f"{count}\n{back}", Writing(said, check_in.withdrawn(out, _("Not here at check-in")))


@dialogue
async def open_again(ask: Ask, division: str) -> None:
    """Take the closing back: everybody who was left out of the next round is in it again."""
    moment = ask.desk.moment()
    number = round_to_pair(moment.state, division)
    out = [p for p, how in check_in.presences(moment, division).items() if how == "left_out"]
    if not out:
        await ask.read(_("Check-in"), (_("Nobody is left out of the next round."),))
        return
    said = ngettext(
        "Check-in for round {number} is open again: {count} player is back in",
        "Check-in for round {number} is open again: {count} players are back in",
        len(out),
    ).format(number=number, count=len(out))
    drafts = tuple(check_in.attended(player, here=False) for player in out)
    ask.desk.note(Writing(said, drafts))


@dialogue
async def turn(ask: Ask, player: str) -> None:
    """Note that a player is here; or, if they are noted so, that they are not."""
    moment = ask.desk.moment()
    known = moment.state.players[player]
    how, name = check_in.presences(moment, known.division)[player], known.name
    if how == "away":
        await ask.read(name, (_("The player does not play the next round: nothing is noted."),))
    elif how == "asks":
        said = _("{name} is checked in").format(name=name)
        ask.desk.note(Writing(said, check_in.accepted(moment, known.division, player)))
    elif how == "here":
        said = _("{name} is not here").format(name=name)
        ask.desk.note(Writing(said, (check_in.attended(player, here=False),)))
    else:
        said = _("{name} is here").format(name=name)
        ask.desk.note(Writing(said, (check_in.attended(player, here=True),)))


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    if len(names) <= _NAMED:
        return shown
    return _("{names} and {count} more").format(names=shown, count=len(names) - _NAMED)
