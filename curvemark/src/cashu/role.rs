//! What a point of the protocol is: the same three roles on either curve.

/// The role of B_.
///
/// [Example](crate::cashu::v3).
#[derive(Clone, Copy, Debug)]
pub enum Blinded {}

/// The role of C_.
#[derive(Clone, Copy, Debug)]
pub enum Promised {}

/// The role of C.
#[derive(Clone, Copy, Debug)]
pub enum Signed {}

/// A role and the name that its points have in the specification.
///
/// [Example](crate::cashu::v3).
pub trait Role {
    /// The name of the field.
    const NAME: &'static str;
}

impl Role for Blinded {
    const NAME: &'static str = "B_";
}

impl Role for Promised {
    const NAME: &'static str = "C_";
}

impl Role for Signed {
    const NAME: &'static str = "C";
}
