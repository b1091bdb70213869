"""Elliptic-curve and pairing cryptography of blockchains, in Rust, for Python.

| you want | module |
|---|---|
| BLS signatures, with keys in either group | `bls.min_pk` (Ethereum's), `bls.min_sig` |
| ECDSA, with recovery | `ecdsa.secp256k1`, `ecdsa.p256` |
| Schnorr (BIP-340), Ed25519 | `schnorr`, `eddsa` |
| KZG of EIP-4844 and EIP-7594 | `kzg` |
| Ethereum's precompiled contracts with their gas | `evm` |
| Groth16: verification | `groth16.bn254`, `groth16.bls12_381` |
| sums of multiples, pairings, hashing to curves | `bls12_381`, `bn254` |
| Poseidon | `poseidon` |
| Cashu | `cashu.v3`, `cashu.legacy` |
| the names of ckzg, py_ecc, milagro, py_arkworks | `compat` |
| batches by several processes; on Dask, on Ray | `parts`; `dask`, `ray` |

Functions take anything with the buffer protocol (`bytes`, `bytearray`, `memoryview`, numpy arrays
of `uint8`, read-only ones too) and return `bytes`. Many points, scalars, keys or blobs are one
flat array, or a list. What is refused raises `Error`, a `ValueError` with the reason. Verification
returns whether it holds. Long calls release the interpreter's lock, and use one thread unless
`threads=` says more.
"""

import sys
from types import ModuleType

from . import _native
from ._errors import BufferTypeError, Error, InputError, LengthError

__version__: str = _native.__version__

__all__ = [
    "BufferTypeError",
    "Error",
    "InputError",
    "LengthError",
    "__version__",
    "bls",
    "bls12_381",
    "bn254",
    "cashu",
    "ecdsa",
    "eddsa",
    "evm",
    "groth16",
    "kzg",
    "parts",
    "poseidon",
    "schnorr",
]


def _register(parent: ModuleType, name: str) -> None:
    """The modules inside the extension, under their names: `import` and `pickle` look there."""
    for part in list(vars(parent).values()):
        if isinstance(part, ModuleType) and part.__name__.startswith(f"{name}."):
            sys.modules[part.__name__] = part
            if any(isinstance(inner, ModuleType) for inner in vars(part).values()):
                # A package without a folder, so that `import curvemark.bls.min_pk` works.
                part.__path__ = []
            _register(part, part.__name__)


_register(_native, "curvemark")

bls = _native.bls
bls12_381 = _native.bls12_381
bn254 = _native.bn254
cashu = _native.cashu
ecdsa = _native.ecdsa
eddsa = _native.eddsa
evm = _native.evm
groth16 = _native.groth16
kzg = _native.kzg
parts = _native.parts
poseidon = _native.poseidon
schnorr = _native.schnorr
