"""Errors: a code, a rule id and numbers; sentences from the catalogue in both languages."""

from __future__ import annotations

from kit.core.errors import KitError, NotationError, OptionError, RecordError, RuleError


def test_a_rule_error_has_code_rule_and_numbers():
    error = RuleError("not-in-hand", "LA-2.3", card=5)
    assert (error.code, error.rule, error.data, error.game) == ("not-in-hand", "LA-2.3", {"card": 5}, "landeanflug")
    assert error.sentence("de") == "Du hast keine 5 (mehr) auf der Hand."
    assert error.sentence("en") == "You do not hold a 5 (any more)."
    assert str(error).endswith("(LA-2.3)") and repr(error) == "RuleError('not-in-hand', 'LA-2.3', card=5)"


def test_errors_are_equal_by_their_facts():
    assert RuleError("a", "LA-1.1", n=1) == RuleError("a", "LA-1.1", n=1)
    assert hash(RuleError("a", "LA-1.1", n=1)) == hash(RuleError("a", "LA-1.1", n=1))
    assert RuleError("a", "LA-1.1", n=1) != RuleError("a", "LA-1.1", n=2)
    assert RuleError("a", "LA-1.1") != RuleError("a", "LA-1.2") and NotationError("a") != OptionError("a")


def test_an_unknown_code_still_says_something():
    assert KitError("no-such-code", n=3).sentence("de") == "no-such-code {'n': 3}"
    assert RuleError("x", "ZZ-1.1").game == ""


def test_a_record_error_reports_place_reason_rule_and_remedy():
    error = RecordError("illegal-move", file="a.txt", line=7, rule="LA-2.3", card=5)
    error.cause = RuleError("not-in-hand", "LA-2.3", card=5)
    assert error.game == "landeanflug"
    assert (
        error.report("en")
        == "a.txt:7: You do not hold a 5 (any more). (LA-2.3) Change this move, or delete it and all that follows."
    )
    assert error.report("de").startswith("a.txt:7: Du hast keine 5 (mehr) auf der Hand. (LA-2.3) Ändere diesen Zug")
    assert RecordError("record-not-text", file="a", line=1).report("en").startswith("a:1: This is not a text file. Use a file")
    assert str(error) in (error.report("en"), error.report("de"))
