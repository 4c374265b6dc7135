"""Bodies of cards as AST -> core: steps, terms, conditions, scenarios, displays."""
