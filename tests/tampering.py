"""Ways to tamper with a certificate, each by its name; each returns what a refusal has to name."""

import json
import os
import re
from collections.abc import Callable
from typing import TypeAlias

from misdeal.cli.certificate_check import CertificateCheck, Effort
from misdeal.cli.certificate_folder import Folder
from misdeal.proofs.finding import Verdict
from misdeal.proofs.second import SecondSolver
from misdeal.proofs.thesis import Thesis, theses
from misdeal.proofs.thesis_file import status, thesis_file
from misdeal.proofs.world import World

from .certificates import BASE, OWN, Forger, Json

Tampering: TypeAlias = Callable[[Forger], str]

TAMPERINGS: dict[str, Tampering] = {}
MANIFEST = "manifest.json"


def tampering(change: Tampering) -> Tampering:
    """Add a way to tamper."""
    TAMPERINGS[change.__name__] = change
    return change


def proved(forger: Forger, sense: str = "nowhere") -> Json:
    """An entry that is proved, no case."""
    return next(
        each
        for each in forger.theses
        if each["verdict"] == "proved" and each["sense"] == sense and each["kind"] not in {"impossible", "failed"}
    )


def forge(forger: Forger, entry: Json, verdict: Verdict) -> Thesis:
    """Say that an entry has another verdict, in its file too, as Misdeal would write it."""
    effort = Effort(SecondSolver.CVC5, 60, 1, lambda _: None)
    with Folder(forger.folder) as opened:
        check = CertificateCheck(opened, str(forger.folder), None, effort)
        world = World(check.rulebook)
    thesis = list(theses(world))[forger.number(entry) - 1]
    forger.put(entry, thesis_file(world, thesis, verdict, check.manifest.maker))
    entry["verdict"] = verdict.value
    if status(thesis, verdict) == "unsat":
        entry["situation"] = None
    forger.save()
    return thesis


# Files


@tampering
def file_replaced_alone(forger: Forger) -> str:
    one, other = forger.theses[3], forger.theses[5]
    (forger.folder / one["file"]).write_text(forger.text(other), encoding="utf-8")
    return str(one["file"])


@tampering
def file_replaced_with_its_digest(forger: Forger) -> str:
    one, other = forger.theses[3], forger.theses[5]
    forger.put(one, forger.text(other))
    forger.save()
    return str(one["file"])


@tampering
def file_trivially_unsatisfiable(forger: Forger) -> str:
    entry = proved(forger)
    forger.put(entry, "(set-logic QF_LIA)\n(set-info :status unsat)\n(assert false)\n(check-sat)\n")
    forger.save()
    return str(entry["file"])


@tampering
def file_with_one_more_axiom(forger: Forger) -> str:
    entry = proved(forger)
    forger.put(entry, forger.text(entry).replace("(check-sat)", "(assert (not f0))\n(check-sat)"))
    forger.save()
    return str(entry["file"])


@tampering
def file_without_an_axiom(forger: Forger) -> str:
    entry = proved(forger, "somewhere")
    forger.put(entry, re.sub(r"\(assert b\d+\)\n", "", forger.text(entry), count=1))
    forger.save()
    return str(entry["file"])


@tampering
def file_with_a_narrower_interval(forger: Forger) -> str:
    entry = proved(forger)
    text = forger.text(entry)
    narrowed = re.sub(r"\(<= (f\d+) 6\)", r"(<= \1 5)", text, count=1)
    assert narrowed != text
    forger.put(entry, narrowed)
    forger.save()
    return str(entry["file"])


@tampering
def file_with_another_status(forger: Forger) -> str:
    entry = proved(forger)
    forger.put(entry, forger.text(entry).replace(":status unsat", ":status sat"))
    forger.save()
    return str(entry["file"])


@tampering
def file_with_another_sentence(forger: Forger) -> str:
    entry = proved(forger)
    forger.put(entry, re.sub("(?m)^; Thesis: .*", "; Thesis: all is well", forger.text(entry)))
    forger.save()
    return str(entry["file"])


@tampering
def file_that_asks_nothing(forger: Forger) -> str:
    entry = proved(forger)
    forger.put(entry, forger.text(entry).replace("(check-sat)", '(echo "unsat")'))
    forger.save()
    return str(entry["file"])


@tampering
def file_of_another_rulebook(forger: Forger) -> str:
    entry = proved(forger)
    other = Forger(forger.folder.parents[1] / "other")
    forger.put(entry, other.text(proved(other)))
    forger.save()
    return str(entry["file"])


@tampering
def file_missing(forger: Forger) -> str:
    name = str(forger.theses[3]["file"])
    (forger.folder / name).unlink()
    return name


@tampering
def file_turned_into_a_link_to_the_same(forger: Forger) -> str:
    file = forger.file(forger.theses[3])
    elsewhere = forger.folder.parent / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    return file.name


@tampering
def file_turned_into_a_pipe(forger: Forger) -> str:
    file = forger.file(forger.theses[3])
    file.unlink()
    os.mkfifo(file)
    return file.name


