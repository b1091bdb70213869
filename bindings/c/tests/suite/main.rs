//! Tests of the C bindings, as C sees them: the header, the symbols of the libraries, programs in C
//! that call every function rightly and wrongly, and the published cases.

mod arguments;
mod header;
mod panics;
mod pointers;
mod programs;
mod source;
mod symbols;
