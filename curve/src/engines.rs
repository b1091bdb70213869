//! The engines that fields run on.
//!
//! | module | engine | what it is for |
//! |---|---|---|
//! | [`mont`] | portable Montgomery words, 64- or 32-bit | every target; the reference |

pub mod mont;
