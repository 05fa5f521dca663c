"""The dialogues that call a match to a table: open play, draw sheets, a playoff."""

from hall_server.referee.asked.ask import Ask, Left, dialogue
from hall_server.referee.asked.desk_app import DeskApp
from hall_server.referee.asked.rulings.deciding import deciding_case
from hall_server.referee.asked.rulings.withdrawing import withdrawing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing import boards, sheet_calls
from hall_server.referee.derived.pairing.boards import ToCall
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.rulings import playoff
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.pair_words import start_time
from shared.core.decisions.endings import played_again
from shared.core.state import Division, Match
from shared.core.text.language import _
from shared.pairing.knockout.call_board import call_board


async def ask_table(ask: Ask, division: Division, names: str) -> str:
    """Ask for a table and return its id; say so, and leave, where none is free."""
    moment = ask.desk.moment()
    free = boards.free_tables(moment, division)
    if not free:
        await ask.read(names, (_("No table is free. Nothing was called."),))
        raise Left
    by_label = {moment.label(table).casefold(): table for table in free}

    def objection(text: str) -> str:
        free_one = text.casefold() in by_label
        return "" if free_one else _("No table {label} is free.").format(label=text)

    label = await ask.text(
        _("{names}: at which table?").format(names=names),
        hint=_("Free: {tables}.").format(tables=moment.tables(list(free))),
        value=moment.label(free[0]),
        objection=objection,
    )
    return by_label[label.casefold()]


@dialogue
async def open_match(ask: Ask, uid: str) -> None:
    """Open the table of a match, or take its call back while nobody has sat down."""
    match = ask.desk.hall.matches.get(uid)
    if match is not None:
        await _called(ask, match, may_take_back=not boards.begun(match))


async def _called(ask: Ask, match: Match, *, may_take_back: bool) -> None:
    desk = ask.desk
    names = " – ".join(desk.moment().names(match))
    look, undo = _("Open the table"), _("Take the call back")
    lines = (ListLine("table", f" {look}"), ListLine("back", f" {undo}"))
    if not may_take_back or await ask.pick(names, lines) == "table":
        ask.app.show_table(match.table)
        return
    reason = await ask.text(_("Why is the call taken back?"))
    said = _("call of {names} taken back").format(names=names)
    entry = Writing(said, (boards.taken_back(match, reason),))
    desk.rule(await ask.confirm(f"{said[:1].upper()}{said[1:]}?", entry, yes=_("Write it")))


@dialogue
async def challenge(ask: Ask, division: Division, player: str) -> None:
    """Ask whom a player challenges and call the two; a card that is withheld is asked about."""
    moment = ask.desk.moment()
    owed = boards.owed(moment, division, player)
    if owed:
        await _withheld(ask, division, player, owed[0])
        return
    title = _("{name} challenges whom?").format(name=moment.name(player))
    opponent = await ask.pick(title, boards.opponents(moment, division, player))
    names = f"{moment.name(player)} – {moment.name(opponent)}"
    trouble = boards.can_play_now(ask.desk.moment(), division, player, opponent)
    if trouble:
        await ask.read(names, (trouble, _("Nothing was called.")))
        return
    table = await ask_table(ask, division, names)
    warning = boards.closer(ask.desk.moment(), division, player, opponent)
    await _call(ask, ToCall(division, (player, opponent), table), warning)


async def _withheld(ask: Ask, division: Division, refuser: str, challenger: str) -> None:
    """APCA-31: the player is ready now, or the director gives the card back."""
    moment = ask.desk.moment()
    one, other = moment.name(refuser), moment.name(challenger)
    ready = _("{name} is ready: the two meet before either starts another")
    lines = (
        ListLine("ready", " " + ready.format(name=one)),
        ListLine("excused", " " + _("The director gives the card back; they need not meet first")),
    )
    clause = division.book.clause("pairing_system")
    title = _("{name} refused {other} ({clause})").format(name=one, other=other, clause=clause)
    if await ask.pick(title, lines) == "ready":
        said = _("{name} is ready for {other}").format(name=one, other=other)
        entry = Writing(said, (boards.refusal(refuser, challenger, "ready"),))
    else:
        reason = await ask.text(_("Why is {name} excused?").format(name=one))
        said = _("{name} has the card back").format(name=one)
        entry = Writing(said, (boards.refusal(refuser, challenger, "excused", reason),))
    ask.desk.rule(await ask.confirm(f"{said[:1].upper()}{said[1:]}?", entry, yes=_("Write it")))


@dialogue
async def refuse(ask: Ask, division: Division, refuser: str) -> None:
    """APCA-31: the card of a player who refuses is withheld until they are ready."""
    moment = ask.desk.moment()
    title = _("{name} refuses whom?").format(name=moment.name(refuser))
    challenger = await ask.pick(title, boards.opponents(moment, division, refuser))
    one, other = moment.name(refuser), moment.name(challenger)
    said = _("{name} refused {other}: card withheld").format(name=one, other=other)
    entry = Writing(said, (boards.refusal(refuser, challenger, "refused"),))
    fact = _("{name} refuses {other}: the card is withheld until {name} is ready to play {other}?")
    confirmed = await ask.confirm(fact.format(name=one, other=other), entry, yes=_("Withhold"))
    ask.desk.rule(confirmed)


