"""Checked steps -> statements, with the tests behind them."""
