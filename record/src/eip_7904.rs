//! What instructions and contracts of the Ethereum machine cost the slowest of six clients, as
//! EIP-7904 has published it. The EIP is informational: these are no prices.

/// The published table, `published/eip-7904.csv`.
pub const TABLE: &str = include_str!("../published/eip-7904.csv");

/// The first line of the table.
pub const HEADER: &str = "gas_param,current_gas,measured_gas_at_100_mgas_per_s,client";

/// Nanoseconds that one gas pays for in the table: 100 million gas per second.
pub const NS_PER_GAS: f64 = 10.0;

/// A parameter of the price of an instruction or a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter<'a> {
    /// As the EIP names it: `PRECOMPILE_ECRECOVER`.
    pub name: &'a str,
    /// Gas of today.
    pub current: u64,
    /// Gas that the slowest client's time is worth.
    pub measured: u64,
    /// The slowest client.
    pub client: &'a str,
}

/// Reads a table under [`HEADER`].
///
/// # Errors
/// The number of the first line that is no such row, from one.
pub fn read(table: &str) -> Result<Vec<Parameter<'_>>, usize> {
    let mut lines = (1..).zip(table.lines());
    if lines.next().is_none_or(|(_, header)| header != HEADER) {
        return Err(1);
    }
    lines.map(|(line, text)| parameter(text).ok_or(line)).collect()
}

fn parameter(line: &str) -> Option<Parameter<'_>> {
    let fields: Vec<_> = line.split(',').collect();
    let [name, current, measured, client] = fields[..] else { return None };
    let (current, measured) = (current.parse().ok()?, measured.parse().ok()?);
    (!name.is_empty() && !client.is_empty()).then_some(Parameter {
        name,
        current,
        measured,
        client,
    })
}

/// What the slowest client's time for a parameter is worth in gas, at [`NS_PER_GAS`]; `None` for
/// one that the table does not have.
pub fn measured(name: &str) -> Option<u64> {
    // A test reads all of the table.
    let table = read(TABLE).unwrap_or_default();
    table.into_iter().find(|parameter| parameter.name == name).map(|found| found.measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_whole() {
        let table = read(TABLE).expect("it is committed");
        assert_eq!(table.len(), 18);
        let names: std::collections::BTreeSet<_> = table.iter().map(|one| one.name).collect();
        assert_eq!(names.len(), table.len(), "each once");
        assert_eq!(
            table.last(),
            Some(&Parameter {
                name: "PRECOMPILE_P256VERIFY",
                current: 6_900,
                measured: 3_814,
                client: "ethrex"
            })
        );
        assert_eq!(measured("PRECOMPILE_ECRECOVER"), Some(841));
        assert_eq!(measured("PRECOMPILE_SHA256"), None);
    }

    #[test]
    fn what_is_no_row_is_refused_by_its_line() {
        assert_eq!(read(""), Err(1));
        for bad in ["A,1,2", "A,1,2,c,d", "A,one,2,c", "A,1,,c", ",1,2,c", "A,1,2,"] {
            assert_eq!(read(&format!("{HEADER}\nB,1,2,c\n{bad}\n")), Err(3), "{bad}");
        }
    }
}