@tampering
def file_turned_into_a_folder(forger: Forger) -> str:
    file = forger.file(forger.theses[3])
    file.unlink()
    file.mkdir()
    return file.name


@tampering
def file_that_is_no_text(forger: Forger) -> str:
    file = forger.file(forger.theses[3])
    file.write_bytes(b"\xff" + file.read_bytes())
    return file.name


@tampering
def file_added_that_nothing_names(forger: Forger) -> str:
    (forger.folder / "readme.txt").write_text("all is well", encoding="utf-8")
    return "readme.txt"


@tampering
def name_that_leads_out(forger: Forger) -> str:
    entry = forger.theses[3]
    entry["file"] = f"../own/{entry['file']}"
    forger.save()
    return "thesis 4"


# Entries


@tampering
def entry_dropped(forger: Forger) -> str:
    forger.theses.pop(3)
    forger.save()
    return "thesis 4"


@tampering
def entry_dropped_with_its_file(forger: Forger) -> str:
    entry = forger.theses.pop(3)
    (forger.folder / entry["file"]).unlink()
    forger.save()
    return "thesis 4"


@tampering
def last_entry_dropped_with_its_file(forger: Forger) -> str:
    entry = forger.theses.pop()
    (forger.folder / entry["file"]).unlink()
    forger.save()
    return f"{len(forger.theses)} theses"


@tampering
def entry_dropped_and_the_rest_moved_up(forger: Forger) -> str:
    (forger.folder / forger.theses.pop(3)["file"]).unlink()
    for number, entry in enumerate(forger.theses, 1):
        moved = f"{number:04}.{entry['kind']}.smt2"
        (forger.folder / entry["file"]).rename(forger.folder / moved)
        entry["file"] = moved
    forger.save()
    return "thesis 4"


@tampering
def entry_added(forger: Forger) -> str:
    entry = {**forger.theses[-1], "file": f"{len(forger.theses) + 1:04}.vacuous.smt2"}
    (forger.folder / entry["file"]).write_text(forger.text(forger.theses[-1]), encoding="utf-8")
    forger.theses.append(entry)
    forger.save()
    return f"{len(forger.theses)} theses"


@tampering
def entries_swapped(forger: Forger) -> str:
    forger.theses[3], forger.theses[5] = forger.theses[5], forger.theses[3]
    forger.save()
    return "thesis 4"


@tampering
def sentence_changed(forger: Forger) -> str:
    forger.theses[3]["sentence"] += ", always"
    forger.save()
    return "thesis 4"


@tampering
def kind_changed(forger: Forger) -> str:
    forger.theses[3]["kind"] = "clash"
    forger.save()
    return "thesis 4"


@tampering
def sense_changed(forger: Forger) -> str:
    entry = forger.theses[3]
    entry["sense"] = "nowhere" if entry["sense"] == "somewhere" else "somewhere"
    forger.save()
    return "thesis 4"


@tampering
def verdict_changed(forger: Forger) -> str:
    entry = proved(forger)
    entry["verdict"] = "refuted"
    forger.save()
    return str(entry["file"])


@tampering
def proved_said_to_be_refuted_with_its_file(forger: Forger) -> str:
    entry = proved(forger)
    situation = proved(forger, "somewhere")["situation"]
    forge(forger, entry, Verdict.REFUTED)
    entry["situation"] = situation
    forger.save()
    return str(entry["file"])


@tampering
def refuted_said_to_be_proved_with_its_file(forger: Forger) -> str:
    entry = forger.find(verdict="refuted", sense="nowhere")
    forge(forger, entry, Verdict.PROVED)
    return str(entry["file"])


@tampering
def proved_said_to_be_unknown(forger: Forger) -> str:
    entry = proved(forger)
    entry["verdict"] = "unknown"
    forger.save()
    return MANIFEST


@tampering
def reason_added(forger: Forger) -> str:
    forger.theses[3]["reason"] = "because I say so"
    forger.save()
    return "thesis 4"


# Situations


@tampering
def situation_altered(forger: Forger) -> str:
    entry = next(each for each in forger.theses if each["kind"] == "dead")
    entry["situation"]["found"] = "dealing"
    forger.save()
    return str(entry["file"])


@tampering
def situation_altered_in_a_fact(forger: Forger) -> str:
    entry = forger.find(sentence="`1` applies somewhere")
    entry["situation"].update({name: 5 for name in entry["situation"] if name.startswith("cards")})
    forger.save()
    return str(entry["file"])


@tampering
def situation_of_another_thesis(forger: Forger) -> str:
    one, other = forger.find(sentence="`1` applies somewhere"), forger.find(sentence="`2` applies somewhere")
    one["situation"] = other["situation"]
    forger.save()
    return str(one["file"])


@tampering
def situation_dropped(forger: Forger) -> str:
    entry = proved(forger, "somewhere")
    entry["situation"] = None
    forger.save()
    return str(entry["file"])


@tampering
def situation_added(forger: Forger) -> str:
    entry = proved(forger)
    entry["situation"] = proved(forger, "somewhere")["situation"]
    forger.save()
    return str(entry["file"])


