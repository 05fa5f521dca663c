"""Round robins, and what a player who leaves one leaves behind."""
