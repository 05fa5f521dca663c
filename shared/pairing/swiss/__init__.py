"""A Swiss round: who is legal for whom, and the best round of all."""
