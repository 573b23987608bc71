"""Work done side by side, each job in a process of its own that begins as a copy of this one."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeAlias, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
Starting: TypeAlias = Callable[[], AbstractContextManager[Callable[[Item], Made]]]
Following: TypeAlias = Callable[[Item, Made], Iterable[Item]]

_ENDED = "a process that proves has ended without an answer; where memory is short, systems end processes"


class Broken(Exception):  # noqa: N818 - an internal error, and a loud one
    """A job ended without an answer."""


def nothing(*_: object) -> tuple[()]:
    """Nothing follows from what was made."""
    return ()


def side_by_side(
    start: Starting[Item, Made], items: Iterable[Item], jobs: int, following: Following[Item, Made] = nothing
) -> Iterator[tuple[Item, Made]]:
    """Each item with what is made of it, as it gets done; `start` makes a job ready for items.

    What follows from what was made is done after the items that wait. Items are dealt to processes, so that they should
    say what to do in a few words. One job, or a system that cannot copy processes, works in this process. Raises what
    an item raises.
    """
    waiting = deque(items)
    jobs = min(jobs, len(waiting))
    if jobs <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        with start() as work:
            while waiting:
                item = waiting.popleft()
                made = work(item)
                waiting.extend(following(item, made))
                yield item, made
        return
    fork = multiprocessing.get_context("fork")
    pipes = [fork.Pipe() for _ in range(jobs)]
    processes = [fork.Process(target=_serve, args=(start, pipes, at), daemon=True) for at in range(jobs)]
    try:
        for process in processes:
            process.start()
        for _, theirs in pipes:
            theirs.close()
        yield from _dealt([ours for ours, _ in pipes], waiting, following)
    finally:
        for process in processes:
            process.kill()
            process.join()


def _dealt(
    free: list[Connection], waiting: deque[Item], following: Following[Item, Made]
) -> Iterator[tuple[Item, Made]]:
    """Deal items to whichever job is free, and collect what comes back."""
    busy: dict[Connection, Item] = {}
    while waiting or busy:
        while free and waiting:
            pipe = free.pop()
            busy[pipe] = waiting.popleft()
            _send(pipe, busy[pipe])
        ready = wait(list(busy))
        for pipe in [pipe for pipe in busy if pipe in ready]:
            made = _received(pipe)
            item = busy.pop(pipe)
            free.append(pipe)
            waiting.extend(following(item, made))
            yield item, made


def _send(pipe: Connection, item: object) -> None:
    try:
        pipe.send(item)
    except BrokenPipeError:
        raise Broken(_ENDED) from None


def _received(pipe: Connection) -> Any:  # noqa: ANN401 - whatever was made
    try:
        failed, made = pipe.recv()
    except (EOFError, ConnectionResetError):
        raise Broken(_ENDED) from None
    if failed:
        raise made
    return made


def _serve(start: Starting[Item, Made], pipes: list[tuple[Connection, Connection]], at: int) -> None:
    """Do what is dealt until the other end is closed, which it is not before every copy of it is."""
    _, pipe = pipes[at]
    for ours, theirs in pipes:
        ours.close()
        if theirs is not pipe:
            theirs.close()
    with start() as work, suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            item = pipe.recv()
            try:
                pipe.send((False, work(item)))
            except Exception as error:  # noqa: BLE001 - it is raised where the items come from
                pipe.send((True, error))
