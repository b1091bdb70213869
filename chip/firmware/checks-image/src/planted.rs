//! What must not be: a branch and an address that depend on a secret, so that the comparison of
//! traces is seen to find them in this image.

use core::hint::black_box;

use crate::answer::Status;
use crate::mailbox::{Fields, Response};

/// The lowest bit of the secret.
fn bit(mut request: Fields<'_>) -> Option<u8> {
    request.next().and_then(|secret| secret.last()).map(|byte| byte & 1)
}

/// Does more if the secret is odd.
pub fn branch(request: Fields<'_>) -> Status {
    let Some(bit) = bit(request) else { return Status::Malformed };
    if black_box(bit) == 1 {
        // A statement that the compiler can neither leave out nor do without the branch.
        black_box(request.is_empty());
    }
    Status::Good
}

/// Reads what the secret points to.
pub fn address(request: Fields<'_>, response: &mut Response) -> Status {
    static TABLE: [u8; 2] = [2, 3];
    let Some(bit) = bit(request) else { return Status::Malformed };
    let table: &[u8; 2] = black_box(&TABLE);
    response.put(&[table[usize::from(bit & 1)]]);
    Status::Good
}
