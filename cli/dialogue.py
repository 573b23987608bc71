"""The dialogue of an interview: questions, answers, and the words by which it is steered."""

from collections.abc import Mapping, Sequence
from enum import Enum

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Kind
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.common import Comes
from misdeal.proofs.interview import Interview
from misdeal.proofs.refusal import Refusal

from .asking import expected, names, options, read, spoken, write_question
from .lines import Lines, Script
from .terminal import Paper
from .wording import answer, listed


class Word(Enum):
    """A word that steers the dialogue; the value is what is said of it."""

    UNKNOWN = "you do not know"
    WHY = "why is this asked: which rulings it bears on, and how"
    BACK = "to the question before"
    OVER = "from the beginning"
    HELP = "these words"
    QUIT = "end here"


_WORDS: Mapping[str, Word] = {
    "?": Word.UNKNOWN,
    "don't know": Word.UNKNOWN,
    "dont know": Word.UNKNOWN,
    "do not know": Word.UNKNOWN,
    "unknown": Word.UNKNOWN,
    "why": Word.WHY,
    "back": Word.BACK,
    "over": Word.OVER,
    "start over": Word.OVER,
    "help": Word.HELP,
    "quit": Word.QUIT,
    "exit": Word.QUIT,
}
_SHOWN = 6  # rulings told of an answer


class Dialogue:
    """Asks until nothing is left to ask, or whoever answers ends it."""

    def __init__(self, start: Interview, lines: Lines) -> None:
        self._rulebook = start.study.rulebook
        self._lines = lines
        self._steps = [start]

    def run(self) -> Interview:
        """The interview as it stands at the end. Raises Refusal where a script does not fit."""
        self._tell("Answer by the mark or the name of an answer. `?` is: I do not know. `help` tells other words.")
        self._ask()
        while self._now.question is not None:
            text = self._lines.next()
            if text is None:
                if isinstance(self._lines, Script):
                    raise self._lines.missing(spoken(self._now.question))
                break
            word = self._word(text)
            if word is Word.QUIT:
                break
            self._steer(word, text)
        if isinstance(self._lines, Script):
            self._lines.finish()
        return self._now

    @property
    def _now(self) -> Interview:
        return self._steps[-1]

    def _word(self, text: str) -> Word | None:
        """The word of the dialogue that a line is, unless an answer is called that; with a colon it always is."""
        question = self._now.question
        if question and text.lower() in names(question):
            return None
        return _WORDS.get(" ".join(text.lower().removeprefix(":").split()))

    def _steer(self, word: Word | None, text: str) -> None:
        match word:
            case Word.BACK if len(self._steps) == 1:
                self._lines.reject("this is the first question", "")
            case Word.BACK:
                self._steps.pop()
                self._ask()
            case Word.OVER:
                del self._steps[1:]
                self._ask()
            case Word.HELP:
                self._help()
            case Word.WHY:
                self._why()
            case _:
                self._answer(None if word is Word.UNKNOWN else text)

    def _answer(self, text: str | None) -> None:
        question = self._now.question
        assert question, "something is asked"
        try:
            values = None if text is None else read(question, text)
            after = self._now.answered(values)
        except Refusal as refusal:
            self._lines.reject(refusal.message, refusal.advice)
            return
        self._steps.append(after)
        if after.question is not None:
            self._ask()

    def _ask(self) -> None:
        if self._now.question is not None:
            paper = Paper()
            paper.line("")
            write_question(paper, self._now.question, len(self._now.answers) + 1)
            paper.print()

    def _help(self) -> None:
        question = self._now.question
        assert question, "something is asked"
        paper = Paper()
        paper.paragraph(f"Answer with {expected(question)}.", indent=2)
        for word in Word:
            spelled = listed([f"`{text}`" for text, meant in _WORDS.items() if meant is word], "or")
            paper.paragraph(word.value, indent=2, mark=f"{spelled}: ")
        paper.print()

    def _why(self) -> None:
        """What each answer would do, or that no single one does anything."""
        question = self._now.question
        assert question, "something is asked"
        paper = Paper()
        bears = [place_name(self._rulebook, place) for place in question.bears]
        paper.paragraph(_some(bears), indent=2, mark="it bears on ")
        for option, left in zip(options(question), self._now.prospects(), strict=True):
            paper.paragraph(_bearing(self._rulebook, left), indent=2, mark=f"if {option.words}: ")
        paper.print()

    def _tell(self, text: str) -> None:
        paper = Paper()
        paper.paragraph(text)
        paper.print()


def _some(names: Sequence[str]) -> str:
    """Some names, and how many more."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more if names else "what comes out together with other facts"


def _bearing(rulebook: Rulebook, left: Mapping[Place, tuple[Comes, ...]]) -> str:
    """What an answer would leave of the rulings."""
    told = [
        f"{place_name(rulebook, place)} {'is' if len(comes) == 1 else 'can only be'} "
        + listed([_came(rulebook, place, each) for each in comes], "or")
        for place, comes in left.items()
    ]
    more = f"; and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    return "; ".join(told[:_SHOWN]) + more if told else "it depends on other facts as well"


def _came(rulebook: Rulebook, place: Place, comes: Comes) -> str:
    if comes.value is not None:
        return answer(rulebook.rulings[place.name].type, comes.value)
    return _KINDS[comes.kind]


_KINDS = {
    Kind.DOES_NOT_ARISE: "not to be decided",
    Kind.GAP: "decided by no clause",
    Kind.CLASH: "given different values",
    Kind.UNDEFINED: "undefined",
}
