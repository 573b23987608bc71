"""The reference evaluator and situations."""
