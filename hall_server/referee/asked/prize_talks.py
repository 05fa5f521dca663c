"""The dialogues that post prizes: what places pay, also those of a consolation, and side pools."""

from msgspec.structs import replace

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import prize_words as words
from shared.core.events import SidePool
from shared.core.state.office import BESIDE, PrizeFund
from shared.core.state.persons import sort_key
from shared.core.text.fields import LONGEST_NAME
from shared.core.text.language import _

_NEW = "+new"


@dialogue
async def post_prizes(ask: Ask, division: str) -> None:
    """Say what the places of a division pay, and those of its consolation and last chance."""
    opened = ask.desk.hall.divisions[division]
    posted = ask.desk.hall.awards.prizes.get(division)
    text = await ask.text(
        _("What do the places of {division} pay?").format(division=opened.name),
        hint=_(words.HINT),
        value=words.fund_text(posted),
        objection=lambda text: "" if words.fund_of(text) else _(words.OBJECTION),
    )
    typed = words.fund_of(text)
    assert typed is not None
    fund = replace(typed, pools=posted.pools if posted else ())
    for part, of in BESIDE.items():
        if not getattr(opened.bracket, part):
            continue
        title = _("What do the places of {division} pay?").format(division=_(of))
        before = posted.beside(part) if posted else ()
        fund = replace(fund, **{part: await _amounts(ask, title, before)})
    await _posting(ask, division, fund)


@dialogue
async def side_pools(ask: Ask, division: str) -> None:
    """Open a side pool, change one, or close it."""
    fund = ask.desk.hall.awards.prizes.get(division) or PrizeFund(())
    lines = [ListLine(pool.name, f" {words.pool_words(pool)}") for pool in fund.pools]
    lines.append(ListLine(_NEW, " " + _("A new side pool")))
    chosen = await ask.pick(_("Side pools"), lines)
    old = next((pool for pool in fund.pools if pool.name == chosen), None)
    others = [pool for pool in fund.pools if pool is not old]
    if old is not None:
        change = ListLine("change", " " + _("Who is in it, and what it pays"))
        close = ListLine("close", " " + _("Close it: it pays nothing"))
        if await ask.pick(old.name, (change, close)) == "close":
            await _posting(ask, division, replace(fund, pools=tuple(others)))
            return
    name = old.name if old else await _name(ask, {pool.name.casefold() for pool in others})
    players = await _players(ask, division, name, old.players if old else ())
    title = _("What do the places in {name} pay?").format(name=name)
    prizes = await _amounts(ask, title, old.prizes if old else ())
    pool = SidePool(name, prizes, players)
    await _posting(ask, division, replace(fund, pools=(*others, pool)))


async def _name(ask: Ask, taken: set[str]) -> str:
    def objection(text: str) -> str:
        if not text:
            return _("Type something first.")
        if "calcutta" in text.casefold():
            return _("A Calcutta, in which players are auctioned, is no side pool of this hall.")
        if text.casefold() in taken:
            return _("There is a side pool of that name.")
        return "" if len(text) <= LONGEST_NAME else _("That is too long.")

    return await ask.text(_("What is the side pool called?"), objection=objection)


async def _players(ask: Ask, division: str, name: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """Return who has entered a pool."""
    known = sorted(
        (p for p in ask.desk.hall.players.values() if p.division == division),
        key=lambda p: (sort_key(p.name), p.id),
    )
    lines = [ListLine(p.id, p.name) for p in known]
    return await ask.mark(_("Who is in {name}?").format(name=name), lines, before)


async def _amounts(ask: Ask, title: str, before: tuple[int, ...]) -> tuple[int, ...]:
    def objection(text: str) -> str:
        fund = words.fund_of(text)
        return _(words.OBJECTION) if fund is None or fund.dues else ""

    text = await ask.text(
        title,
        hint=_("From the first place on, as: 450 300 200.50. Empty: no prizes."),
        value=words.fund_text(PrizeFund(before)),
        objection=objection,
    )
    typed = words.fund_of(text)
    assert typed is not None
    return typed.prizes


async def _posting(ask: Ask, division: str, fund: PrizeFund) -> None:
    name = ask.desk.hall.divisions[division].name
    before = ask.desk.hall.awards.prizes.get(division)

    def changed() -> str:
        same = ask.desk.hall.awards.prizes.get(division) == before
        return "" if same else _("The prizes were posted otherwise meanwhile.")

    fact, why = words.fund_sentence(fund, name), ""
    if before is not None and before != fund:
        title = _("Why are the prizes changed? {division}").format(division=name)
        why = await ask.text(title, hint=_("It stays in the log."))
        fact = "\n".join((fact, *words.paid_otherwise(ask.desk.moment(), division, fund)))
    said = _("prizes of {division} posted").format(division=name)
    entry = Writing(said, (words.posted(division, fund, why),))
    yes = await ask.confirm(fact, entry, yes=_("Post them"), no=_("Not yet"), changed=changed)
    ask.desk.note(yes.entry)
