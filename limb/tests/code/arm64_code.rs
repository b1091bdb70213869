//! What the kernels of ARM64 are made of: as many instructions as were reviewed, no branch but that
//! of the one loop, and no address but of an operand, the modulus or the stack.
#![cfg(all(target_arch = "aarch64", not(miri)))]

use std::collections::BTreeSet;

use crate::disassembly::Disassembly;

/// Instructions of kernels for 4 and for 6 words, and how many of them are products of words. A
/// loop counts as one round.
const OF_BOTH_SIZES: [(&str, [[usize; 2]; 2]); 17] = [
    ("mul", [[147, 64], [316, 144]]),
    ("sqr", [[130, 52], [268, 114]]),
    ("sqr_times_at", [[139, 52], [279, 114]]),
    ("sum_of_two", [[248, 96], [513, 216]]),
    ("product_at", [[74, 32], [158, 72]]),
    ("reduce", [[120, 40], [222, 84]]),
    ("complex_mul_at", [[453, 160], [905, 360]]),
    ("complex_product_at", [[271, 96], [548, 216]]),
    ("complex_sqr_at", [[321, 128], [672, 288]]),
    ("complex_square_at", [[166, 64], [342, 144]]),
    ("wide_add", [[26, 0], [36, 0]]),
    ("wide_sub", [[26, 0], [36, 0]]),
    ("wide_add_two", [[41, 0], [57, 0]]),
    ("wide_add_sub", [[41, 0], [57, 0]]),
    ("wide_sub_two", [[41, 0], [57, 0]]),
    ("wide_times", [[38, 18], [54, 26]]),
    ("wide_add_multiple", [[27, 8], [38, 12]]),
];

/// The same of kernels for one shape of modulus.
const OF_SHAPES: [(&str, [usize; 2]); 6] = [
    ("fold4::mul", [94, 42]),
    ("fold4::sqr", [73, 30]),
    ("fold4::sum_of_two", [173, 74]),
    ("sparse4::mul", [112, 40]),
    ("sparse4::sqr", [91, 28]),
    ("sparse4::sum_of_two", [200, 72]),
];

#[test]
fn kernels_are_as_long_as_reviewed() {
    let Some(disassembly) = Disassembly::of_this_binary() else { return };
    let count = |name: &str| {
        let code = kernel(&disassembly, name);
        let products = code.iter().filter(|text| ["mul", "umulh"].contains(&operation(text)));
        [code.len(), products.count()]
    };
    let counted = OF_BOTH_SIZES.map(|(name, _)| {
        (name, ["words4", "words6"].map(|size| count(&format!("words::{size}::{name}"))))
    });
    assert_eq!(counted, OF_BOTH_SIZES);
    assert_eq!(OF_SHAPES.map(|(name, _)| (name, count(name))), OF_SHAPES);
}

#[test]
fn kernels_are_straight_code_whose_addresses_are_public() {
    let Some(disassembly) = Disassembly::of_this_binary() else { return };
    let mut names = OF_SHAPES.map(|(name, _)| name.to_owned()).to_vec();
    for size in ["words4", "words6"] {
        names.extend(OF_BOTH_SIZES.map(|(name, _)| format!("words::{size}::{name}")));
        names.push(format!("words::{size}::wide_sub_multiple"));
    }
    for name in names {
        let code = kernel(&disassembly, &name);
        let branches = code.iter().filter(|text| branches(operation(text)));
        assert_eq!(branches.count(), usize::from(name.ends_with("sqr_times_at")), "{name}");
        if let Some(text) = of_other_address(code) {
            panic!("{name}: the address of `{text}`");
        }
        let (code, saved) = inner(code);
        let mut kept = vec!["x18", "x29", "sp"];
        if !saved {
            kept.extend(["x19", "x30"]);
        }
        // Functions, which the compiler calls, keep more than the kernels do that it branches to.
        if name.contains("::wide_") {
            kept.extend(["x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28"]);
        }
        if let Some(text) = code.iter().find(|text| is_lost(text, &kept)) {
            panic!("{name}: `{text}` loses what the compiler thinks is kept");
        }
    }
}

/// A kernel without the instructions that save x19 and the way back first and restore them last,
/// take the stack and give it back, and whether it has those.
fn inner(all: &[String]) -> (&[String], bool) {
    let [first, code @ .., last, _] = all else { return (all, false) };
    let squeezed = |text: &str| text.replace([' ', '\t'], "");
    let (first, last) = (squeezed(first), squeezed(last));
    let saved = first.strip_prefix("stpx19,x30,[sp,#-").and_then(|size| size.strip_suffix("]!"));
    let restored = last.strip_prefix("ldpx19,x30,[sp],#");
    if saved.is_some() && saved == restored { (code, true) } else { (all, false) }
}

/// Whether an instruction writes to one of these registers.
fn is_lost(text: &str, kept: &[&str]) -> bool {
    let (operation, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let written = match operation {
        "ldp" => 2,
        "stp" | "str" | "cmp" | "ret" => 0,
        _ if branches(operation) => 0,
        _ => 1,
    };
    let writes_back = operands.contains("]!") || operands.contains("],");
    writes_back || operands.split(',').take(written).any(|name| kept.contains(&name.trim()))
}

fn kernel<'a>(disassembly: &'a Disassembly, name: &str) -> &'a [String] {
    let name = format!("limb::arm64::{name}");
    disassembly.of_kernel(&name).unwrap_or_else(|| panic!("no {name}"))
}

fn operation(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Whether an instruction goes elsewhere: `b`, `b.ne`, `bl`, `br`, `cbz`, `tbnz` and their like. Of
/// others only `bic` and `bfm` begin so, and no kernel has them.
fn branches(operation: &str) -> bool {
    ["b", "cb", "tb"].iter().any(|start| operation.starts_with(start))
}

/// The first instruction that takes an address from anything but what a kernel was given, which
/// registers and places of the stack keep until something else is written there.
fn of_other_address(code: &[String]) -> Option<&String> {
    let mut addresses: BTreeSet<String> =
        ["x0", "x1", "x2", "x3", "x4", "sp"].map(str::to_owned).into();
    code.iter().find(|text| {
        let (operation, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (registers, place) = operands.split_once('[').unwrap_or((operands, ""));
        let registers: Vec<&str> =
            registers.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let base = place.split([',', ']']).next().unwrap_or_default().trim();
        let own = !place.is_empty() && (!addresses.contains(base) || place.contains(", x"));
        let stack = format!("[{place}");
        match operation {
            "ldp" => addresses.retain(|name| !registers.contains(&name.as_str())),
            "ldr" if addresses.contains(&stack) => _ = addresses.insert(registers[0].to_owned()),
            "str" if addresses.contains(registers[0]) => _ = addresses.insert(stack),
            "stp" | "str" | "cmp" | "ret" => {}
            "mov" if addresses.contains(registers[1]) => {
                addresses.insert(registers[0].to_owned());
            }
            _ => addresses.retain(|name| registers.first() != Some(&name.as_str())),
        }
        own
    })
}
