"""The event file: a tournament before it begins, in TOML.

Unknown fields and impossible values are refused with file and line.
"""

from hall_server.eventfile.check import BadEventFile
from hall_server.eventfile.doubts import doubts
from hall_server.eventfile.sections import (
    SCHEMA,
    BracketSection,
    DivisionSection,
    EventFile,
    EventSection,
    PlayerSection,
    PrizeSection,
    ScheduleSection,
    TableSection,
)
from hall_server.eventfile.text import (
    load_decks,
    load_event_file,
    parse_event_file,
    write_event_file,
)

__all__ = [
    "SCHEMA",
    "BadEventFile",
    "BracketSection",
    "DivisionSection",
    "EventFile",
    "EventSection",
    "PlayerSection",
    "PrizeSection",
    "ScheduleSection",
    "TableSection",
    "doubts",
    "load_decks",
    "load_event_file",
    "parse_event_file",
    "write_event_file",
]
