"""Swiss rounds: which pairs are legal, and which legal round is best."""
