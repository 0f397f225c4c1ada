package sitefolder

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"
)

// drawn keeps pages as they were drawn, so that a visitor costs no more than a look at the file's date. What is older than
// it is kept by its stamp: a file that was written meanwhile has another one.
type drawn struct {
	now func() time.Time

	mu    sync.Mutex
	pages map[string]drawnPage
	size  int
}

type drawnPage struct{ stamp, body, tag string }

const (
	drawnMost = 16 << 20    // bytes of all that are kept
	settled   = time.Second // files younger than this may be written again under the same date
)

func newDrawn(now func() time.Time) *drawn { return &drawn{now: now, pages: map[string]drawnPage{}} }

// stampOf tells one state of files from another; nothing where one is so young that it could not.
func (d *drawn) stampOf(files ...fs.FileInfo) string {
	var b strings.Builder
	now := d.now()
	for _, f := range files {
		if now.Sub(f.ModTime()) < settled {
			return ""
		}
		_, _ = fmt.Fprintf(&b, "%s %d %d\n", f.Name(), f.ModTime().UnixNano(), f.Size())
	}
	return b.String() + "."
}

func (d *drawn) get(name, stamp string) (drawnPage, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.pages[name]
	return p, ok && stamp != "" && p.stamp == stamp
}

// keep remembers a page. Where there is no room all are forgotten: drawing them again is no harm.
func (d *drawn) keep(name string, p drawnPage) {
	if p.stamp == "" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.size += p.weight() - d.pages[name].weight()
	if d.size > drawnMost {
		clear(d.pages)
		d.size = p.weight()
	}
	d.pages[name] = p
}

func (p drawnPage) weight() int { return len(p.stamp) + len(p.body) + len(p.tag) }
