"""Rule files as earlier editions wrote them -> the same games as this edition writes them."""
