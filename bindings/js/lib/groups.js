// Points and pairings of BLS12-381 and BN254: `curvemark_points_…`, `curvemark_pairing_…`.
import { CurvemarkError, Handle, bytes, items, messages, number, room, split } from './core.js';

/** A table of multiples of points that stay the same. */
class Bases extends Handle {
  #pointBytes;

  constructor(core, group, pointBytes, points, tableBytes) {
    super(core, 'bases_free', (place) =>
      core.do('bases_new', group, points, number(tableBytes, 'tableBytes'), place));
    this.#pointBytes = pointBytes;
  }

  msm(scalars) {
    const given = items(scalars, 32, 'scalars');
    return this.core.answer('bases_msm', this.pointer, given, room(this.#pointBytes), 1);
  }
}

function groupOf(core, group, POINT_BYTES, COMPRESSED_BYTES) {
  const points = (values) => items(values, POINT_BYTES, 'points');
  const sumOf = (name) => (values, scalars) =>
    core.answer(name, group, points(values), items(scalars, 32, 'scalars'), room(POINT_BYTES), 1);

  const functions = {
    POINT_BYTES,
    decode(encoding) {
      const length = bytes(encoding, 'encoding').length;
      const [decoded, verdict] = [room(POINT_BYTES), room(1)];
      if (length !== POINT_BYTES && length !== COMPRESSED_BYTES) {
        throw new CurvemarkError('LENGTH', 'no point has so many bytes');
      }
      core.do('points_decode', group, length, encoding, decoded, verdict, 1);
      if (verdict.bytes[0] !== 0) throw core.error(verdict.bytes[0]);
      return decoded.bytes;
    },
    sum: (values) => core.answer('points_sum', group, points(values), room(POINT_BYTES), 1),
    mul: (point, scalar) =>
      core.answer(
        'point_mul',
        group,
        bytes(point, 'point'),
        bytes(scalar, 'scalar'),
        room(POINT_BYTES),
      ),
    msm: sumOf('points_msm'),
    msmUncheckedSubgroup: sumOf('points_msm_unchecked_subgroup'),
    bases: (values, tableBytes) => new Bases(core, group, POINT_BYTES, points(values), tableBytes),
    hash: (message, tag) =>
      core.answer(
        'hash_to_points',
        group,
        ...messages([message], 'message'),
        bytes(tag, 'tag'),
        room(POINT_BYTES),
        1,
      ),
  };
  if (COMPRESSED_BYTES === undefined) return functions;
  return {
    ...functions,
    COMPRESSED_BYTES,
    compress(values) {
      const given = points(values);
      const length = Math.floor(given.length / POINT_BYTES) * COMPRESSED_BYTES;
      return split(core.answer('points_compress', group, given, room(length)), COMPRESSED_BYTES);
    },
  };
}

function curveOf(core, curve, [g1, g2], valueBytes) {
  const pairs = (p, q) => [items(p, g1.POINT_BYTES, 'p'), items(q, g2.POINT_BYTES, 'q')];
  return {
    g1,
    g2,
    pairingCheck: (p, q) => core.verdict('pairing_check', curve, ...pairs(p, q), 1),
    pairingProduct: (p, q) =>
      core.answer('pairing_product', curve, ...pairs(p, q), room(valueBytes), 1),
  };
}

export const groupsOf = (core) => ({
  bls12_381: curveOf(core, 0, [groupOf(core, 0, 96, 48), groupOf(core, 1, 192, 96)], 576),
  bn254: curveOf(core, 1, [groupOf(core, 2, 64), groupOf(core, 3, 128)], 384),
});
