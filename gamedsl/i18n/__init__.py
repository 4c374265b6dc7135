"""The words of the program in the language of whoever reads them: texts are marked where they are written."""
