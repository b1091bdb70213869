from . import bls as bls
from . import bls12_381 as bls12_381
from . import bn254 as bn254
from . import cashu as cashu
from . import ecdsa as ecdsa
from . import eddsa as eddsa
from . import evm as evm
from . import groth16 as groth16
from . import kzg as kzg
from . import parts as parts
from . import poseidon as poseidon
from . import schnorr as schnorr

__version__: str
