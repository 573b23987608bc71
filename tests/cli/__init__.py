"""Commands as people run them: output, exit codes, escapes."""
