//! The attack on a signing oracle, in a process of its own.

fn main() -> std::io::Result<()> {
    planted::attack()
}
