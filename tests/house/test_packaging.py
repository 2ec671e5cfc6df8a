"""What is in the folders is in the wheel, by way of the sdist, and so are the compiled rules."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("algebra", "grammar", "compiler", "checker", "reports", "rulespecs")
SUFFIXES = {".py", ".rules", ".toml", ".lark", ".j2", ".css", ".js", ".json"}

pytestmark = [
    pytest.mark.soak,  # before a release; no change of the product needs it
    pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="an unpacked sdist has no root folders"),
]


def package(root: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build an sdist, and a wheel from that sdist, without a network."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(root)]
    return subprocess.run(command, cwd=out, capture_output=True, text=True)


def lacking(root: Path, out: Path) -> set[str]:
    """What the wheel should hold and does not."""
    (wheel,) = out.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"pitboss/{p.relative_to(root)}" for f in FOLDERS for p in (root / f).rglob("*") if p.suffix in SUFFIXES
    }
    assert expected
    missing = expected - held
    if not any(name.startswith("pitboss/compiled/") and name.endswith(".py") for name in held):
        missing.add("pitboss/compiled/")
    return missing


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The packaging of this checkout around one file of each kind."""
    root = tmp_path / "sample"
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        root.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root)
    (root / "src/pitboss").mkdir(parents=True)
    shutil.copy(ROOT / "src/pitboss/__init__.py", root / "src/pitboss")
    for folder in FOLDERS:
        (root / folder / "deep").mkdir(parents=True)
        (root / "src/pitboss" / folder).symlink_to(f"../../{folder}")
        for suffix in SUFFIXES:
            (root / folder / "deep" / f"a{suffix}").write_text("")
    (root / "compiler/build.py").write_text(
        "def build(rulespecs, out):\n"
        "    out.mkdir()\n"
        "    for path in rulespecs.rglob('*.rules'):\n"
        "        (out / path.with_suffix('.py').name).write_text('')\n"
    )
    return root


@pytest.mark.skipif(not (ROOT / "compiler/build.py").exists(), reason="compiler/build.py is not written yet")
def test_nothing_is_lost_on_the_way_to_the_wheel(tmp_path: Path) -> None:
    done = package(ROOT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert lacking(ROOT, tmp_path) == set()
    (wheel,) = tmp_path.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    assert not [name for name in archive.namelist() if name.endswith(".cases.yaml")]
    chosen = archive.read("pitboss/compiled/examples.json.gz")
    assert len(chosen) < 100_000 and b"19:47-2.22(a)/streak-authorised" in gzip.decompress(chosen)
    (page,) = (name for name in archive.namelist() if name.endswith(".data/data/share/man/man1/pitboss.1"))
    made = subprocess.run(
        [sys.executable, str(ROOT / "hatch_build.py"), "man"], capture_output=True, text=True, check=True
    ).stdout
    assert archive.read(page).decode() == made and made.startswith(".TH PITBOSS 1 ")
    (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    assert "License-Expression: Apache-2.0\n" in metadata and "Project-URL" not in metadata, "there is no address yet"
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in archive.namelist())


def test_the_wheel_holds_what_only_the_build_makes_and_the_sdist_does_not(sample: Path, tmp_path: Path) -> None:
    (sample / "src/pitboss/compiled").mkdir()
    (sample / "src/pitboss/compiled/stale.py").write_text("")
    assert package(sample, tmp_path).returncode == 0
    assert lacking(sample, tmp_path) == set()
    (wheel,), (sdist,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    assert [name for name in zipfile.ZipFile(wheel).namelist() if "/compiled/" in name] == ["pitboss/compiled/a.py"]
    with tarfile.open(sdist) as archive:
        assert [name for name in archive.getnames() if "compiled" in name] == []


def test_a_checkout_without_symbolic_links(sample: Path, tmp_path: Path) -> None:
    """Where git or an archive makes none, as on Windows, a link is a file with its target: a wheel is whole, and the checkout as before."""
    links = [sample / "src/pitboss" / folder for folder in FOLDERS]
    for link in links:
        link.unlink()
        link.write_text(f"../../{link.name}")
    editable = "from hatchling.build import build_editable; build_editable('.')"
    done = subprocess.run([sys.executable, "-c", editable], cwd=sample, capture_output=True, text=True)
    assert done.returncode != 0 and "git clone -c core.symlinks=true" in done.stdout + done.stderr
    for command in (
        ["-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path / "wheel"), str(sample)],
        None,
    ):
        (out := tmp_path / ("wheel" if command else "both")).mkdir()
        done = (
            package(sample, out)
            if not command
            else subprocess.run([sys.executable, *command], capture_output=True, text=True)
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert lacking(sample, out) == set()
        assert [link.read_text() for link in links] == [f"../../{folder}" for folder in FOLDERS]


def test_a_folder_without_its_link_is_missed(sample: Path, tmp_path: Path) -> None:
    (sample / "src/pitboss/reports").unlink()
    assert package(sample, tmp_path).returncode == 0
    assert lacking(sample, tmp_path) == {f"pitboss/reports/deep/a{suffix}" for suffix in SUFFIXES}


def test_a_build_without_the_rule_compiler_reports_it(sample: Path, tmp_path: Path) -> None:
    (sample / "compiler/build.py").unlink()
    done = package(sample, tmp_path)
    assert done.returncode != 0
    assert "compiler/build.py is missing" in done.stdout + done.stderr
