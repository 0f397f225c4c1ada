package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/browser"
)

// office is a world with something to do for every errand.
type office struct {
	*shownWorld

	at        *premises
	colleague assistant.Person
	footer    assistant.ConversationID // where something waits that may be approved for its like
	number    assistant.ApprovalID     // which is this
	hours     assistant.ConversationID // where an answer is being written
	keys      *keyring
	models    *backends.Desk
}

const elsewhere = "the secret of a session in another browser"

// premises are an address and a window at which offices follow each other, so that the browser need not fetch and read the same files for
// each of them.
type premises struct {
	*httptest.Server

	inside http.Handler
	window context.Context //nolint:containedctx // a chromedp tab is its context
}

func newPremises(t *testing.T) *premises {
	t.Helper()
	p := &premises{window: browser.NewFor(t, 2*time.Hour)}
	p.Server = onLocalhost(t, func(string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.inside.ServeHTTP(w, r) })
	})
	return p
}

// open gives the window to a test, with nothing in it of the one before, and takes it back.
func (p *premises) open(t *testing.T, path string) tab {
	t.Helper()
	b := tab{t: t, ctx: p.window, dir: os.Getenv("AISTEAM_SCREENSHOTS")}
	_, err := chromedp.Call(b.ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: p.URL, StorageTypes: "cookies,local_storage,indexeddb,service_workers"})
	if err != nil {
		t.Fatal(err)
	}
	b.signsIn(p.Server)
	b.opens(p.URL + path)
	t.Cleanup(func() { b.do(chromedp.Navigate("about:blank")) }) // whatever still asks the server, and is kept for the tab
	return b
}

func newOffice(t *testing.T, at *premises) *office {
	t.Helper()
	o := &office{shownWorld: newShownWorld(t, asItIs), at: at}
	o.reaches, o.net, o.keys = true, letsHansIn{}, newKeyring(o.world)
	o.models, _ = modelServer(t, o.world)
	at.inside = o.surface(t, append(o.with, withModels(o.world, o.models), func(c *web.Config) { c.Passkeys, c.Public = o.keys, assistant.PublicAt(at.URL) })...)
	o.colleague = o.join("Tess", assistant.RoleApprover)
	if _, err := o.StartSession(t.Context(), o.tenant.ID, o.owner.ID, elsewhere, assistant.Browser{}); err != nil {
		t.Fatal(err)
	}
	o.asksForItsLike()
	o.hours = o.start("Hours")
	o.add(o.hours, assistant.Message{Author: assistant.AuthorUser, Person: o.owner.ID, Kind: assistant.KindMessage, Content: "When do you open?", Body: assistant.Said{}})
	return o
}

// bareOffice is one to read the list of errands from, in which none of them can be done.
func bareOffice() *office { return &office{shownWorld: &shownWorld{world: bareWorld()}} }

func (o *office) asksForItsLike() {
	o.footer, o.number = o.start("Footer phone number"), assistant.NewID[assistant.ApprovalID](o.ids)
	o.add(o.footer, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindStatus, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: o.number, Title: assistant.Say("Replace the phone number"), Standing: true, Like: assistant.Like{What: "Update a page", Where: "Footer"}, Hash: "h1", ExpiresAt: o.now().Add(time.Hour),
		Preview: assistant.Preview{Title: assistant.Say("Replace the phone number"), Fields: []assistant.Field{{Name: "phone", Old: "555-0100", New: "555-0199"}}},
	}}})
}

// writes has an answer written in the conversation that is open.
func (o *office) writes(b tab) {
	b.t.Helper()
	b.hears(o.world, draftNews(o.hours, "We open at nine, and on Sat"), `!document.getElementById("halt").hidden`)
}

// decided tells whether the last that was done is such a decision.
func (o *office) decided(want func(assistant.Body) bool) func() bool {
	return func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return len(o.acts) > 0 && want(o.acts[len(o.acts)-1].Body)
	}
}

// said tells whether the last that was said is such a message.
func (o *office) said(want func(assistant.Inbound) bool) func() bool {
	return func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return len(o.inbound) > 0 && want(o.inbound[len(o.inbound)-1])
	}
}

// filed tells whether such a file is kept, and went into a conversation.
func (o *office) filed(words string) func() bool {
	return func() bool {
		o.files.mu.Lock()
		defer o.files.mu.Unlock()
		for _, one := range o.files.kept {
			if string(one.Bytes) == words && one.Conversation != "" {
				return true
			}
		}
		return false
	}
}

// holds tells whether the world is such.
func (o *office) holds(want func() bool) func() bool {
	return func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return want()
	}
}

// automated tells whether an automation is kept that is such.
func (o *office) automated(t *testing.T, want func(assistant.BackgroundTask) bool) func() bool {
	return func() bool {
		all, err := o.db.Verbs.Backgrounds(t.Context(), o.tenant.ID, o.owner.ID, 100)
		return err == nil && slices.ContainsFunc(all, want)
	}
}

// hears tells whether it is kept that whoever does the errand wants to hear of things so.
func (o *office) hears(t *testing.T, want func(assistant.Hearing) bool) func() bool {
	return func() bool {
		h, err := o.db.People.Hearing(t.Context(), o.tenant.ID, o.owner.ID)
		return err == nil && want(h)
	}
}
