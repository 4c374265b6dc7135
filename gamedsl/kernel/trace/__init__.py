"""What a program tells while it runs -> the log, and what is used at all."""
