package pages

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// mostNamed bounds how many deciders are named; of more, only the number is given.
const mostNamed = 2

// WaitsFor is whom something waits for, and since when, as the viewer reads it.
type WaitsFor struct {
	Whom  string    // "" is the viewer
	Since time.Time // by their clock
	Today bool      // by the same clock
}

// Words say it, but for the time.
func (w WaitsFor) Words(in wording.Words) string {
	if w.Whom == "" {
		return in.Say("waits for you since")
	}
	return in.Say("waits for %s since", w.Whom)
}

// Looks is the viewer of what waits, with the names and the time zone that they see.
type Looks struct {
	Me     assistant.PersonID
	Called map[assistant.PersonID]string
	In     wording.Words
	Zone   *time.Location
	Now    time.Time
}

// WaitsFor says whom something waits for, given who may decide on it: the viewer if they may, else the person it was handed to or
// who asked for it if they may, else the others.
func (l Looks) WaitsFor(p assistant.Pending, may []assistant.Person) WaitsFor {
	return l.since(p, l.whom(p, may))
}

func (l Looks) since(p assistant.Pending, whom string) WaitsFor {
	at, now := p.Since.In(l.Zone), l.Now.In(l.Zone)
	return WaitsFor{Whom: whom, Since: at, Today: at.YearDay() == now.YearDay() && at.Year() == now.Year()}
}

func (l Looks) whom(p assistant.Pending, may []assistant.Person) string {
	of := func(who assistant.PersonID) bool {
		return slices.ContainsFunc(may, func(one assistant.Person) bool { return one.ID == who })
	}
	if p.Kind == assistant.PendingQuestion { // a question goes to the person who asked
		if p.RequestedBy == l.Me {
			return ""
		}
		return l.named(p.RequestedBy)
	}
	if h, handed := p.HandedBy(l.Me); handed && of(h.To) {
		return l.named(h.To)
	}
	switch {
	case of(l.Me) || len(may) == 0 && (p.Decides || p.RequestedBy == l.Me):
		return ""
	case len(may) == 0 || of(p.RequestedBy):
		return l.named(p.RequestedBy)
	case len(may) > mostNamed:
		return l.In.Say("one of %d people", len(may))
	case len(may) == mostNamed:
		return l.In.Say("%s or %s", l.named(may[0].ID), l.named(may[1].ID))
	}
	return l.named(may[0].ID)
}

func (l Looks) named(who assistant.PersonID) string {
	if name := l.Called[who]; name != "" {
		return name
	}
	return l.In.Say("somebody who may decide")
}
