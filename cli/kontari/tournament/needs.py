"""What is needed beyond the core: the packages of the extra ``kontari[tournament]``."""


class NeedsPackageError(Exception):
    """Something whose package is not installed; the message says how it is."""

    def __init__(self, package: str) -> None:
        super().__init__(f"needs {package}: pip install 'kontari[tournament]'")
