"""Run by hand after a word of the program has changed: the template, the catalogues and what is read of them, anew.

It tells what is to be translated: the empty texts in ``gamedsl/i18n/locale/*/LC_MESSAGES/gamedsl.po``. Run it again
afterwards: it writes the .mo files.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.i18n.extracting import LANGUAGES, TEMPLATE, as_mo, as_po, brought_up, faults, po_path, read, template


def refresh() -> None:
    """Write every file anew, and say what is missing."""
    words = template()
    TEMPLATE.write_bytes(as_po(words))
    for language in LANGUAGES:
        catalogue, path = brought_up(language, words), po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(catalogue))
        path.with_suffix(".mo").write_bytes(as_mo(read(language)))
        wrong = faults(catalogue)
        print(f"{path}: {len(catalogue)} texts, {len(wrong)} to be mended", *wrong, sep="\n  ")


if __name__ == "__main__":
    refresh()
