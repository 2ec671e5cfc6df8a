"""`python -m tests.faults [PART]` plants one fault at a time in a copy of this checkout, and runs the layer of tests that must see it.

PART is a part of the name of a fault or of a layer (planted.py). The layers run without a fault first: a layer that fails anyway sees
nothing. The exit code is 0 if every fault is seen, 1 if one is not, and 2 if one cannot be planted or a layer fails without it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.planted import FAULTS, LAYERS, Planted

ROOT = Path(__file__).parents[2]
COMPILED = "src/pitboss/compiled"
FIRST_FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class CannotPlant(Exception):
    """The text of a fault does not occur exactly once."""


def copy_checkout(root: Path, copy: Path) -> None:
    """Copy what git tracks or would track, with its links, and the compiled rules."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-zco", "--exclude-standard"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listing.split("\0")):
        if (root / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name, follow_symlinks=False)
    if (root / COMPILED).exists():
        shutil.copytree(root / COMPILED, copy / COMPILED, ignore=shutil.ignore_patterns("__pycache__"))


def planted_text(planted: Planted, text: str) -> str:
    """Return the text of the file with the fault in it."""
    if (times := text.count(planted.text)) != 1:
        raise CannotPlant(
            f"{planted.file}: the text of “{planted.name}” occurs {times} times, not once;"
            f" state it anew in tests/faults/planted.py: {planted.text!r}"
        )
    return text.replace(planted.text, planted.fault)


def run_layer(copy: Path, layer: str) -> tuple[int, str]:
    """Run the tests of a layer up to the first that fails; return the exit code of pytest and that test, or the end of the output."""
    with TemporaryDirectory() as cache:  # nothing that was computed with another fault
        paths = {"PYTHONPATH": os.pathsep.join((str(copy / "src"), str(copy))), "PITBOSS_CACHE": cache}
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *LAYERS[layer]]
        done = subprocess.run(command, cwd=copy, env=os.environ | paths, capture_output=True, text=True)
    failure = FIRST_FAILURE.search(done.stdout)
    return done.returncode, failure[1] if failure else (done.stdout + done.stderr)[-800:].strip()


def forget_bytecode(path: Path) -> None:
    """Python takes bytecode for current by the second of a change and the length of the source, which a fault may keep."""
    for cached in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        cached.unlink()


def seen(copy: Path, planted: Planted) -> tuple[bool, str]:
    """Plant a fault, run its layer and repair it; return whether a test failed, and which."""
    path = copy / planted.file
    text = path.read_text("utf-8")
    path.write_text(planted_text(planted, text), "utf-8")
    forget_bytecode(path)
    try:
        code, outcome = run_layer(copy, planted.layer)
    finally:
        path.write_text(text, "utf-8")
        forget_bytecode(path)
    return code == 1, outcome


def chosen_faults(part: str) -> list[Planted]:
    """The faults of a layer or with a name, or those that have the part in either; all without a part."""
    exact = [fault for fault in FAULTS if part in (fault.name, fault.layer)]
    return exact or [fault for fault in FAULTS if part in fault.name or part in fault.layer]


def main(part: str = "") -> int:
    chosen = chosen_faults(part)
    if not chosen:
        print(f"PART={part} is no part of the name of a fault or of a layer; the layers are: {', '.join(LAYERS)}")
        return 2
    with TemporaryDirectory(prefix="pitboss-faults-") as folder:
        copy = Path(folder, "checkout")
        copy_checkout(ROOT, copy)
        try:
            for fault in chosen:
                planted_text(fault, (copy / fault.file).read_text("utf-8"))
        except CannotPlant as problem:
            print(problem)
            return 2
        for layer in dict.fromkeys(fault.layer for fault in chosen):
            code, outcome = run_layer(copy, layer)
            if code:
                print(f"the layer “{layer}” fails without a fault, so that it can see none: {outcome}")
                return 2
            print(f"passes without a fault: {layer}", flush=True)
        missed = 0
        for fault in chosen:
            is_seen, outcome = seen(copy, fault)
            missed += not is_seen
            print(f"{f'seen by {fault.layer}' if is_seen else 'NOT SEEN'}: {fault.name} ({fault.file})", flush=True)
            print(f"    {outcome}" if is_seen else f"    of {fault.layer}: {outcome}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults are seen")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
