"""The hall itself: who it is, its devices, what is announced in it."""
