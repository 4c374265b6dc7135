"""Two games in, what differs between their rules, data and options out: as records, in words, and as JSON."""
