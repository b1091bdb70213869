//! Images with one operation alone, which so show what that takes of flash.

/// The number of the one operation that is to be in the image, which so shows what that takes of
/// flash; all, where nothing is said.
const ALONE: Option<&str> = option_env!("CURVEMARK_ALONE");

/// Whether an operation is in the image.
pub const fn is_in(operation: u32) -> bool {
    let Some(digits) = ALONE else { return true };
    let (mut rest, mut number) = (digits.as_bytes(), 0);
    while let [digit, after @ ..] = rest {
        number = 10 * number + (*digit - b'0') as u32;
        rest = after;
    }
    number == operation
}
