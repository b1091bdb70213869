// The boundary to a module: bytes are copied in, a function is called, answers are copied out.
//
// The functions and their arguments are those of `bindings/c/include/curvemark.h`. A `call` takes
// for each of them what follows:
//
//   a choice, a number, a handle      a number; 64 bits as a bigint
//   bytes to read                     a Uint8Array
//   lengths to read                   a Uint32Array
//   64-bit numbers to read            a BigUint64Array
//   bytes to write                    `room(length)`, whose `bytes` are the answer
//   a number or new handle to write   `word()`, whose `value` is the answer
//
// All bytes of a call stand in one block of the module's memory, which the module wipes when it
// takes it back: no secret stays there.

/** The names of the statuses, in the order of the header. */
export const CODES = [
  'OK', 'NOT_VALID', 'POINTER', 'LENGTH', 'ROOM', 'COUNT', 'EMPTY', 'ARGUMENT', 'OVERLAP',
  'POINT_ENCODING', 'POINT_NOT_ON_CURVE', 'POINT_NOT_IN_SUBGROUP', 'POINT_IDENTITY', 'SCALAR',
  'SCALAR_ZERO', 'KEY_MATERIAL', 'KEYS_CANCEL', 'SIGNATURE_ENCODING', 'NOT_RECOVERABLE', 'CELLS',
  'SETUP', 'NO_CONTRACT', 'OUT_OF_GAS', 'CONTRACT', 'TABLE', 'RANDOMNESS', 'THREADS', 'REFUSED',
  'PANIC',
];

const status = (code) => CODES.indexOf(code);

export class CurvemarkError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'CurvemarkError';
    this.code = code;
  }
}

class Room {
  constructor(length) {
    this.length = length;
    this.bytes = undefined;
  }
}

class Word {
  value = 0;
}

/** A place for an answer of so many bytes. */
export const room = (length) => new Room(length);

/** A place for a number, or for a new handle. */
export const word = () => new Word();

/** The bytes of an argument; anything but a Uint8Array (or Buffer) is refused. */
export function bytes(value, name) {
  // By its tag and not by `instanceof`, since another realm has another class.
  if (!ArrayBuffer.isView(value) || value[Symbol.toStringTag] !== 'Uint8Array') {
    throw new TypeError(`${name} must be a Uint8Array`);
  }
  return value;
}

/** A whole number of at most 32 bits. */
export function number(value, name) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw new TypeError(`${name} must be an integer from 0 to 2^32 - 1`);
  }
  return value;
}

/** A whole number of at most 64 bits, as a bigint. */
export function long(value, name) {
  const wide = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof wide !== 'bigint' || wide < 0n || wide >> 64n !== 0n) {
    throw new TypeError(`${name} must be an integer from 0 to 2^64 - 1`);
  }
  return wide;
}

function list(values, name) {
  if (!Array.isArray(values)) throw new TypeError(`${name} must be an array`);
  return values;
}

/** 64-bit numbers of an array. */
export const longs = (values, name) =>
  BigUint64Array.from(list(values, name), (value) => long(value, name));

/** The messages of an array, one after the other, and their lengths. */
export function messages(values, name) {
  list(values, name).forEach((value) => bytes(value, name));
  const lengths = Uint32Array.from(values, (value) => value.length);
  const joined = new Uint8Array(values.reduce((sum, value) => sum + value.length, 0));
  let at = 0;
  for (const value of values) {
    joined.set(value, at);
    at += value.length;
  }
  return [joined, lengths];
}

/** Items of so many bytes each: an array of them, or one flat Uint8Array. */
export function items(values, each, name) {
  if (!Array.isArray(values)) return bytes(values, name);
  for (const value of values) {
    if (bytes(value, name).length !== each) {
      throw new CurvemarkError('LENGTH', `each of ${name} must have ${each} bytes`);
    }
  }
  return messages(values, name)[0];
}

/** The items of an answer. */
export function split(flat, each) {
  const found = [];
  for (let at = 0; at < flat.length; at += each) found.push(flat.slice(at, at + each));
  return found;
}

/** An instance of a module. */
export class Core {
  #exports;
  #isBroken = false;

