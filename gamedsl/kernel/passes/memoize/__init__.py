"""Functions that only look at a state -> functions that keep what they found until it may be otherwise."""
