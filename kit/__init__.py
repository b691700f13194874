"""Kartenlabor: card games to play, take apart and learn probability from. The distribution is called `kartenlabor`."""

__version__ = "0.1.0"
