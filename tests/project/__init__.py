"""The project itself: packaging, import contracts, and what its files say of each other."""
