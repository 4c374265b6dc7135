"""Bytes -> source -> logical lines -> blocks of lines."""
