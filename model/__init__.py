"""What a rulebook says: from text to checked rulebook, and what it means. No solver, no click, no network."""
