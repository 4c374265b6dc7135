"""Text of rule files -> AST (``parser``), and back (``printer``)."""
