"""Views, logs, rules and results -> text for a terminal; nothing here asks anybody."""