@tampering
def situation_with_one_fact_more(forger: Forger) -> str:
    entry = proved(forger, "somewhere")
    entry["situation"]["luck"] = True
    forger.save()
    return str(entry["file"])


@tampering
def situation_beyond_the_type(forger: Forger) -> str:
    entry = proved(forger, "somewhere")
    entry["situation"]["cards[1]"] = 7
    forger.save()
    return str(entry["file"])


@tampering
def situation_written_otherwise(forger: Forger) -> str:
    entry = proved(forger, "somewhere")
    entry["situation"]["asked"] = "yes" if entry["situation"]["asked"] else "no"
    forger.save()
    return str(entry["file"])


# Pages


@tampering
def page_swapped(forger: Forger) -> str:
    file = forger.page(2)
    file.write_text(BASE.replace("= 6", "= 4"), encoding="utf-8")
    return file.name


@tampering
def page_and_digest_swapped(forger: Forger) -> str:
    forger.put_page(2, BASE.replace("some p: cards[p] = 6", "some p: cards[p] = 4"))
    forger.save()
    return "comes of the rulebook"


@tampering
def page_and_digest_swapped_for_one_with_the_same_sentences(forger: Forger) -> str:
    forger.put_page(2, BASE.replace("always found > dealing or not asked", "always found > dealt or not asked"))
    forger.save()
    return ".smt2"


@tampering
def page_with_one_clause_more(forger: Forger) -> str:
    forger.put_page(1, OWN.replace("clause 3", 'clause 4 "Nothing" when not strict then coup is void\nclause 3'))
    forger.save()
    return "thesis"


@tampering
def page_that_is_no_rulebook(forger: Forger) -> str:
    forger.put_page(2, "all is well")
    forger.save()
    return str(forger.manifest["rulebook"]["pages"][1]["file"])


@tampering
def page_dropped(forger: Forger) -> str:
    page = forger.manifest["rulebook"]["pages"].pop()
    (forger.folder / page["file"]).unlink()
    forger.save()
    return "page1."


@tampering
def page_added(forger: Forger) -> str:
    pages = forger.manifest["rulebook"]["pages"]
    pages.append({"file": "page3.house.md", "name": "house", "sha256": ""})
    forger.put_page(3, BASE)
    forger.save()
    return "page3.house.md"


@tampering
def page_turned_into_a_link(forger: Forger) -> str:
    file = forger.page(1)
    elsewhere = forger.folder.parent / "elsewhere.md"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)
    return file.name


@tampering
def page_named_elsewhere(forger: Forger) -> str:
    forger.manifest["rulebook"]["pages"][0]["file"] = "../house.md"
    forger.save()
    return "page 1"


@tampering
def title_changed(forger: Forger) -> str:
    forger.manifest["rulebook"]["title"] = "Rules of another house"
    forger.save()
    return MANIFEST


@tampering
def option_changed(forger: Forger) -> str:
    forger.manifest["rulebook"]["options"] = {"sober": False}
    forger.save()
    return "thesis"


@tampering
def option_dropped(forger: Forger) -> str:
    forger.manifest["rulebook"]["options"] = {}
    forger.save()
    return "thesis"


# The manifest


@tampering
def version_changed(forger: Forger) -> str:
    forger.manifest["misdeal"] = "99.0"
    forger.save()
    return "99.0"


@tampering
def solver_changed(forger: Forger) -> str:
    forger.manifest["solver"]["name"] = "abacus"
    forger.save()
    return "abacus"


@tampering
def version_of_the_solver_changed(forger: Forger) -> str:
    forger.manifest["solver"]["version"] = "99.0"
    forger.save()
    return ".smt2"


@tampering
def manifest_cut_off(forger: Forger) -> str:
    file = forger.folder / MANIFEST
    file.write_bytes(file.read_bytes()[:-200])
    return MANIFEST


@tampering
def manifest_missing(forger: Forger) -> str:
    (forger.folder / MANIFEST).unlink()
    return MANIFEST


@tampering
def manifest_with_a_key_twice(forger: Forger) -> str:
    file = forger.folder / MANIFEST
    file.write_text(file.read_text("utf-8").replace('"format": 1,', '"format": 1,\n "format": 1,'), encoding="utf-8")
    return MANIFEST


@tampering
def manifest_with_a_key_more(forger: Forger) -> str:
    forger.manifest["signed"] = True
    forger.save()
    return "signed"


@tampering
def manifest_laid_out_otherwise(forger: Forger) -> str:
    (forger.folder / MANIFEST).write_text(json.dumps(forger.manifest), encoding="utf-8")
    return MANIFEST


@tampering
def manifest_nested_without_end(forger: Forger) -> str:
    (forger.folder / MANIFEST).write_text("[" * 200_000, encoding="utf-8")
    return MANIFEST


@tampering
def manifest_of_another_certificate(forger: Forger) -> str:
    other = forger.folder.parents[1] / "other" / MANIFEST
    (forger.folder / MANIFEST).write_bytes(other.read_bytes())
    return "page1.house.md"
