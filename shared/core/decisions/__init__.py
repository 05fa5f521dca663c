"""What a referee can decide: measures as values, the facts of a case, the options, the words."""
