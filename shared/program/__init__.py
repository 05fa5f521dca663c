"""What the programs share at their start: options, errors, enrolment, rehearsals, robots."""
