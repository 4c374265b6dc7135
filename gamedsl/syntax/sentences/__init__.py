"""A line as rulebooks write it, in English, German or French, and the text of its file -> how it is written here."""
