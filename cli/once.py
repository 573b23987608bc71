"""An option that is about one thing: given twice it would be silently about the last."""

from typing import Any

import click


class Once(click.Option):
    """An option that is given once at most; the value is None where it is not given."""

    def __init__(self, *names: Any, **how: Any) -> None:  # noqa: ANN401 - click's signature
        super().__init__(*names, **{**how, "multiple": True})

    def process_value(self, ctx: click.Context, value: Any) -> Any:  # noqa: ANN401 - click's signature
        """The value. A usage error where there are two."""
        values = super().process_value(ctx, value) or (None,)
        if len(values) > 1:
            raise click.BadParameter("it is given twice, and is about one at a time", ctx, self)
        return values[0]
