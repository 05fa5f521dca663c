"""A tournament on one laptop: one page to begin, results from slips, devices later if at all."""
