#!/usr/bin/env python3
"""Follows what vectors computed through compiled code, to branches and addresses: Valgrind does not know AVX-512, and under it lanes of
doubles are not chosen.

    tools/vector_flow.py PROGRAM        the functions that let vectors decide where they go or what they read; exit 1 if one is unexpected
    tools/vector_flow.py --self-test    small functions with planted faults, compiled here: each must be found, and the sound ones not

Every function of the program that has a 512-bit register is followed by itself, over all of its paths to a fixed point, and so is every one
of ours that has a 256-bit register. Sources are results of arithmetic and comparisons on such registers. They are followed through
registers, masks, flags and the places of the stack frame. Reported are conditional jumps, jumps by register, addresses, gathers, scatters
and divisions that depend on them.

Expected is only what a function with `vartime` in its name does: itself, or what all of its callers have in theirs, since formulas that run
with the CPU's feature are compiled as functions of one name. What this does not see: values that a function gets in memory are unknown,
not secret; a call is taken to give back nothing that depends on vectors, and its masks come back as words, which Valgrind examines in the
portable form of the same source. Needs objdump; nothing else.
"""

import heapq
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

NAMES = [(f"r{x}x", f"e{x}x", f"{x}x", f"{x}l", f"{x}h") for x in "abcd"]
NAMES += [(f"r{x}", f"e{x}", x, f"{x}l") for x in ("si", "di", "bp", "sp")]
NAMES += [(f"r{n}", f"r{n}d", f"r{n}w", f"r{n}b") for n in range(8, 16)]
WORD = {name: names[0] for names in NAMES for name in names}
# What a call does not keep.
LOST = ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "flags"]
LOST += [f"v{n}" for n in range(32)] + [f"k{n}" for n in range(8)]
PREFIXES = {"lock", "rep", "repz", "repnz", "bnd", "notrack", "data16", "cs", "ds"}
MEMORY = re.compile(r"^(?:%[a-z]s:)?(-?0x[0-9a-f]+|-?\d+)?\(([^)]*)\)")
JUMP = re.compile(r"^j(?!mp)[a-z]+$")
# Instructions on vectors that move, and compute nothing.
MOVES = tuple(
    "vmov kmov vbroadcast vpbroadcast vextract vpextr vinsert vpinsr vperm vshuf valign vpblend vblend vpunpck vunpck vpexpand vpcompress "
    "vpalign vpslldq vpsrldq vpshuf vpmovm2".split()
)
# Functions whose vectors of 256 bits are followed.
OURS = re.compile(r"\b(limb|curvemark_curve|curvemark)::|^short_")
ZEROS = {"vpxor", "vpxord", "vpxorq", "vxorps", "vxorpd"}
SETS_FLAGS = ("kortest", "ktest", "vtestp", "vcomis", "vucomis", "cmp", "test", "bt", "comi", "ucomi")
KEEPS_FLAGS = ("mulx", "rorx", "sarx", "shlx", "shrx", "not", "bswap", "pdep", "pext", "mov")


def register(name):
    """The register that a name is part of: `rax`, `v3` for any width of a vector, `k1`."""
    if vector := re.match(r"^[xyz]mm(\d+)$", name):
        return f"v{vector[1]}"
    return name if re.match(r"^k[0-7]$", name) else WORD.get(name)


class Operand:
    """A register, a place in memory, or a constant, with the masks that apply to it."""

    def __init__(self, text):
        self.masks = re.findall(r"\{%(k\d)\}", text)
        self.merges = bool(self.masks) and "{z}" not in text
        bare = re.sub(r"\{[^}]*\}", "", text).lstrip("*")
        self.register = register(bare[1:]) if bare.startswith("%") else None
        self.address, self.slot, self.constant = [], None, bare.startswith("$")
        if memory := MEMORY.match(bare):
            parts = [part.strip().lstrip("%") for part in memory[2].split(",")]
            self.constant = parts == ["rip"]
            self.address = [register(part) for part in parts if register(part)]
            if self.address == ["rsp"] or self.address == ["rbp"]:
                self.slot = int(memory[1] or "0", 0)


