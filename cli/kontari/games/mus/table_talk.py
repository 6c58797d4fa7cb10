"""What is said at a Mus table, in Spanish and in Basque: one table, which reads and writes alike.

Spanish: the words of the rules' sources (mus, no hay mus, paso, envido, quiero, no quiero, órdago, tengo);
"envido" alone is two stones (Auñamendi Eusko Entziklopedia, *Mus*, on the words that are used). Basque: mus,
mintza, paso, imido, gehiago, hordago, idoki, kanta and tira as public programs of the Basque game list them
(montaury/mus; another has the same), enbido, iduki and the names of the lances from the Basque
Wikipedia and Larramendi's "iduqui"; bai and ez are yes and no.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Talk(NamedTuple):
    """A set of words: for each action what may be said, the first being what is written."""

    mus: tuple[str, ...]
    no_mus: tuple[str, ...]
    pass_: tuple[str, ...]
    bet: tuple[str, ...]
    more: tuple[str, ...]
    ordago: tuple[str, ...]
    accept: tuple[str, ...]
    refuse: tuple[str, ...]
    has: tuple[str, ...]
    has_not: tuple[str, ...]
    lances: tuple[str, ...]


LANCES = ("grande", "chica", "pares", "juego", "punto")

TALK: Mapping[str, Talk] = {
    "es": Talk(
        mus=("mus",),
        no_mus=("no hay mus", "no mus", "corto"),
        pass_=("paso",),
        bet=("envido",),
        more=("más",),
        ordago=("órdago",),
        accept=("quiero",),
        refuse=("no quiero",),
        has=("tengo", "sí"),
        has_not=("no tengo", "no"),
        lances=LANCES,
    ),
    "eu": Talk(
        mus=("mus",),
        no_mus=("mintza",),
        pass_=("paso",),
        bet=("enbido", "imido"),
        more=("gehiago",),
        ordago=("hordago",),
        accept=("iduki", "idoki", "kanta"),
        refuse=("tira",),
        has=("bai",),
        has_not=("ez",),
        lances=("handia", "txikia", "pareak", "jokoa", "puntua"),
    ),
}
