"""How findings stand to a baseline, in words."""

from misdeal.model.language.diagnostic import escape

from .accepted import Entry, Judged, Standing


def standing_note(judged: Judged, file: str) -> str:
    """Why a finding counts that an entry is about, or why it does not; empty of a new one."""
    entry = judged.entry
    if entry is None:
        return ""
    place = entry_place(entry, file)
    match judged.standing:
        case Standing.CHANGED:
            return f"It was accepted ({place}), and the words of that entry do not mean now what they meant then."
        case Standing.BEYOND:
            return f"It is not only where it is accepted, as that is told there ({place})."
        case Standing.UNREASONED:
            return f"It is not accepted, for no reason is given yet ({place})."
        case Standing.EXPIRED:
            return f"It was accepted until {entry.expires} ({place}): {entry.reason}"
        case _:
            until = f", until {entry.expires}" if entry.expires else ""
            return f"Accepted ({place}{until}): {entry.reason}"


def stale_note(entry: Entry, file: str) -> str:
    """What an entry accepts that is no more."""
    about = entry.identity
    clauses = ", ".join(f"`{clause}`" for clause in about.clauses)
    things = [f"`{about.ruling}`" if about.ruling else "", clauses, f"“{about.subject}”" if about.subject else ""]
    named = " and ".join(each for each in things if each)
    what = f"the `{about.kind.value}` of {named}" if named else f"`{about.kind.value}`"
    return f"{entry_place(entry, file)}: stale: {what} in `{about.rulebook}` is no more, or less than is accepted"


def entry_place(entry: Entry, file: str) -> str:
    """Where an entry stands."""
    return f"{escape(file)}:{entry.line}" if entry.line else escape(file)
