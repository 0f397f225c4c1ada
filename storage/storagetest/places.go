package storagetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func heard(_ *testing.T, w *world) {
	first, second := w.slack("1.0"), w.slack("2.0")
	for i, in := range []assistant.Inbound{first, second, first} {
		in.Key, in.ExternalID = w.ids.New(), string(rune('a'+i))
		_, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
	}
	conversation, err := w.Places.ConversationAt(w.ctx, w.tenant, first.Place)
	w.ok(err)
	known, err := w.Places.Known(w.ctx, w.tenant, first.Place)
	w.ok(err)
	equal(w, known, true)
	for _, p := range []assistant.Place{w.slack("3.0").Place, {Surface: assistant.SurfaceDiscord, Space: "T1", Channel: "C1", Thread: "1.0"}} {
		_, err = w.Places.ConversationAt(w.ctx, w.tenant, p)
		w.is(err, assistant.ErrNotFound)
	}
	_, err = w.Places.ConversationAt(w.ctx, id[assistant.TenantID](w), first.Place)
	w.is(err, assistant.ErrNotFound)

	got, err := w.Places.NewestHeard(w.ctx, w.tenant, assistant.SurfaceSlack, 10)
	w.ok(err)
	equal(w, len(got), 2)
	equal(w, got[0], assistant.Inbound{Tenant: w.tenant, Place: first.Place, Conversation: conversation, ExternalID: "c"})
	equal(w, got[1].ExternalID, "b")
	elsewhere := w.slack("9.0")
	elsewhere.Place.Space, elsewhere.Key, elsewhere.ExternalID = "T9", w.ids.New(), "z"
	_, err = w.Intake.Receive(w.ctx, elsewhere)
	w.ok(err)
	for space, want := range map[string][]string{"": {"z", "c", "b"}, "T9": {"z"}, first.Place.Space: {"c", "b"}, "T8": nil} {
		in, err := w.Places.NewestHeardIn(w.ctx, w.tenant, assistant.SurfaceSlack, space, 10)
		w.ok(err)
		var ids []string
		for _, h := range in {
			ids = append(ids, h.ExternalID)
		}
		equal(w, ids, want)
	}
	none, err := w.Places.NewestHeard(w.ctx, id[assistant.TenantID](w), assistant.SurfaceSlack, 10)
	w.ok(err)
	equal(w, len(none), 0)
}

// newestKnown is of a person's words and of our own posts, where they stand and nowhere else.
func newestKnown(_ *testing.T, w *world) {
	said := w.slack("1.0")
	said.Text, said.Key, said.ExternalID = "a", w.ids.New(), "1000.1"
	r, err := w.Intake.Receive(w.ctx, said)
	w.ok(err)
	w.note(r.Conversation, "one")
	c, _ := w.claimPlace()
	d := assistant.Delivery{Slot: assistant.Slot("said:" + r.Message), Ref: "1234.5", Hash: "h", Nonce: "n1"}
	w.ok(w.intend(c, []assistant.Delivery{d}))
	is := func(tenant assistant.TenantID, s assistant.Surface, channel, id string) bool {
		w.t.Helper()
		messages := map[string]string{channel: id}
		for i := range 250 { // more than one statement asks for
			messages[fmt.Sprintf("other %d", i)] = fmt.Sprintf("unknown %d", i)
		}
		known, err := w.Places.KnownIn(w.ctx, tenant, s, messages)
		w.ok(err)
		equal(w, len(known) <= 1, true)
		return known[id]
	}
	here := said.Place.Channel
	equal(w, []bool{is(w.tenant, said.Place.Surface, here, said.ExternalID), is(w.tenant, said.Place.Surface, here, "1234.5")}, []bool{true, true})
	equal(w, []bool{
		is(w.tenant, said.Place.Surface, here, "9999.9"), is(w.tenant, said.Place.Surface, "elsewhere", "1234.5"),
		is(w.tenant, assistant.SurfaceDiscord, here, "1234.5"), is(id[assistant.TenantID](w), said.Place.Surface, here, "1234.5"),
	}, []bool{false, false, false, false})
}

// reread: a surface compares the result with what it reads back from a channel.
func reread(_ *testing.T, w *world) {
	first := w.slack("1.0")
	conversation := assistant.ConversationID("")
	for i, text := range []string{"one", "two", "three"} {
		in := first
		in.Text, in.Key, in.ExternalID = text, w.ids.New(), string(rune('a'+i))
		got, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		conversation = got.Conversation
	}
	for _, change := range []struct {
		change   assistant.Change
		id, text string
	}{{assistant.ChangeEdited, "a", "first"}, {assistant.ChangeEdited, "a", "last"}, {assistant.ChangeDeleted, "b", ""}} {
		in := first
		in.Change, in.ExternalID, in.Text, in.Key = change.change, change.id, change.text, w.ids.New()
		_, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
	}
	p := first.Place
	got, err := w.Places.HeardIn(w.ctx, w.tenant, p.Surface, p.Space, p.Channel, 20)
	w.ok(err)
	said := map[string]string{}
	for _, in := range got {
		equal(w, []any{in.Place, in.Conversation, in.Person == ""}, []any{p, conversation, false})
		said[in.ExternalID] = string(in.Change) + " " + in.Text
	}
	equal(w, said, map[string]string{"a": "edited last", "b": "deleted ", "c": "said three"})
	equal(w, len(got), 3)
	for _, other := range []assistant.Place{{Space: p.Space, Channel: "C9"}, {Space: "T9", Channel: p.Channel}} {
		none, err := w.Places.HeardIn(w.ctx, w.tenant, p.Surface, other.Space, other.Channel, 20)
		w.ok(err)
		equal(w, len(none), 0)
	}
	linked := w.slack("9.0")
	linked.Conversation = conversation
	_, err = w.Intake.Receive(w.ctx, linked)
	w.ok(err)
	none, err := w.Places.HeardIn(w.ctx, w.tenant, p.Surface, p.Space, p.Channel, 20)
	w.ok(err)
	equal(w, len(none), 0)
}

// heardUntil never goes back.
func heardUntil(_ *testing.T, w *world) {
	until := func() time.Time {
		got, err := w.Places.HeardUntil(w.ctx, w.tenant, assistant.SurfaceDiscord)
		w.ok(err)
		return got
	}
	equal(w, until().IsZero(), true)
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, at := range []time.Time{noon.Add(-time.Hour), noon, noon.Add(-time.Minute)} {
		w.ok(w.Places.MarkHeard(w.ctx, w.tenant, assistant.SurfaceDiscord, at))
	}
	equal(w, until(), noon)
	other, err := w.Places.HeardUntil(w.ctx, w.tenant, assistant.SurfaceSlack)
	w.ok(err)
	equal(w, other.IsZero(), true)
}
