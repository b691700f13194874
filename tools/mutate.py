"""Mutation run over a game's rules: change one thing in the engine, run the rule tests, and see whether they notice.

    python tools/mutate.py                        all mutants of Landeanflug's modules (see SUITES)
    python tools/mutate.py rules view             only those of these modules
    python tools/mutate.py --game luft_land_see   another game
    python tools/mutate.py --list rules           name the mutants, run nothing

Works on a temporary copy of `kit` and `tests`; `mutants.py` makes the changes, `mutant_tests.py` runs the tests on them.
Survivors are printed with file, line and change. One that changes no behaviour stands with its reason in
`tools/mutants_equivalent/<game>.txt` and is counted apart. Ends with 1 where a mutant survived or an entry of that list matches
none. Not part of `make test`; see `docs/testing.md`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from mutant_tests import run
from mutants import ROOT, Suite, mutants

SUITES = {
    suite.game: suite
    for suite in (
        Suite(
            "landeanflug",
            ["rules", "state", "moves", "view", "notation"],
            [*(f"rules_{name}" for name in ("places", "setup", "flight", "view", "notation", "perft")), "examples"],
        ),
        Suite(
            "luft_land_see",
            ["rules", "abilities", "strengths", "memory", "state", "cards", "moves", "view"],
            [
                *("rules", "rulings_instants", "rulings_ongoing", "lls_corners", "lls_recall", "lls_worlds"),
                *("views", "notation", "lls_examples", "model", "perft"),
            ],
        ),
        Suite("punktlandung", ["rules", "state", "moves", "view", "notation"], ["pl_rules", "pl_notation"]),
        Suite(
            "orbit",
            ["rules", "draft", "tasks", "state", "moves", "view", "notation"],
            [f"orbit_{name}" for name in ("play", "setup", "tasks", "notation", "view")],
        ),
    )
}


def equivalent(suite: Suite) -> dict[str, str]:
    """The mutants known to change no behaviour, by label, with the reason."""
    known = {}
    for line in suite.equivalent.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            label, _, reason = line.partition(" :: ")
            known[label.strip()] = reason.strip()
    return known


def main() -> int:
    """Run as described above; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="module", help="modules of the game (default: all of its suite)")
    parser.add_argument("--game", default="landeanflug", choices=SUITES)
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--grep", default="", help="only mutants whose label holds this")
    parser.add_argument("--file", help="only mutants whose labels stand in this file, one a line")
    options = parser.parse_args()
    suite = SUITES[options.game]
    options.modules = options.modules or list(suite.modules)
    if unknown := set(options.modules) - set(suite.modules):
        parser.error(f"no such module: {', '.join(sorted(unknown))}; there are {', '.join(suite.modules)}")
    chosen = [mutant for module in options.modules for mutant in mutants(suite, module) if options.grep in mutant.label]
    if options.file:
        wanted = set(Path(options.file).read_text("utf-8").splitlines())
        chosen = [mutant for mutant in chosen if mutant.label in wanted]
    if options.list:
        print("\n".join(f"{mutant.line}: {mutant.label}" for mutant in chosen))
        return 0
    known = equivalent(suite)
    todo = [mutant for mutant in chosen if mutant.label not in known]
    with tempfile.TemporaryDirectory(prefix="kit-mutants-") as folder:
        for part in ("kit", f"tests/{suite.game}"):
            shutil.copytree(ROOT / part, Path(folder) / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        os.chdir(folder)
        sys.path.insert(0, folder)
        results = run(suite, todo, options.jobs)
        os.chdir(ROOT)
    if results is None:
        return 1
    counts = Counter(results.values())
    lost = [label for label in known if label not in {m.label for m in chosen}] if not (options.grep or options.file) else []
    lost = [label for label in lost if label.partition(".py")[0] in options.modules]
    print(
        f"{len(chosen)} mutants: {counts['killed']} killed, {counts['timeout']} timed out, {len(chosen) - len(todo)} equivalent, "
        f"{counts['survived']} survived"
    )
    for mutant in todo:
        if results[mutant.label] == "survived":
            print(f"{mutant.file}:{mutant.line}\n    {mutant.label}")
    for label in lost:
        print(f"{suite.equivalent.name} names a mutant that is not there: {label}")
    return 1 if counts["survived"] or lost else 0


if __name__ == "__main__":
    sys.exit(main())
