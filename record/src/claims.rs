//! Published claims: what others say of speeds, each with its source. They are the only input that
//! nobody measured here; F25 sets what was measured beside them.
//!
//! A file of claims is CSV (RFC 4180) with the columns
//!
//! | column | holds |
//! |---|---|
//! | `kind` | `ratio` or `crossover` |
//! | `source` | where it was published |
//! | `operation` | the operation, or the family of a sweep |
//! | `items` | for a ratio in a family, at how many items; for a crossover, from how many on, or `40-45` |
//! | `slower`, `faster` | whose times: beyond a crossover, and of a ratio |
//! | `slower_figure`, `faster_figure` | for a ratio, the two figures as they were published, in one unit; nobody divides by hand |
//!
//! A published history ([`crate::published`]) is a file of claims too: each of its runs makes the
//! same claims, which stand as one with their range. And a list of [`Claim`]s in JSON is one.

use crate::published::{self, Published};
use crate::statistics::median;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The time of one over that of another.
    #[default]
    Ratio,
    /// The number of items from which on one takes less time than another.
    Crossover,
}

/// A published claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// What is claimed.
    #[serde(default)]
    pub kind: Kind,
    /// Where it was published.
    pub source: String,
    /// The operation, or the family of a sweep.
    pub operation: String,
    /// For a ratio in a family: at how many items.
    #[serde(default)]
    pub items: Option<u32>,
    /// Whose time is divided; of a crossover, who is slower beyond it.
    pub slower: String,
    /// By whose.
    pub faster: String,
    /// What is claimed: the ratio, or the number of items.
    #[serde(alias = "ratio")]
    pub value: f64,
    /// The least and the most of it, where the source has several figures.
    #[serde(default)]
    pub range: Option<[f64; 2]>,
}

impl Claim {
    /// That `slower` takes `value` times as long as `faster`.
    pub fn ratio(source: &str, operation: &str, slower: &str, faster: &str, value: f64) -> Self {
        let [source, operation, slower, faster] =
            [source, operation, slower, faster].map(str::to_owned);
        Self {
            kind: Kind::Ratio,
            source,
            operation,
            items: None,
            slower,
            faster,
            value,
            range: None,
        }
    }

    /// The least and the most that is claimed.
    pub fn ends(&self) -> [f64; 2] {
        self.range.unwrap_or([self.value; 2])
    }
}

/// Why a text is no file of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// The first line is no header that is known.
    Header,
    /// A line is no claim. Lines count from one.
    Line(usize),
    /// It is JSON, and no list of claims.
    Json(String),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => {
                write!(f, "the first line is neither {HEADER} nor {}", published::HEADER)
            }
            Self::Line(line) => write!(f, "line {line} is no claim"),
            Self::Json(why) => write!(f, "no list of claims: {why}"),
        }
    }
}

impl std::error::Error for Malformed {}

/// The first line of a file of claims.
pub const HEADER: &str = "kind,source,operation,items,slower,faster,slower_figure,faster_figure";

/// Reads claims: CSV, a published history, or JSON.
///
/// # Errors
/// [`Malformed`].
pub fn read(text: &str) -> Result<Vec<Claim>, Malformed> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| Malformed::Json(error.to_string()));
    }
    match text.lines().next().map(str::trim_end) {
        Some(HEADER) => {
            let lines =
                text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty());
            lines
                .map(|(index, line)| claim(line.trim_end()).ok_or(Malformed::Line(index + 1)))
                .collect()
        }
        Some(published::HEADER) => {
            published::read(text).map(|runs| of_history(&runs)).map_err(Malformed::Line)
        }
        _ => Err(Malformed::Header),
    }
}

/// One line.
fn claim(line: &str) -> Option<Claim> {
    let [kind, source, operation, items, slower, faster, over, under]: [String; 8] =
        fields(line)?.try_into().ok()?;
    let positive =
        |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite() && *value > 0.0);
    let claim = |kind, items, value, range| Claim {
        kind,
        source,
        operation,
        items,
        slower,
        faster,
        value,
        range,
    };
    match kind.as_str() {
        "ratio" => {
            let items = if items.is_empty() { None } else { Some(items.parse().ok()?) };
            Some(claim(Kind::Ratio, items, positive(&over)? / positive(&under)?, None))
        }
        "crossover" if over.is_empty() && under.is_empty() => {
            let (low, high) = items.split_once('-').unwrap_or((&items, &items));
            let (low, high) = (positive(low)?, positive(high)?);
            let range = (low < high).then_some([low, high]);
            (low <= high).then(|| claim(Kind::Crossover, None, f64::midpoint(low, high), range))
        }
        _ => None,
    }
}

