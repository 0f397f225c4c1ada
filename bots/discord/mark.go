package discord

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// part is one message of a card's.
type part struct {
	nonce  string // of the card
	number int    // from 1
	of     int
}

// nonceLimit is how long a nonce may be.
const nonceLimit = 25

// own is the nonce of the part. The first has the card's.
func (k part) own() string {
	if k.number <= 1 {
		return bots.Clip(k.nonce, nonceLimit)
	}
	return bots.Clip(k.nonce, nonceLimit-1) + itoa(k.number)
}

// marked gives the look the ids by which it is found again: that of the first component says whose it is and, where the
// card has several messages, that of the second of how many it is one, and what it shows.
func (k part) marked(l look) []component {
	cs := slices.Clone(l.components)
	cs[0].ID = mark(k.own())
	if k.of > 1 {
		cs[1].ID = k.look(l)
	}
	return cs
}

// as is the look with those ids.
func (k part) as(l look) look {
	l.components = k.marked(l)
	return l
}

// The ids of components: Discord counts up from 1 by itself, far below these.
const (
	markBits = 1 << 29 // of the first component, with 30 bits of its nonce
	lookBits = 1 << 30 // of the second, with three of how many, less one, and 27 of the look
)

// mark makes a component's id of a nonce.
func mark(nonce string) int32 { return int32(bits(nonce)>>2 | markBits) }

// look makes a component's id of how a part looks.
func (k part) look(l look) int32 {
	return int32(bits(cmp.Or(l.as, l.hash()))>>5 | uint32(k.of-1)<<27 | lookBits)
}

func bits(s string) uint32 {
	sum := sha256.Sum256([]byte(s))
	return binary.BigEndian.Uint32(sum[:4])
}

// said is a part that is there.
type said struct {
	part
	id   string
	look int32
}

// saidAs tells which part of a card a message is.
func saidAs(m message, nonce string) (said, bool) {
	ids := m.marks()
	s := said{part: part{nonce: nonce, of: 1}, id: m.ID}
	if ids[1]&lookBits != 0 {
		s.look, s.of = ids[1], int(ids[1]>>27&7)+1
	}
	for s.number = 1; s.number <= s.of; s.number++ {
		if k := s.own(); strings.TrimSpace(k) != "" && (m.nonce() == k || ids[0] == mark(k)) {
			return s, true
		}
	}
	return said{}, false
}
