"""All chance of a game goes through a deal.

A `Deal` is a frozen value. Every chance event of a game has a *label* (as records write it, `1 P`) and a *number* that is
unique within the game. The cards of an event are those the script names, and where it names none (or `?`) those of the seed:
a shuffle of the pool by the generator below, seeded with the deal's seed and the event's number. Hence one event's cards do
not depend on what was drawn before, a script may name some cards and leave others open, and the same seed gives the same game
on every platform, in the readable engine and in the compiled kernel.

The generator is SplitMix64 (Steele, Lea, Flood 2014: "Fast splittable pseudorandom number generators"), 64-bit arithmetic:

    state += 0x9E3779B97F4A7C15
    z = state;  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;  z = (z ^ z >> 27) * 0x94D049BB133111EB;  next = z ^ z >> 31

A stream begins at state = mix(mix(seed) ^ number), `mix` being the first output from that state. `below(n)` is the next output
modulo n, outputs of the incomplete last block rejected. A shuffle is Fisher-Yates from the end: for i = n-1 ... 1, swap i with
below(i + 1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from kit.core.errors import KitError

T = TypeVar("T")
_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """The first SplitMix64 output from state `value` (0 <= value < 2**64): a scrambled 64-bit number."""
    z = (value + _GOLDEN) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Generator(Protocol):
    """A source of whole numbers, for code that may take either a `Stream` or `random.Random`."""

    def randrange(self, n: int, /) -> int:
        """A number from 0 to n-1, each as likely."""
        ...


class Stream:
    """The stream of random numbers of one chance event; see the module's text for the arithmetic."""

    def __init__(self, seed: int, number: int = 0) -> None:
        self.state = mix(mix(seed & _MASK) ^ (number & _MASK))

    def next(self) -> int:
        """The next 64-bit number."""
        out = mix(self.state)
        self.state = (self.state + _GOLDEN) & _MASK
        return out

    def randrange(self, n: int, /) -> int:
        """A number from 0 to n-1, each exactly as likely; n >= 1."""
        limit = (1 << 64) - (1 << 64) % n
        while (out := self.next()) >= limit:
            pass
        return out % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list with the items in random order (Fisher-Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.randrange(i + 1)
            out[i], out[j] = out[j], out[i]
        return out


class DealError(KitError):
    """The script names cards that cannot be drawn there."""


def _free(script: Mapping[str, tuple[int | None, ...]]) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
    return tuple(sorted(script.items()))


@dataclass(frozen=True, slots=True)
class Deal:
    """The chance of one game: a seed and, by event label, the cards that a script names (`None` is `?`: left to the seed)."""

    seed: int = 0
    script: tuple[tuple[str, tuple[int | None, ...]], ...] = field(default=())

    @staticmethod
    def scripted(script: Mapping[str, Sequence[int | None]], seed: int = 0) -> Deal:
        """A deal that names cards: `Deal.scripted({"1 P": [1, 3, 5, 6]})`."""
        return Deal(seed, _free({label: tuple(cards) for label, cards in script.items()}))

    def named(self, label: str) -> tuple[int | None, ...]:
        """The cards the script names for an event; empty where it names none."""
        for key, cards in self.script:
            if key == label:
                return cards
        return ()

    def naming(self, label: str, cards: Sequence[int | None]) -> Deal:
        """The same deal with the cards of one event named."""
        return replace(self, script=_free({**dict(self.script), label: tuple(cards)}))

    def draw(self, label: str, number: int, pool: Sequence[int], k: int) -> tuple[int, ...]:
        """`k` cards drawn without replacement from `pool` (a multiset in any order); raises DealError for impossible names."""
        rest = sorted(pool)
        named = self._names(label, k)
        for card in named:
            if card is not None:
                if card not in rest:
                    raise DealError("deal-not-in-pool", label=label, card=card)
                rest.remove(card)
        if None not in named:
            return tuple(card for card in named if card is not None)
        drawn = iter(Stream(self.seed, number).shuffled(rest))
        return tuple(next(drawn) if card is None else card for card in named)

    def roll(self, label: str, number: int, sides: int, k: int) -> tuple[int, ...]:
        """`k` independent dice with faces 1 ... `sides`; raises DealError for an impossible face."""
        named = self._names(label, k)
        stream = Stream(self.seed, number)
        rolled = [stream.randrange(sides) + 1 for _ in named]
        for face in named:
            if face is not None and not 1 <= face <= sides:
                raise DealError("deal-not-in-pool", label=label, card=face)
        return tuple(roll if face is None else face for face, roll in zip(named, rolled, strict=True))

    def _names(self, label: str, k: int) -> tuple[int | None, ...]:
        named = self.named(label)
        if len(named) > k:
            raise DealError("deal-too-many", label=label, n=len(named), k=k)
        return named + (None,) * (k - len(named))
