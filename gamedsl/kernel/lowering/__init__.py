"""Checked rules and a layout -> a kernel program: the only place that knows what pay, move, plan or trigger do."""
