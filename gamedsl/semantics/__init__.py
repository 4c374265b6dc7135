"""The AST of a rule file -> a checked game (``model.CheckedGame``), or findings that say why there is none."""
