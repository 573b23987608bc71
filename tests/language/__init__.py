"""From text to checked rulebook: grammar, names, types, diagnostics."""
