//! Panics that are left in an image: the calls of functions that panic, which the linker would have
//! dropped if nothing reached them.
//!
//! `chip/firmware/panics.txt` says how many functions of each image make such calls, and how many.
//! Functions may only become fewer; calls too, but for the tenth by which they vary with what the
//! compiler writes twice. Images are built with `panic = "abort"`, which changes what a panic does
//! and not whether one can be reached.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use emulator::{Image, Op, Symbol, Xlen, decode};
use rustc_demangle::demangle;

use crate::Outcome;
use crate::board::Board;
use crate::toolchain::{CURVES, DRIVER, MULTIPLIED, SMALL, SOFTWARE, Toolchain};

type Error = Box<dyn std::error::Error>;

/// Calls by the function that makes them.
type Sites = BTreeMap<String, usize>;

/// How many functions, and how many calls, by image.
type Numbers = BTreeMap<String, [usize; 2]>;

const IMAGES: [(&str, crate::toolchain::Image); 5] = [
    ("software", SOFTWARE),
    ("small", SMALL),
    ("block", MULTIPLIED),
    ("curves", CURVES),
    ("driver", DRIVER),
];

/// What the names of functions of `core::panicking` contain, in either mangling.
const PANICKING: &str = "4core9panicking";

fn path() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "panics.txt"].iter().collect()
}

/// What a function calls or jumps to outside itself, and whether it returns.
struct Body {
    targets: Vec<u32>,
    returns: bool,
}

/// Follows the instructions of a function in their order: direct jumps, and `auipc` with the `jalr`
/// behind it, which is how the linker reaches far.
fn body(image: &Image, function: &Symbol) -> Option<Body> {
    let part = image.segments().iter().find(|part| {
        part.address <= function.address
            && function.address - part.address < part.bytes.len() as u32
    })?;
    let mut rest = part
        .bytes
        .get((function.address - part.address) as usize..)?
        .get(..function.size as usize)?;
    let mut out = Body { targets: Vec::new(), returns: false };
    let (mut address, mut pages) = (function.address, [None; 32]);
    while let [first, second, after @ ..] = rest {
        let [third, fourth] = after.first_chunk().copied().unwrap_or_default();
        let instruction = decode(u32::from_le_bytes([*first, *second, third, fourth]), Xlen::Rv32);
        let immediate = instruction.imm as u32;
        let target = match instruction.op {
            Op::Jal => Some(address.wrapping_add(immediate)),
            Op::Jalr => {
                let page: Option<u32> = pages[usize::from(instruction.rs1 & 31)];
                // Without a page it is a return, or a call through a pointer.
                out.returns |= page.is_none() && instruction.rd == 0;
                page.map(|page| page.wrapping_add(immediate))
            }
            _ => None,
        };
        let inside = |target: &u32| target.wrapping_sub(function.address) < function.size;
        out.targets.extend(target.filter(|target| !inside(target)));
        let set = matches!(instruction.op, Op::Auipc).then(|| address.wrapping_add(immediate));
        pages[usize::from(instruction.rd & 31)] = set;
        address = address.wrapping_add(instruction.length.into());
        rest = rest.get(usize::from(instruction.length.max(2))..).unwrap_or(&[]);
    }
    Some(out)
}

/// The calls of panics. A function panics if it is of `core::panicking`, or if it calls one that
/// does and never returns, as those that `unwrap` and indices share.
fn sites(image: &Image) -> Sites {
    let functions: Vec<(&Symbol, Body)> = image
        .symbols()
        .iter()
        .filter(|symbol| symbol.function)
        .filter_map(|symbol| Some((symbol, body(image, symbol)?)))
        .collect();
    let named = functions.iter().filter(|(symbol, _)| symbol.name.contains(PANICKING));
    let mut panics: BTreeSet<u32> = named.map(|(symbol, _)| symbol.address).collect();
    loop {
        let more = functions.iter().filter(|(symbol, body)| {
            !panics.contains(&symbol.address)
                && !body.returns
                && body.targets.iter().any(|target| panics.contains(target))
        });
        let more: Vec<u32> = more.map(|(symbol, _)| symbol.address).collect();
        if more.is_empty() {
            break;
        }
        panics.extend(more);
    }
    let mut out = Sites::new();
    for (symbol, body) in functions.iter().filter(|(symbol, _)| !panics.contains(&symbol.address)) {
        let calls = body.targets.iter().filter(|target| panics.contains(target)).count();
        if calls > 0 {
            *out.entry(format!("{:#}", demangle(&symbol.name))).or_default() += calls;
        }
    }
    out
}

