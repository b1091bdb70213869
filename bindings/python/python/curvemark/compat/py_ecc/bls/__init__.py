"""The ciphersuites of `py_ecc.bls`."""

from .ciphersuites import G2Basic, G2MessageAugmentation, G2ProofOfPossession

__all__ = ["G2Basic", "G2MessageAugmentation", "G2ProofOfPossession"]
