"""The pages that list every command and every key, from the programs. Run as ``make reference``."""
