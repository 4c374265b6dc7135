"""AST expressions and plans -> core values, with their types and intervals."""
