//! Requests and responses as `firmware/image` has them, in memory of this program: fields, each its length in two bytes, the lower first, and its bytes.

/// The fields that are left.
#[derive(Clone, Copy)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// Those of a request.
    pub fn of(request: &'a [u8]) -> Self {
        Self(request)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (field, rest) = rest.split_at_checked(u16::from_le_bytes(*length).into())?;
        self.0 = rest;
        Some(field)
    }
}

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
