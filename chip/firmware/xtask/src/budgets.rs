//! What an image and its rows may take of the chip's memory: `chip/firmware/budgets.txt`. A budget
//! may only become smaller.
//!
//! | budget | of | bytes |
//! |---|---|---|
//! | stack | a row | from where its caller stood, at its deepest |
//! | flash | an image, or a row | what its file holds, or that of an image with this operation alone: code and constants, those that are copied to SRAM too |
//! | sram | an image | code that is copied there |
//! | scratch | a pair, a slot | what the caller of batch verification lends for a key, and for a proof |
//!
//! Mailboxes and scratch are zeros that the file leaves out, and no flash. Stack and scratch are
//! gated to the byte, code within a thousandth.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use crate::Outcome;
use crate::board::{Board, Operation};
use crate::rows::{self, Rows};
use crate::toolchain::{DRIVER, Image, MULTIPLIED, SMALL, SOFTWARE, Toolchain};
use crate::{curves, multiplied, small};

type Error = Box<dyn std::error::Error>;

/// By how many thousandths code may be beyond its budget. The linker orders functions by names,
/// which hash the checkout's path; what a call reaches in 2 bytes from one path takes 4 from
/// another.
const LAYOUT: u64 = 1;

/// Bytes by budget and what it is of.
type Budgets = BTreeMap<(String, String), u64>;

/// Where SRAM begins for instructions, and where it ends.
const SRAM: std::ops::Range<u32> = 0x4037_c000..0x403e_0000;
/// Pairs that the image lends: one for each of 16 proofs, and one more.
const PAIRS: u32 = 17;
const SLOTS: u32 = 16;

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "budgets.txt"].iter().collect()
}

/// What an image takes whatever it is asked.
pub struct Sizes {
    flash: u64,
    sram: u64,
    /// Of a slot and of a pair.
    scratch: Option<[u64; 2]>,
}

impl Sizes {
    /// What its file holds.
    pub fn flash(&self) -> u64 {
        self.flash
    }

    pub fn of(board: &Board) -> Result<Self, Error> {
        let segments = board.image().segments();
        let each = |name: &str, count: u32| -> Result<Option<u64>, Error> {
            let Some(symbol) = board.image().symbol(name) else { return Ok(None) };
            if symbol.size % count != 0 {
                return Err(format!("{name}: {} bytes for {count}", symbol.size).into());
            }
            Ok(Some((symbol.size / count).into()))
        };
        Ok(Self {
            flash: segments.iter().map(|part| u64::from(part.stored)).sum(),
            sram: segments
                .iter()
                .filter(|part| SRAM.contains(&part.address))
                .map(|part| part.bytes.len() as u64)
                .sum(),
            scratch: each("BATCH_SLOTS", SLOTS)?
                .zip(each("BATCH_PAIRS", PAIRS)?)
                .map(|(slot, pair)| [slot, pair]),
        })
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of flash, of which {} are copied to SRAM", self.flash, self.sram)?;
        if let Some([slot, pair]) = self.scratch {
            write!(
                f,
                "; scratch of batches: {slot} bytes for a proof, {pair} for a key and once more"
            )?;
        }
        Ok(())
    }
}

fn count(software: &Board, toolchain: &Toolchain) -> Result<Budgets, Error> {
    let (block, curves, small) =
        (multiplied::load(toolchain)?, curves::load(toolchain)?, small::load(toolchain)?);
    let driver = Board::load(&toolchain.build(&DRIVER)?)?;
    let mut out = Budgets::new();
    let mut put =
        |budget: &str, of: &str, bytes: u64| out.insert((budget.to_owned(), of.to_owned()), bytes);
    for (name, board) in [
        ("software", software),
        ("block", &block),
        ("small", &small),
        ("curves", &curves),
        ("driver", &driver),
    ] {
        let sizes = Sizes::of(board)?;
        put("flash", name, sizes.flash);
        put("sram", name, sizes.sram);
        if let Some([slot, pair]) = sizes.scratch {
            put("scratch", "slot", slot);
            put("scratch", "pair", pair);
        }
    }
    let rows: [Rows; 6] = [
        rows::all(software)?,
        rows::beside(software, &small, small::PREFIX)?,
        rows::all_multiplied(&block)?,
        curves::rows(&curves)?,
        rows::peripheral(toolchain)?,
        rows::parts(toolchain)?,
    ];
    for (name, row) in rows.iter().flatten() {
        put("stack", name, row.stack.into());
    }
    for (name, bytes) in all_alone(software, toolchain)? {
        put("flash", &name, bytes);
    }
    Ok(out)
}

