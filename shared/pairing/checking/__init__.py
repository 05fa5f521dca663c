"""Checks rounds against the sheet. Shares no code with the pairing.

Only the matching is common to both: what it says here is a proof, and counts where it holds."""
