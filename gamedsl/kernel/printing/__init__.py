"""Kernel programs -> text of other languages; nothing here knows what the numbers mean."""
