"""The event file: what a tournament is before it begins, read once and turned into events.

Owns the TOML format. Unknown fields and impossible values are refused with file and line.
"""

from hall_server.eventfile.check import BadEventFile
from hall_server.eventfile.reading import load_decks, load_event_file, parse_event_file
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
from hall_server.eventfile.writing import write_event_file

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
    "load_decks",
    "load_event_file",
    "parse_event_file",
    "write_event_file",
]
