"""The entry point: ``kontari``, ``python -m kontari``."""

import os
import sys


def main() -> None:
    """Run the command line and exit; ``--version`` is answered before anything heavy is imported."""
    if sys.argv[1:] == ["--version"]:
        from kontari import __version__

        print(f"kontari {__version__}")
        return
    # Plug-ins of pydantic have nothing to do here, and looking for them takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from kontari.app import run

    run()


if __name__ == "__main__":
    main()
