"""Documentation: its links, its examples, and the pages that are written from the code."""
