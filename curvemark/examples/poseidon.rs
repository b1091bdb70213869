//! Poseidon: a commitment, a nullifier, and a tree whose paths a circuit can check.
//!
//! ```sh
//! cargo run --release -p curvemark --example poseidon
//! ```

#[cfg(feature = "alloc")]
fn main() -> Result<(), curvemark::poseidon::Error> {
    use curvemark::poseidon::{Bn254, Poseidon, Tree, hash, verify_path};

    let number = |value: u64| {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    let hex =
        |bytes: &[u8; 32]| bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();

    // Two secrets; a real one is 32 random bytes below the order.
    let (secret, trapdoor) = (number(0x5ec2e7), number(0x7247));
    let commitment = hash::<Bn254>(&[secret, trapdoor])?;
    println!("commitment {}", hex(&commitment));
    println!("nullifier  {}", hex(&hash::<Bn254>(&[secret, number(2026)])?));

    // The commitment among 1,023 others.
    let mut leaves: Vec<_> = (0..1024).map(number).collect();
    leaves[700] = commitment;
    let tree = Tree::<Bn254>::new(&leaves)?;
    let path = tree.path(700).expect("there is such a leaf");
    verify_path::<Bn254>(&tree.root(), &commitment, 700, &path)?;
    println!("root       {}, {} levels", hex(&tree.root()), path.len());
    assert!(verify_path::<Bn254>(&tree.root(), &commitment, 701, &path).is_err());

    // Scalars instead of bytes, an initial state, and more than one output.
    let sponge = Poseidon::<Bn254>::new(2)?;
    let mut outputs = [17u64.into(); 3];
    sponge.hash_to(&17u64.into(), &[1u64.into(), 2u64.into()], &mut outputs)?;
    println!(
        "PoseidonEx {}",
        outputs.map(|output| hex(&output.to_le_bytes())).join("\n           ")
    );
    Ok(())
}

#[cfg(not(feature = "alloc"))]
fn main() {}
