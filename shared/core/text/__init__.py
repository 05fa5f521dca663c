"""Text as the hall writes and checks it: languages, sentences, refusals, the rule for fields."""
