"""What an entity is, in words: whose match, which table, device or player. Pure."""

from shared.core.events import entities
from shared.core.state import HallState
from shared.core.state.floor import table_name
from shared.core.text.language import _


def about(state: HallState, ent: str) -> str:
    """Return what an entity name stands for, as people call it; no id where there is a name."""
    parsed = entities.parse(ent)
    if parsed is None:
        return _("something that this version cannot read")
    match = state.matches.get(parsed.match.uid) if parsed.match is not None else None
    if match is not None:
        names = [state.players[p].name if p in state.players else p for p in match.players]
        return f"{_table(state, match.table)}, {' – '.join(names)}"
    ident = parsed.ident
    match parsed.entity.words[0]:
        case "player" if ident in state.players:
            return state.players[ident].name
        case "table":
            return _table(state, ident)
        case "device":
            device = state.devices.get(ident)
            return device.label if device else f"{_('unknown device')} ({ident[:8]})"
        case "division" | "DIVISION" if ident in state.divisions:
            name, number = state.divisions[ident].name, parsed.round_no
            return f"{name}, {_('round {number}').format(number=number)}" if number else name
        case "player" | "division" | "DIVISION":
            return ident
    return _("the hall")


def _table(state: HallState, table: str) -> str:
    known = state.tables.get(table)
    return table_name(known.label if known else table)