class Instruction:
    def __init__(self, at, text):
        text = re.sub(r"\s*<.*$", "", text.split("#")[0].strip())
        words = text.split(None, 1)
        while len(words) > 1 and words[0] in PREFIXES:
            words = words[1].split(None, 1)
        self.at, self.text, self.name = at, text, words[0] if words else ""
        operands = re.findall(r"(?:[^,({]|\([^)]*\)|\{[^}]*\})+", words[1]) if len(words) > 1 else []
        self.to = next((int(one, 16) for one in operands[:1] if re.match(r"^[0-9a-f]+$", one)), None)
        self.indirect = bool(operands) and operands[0].startswith("*")
        self.operands = [Operand(one.strip()) for one in operands]
        self.bytes = 64 if "zmm" in text else 32 if "ymm" in text else 16 if "xmm" in text else 8


class State:
    """Which registers and which words of the frame depend on vectors, as bits of one integer. `("data", v)` is a vector that may hold other
    things than addresses and constants, `("written", r)` a register that may hold another value than the function was called with.
    """

    numbers = defaultdict(lambda: len(State.numbers))

    def __init__(self, bits):
        self.bits = bits

    def has(self, what):
        return self.bits >> self.numbers[what] & 1 == 1

    def set(self, what, depends):
        bit = 1 << self.numbers[what]
        self.bits = self.bits | bit if depends else self.bits & ~bit

    @staticmethod
    def words(operand, size):
        first = operand.slot // 8
        return [(operand.address[0], word) for word in range(first, (operand.slot + size - 1) // 8 + 1)]

    def reads(self, operand, size):
        if operand.register:
            return self.has(operand.register)
        return operand.slot is not None and any(map(self.has, self.words(operand, size)))

    def writes(self, operand, size, depends):
        if operand.register:
            self.set(operand.register, depends)
            self.set(("data" if operand.register[0] == "v" else "written", operand.register), True)
        elif operand.slot is not None:
            for word in self.words(operand, size):
                self.set(word, depends)


def fault(one, before):
    """What an instruction lets vectors decide, if anything."""
    name, operands = one.name, one.operands
    if name.startswith("nop"):
        return None
    if not name.startswith("lea") and any(before.has(part) for operand in operands for part in operand.address):
        return "address"
    if "gather" in name or "scatter" in name:
        return "gather"
    if JUMP.match(name) and before.has("flags"):
        return "branch"
    if name in ("call", "jmp") and one.indirect and before.reads(operands[0], 8):
        return "jump"
    if name.startswith(("div", "idiv")) and (before.reads(operands[0], 8) or before.has("rax")):
        return "division"
    return None


def is_address(operand, before, pointers):
    """Whether it is a constant, a pointer that the function was called with, or a vector made of such."""
    if operand.register and operand.register[0] == "v":
        return not before.has(("data", operand.register))
    if operand.register in pointers:
        return not before.has(("written", operand.register)) and not before.has(operand.register)
    return operand.constant


def step(one, before, least, pointers):
    """What depends on vectors after an instruction, if those of so many bytes or more compute. Compilers add to `pointers` in vectors, too:
    a sum of these and constants is an address, and no data.
    """
    name, operands, size = one.name, one.operands, one.bytes
    after = State(before.bits)
    if name == "call":
        for lost in LOST:
            after.set(lost, False)
            after.set(("data" if lost[0] == "v" else "written", lost), True)
        return after
    if name in ("ret", "jmp", "vzeroupper") or JUMP.match(name) or name.startswith(("nop", "endbr", "push")) or not operands:
        return after
    target, sources = operands[-1], operands[:-1]
    read = [before.reads(operand, size) for operand in operands]
    masked = any(before.has(mask) for operand in operands for mask in operand.masks)
    same = len(operands) >= 2 and operands[0].register and operands[0].register == operands[1].register
    if name.startswith(SETS_FLAGS) or name.startswith("vptest") and not name.startswith(("vptestm", "vptestnm")):
        after.set("flags", any(read))
    elif name.startswith("pop"):
        after.writes(target, size, False)
    elif name.startswith(("v", "k")):
        depends = any(read[:-1]) or masked or (target.merges or name.startswith(("vpmadd", "vpternlog"))) and read[-1]
        known = [source for source in operands if source is not target or target.merges or name.startswith(("vpmadd", "vpternlog"))]
        data = not all(is_address(source, before, pointers) for source in known)
        computes = one.bytes >= least and data and not name.startswith(MOVES)
        after.writes(target, size, (depends or computes) and not (name in ZEROS and same))
        if target.register and target.register[0] == "v":
            after.set(("data", target.register), data)
    elif name.startswith("set"):
        after.writes(target, size, before.has("flags"))
    elif name.startswith("cmov"):
        after.writes(target, size, any(read) or before.has("flags"))
    elif name.startswith("lea"):
        after.writes(target, size, any(before.has(part) for part in sources[0].address))
    elif name.startswith("mov"):
        after.writes(target, size, any(read[:-1]))
    elif name.startswith("xchg"):
        after.writes(operands[0], size, read[1])
        after.writes(operands[1], size, read[0])
    elif name.startswith(("xor", "sub")) and same:
        after.writes(target, size, False)
        after.set("flags", False)
    else:
        depends = any(read) or name.startswith(("adc", "sbb", "rcl", "rcr", "adox")) and before.has("flags")
        if name.startswith(("mul", "imul", "div", "idiv")) and len(operands) == 1:
            depends = depends or before.has("rax")
            for half in ("rax", "rdx"):
                after.set(half, depends)
                after.set(("written", half), True)
        elif name.startswith("mulx"):
            for half in operands[1:]:
                after.writes(half, size, read[0] or before.has("rdx"))
        else:
            after.writes(target, size, depends)
        if not name.startswith(KEEPS_FLAGS):
            after.set("flags", depends)
    return after


def follow(instructions, least, pointers=frozenset()):
    """The faults of a function, by address; the sources are vectors of so many bytes or more."""
    index = {one.at: i for i, one in enumerate(instructions)}
    start = State(0)
    for n in range(32):
        start.set(("data", f"v{n}"), True)
    states, queue, queued, faults = {0: start.bits}, [0], {0}, {}
    while queue:
        i = heapq.heappop(queue)
        queued.discard(i)
        one, before = instructions[i], State(states[i])
        if kind := fault(one, before):
            faults[one.at] = (kind, one.text)
        after = step(one, before, least, pointers).bits
        next_ones = [] if one.name in ("ret", "jmp", "ud2", "hlt") else [i + 1]
        if one.name == "jmp" or JUMP.match(one.name):
            next_ones += [index[one.to]] if one.to in index else []
        for target in next_ones:
            known = states.get(target)
            if target < len(instructions) and (known is None or after & ~known):
                states[target] = after | (known or 0)
                if target not in queued:
                    queued.add(target)
                    heapq.heappush(queue, target)
    if pointers or not faults:
        return faults
    # What it was called with and reads memory by.
    pointers = set()
    for i, bits in states.items():
        by = {part for operand in instructions[i].operands for part in operand.address}
        pointers |= {part for part in by if not State(bits).has(("written", part))}
    return follow(instructions, least, pointers) if pointers else faults


def examine(program):
    """Functions with such registers: by address the name and the faults; and who calls what."""
    objdump = subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", "-C", program], stdout=subprocess.PIPE, text=True)
    found, callers = {}, defaultdict(set)
    name, lines = "", []

    def end():
        # Other packages search bytes on AVX2, and jump where they found some.
        short = OURS.search(name) and any("ymm" in text for _, text in lines)
        if short or any("zmm" in text for _, text in lines):
            instructions = [Instruction(at, text) for at, text in lines]
            found[instructions[0].at] = (name, follow(instructions, 32 if short else 64))

    for line in objdump.stdout:
        if head := re.match(r"^[0-9a-f]+ <(.*)>:$", line):
            end()
            name, lines = head[1], []
        elif code := re.match(r"^\s*([0-9a-f]+):\t(.*)$", line):
            lines.append((int(code[1], 16), code[2]))
            if called := re.match(r"(?:call|jmp)\s+([0-9a-f]+) <", code[2]):
                callers[int(called[1], 16)].add(name)
    end()
    if objdump.wait() != 0:
        sys.exit("objdump failed")
    return found, callers


def report(program):
    found, callers = examine(program)
    if not found:
        sys.exit("no function with such a register: nothing was examined")
    unexpected = vartime = 0
    for at, (name, faults) in found.items():
        if not faults:
            continue
        names = {name} if "vartime" in name else callers[at] - {name}
        if names and all("vartime" in one for one in names):
            vartime += 1
            continue
        unexpected += 1
        print(f"{at:x} {name}, called by {sorted(names)}: {dict(Counter(kind for kind, _ in faults.values()))}")
        for place, (kind, text) in list(faults.items())[:5]:
            print(f"    {place:x} {kind}: {text}")
    print(f"{len(found)} functions on vectors: {vartime} decide by vectors and are vartime by name, {unexpected} are not")
    return unexpected


PLANTED = r"""
#include <immintrin.h>
#define APART __attribute__((noinline, target("avx512f,avx512bw")))
typedef unsigned long long word;
volatile word place;
APART void branches(__m512i *a) { if (_mm512_cmpeq_epi64_mask(_mm512_add_epi64(*a, *a), *a)) place = 1; }
APART word indexes(__m512i *a, const word *table) { return table[_mm512_reduce_add_epi64(_mm512_add_epi64(*a, *a)) & 7]; }
APART void gathers(__m512i *a, const word *table) { *a = _mm512_i64gather_epi64(*a, table, 8); }
APART word spills(__m512i *a, const word *table) {
    word row[8];
    _mm512_storeu_si512(row, _mm512_add_epi64(*a, *a));
    __asm__ volatile("" ::: "memory");
    return table[row[3] & 7];
}
#define SHORT __attribute__((noinline, target("avx2")))
SHORT void short_branches(__m256i *a) { if (_mm256_movemask_epi8(_mm256_add_epi64(*a, *a))) place = 1; }
SHORT void short_sound(__m256i *a, word n) { for (word i = 0; i < n; i++) *a = _mm256_add_epi64(*a, *a); }
APART word words(__m512i *a, word n, const word *table) {
    word row[8];
    _mm512_storeu_si512(row, _mm512_add_epi64(_mm512_set1_epi64(n), _mm512_setr_epi64(1, 2, 3, 4, 5, 6, 7, 8)));
    __asm__ volatile("" ::: "memory");
    return table[row[3] & 7] + (word)a;
}
APART word pointers(const word *table) {
    const word *row[8];
    _mm512_storeu_si512(row, _mm512_add_epi64(_mm512_set1_epi64((word)table), _mm512_setr_epi64(0, 8, 16, 24, 0, 8, 16, 24)));
    __asm__ volatile("" ::: "memory");
    return *row[3] + *table;
}
APART void sound(__m512i *a, word n) { for (word i = 0; i < n; i++) *a = _mm512_add_epi64(*a, *a); }
int main(int count, char **all) {
    __m512i a = {1, 2, 3, 4};
    __m256i b = {1, 2, 3, 4};
    short_branches(&b), short_sound(&b, count);
    branches(&a), gathers(&a, (word *)all), sound(&a, count), place = indexes(&a, (word *)all) + spills(&a, (word *)all);
    place = words(&a, count, (word *)all) + pointers((word *)all);
    return 0;
}
"""


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "planted.c"), Path(folder, "planted")
        source.write_text(PLANTED)
        subprocess.run(["cc", "-O2", "-o", program, source], check=True)
        found, _ = examine(program)
    faults = {name: bool(faults) for name, faults in found.values()}
    expected = {"branches": True, "indexes": True, "gathers": True, "spills": True, "sound": False, "words": True, "pointers": False}
    expected |= {"short_branches": True, "short_sound": False}
    wrong = {name: faults.get(name) for name, holds in expected.items() if faults.get(name) != holds}
    print(f"not as planted: {wrong}" if wrong else "all planted faults are found, and the sound functions are not")
    return len(wrong)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(1 if (self_test() if sys.argv[1] == "--self-test" else report(sys.argv[1])) else 0)
