"""Games in PDN, the portable draughts notation: written from a record and read back into one.

Owns the text form of whole games (PDN 3.0, with the set-ups it has for illegal moves).
"""
