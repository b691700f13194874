"""The catalogue: both languages, the same fields in both, and an entry for every error the code can raise."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import kit
from kit.core.registry import games
from kit.locale import LANGUAGES, catalogue, has_text, numeral, rank_name, text

KIT = Path(kit.__file__).parent
ERRORS = ("KitError", "RuleError", "NotationError", "OptionError", "RecordError", "DealError")


def forms(entry: Mapping[str, object], lang: str) -> list[str]:
    """The sentences of an entry: one, or one a plural form."""
    form = entry[lang]
    return [str(part) for part in form.values()] if isinstance(form, Mapping) else [str(form)]


def field_names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def faults(entry: Mapping[str, object]) -> Iterator[str]:
    """What is wrong with an entry."""
    if set(entry) != set(LANGUAGES):
        yield f"languages: {sorted(entry)}"
        return
    sentences = {lang: forms(entry, lang) for lang in LANGUAGES}
    for lang in LANGUAGES:
        form = entry[lang]
        if isinstance(form, Mapping) and set(form) != {"one", "other"}:
            yield f"plural forms: {sorted(form)}"
    every = [sentence for lang in LANGUAGES for sentence in sentences[lang]]
    for sentence in every:
        if sentence != sentence.lstrip() or re.search(r"(?<!\{)\{\s*\}", sentence):
            yield f"a space before, or a field without a name: {sentence!r}"
    fields = [set().union(*map(field_names, sentences[lang])) - {"n"} for lang in LANGUAGES]
    if any(each != fields[0] for each in fields):
        yield f"fields: {fields}"
    # a lead that goes before other words does so in both
    if len({sentence[-1:] == " " if sentence else None for sentence in every}) != 1:
        yield "only some of its sentences end with a space"


def test_an_entry_has_both_languages_with_the_same_fields():
    assert len(catalogue()) > 1000
    assert {key: wrong for key, entry in catalogue().items() if (wrong := list(faults(entry)))} == {}


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ({"de": "Karte"}, "languages"),
        ({"de": "{card}", "en": "{cards}"}, "fields"),
        ({"de": "{n} Karten", "en": {"one": "card", "other": "{n} cards", "many": "{n} cards"}}, "plural forms"),
        ({"de": " Karte", "en": "card"}, "a space before"),
        ({"de": "Karte {}", "en": "card {}"}, "a field without a name"),
        ({"de": "Karte: ", "en": "card:"}, "only some"),
    ],
)
def test_a_faulty_entry_is_found(entry, wrong):
    assert wrong in " ".join(faults(entry))


def test_plural_entries_have_plurals_in_both_or_say_why():
    """A plural form in one language only is fine (sheep), but then the other one must show `n`."""
    for key, entry in catalogue().items():
        tables = {lang: isinstance(entry[lang], Mapping) for lang in LANGUAGES}
        if len(set(tables.values())) > 1:
            plain = next(lang for lang in LANGUAGES if not tables[lang])
            assert "n" in field_names(str(entry[plain])), key


def test_german_speaks_to_the_reader_as_du():
    for key, entry in catalogue().items():
        for sentence in forms(entry, "de"):
            assert not re.search(r"(?<![.!?:] )(?<!^)\b(Sie|Ihnen)\b", sentence), f"{key}: {sentence}"


def test_nested_texts_exist():
    """`{place:@place}` looks below `place`: there must be something, in the same part or in the shared one."""
    for key, entry in catalogue().items():
        for lang in LANGUAGES:
            for sentence in forms(entry, lang):
                for _, _, spec, _ in string.Formatter().parse(sentence):
                    if spec and spec.startswith("@"):
                        game = key.partition(".")[0]
                        below = (f"{spec[1:]}.", f"{game}.{spec[1:]}.")
                        assert any(other.startswith(below) for other in catalogue()), f"{key} looks at {spec}"


@cache
def error_calls(path: Path) -> list[tuple[str, str, ast.Call]]:
    """The calls of a module that make an error: what is called, the error's code, the call."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            first = node.args[0]
            if (called in ERRORS or called == "fail") and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.append((called, first.value, node))
    return found


GAMES = [game.id for game in games()]
SOURCES = sorted([*KIT.glob("core/*.py"), *(path for game in GAMES for path in KIT.glob(f"games/{game}/**/*.py"))])


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(KIT).as_posix())
def test_every_error_has_a_sentence_that_its_numbers_fill(path):
    game = path.parent.name if path.parent.parent.name == "games" else ""
    for _, code, call in error_calls(path):
        key, line, given = f"error.{code}", call.lineno, {keyword.arg or "**" for keyword in call.keywords}
        wrapped = f"remedy.{code}"  # a record error around another one shows that one's sentence, and its own remedy
        texts = [has_text(key, of) or has_text(wrapped, of) for of in ([game] if game else GAMES)]
        assert all(texts), f"{path.name}:{line}: no text for {code}"
        entry = catalogue().get(f"{game}.{key}") or catalogue().get(key)
        if entry and "**" not in given:
            for lang in LANGUAGES:
                needed = set().union(*map(field_names, forms(entry, lang)))
                assert needed <= given, f"{path.name}:{line}: {code} lacks {needed - given}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(KIT).as_posix())
def test_errors_without_a_game_have_shared_sentences(path):
    """Only a RuleError knows its game: all others must find their sentence in the shared part."""
    for called, code, call in error_calls(path):
        if called not in ("RuleError", "RecordError", "fail"):
            assert f"error.{code}" in catalogue(), f"{path.name}:{call.lineno}: {code}"


def test_every_error_sentence_is_used():
    """By a literal code somewhere in the kit."""
    literals = {
        node.value
        for path in KIT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    codes = {key: key.rpartition("error.")[2] for key in catalogue() if "error." in f".{key}" and ".error." in f".{key}"}
    assert {key for key, code in codes.items() if code not in literals} == set()


def test_ranks_and_plurals():
    assert [rank_name(value, "de") for value in (1, 2, 10, 11, 12, 13)] == ["A", "2", "10", "B", "D", "K"]
    assert [rank_name(value, "en") for value in (1, 11, 12, 13)] == ["A", "J", "Q", "K"]
    one = text("error.place-taken", "en", game="landeanflug", place="axis", n=1)
    assert one == "the axis takes one card a round, and it lies there already."
    assert "takes 2 cards" in text("error.place-taken", "en", game="landeanflug", place="radio", n=2)
    with pytest.raises(KeyError):
        text("no.such.key", "de")


def test_numbers_are_written_as_the_language_does() -> None:
    """German: a comma, a space before the per cent sign; everywhere a true minus."""
    assert [numeral("-0.25", lang) for lang in ("de", "en")] == ["−0,25", "−0.25"]
    assert text("lesson.guess.range", "de", low=0.5, high=2.0) == "Dein Tipp muss zwischen 0,5 und 2 liegen."
    assert "between 0.5 and 2" in text("lesson.guess.range", "en", low=0.5, high=2.0)
    fields = {"wins": 1, "n": 2, "rate": 0.5, "low": 0.0945, "high": 0.9055}
    assert "50,0\u00a0% (95-%-Intervall 9,4\u00a0% bis 90,5\u00a0%)" in text("cli.rate", "de", **fields)
    assert "50.0%" in text("cli.rate", "en", **fields)
