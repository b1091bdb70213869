// Runs a module of WebAssembly step by step, and follows secrets through it.
//
// Each value has a mark beside it, and each byte of the memory too: whether it depends on a byte
// that `mark` named. What is computed from a marked value is marked. It is written down where a
// marked value decides a branch, an address, a function that is called, or takes part in a
// division, whose time depends on its operands; and, apart from these, where it decides a `select`,
// which engines make an instruction without a branch of, though nobody promises it.
//
// What is loaded from an address that is marked is marked only if it was in memory: so a verdict
// becomes public in `limb::ct::declassify`, and all that is found of it is that one address.
//
// It knows integers, and refuses a module with floating-point instructions when it meets one.
// Instructions are counted as they are executed; `block`, `loop`, `end` and `else` are none.

const PAGE = 65536;

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** A LEB128 number of up to 32 bits, without sign. */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  /** A signed one of up to 64 bits, as its two halves. */
  halves() {
    let value = 0n;
    let shift = 0n;
    let byte;
    do {
      byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
    } while (byte >= 128);
    if (byte & 64) value -= 1n << shift;
    return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
  }

  text() {
    const length = this.number();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  list(read) {
    return Array.from({ length: this.number() }, () => read());
  }

  /** A constant expression of one instruction. */
  constant() {
    const op = this.byte();
    if (op !== 0x41 && op !== 0x42) throw new Error(`a constant by instruction ${op}`);
    const value = this.halves();
    if (this.byte() !== 0x0b) throw new Error('a constant of more than one instruction');
    return value;
  }
}

/** A function as numbers: of each instruction what it is and three immediates. */
class Code {
  ops = [];
  a = [];
  b = [];
  tables = [];

  constructor(reader, end, types) {
    const open = [];
    while (reader.at < end) {
      const at = this.ops.length;
      let op = reader.byte();
      let [a, b] = [0, 0];
      if (op >= 0x02 && op <= 0x04) {
        // How many values it takes and gives; b is where it ends, set below.
        const kind = reader.halves()[0];
        const [takes, gives] = kind >= 0 ? [types[kind].takes, types[kind].gives]
          : [0, kind === -64 ? 0 : 1];
        // A branch to a loop gives what the loop takes, and a branch to a block what it gives.
        a = op === 0x03 ? takes : gives;
        open.push({ at, takes });
      } else if (op === 0x05) {
        open.at(-1).other = at;
      } else if (op === 0x0b) {
        const opened = open.pop();
        if (opened) {
          this.b[opened.at] = at;
          if (opened.other !== undefined) this.b[opened.other] = at;
          // Where `if` goes on when its condition is zero.
          if (this.ops[opened.at] === 0x04) this.tables[opened.at] = opened.other ?? at;
          if (opened.takes) this.a[opened.at] |= opened.takes << 8;
        }
      } else if (op === 0x0e) {
        this.tables[at] = reader.list(() => reader.number());
        a = reader.number();
      } else if (op === 0x11) {
        [a, b] = [reader.number(), reader.number()];
      } else if (op === 0x1c) {
        reader.list(() => reader.byte());
        op = 0x1b;
      } else if (op >= 0x28 && op <= 0x3e) {
        [b, a] = [reader.number(), reader.number()];
      } else if (op === 0x41 || op === 0x42) {
        [a, b] = reader.halves();
      } else if (op === 0x0c || op === 0x0d || op === 0x10 || (op >= 0x20 && op <= 0x24)) {
        a = reader.number();
      } else if (op === 0x3f || op === 0x40) {
        reader.byte();
      } else if (op === 0xfc) {
        op = 0x100 + reader.number();
        if (op === 0x10a) reader.at += 2;
        else if (op === 0x10b) reader.at += 1;
        else throw new Error(`instruction 0xfc ${op - 0x100} is not known`);
      } else if (op === 0x43 || op === 0x44) {
        reader.at += op === 0x43 ? 4 : 8;
      } else if (op > 0x1b && op < 0x45) {
        throw new Error(`instruction ${op.toString(16)} is not known`);
      }
      this.ops.push(op);
      this.a.push(a);
      this.b.push(b);
    }
    this.ops = Uint16Array.from(this.ops);
    this.a = Int32Array.from(this.a);
    this.b = Int32Array.from(this.b);
  }
}

