//! Lookups read the entry that they are asked for, of every size, and nothing beyond the table.

use limb::Word;
use limb::ct::lookup;

fn tables<W: Word, const N: usize, const K: usize>() {
    let table: [[[W; N]; K]; 9] = core::array::from_fn(|i| {
        core::array::from_fn(|k| {
            core::array::from_fn(|n| W::from_u64((1 + i as u64) << 24 | (k as u64) << 8 | n as u64))
        })
    });
    for length in 0..=table.len() {
        for index in (0..12).chain([u32::MAX, 1 << 31]) {
            let expected =
                table[..length].get(index as usize).copied().unwrap_or([[W::ZERO; N]; K]);
            assert!(
                lookup(&table[..length], index) == expected,
                "entry {index} of {length}, {K} numbers of {N} words"
            );
        }
    }
}

#[test]
fn of_every_size() {
    tables::<u64, 4, 2>();
    tables::<u64, 4, 3>();
    tables::<u64, 6, 2>();
    tables::<u64, 6, 4>();
    // Whole vectors of 16 bytes, not of 32; and as many of 32 as there may be.
    tables::<u64, 2, 1>();
    tables::<u64, 6, 1>();
    tables::<u64, 6, 3>();
    tables::<u64, 6, 8>();
    // Not whole vectors, and more of them than are kept in registers.
    tables::<u64, 5, 1>();
    tables::<u64, 6, 9>();
    tables::<u32, 8, 2>();
    tables::<u32, 7, 1>();
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn of_words_with_their_proof() {
    let Some(token) = limb::cpu::Adx::get() else {
        eprintln!("SKIPPED: this CPU has no ADX");
        return;
    };
    let table: [[limb::adx::Words<4>; 2]; 5] = core::array::from_fn(|i| {
        core::array::from_fn(|k| limb::adx::Words::new(token, [i as u64 + 1, k as u64, 7, 9]))
    });
    for (i, entry) in table.iter().enumerate() {
        let found = limb::adx::Words::lookup(&table, i as u32);
        assert_eq!(found.map(|a| *a.words()), entry.map(|a| *a.words()));
    }
}
