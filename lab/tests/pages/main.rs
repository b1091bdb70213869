//! What the lab writes for readers: the page of a run, and the tables of README.md and
//! SCOREBOARD.md.

mod fixture;
mod readme;
mod report;
