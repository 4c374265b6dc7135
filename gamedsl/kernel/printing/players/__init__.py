"""How players think in games that are printed as C: a program with its judges in, the text of a file out."""