/** The bits above the lowest 32 of the product of two words, with sign or without. */
function upper(a, b) {
  const [a0, a1, b0, b1] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = a1 * b0 + ((a0 * b0) / PAGE >>> 0);
  const other = a0 * b1 + (middle % 0x100000000 & 0xffff);
  return (a1 * b1 + Math.floor(middle / PAGE) + Math.floor(other / PAGE)) | 0;
}

/** A quotient of signed integers, where that has no more bits than they. */
function quotient(bits, x, y) {
  const value = x / y;
  if (BigInt.asIntN(bits, value) !== value) throw new RangeError('the quotient is too large');
  return value;
}

export class Machine {
  #types = [];
  #functions = [];
  #table = [];
  #exports = new Map();
  #names = new Map();
  #globals = [];
  // Values: their halves, and whether they depend on a secret. Locals stand there too.
  #low = new Int32Array(1 << 18);
  #high = new Int32Array(1 << 18);
  #marks = new Uint8Array(1 << 18);
  #top = 0;
  #marked;
  memory;
  executed = 0;
  selects = 0;
  /** What marked values decided: how often, by kind and place. */
  findings = new Map();

  constructor(bytes, imports = {}) {
    const reader = new Reader(bytes);
    reader.at = 8;
    const codes = [];
    const data = [];
    const functions = [];
    const elements = [];
    const limits = () => {
      const flags = reader.byte();
      const least = reader.number();
      if (flags & 1) reader.number();
      return least;
    };
    while (reader.at < bytes.length) {
      const section = reader.byte();
      const end = reader.number() + reader.at;
      if (section === 1) {
        this.#types = reader.list(() => {
          reader.byte();
          const takes = reader.list(() => reader.byte()).length;
          return { takes, gives: reader.list(() => reader.byte()).length };
        });
      } else if (section === 2) {
        reader.list(() => {
          const [from, name, kind] = [reader.text(), reader.text(), reader.byte()];
          if (kind !== 0) throw new Error(`${from}.${name} is no function`);
          const outside = imports[from][name];
          this.#functions.push({ type: this.#types[reader.number()], outside });
        });
      } else if (section === 3) {
        functions.push(...reader.list(() => this.#types[reader.number()]));
      } else if (section === 4) {
        reader.list(() => (reader.byte(), (this.#table = new Array(limits()))));
      } else if (section === 5) {
        reader.list(() => (this.memory = new Uint8Array(limits() * PAGE)));
      } else if (section === 6) {
        reader.list(() => {
          reader.at += 2;
          const [low, high] = reader.constant();
          this.#globals.push({ low, high, mark: 0 });
        });
      } else if (section === 7) {
        reader.list(() => {
          const [name, kind, index] = [reader.text(), reader.byte(), reader.number()];
          if (kind === 0) this.#exports.set(name, index);
        });
      } else if (section === 9) {
        reader.list(() => {
          if (reader.number() !== 0) throw new Error('elements of another kind');
          const [start] = reader.constant();
          elements.push([start, reader.list(() => reader.number())]);
        });
      } else if (section === 10) {
        reader.list(() => {
          const stop = reader.number() + reader.at;
          let locals = 0;
          reader.list(() => {
            locals += reader.number();
            reader.byte();
          });
          codes.push({ locals, code: new Code(reader, stop, this.#types) });
        });
      } else if (section === 11) {
        reader.list(() => {
          if (reader.number() !== 0) throw new Error('data of another kind');
          const [start] = reader.constant();
          const length = reader.number();
          data.push([start, bytes.subarray(reader.at, (reader.at += length))]);
        });
      } else if (section === 0 && reader.text() === 'name') {
        while (reader.at < end) {
          const [kind, stop] = [reader.byte(), reader.number() + reader.at];
          if (kind === 1) reader.list(() => this.#names.set(reader.number(), reader.text()));
          reader.at = stop;
        }
      }
      reader.at = end;
    }
    functions.forEach((type, i) => this.#functions.push({ type, ...codes[i] }));
    for (const [start, list] of elements) list.forEach((f, i) => (this.#table[start + i] = f));
    for (const [start, content] of data) this.memory.set(content, start);
    this.#marked = new Uint8Array(this.memory.length);
  }

  /** Says that bytes of the memory are secret, or no longer. */
  mark(start, length, mark = 1) {
    this.#marked.fill(mark, start, start + length);
  }

  /** Whether one of these bytes depends on a secret. */
  isMarked(start, length) {
    return this.#marked.subarray(start, start + length).includes(1);
  }

  /** Calls a function that takes and gives 32-bit numbers. */
  call(name, ...values) {
    const index = this.#exports.get(name);
    const { type } = this.#functions[index];
    if (type.takes !== values.length) throw new Error(`${name} takes ${type.takes} values`);
    this.#top = 0;
    for (const value of values) this.#push(value, 0, 0);
    this.#run(index);
    return type.gives ? this.#low[this.#top - 1] : undefined;
  }

  #push(low, high, mark) {
    this.#low[this.#top] = low;
    this.#high[this.#top] = high;
    this.#marks[this.#top++] = mark;
  }

  #found(kind, index, at) {
    const place = `${kind} in ${this.#names.get(index) ?? `function ${index}`} at ${at}`;
    this.findings.set(place, (this.findings.get(place) ?? 0) + 1);
  }

  #grow(pages) {
    const before = this.memory.length / PAGE;
    const [memory, marked] = [0, 0].map(() => new Uint8Array((before + pages) * PAGE));
    memory.set(this.memory);
    marked.set(this.#marked);
    [this.memory, this.#marked] = [memory, marked];
    return before;
  }

  #run(index) {
    const called = this.#functions[index];
    const { takes, gives } = called.type;
    if (called.outside) {
      this.#top -= takes;
      const values = Array.from(this.#low.subarray(this.#top, this.#top + takes));
      const answer = called.outside(...values);
      if (gives) this.#push(answer, 0, 0);
      return;
    }
    const { ops, a, b, tables } = called.code;
    const [low, high, marks] = [this.#low, this.#high, this.#marks];
    const base = this.#top - takes;
    let top = this.#top + called.locals;
    if (top + 1024 > low.length) throw new RangeError('the stack is full');
    low.fill(0, this.#top, top);
    high.fill(0, this.#top, top);
    marks.fill(0, this.#top, top);
    let { memory } = this;
    let marked = this.#marked;
    let executed = 0;
    // What is open: where it began, and how many values stood below it.
    const labels = [];
    const heights = [];
    let at = 0;

    const range = (address, size) => {
      if (address + size > memory.length) throw new RangeError('an address outside the memory');
    };
    /** The address of a load or store whose address is on top but `above`. */
    const address = (above, size) => {
      const place = top - 1 - above;
      if (marks[place]) this.#found('address', index, at);
      const found = (low[place] >>> 0) + (a[at] >>> 0);
      range(found, size);
      return found;
    };
    const load = (size, value) => {
      const from = address(0, size);
      const place = top - 1;
      // That the address was marked is written down, and makes a verdict public: see above.
      marks[place] = 0;
      for (let i = 0; i < size; i++) marks[place] |= marked[from + i];
      high[place] = 0;
      value(from, place);
    };
    const store = (size) => {
      const to = address(1, size);
      const place = top - 1;
      for (let i = 0; i < size; i++) {
        memory[to + i] = i < 4 ? low[place] >>> (8 * i) : high[place] >>> (8 * i - 32);
        marked[to + i] = marks[place];
      }
      top -= 2;
    };
    const word = (from) =>
      memory[from] | (memory[from + 1] << 8) | (memory[from + 2] << 16) | (memory[from + 3] << 24);
    const half = (from) => memory[from] | (memory[from + 1] << 8);
    /** Leaves `count` values on a stack of this height. */
    const leave = (height, count) => {
      const from = top - count;
      if (from !== height) {
        low.copyWithin(height, from, top);
        high.copyWithin(height, from, top);
        marks.copyWithin(height, from, top);
      }
      top = height + count;
    };
    /** Goes to the end of the block at this depth, or to the begin of the loop; false if none. */
    const branch = (depth) => {
      const position = labels.length - 1 - depth;
      if (position < 0) return false;
      const begin = labels[position];
      leave(heights[position], a[begin] & 0xff);
      const isLoop = ops[begin] === 0x03;
      labels.length = heights.length = isLoop ? position + 1 : position;
      at = isLoop ? begin : b[begin];
      return true;
    };
    const decided = (kind) => {
      if (marks[top - 1]) this.#found(kind, index, at);
      return low[--top];
    };
    const call = (other) => {
      this.#top = top;
      this.executed += executed;
      executed = 0;
      this.#run(other);
      top = this.#top;
      ({ memory } = this);
      marked = this.#marked;
    };
    const binary = () => {
      top--;
      marks[top - 1] |= marks[top];
    };
    const verdict = (place, holds) => {
      low[place] = holds ? 1 : 0;
      high[place] = 0;
    };
    /** Whether the 64 bits below are less than those on top. */
    const less = (x, y, signed) => {
      if (high[x] !== high[y]) {
        return signed ? high[x] < high[y] : high[x] >>> 0 < high[y] >>> 0;
      }
      return low[x] >>> 0 < low[y] >>> 0;
    };
    const big = (place, signed) => {
      const value = (BigInt(high[place]) << 32n) | BigInt(low[place] >>> 0);
      return signed ? value : BigInt.asUintN(64, value);
    };
    const small = (place, signed) => (signed ? BigInt(low[place]) : BigInt(low[place] >>> 0));
    const put = (place, value) => {
      low[place] = Number(BigInt.asIntN(32, value));
      high[place] = Number(BigInt.asIntN(32, value >> 32n));
    };

    for (; at < ops.length; at++) {
      const op = ops[at];
      executed++;
      switch (op) {
        case 0x00: throw new Error(`unreachable, in ${this.#names.get(index) ?? index}`);
        case 0x01: break;
        case 0x02:
        case 0x03:
          executed--;
          labels.push(at);
          heights.push(top - (a[at] >> 8));
          break;
        case 0x04:
          if (decided('branch')) {
            labels.push(at);
            heights.push(top - (a[at] >> 8));
          } else if (tables[at] !== b[at]) {
            labels.push(at);
            heights.push(top - (a[at] >> 8));
            at = tables[at];
          } else {
            at = b[at];
          }
          break;
        case 0x05:
          executed--;
          labels.pop();
          heights.pop();
          at = b[at];
          break;
        case 0x0b:
          executed--;
          labels.pop();
          heights.pop();
          break;
        case 0x0c:
          if (!branch(a[at])) at = ops.length;
          break;
        case 0x0d:
          if (decided('branch') && !branch(a[at])) at = ops.length;
          break;
        case 0x0e: {
          const chosen = tables[at][decided('branch') >>> 0] ?? a[at];
          if (!branch(chosen)) at = ops.length;
          break;
        }
        case 0x0f: at = ops.length; break;
        case 0x10: call(a[at]); break;
        case 0x11: call(this.#table[decided('call')]); break;
        case 0x1a: top--; break;
        case 0x1b: {
          top -= 2;
          const condition = top + 1;
          if (marks[condition]) {
            this.selects++;
            marks[top - 1] = marks[top] = 1;
          }
          if (!low[condition]) {
            marks[top - 1] = marks[top];
            low[top - 1] = low[top];
            high[top - 1] = high[top];
          }
          break;
        }
        case 0x20: {
          const place = base + a[at];
          low[top] = low[place];
          high[top] = high[place];
          marks[top++] = marks[place];
          break;
        }
        case 0x21:
        case 0x22: {
          const [place, from] = [base + a[at], top - 1];
          low[place] = low[from];
          high[place] = high[from];
          marks[place] = marks[from];
          if (op === 0x21) top--;
          break;
        }
        case 0x23: {
          const global = this.#globals[a[at]];
          low[top] = global.low;
          high[top] = global.high;
          marks[top++] = global.mark;
          break;
        }
        case 0x24:
          top--;
          this.#globals[a[at]] = { low: low[top], high: high[top], mark: marks[top] };
          break;
        case 0x28: case 0x35: load(4, (from, i) => (low[i] = word(from))); break;
        case 0x34:
          load(4, (from, i) => (high[i] = (low[i] = word(from)) >> 31));
          break;
        case 0x29:
          load(8, (from, i) => {
            low[i] = word(from);
            high[i] = word(from + 4);
          });
          break;
        case 0x2c: load(1, (from, i) => (low[i] = (memory[from] << 24) >> 24)); break;
        case 0x2d: case 0x31: load(1, (from, i) => (low[i] = memory[from])); break;
        case 0x2e: load(2, (from, i) => (low[i] = (half(from) << 16) >> 16)); break;
        case 0x2f: case 0x33: load(2, (from, i) => (low[i] = half(from))); break;
        case 0x30:
          load(1, (from, i) => (high[i] = (low[i] = (memory[from] << 24) >> 24) >> 31));
          break;
        case 0x32:
          load(2, (from, i) => (high[i] = (low[i] = (half(from) << 16) >> 16) >> 31));
          break;
        case 0x36: case 0x3e: store(4); break;
        case 0x37: store(8); break;
        case 0x3a: case 0x3c: store(1); break;
        case 0x3b: case 0x3d: store(2); break;
        case 0x3f:
          low[top] = memory.length / PAGE;
          marks[top++] = 0;
          break;
        case 0x40:
          low[top - 1] = this.#grow(low[top - 1]);
          ({ memory } = this);
          marked = this.#marked;
          break;
        case 0x41:
        case 0x42:
          low[top] = a[at];
          high[top] = b[at];
          marks[top++] = 0;
          break;
        case 0x45: low[top - 1] = low[top - 1] === 0 ? 1 : 0; break;
        case 0x50: verdict(top - 1, low[top - 1] === 0 && high[top - 1] === 0); break;
        case 0x67: low[top - 1] = Math.clz32(low[top - 1]); break;
        case 0x68: {
          const value = low[top - 1];
          low[top - 1] = value ? 31 - Math.clz32(value & -value) : 32;
          break;
        }
        case 0x69: case 0x7b: {
          let count = 0;
          const i = top - 1;
          const both = op === 0x7b ? [low[i], high[i]] : [low[i]];
          for (let value of both) for (; value; value &= value - 1) count++;
          low[i] = count;
          high[i] = 0;
          break;
        }
        case 0x79:
        case 0x7a: {
          const i = top - 1;
          const trailing = (value) => (value ? 31 - Math.clz32(value & -value) : 32);
          const count = op === 0x79
            ? high[i] ? Math.clz32(high[i]) : 32 + Math.clz32(low[i])
            : low[i] ? trailing(low[i]) : 32 + trailing(high[i]);
          low[i] = count;
          high[i] = 0;
          break;
        }
        case 0xa7: high[top - 1] = 0; break;
        case 0xac: high[top - 1] = low[top - 1] >> 31; break;
        case 0xad: high[top - 1] = 0; break;
        case 0xc0: low[top - 1] = (low[top - 1] << 24) >> 24; break;
        case 0xc1: low[top - 1] = (low[top - 1] << 16) >> 16; break;
        case 0xc2: high[top - 1] = (low[top - 1] = (low[top - 1] << 24) >> 24) >> 31; break;
        case 0xc3: high[top - 1] = (low[top - 1] = (low[top - 1] << 16) >> 16) >> 31; break;
        case 0xc4: high[top - 1] = low[top - 1] >> 31; break;
        case 0x10a: {
          top -= 3;
          if (marks[top] || marks[top + 1] || marks[top + 2]) this.#found('address', index, at);
          const [to, from, size] = [low[top] >>> 0, low[top + 1] >>> 0, low[top + 2] >>> 0];
          range(to, size);
          range(from, size);
          memory.copyWithin(to, from, from + size);
          marked.copyWithin(to, from, from + size);
          break;
        }
        case 0x10b: {
          top -= 3;
          if (marks[top] || marks[top + 2]) this.#found('address', index, at);
          const [to, size] = [low[top] >>> 0, low[top + 2] >>> 0];
          range(to, size);
          memory.fill(low[top + 1], to, to + size);
          marked.fill(marks[top + 1], to, to + size);
          break;
        }
        default: {
          // All that is left takes two values.
          if (op < 0x46 || (op > 0x5a && op < 0x6a) || op > 0x8a) {
            throw new Error(`instruction ${op.toString(16)} is not known`);
          }
          const isDivision = (op >= 0x6d && op <= 0x70) || (op >= 0x7f && op <= 0x82);
          if (isDivision && (marks[top - 1] || marks[top - 2])) {
            this.#found('division', index, at);
          }
          binary();
          const [x, y] = [top - 1, top];
          const [p, q] = [low[x], low[y]];
          switch (op) {
            case 0x46: low[x] = p === q ? 1 : 0; break;
            case 0x47: low[x] = p !== q ? 1 : 0; break;
            case 0x48: low[x] = p < q ? 1 : 0; break;
            case 0x49: low[x] = p >>> 0 < q >>> 0 ? 1 : 0; break;
            case 0x4a: low[x] = p > q ? 1 : 0; break;
            case 0x4b: low[x] = p >>> 0 > q >>> 0 ? 1 : 0; break;
            case 0x4c: low[x] = p <= q ? 1 : 0; break;
            case 0x4d: low[x] = p >>> 0 <= q >>> 0 ? 1 : 0; break;
            case 0x4e: low[x] = p >= q ? 1 : 0; break;
            case 0x4f: low[x] = p >>> 0 >= q >>> 0 ? 1 : 0; break;
            case 0x51: verdict(x, p === q && high[x] === high[y]); break;
            case 0x52: verdict(x, p !== q || high[x] !== high[y]); break;
            case 0x53: verdict(x, less(x, y, true)); break;
            case 0x54: verdict(x, less(x, y, false)); break;
            case 0x55: verdict(x, less(y, x, true)); break;
            case 0x56: verdict(x, less(y, x, false)); break;
            case 0x57: verdict(x, !less(y, x, true)); break;
            case 0x58: verdict(x, !less(y, x, false)); break;
            case 0x59: verdict(x, !less(x, y, true)); break;
            case 0x5a: verdict(x, !less(x, y, false)); break;
            case 0x6a: low[x] = p + q; break;
            case 0x6b: low[x] = p - q; break;
            case 0x6c: low[x] = Math.imul(p, q); break;
            case 0x6d: put(x, quotient(32, small(x, true), small(y, true))); break;
            case 0x6e: put(x, small(x, false) / small(y, false)); break;
            case 0x6f: put(x, small(x, true) % small(y, true)); break;
            case 0x70: put(x, small(x, false) % small(y, false)); break;
            case 0x71: low[x] = p & q; break;
            case 0x72: low[x] = p | q; break;
            case 0x73: low[x] = p ^ q; break;
            case 0x74: low[x] = p << q; break;
            case 0x75: low[x] = p >> q; break;
            case 0x76: low[x] = p >>> q; break;
            case 0x77: low[x] = (p << q) | (p >>> -q); break;
            case 0x78: low[x] = (p >>> q) | (p << -q); break;
            case 0x7c: {
              low[x] = p + q;
              high[x] += high[y] + (low[x] >>> 0 < p >>> 0 ? 1 : 0);
              break;
            }
            case 0x7d:
              low[x] = p - q;
              high[x] -= high[y] + (p >>> 0 < q >>> 0 ? 1 : 0);
              break;
            case 0x7e:
              high[x] = upper(p, q) + Math.imul(p, high[y]) + Math.imul(high[x], q);
              low[x] = Math.imul(p, q);
              break;
            case 0x7f: put(x, quotient(64, big(x, true), big(y, true))); break;
            case 0x80: put(x, big(x, false) / big(y, false)); break;
            case 0x81: put(x, big(x, true) % big(y, true)); break;
            case 0x82: put(x, big(x, false) % big(y, false)); break;
            case 0x83: low[x] = p & q; high[x] &= high[y]; break;
            case 0x84: low[x] = p | q; high[x] |= high[y]; break;
            case 0x85: low[x] = p ^ q; high[x] ^= high[y]; break;
            default: {
              // Shifts and rotations of 64 bits.
              const by = q & 63;
              const above = high[x];
              const [lower, higher] = by & 32 ? [above, p] : [p, above];
              const n = by & 31;
              const fill = op === 0x87 ? above >> 31 : 0;
              if (op === 0x86) {
                low[x] = by & 32 ? 0 : p << n;
                high[x] = by & 32 ? p << n : n ? (above << n) | (p >>> (32 - n)) : above;
              } else if (op === 0x87 || op === 0x88) {
                const shifted = op === 0x87 ? above >> n : above >>> n;
                low[x] = by & 32 ? shifted : n ? (p >>> n) | (above << (32 - n)) : p;
                high[x] = by & 32 ? fill : shifted;
              } else if (op === 0x89) {
                low[x] = n ? (lower << n) | (higher >>> (32 - n)) : lower;
                high[x] = n ? (higher << n) | (lower >>> (32 - n)) : higher;
              } else {
                low[x] = n ? (lower >>> n) | (higher << (32 - n)) : lower;
                high[x] = n ? (higher >>> n) | (lower << (32 - n)) : higher;
              }
            }
          }
        }
      }
    }
    leave(base, gives);
    this.#top = top;
    this.executed += executed;
  }
}
