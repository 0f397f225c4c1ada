package view

import "github.com/aisteam/aisteam/wording"

// List is lines below a title.
type List struct {
	In    wording.Words
	Title string
	Items []Fact
}

func (l List) says() bool { return len(l.Items) > 0 }

func (l List) safe(s safe) Section {
	l.Title, l.Items = s.words(l.Title), s.facts(l.Items)
	return l
}
