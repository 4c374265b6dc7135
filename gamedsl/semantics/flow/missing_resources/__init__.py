"""A checked game -> warnings about steps for which something may be missing in play: coins, a free place, a choice."""
