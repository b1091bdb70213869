//! Suites of others over `curvemark-group`: see the tests.
