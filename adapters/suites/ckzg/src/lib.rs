//! What others wrote against c-kzg, over `curvemark-ckzg`: see the tests.
