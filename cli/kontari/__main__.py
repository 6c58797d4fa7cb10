"""The entry point: ``kontari``, ``python -m kontari``."""

import sys


def main() -> None:
    """Run the command line and exit; ``--version`` is answered before anything heavy is imported."""
    if sys.argv[1:] == ["--version"]:
        from kontari import __version__

        print(f"kontari {__version__}")
        return
    from kontari.app import run

    run()


if __name__ == "__main__":
    main()
