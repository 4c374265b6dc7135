"""Steps that hold others: what is known inside and behind them."""