/// The images of Cashu v3, and what stands before the names of their rows.
const IMAGES: [(&str, Image); 3] =
    [("", SOFTWARE), (rows::MULTIPLIED, MULTIPLIED), (small::PREFIX, SMALL)];

/// An image with one operation alone.
pub fn alone(toolchain: &Toolchain, image: Image, operation: Operation) -> Result<Board, Error> {
    Board::load(&toolchain.build(&image.alone(operation as u32))?)
}

/// The flash of an image with the operation of one row alone.
fn flash_alone(
    software: &Board,
    toolchain: &Toolchain,
    image: Image,
    row: &str,
) -> Result<u64, Error> {
    let (operation, _) = rows::request(software, row)?;
    Ok(Sizes::of(&alone(toolchain, image, operation)?)?.flash)
}

/// The flash of a round and of a verification, by row: each way of building in a folder of its own,
/// so that they are built side by side.
fn all_alone(software: &Board, toolchain: &Toolchain) -> Result<Vec<(String, u64)>, Error> {
    let rows = rows::compared(software)?.map(|(name, (operation, _))| (name, operation));
    let each = |(prefix, image): (&str, Image)| {
        let flash = |(name, operation)| {
            Ok((format!("{prefix}{name}"), Sizes::of(&alone(toolchain, image, operation)?)?.flash))
        };
        let all: Result<Vec<_>, Error> = rows.into_iter().map(flash).collect();
        // Errors of this kind stay in their thread.
        all.map_err(|error| error.to_string())
    };
    let found = std::thread::scope(|scope| {
        IMAGES
            .map(|image| scope.spawn(move || each(image)))
            .map(|building| building.join().unwrap_or_else(|_| Err("a build panicked".into())))
    });
    Ok(found.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

/// Prints what each operation takes of flash where it is alone.
pub fn print(software: &Board, toolchain: &Toolchain) -> Outcome {
    println!("bytes of flash of an image with one operation alone, its kernels among them");
    for (prefix, image) in IMAGES {
        for name in rows::names(software)? {
            println!(
                "{:<36} {:>7}",
                format!("{prefix}{name}"),
                flash_alone(software, toolchain, image, name)?
            );
        }
    }
    Ok(())
}

fn parse(text: &str) -> Result<(&str, Budgets), Error> {
    let mut lines =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" | "));
    let compiler = match lines.next().ok_or("an empty file")?.collect::<Vec<_>>()[..] {
        ["compiler", version] => version,
        _ => return Err("budgets.txt names no compiler".into()),
    };
    let budgets = lines.map(|line| match line.collect::<Vec<_>>()[..] {
        [budget, of, bytes] => Ok(((budget.to_owned(), of.to_owned()), bytes.parse()?)),
        _ => Err(Error::from("budgets.txt: budget, of what, and bytes")),
    });
    Ok((compiler, budgets.collect::<Result<_, _>>()?))
}

/// What a budget of so many bytes lets pass.
fn most(budget: &str, bytes: u64) -> u64 {
    let code = ["flash", "sram"].contains(&budget);
    if code { bytes + (bytes * LAYOUT).div_ceil(1000) } else { bytes }
}

