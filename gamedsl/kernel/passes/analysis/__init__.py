"""A kernel program -> what is known of it before it plays: effects, liveness, equal values."""
