"""The published files: schemas and corpus, from the wheel or from the checkout."""

from importlib.resources import files
from pathlib import Path


def published(folder: str) -> Path:
    """The folder ``schemas`` or ``records``.

    In a wheel it lies inside the package; an editable install has it in the checkout instead.
    Raises FileNotFoundError where neither is.
    """
    package = Path(str(files("kontari")))
    for place in (package / folder, package.parents[1] / folder):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"the folder {folder} came neither with the package nor with a checkout")
