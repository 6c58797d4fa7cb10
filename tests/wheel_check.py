"""Build the wheel, install it in an empty environment, and run the corpus from it.

Also checks that the wheel holds nothing but the package. Exit status 1 where something is wrong.
"""

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command; its output. Raises CalledProcessError."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "build", "--wheel", "--outdir", place, ROOT)
        (wheel,) = place.glob("*.whl")
        names = zipfile.ZipFile(wheel).namelist()
        strays = [name for name in names if not name.startswith(("kontari/", "kontari-"))]
        needed = ["kontari/py.typed", *(f"kontari/schemas/{path.name}" for path in ROOT.glob("schemas/*.json"))]
        strays += [f"missing: {name}" for name in needed if name not in names]
        if strays:
            print("\n".join(strays))
            return 1
        venv.create(place / "env", with_pip=True)
        binary = place / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        run(binary / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
        said = run(binary / "kontari", "conform", cwd=place)
        print(f"{wheel.name}: {len(names)} files; conform from the wheel: {said.strip().splitlines()[-1]}")
        print(run(binary / "kontari", "--version", cwd=place).strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
