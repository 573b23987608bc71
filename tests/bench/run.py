"""Measure how long things take: `python tests/bench/run.py [PART...]`, all parts where none is named.

A run of all parts writes docs/benchmarks.md; of single parts the sections are only printed.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main(names: list[str]) -> None:
    """Run parts, and print the sections that they give."""
    sys.path[:0] = [str(ROOT), str(ROOT / ".package")]  # a checkout measures itself
    from tests.bench.page import Section, page  # noqa: PLC0415 - only now can it be found
    from tests.bench.parts import PARTS  # noqa: PLC0415 - only now can it be found

    if unknown := set(names) - PARTS.keys():
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    sections: list[Section] = []
    for name in names or PARTS:
        print(f"\n{name}", flush=True)
        sections += PARTS[name]()
    if names:
        print("\n" + "\n".join(section.markdown for section in sections))
    else:
        path = ROOT / "docs" / "benchmarks.md"
        path.write_text(page(sections), "utf-8")
        print(f"\n{path.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main(sys.argv[1:])
