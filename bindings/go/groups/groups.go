// Package groups has points of BLS12-381 and BN254: decoding, sums, sums of multiples, pairings,
// and hashing to curves.
//
// Points are bytes, one after the other where there are several. On BLS12-381 they are in the
// encoding of ZCash, 96 bytes in G1 and 192 in G2, or compressed 48 and 96. On BN254 they are x and
// y as Ethereum's contracts have them, 64 bytes in G1 and 128 in G2 with the imaginary parts first;
// the identity is all zeros. Scalars are 32 big-endian bytes below the order of the groups.
//
// Every function checks that points are on their curve and in the group of prime order, unless it
// says that it does not. Variable time, except where it is said. Threads is 1 for the calling
// thread only, and 0 for as many as the machine has.
package groups

import (
	"runtime"

	curvemark "github.com/curvemark/curvemark/bindings/go"
	"github.com/curvemark/curvemark/bindings/go/internal/call"
	"github.com/curvemark/curvemark/bindings/go/internal/native"
)

// Group is a group of a pairing curve.
type Group uint32

const (
	// BLS12381G1 has points of 96 bytes, or compressed 48.
	BLS12381G1 Group = 0
	// BLS12381G2 has points of 192 bytes, or compressed 96.
	BLS12381G2 Group = 1
	// BN254G1 has points of 64 bytes.
	BN254G1 Group = 2
	// BN254G2 has points of 128 bytes.
	BN254G2 Group = 3
)

// PointLen is how many bytes an uncompressed point has.
func (g Group) PointLen() int {
	switch g {
	case BLS12381G1:
		return 96
	case BLS12381G2:
		return 192
	case BN254G1:
		return 64
	case BN254G2:
		return 128
	}
	// The library refuses every other number, whatever room there is.
	return 0
}

// Decode decodes and checks points of pointLen bytes each, which says whether they are compressed.
// It gives uncompressed points, with zeros where one is refused, and nil or an error for each.
//
// Errors: [curvemark.ErrArgument] for another pointLen, [curvemark.ErrEmpty], [curvemark.ErrCount].
func (g Group) Decode(pointLen int, points []byte, threads int) ([]byte, []error, error) {
	if pointLen <= 0 || len(points)%pointLen != 0 {
		return nil, nil, curvemark.ErrArgument
	}
	count := len(points) / pointLen
	decoded, verdicts := make([]byte, count*g.PointLen()), make([]byte, count)
	status := native.PointsDecode(
		uint32(g), uintptr(pointLen), points, decoded, verdicts, call.Threads(threads))
	if status != 0 {
		return nil, nil, call.Error(status)
	}
	return decoded, call.Verdicts(verdicts), nil
}

// Compress compresses points of BLS12-381.
//
// Errors: [curvemark.ErrArgument] for a group of BN254, [curvemark.ErrEmpty].
func (g Group) Compress(points []byte) ([]byte, error) {
	compressed := make([]byte, len(points)/2)
	if status := native.PointsCompress(uint32(g), points, compressed); status != 0 {
		return nil, call.Error(status)
	}
	return compressed, nil
}

// Sum adds points up. Each is checked to be on the curve, which is enough for a sum.
func (g Group) Sum(points []byte, threads int) ([]byte, error) {
	sum := make([]byte, g.PointLen())
	return g.unless(native.PointsSum(uint32(g), points, sum, call.Threads(threads)), sum)
}

// Mul multiplies a point by a secret scalar. Constant time in the scalar and the point.
func (g Group) Mul(point, scalar []byte) ([]byte, error) {
	product := make([]byte, g.PointLen())
	return g.unless(native.PointMul(uint32(g), point, scalar, product), product)
}

