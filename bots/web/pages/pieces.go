package pages

import (
	"crypto/sha256"

	"github.com/aisteam/aisteam/assistant"
)

// Of tells what a piece of a page is drawn from: the hash of all of it.
type Of [sha256.Size]byte

// piece is a template's text for what it was drawn from. Who looks is nothing to it: whatever they see differently is in what it is
// drawn from.
type piece struct {
	name string
	in   assistant.Language
	of   Of
}

const (
	piecesKept = 4096
	pieceKept  = 16 << 10 // bytes of a piece that is kept; longer ones are rare, and they would fill the memory
)

// DrawOnce is [Pages.Draw] for a template whose data is identified completely by of. The same page is drawn once while it is among
// the most recently requested.
func (p *Pages) DrawOnce(name string, of Of, data func() any) (string, error) {
	one := piece{name, p.in.Language(), of}
	if text, ok := p.sets.pieces.Get(one); ok {
		return text, nil
	}
	text, err := p.Draw(name, data())
	if err == nil && len(text) <= pieceKept {
		p.sets.pieces.Add(one, text)
	}
	return text, err
}
