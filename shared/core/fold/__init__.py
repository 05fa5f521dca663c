"""The fold: from a set of events to the state of the hall, in any order, with any duplicates."""

from shared.core.fold.fold import Fold, fold
from shared.core.fold.telling import ToldState

__all__ = ["Fold", "ToldState", "fold"]
