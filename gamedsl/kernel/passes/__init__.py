"""A kernel program -> one that plays the same games in less time, pass by pass; ``pipeline.py`` has them all."""
