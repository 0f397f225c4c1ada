// Package crashsweep chooses where a crash sweep kills, when it does not kill at every point: a sample that is another one
// with every change, so that over many changes every point is tried. Other tests that walk a long way draw theirs here as well.
package crashsweep

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// few is the minimum of points to try, besides those that are always tried.
const few = 3

// Sample gives the numbers of points, from 1 and in order: those that always names, and of the others a share, which is spread
// over all of them. The same seed gives the same sample; over many seeds each point is as likely as its neighbours.
func Sample(points []string, always func(point string) bool, seed string, share float64) []int {
	var chosen, others []int
	for i, p := range points {
		if always(p) {
			chosen = append(chosen, i+1)
		} else {
			others = append(others, i+1)
		}
	}
	n := min(len(others), max(few, int(math.Ceil(share*float64(len(others))))))
	sum := sha256.Sum256([]byte(seed))
	random := rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))) // it is to be repeated
	// One of each stretch of the others.
	for i := range n {
		from, to := i*len(others)/n, (i+1)*len(others)/n
		chosen = append(chosen, others[from+random.IntN(to-from)])
	}
	slices.Sort(chosen)
	return chosen
}
