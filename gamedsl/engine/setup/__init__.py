"""A checked game laid out for a set-up -> what is the same in all its states, whoever carries the rules out."""
