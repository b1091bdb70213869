//! What each instruction does: the RISC-V unprivileged specification (20240411), chapters 2 and 12, in its order.

use super::{Access, Cause, Machine, Step, Stop, Trap};
use crate::counters::Event;
use crate::instruction::{Instruction, Op};
use crate::memory::Fault;

impl Machine {
    /// Executes one instruction.
    ///
    /// # Errors
    /// How the run ended, if this was no instruction to execute or the program's end. The machine then stands before that
    /// instruction, and nothing was counted for it.
    #[inline]
    pub fn step(&mut self) -> Result<Step, Stop> {
        let pc = self.pc;
        let trap = |cause| Stop::Trap(Trap { pc, cause });
        let fetched = self.memory.fetch(pc).map_err(|_| trap(Cause::Fetch))?;
        let Instruction { op, rd, rs1, rs2, length, imm } = fetched.instruction;
        let (a, b) = (self.get(rs1), self.get(rs2));
        let immediate = imm as u32;
        let follow = pc.wrapping_add(u32::from(length));
        let mut next = follow;
        let mut event = fetched.instruction.event();
        let mut access = None;
        let mut loaded = 0;

        let mut branch = |taken: bool| {
            if taken {
                next = pc.wrapping_add(immediate);
                event = Event::BranchTaken;
            }
        };
        let result = match op {
            Op::Lui => immediate,
            Op::Auipc => pc.wrapping_add(immediate),
            Op::Jal => {
                next = pc.wrapping_add(immediate);
                follow
            }
            Op::Jalr => {
                next = a.wrapping_add(immediate) & !1;
                follow
            }
            Op::Beq => {
                branch(a == b);
                0
            }
            Op::Bne => {
                branch(a != b);
                0
            }
            Op::Blt => {
                branch((a as i32) < b as i32);
                0
            }
            Op::Bge => {
                branch(a as i32 >= b as i32);
                0
            }
            Op::Bltu => {
                branch(a < b);
                0
            }
            Op::Bgeu => {
                branch(a >= b);
                0
            }
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu => {
                let address = a.wrapping_add(immediate);
                loaded = rd;
                let (size, value) = match op {
                    Op::Lb => (1, self.load::<1>(address).map(|[byte]| byte as i8 as u32)),
                    Op::Lbu => (1, self.load::<1>(address).map(|[byte]| u32::from(byte))),
                    Op::Lh => (2, self.load(address).map(|half| i16::from_le_bytes(half) as u32)),
                    Op::Lhu => (2, self.load(address).map(|half| u32::from(u16::from_le_bytes(half)))),
                    _ => (4, self.load(address).map(u32::from_le_bytes)),
                };
                access = Some(Access { address, size, write: false });
                value.map_err(trap)?
            }
            Op::Sb | Op::Sh | Op::Sw => {
                let address = a.wrapping_add(immediate);
                let (size, done) = match op {
                    Op::Sb => (1, self.store(address, [b as u8])),
                    Op::Sh => (2, self.store(address, (b as u16).to_le_bytes())),
                    _ => (4, self.store(address, b.to_le_bytes())),
                };
                access = Some(Access { address, size, write: true });
                done.map_err(trap)?;
                0
            }
            Op::Addi => a.wrapping_add(immediate),
            Op::Slti => u32::from((a as i32) < imm),
            Op::Sltiu => u32::from(a < immediate),
            Op::Xori => a ^ immediate,
            Op::Ori => a | immediate,
            Op::Andi => a & immediate,
            Op::Slli => a << (immediate & 31),
            Op::Srli => a >> (immediate & 31),
            Op::Srai => (a as i32 >> (immediate & 31)) as u32,
            Op::Add => a.wrapping_add(b),
            Op::Sub => a.wrapping_sub(b),
            Op::Sll => a << (b & 31),
            Op::Slt => u32::from((a as i32) < b as i32),
            Op::Sltu => u32::from(a < b),
            Op::Xor => a ^ b,
            Op::Srl => a >> (b & 31),
            Op::Sra => (a as i32 >> (b & 31)) as u32,
            Op::Or => a | b,
            Op::And => a & b,
            Op::Mul => a.wrapping_mul(b),
            Op::Mulh => high(i64::from(a as i32) * i64::from(b as i32)),
            Op::Mulhsu => high(i64::from(a as i32) * i64::from(b)),
            Op::Mulhu => ((u64::from(a) * u64::from(b)) >> 32) as u32,
            Op::Div | Op::Divu | Op::Rem | Op::Remu => divide(op, a, b),
            Op::Fence => 0,
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                self.control_register(fetched.instruction).map_err(trap)?
            }
            Op::Marker => {
                self.marker(imm).map_err(|end| end.unwrap_or_else(trap))?;
                0
            }
            Op::Ecall => return Err(trap(Cause::EnvironmentCall)),
            Op::Ebreak => return Err(trap(Cause::Breakpoint)),
            Op::Illegal => return Err(trap(Cause::Illegal)),
        };
        if rd == 2 && result < self.stack_limit {
            return Err(trap(Cause::StackOverflow));
        }
        // Instructions without a result have rd = 0, which stays zero.
        self.set(rd, result);

