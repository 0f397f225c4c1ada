package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Files are files by their names. A surface that can also hands over those that are kept, under names that it takes.
type Files struct {
	In    wording.Words
	Names []string
	Items []assistant.File
}

func filesOf(all []assistant.File, w wording.Words) Files {
	out := Files{In: w, Items: all}
	for _, f := range all {
		out.Names = append(out.Names, f.Name)
	}
	return out
}

func (f Files) says() bool { return len(f.Items) > 0 }

// safe leaves the files as they are, and makes their names safe to be read.
func (f Files) safe(s safe) Section {
	f.Names = s.all(f.Names)
	return f
}

// Kept are those that are kept here, and can be handed over.
func (f Files) Kept() []assistant.File {
	var out []assistant.File
	for _, one := range f.Items {
		if _, kept := one.KeptID(); kept {
			out = append(out, one)
		}
	}
	return out
}

// MoreFiles says how many files are not named.
func MoreFiles(w wording.Words, n int) string { return w.Say("and %d more files", n) }

// Missing is why files are not where they were asked for.
type Missing struct {
	In       wording.Words
	Platform string
	Unwell   bool   // they could not be brought there this time; otherwise they may not be
	Panel    bool   // they are on the panel
	Cure     string // who can allow it, and how
}

// Words says so, and how to come by the files: link are the words that lead to the panel.
func (m Missing) Words() (says, link string) {
	says = m.In.Say("I may not add files here.")
	if m.Unwell {
		says = m.In.Say("The files could not be brought to %s.", m.Platform)
	}
	switch {
	case m.Panel:
		return says, m.In.Say("Get them in the panel")
	case m.Unwell:
		return says + " " + m.In.Say("Please ask me for them once more in a while."), ""
	default:
		return says + " " + m.In.Say("%s; then ask me once more.", m.In.Label(m.Cure)), ""
	}
}
