"""A checked game and a number of seats -> states of play: see ``machine.Engine``."""
