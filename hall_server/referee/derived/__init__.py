"""What follows from the hall as it is now: questions, cases, drafts, forms. Pure."""
