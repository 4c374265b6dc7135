"""The players that need no people: random, quick and greedy, and the tree search."""
