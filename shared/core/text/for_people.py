"""The base of errors that a person reads as they are."""


class ForPeople(Exception):
    """Its text says what happened, what is safe and what to do; a command ends with it."""


def why(error: Exception) -> str:
    """Return why something failed in plain words, without the number that the system gives it."""
    if isinstance(error, UnicodeDecodeError):
        return "its text is not UTF-8"
    return getattr(error, "strerror", None) or str(error)
