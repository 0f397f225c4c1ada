package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// zoneChosen: a person is where their browser or their platform says, until they choose; what they chose goes with their sessions, and
// stays until they give it up.
func zoneChosen(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.From.Zone = "Europe/Berlin"
	says := func(key string) {
		w.t.Helper()
		in.Key = key
		_, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
	}
	says("a")
	uma, err := w.People.PersonFor(w.ctx, w.tenant, in.From)
	w.ok(err)
	const secret = "a secret that is long enough for it"
	_, err = w.Sessions.StartSession(w.ctx, w.tenant, uma.ID, secret, assistant.Browser{})
	w.ok(err)
	stands := func(zone string, chosen bool) {
		w.t.Helper()
		s, err := w.Sessions.Session(w.ctx, w.tenant, secret)
		w.ok(err)
		p, err := w.People.Person(w.ctx, w.tenant, uma.ID)
		w.ok(err)
		equal(w, []any{s.Zone, s.ZoneChosen, p.Zone}, []any{zone, chosen, zone})
	}
	stands("Europe/Berlin", false)
	w.ok(w.People.SeeZone(w.ctx, w.tenant, uma.ID, "America/Toronto"))
	stands("America/Toronto", false)
	w.ok(w.People.SeeZone(w.ctx, w.tenant, uma.ID, "Mars/Olympus"))
	stands("America/Toronto", false)
	w.ok(w.People.SetHearing(w.ctx, w.tenant, uma.ID, assistant.Hearing{Zone: "Asia/Tokyo"}))
	stands("Asia/Tokyo", true)
	w.ok(w.People.SeeZone(w.ctx, w.tenant, uma.ID, "America/Toronto"))
	says("b")
	_, err = w.People.PersonFor(w.ctx, w.tenant, in.From)
	w.ok(err)
	stands("Asia/Tokyo", true)
	if w.People.SetHearing(w.ctx, w.tenant, uma.ID, assistant.Hearing{Zone: "Mars/Olympus"}) == nil {
		w.t.Error("a zone that is none was taken")
	}
	w.ok(w.People.SetHearing(w.ctx, w.tenant, uma.ID, assistant.Hearing{}))
	says("c")
	stands("Europe/Berlin", false)
}
