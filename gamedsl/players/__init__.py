"""Who decides: the protocol of players, and the players that need no people."""
