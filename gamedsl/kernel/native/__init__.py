"""Programs as machine code: compilers, libraries that are kept, and calls of them."""
