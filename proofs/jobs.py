"""Tasks done side by side, each job in a process of its own that begins as a copy of this one."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeAlias, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")
Starting: TypeAlias = Callable[[], AbstractContextManager[Callable[[Given], Made]]]


class Broken(Exception):  # noqa: N818 - an internal error, and a loud one
    """A job ended without an answer."""


def side_by_side(start: Starting[Given, Made], tasks: Sequence[Given], jobs: int) -> Iterator[tuple[int, Made]]:
    """What is made of each task, with its position, as it gets done; `start` makes a job ready for tasks.

    One job, or a system that cannot copy processes, works in this process. Raises what a task raises.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        with start() as work:
            yield from ((position, work(task)) for position, task in enumerate(tasks))
        return
    fork = multiprocessing.get_context("fork")
    pipes = [fork.Pipe() for _ in range(jobs)]
    processes = [fork.Process(target=_serve, args=(start, tasks, pipes, at), daemon=True) for at in range(jobs)]
    try:
        for process in processes:
            process.start()
        for _, theirs in pipes:
            theirs.close()
        yield from _dealt([ours for ours, _ in pipes], len(tasks))
    finally:
        for process in processes:
            process.kill()
            process.join()


def _dealt(pipes: list[Connection], count: int) -> Iterator[tuple[int, Any]]:
    """Deal positions to whichever job is free, and collect what comes back."""
    waiting = iter(range(count))
    busy: dict[Connection, int] = dict(zip(pipes, waiting, strict=False))
    for pipe, position in busy.items():
        pipe.send(position)
    while busy:
        ready = wait(list(busy))
        for pipe in [pipe for pipe in busy if pipe in ready]:
            try:
                failed, made = pipe.recv()
            except EOFError:
                raise Broken from None
            if failed:
                raise made
            yield busy.pop(pipe), made
            with suppress(StopIteration):
                busy[pipe] = next(waiting)
                pipe.send(busy[pipe])


def _serve(
    start: Starting[Given, Made], tasks: Sequence[Given], pipes: list[tuple[Connection, Connection]], at: int
) -> None:
    """Do what is dealt until the other end is closed, which it is not before every copy of it is."""
    _, pipe = pipes[at]
    for ours, theirs in pipes:
        ours.close()
        if theirs is not pipe:
            theirs.close()
    with start() as work, suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            position = pipe.recv()
            try:
                pipe.send((False, work(tasks[position])))
            except Exception as error:  # noqa: BLE001 - it is raised where the tasks come from
                pipe.send((True, error))
