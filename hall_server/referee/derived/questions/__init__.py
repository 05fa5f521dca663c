"""What needs the referee now, as values: every open question and what accepting it writes."""
