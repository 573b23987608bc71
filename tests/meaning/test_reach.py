"""Which facts rulings depend on, and which of them is the stage."""

from misdeal.model.language.reader import read
from misdeal.model.meaning.reach import stage_fact


def test_the_stage_is_that_on_which_most_rulings_depend() -> None:
    """The first of several; none where there is no timeline."""
    text = """
```misdeal
rulebook two "Two timelines"
timeline early = now < soon
timeline late = at_once < later
fact begun: early "How early?"
fact ended: late "How late?"
fact also: late "How late also?"
ruling a: yes/no "A?"
ruling b: yes/no "B?"
clause 1 "One" when begun = soon then a is yes
clause 2 "Two" when ended = later and also = at_once then a is no, b is yes
```
"""
    stage = stage_fact(read(text, "two.md"))
    assert stage is not None
    assert stage.name == "ended"
    assert stage_fact(read('```misdeal\nrulebook none "None"\n```', "none.md")) is None
