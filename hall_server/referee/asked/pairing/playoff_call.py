"""The dialogues of a playoff: calling its match to a table, opening it, taking the call back."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.pairing.ask_table import ask_table
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing import boards
from hall_server.referee.derived.rulings import playoff
from hall_server.referee.derived.writing import Writing
from shared.core.text.language import _


@dialogue
async def call(ask: Ask, division_id: str, pair: playoff.Pair) -> None:
    """Ask for the table, repeat the fact, write the call (ACF-1.XIII.B)."""
    desk = ask.desk
    division = desk.hall.divisions[division_id]
    names = " – ".join(desk.moment().name(player) for player in pair)
    table = await ask_table(ask, division, names)

    def changed() -> str:
        if table not in boards.free_tables(desk.moment(), division):
            where = desk.moment().table(table).capitalize()
            return _("{table} has been taken since.").format(table=where)
        known = desk.hall.awards.titles.get(division_id)
        players = known.players if known is not None and known.title == "playoff" else ()
        still = pair in playoff.to_call(desk.hall, division_id, players) if players else False
        return "" if still else _("The playoff has been called or has changed since.")

    moment = desk.moment()
    said = _("playoff {names} called to {table}").format(names=names, table=moment.table(table))
    entry = Writing(said, (playoff.called(moment, division, pair, table, desk.token()),))
    fact = _(
        "Playoff {names} at {table}, now? It decides the title of {division} and counts for"
        " nothing else ({clause})."
    ).format(
        names=names,
        table=moment.table(table),
        division=division.name,
        clause=division.book.clause("titles.first_place_tie"),
    )
    desk.rule(await ask.confirm(fact, entry, yes=_("Call"), changed=changed))


@dialogue
async def open_match(ask: Ask, uid: str) -> None:
    """Open the table of a playoff, or take its call back while nobody has sat down."""
    desk = ask.desk
    match = desk.hall.matches.get(uid)
    if match is None:
        return
    names = " – ".join(desk.moment().names(match))
    if not playoff.may_take_back(match):
        ask.app.show_table(match.table)
        return
    look, undo = _("Open the table"), _("Take the call back")
    choice = await ask.pick(names, (ListLine("table", f" {look}"), ListLine("back", f" {undo}")))
    if choice == "table":
        ask.app.show_table(match.table)
        return
    reason = await ask.text(_("Why is the call taken back?"))
    said = _("call of {names} taken back").format(names=names)
    entry = Writing(said, (boards.taken_back(match, reason),))
    desk.rule(await ask.confirm(f"{said[:1].upper()}{said[1:]}?", entry, yes=_("Write it")))
