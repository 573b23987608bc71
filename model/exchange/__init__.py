"""Rulebooks as text for others: Python, JavaScript, JSON. No solver."""
