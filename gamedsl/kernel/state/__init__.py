"""The numbers of a kernel program's state -> everything that readers of states ask for, read and written in place."""
