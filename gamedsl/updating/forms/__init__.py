"""Old forms: modules that find them, and the table of all."""
