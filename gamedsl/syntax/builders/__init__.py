"""Parse trees -> AST nodes with exact spans: see ``builder``."""
