"""The base of errors that a person reads as they are."""


class ForPeople(Exception):
    """Its text says what happened, what is safe and what to do; a command ends with it."""
