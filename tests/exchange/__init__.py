"""Tests of compiled rulebooks."""
