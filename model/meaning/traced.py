"""Which facts an evaluation reads: what comes out is the same in every situation that agrees on these."""

from collections.abc import Mapping
from typing import Any

from ..language.rulebook import Place, Rulebook
from ..language.types import Value
from .evaluate import Evaluation
from .situation import Situation


class Traced(Evaluation):
    """An evaluation that notes the names of the facts that it reads."""

    def __init__(self, rulebook: Rulebook, situation: Situation) -> None:
        self.read: set[str] = set()
        super().__init__(rulebook, Situation(situation.players, _Noting(situation.values, self.read)))
        self._single = _Noting(self._single, self.read)


class _Noting(dict[Any, Value]):
    """Values, by names or by places, that note whose were looked up."""

    def __init__(self, values: Mapping[Any, Value], read: set[str]) -> None:
        super().__init__(values)
        self._read = read

    def __getitem__(self, key: str | Place) -> Value:
        self._read.add(key if isinstance(key, str) else key.name)
        return super().__getitem__(key)
