//! Where requests and responses lie: as in `chip/firmware/image`, and long enough for sums of 128
//! products in G2.

#[path = "../../image/src/fields.rs"]
mod fields;

use core::cell::UnsafeCell;

pub use fields::Fields;

const REQUEST_SIZE: usize = 64 * 1024;
const RESPONSE_SIZE: usize = 64 * 1024;

#[repr(transparent)]
pub struct Mailbox<const N: usize>(UnsafeCell<[u8; N]>);

// SAFETY: one processor, no interrupts; the host writes and reads only while the program does not
// run.
unsafe impl<const N: usize> Sync for Mailbox<N> {}

#[unsafe(no_mangle)]
pub static REQUEST: Mailbox<REQUEST_SIZE> = Mailbox(UnsafeCell::new([0; REQUEST_SIZE]));
#[unsafe(no_mangle)]
pub static RESPONSE: Mailbox<RESPONSE_SIZE> = Mailbox(UnsafeCell::new([0; RESPONSE_SIZE]));

/// The fields of the request.
pub fn request(length: usize) -> Fields<'static> {
    // SAFETY: the host wrote before the program began, and nothing writes while it runs.
    let bytes: &'static [u8] = unsafe { &*REQUEST.0.get() };
    Fields::of(bytes.get(..length).unwrap_or(&[]))
}

/// Writes a response of one field: the status, the field's length and its bytes. Gives the length
/// of all; of a field that does not fit, that of a response without it.
pub fn respond(status: u8, field: &[u8]) -> u32 {
    // SAFETY: no other reference into the response is ever made.
    let bytes = unsafe { &mut *RESPONSE.0.get() };
    bytes[0] = status;
    let end = 3 + field.len();
    if let (Some(place), Ok(length)) = (bytes.get_mut(1..end), u16::try_from(field.len())) {
        place[..2].copy_from_slice(&length.to_le_bytes());
        place[2..].copy_from_slice(field);
        return end as u32;
    }
    1
}
