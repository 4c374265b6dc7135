"""Simulations -> their results, played by workers on other machines that have nothing but gamedsl."""
