package assistant

import (
	"cmp"
	"slices"
)

// Exchanges tell what came of each message that people wrote, as a stretch of the log has it. Asking again or editing a message makes a
// new version of it: a message that names the first version ([Said.Replaces]). Each version has its own exchange:
//
//	answered in words alone ──a newer version comes──▶ one version of the line is shown at a time
//	led to work, or was taken up by another's turn ───▶ always shown, however often it is replaced
//
// No model reads an exchange that people are not shown ([Exchanges.Replaced]), so that a yes never refers to something hidden. Neither
// the order in which messages are added matters, nor whether one is added twice.
type Exchanges struct {
	of    map[MessageID]*exchange
	lines map[MessageID][]*exchange // by the first version, in the order in which they were said
}

// exchange is what a person said and the reactions to it.
type exchange struct {
	id    MessageID
	seq   int64 // 0 while the words themselves are not known
	first MessageID
	works bool        // more came of it than words
	heard []MessageID // what others said meanwhile and its turn has taken up
}

// ExchangesOf are the exchanges of a stretch of the log.
func ExchangesOf(ms []Message) *Exchanges {
	e := &Exchanges{of: map[MessageID]*exchange{}, lines: map[MessageID][]*exchange{}}
	e.Add(ms)
	return e
}

// Add takes in more of the log.
func (e *Exchanges) Add(ms []Message) {
	for _, m := range ms {
		if said, ok := m.Body.(Said); ok && m.Author == AuthorUser {
			e.said(m, said)
			continue
		}
		if m.Cause == "" {
			continue
		}
		x := e.exchange(m.Cause)
		x.works = x.works || !m.onlyWords()
		if b, ok := m.Body.(Thought); ok && b.Heard != "" && !slices.Contains(x.heard, b.Heard) {
			x.heard = append(x.heard, b.Heard)
			e.exchange(b.Heard).works = true // of the turn that heard it
		}
	}
}

func (e *Exchanges) said(m Message, said Said) {
	x := e.exchange(m.ID)
	if x.seq != 0 {
		return
	}
	x.seq, x.first = m.Seq, cmp.Or(said.Replaces, m.ID)
	line := slices.Concat(e.lines[x.first], []*exchange{x})
	slices.SortFunc(line, func(a, b *exchange) int { return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.id, b.id)) })
	e.lines[x.first] = line
}

func (e *Exchanges) exchange(id MessageID) *exchange {
	x := e.of[id]
	if x == nil {
		x = &exchange{id: id}
		e.of[id] = x
	}
	return x
}

// onlyWords tells whether a message that came of somebody's words changed nothing and asks for nothing. What code answers may say what
// it has set; what was stopped is only words unless it can be gone on with.
func (m Message) onlyWords() bool {
	if m.Run != "" || m.Facts().Run != "" {
		return false
	}
	switch b := m.Body.(type) { //nolint:gochecksumtype // of all others something is to be seen
	case Thought, Routed, ActivityChanged, FileRead, Failed:
		return true
	case Said:
		return !b.Code || b.Stopped && len(b.Next) == 0
	default:
		return false
	}
}

// Exchange is the message that began the exchange that a message belongs to; "" where it belongs to none.
func (m Message) Exchange() MessageID {
	if m.Author == AuthorUser {
		return FirstSaid(m)
	}
	return m.Cause
}

// Version says which of how many versions of a message one is.
type Version struct {
	First     MessageID // of the line
	Number    int       // from 1
	Of        int
	Earlier   MessageID // the version before; "" for the first
	Later     MessageID // the one after; "" for the newest
	OnlyWords bool      // nothing but words came of it, so that it may be hidden while another version is shown
}

// Version gives which version a message is; false where it has only one. A first version that is further up than the stretch
// is counted.
func (e *Exchanges) Version(id MessageID) (Version, bool) {
	x := e.of[id]
	if x == nil || x.seq == 0 {
		return Version{}, false
	}
	line, before := e.lines[x.first], 0
	if line[0].id != x.first {
		before = 1
	}
	at := slices.Index(line, x)
	v := Version{First: x.first, Number: at + 1 + before, Of: len(line) + before, OnlyWords: !x.works}
	switch {
	case at > 0:
		v.Earlier = line[at-1].id
	case before > 0:
		v.Earlier = x.first
	}
	if at+1 < len(line) {
		v.Later = line[at+1].id
	}
	return v, v.Of > 1
}

// Replaced tells whether a newer version has taken the place of a message and its answer.
func (e *Exchanges) Replaced(id MessageID) bool {
	v, ok := e.Version(id)
	return ok && v.OnlyWords && v.Later != ""
}

// Shown tells whether an exchange is shown where somebody has chosen a version to be; "" is no choice, and the newest one is.
func (e *Exchanges) Shown(id, chosen MessageID) bool {
	v, ok := e.Version(id)
	if !ok || !v.OnlyWords {
		return true
	}
	if c, known := e.Version(chosen); known && c.OnlyWords && c.First == v.First {
		return id == chosen
	}
	return v.Later == ""
}

// Heard is the seq of the newest words that the turn about a message has taken up: its own, or what was said meanwhile; 0 where they
// are further up in the log.
func (e *Exchanges) Heard(id MessageID) int64 {
	x := e.of[id]
	if x == nil {
		return 0
	}
	newest := x.seq
	for _, heard := range x.heard {
		if h := e.of[heard]; h != nil && x.seq != 0 {
			newest = max(newest, h.seq)
		}
	}
	return newest
}

// Versioned tells whether a message belongs to an exchange of which there are several versions.
func (e *Exchanges) Versioned(m Message) bool {
	_, ok := e.Version(m.Exchange())
	return ok
}
