"""Results of games -> figures, metrics with intervals, differences, claims, what was never used."""
