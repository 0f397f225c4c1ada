package components

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// Part is one message of a card's.
type Part struct {
	Nonce  string // of the card
	Number int    // from 1
	Of     int
}

// nonceLimit is how long a nonce may be.
const nonceLimit = 25

// own is the nonce of the part. The first has the card's.
func (k Part) own() string {
	if k.Number <= 1 {
		return bots.Clip(k.Nonce, nonceLimit)
	}
	return bots.Clip(k.Nonce, nonceLimit-1) + itoa(k.Number)
}

// marked gives the look the ids by which it is found again. The id of the first component says whose it is; if the card has several
// messages, that of the second says which part of how many this is and what it shows.
func (k Part) marked(l Look) []Component {
	cs := slices.Clone(l.Components)
	cs[0].ID = mark(k.own())
	if k.Of > 1 {
		cs[1].ID = k.LookID(l)
	}
	return cs
}

// Mark is the look with those ids.
func (k Part) Mark(l Look) Look {
	l.Components = k.marked(l)
	return l
}

// The ids of components: Discord counts up from 1 by itself, far below these.
const (
	markBits = 1 << 29 // of the first component, with 30 bits of its nonce
	lookBits = 1 << 30 // of the second, with three of how many, less one, and 27 of the look
)

// mark makes a component's id of a nonce.
func mark(nonce string) int32 { return int32(bits(nonce)>>2 | markBits) }

// LookID makes a component's id of how a part looks.
func (k Part) LookID(l Look) int32 {
	return int32(bits(cmp.Or(l.as, l.hash()))>>5 | uint32(k.Of-1)<<27 | lookBits)
}

func bits(s string) uint32 {
	sum := sha256.Sum256([]byte(s))
	return binary.BigEndian.Uint32(sum[:4])
}

// Found is a part that is there.
type Found struct {
	Part
	ID   string
	Look int32
}

// Marks is what a message is recognised by.
type Marks struct {
	ID    string
	Nonce string   // Discord keeps it only for some time
	IDs   [2]int32 // of the first components, 0 if missing
}

// Recognise tells which part of a card with the nonce a message is.
func Recognise(nonce string, m Marks) (Found, bool) {
	s := Found{Part: Part{Nonce: nonce, Of: 1}, ID: m.ID}
	ids := m.IDs
	if ids[1]&lookBits != 0 {
		s.Look, s.Of = ids[1], int(ids[1]>>27&7)+1
	}
	for s.Number = 1; s.Number <= s.Of; s.Number++ {
		if k := s.own(); strings.TrimSpace(k) != "" && (m.Nonce == k || ids[0] == mark(k)) {
			return s, true
		}
	}
	return Found{}, false
}
