"""Moved."""

from shared.port import *  # noqa: F403
