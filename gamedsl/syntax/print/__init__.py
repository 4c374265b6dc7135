"""AST -> canonical text, with comments and blank lines in place."""
