"""What editors and authors ask of a rule file beside its findings: its layout, its colours, its cures."""
