"""Games as trees: decisions, and chance as nodes whose outcomes are listed and chosen."""
