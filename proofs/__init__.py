"""What solvers establish about a rulebook: obligations, verdicts and findings. No click, no printing."""
