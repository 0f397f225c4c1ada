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
