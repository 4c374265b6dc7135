"""What is asked of a whole board at once -> words that are shifted and spread."""
