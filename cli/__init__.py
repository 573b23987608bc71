"""How people reach Misdeal: commands and renderers. No solver calls of its own."""
