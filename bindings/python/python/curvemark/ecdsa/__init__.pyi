from . import p256 as p256
from . import secp256k1 as secp256k1
