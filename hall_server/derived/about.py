"""What an entity is, in words: whose match, which table, device or player. Pure."""

from shared.core.events import entities
from shared.core.state import HallState
from shared.core.state.floor import table_name
from shared.core.text.language import _
from shared.public.lookup import player_name, table_label


def about(state: HallState, ent: str) -> str:
    """Return what an entity name stands for, as people call it; no id where there is a name."""
    parsed = entities.parse(ent)
    if parsed is None:
        return _("something that this version cannot read")
    match = state.matches.get(parsed.match.uid) if parsed.match is not None else None
    if match is not None:
        names = " – ".join(player_name(state, player) for player in match.players)
        return f"{table_name(table_label(state, match.table))}, {names}"
    ident = parsed.ident
    match parsed.entity.words[0]:
        case "player":
            return player_name(state, ident)
        case "table":
            return table_name(table_label(state, ident))
        case "device":
            device = state.devices.get(ident)
            unknown = _("unknown device")
            return device.label if device else f"{unknown} ({ident[:8]})"
        case "division" | "DIVISION" if ident in state.divisions:
            name, number = state.divisions[ident].name, parsed.round_no
            of_round = _("round {number}").format(number=number)
            return f"{name}, {of_round}" if number else name
        case "division" | "DIVISION":
            return ident
    return _("the hall")
