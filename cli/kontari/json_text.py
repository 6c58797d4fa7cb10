"""JSON that others wrote, read with a plain reason where it is none."""

import json
from typing import Any, NoReturn


class NotJsonError(Exception):
    """A text that is no JSON, or more than can be read."""


def parsed(text: bytes) -> Any:
    """The value of a JSON text. Raises NotJsonError, and nothing else."""
    try:
        return json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise NotJsonError(str(error)) from None
    except UnicodeDecodeError:
        raise NotJsonError("not UTF-8") from None
    except ValueError:
        # Python turns only so many digits into an integer.
        raise NotJsonError("a number too long") from None
    except RecursionError:
        raise NotJsonError("nested too deep") from None


def _refused(constant: str) -> NoReturn:
    raise NotJsonError(f"{constant} is no JSON number")
