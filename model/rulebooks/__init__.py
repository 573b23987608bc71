"""The rulebooks that are shipped, each a Markdown page in this directory."""
