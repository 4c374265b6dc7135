"""Records of games: everything that was decided, written while a game is played; read, replayed and verified later."""
