"""Pieces on a flat state: where they lie, how they move, who knows them."""
