"""One node of the hall: its replica and its link, in a thread of their own, behind a small port."""
