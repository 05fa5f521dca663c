"""What the machine gives a program: clocks, battery, logs, languages, PINs, exit codes."""
