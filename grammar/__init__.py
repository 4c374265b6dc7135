"""Nothing in, nothing out: this folder only holds the grammar, ``gamedsl.lark``, as package data."""
