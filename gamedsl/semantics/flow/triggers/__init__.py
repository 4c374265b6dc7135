"""Triggers that are watched: what is known while their steps are carried out, and what these set off."""
