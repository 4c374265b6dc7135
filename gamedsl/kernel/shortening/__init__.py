"""A kernel program -> one that does the same with less: functions where they are called, loops written out, folded."""
