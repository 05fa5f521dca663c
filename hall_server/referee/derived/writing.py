"""What is written together, and the yes that it takes."""

from dataclasses import dataclass

from shared.port import Draft


@dataclass(frozen=True, slots=True)
class Writing:
    """What is written together, and the sentence that says so; ``question`` is the key of the
    question that it answers."""

    said: str
    drafts: tuple[Draft, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """An entry whose fact was repeated to a person who then said yes."""

    entry: Writing
