"""Tables of rule files and CSV files -> typed rows; every cell that does not fit is reported."""
