"""Small teaching games and variants: rule files that each show one thing."""
