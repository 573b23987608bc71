"""What a checked rulebook means: situations and the reference evaluator."""
