"""Results of simulated games: of one, of many, as rows that machine code has written, and what tells them apart."""
