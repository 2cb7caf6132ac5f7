"""The pure packages do without Scrapy: each is imported where Scrapy cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PURE = """
pages saved walk extraction clustering reader revisit store demo topic care metrics
""".split()
SINGLE = ["items", "signals", "exit_codes", "exceptions"]

_BLOCKED = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"scrapy", "twisted"}:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
package = importlib.import_module(sys.argv[1])
names = [sys.argv[1]]
for module in pkgutil.walk_packages(getattr(package, "__path__", []), sys.argv[1] + "."):
    if not module.name.endswith(".__main__"):
        importlib.import_module(module.name)
        names.append(module.name)
assert not {"scrapy", "twisted"} & {name.partition(".")[0] for name in sys.modules}
print("\\n".join(names))
"""


def modules_without_scrapy(name):
    return subprocess.run(
        [sys.executable, "-c", _BLOCKED, name],
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("name", PURE + SINGLE)
def test_a_pure_package_is_imported_without_scrapy(name):
    done = modules_without_scrapy(f"fpcrawl.{name}")
    assert done.returncode == 0, done.stderr
    files = list((ROOT / "fpcrawl" / name).rglob("*.py")) if name in PURE else []
    mains = sum(file.name == "__main__.py" for file in files)
    assert len(done.stdout.split()) == max(len(files) - mains, 1)


def test_the_block_would_be_noticed():
    assert "scrapy is blocked" in modules_without_scrapy("fpcrawl.spiders.site").stderr
