"""The shipped rulebooks show what is known of their sources."""