fn parse(text: &str) -> Result<(&str, Numbers), Error> {
    let mut lines =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" | "));
    let compiler = match lines.next().ok_or("an empty file")?.collect::<Vec<_>>()[..] {
        ["compiler", version] => version,
        _ => return Err("panics.txt names no compiler".into()),
    };
    let numbers = lines.map(|line| match line.collect::<Vec<_>>()[..] {
        [image, functions, calls] => Ok((image.to_owned(), [functions.parse()?, calls.parse()?])),
        _ => Err(Error::from("panics.txt: image, functions and calls")),
    });
    Ok((compiler, numbers.collect::<Result<_, _>>()?))
}

/// The images that have more than is committed.
fn more(committed: &Numbers, found: &Numbers) -> Vec<String> {
    let worse = found.iter().filter_map(|(image, [functions, calls])| {
        let [most, calls_committed] = committed.get(image).copied().unwrap_or_default();
        let is_more = *functions > most || *calls * 10 > calls_committed * 11;
        is_more.then(|| {
            format!("{image}: {functions} functions with {calls} calls of panics, not {most} with {calls_committed}: `xtask panics list`")
        })
    });
    worse.collect()
}

fn count(toolchain: &Toolchain) -> Result<Vec<(&'static str, Sites)>, Error> {
    let mut out = Vec::new();
    for (name, image) in &IMAGES {
        let board = Board::load(&toolchain.build(image)?)?;
        let sites = sites(board.image());
        // What is there is there because something reaches it.
        let panics = board.image().symbols().iter().any(|symbol| symbol.name.contains(PANICKING));
        if panics == sites.is_empty() {
            return Err(format!(
                "{name}: functions that panic: {panics}, and {} callers",
                sites.len()
            )
            .into());
        }
        out.push((*name, sites));
    }
    Ok(out)
}

fn numbers(images: &[(&str, Sites)]) -> Numbers {
    images
        .iter()
        .map(|(name, sites)| ((*name).to_owned(), [sites.len(), sites.values().sum()]))
        .collect()
}

/// No image may have more than are committed; by another compiler it is only told.
pub fn check(toolchain: &Toolchain) -> Outcome {
    let text = std::fs::read_to_string(path())?;
    let (compiler, committed) = parse(&text)?;
    let found = numbers(&count(toolchain)?);
    let more = more(&committed, &found);
    for (image, [functions, calls]) in &found {
        println!("{image}: {functions} functions with {calls} calls of panics");
    }
    if compiler == toolchain.version() && !more.is_empty() {
        return Err(more.join("\n").into());
    }
    more.iter().for_each(|line| println!("by another compiler, {line}"));
    Ok(())
}

/// Who calls them.
pub fn print(toolchain: &Toolchain) -> Outcome {
    for (image, sites) in count(toolchain)? {
        for (function, calls) in sites {
            println!("{image} {calls} {function}");
        }
    }
    Ok(())
}

pub fn write(toolchain: &Toolchain) -> Outcome {
    let mut text = String::from(
        "# Calls of panics that are left in each image; written by `xtask ledger panics`. image | functions | calls\n",
    );
    text += &format!("compiler | {}\n", toolchain.version());
    for (image, [functions, calls]) in numbers(&count(toolchain)?) {
        text += &format!("{image} | {functions} | {calls}\n");
    }
    Ok(std::fs::write(path(), text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_more_is_noticed_and_one_less_is_not() {
        let text = std::fs::read_to_string(path()).expect("the file is committed");
        let (compiler, committed) = parse(&text).expect("it is well formed");
        assert!(compiler.starts_with("rustc "));
        assert!(committed.keys().eq(["block", "curves", "driver", "small", "software"]));
        // What a wallet links can reach none.
        assert!(
            ["block", "driver", "small", "software"]
                .iter()
                .all(|image| committed[*image] == [0, 0])
        );
        assert_eq!(more(&committed, &committed), Vec::<String>::new());
        let with = |functions, calls| {
            let of = |numbers| Numbers::from([("an image".to_owned(), numbers)]);
            more(&of([10, 20]), &of([functions, calls])).len()
        };
        assert_eq!([with(10, 20), with(10, 22), with(9, 18), with(0, 0)], [0; 4]);
        assert_eq!([with(11, 20), with(10, 23)], [1; 2]);
        // An image that is not committed may have none.
        let mut found = committed.clone();
        found.insert("planted".to_owned(), [0, 0]);
        assert_eq!(more(&committed, &found).len(), 0);
        found.insert("planted".to_owned(), [1, 1]);
        assert_eq!(more(&committed, &found).len(), 1);
    }
}
