# Package
version = "0.1.0"
author = "The curvemark authors"
description = "BLS signatures, KZG, ECDSA and Ethereum's contracts, over the library for C"
license = "MIT or Apache-2.0"
srcDir = "src"

requires "nim >= 1.6.10"
