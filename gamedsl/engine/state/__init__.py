"""The state of a game as flat lists, the layout that numbers it, chance, and saving."""
