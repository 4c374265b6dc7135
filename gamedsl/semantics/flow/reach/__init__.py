"""How far values, amounts and numbers of pieces can come in play, as the steps of a game tell."""
