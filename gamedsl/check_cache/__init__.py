"""Rule files -> what was made of them before, as long as nothing has changed that it was made of."""
