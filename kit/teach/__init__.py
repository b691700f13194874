"""Teaching: what a notebook needs beside the board. So far the step-by-step walk through a game.

from kit.teach import begin, use_notebook_language
use_notebook_language()
start = begin(example="la-9-1")
step1 = start.play("P 3>axis")
step1.attempt("C 4>flap2")
"""

from kit.teach.language import use_notebook_language
from kit.teach.walk import Attempt, Folded, Step, begin

__all__ = ["Attempt", "Folded", "Step", "begin", "use_notebook_language"]
