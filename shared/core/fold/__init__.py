"""The fold: from a set of events to the state of the hall, in any order, with any duplicates."""

from shared.core.fold.fold import Fold, fold

__all__ = ["Fold", "fold"]
