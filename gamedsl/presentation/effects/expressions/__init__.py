"""Words for expressions of single kinds: numbers, sets, rankings, and how nouns and verbs go together."""
