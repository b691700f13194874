"""Typed errors: a stable code, the rule id and the numbers. The catalogue makes the sentence from them."""

from __future__ import annotations

from typing import Any

from kit.locale import has_text, text

_prefixes: dict[str, str] = {}


def know_prefix(prefix: str, game_id: str) -> None:
    """Rule ids that begin with `prefix` belong to this game: every `Game` says so when it is made."""
    _prefixes[prefix] = game_id


def game_of_rule(rule: str) -> str:
    """The id of the game that a rule belongs to, by the prefix of its id; empty where there is no such game."""
    prefix = rule.partition("-")[0]
    if prefix and prefix not in _prefixes:
        from kit.core.registry import games  # makes the games, which tell their prefixes; it imports this module

        games()
    return _prefixes.get(prefix, "")


class KitError(Exception):
    """Something the user can mend. `code` is stable, `data` holds the numbers, `sentence` says it in a language."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data: dict[str, Any] = data

    @property
    def game(self) -> str:
        """The id of the game whose part of the catalogue is asked first; empty where none is."""
        return ""

    def sentence(self, lang: str | None = None) -> str:
        """The error as a sentence with its numbers, in `lang` or in the language in force."""
        key = f"error.{self.code}"
        if not has_text(key, self.game):
            return f"{self.code} {self.data}"
        return text(key, lang, game=self.game, **self.data)

    def __str__(self) -> str:
        return self.sentence()

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows instead of a traceback (IPython asks for it): the sentence alone."""
        return [str(self)]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), self.code))


class RuleError(KitError):
    """A move breaks a rule: `RuleError("not-in-hand", "LA-2.4", card=5)`."""

    def __init__(self, code: str, rule: str, **data: Any) -> None:
        super().__init__(code, **data)
        self.rule = rule

    @property
    def game(self) -> str:
        """The id of the game that the rule belongs to, by the rule id's prefix."""
        return game_of_rule(self.rule)

    def __str__(self) -> str:
        return f"{self.sentence()} ({self.rule})"

    def __repr__(self) -> str:
        data = "".join(f", {key}={value!r}" for key, value in self.data.items())
        return f"RuleError({self.code!r}, {self.rule!r}{data})"


class NotationError(KitError):
    """A move's notation cannot be read."""


class OptionError(KitError):
    """An unknown game, level, variant, crew or number of seats; the sentence lists the valid ones."""


class RecordError(KitError):
    """A broken game record: the place as `file:line`, the rule id where a rule is broken, and the remedy."""

    def __init__(self, code: str, *, file: str, line: int, rule: str = "", **data: Any) -> None:
        super().__init__(code, **data)
        self.file, self.line, self.rule = file, line, rule
        self.cause: KitError | None = None
        self.played = ""

    @property
    def game(self) -> str:
        """The id of the game that the broken rule belongs to, else of the record's game (`played`), as far as it is known."""
        return game_of_rule(self.rule) or self.played

    def report(self, lang: str | None = None) -> str:
        """`file:line: sentence (rule id)`, then the remedy."""
        sentence = self.cause.sentence(lang) if self.cause else self.sentence(lang)
        rule = f" ({self.rule})" if self.rule else ""
        remedy_key = f"remedy.{self.code}"
        remedy = " " + text(remedy_key, lang, game=self.game, **self.data) if has_text(remedy_key, self.game) else ""
        return f"{self.file}:{self.line}: {sentence}{rule}{remedy}"

    def __str__(self) -> str:
        return self.report()
