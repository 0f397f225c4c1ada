package view

import "github.com/aisteam/aisteam/assistant"

// Picture is an image that is kept here. A surface that cannot show it leads to it by what is to be seen on it.
type Picture struct {
	Seen string // the alternative text
	File assistant.File
}

func (p Picture) says() bool { return p.File.URL != "" }

// safe leaves the file as it is: its address is where it is kept.
func (p Picture) safe(s safe) Section {
	p.Seen = s.words(p.Seen)
	return p
}