/// The fields of a line; a quote doubled inside quotes is one. `None` if a quote does not end.
pub(crate) fn fields(line: &str) -> Option<Vec<String>> {
    let (mut found, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => found.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    found.push(field);
    (!quoted).then_some(found)
}

/// The family in which batches and aggregates are measured, and the sizes of fastcrypto's
/// benchmarks.
const FAMILY: &str = "signatures/verify_one_message";
const SIZES: [u32; 5] = [4, 8, 16, 32, 64];

/// A batch of Ed25519 signatures: as the history names it, and as rows here do.
const BATCH: [&str; 2] = ["Verify batch/Ed25519_batch", "fastcrypto (Ed25519 batch)"];

/// BLS aggregates likewise.
const AGGREGATES: [[&str; 2]; 2] = [
    ["Verify batch/BLS12381MinSig_aggregated", "fastcrypto (BLS aggregate, keys in G2)"],
    ["Verify batch/BLS12381MinPk_aggregated", "fastcrypto (BLS aggregate, keys in G1)"],
];

/// What a published history of fastcrypto claims of what is measured here: where batches of Ed25519
/// and BLS aggregates break even, and their ratio at each size.
pub fn of_history(runs: &[Published]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for [published, named] in AGGREGATES {
        let crossed: Vec<[f64; 3]> =
            runs.iter().filter_map(|run| run.crossover(BATCH[0], published)).collect();
        let each = |place: usize| crossed.iter().map(move |at| at[place]);
        let range = [each(1).fold(f64::INFINITY, f64::min), each(2).fold(0.0, f64::max)];
        let value = median(&each(0).collect::<Vec<_>>());
        claims.extend(value.map(|value| Claim {
            kind: Kind::Crossover,
            range: Some(range),
            ..Claim::ratio(&history(crossed.len()), FAMILY, BATCH[1], named, value)
        }));
        for size in SIZES {
            let time = |run: &Published, name: &str| {
                run.figures.get(&format!("{name}/{size}")).map(|figure| figure.ns)
            };
            let ratios: Vec<f64> = runs
                .iter()
                .filter_map(|run| Some(time(run, published)? / time(run, BATCH[0])?))
                .collect();
            let range = [
                ratios.iter().copied().fold(f64::INFINITY, f64::min),
                ratios.iter().copied().fold(0.0, f64::max),
            ];
            claims.extend(median(&ratios).map(|value| Claim {
                items: Some(size),
                range: Some(range),
                ..Claim::ratio(&history(ratios.len()), FAMILY, named, BATCH[1], value)
            }));
        }
    }
    claims
}

fn history(runs: usize) -> String {
    format!("{runs} runs of fastcrypto's benchmark history")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_with_their_quotes() {
        let text = format!(
            "{HEADER}\nratio,\"a paper, \"\"p. 3\"\"\",a/one,,b,\"c, d\",3.0,1.5\ncrossover,s,f,40-45,x,y,,\n\nratio,s,f,16,x,y,1,4\r\n"
        );
        let claims = read(&text).expect("three claims");
        let first = Claim::ratio("a paper, \"p. 3\"", "a/one", "b", "c, d", 2.0);
        assert_eq!((claims.len(), &claims[0]), (3, &first));
        assert_eq!(
            (claims[1].kind, claims[1].value, claims[1].ends()),
            (Kind::Crossover, 42.5, [40.0, 45.0])
        );
        assert_eq!((claims[2].items, claims[2].value), (Some(16), 0.25));
        assert_eq!(read(&serde_json::to_string(&claims).expect("JSON")), Ok(claims));
        let old = r#"[{"source":"s","operation":"o","slower":"a","faster":"b","ratio":2.0}]"#;
        assert_eq!(read(old), Ok(vec![Claim::ratio("s", "o", "a", "b", 2.0)]));
    }

    #[test]
    fn what_is_no_claim_is_refused_with_its_line() {
        for line in [
            "ratio,s,o,,a,b,1",
            "ratio,s,o,,a,b,0,1",
            "ratio,s,o,x,a,b,1,1",
            "crossover,s,o,45-40,a,b,,",
            "other,s,o,,a,b,1,1",
            "ratio,\"s,o,,a,b,1,1",
        ] {
            assert_eq!(read(&format!("{HEADER}\n{line}\n")), Err(Malformed::Line(2)), "{line}");
        }
        assert_eq!(read("nonsense"), Err(Malformed::Header));
        assert!(matches!(read("[1]"), Err(Malformed::Json(_))));
    }

    #[test]
    fn the_published_history_makes_its_claims() {
        let table = include_str!("../published/fastcrypto.csv");
        let claims = read(table).expect("the published history");
        assert_eq!(claims.len(), 2 * (1 + SIZES.len()));
        // As computed from the published files in the reference on this history: 39.4 to 40.4 and
        // 43.5 to 44.5.
        let crossed: Vec<&Claim> =
            claims.iter().filter(|claim| claim.kind == Kind::Crossover).collect();
        assert!(
            (39.4..40.5).contains(&crossed[0].value) && (43.4..44.6).contains(&crossed[1].value),
            "{crossed:?}"
        );
        assert!(
            crossed
                .iter()
                .all(|claim| claim.source.starts_with("9 runs")
                    || claim.source.starts_with("10 runs"))
        );
        let at =
            |items| claims.iter().find(|claim| claim.items == Some(items)).expect("a size").value;
        assert!(
            at(4) > 6.0 && at(64) < 0.8,
            "a small batch is faster than an aggregate, a large one is not"
        );
    }
}
