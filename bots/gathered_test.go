package bots_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// busy is a surface that puts off one edit.
type busy struct {
	bots.Surface

	later bool
}

func (b *busy) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	if b.later = !b.later; b.later {
		return &bots.LaterError{After: time.Second}
	}
	return b.Surface.Edit(ctx, p, ref, c)
}

func wants(id assistant.ApprovalID, title string) assistant.Message {
	m := assistant.Message{ID: assistant.MessageID("m-" + id), Kind: assistant.KindMessage, Author: assistant.AuthorAssistant, Seq: 1, Body: assistant.ApprovalRequested{
		Approval: assistant.Approval{ID: id, Run: assistant.RunID("run-" + id), Hash: "h", Title: assistant.Verbatim(title)},
	}}
	m.Slot = assistant.SlotOf(m)
	return m
}

func direct(d *desk) string {
	var out []string
	for _, m := range d.fake.Posted(d.fake.Direct("U1"), "") {
		out = append(out, m.Text)
	}
	return strings.Join(out, "\n---\n")
}

// TestWhatComesFromElsewhereIsShownThoughTheOwnLogHasNothingNew, also where the platform puts it off.
func TestWhatComesFromElsewhereIsShownThoughTheOwnLogHasNothingNew(t *testing.T) {
	d := newDesk(t, func(s bots.Surface, _ *clock) bots.Surface { return &busy{Surface: s} })
	d.fake.AddUser("U1", "Anna")
	one, two := wants("a", "Mend the page"), wants("b", "Make a ticket")
	d.store.place = assistant.DirectPlace(assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"}, one.Slot)
	d.store.say(one)
	d.deliverAll()
	d.store.gathered = []assistant.Gathered{{Slot: one.Slot, Task: "the pages", Messages: []assistant.Message{one}}, {Slot: two.Slot, Task: "the shop", Messages: []assistant.Message{two}}}
	d.store.ready = true
	if d.deliver(); d.store.shown >= int64(len(d.store.log)) {
		t.Error("what was put off counts as shown")
	}
	d.deliverAll()
	if got := direct(d); !strings.HasPrefix(got, "2 changes wait for a decision\n1. Approval needed: Mend the page") || !strings.Contains(got, "2. Approval needed: Make a ticket") || strings.Contains(got, "---") {
		t.Errorf("the direct messages read\n%s", got)
	}
}

// TestWhatIsShownElsewhereIsNotShownTwice: its place has no message of its own.
func TestWhatIsShownElsewhereIsNotShownTwice(t *testing.T) {
	d := newDesk(t, nil)
	d.fake.AddUser("U1", "Anna")
	one := wants("a", "Mend the page")
	d.store.place = assistant.DirectPlace(assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"}, one.Slot)
	d.store.with = "another place"
	d.store.say(one)
	d.deliverAll()
	if got := direct(d); got != "" {
		t.Errorf("the direct messages read\n%s", got)
	}
}