        self.counters[event] += 1;
        self.counters[Event::FetchMiss] += fetched.misses;
        let waits = self.loaded != 0 && (rs1 == self.loaded || rs2 == self.loaded);
        self.counters[Event::LoadUse] += u64::from(waits);
        self.loaded = loaded;
        self.pc = next;
        Ok(Step { pc, instruction: fetched.instruction, access, next, stack_pointer: self.get(2) })
    }

    #[inline]
    fn load<const N: usize>(&mut self, address: u32) -> Result<[u8; N], Cause> {
        if !address.is_multiple_of(N as u32) {
            return Err(Cause::Misaligned { address });
        }
        match self.memory.read(address) {
            Ok((bytes, miss)) => {
                self.counters[Event::DataMiss] += u64::from(miss);
                Ok(bytes)
            }
            Err(_) if N != 4 && self.peripherals.has(address) => Err(Cause::Width { address }),
            Err(_) => {
                let word = self.read_peripheral(address).ok_or(Cause::Nothing { address })?;
                word.to_le_bytes().as_slice().try_into().map_err(|_| Cause::Nothing { address })
            }
        }
    }

    #[inline]
    fn store<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> Result<(), Cause> {
        if !address.is_multiple_of(N as u32) {
            return Err(Cause::Misaligned { address });
        }
        match self.memory.write(address, bytes) {
            Ok(()) => Ok(()),
            Err(Fault::ReadOnly) => Err(Cause::ReadOnly { address }),
            Err(Fault::Nothing) if N != 4 && self.peripherals.has(address) => Err(Cause::Width { address }),
            Err(Fault::Nothing) => {
                let word =
                    bytes.as_slice().try_into().map(u32::from_le_bytes).map_err(|_| Cause::Nothing { address })?;
                self.write_peripheral(address, word).ok_or(Cause::Nothing { address })
            }
        }
    }

    fn control_register(&mut self, instruction: Instruction) -> Result<u32, Cause> {
        let Instruction { op, rs1, imm, .. } = instruction;
        let number = imm as u16;
        let immediate = (imm >> 16) as u32;
        let now = self.ledger();
        let old = self.performance.read(number, &now, &self.model).ok_or(Cause::Csr { number })?;
        let operand = match op {
            Op::Csrrw | Op::Csrrs | Op::Csrrc => self.get(rs1),
            _ => immediate,
        };
        let new = match op {
            Op::Csrrw | Op::Csrrwi => operand,
            Op::Csrrs | Op::Csrrsi => old | operand,
            _ => old & !operand,
        };
        // Setting and clearing no bit by name is a read.
        if matches!(op, Op::Csrrw | Op::Csrrwi) || rs1 != 0 || immediate != 0 {
            self.performance.write(number, new, &now, &self.model);
        }
        Ok(old)
    }
}

fn high(product: i64) -> u32 {
    (product >> 32) as u32
}

/// Division by zero and overflow give what the specification's table says; nothing traps.
fn divide(op: Op, a: u32, b: u32) -> u32 {
    let (signed_a, signed_b) = (a as i32, b as i32);
    match op {
        Op::Div if b == 0 => u32::MAX,
        Op::Div => signed_a.wrapping_div(signed_b) as u32,
        Op::Divu => a.checked_div(b).unwrap_or(u32::MAX),
        Op::Rem if b == 0 => a,
        Op::Rem => signed_a.wrapping_rem(signed_b) as u32,
        _ => a.checked_rem(b).unwrap_or(a),
    }
}
