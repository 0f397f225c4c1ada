package web_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
)

// reportingTo are background tasks that tell what comes of them in one conversation.
type reportingTo struct {
	background.Store

	conversation assistant.ConversationID
}

func (s reportingTo) Background(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID) (assistant.BackgroundTask, error) {
	b, err := s.Store.Background(ctx, t, id)
	b.Conversation = s.conversation
	return b, err
}

// TestWhatComesOfATaskIsFollowedAtItsOwnAddress, and is gone on with by whoever names the last event that they have: nobody is led
// to another address, on the way to which clients leave that behind.
func TestWhatComesOfATaskIsFollowedAtItsOwnAddress(t *testing.T) {
	w, db, h := agenda(t)
	made := told(t, call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","schedule":"every weekday at 9"}`).Body.Bytes())
	c := w.start("Audit")
	for _, text := range []string{"one", "two", "three"} {
		w.add(c, said(text))
	}
	now := func() time.Time { return time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC) }
	change := func(c2 *web.Config) {
		c2.Tasks = &background.Desk{Store: reportingTo{db.Verbs, c}, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: now}
	}
	server := w.serve(t, change)
	server.Client().CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	path := "/api/tasks/" + made.ID + "/events"
	for name, from := range map[string]func() func() event{
		"the last event": func() func() event { next, _ := listen(t, server, path, "Last-Event-ID", "2"); return next },
		"the address":    func() func() event { next, _ := listen(t, server, path+"?after=2"); return next },
	} {
		if e := from()(); e.id != "3" {
			t.Errorf("%s: gone on at %+v", name, e)
		}
	}
	next, _ := listen(t, server, path, "Last-Event-ID", "3")
	eventually(t, "a listener", func() bool { return w.listening(c) > 0 })
	w.add(c, said("live"))
	if e := next(); e.id != "4" {
		t.Errorf("told %+v", e)
	}

	h = w.surface(t, change)
	for id, want := range map[string]int{nobodys(): http.StatusNotFound, "nothing": http.StatusNotFound} {
		if got := call(t, h, "GET", "/api/tasks/"+id+"/events", ""); got.Code != want {
			t.Errorf("%s: %d", id, got.Code)
		}
	}
	elsewhere := w.surface(t, func(c2 *web.Config) {
		change(c2)
		c2.Tasks.Store = reportingTo{db.Verbs, assistant.ConversationID(nobodys())}
	})
	if got := call(t, elsewhere, "GET", path, ""); got.Code != http.StatusNotFound {
		t.Errorf("a conversation that is not there: %d", got.Code)
	}
}
