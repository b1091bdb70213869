"""Reads the published cases in `vectors/` of the repository (see the README there)."""

from __future__ import annotations

from pathlib import Path

VECTORS = Path(__file__).resolve().parents[3] / "vectors"


class Case:
    """One case: each key has one value or more."""

    def __init__(self, lines: list[tuple[str, str]]) -> None:
        self.values: dict[str, list[str]] = {}
        for key, value in lines:
            self.values.setdefault(key, []).append(value)

    def __str__(self) -> str:
        return self.values["name"][0]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str) -> str:
        """The one value of a key."""
        [value] = self.values[key]
        return value

    def texts(self, key: str) -> list[str]:
        """All values of a key."""
        return self.values.get(key, [])

    def data(self, key: str) -> bytes:
        """The one value of a key, from hexadecimal."""
        return bytes.fromhex(self.text(key))

    def datas(self, key: str) -> list[bytes]:
        """All values of a key, from hexadecimal."""
        return [bytes.fromhex(value) for value in self.texts(key)]


def cases(suite: str) -> list[Case]:
    """The cases of a file, as many as its header says."""
    blocks = []
    for block in (VECTORS / f"{suite}.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            pairs = [line.split(" =", 1) for line in lines]
            blocks.append(Case([(key, value.strip()) for key, value in pairs]))
    header, *found = blocks
    assert header.text("suite") == suite
    assert int(header.text("count")) == len(found), f"{suite}: another number of cases"
    return found
