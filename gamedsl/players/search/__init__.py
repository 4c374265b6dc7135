"""What thinking players share: planning a turn, playing on, comparing choices."""