  constructor(module) {
    const random = (pointer, length) => {
      try {
        const memory = new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, length >>> 0);
        // No more than 65,536 bytes are given at once.
        for (let at = 0; at < memory.length; at += 65536) {
          crypto.getRandomValues(memory.subarray(at, at + 65536));
        }
        return 0;
      } catch {
        return 1;
      }
    };
    this.#exports = new WebAssembly.Instance(module, { curvemark: { random } }).exports;
  }

  /** Calls a function, and gives its status. */
  call(name, ...values) {
    if (this.#isBroken) throw this.#fault();
    // Where each of them stands in the block.
    let total = 0;
    const places = values.map((value) => {
      const place = total;
      const size = value instanceof Word ? 4 : value.byteLength ?? value.length ?? 0;
      total += Math.ceil(size / 8) * 8;
      return place;
    });
    const block = this.#allocate(total);
    const memory = () => new Uint8Array(this.#exports.memory.buffer);
    const given = [];
    values.forEach((value, i) => {
      const at = block + places[i];
      if (ArrayBuffer.isView(value)) {
        memory().set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), at);
        given.push(at, value.length);
      } else if (value instanceof Room) {
        given.push(at, value.length);
      } else {
        given.push(value instanceof Word ? at : value);
      }
    });
    const answer = this.#run(`curvemark_${name}`, given);
    values.forEach((value, i) => {
      const at = block + places[i];
      if (value instanceof Room) value.bytes = memory().slice(at, at + value.length);
      if (value instanceof Word) {
        value.value = new DataView(this.#exports.memory.buffer).getUint32(at, true);
      }
    });
    this.#run('curvemark_js_free', [block, total]);
    return answer;
  }

  /** Calls a function that must succeed. */
  do(name, ...values) {
    const answer = this.call(name, ...values);
    if (answer !== status('OK')) throw this.error(answer);
  }

  /** Calls a function that answers in the last place. */
  answer(name, ...values) {
    this.do(name, ...values);
    return values.findLast((value) => value instanceof Room).bytes;
  }

  /** Calls a function that gives a verdict. */
  verdict(name, ...values) {
    const answer = this.call(name, ...values);
    if (answer === status('NOT_VALID')) return false;
    if (answer !== status('OK')) throw this.error(answer);
    return true;
  }

  /** What a status other than OK means. */
  error(answer) {
    const code = CODES[answer] ?? 'REFUSED';
    return new CurvemarkError(code, this.text('status_text', answer));
  }

  /** A text of the module. */
  text(name, ...given) {
    const start = this.#run(`curvemark_${name}`, given) >>> 0;
    const memory = new Uint8Array(this.#exports.memory.buffer);
    return new TextDecoder().decode(memory.slice(start, memory.indexOf(0, start)));
  }

  /** Whether a fault has ended it. */
  get isBroken() {
    return this.#isBroken;
  }

  /** How many bytes of memory the instance has. They never become fewer. */
  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  #allocate(total) {
    if (total === 0) return 0;
    const block = total < 2 ** 31 ? this.#run('curvemark_js_allocate', [total]) >>> 0 : 0;
    if (block === 0) throw new RangeError(`no memory for the ${total} bytes of a call`);
    return block;
  }

  #run(name, given) {
    try {
      return this.#exports[name](...given);
    } catch (cause) {
      // A trap leaves the memory as it was in the middle of something.
      this.#isBroken = true;
      throw this.#fault(cause);
    }
  }

  #fault(cause) {
    const message = 'a fault of curvemark, or no memory left: the module cannot be used any more';
    return Object.assign(new CurvemarkError('PANIC', message), { cause });
  }
}

/** Something that lives in a module until it is freed. */
export class Handle {
  static #registry = new FinalizationRegistry(({ core, free, pointer }) => {
    if (!core.isBroken) core.call(free, pointer);
  });

  #pointer;
  #free;

  constructor(core, free, make) {
    const place = word();
    make(place);
    this.core = core;
    this.#pointer = place.value;
    this.#free = free;
    Handle.#registry.register(this, { core, free, pointer: this.#pointer }, this);
  }

  /** Its place in the module. */
  get pointer() {
    if (this.#pointer === 0) throw new CurvemarkError('POINTER', 'it was freed');
    return this.#pointer;
  }

  /** Frees its memory now; else it is freed some time after nobody uses it any more. */
  free() {
    if (this.#pointer === 0) return;
    Handle.#registry.unregister(this);
    this.core.call(this.#free, this.#pointer);
    this.#pointer = 0;
  }
}
