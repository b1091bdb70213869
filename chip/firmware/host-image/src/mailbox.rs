//! Responses as `chip/firmware/image` has them, in memory of this program.

#[path = "../../image/src/fields.rs"]
mod fields;

pub use fields::Fields;

/// The response, as it is written: the status, and the fields.
pub struct Response(Vec<u8>);

impl Response {
    pub fn new() -> Self {
        Self(vec![0])
    }

    /// Adds a field; one of no such length is left out, and whoever asked misses it.
    pub fn put(&mut self, field: &[u8]) {
        if let Ok(length) = u16::try_from(field.len()) {
            self.0.extend(length.to_le_bytes());
            self.0.extend(field);
        }
    }

    /// The bytes of all, with the status before the fields.
    pub fn finish(mut self, status: u8) -> Vec<u8> {
        self.0[0] = status;
        self.0
    }
}
