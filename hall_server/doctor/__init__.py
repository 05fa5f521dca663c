"""``hall-server doctor``: whether this machine is fit for its part in a hall.

``measure`` asks the machine, ``judge`` says what an answer means. Neither changes anything.
"""