/// What takes more than it may, and what has no budget.
fn more(committed: &Budgets, found: &Budgets) -> Vec<String> {
    let worse = found.iter().filter_map(|(key @ (budget, of), bytes)| match committed.get(key) {
        Some(committed) if *bytes <= most(budget, *committed) => None,
        Some(most) => Some(format!("{budget} of {of}: {bytes} bytes, not {most}")),
        None => Some(format!("{budget} of {of}: {bytes} bytes, and no budget")),
    });
    worse.collect()
}

/// Nothing may take more than is committed; by another compiler it is only told.
pub fn check(board: &Board, toolchain: &Toolchain) -> Outcome {
    let text = std::fs::read_to_string(path())?;
    let (compiler, committed) = parse(&text)?;
    let found = count(board, toolchain)?;
    let more = more(&committed, &found);
    for ((budget, of), bytes) in &found {
        println!("{budget} of {of}: {bytes} bytes");
    }
    if compiler == toolchain.version() && !more.is_empty() {
        return Err(more.join("\n").into());
    }
    more.iter().for_each(|line| println!("by another compiler, {line}"));
    Ok(())
}

/// Lowers the budgets to what is found, and adds those that are new; one that would have to be
/// raised is refused.
pub fn write(board: &Board, toolchain: &Toolchain) -> Outcome {
    let mut found = count(board, toolchain)?;
    if let Ok(text) = std::fs::read_to_string(path()) {
        let (_, committed) = parse(&text)?;
        let known: Budgets =
            found.clone().into_iter().filter(|(key, _)| committed.contains_key(key)).collect();
        let raised = more(&committed, &known);
        if !raised.is_empty() {
            return Err(format!("budgets are not raised: {}", raised.join("; ")).into());
        }
        for (key, bytes) in known {
            found.insert(key.clone(), bytes.min(committed[&key]));
        }
    }
    let mut text = String::from(
        "# What images and rows may take, in bytes: only less may be committed; written by `xtask ledger budgets`. budget | of | bytes\n",
    );
    text += &format!("compiler | {}\n", toolchain.version());
    for ((budget, of), bytes) in found {
        text += &format!("{budget} | {of} | {bytes}\n");
    }
    Ok(std::fs::write(path(), text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_noticed_and_less_is_not() {
        let text = std::fs::read_to_string(path()).expect("the file is committed");
        let (compiler, committed) = parse(&text).expect("it is well formed");
        assert!(compiler.starts_with("rustc "));
        for image in ["block", "curves", "driver", "small", "software"] {
            assert!(committed.contains_key(&("flash".to_owned(), image.to_owned())));
            // What linker scripts give to code.
            assert!(committed[&("sram".to_owned(), image.to_owned())] <= 12 * 1024);
        }
        // What one operation may take of flash, its kernels among it: in one form or the other each
        // fits.
        for row in [
            "bdhke_full_round",
            "rsa/bdhke_full_round",
            "small/bdhke_full_round",
            "small/pairing_verification",
        ] {
            assert!(committed[&("flash".to_owned(), row.to_owned())] <= 48 * 1024, "{row}");
        }
        assert_eq!(more(&committed, &committed), Vec::<String>::new());
        // Of stack a byte is too much, of code one beyond a thousandth.
        for (beyond, expected) in [(1_i64, committed.len()), (0, 0), (-1, 0)] {
            let mut found = committed.clone();
            found.iter_mut().for_each(|((budget, _), bytes)| {
                *bytes = most(budget, *bytes).saturating_add_signed(beyond)
            });
            assert_eq!(more(&committed, &found).len(), expected);
        }
        assert_eq!(
            [most("stack", 5000), most("flash", 5000), most("sram", 5001)],
            [5000, 5005, 5007]
        );
        // What is not committed has no budget.
        let planted = ("stack".to_owned(), "planted".to_owned());
        assert_eq!(more(&committed, &Budgets::from([(planted, 0)])).len(), 1);
    }
}
