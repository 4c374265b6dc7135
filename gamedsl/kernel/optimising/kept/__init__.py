"""What follows from a state and is kept beside it: what it was worked out of, and how it stays true."""
