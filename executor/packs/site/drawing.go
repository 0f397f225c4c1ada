package site

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/clean"
)

const (
	mostDrawn   = 16 << 10 // bytes of a page that are recorded to be drawn
	drawnBefore = 2 << 10  // of them, what stands before the change on a page that is longer
)

// drawing is the page before and after the change. Of a long page it is the part around where the two begin to differ.
func (e edit) drawing(p *clean.Policy) *assistant.Drawing {
	from := 0
	if max(len(e.old.HTML), len(e.next.HTML)) > mostDrawn && e.found {
		from = strings.LastIndexByte(e.old.HTML[:max(0, alike(e.old.HTML, e.next.HTML)-drawnBefore)], '<')
	}
	from = max(from, 0)
	out := &assistant.Drawing{After: drawn(p, e.next.Title, e.next.HTML, from)}
	if e.found {
		out.Before = drawn(p, e.old.Title, e.old.HTML, from)
	}
	return out
}

// alike is how many bytes two texts begin with in common.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// drawn is a page from a place on, clean and bounded. What cleaning makes longer is cut shorter.
func drawn(p *clean.Policy, title, content string, from int) *assistant.Drawn {
	content = content[from:]
	for most := mostDrawn; ; most /= 2 {
		part := content
		if len(part) > most {
			part = strings.ToValidUTF8(part[:most], "")
			if at := strings.LastIndexByte(part, '<'); at > 0 {
				part = part[:at]
			}
		}
		if cleaned := p.HTML(part); len(cleaned) <= mostDrawn {
			return &assistant.Drawn{Title: clean.Line(title), HTML: cleaned, Cut: from > 0 || len(part) < len(content)}
		}
	}
}
