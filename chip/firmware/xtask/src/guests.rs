//! What Ethereum's cryptography takes in a zkVM's guest: instructions of one call of each
//! precompile on RV32IM and RV64IM, by curvemark and by the libraries that guests use today, from
//! the same bytes to the same bytes. `docs/guests.md` has the table, `chip/firmware/guests.txt` the
//! counts.

mod inputs;
mod ledger;
mod published;
mod revm;
mod table;

use std::collections::BTreeMap;
use std::sync::Mutex;

use emulator::{Event, Profile, Row};

use crate::Outcome;
use crate::board::{Answer, Board, Operation, Status};
use crate::toolchain::{C, Toolchain, Width, guest, guest_peers};
use inputs::{Call, calls};

pub use ledger::{check, write, write_own};

type Error = Box<dyn std::error::Error>;

const OWN: &str = "curvemark";
/// The same with a hint of the host, and the contracts that take one.
const HINTED: &str = "hinted";
const TAKE_HINTS: [u16; 8] = [1, 7, 8, 0x0a, 0x0c, 0x0e, 0x0f, 0x100];

/// Other libraries, and the contracts of each. The contracts are those for which it answers in
/// `guest-peers-image`.
const PEERS: [(&str, &[u16]); 8] = [
    ("arkworks", &[6, 7, 8, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, inputs::BLS_VERIFY]),
    ("aurora", &[5]),
    (BLST, &[0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, inputs::BLS_VERIFY]),
    (LIBSECP256K1, &[1]),
    // A block alone.
    (REVM, &[]),
    ("rustcrypto", &[1, 2, 3, 0x100]),
    ("substrate-bn", &[6, 7, 8]),
    ("zkcrypto", &[0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, inputs::BLS_VERIFY]),
];
/// Those in C.
const BLST: &str = "blst";
const LIBSECP256K1: &str = "libsecp256k1";
/// `revm` with the libraries that it takes without `std`: arkworks, k256, p256 and aurora.
const REVM: &str = "revm";
/// It has products, and no sums of many.
const WITHOUT_SUMS: &str = "zkcrypto";

const WIDTHS: [Width; 2] = [Width::Rv64, Width::Rv32];

impl Width {
    const fn name(self) -> &'static str {
        match self {
            Self::Rv32 => "rv32im",
            Self::Rv64 => "rv64im",
        }
    }

    fn of(name: &str) -> Option<Self> {
        WIDTHS.into_iter().find(|width| width.name() == name)
    }
}

/// What one call took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    instructions: u64,
    loads: u64,
    stores: u64,
}

impl Counts {
    fn of(row: &Row) -> Self {
        let counters = &row.ledger.counters;
        Self {
            instructions: counters.instructions(),
            loads: counters[Event::Load],
            stores: counters[Event::Store],
        }
    }
}

/// The counts of a width's calls by row and library.
type Table = BTreeMap<(Width, String, String), Counts>;

/// All counts, and who compiled what was counted.
struct Counted {
    table: Table,
    compilers: Vec<(&'static str, String)>,
}

/// The images of a width: the other libraries' where they are counted.
struct Guests {
    width: Width,
    own: Board,
    peers: Option<Board>,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// Every row.
    All,
    /// What curvemark's guest takes: nothing of others is built, nor the block in `revm`.
    Own,
}

fn load_own(toolchain: &Toolchain, width: Width) -> Result<Option<Board>, Error> {
    if !toolchain.has_guest(width) {
        println!(
            "SKIPPED: no library for {} (rust-src, or tools/unpacked-rustc.sh): nothing is counted there",
            width.name()
        );
        return Ok(None);
    }
    Board::guest(&toolchain.build(&guest(width))?).map(Some)
}

/// The images of each width that there is a library for, and the version of the compiler of C.
fn load(toolchain: &Toolchain, what: What) -> Result<(Vec<Guests>, Option<String>), Error> {
    let gcc = C::Gcc.find();
    if gcc.is_none() && what == What::All {
        println!(
            "SKIPPED: no GCC for the guest (package gcc-riscv64-unknown-elf): blst and libsecp256k1 are not counted"
        );
    }
    let mut out = Vec::new();
    for width in WIDTHS {
        let Some(own) = load_own(toolchain, width)? else { continue };
        let image = guest_peers(width, gcc.as_ref().map(|_| C::Gcc));
        let peers = match what {
            What::All => Some(Board::guest(&toolchain.build(&image)?)?),
            What::Own => None,
        };
        out.push(Guests { width, own, peers });
    }
    Ok((out, gcc.map(|(_, version)| version)))
}

/// Bytes of a field of several: whole words.
const FIELD: usize = 65_528;

/// The fields of a call: who is asked, the contract and its input, and the hint, if there is one.
fn fields<'a>(
    library: &'a str,
    contract: &'a [u8; 2],
    input: &'a [u8],
    hint: &'a [u8],
) -> Vec<&'a [u8]> {
    let call: [&[u8]; 3] = [library.as_bytes(), contract, input];
    call.into_iter().chain(hint.chunks(FIELD)).collect()
}

