"""What checking a certificate comes to as JSON, by the schema in `recheck.schema.json`: no times, and ASCII only."""

import json
from typing import Any, TypeAlias

from misdeal import __version__
from misdeal.proofs.finding import Verdict

from .certificate_check import Objection
from .rechecked import Rechecked

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(found: Rechecked) -> str:
    """The document, with a line break at its end."""
    manifest = found.manifest
    document = {
        "format": FORMAT,
        "misdeal": __version__,
        "certificate": found.folder,
        "rulebook": manifest.rulebook,
        "title": manifest.title,
        "options": dict(manifest.options),
        "pages": [{"file": page.file, "name": page.name, "sha256": page.digest} for page in manifest.pages],
        "solver": found.solver,
        "same_solver": found.same,
        "verdict": found.verdict,
        "theses": {verdict.value: found.count(verdict) for verdict in Verdict},
        "standing": found.standing,
        "objections": [_objection(each) for each in found.all_objections],
        "unknown": [_objection(each) for each in found.unknown],
    }
    return json.dumps(document, indent=2) + "\n"


def _objection(each: Objection) -> Json:
    return {"entry": each.entry, "file": each.file, "message": each.message}
