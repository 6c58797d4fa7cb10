"""The core: what every game shares and no game is named in. Standard library only."""
