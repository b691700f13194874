"""Typed errors: a stable code, the rule id and the numbers. The catalogue makes the sentence from them."""

from __future__ import annotations

from typing import Any

from kit.locale import has_text, text

RULE_PREFIXES = {"LA": "landeanflug", "PL": "punktlandung", "LLS": "luft_land_see", "OR": "orbit"}


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
        return RULE_PREFIXES.get(self.rule.partition("-")[0], "")

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

    @property
    def game(self) -> str:
        """The id of the game that the broken rule belongs to; empty where no rule is broken."""
        return RULE_PREFIXES.get(self.rule.partition("-")[0], "")

    def report(self, lang: str | None = None) -> str:
        """`file:line: sentence (rule id)`, then the remedy."""
        sentence = self.cause.sentence(lang) if self.cause else self.sentence(lang)
        rule = f" ({self.rule})" if self.rule else ""
        remedy_key = f"remedy.{self.code}"
        remedy = " " + text(remedy_key, lang, game=self.game, **self.data) if has_text(remedy_key, self.game) else ""
        return f"{self.file}:{self.line}: {sentence}{rule}{remedy}"

    def __str__(self) -> str:
        return self.report()