@dialogue
async def leave(ask: Ask, division: Division, player: str) -> None:
    """APCA-30: what leaving means is read before the player is withdrawn."""
    moment = ask.desk.moment()
    words = boards.departure(moment, division, player)
    if words:
        clause = division.book.clauses.get("leaving", "")
        title = _("{name} leaves {clause}").format(name=moment.name(player), clause=clause)
        await ask.read(title.strip(), words)
    await withdrawing(ask, player)


def from_queue(app: DeskApp, key: str) -> None:
    """Call the match that a question is about, or say what is wrong with its sheet."""
    if key.startswith(sheet_calls.NOTE):
        mend(app, int(key.removeprefix(sheet_calls.NOTE)))
    else:
        call_match(app, key)


@dialogue
async def call_match(ask: Ask, key: str, *, timed: bool = False) -> None:
    """Call a match of a draw sheet to a table, at a posted time where one is asked for.

    One that another bracket wants first can be called all the same, unless it is being played:
    the director chooses which match a player of two brackets plays first.
    """
    moment = ask.desk.moment()
    board = call_board(moment.state)
    call = sheet_calls.found_call(moment, key)
    if call is None:
        await ask.read(_("Call"), (_("This match has been called or has changed since."),))
        return
    names = " – ".join(moment.name(entry) for entry in call.entries)
    rivals = sheet_calls.rival_words(moment, call, board)
    if call.playing:
        await ask.read(names, (*rivals, _("Nothing was called.")))
        return
    division = board.divisions[call.ref.sheet]
    starts_at = await _ask_time(ask, names, call.starts_at) if timed else None
    table = await ask_table(ask, division, names)
    due = starts_at or call.starts_at
    await _call(ask, ToCall(division, call.entries, table, call, due), " ".join(rivals))


@dialogue
async def post_time(ask: Ask, uid: str) -> None:
    """Post another time for a match that has been called and not begun (USBGF-2.2a)."""
    desk = ask.desk
    match = desk.hall.matches.get(uid)
    if match is None:
        return
    names = " – ".join(desk.moment().names(match))
    if boards.begun(match):
        await ask.read(names, (_("This match has begun. Nothing was posted."),))
        return
    starts_at = await _ask_time(ask, names, match.starts_at)
    time = desk.moment().minute(starts_at)
    said = _("{names} play at {table}, {when}").format(
        names=names, table=desk.moment().table(match.table), when=_("at {time}").format(time=time)
    )

    def changed() -> str:
        now = desk.hall.matches.get(uid)
        begun = now is None or boards.begun(now)
        return _("This match has begun. Nothing was posted.") if begun else ""

    entry = Writing(said, (boards.posted(match, starts_at),))
    desk.rule(await ask.confirm(f"{said}?", entry, yes=_("Post it"), changed=changed))


async def _ask_time(ask: Ask, names: str, due: int) -> int:
    """Ask when a match starts; its own hour is offered (UTC ms)."""
    moment = ask.desk.moment()

    def objection(text: str) -> str:
        known = start_time(text, moment.hall_ms, moment.zone) is not None
        return "" if known else _("Type a time as 14:30, minutes from now as +20, or now.")

    text = await ask.text(
        _("{names}: when?").format(names=names),
        hint=_("14:30, +20 for in 20 minutes, or now."),
        value=moment.minute(max(due, moment.hall_ms)),
        objection=objection,
    )
    found = start_time(text, moment.hall_ms, moment.zone)
    return moment.hall_ms if found is None else found.at


@dialogue
async def mend(ask: Ask, number: int) -> None:
    """Say the trouble in full; a match of the wrong players is ruled void there (USBGF-4.6)."""
    moment = ask.desk.moment()
    trouble = call_board(moment.state).trouble
    if number >= len(trouble):
        return
    sentence = moment.said(trouble[number])
    lines = sheet_calls.misplaced_lines(moment)
    if not lines:
        await ask.read(_("Draw sheet"), (sentence,))
        return
    match = ask.desk.hall.matches.get(await ask.pick(sentence, lines))
    if match is not None:
        case = case_of(moment, "result", match)
        await deciding_case(ask, case, played_again(case.book))


@dialogue
async def read_note(ask: Ask, number: int) -> None:
    """Show a note on a draw sheet in full."""
    moment = ask.desk.moment()
    notes = call_board(moment.state).notes
    if number < len(notes):
        await ask.read(_("Draw sheet"), (moment.said(notes[number]),))


async def _call(ask: Ask, match: ToCall, warning: str) -> None:
    desk, moment = ask.desk, ask.desk.moment()
    names = " – ".join(map(moment.name, match.players))
    when = _("now")
    if match.due > moment.hall_ms:
        when = _("at {time}").format(time=moment.minute(match.due))

    def entry() -> Writing:
        draft = boards.called(desk.moment(), match, desk.token())
        table = moment.table(match.table)
        said = _("{names} called to {table}").format(names=names, table=table)
        return Writing(said, (draft,))

    def changed() -> str:
        return sheet_calls.called_since(desk.moment(), match)

    fact = _("{names} play at {table}, {when}?").format(
        names=names, table=moment.table(match.table), when=when
    )
    fact = f"{warning} {fact}".strip()
    desk.rule(await ask.confirm(fact, entry, yes=_("Call"), changed=changed))


@dialogue
async def call_playoff(ask: Ask, division_id: str, pair: playoff.Pair) -> None:
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
async def open_playoff(ask: Ask, uid: str) -> None:
    """Open the table of a playoff, or take its call back while nobody has sat down."""
    match = ask.desk.hall.matches.get(uid)
    if match is not None:
        await _called(ask, match, may_take_back=playoff.may_take_back(match))
