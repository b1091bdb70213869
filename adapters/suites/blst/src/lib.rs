//! What others wrote against blst, over `curvemark-blst`: see the tests and the example.
