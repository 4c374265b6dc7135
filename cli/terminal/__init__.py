"""People at one terminal: what they are asked, what they type, and how long the program thinks."""
