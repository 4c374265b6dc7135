"""A checked expression or condition -> words for people: in one state (what holds, what is missing), or in any game."""