fn ask(
    board: &Board,
    library: &str,
    contract: u16,
    input: &[u8],
    hint: &[u8],
) -> Result<Answer, Error> {
    board
        .ask(Operation::GuestCall, &fields(library, &contract.to_be_bytes(), input, hint))
        .map_err(|error| format!("{library}, contract {contract:#x}: {error}").into())
}

/// The output of a call that succeeds, and what it took.
fn output(
    board: &Board,
    library: &str,
    contract: u16,
    input: &[u8],
    hint: &[u8],
) -> Result<(Vec<u8>, Counts), Error> {
    let answer = ask(board, library, contract, input, hint)?;
    match (answer.status, &answer.rows[..], answer.fields.as_slice()) {
        (Status::Good, [row], [output]) => Ok((output.clone(), Counts::of(row))),
        (status, ..) => Err(format!("{library}, contract {contract:#x}: {status:?}").into()),
    }
}

/// Does `work` on each, on all processors of this machine; the first error, if there is one.
fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let next = Mutex::new(items.iter().enumerate());
    let done = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some((index, item)) = next.lock().ok().and_then(|mut next| next.next())
                    else {
                        return;
                    };
                    let result = work(item).map_err(|error| error.to_string());
                    if let Ok(mut done) = done.lock() {
                        done.push((index, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|_| "a thread panicked")?;
    done.sort_by_key(|(index, _)| *index);
    if done.len() != items.len() {
        return Err("a thread panicked".into());
    }
    done.into_iter().map(|(_, result)| result.map_err(Error::from)).collect()
}

/// The hint that a host sends with a call.
fn hint(board: &Board, call: &Call) -> Result<Vec<u8>, Error> {
    let fields: [&[u8]; 2] = [&call.contract.to_be_bytes(), &call.input];
    let answer = board.ask(Operation::GuestHint, &fields)?;
    match answer.status {
        Status::Good => Ok(answer.fields.concat()),
        _ => Err(format!("{}: no hint", call.name).into()),
    }
}

/// Whether a library is asked for a call.
fn is_asked(library: &str, contracts: &[u16], call: &Call) -> bool {
    contracts.contains(&call.contract) && !(library == WITHOUT_SUMS && call.is_sum)
}

/// Counts every call by every library, or by curvemark. The outputs of all must be curvemark's on
/// the first width.
fn count(toolchain: &Toolchain, what: What) -> Result<Counted, Error> {
    let (guests, gcc) = load(toolchain, what)?;
    let mut compilers = vec![("rustc", toolchain.version().to_owned())];
    compilers.extend(gcc.map(|version| ("gcc", version)));
    let with_c = compilers.len() > 1;
    let Some(first) = guests.first() else { return Err("no guest could be built".into()) };
    let calls = calls(&first.own)?;
    let mut questions = Vec::new();
    for call in &calls {
        let (expected, _) = output(&first.own, OWN, call.contract, &call.input, &[])?;
        let hinted = TAKE_HINTS.contains(&call.contract).then(|| hint(&first.own, call));
        let hinted = hinted.transpose()?;
        for guests in &guests {
            let own = &guests.own;
            questions.push((guests.width, own, OWN, call, Vec::new(), expected.clone()));
            if let Some(hint) = &hinted {
                questions.push((guests.width, own, HINTED, call, hint.clone(), expected.clone()));
            }
            let Some(peers) = &guests.peers else { continue };
            for (library, contracts) in PEERS {
                if is_asked(library, contracts, call) && (with_c || !is_c(library)) {
                    let none = Vec::new();
                    questions.push((guests.width, peers, library, call, none, expected.clone()));
                }
            }
        }
    }
    let counts = side_by_side(&questions, |(width, board, library, call, hint, expected)| {
        let (found, counts) = output(board, library, call.contract, &call.input, hint)?;
        if found != *expected {
            return Err(format!("{}: {library} gives other bytes", call.name).into());
        }
        Ok(((*width, call.name.to_owned(), (*library).to_owned()), counts))
    })?;
    let mut table: Table = counts.into_iter().collect();
    if what == What::All {
        table.extend(revm::counts(toolchain, &calls)?);
    }
    Ok(Counted { table, compilers })
}

fn is_c(library: &str) -> bool {
    [BLST, LIBSECP256K1].contains(&library)
}

/// Prints the table.
pub fn print(toolchain: &Toolchain) -> Outcome {
    let counted = count(toolchain, What::All)?;
    for (name, version) in &counted.compilers {
        println!("{name}: {version}");
    }
    print!("{}", table::text(&counted.table)?);
    Ok(())
}

/// Prints what the block in `revm` takes, without building any other row's libraries.
pub fn print_block(toolchain: &Toolchain) -> Outcome {
    let Some(own) = load_own(toolchain, Width::Rv64)? else { return Ok(()) };
    for ((width, row, library), counts) in revm::counts(toolchain, &calls(&own)?)? {
        let Counts { instructions, loads, stores } = counts;
        println!(
            "{}/{row}/{library}: {instructions}, of them {loads} loads and {stores} stores",
            width.name()
        );
    }
    Ok(())
}

/// Symbols that are printed.
const MOST: usize = 40;

/// Prints where the instructions of a call go; `row` is such as `rv64im/ecrecover` or
/// `rv64im/ecrecover/rustcrypto`.
pub fn profile(toolchain: &Toolchain, row: &str) -> Outcome {
    let mut parts = row.split('/');
    let (width, name) = (parts.next().and_then(Width::of), parts.next().unwrap_or(""));
    let library = parts.next().unwrap_or(OWN);
    let width = width.ok_or("the row begins with rv32im/ or rv64im/")?;
    let Some(own) = load_own(toolchain, width)? else { return Ok(()) };
    let calls = calls(&own)?;
    let call = calls.iter().find(|call| call.name == name).ok_or_else(|| {
        let names: Vec<_> = calls.iter().map(|call| call.name).collect();
        format!("no row {name}; there are {}", names.join(", "))
    })?;
    let peers = match library {
        OWN | HINTED => None,
        _ => {
            let image = guest_peers(width, C::Gcc.find().map(|_| C::Gcc));
            Some(Board::guest(&toolchain.build(&image)?)?)
        }
    };
    let board = peers.as_ref().unwrap_or(&own);
    let mut profile = Profile::new(board.image());
    let number = call.contract.to_be_bytes();
    let hint = if library == HINTED { hint(&own, call)? } else { Vec::new() };
    let fields = fields(library, &number, &call.input, &hint);
    board.watch(Operation::GuestCall, &fields, |step| profile.watch(step))?;
    println!("{:>12} {:>12} {:>9}  symbol", "own", "with callees", "calls");
    for (name, counts) in profile.finish().into_iter().take(MOST) {
        let name = format!("{:#}", rustc_demangle::demangle(&name));
        println!("{:>12} {:>12} {:>9}  {name}", counts.exclusive, counts.inclusive, counts.calls);
    }
    Ok(())
}
