package storagetest

import (
	"strconv"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundTurns: a tenant whose tasks have been due for longer, and are more, leaves the others their turns.
func backgroundTurns(_ *testing.T, w *world) {
	in, err := w.Installs.SaveInstall(w.ctx, assistant.Install{Team: "T9", App: "A9", Tokens: assistant.Tokens{Access: "xoxb-9", Life: time.Hour}})
	w.ok(err)
	said := w.slack("9.0")
	said.Tenant, said.Place.Space, said.From.Space, said.Key = in.Tenant, "T9", "T9", "k9"
	r, err := w.Intake.Receive(w.ctx, said)
	w.ok(err)
	for i := range 2 {
		o := w.order("theirs" + strconv.Itoa(i))
		o.Task.Owner, o.Task.Conversation, o.Task.Project, o.Task.Due = r.Person, r.Conversation, "", ago(time.Duration(10-i)*time.Second)
		_, err := w.Backgrounds.MakeBackground(w.ctx, in.Tenant, o)
		w.ok(err)
	}
	for range 5 {
		w.task()
	}
	got, err := w.Timers.DueTimers(w.ctx, 5)
	w.ok(err)
	var whose []assistant.TenantID
	for _, t := range got {
		whose = append(whose, t.Tenant)
	}
	equal(w, whose, []assistant.TenantID{w.tenant, in.Tenant, w.tenant, in.Tenant, w.tenant})
	equal(w, got[1].DueAt.Before(got[3].DueAt), true)
}

// backgroundPutOff: what could not be done is left out for a while, and each time for longer, though it has been due for longest.
func backgroundPutOff(_ *testing.T, w *world) {
	o := w.order("cannot")
	o.Task.Due = ago(time.Hour)
	bad, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	good := w.task()
	whose := func() (out []string) {
		got, err := w.Timers.DueTimers(w.ctx, 5)
		w.ok(err)
		for _, t := range got {
			out = append(out, t.Ref)
		}
		return out
	}
	equal(w, whose(), []string{string(bad.ID), string(good.ID)})
	due, err := w.Timers.DueTimers(w.ctx, 1)
	w.ok(err)
	w.ok(w.Timers.PutOff(w.ctx, due[0]))
	equal(w, whose(), []string{string(good.ID)})
	moved := due[0]
	moved.DueAt = moved.DueAt.Add(time.Second)
	w.ok(w.Timers.PutOff(w.ctx, moved)) // somebody else's look at it is old: it stays as it is
	still, err := w.Backgrounds.Background(w.ctx, w.tenant, bad.ID)
	w.ok(err)
	equal(w, still.Due.Equal(due[0].DueAt), true)
	for until := time.Now().Add(20 * time.Second); len(whose()) < 2; {
		if time.Now().After(until) {
			w.t.Fatal("what was put off never comes due again")
		}
	}
}
