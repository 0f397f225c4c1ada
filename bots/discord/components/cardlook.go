package components

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Look is a message as Discord shows it.
type Look struct {
	Components []Component
	Files      []Enclosure // that go with it
	calls      string      // the one user that it may page, "" for nobody
	decide     string      // how people decide in words what the buttons are for
	offers     string      // what an answer offers to be asked next, in words
	in         wording.Words
	Draft      bool   // it is still being written
	as         string // the hash of the look that it stands for; "" for none
}

// hash names the look; "" says that it cannot be written.
func (l Look) hash() string {
	raw, err := json.Marshal(l.Components)
	if err != nil {
		return ""
	}
	for _, f := range l.Files {
		raw = append(append(raw, f.Made.URL...), f.Whole...)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}

// fits tells whether Discord takes the look in one message, with room to spare.
func (l Look) fits() bool {
	n, text := measure(l.Components)
	return n <= limitComponents && text <= limitTotal
}

// measure counts components with their nesting, and the characters of all texts.
func measure(cs []Component) (n, text int) {
	for _, c := range cs {
		kids, inside := measure(c.Components)
		n += 1 + kids
		text += inside + bots.Width(c.Content)
	}
	return n, text
}

// fit renders with less and less detail until the look fits into a message. If even the least detail does not fit, texts are cut
// evenly; buttons stay.
func fit(details int, render func(detail int) Look) Look {
	var l Look
	for d := details; d >= 0; d-- {
		if l = render(d); l.fits() {
			return l
		}
	}
	for n := 600; n > 20 && !l.fits(); n /= 2 {
		l = Look{Components: shorten(l.Components, n)}
	}
	return l
}

func shorten(cs []Component, n int) []Component {
	out := make([]Component, len(cs))
	for i, c := range cs {
		c.Content = bots.Clip(c.Content, n)
		c.Components = shorten(c.Components, n)
		if len(c.Components) == 0 {
			c.Components = nil
		}
		out[i] = c
	}
	return out
}
