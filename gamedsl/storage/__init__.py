"""Names and data -> files: whole or not there, locked, and folders for what can be made anew."""
