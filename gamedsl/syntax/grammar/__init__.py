"""The grammar file -> parse tables, and texts parsed by them."""
