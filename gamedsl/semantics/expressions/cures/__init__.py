"""What was probably meant by expressions that are no rules, and what to write instead, as help."""
