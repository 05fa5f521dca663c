"""How a time is written on the face of a clock. Nothing else."""


def face(ms: int) -> str:
    """Return the time as a clock shows it: 1:30:00 from an hour up, 9:05, tenths under 10 s.

    Rounded up, as on a DGT: a full minute is shown until a whole second of it is gone, and 0:00
    means that the flag has fallen.
    """
    tenths = -(-ms // 100)
    if tenths <= 0:
        return "0:00"
    if tenths < 100:
        return f"0:0{tenths // 10}.{tenths % 10}"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
