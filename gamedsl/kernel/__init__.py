"""Rules of one set-up as a flat program that knows nothing of games: its nodes, how it is made, and its printers."""
