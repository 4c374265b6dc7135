"""Imported before all else: garbage is looked for rarely, as hardly anything that tests make is in circles."""

import gc

gc.set_threshold(1_000_000, 20, 50)
