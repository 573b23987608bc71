"""Encoding, solving and findings, against the evaluator and brute force."""
