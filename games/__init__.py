"""The bundled games: rule files and their component tables."""
