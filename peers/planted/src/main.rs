//! The planted implementations as a worker.

fn main() -> std::io::Result<()> {
    planted::work()
}
