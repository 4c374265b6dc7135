"""Single expressions of rules -> functions over the flat states of a program that is there already."""
