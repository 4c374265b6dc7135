"""What goes wrong in a text, and what to write instead: known wordings as patterns, and findings made of them."""
