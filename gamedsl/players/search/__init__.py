"""What thinking players share: looking ahead, planning a turn, playouts, comparing choices."""
