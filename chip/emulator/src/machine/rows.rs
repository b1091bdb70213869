//! Markers: stretches of a run that are counted by themselves, and text.

use super::{Cause, Machine, Stop};
use crate::marker;
use crate::model::Ledger;

/// What was counted between the two markers of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name that the program gave it.
    pub name: String,
    /// What was counted.
    pub ledger: Ledger,
    /// How far the stack grew, in bytes, from where it stood at the beginning.
    pub stack: u32,
}

/// A row that has begun.
#[derive(Debug, Clone)]
pub(super) struct Open {
    name: String,
    ledger: Ledger,
    stack: u32,
    /// The low water of the row around it.
    outer: u32,
}

const MAX_NAME: u32 = 256;
/// Of text in all.
const MAX_CONSOLE: usize = 1 << 20;
/// Of rows inside each other.
const MAX_DEPTH: usize = 16;

impl Machine {
    pub(super) fn marker(&mut self, number: i32) -> Result<(), Result<Stop, Cause>> {
        let (a0, a1) = (self.low(10), self.low(11));
        let text = |machine: &Self, most: u32| {
            let length = Some(a1).filter(|length| *length <= most).ok_or(Err(Cause::Marker))?;
            machine.peek(a0, length as usize).map(<[u8]>::to_vec).ok_or(Err(Cause::Marker))
        };
        match number {
            marker::BEGIN => {
                let name =
                    String::from_utf8(text(self, MAX_NAME)?).map_err(|_| Err(Cause::Marker))?;
                if self.open.len() == MAX_DEPTH {
                    return Err(Err(Cause::Marker));
                }
                // What was started before the row is not of the row.
                self.wait_for_peripheral();
                let stack = self.low(2);
                self.open.push(Open { name, ledger: self.ledger(), stack, outer: self.low_water });
                self.low_water = stack;
            }
            marker::END => {
                self.wait_for_peripheral();
                let open = self.open.pop().ok_or(Err(Cause::Marker))?;
                let stack = open.stack.saturating_sub(self.low_water);
                self.rows.push(Row { name: open.name, ledger: self.ledger() - open.ledger, stack });
                self.low_water = self.low_water.min(open.outer);
            }
            marker::PRINT => {
                let text = text(self, MAX_CONSOLE as u32)?;
                if self.console.len() + text.len() > MAX_CONSOLE {
                    return Err(Err(Cause::Marker));
                }
                self.console.extend(text);
            }
            _ => return Err(Ok(Stop::Exit(a0))),
        }
        Ok(())
    }
}