// MSM computes a sum of multiples: points, and as many scalars, which are public.
//
// Errors: [curvemark.ErrEmpty], [curvemark.ErrCount], and what is wrong with a point or a scalar.
func (g Group) MSM(points, scalars []byte, threads int) ([]byte, error) {
	sum := make([]byte, g.PointLen())
	return g.unless(native.PointsMsm(uint32(g), points, scalars, sum, call.Threads(threads)), sum)
}

// MSMUncheckedSubgroup is [Group.MSM] for points that are known to be in the group of prime order,
// such as those that [Group.Decode] gave. Other points give wrong answers.
func (g Group) MSMUncheckedSubgroup(points, scalars []byte, threads int) ([]byte, error) {
	sum := make([]byte, g.PointLen())
	return g.unless(native.PointsMsmUncheckedSubgroup(
		uint32(g), points, scalars, sum, call.Threads(threads)), sum)
}

// Hash hashes messages to the group: suites BLS12381G1_XMD:SHA-256_SSWU_RO_ and BLS12381G2_* of RFC
// 9380, and BN254G1_XMD:SHA-256_SVDW_RO_ and BN254G2_* as gnark-crypto has them. Constant time in
// the content of the messages. Tag is the domain separation tag, at least one byte.
func (g Group) Hash(messages [][]byte, tag []byte, threads int) ([]byte, error) {
	points := make([]byte, len(messages)*g.PointLen())
	joined, lengths := call.Joined(messages)
	return g.unless(native.HashToPoints(
		uint32(g), joined, lengths, tag, points, call.Threads(threads)), points)
}

func (g Group) unless(status int32, bytes []byte) ([]byte, error) {
	if status != 0 {
		return nil, call.Error(status)
	}
	return bytes, nil
}

// Bases is points that stay the same, for many sums of multiples. It may be used by many goroutines
// at once.
type Bases struct {
	handle native.Handle
	group  Group
}

// NewBases makes a table of multiples of points, the fastest that fits into tableBytes. With 0
// there is none, and the points only are held, for sums that are large or few.
//
// Errors: [curvemark.ErrEmpty], [curvemark.ErrTable] if there is no table so small.
func (g Group) NewBases(points []byte, tableBytes uint) (*Bases, error) {
	bases := &Bases{group: g}
	status := native.BasesNew(uint32(g), points, uintptr(tableBytes), &bases.handle)
	if status != 0 {
		return nil, call.Error(status)
	}
	runtime.AddCleanup(bases, native.BasesFree, bases.handle)
	return bases, nil
}

// MSM computes a sum of multiples of the first points: at least one scalar, at most one for each.
func (b *Bases) MSM(scalars []byte, threads int) ([]byte, error) {
	defer runtime.KeepAlive(b)
	sum := make([]byte, b.group.PointLen())
	return b.group.unless(native.BasesMsm(b.handle, scalars, sum, call.Threads(threads)), sum)
}

// Pairing is the pairing of a curve.
type Pairing uint32

const (
	// BLS12381 takes points of 96 and 192 bytes. Its values have 576.
	BLS12381 Pairing = 0
	// BN254 takes points of 64 and 128 bytes. Its values have 384.
	BN254 Pairing = 1
)

// Check says whether the product of pairings of points of G1 and as many of G2 is one: nil if it
// is, [curvemark.ErrNotValid] if not. For no pairs it is one.
//
// Errors: [curvemark.ErrCount], and what is wrong with a point.
func (p Pairing) Check(g1, g2 []byte, threads int) error {
	return call.Error(native.PairingCheck(uint32(p), g1, g2, call.Threads(threads)))
}

// Product computes the product of pairings: an element of the target group as its twelve
// coefficients over the prime field, each big-endian, from the constant one on.
func (p Pairing) Product(g1, g2 []byte, threads int) ([]byte, error) {
	value := make([]byte, 576)
	if p == BN254 {
		value = value[:384]
	}
	status := native.PairingProduct(uint32(p), g1, g2, value, call.Threads(threads))
	if status != 0 {
		return nil, call.Error(status)
	}
	return value, nil
}
