//! From counts to time: two models of what an event costs, and a type for what comes of them that
//! never shows one figure alone.
//!
//! The constants stand in `models/esp32c3.txt`, each with its source. No chip was at hand: what is
//! printed here is modelled, and the distance between the models is the least that is unknown.

mod modelled;

use crate::counters::{Counters, Event};

pub use modelled::{Modelled, Ratio};

const FILE: &str = include_str!("../models/esp32c3.txt");
const EVENTS: usize = Event::ALL.len();

/// What was counted, and how long the program would have waited for a peripheral by either model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Exact counts.
    pub counters: Counters,
    /// Centicycles of waiting, by models A and B.
    pub(crate) waits: [u64; 2],
}

impl Ledger {
    /// These counts, without any waiting.
    pub fn of(counters: Counters) -> Self {
        Self { counters, waits: [0; 2] }
    }
}

/// What came between two readings, the earlier one on the right.
impl core::ops::Sub for Ledger {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        let waits = [self.waits[0] - earlier.waits[0], self.waits[1] - earlier.waits[1]];
        Self { counters: self.counters - earlier.counters, waits }
    }
}

/// Models A and B of one chip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    version: u32,
    megahertz: u32,
    /// Centicycles for each event, by models A and B.
    prices: [[u64; EVENTS]; 2],
}

impl Model {
    /// The models of `models/esp32c3.txt`.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn esp32c3() -> Self {
        Self::parse(FILE).expect("the file of this crate is well formed")
    }

    /// Reads a file of models; `None` unless each event stands in it once, with two prices and a
    /// source.
    fn parse(file: &str) -> Option<Self> {
        let (mut version, mut megahertz) = (None, None);
        let mut prices = [[None; EVENTS]; 2];
        for line in file.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match *line.split(" | ").collect::<Vec<_>>() {
                ["version", value] => version = value.parse().ok(),
                ["frequency_mhz", value] => {
                    megahertz = value.parse().ok().filter(|value| *value > 0)
                }
                [name, a, b, source] if !source.is_empty() => {
                    let event = Event::ALL.into_iter().find(|event| event.name() == name)? as usize;
                    for (bound, text) in [a, b].into_iter().enumerate() {
                        if prices[bound][event].replace(centicycles(text)?).is_some() {
                            return None;
                        }
                    }
                }
                _ => return None,
            }
        }
        let mut complete = [[0; EVENTS]; 2];
        for (known, price) in complete.iter_mut().flatten().zip(prices.iter().flatten()) {
            *known = (*price)?;
        }
        Some(Self { version: version?, megahertz: megahertz?, prices: complete })
    }

    /// What is printed beside every figure: the chip and the version of the file.
    pub fn id(&self) -> String {
        format!("esp32c3-v{}", self.version)
    }

    /// The time of what was counted.
    pub fn time(&self, ledger: &Ledger) -> Modelled {
        Modelled::new(self.id(), self.megahertz, self.centicycles(ledger))
    }

    /// By models A and B, with what was waited for. Work of the RSA block is no event of the CPU:
    /// the CPU waits for it, or does not.
    pub(crate) fn centicycles(&self, ledger: &Ledger) -> [u64; 2] {
        core::array::from_fn(|bound| {
            let events = Event::ALL.into_iter().filter(|event| *event != Event::RsaWordPair);
            let spent: u64 = events
                .map(|event| ledger.counters[event] * self.prices[bound][event as usize])
                .sum();
            spent + ledger.waits[bound]
        })
    }

    /// For how many centicycles the RSA block is busy with so many pairs of words.
    pub(crate) fn busy(&self, word_pairs: u64) -> [u64; 2] {
        core::array::from_fn(|bound| word_pairs * self.prices[bound][Event::RsaWordPair as usize])
    }
}

/// A decimal number with at most two digits after its point, in hundredths.
fn centicycles(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || fraction.len() > 2 || !digits(whole) || !digits(fraction) {
        return None;
    }
    format!("{whole}{fraction:0<2}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(events: &[(Event, u64)]) -> Ledger {
        let mut ledger = Ledger::default();
        for (event, count) in events {
            ledger.counters[*event] = *count;
        }
        ledger
    }

    #[test]
    fn the_file_is_complete_and_each_figure_has_a_source() {
        let model = Model::esp32c3();
        assert_eq!(model.id(), "esp32c3-v1");
        for line in FILE.lines().filter(|line| !line.starts_with('#')) {
            let without: Vec<&str> = FILE.lines().filter(|other| *other != line).collect();
            assert_eq!(Model::parse(&without.join("\n")), None, "without: {line}");
            assert_eq!(
                Model::parse(&format!("{FILE}{line}\n")).is_some(),
                line.split(" | ").count() == 2,
                "twice: {line}"
            );
            if line.split(" | ").count() == 4 {
                let unsourced = line.rsplit_once(" | ").expect("four parts").0;
                assert_eq!(Model::parse(&FILE.replace(line, unsourced)), None, "no source: {line}");
            }
        }
        assert_eq!(
            [centicycles("2.11"), centicycles("7.7"), centicycles("690")],
            [Some(211), Some(770), Some(69_000)]
        );
        assert_eq!(
            [centicycles("1.234"), centicycles("-1"), centicycles(""), centicycles("1e3")],
            [None; 4]
        );
    }

    /// The table of events that the models were published with: cycles of one each, by A and by B.
    #[test]
    fn prices_of_the_published_table() {
        let model = Model::esp32c3();
        let cycles = |events: &[(Event, u64)]| {
            model.centicycles(&of(events)).map(|centicycles| centicycles as f64 / 100.0)
        };
        assert_eq!(
            cycles(&[
                (Event::Alu, 1),
                (Event::Csr, 1),
                (Event::Store, 1),
                (Event::BranchNotTaken, 1)
            ]),
            [4.0, 4.0]
        );
        assert_eq!(cycles(&[(Event::BranchTaken, 1)]), [3.0, 3.0]);
        assert_eq!(cycles(&[(Event::Jal, 1), (Event::Jalr, 1)]), [4.0, 4.0]);
        assert_eq!(cycles(&[(Event::Load, 2), (Event::LoadUse, 1)]), [3.0, 3.0]);
        assert_eq!(cycles(&[(Event::Mul, 1)]), [1.0, 3.0]);
        assert_eq!(cycles(&[(Event::MulHigh, 1)]), [2.0, 3.0]);
        assert_eq!(cycles(&[(Event::FetchMiss, 1), (Event::DataMiss, 1)]), [694.0, 1380.0]);
        // A product of 12 words, alone: 304 cycles busy, which the CPU spends only if it waits.
        assert_eq!(cycles(&[(Event::RsaWordPair, 144)]), [0.0, 0.0]);
        assert_eq!(model.busy(144), [30_384, 30_384]);
        // A driver with 38.5 accesses: the fitted stalls of one operation.
        let twice = cycles(&[(Event::PeripheralRead, 27), (Event::PeripheralWrite, 50)]);
        assert!(
            (twice[0] / 2.0 + 303.84 - 600.0).abs() < 1.0
                && (twice[1] / 2.0 + 303.84 - 585.0).abs() < 1.0,
            "{twice:?}"
        );
    }
}
