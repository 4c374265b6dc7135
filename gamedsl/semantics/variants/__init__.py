"""A rule file and the bases it changes -> one game as AST, and a record of what differs."""
