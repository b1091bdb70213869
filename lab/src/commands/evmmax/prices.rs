//! `--prices` and `--price`: a table of a draft, one from a file, and changes of single prices.

use evm::evmmax::{Dialect, PriceTable};
use serde::Deserialize;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The tables that have a name.
pub(super) static TABLES: [PriceTable; 4] =
    [PriceTable::EIP5843, PriceTable::ASM384, PriceTable::EIP6690, PriceTable::EVMONE];

/// The longest modulus of a table, in bits.
const MOST_BITS: u32 = 1024;

/// Another price for moduli of so many bits: those of the row that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    bits: u32,
    set_up: Option<u64>,
    add_milli: Option<u64>,
    mul_milli: Option<u64>,
}

impl Price {
    fn put(&self, table: &mut PriceTable) {
        let row = table.row_mut(self.bits);
        row.set_up = self.set_up.unwrap_or(row.set_up);
        row.add_milli = self.add_milli.unwrap_or(row.add_milli);
        row.mul_milli = self.mul_milli.unwrap_or(row.mul_milli);
    }
}

/// A table as a file has it: what it does not say is as in the table `base`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    base: String,
    set_base: Option<u64>,
    transfer_base: Option<u64>,
    #[serde(default)]
    rows: Vec<Row>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    bits: u32,
    set_up: Option<u64>,
    add: Option<f64>,
    mul: Option<f64>,
}

fn known(name: &str) -> Option<PriceTable> {
    TABLES.iter().find(|table| table.name == name).copied()
}

fn names() -> String {
    TABLES.each_ref().map(|table| table.name).join(", ")
}

/// Of `--prices NAME|FILE`.
pub(super) fn table(text: &str) -> Result<PriceTable, String> {
    if let Some(table) = known(text) {
        return Ok(table);
    }
    let path = Path::new(text);
    if !path.is_file() {
        return Err(format!("neither one of {} nor a file", names()));
    }
    let json = fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => "a binary file, where JSON is needed".to_owned(),
        _ => format!("cannot be read: {error}"),
    })?;
    if json.trim().is_empty() {
        return Err("the file is empty, where JSON is needed".to_owned());
    }
    from_json(&json)
}

fn from_json(json: &str) -> Result<PriceTable, String> {
    let file: File = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let base = &file.base;
    let mut table =
        known(base).ok_or_else(|| format!("base: no table '{base}'; there are {}", names()))?;
    table.set_base = file.set_base.unwrap_or(table.set_base);
    table.transfer_base = file.transfer_base.unwrap_or(table.transfer_base);
    for row in file.rows {
        let of = |name: &str, gas: Option<f64>| {
            let wrong = |why: String| format!("rows: {} bits: {name}: {why}", row.bits);
            gas.map(|gas| milli(gas).map_err(wrong)).transpose()
        };
        let price = Price {
            bits: bits(row.bits).map_err(|why| format!("rows: {why}"))?,
            set_up: row.set_up,
            add_milli: of("add", row.add)?,
            mul_milli: of("mul", row.mul)?,
        };
        price.put(&mut table);
    }
    Ok(renamed(table, "from a file"))
}

/// Of `--price BITS=ADD,MUL`.
pub(super) fn price(text: &str) -> Result<Price, String> {
    let parts = text.split_once('=').and_then(|(bits, gas)| Some((bits, gas.split_once(',')?)));
    let read = parts.and_then(|(bits, (add, mul))| {
        Some((bits.trim().parse().ok()?, add.trim().parse().ok()?, mul.trim().parse().ok()?))
    });
    let (length, add, mul) =
        read.ok_or("BITS=ADD,MUL is needed, such as 384=1,3: the gas of a sum and of a product")?;
    Ok(Price {
        bits: bits(length)?,
        set_up: None,
        add_milli: Some(milli(add)?),
        mul_milli: Some(milli(mul)?),
    })
}

fn bits(bits: u32) -> Result<u32, String> {
    match bits {
        1..=MOST_BITS => Ok(bits),
        _ => Err(format!("{bits} bits, where a modulus has 1 to {MOST_BITS}")),
    }
}

/// Thousandths of gas.
fn milli(gas: f64) -> Result<u64, String> {
    let milli = gas * 1_000.0;
    // Written with three places, a price is a whole number of thousandths up to rounding.
    if !(0.0..=1e12).contains(&milli) || (milli - milli.round()).abs() > 1e-6 {
        return Err(format!("{gas} is no price from 0 to 1000000000 in thousandths of gas"));
    }
    Ok(milli.round() as u64)
}

/// The table of a dialect or the one that was chosen, with other prices.
pub(super) fn changed(
    dialect: Dialect,
    chosen: Option<PriceTable>,
    prices: &[Price],
) -> PriceTable {
    let mut table = chosen.unwrap_or(PriceTable::of(dialect));
    prices.iter().for_each(|price| price.put(&mut table));
    if prices.is_empty() { table } else { renamed(table, "with other prices") }
}

/// Under another name, since it is not what the name says.
fn renamed(table: PriceTable, how: &str) -> PriceTable {
    // Names are static. A command line has a table or two.
    PriceTable { name: Box::leak(format!("{} {how}", table.name).into_boxed_str()), ..table }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_changes_the_row_that_holds_it() {
        let table = changed(Dialect::Eip6690, None, &[price("384=1,2.5").expect("a price")]);
        let own = PriceTable::EIP6690;
        assert_eq!((table.row(384).add_milli, table.row(384).mul_milli), (1_000, 2_500));
        assert_eq!(table.row(321), table.row(384));
        assert_eq!((table.row(320), table.row(385)), (own.row(320), own.row(385)));
        assert_eq!(table.row(384).set_up, own.row(384).set_up);
        assert_eq!(table.name, "eip6690 with other prices");
        assert_eq!(changed(Dialect::Evmone, None, &[]), PriceTable::EVMONE);
        for wrong in ["384", "384=1", "=1,2", "0=1,2", "2000=1,2", "384=-1,2", "384=1,0.0005"] {
            assert!(price(wrong).is_err(), "{wrong}");
        }
        assert!(price("384=NaN,1").is_err() && price("384=1,inf").is_err());
    }

    #[test]
    fn a_file_says_what_differs_from_a_table() {
        let json = r#"{"base": "asm384", "set_base": 5, "rows": [
            {"bits": 256, "mul": 1.5}, {"bits": 384, "set_up": 7, "add": 0, "mul": 3}]}"#;
        let found = from_json(json).expect("a table");
        let own = PriceTable::ASM384;
        assert_eq!((found.set_base, found.transfer_base), (5, own.transfer_base));
        let row = found.row(256);
        assert_eq!((row.mul_milli, row.add_milli), (1_500, own.row(256).add_milli));
        let row = found.row(384);
        assert_eq!((row.set_up, row.add_milli, row.mul_milli), (7, 0, 3_000));
        for (wrong, says) in [
            (r#"{"base": "eip1"}"#, "no table 'eip1'; there are eip5843"),
            (r#"{"base": "evmone", "row": []}"#, "unknown field `row`"),
            (r#"{"base": "evmone", "rows": [{"bits": 0}]}"#, "rows: 0 bits"),
            (r#"{"base": "evmone", "rows": [{"bits": 9, "add": -1}]}"#, "rows: 9 bits: add: -1"),
            (r#"{"rows": []}"#, "missing field `base`"),
            ("[", "EOF while parsing"),
        ] {
            let said = from_json(wrong).expect_err(wrong);
            assert!(said.contains(says), "{wrong}: {said}");
        }
        assert!(table("eip7904").expect_err("none").contains("neither one of eip5843"));
    }
}
