"""A finding and the text it is about -> the edits that its help names, and the text with those that hold."""
