"""Names compared as people do: case, accents and spaces make no difference."""

import re
import unicodedata


def folded(name: str) -> str:
    """A name without case and accents, its spaces made single."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def slug(name: str) -> str:
    """A name as an id: ASCII letters and digits with ``-`` between words; empty where nothing of it is left."""
    plain = folded(name).replace("ø", "o").replace("ł", "l").replace("æ", "ae").replace("œ", "oe").replace("đ", "d")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48].strip("-")
