"""EIP-4844 and EIP-7594."""

import hashlib
import os

from .common import File, R, verdict

KZG = ("ethereum/c-kzg-4844, tests/", "b7e4098813e02c866d8def4e88524be8a6bedc7f", "Apache-2.0")

KZG_ELEMENTS = 4096


class Blobs:
    """The suite's blobs and cells, by what they are: `all VALUE`, `powers BASE` for base^(i + 256), or `zeros but INDEX VALUE`."""

    def __init__(self, suites):
        self.suites, self.words = suites, {}
        self.cells = dict(line.split() for line in suites.lines("kzg/cells.txt"))
        # What cell of which blob a cell is, the first of equal ones.
        self.places = {}
        for case in suites.json("kzg/compute_cells.json").values():
            for index, cell in enumerate(case["output"] or []):
                self.places.setdefault(self.cell(cell), (self.blob(case["input"]["blob"]), index))

    def cell(self, name):
        return self.cells[name.removeprefix("@cell:")]

    def blob(self, name):
        """Its description; none for one of another length."""
        name = name.removeprefix("@blob:")
        if name not in self.words:
            [blob] = self.suites.rows(f"kzg/blobs/{name}.bin", os.path.getsize(os.path.join(self.suites.root, f"kzg/blobs/{name}.bin")))
            self.words[name] = self.describe(blob) if len(blob) == 64 * KZG_ELEMENTS else None
        return self.words[name]

    @staticmethod
    def describe(blob):
        values = [blob[i : i + 64] for i in range(0, len(blob), 64)]
        if len(set(values)) == 1:
            return f"all {values[0]}"
        others = [i for i, value in enumerate(values) if int(value, 16)]
        if len(others) == 1:
            return f"zeros but {others[0]} {values[others[0]]}"
        base = next(base for base in (2, 3, 5) if int(values[0], 16) == pow(base, 256, R))
        assert values == [f"{pow(base, i + 256, R):064x}" for i in range(KZG_ELEMENTS)]
        return f"powers {base}"


def kzg(suites):
    """EIP-4844 and EIP-7594, over the setup of Ethereum's ceremony."""
    out = File(
        "kzg",
        "the functions of EIP-4844 and EIP-7594: `result` is a verdict, bytes, or `error`; blobs are described, lists of cells and of proofs have their SHA-256",
        [KZG],
    )
    blobs = Blobs(suites)
    digits = lambda text: text.removeprefix("0x")
    sha256 = lambda texts: hashlib.sha256(bytes.fromhex("".join(texts))).hexdigest()
    result = lambda value: "error" if value is None else verdict(value) if isinstance(value, bool) else digits(value)

    def cases(function, every=1):
        """Every so many-th of those with an answer, and all errors."""
        answers = 0
        for name, case in sorted(suites.json(f"kzg/{function}.json").items()):
            answers += case["output"] is not None
            if case["output"] is None or (answers - 1) % every == 0:
                given = [("name", name.replace(f"{function}_case_", f"{function} ")), ("function", function)]
                yield given, case["input"], case["output"]

    for function, every in [
        ("blob_to_kzg_commitment", 1),
        ("compute_kzg_proof", 4),
        ("compute_blob_kzg_proof", 1),
        ("compute_challenge", 1),
        ("verify_kzg_proof", 9),
        ("verify_blob_kzg_proof", 1),
    ]:
        for pairs, given, output in cases(function, every):
            for key, value in given.items():
                pairs.append((key, blobs.blob(value) if key == "blob" else digits(value)))
            lengths = {"commitment": 96, "proof": 96, "z": 64, "y": 64}
            if any(value is None or len(value) != lengths.get(key, len(value)) for key, value in pairs):
                continue
            if isinstance(output, list):
                proof, y = output
                out.case(*pairs, ("result", digits(proof)), ("value", digits(y)))
            else:
                out.case(*pairs, ("result", result(output)))
    for pairs, given, output in cases("verify_blob_kzg_proof_batch", 2):
        words = [blobs.blob(blob) for blob in given["blobs"]]
        points = given["commitments"] + given["proofs"]
        if None in words or any(len(point) != 98 for point in points):
            continue
        pairs += [("blob", blob) for blob in words]
        pairs += [("commitment", digits(point)) for point in given["commitments"]]
        pairs += [("proof", digits(point)) for point in given["proofs"]]
        out.case(*pairs, ("result", result(output)))
    for pairs, given, output in cases("compute_cells_and_kzg_proofs", 3):
        if output is not None:
            cells, proofs = output
            pairs.append(("blob", blobs.blob(given["blob"])))
            out.case(*pairs, ("cells", sha256(map(blobs.cell, cells))), ("proofs", sha256(map(digits, proofs))))
    for pairs, given, output in cases("recover_cells_and_kzg_proofs", 2):
        if output is not None:
            cells, proofs = [blobs.cell(cell) for cell in output[0]], output[1]
            blob, _ = blobs.places[cells[0]]
            assert [blobs.cell(cell) for cell in given["cells"]] == [cells[index] for index in given["cell_indices"]]
            pairs += [("blob", blob), ("indices", " ".join(map(str, given["cell_indices"])))]
            out.case(*pairs, ("cells", sha256(cells)), ("proofs", sha256(map(digits, proofs))))
    for pairs, given, output in cases("verify_cell_kzg_proof_batch"):
        items = [blobs.places.get(blobs.cell(cell)) for cell in given["cells"]]
        points = given["commitments"] + given["proofs"]
        if None in items or len(items) > 10 or any(len(point) != 98 for point in points):
            continue
        pairs += [("cell", f"{index} {blob}") for blob, index in items]
        pairs += [("index", str(index)) for index in given["cell_indices"]]
        pairs += [("commitment", digits(point)) for point in given["commitments"]]
        pairs += [("proof", digits(point)) for point in given["proofs"]]
        out.case(*pairs, ("result", result(output)))
    return out
