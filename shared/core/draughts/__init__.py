"""A game of checkers as values: board, legal moves, notation, the record of a game, score sheets.

Owns what may be played and what was played. Judges no position and suggests no move.
"""
