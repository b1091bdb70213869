//! Results of other tools, as rows of a published history ([`crate::published`]).

pub mod criterion;
pub mod go;

/// A benchmark of another tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Its name there.
    pub id: String,
    /// Typical nanoseconds per call.
    pub ns: f64,
    /// Half of the width of its interval.
    pub half: f64,
}

/// What cannot be imported, with the line, from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for Malformed {}

/// Rows of the table `commit,id,typical_ns,half_ns,verdict`, without its header. Commas in names
/// become semicolons.
pub fn table(commit: &str, found: &[Imported]) -> String {
    let plain = |text: &str| text.replace(',', ";").replace(char::is_control, " ");
    let row = |one: &Imported| {
        format!(
            "{},{},{},{},\n",
            plain(commit),
            plain(&one.id),
            crate::export::rounded(one.ns),
            crate::export::rounded(one.half)
        )
    };
    found.iter().map(row).collect()
}

#[cfg(test)]
mod tests;
