//! `curvemark cashu`: the place of the tool that blinds, signs, unblinds and verifies from a shell. It is not on the command line
//! until it does something.
