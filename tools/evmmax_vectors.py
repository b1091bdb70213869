#!/usr/bin/env python3
"""Writes vectors/evmmax.json: the rules of EVMMAX and the gaps of its drafts as programs with what they must give.

Nothing of curvemark is asked: values are Python's integers, gas is added up instruction by instruction as code is written, from the tables of the drafts
below. Programs are straight lines of code, or jump where a case says so, and every instruction up to the end is then counted by hand.

    python3 tools/evmmax_vectors.py > vectors/evmmax.json
"""

import json

EIP5843 = {1: (79, 1, 1), 2: (83, 1, 1), 4: (90, 1, 2), 6: (98, 2, 4), 12: (121, 3, 15), 16: (136, 4, 26)}
EIP6690 = {1: (23, 1, 1), 2: (26, 1, 1), 4: (32, 1, 2), 6: (39, 1, 3), 8: (45, 2, 5), 12: (58, 2, 12)}

BLS12_381 = int("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16)
SECP256K1 = 2**256 - 2**32 - 977
P521 = 2**521 - 1


def memory_gas(size):
    words = (size + 31) // 32
    return 3 * words + words * words // 512


class Program:
    """Code, its gas so far, and a model of memory and registers."""

    def __init__(self, dialect):
        self.dialect, self.code, self.gas, self.size, self.registers = dialect, b"", 0, 0, 0

    def raw(self, code, gas=0):
        self.code += bytes(code)
        self.gas += gas
        return self

    def push(self, value):
        data = value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")
        return self.raw(bytes([0x5F + len(data)]) + data, 3)

    def reach(self, end):
        end = (end + 31) // 32 * 32
        if end > self.size:
            self.gas += memory_gas(end) - memory_gas(self.size)
            self.size = end
        return self

    def mstore(self, offset, value):
        return self.push(value).push(offset).raw([0x52], 3).reach(offset + 32)

    def bytes_at(self, offset, data):
        """Stores bytes from an offset on, whole words from the end backwards, so that what is before must be stored later."""
        data = data.rjust((len(data) + 31) // 32 * 32, b"\0")
        for i in range(0, len(data), 32):
            self.mstore(offset + i, int.from_bytes(data[i : i + 32], "big"))
        return self

    def ret(self, offset, size):
        return self.push(size).push(offset).raw([0xF3]).reach(offset + size)

    # EIP-6690

    def setmodx(self, identifier, offset, size, count, words=None, new=True, odd=True):
        """words: of the element; the gas of one that is set for the first time."""
        self.push(count).push(size).push(offset).push(identifier).raw([0xC0], 1)
        if new and words:
            before = memory_gas(self.size + self.registers)
            self.registers += count * 8 * words
            self.gas += memory_gas(self.size + self.registers) - before + (EIP6690[words][0] if odd else 0)
        return self

    def storex(self, register, offset, count, words=1, odd=True):
        gas = 1 + (EIP6690[words][2] * count if odd else 3 * ((8 * words * count + 31) // 32))
        return self.push(count).push(offset).push(register).raw([0xC2], gas)

    def loadx(self, offset, register, count, words=1, odd=True):
        gas = 1 + (EIP6690[words][2] * count if odd else 3 * ((8 * words * count + 31) // 32))
        return self.push(count).push(register).push(offset).raw([0xC1], gas)

    def vector(self, opcode, operands, words=1):
        return self.raw([opcode] + operands, EIP6690[words][2 if opcode == 0xC5 else 1] * operands[6])


ADD, SUB, MUL = 0xC3, 0xC4, 0xC5
CASES = []


def case(name, rule, program, returned=None, halt=False, gas=None, call_data=b""):
    entry = {"name": name, "rule": rule, "dialect": program.dialect, "code": program.code.hex()}
    if call_data:
        entry["call_data"] = call_data.hex()
    if gas is not None:
        entry["gas"] = gas
    CASES.append(entry | ({"halt": True} if halt else {"return": returned.hex(), "gas_used": program.gas}))


def be(value, words=1):
    return value.to_bytes(8 * words, "big")


def small(values, registers=8, modulus=97):
    """A modulus of one word at 0, values behind it at 32, in the first registers."""
    p = Program("eip6690").mstore(0, modulus).setmodx(0, 31, 1, registers, 1)
    data = b"".join(be(value) for value in values)
    data += bytes(-len(data) % 32)
    for i in range(0, len(data), 32):
        p.mstore(32 + i, int.from_bytes(data[i : i + 32], "big"))
    return p.storex(0, 32, len(values))


def eip6690():
    d = "eip6690"
    # Arithmetic at several lengths.
    for name, m, words in [
        ("97", 97, 1),
        ("2^127 - 1", 2**127 - 1, 2),
        ("secp256k1", SECP256K1, 4),
        ("BLS12-381", BLS12_381, 6),
        ("2^511 - 187", 2**511 - 187, 8),
        ("2^768 - 1", 2**768 - 1, 12),
    ]:
        x, y = m - 1, pow(3, 1000, m)
        for opcode, text, value in [
            (ADD, "sum", (x + y) % m),
            (SUB, "difference", (y - x) % m),
            (MUL, "product", x * y % m),
        ]:
            p = Program(d).bytes_at(0, be(m, words))
            offset = -(8 * words) % 32
            p.setmodx(0, offset, 8 * words, 3, words)
            p.bytes_at(128, be(x, words)).bytes_at(256, be(y, words))
            p.storex(0, 128 + offset, 1, words).storex(1, 256 + offset, 1, words)
            first, second = (1, 0) if opcode == SUB else (0, 1)
            p.vector(opcode, [2, 1, first, 1, second, 1, 1], words).loadx(0, 2, 1, words)
            case(f"{text} modulo {name}", "arithmetic", p.ret(0, 8 * words), be(value, words))
    # A power of two.
    p = Program(d).mstore(0, 2**64).setmodx(0, 23, 9, 3, 2, odd=False)
    p.mstore(32, (2**64 - 1) << 128 | 3).storex(0, 32, 2, 2, odd=False)
    p.vector(MUL, [2, 1, 0, 1, 1, 1, 1], 2).loadx(0, 2, 1, 2, odd=False)
    case("a product modulo 2^64, in two words", "power of two", p.ret(0, 16), be(2**64 - 3, 2))
    p = Program(d).mstore(0, 4).setmodx(0, 31, 1, 3, 1, odd=False)
    p.mstore(32, (3 << 64 | 2) << 128).storex(0, 32, 2, odd=False).vector(SUB, [2, 1, 1, 1, 0, 1, 1])
    case("2 - 3 modulo 4", "power of two", p.loadx(0, 2, 1, odd=False).ret(0, 8), be(3))
    for m, text in [(0, "0"), (1, "1"), (2, "2"), (6, "6"), (96, "96")]:
        case(f"a modulus of {text}", "modulus", Program(d).mstore(0, m).setmodx(0, 31, 1, 1), halt=True)
    case("a modulus of 3", "modulus", Program(d).mstore(0, 3).setmodx(0, 31, 1, 1, 1).ret(0, 0), b"")
    case("a modulus of no bytes", "modulus", Program(d).mstore(0, 3).setmodx(0, 31, 0, 1), halt=True)
    case("a modulus of 97 bytes", "modulus", Program(d).mstore(0, 3).mstore(96, 3).setmodx(0, 0, 97, 1), halt=True)
    case("a modulus outside memory", "modulus", Program(d).mstore(0, 3).setmodx(0, 31, 2, 1), halt=True)
    case("a modulus at the end of all offsets", "modulus", Program(d).mstore(0, 3).setmodx(0, 2**256 - 1, 1, 1), halt=True)
    # Gaps 1 and 9: jumps and immediates.
    for byte, text in [(0x5B, "a JUMPDEST"), (0x60, "PUSH1"), (0x7F, "PUSH32")]:
        p = Program(d).mstore(0, 97).setmodx(0, 31, 1, 200, 1).vector(ADD, [0, 1, 0, 1, byte, 1, 1])
        at = len(p.code)
        p.push(at + 3 + 2).raw([0x56], 8).raw([0xFE, 0xFE]).raw([0x5B], 1)
        assert len(p.code) == at + 3 + 3
        case(f"an immediate that looks like {text} hides no destination", "jumps: gap 1", p.ret(0, 0), b"")
    p = Program(d).mstore(0, 97).setmodx(0, 31, 1, 200, 1)
    p.push(len(p.code) + 3 + 1).raw([0x56]).raw([ADD, 0x5B, 1, 0, 1, 0, 1, 1])
    case("a JUMPDEST in an immediate is no destination", "jumps: gap 1", p, halt=True)
    for kept in [0, 1, 6]:
        p = Program(d).mstore(0, 97).setmodx(0, 31, 1, 8, 1).raw([ADD] + [1] * kept)
        case(f"the code ends {kept} bytes into an immediate", "truncated immediate: gap 9", p, halt=True)
    p = small([5, 6]).vector(ADD, [2, 1, 0, 1, 1, 1, 1])
    case("the code ends behind an immediate", "truncated immediate: gap 9", p, b"")
    # Gap 2: bounds.
    p = small([5, 6], 8).vector(ADD, [7, 1, 0, 1, 1, 1, 1]).loadx(0, 7, 1).ret(0, 8)
    case("the last register is one", "bounds: gap 2", p, be(11))
    for operands, text in [([8, 1, 0, 1, 1, 1, 1], "result"), ([0, 1, 8, 1, 1, 1, 1], "left operand"), ([0, 1, 1, 1, 8, 1, 1], "right operand")]:
        case(f"a {text} behind the last register", "bounds: gap 2", small([5, 6], 8).vector(ADD, operands), halt=True)
    p = small([5, 6], 8).vector(ADD, [1, 3, 0, 0, 1, 0, 3]).loadx(0, 7, 1).ret(0, 8)
    case("strides that reach the last register", "bounds: gap 2", p, be(11))
    case("strides that reach one further", "bounds: gap 2", small([5, 6], 8).vector(ADD, [2, 3, 0, 0, 1, 0, 3]), halt=True)
    p = small([5, 6], 8).storex(6, 32, 2).loadx(0, 7, 1).ret(0, 8)
    case("STOREX to the last register", "bounds: gap 2", p, be(6))
    case("STOREX behind it", "bounds: gap 2", small([5, 6], 8).storex(7, 32, 2), halt=True)
    case("LOADX behind it", "bounds: gap 2", small([5, 6], 8).loadx(0, 7, 2), halt=True)
    p = small([5, 6], 8).loadx(0, 8, 0).ret(0, 0)
    case("LOADX of nothing behind the last register", "bounds: gap 2", p, b"")
    case("LOADX from the end of all indices", "bounds: gap 2", small([5, 6], 8).loadx(0, 2**256 - 1, 1), halt=True)
    # Gap 3, and counts.
    case("an out_stride of 0", "stride: gap 3", small([5, 6]).vector(ADD, [2, 0, 0, 1, 1, 1, 1]), halt=True)
    case("a count of 0", "count", small([5, 6]).vector(ADD, [2, 1, 0, 1, 1, 1, 0]), halt=True)
    p = small([5, 6, 7, 8]).vector(MUL, [4, 1, 0, 1, 3, 0, 3]).loadx(0, 4, 3).ret(0, 24)
    case("an operand's stride of 0", "stride", p, be(40) + be(48) + be(56))
    # Overlaps: registers change when all results are there.
    p = small([1, 2, 3, 4]).vector(ADD, [1, 1, 0, 1, 0, 1, 3]).loadx(0, 0, 4).ret(0, 32)
    case("results overlap operands that are still to be read", "overlap", p, be(1) + be(2) + be(4) + be(6))
    p = small([3, 4]).vector(MUL, [0, 1, 0, 1, 0, 1, 2]).loadx(0, 0, 2).ret(0, 16)
    case("results over their own operands", "overlap", p, be(9) + be(16))
    # Gap 4: identifiers.
    for identifier, halts in [(0, False), (255, False), (256, False), (257, True), (2**64, True), (2**256 - 1, True)]:
        p = Program(d).mstore(0, 97).setmodx(identifier, 31, 1, 1, None if halts else 1)
        case(f"identifier {identifier:#x}", "identifier: gap 4", p if halts else p.ret(0, 0), None if halts else b"", halt=halts)
    # Gap 5: a context that is there is made active, whatever else is on the stack.
    p = small([5, 6]).setmodx(1, 31, 1, 4, 1).setmodx(0, 2**200, 2**100, 0, new=False)
    p.vector(ADD, [2, 1, 0, 1, 1, 1, 1]).loadx(0, 2, 1).ret(0, 8)
    case("an identifier that is there makes its context active and asks for nothing else", "contexts: gap 5", p, be(11))
    p = small([5, 6]).setmodx(1, 31, 1, 4, 1).vector(ADD, [2, 1, 0, 1, 1, 1, 1]).loadx(0, 2, 1).ret(0, 8)
    case("registers of another context are others, and zero", "contexts: gap 5", p, be(0))
    case("no modulus is set", "contexts", Program(d).raw([ADD, 0, 1, 0, 1, 0, 1, 1]), halt=True)
    case("LOADX without a modulus", "contexts", Program(d).mstore(0, 0).loadx(0, 0, 0), halt=True)
    # Gap 6: leading zeros; the element goes by the value.
    p = Program(d).mstore(0, 97).setmodx(0, 0, 32, 3, 1).mstore(32, (5 << 64 | 6) << 128).storex(0, 32, 2)
    p.vector(MUL, [2, 1, 0, 1, 1, 1, 1]).loadx(0, 2, 1).ret(0, 8)
    case("leading zeros of a modulus count for nothing", "leading zeros: gap 6", p, be(30))
    # Registers.
    case("no register", "registers", Program(d).mstore(0, 97).setmodx(0, 31, 1, 0), halt=True)
    case("256 registers", "registers", Program(d).mstore(0, 97).setmodx(0, 31, 1, 256, 1).ret(0, 0), b"")
    case("257 registers", "registers", Program(d).mstore(0, 97).setmodx(0, 31, 1, 257), halt=True)
    p = Program(d).bytes_at(0, be(2**768 - 1, 12)).setmodx(0, 0, 96, 256, 12).ret(0, 0)
    case("24,576 bytes of registers", "registers", p, b"")
    p = Program(d).bytes_at(0, be(2**768 - 1, 12)).setmodx(0, 0, 96, 256, 12).setmodx(1, 95, 1, 1)
    case("24,576 bytes of registers and 8 more", "registers", p, halt=True)
    p = Program(d).mstore(4064, 97).setmodx(0, 4095, 1, 256, 1).setmodx(1, 4095, 1, 256, 1).ret(0, 0)
    case("registers and memory together are expanded", "expansion", p, b"")
    # Gap 7: memory.
    case("LOADX does not expand memory", "memory: gap 7", small([5, 6]).loadx(57, 0, 1), halt=True)
    case("STOREX does not expand memory", "memory: gap 7", small([5, 6]).storex(0, 57, 1), halt=True)
    p = small([5, 6]).loadx(56, 0, 1).ret(56, 8)
    case("LOADX to the end of memory", "memory: gap 7", p, be(5))
    case("STOREX of the modulus", "reduced", small([5, 97]), halt=True)
    case("STOREX of one less", "reduced", small([5, 96]).loadx(0, 1, 1).ret(0, 8), be(96))
    # Gap 10: gas of all elements is taken first.
    p = small([5, 6]).vector(MUL, [0, 1, 0, 1, 0, 1, 8])
    case("gas for all elements but one", "gas: gap 10", p, halt=True, gas=p.gas - 1)
    case("gas for all elements", "gas: gap 10", p, b"", gas=p.gas)


def eip5843():
    for dialect, order in [("eip5843-be", "big"), ("eip5843-le", "little")]:
        big = order == "big"
        m, words = BLS12_381, 6
        r = 2**384
        row = EIP5843[6] if big else (98, 1, 2)

        def start():
            p = Program(dialect)
            data = m.to_bytes(48, order)
            p.mstore(0, int.from_bytes(data[:32], "big")).mstore(16, int.from_bytes(data[16:], "big"))
            return p.push(0).push(words).push(0).raw([0x21], row[0])

        def slot(p, i, value):
            data = value.to_bytes(48, order)
            return p.mstore(48 * i, int.from_bytes(data[:32], "big")).mstore(48 * i + 16, int.from_bytes(data[16:], "big"))

        x, y = pow(5, 777, m), pow(7, 555, m)
        for opcode, text, value, gas in [
            (0x22, "ADDMODX", (x + y) % m, row[1]),
            (0x23, "SUBMODX", (x - y) % m, row[1]),
            (0x24, "MULMONTX", x * y * pow(r, -1, m) % m, row[2]),
        ]:
            p = slot(slot(start(), 1, x), 2, y).raw([opcode, 0, 1, 2], gas).ret(0, 48)
            case(f"{text} in slots", "arithmetic", p, value.to_bytes(48, order))
        p = slot(start(), 1, x).push(48).push(7).raw([0x25], row[2]).ret(7, 48)
        case("TOMONTX from an offset to one that is no slot", "arithmetic", p, (x * r % m).to_bytes(48, order))
        p = slot(slot(start(), 1, x), 2, y).raw([0x22, 1, 1, 2], row[1]).ret(48, 48)
        case("a result over its operand", "overlap", p, ((x + y) % m).to_bytes(48, order))
        # Memory is 160 bytes: slot 2 ends at 144, slot 3 at 192.
        for operands in ([3, 1, 2], [0, 3, 2], [0, 1, 3]):
            p = slot(slot(start(), 1, x), 2, y).raw([0x22] + operands)
            case(f"slots {operands}, one outside memory", "memory", p, halt=True)
        case("no modulus is set", "contexts", Program(dialect).mstore(0, 0).raw([0x22, 0, 0, 0]), halt=True)
        case("an even modulus", "modulus", Program(dialect).mstore(0, 2**255 + 2**64).push(0).push(4).push(0).raw([0x21]), halt=True)
        case("no limb", "modulus", Program(dialect).mstore(0, 2**256 - 1).push(0).push(0).push(0).raw([0x21]), halt=True)
        case("17 limbs", "modulus", Program(dialect).bytes_at(0, b"\xff" * 136).push(0).push(17).push(0).raw([0x21]), halt=True)
        p = Program(dialect).bytes_at(0, b"\xff" * 128).push(0).push(16).push(0).raw([0x21], EIP5843[16][0]).ret(0, 0)
        case("16 limbs", "modulus", p, b"")
        p = Program(dialect).mstore(0, int.from_bytes((97).to_bytes(32, order), "big")).push(0).push(4).push(0).raw([0x21])
        case("a modulus whose highest limb is zero", "modulus", p, halt=True)
        case("a modulus outside memory", "modulus", Program(dialect).mstore(0, 2**256 - 1).push(0).push(4).push(1).raw([0x21]), halt=True)
        for kept in [0, 2]:
            q = Program(dialect).raw([0x22] + [0] * kept)
            case(f"the code ends {kept} bytes into an immediate", "truncated immediate: gap 9", q, halt=True)
        p = slot(slot(start(), 1, x), 2, y).raw([0x22, 0, 1, 1], row[1])
        at = len(p.code)
        p.push(at + 5).raw([0x56], 8).raw([0xFE, 0xFE]).raw([0x5B], 1)
        case("a jump behind immediates", "jumps: gap 1", p.ret(0, 0), b"")
        q = start()
        q.push(len(q.code) + 3 + 1).raw([0x56]).raw([0x22, 0x5B, 0, 0])
        case("a JUMPDEST in an immediate is no destination", "jumps: gap 1", q, halt=True)
        if big:
            p = slot(slot(start(), 1, m), 2, y).raw([0x22, 0, 1, 2])
            case("an operand that is the modulus", "reduced", p, halt=True)
            p = slot(start(), 1, m).push(48).push(0).raw([0x25])
            case("TOMONTX of the modulus", "reduced", p, halt=True)


def evmone():
    d = "evmone"

    def start(registers=4):
        # SETMODX takes offset, bits and count; a modulus of 254 bits costs 8 + ... in `set_up`: 5 and 1 per word.
        m = 2**255 - 19
        return Program(d).mstore(0, m).push(registers).push(256).push(0).raw([0xC0], 9)

    m = 2**255 - 19
    p = start().mstore(32, m - 1).mstore(64, 7).push(2).push(32).push(0).raw([0xC2], 1 + 2 * 2)
    q = lambda: Program(d).raw(p.code, p.gas)  # noqa: E731
    one = q()
    one.size = 96
    one.raw([MUL, 2, 1, 0, 1, 1, 1, 1], 2).push(1).push(2).push(0).raw([0xC1], 1 + 2).ret(0, 32)
    case("a product, the length of the modulus in bits", "arithmetic, operands of SETMODX: gap 8", one, be((m - 1) * 7 % m, 4))
    two = q()
    two.size = 96
    two.raw([ADD, 2, 0, 0, 1, 1, 0, 2], 2).push(1).push(2).push(0).raw([0xC1], 1 + 2).ret(0, 32)
    case("an out_stride of 0: the last result stays", "stride: gap 3", two, be(14, 4))
    three = q()
    three.size = 96
    three.raw([ADD, 2, 0, 2, 0, 1, 0, 3], 3).push(1).push(2).push(0).raw([0xC1], 1 + 2).ret(0, 32)
    case("an out_stride of 0 over its own operand sums up: one element after another", "stride: gap 3, overlap", three, be(21, 4))
    four = q()
    four.size = 96
    four.push(1).push(1).push(96).raw([0xC1], 1 + 2).reach(128).ret(96, 32)
    case("LOADX expands memory", "memory: gap 7", four, be(7, 4))
    five = start().mstore(32, m + 5).push(1).push(32).push(0).raw([0xC2], 1 + 2).push(1).push(0).push(0).raw([0xC1], 1 + 2)
    case("STOREX of more than the modulus reduces", "reduced", five.ret(0, 32), be(5, 4))
    case("an even modulus", "modulus", Program(d).mstore(0, 2**255).push(1).push(256).push(0).raw([0xC0]), halt=True)
    case("a modulus of 392 bits", "modulus", Program(d).mstore(0, 3).mstore(32, 3).push(1).push(392).push(0).raw([0xC0]), halt=True)
    case("65,536 bytes of registers", "registers", start(2048).ret(0, 0), b"")
    case("65,536 bytes of registers and 32 more", "registers", start(2049), halt=True)
    # Fractions of gas: 8 sums modulo 2^31 - 1 at 0.050 are 0.4, rounded up once.
    p = Program(d).mstore(0, 2**31 - 1).push(16).push(32).push(28).raw([0xC0], 6)
    p.raw([ADD, 0, 1, 8, 1, 8, 1, 8], 1).raw([MUL, 0, 1, 0, 1, 0, 1, 16], 1).raw([ADD, 0, 1, 8, 1, 8, 1, 1], 1)
    case("fractions of gas are rounded up by instruction", "gas", p, b"")


eip6690()
eip5843()
evmone()
note = (
    "EVMMAX: rules and gaps of the drafts. Each case: run `code` in a fresh frame with `call_data` (none if absent) and `gas` (1,000,000 if absent), at the prices of the dialect and "
    "of Cancun; `gas_used` counts the frame alone. `halt` is an exceptional halt: all gas is used and nothing is returned. docs/evmmax.md numbers the gaps."
)
print('{"note": ' + json.dumps(note) + ',\n"cases": [')
print(",\n".join(json.dumps(entry) for entry in CASES))
print("]}")
