"""Bodies of paragraphs as AST -> core: steps, terms, conditions, scenarios, displays."""
