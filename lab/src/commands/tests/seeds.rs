//! The list of what the founding documents print names what there is, and says "not built yet"
//! of nothing that is.

use super::*;
use crate::measure::tables::TABLES;
use peer_api::families::{FAMILIES, family};
use peer_api::operation;
use record::seeds::{self, Measured, Reason, Row};
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What of the list is not so.
fn untrue(list: &[Row]) -> Vec<String> {
    let ledger = read("chip/firmware/ledger.txt");
    let on_chip = |name: &str| {
        ledger.lines().any(|line| line.split_once(" | ").is_some_and(|(row, _)| row == name))
    };
    let is_command = |line: &str| {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Cli::read(&words).is_ok()
    };
    let mut wrong = Vec::new();
    for row in list {
        for measured in &row.measured {
            let missing = match measured {
                Measured::Operation(id) if operation(id).is_none() => format!("no operation {id}"),
                Measured::Sweep(id) if family(id).is_none() => format!("no family {id}"),
                Measured::Command(line) if !is_command(line) => format!("no command '{line}'"),
                Measured::Chip(name) if !on_chip(name) => format!("no row {name} of the chip"),
                _ => continue,
            };
            wrong.push(format!("{}, {}: {missing}", row.place, row.row));
        }
        if let Some(Reason::NotBuilt(name)) = &row.reason
            && is_built(name)
        {
            wrong.push(format!("{}, {}: {name} is built", row.place, row.row));
        }
    }
    wrong
}

/// Whether there is an operation, a family or a peer of this name, or a group of operations, or
/// operations whose names begin with it.
fn is_built(name: &str) -> bool {
    let id = |id: &str| {
        let begins = |text: &str| {
            text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let (group, verb) = id.split_once('/').unwrap_or((id, id));
        begins(id) || begins(group) || begins(verb)
    };
    let peer = |peer: &&str| peer.split(' ').next() == Some(name);
    OPERATIONS.iter().any(|operation| id(operation.id))
        || FAMILIES.iter().any(|family| id(family.id))
        || TABLES.iter().flat_map(|table| table.lines).any(|line| line.peers.iter().any(peer))
}

#[test]
fn what_the_list_of_seeds_names_is_there() {
    let list = seeds::read(&read("record/published/seeds.csv")).expect("a list");
    let wrong = untrue(&list);
    assert!(wrong.is_empty(), "record/published/seeds.csv:\n{}", wrong.join("\n"));
}

#[test]
fn a_list_of_what_is_not_there_is_untrue() {
    let lines = [
        "0,p,r,1,bls12-381/no_such,,",
        "0,p,r,1,sweep bls12-381/fp_mul,,",
        "0,p,r,1,curvemark no-such,,",
        "0,p,r,1,curvemark evmmax table --no-such,,",
        "0,p,r,1,chip no_such,,",
        "0,p,r,1,,not built yet: bls12-381/fp_mul,",
        "0,p,r,1,,not built yet: fp_mul,",
        "0,p,r,1,,not built yet: kzg,",
        "0,p,r,1,,not built yet: verify_sets,",
        "0,p,r,1,,not built yet: c-kzg,",
    ];
    for line in lines {
        let list = seeds::read(&format!("{}\n{line}\n", seeds::HEADER)).expect("a list");
        assert_eq!(untrue(&list).len(), 1, "{line}");
    }
    let sound = "0,p,r,1,bls12-381/fp_mul; chip blind; curvemark list,not built yet: no-such,";
    let list = seeds::read(&format!("{}\n{sound}\n", seeds::HEADER)).expect("a list");
    assert_eq!(untrue(&list), [""; 0]);
}
