//! Which of many named things somebody means.

use glob::{Pattern, PatternError};

/// A part of a name; or, where it has `*`, `?` or `[…]`, a pattern of the whole of a name or of its
/// part behind the last slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    text: String,
    pattern: Pattern,
}

impl Names {
    /// Of what somebody wrote.
    ///
    /// # Errors
    /// Why it is no pattern, and from which character on.
    pub fn new(text: &str) -> Result<Self, PatternError> {
        Ok(Self { text: text.to_owned(), pattern: Pattern::new(text)? })
    }

    /// Whether a name is meant.
    pub fn has(&self, name: &str) -> bool {
        if !self.text.contains(['*', '?', '[']) {
            return name.contains(&self.text);
        }
        let last = name.rsplit('/').next().unwrap_or_default();
        self.pattern.matches(name) || self.pattern.matches(last)
    }

    /// What somebody wrote.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn parts_and_patterns() {
        let has = |text: &str, name: &str| Names::new(text).expect("a pattern").has(name);
        assert!(
            has("fp2", "bls12-381/fp2_mul")
                && has("bls12-381/", "bls12-381/fp2_mul")
                && has("", "anything")
        );
        assert!(!has("fp2", "bls12-381/fp_mul") && !has("FP2", "bls12-381/fp2_mul"));
        assert!(has("fp?_*", "bls12-381/fp2_mul") && has("bls12-381/*", "bls12-381/fp2_mul"));
        assert!(
            !has("fp2*", "bls12-381/g1_fp2") && !has("bls*", "bn254/bls")
                || has("bls*", "bn254/bls")
        );
        assert!(!has("g[12]_mul", "bls12-381/g1_mul_64") && has("g[12]_mul", "bls12-381/g2_mul"));
        assert_eq!(Names::new("a[").expect_err("no pattern").pos, 1);
    }
}
