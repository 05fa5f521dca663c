"""The tables of a division's own, as they are typed: "1-12, 20, Stage". Pure."""

from shared.core.state import Division, HallState, Table
from shared.core.state.floor import hall_order
from shared.core.text.language import _


def chosen(state: HallState, division: Division, text: str) -> tuple[tuple[str, ...], str]:
    """Return the ids of the tables that a text names by their signs, and what is wrong with it.

    A table of the division's own that was taken away can stay one.
    """
    known = {
        **state.tables_up,
        **{t: state.tables[t] for t in division.tables if t in state.tables},
    }
    order = sorted(known.values(), key=lambda table: hall_order(table.label))
    by_name = {name.casefold(): t for t in order for name in (t.id, t.label)}
    by_name |= {t.label.casefold(): t for t in order}
    own: list[Table] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        one = by_name.get(part.casefold())
        if one is not None:
            own.append(one)
            continue
        ends = [end.strip() for end in part.split("-", 1)]
        for end in ends:
            if end.casefold() not in by_name:
                return (), _("There is no table {label}.").format(label=end)
        first, last = (order.index(by_name[end.casefold()]) for end in ends)
        if first > last:
            said = _("Type the lower table first: {last}-{first}.")
            return (), said.format(first=ends[0], last=ends[1])
        own += order[first : last + 1]
    return tuple(dict.fromkeys(table.id for table in own)), ""
