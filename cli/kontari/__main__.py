"""The entry point: ``kontari``, ``python -m kontari``."""

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit; ``--version`` is answered before anything heavy is imported."""
    try:
        _run()
    except SystemExit as stop:
        leave(stop.code)
    except KeyboardInterrupt:
        leave(130)
    except OSError as error:
        leave(_no_output(error))


def _run() -> None:
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        from kontari import __version__

        print(f"kontari {__version__}")
        raise SystemExit
    # Starting up makes many objects and no garbage; looking for some among them takes time.
    gc.set_threshold(50_000)
    # Plug-ins of pydantic have nothing to do here, and looking for them takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from kontari.app import run

    run()


def leave(code: object) -> None:
    """End the process at once: taking all modules down in good order takes a fifth of a short run.

    Nothing is left to be done then: files are closed by who opened them, and no thread runs.
    """
    from contextlib import suppress

    if code is not None and not isinstance(code, int):
        with suppress(OSError, ValueError):
            print(code, file=sys.stderr)
        code = 1
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        code = max(code or 0, _no_output(error))
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
    os._exit(code or 0)


def _no_output(error: OSError) -> int:
    """Say that standard output took nothing; the exit status for it."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        print(f"kontari: output: {(error.strerror or str(error)).lower()}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
