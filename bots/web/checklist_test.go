package web_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots/web"
)

// firstSteps tells what is done of them, under the lock.
func (w *world) firstSteps() *assistant.Checklist {
	if w.hidden {
		return nil
	}
	out := &assistant.Checklist{Invited: len(w.people)+len(w.invitations) > 0}
	for _, p := range w.projects {
		out.Connected = out.Connected || slices.ContainsFunc(p.Connections, func(c assistant.Connection) bool { return c.Kind != site.KindFolder })
	}
	for _, log := range w.log {
		out.Answered = out.Answered || slices.ContainsFunc(log, func(m assistant.Message) bool { return m.Author == assistant.AuthorAssistant })
	}
	return out
}

func (w *world) PutChecklistAway(_ context.Context, _ assistant.TenantID, by assistant.PersonID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.adminOnly(by); err != nil {
		return err
	}
	w.hidden = true
	return nil
}

// fresh is an installation of which nothing is set up.
type fresh struct{ rehearses, linked atomic.Bool }

func (f *fresh) config(w *world) func(*web.Config) {
	f.rehearses.Store(true)
	return func(c *web.Config) {
		c.Rehearsal = func(assistant.TenantID) bool { return f.rehearses.Load() }
		c.Checklist = &web.Checklist{Kept: w, Linked: f.linked.Load, Sample: "aquaverter.ca"}
	}
}

var (
	checklist = regexp.MustCompile(`(?s)<details class="checklist">.*?</details>`)
	step      = regexp.MustCompile(`<li( class="done")?>(?:<span class="hidden">Done: </span>)?<a href="([^"]+)">([^<]+)</a></li>`)
)

// TestTheChecklistTicksWhatIsDone: by what is there, with the next step in its line; it goes by itself once nothing is left.
func TestTheChecklistTicksWhatIsDone(t *testing.T) {
	w := newWorld(t)
	var at fresh
	h := w.surface(t, at.config(w))
	in := cookie(t, h)
	steps := []string{"Connect a language model", "Add your own site", "Connect Slack, Discord or e-mail", "Invite somebody", "Ask the team for something"}
	paths := []string{"/settings#setup-model", "/settings#add", "/settings#setup-slack", "/people#invite", "#text"}
	shows := func(done ...int) {
		t.Helper()
		list := checklist.FindString(call(t, h, "GET", "/", "", in).Body.String())
		next := slices.IndexFunc(steps, func(s string) bool { return !slices.Contains(done, slices.Index(steps, s)) })
		for _, want := range []string{fmt.Sprintf("First steps: %d of 5 done", len(done)), "Next: " + steps[next]} {
			if !strings.Contains(list, want) {
				t.Errorf("%q is not in %s", want, list)
			}
		}
		all := step.FindAllStringSubmatch(list, -1)
		if len(all) != len(steps) {
			t.Fatalf("%d steps in %s", len(all), list)
		}
		for i, m := range all {
			if m[2] != paths[i] || m[3] != steps[i] || (m[1] != "") != slices.Contains(done, i) {
				t.Errorf("with %v done: %q", done, m)
			}
		}
	}
	shows()
	for _, c := range []assistant.Project{
		{Name: "Shop", Domain: "shop.example"},
		{Name: "Site without an address"},
		{Name: "Sample, connected", Domain: "aquaverter.ca", Connections: []assistant.Connection{site.WordPress("https://shop.example", "bot")}},
	} {
		w.projects = append(w.projects, c)
		shows(1)
		w.projects = w.projects[:1]
	}
	sample := w.projects[0].Domain
	w.projects[0].Domain = "ours.example"
	shows(1)
	w.projects[0].Domain = sample

	at.linked.Store(true)
	shows(2)
	talk := w.start("A question")
	w.add(talk, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "hello", Body: assistant.Said{}})
	shows(2)
	w.add(talk, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "good morning", Body: assistant.Said{}})
	shows(2, 4)
	w.join("Maya", assistant.RoleApprover)
	shows(2, 3, 4)
	at.rehearses.Store(false)
	shows(0, 2, 3, 4)
	if page := call(t, h, "GET", "/c/"+string(talk), "", in).Body.String(); checklist.MatchString(page) {
		t.Error("a conversation has the checklist")
	}
	w.projects[0].Domain = "ours.example"
	if page := call(t, h, "GET", "/", "", in).Body.String(); checklist.MatchString(page) || !strings.Contains(page, "What shall we do for Aquaverter?") {
		t.Error("all is done, and the checklist is shown")
	}
}

// TestTheChecklistIsForAdminsUntilOneHidesIt: a form does it, for all of them and in every browser; nobody else sees it or hides it.
func TestTheChecklistIsForAdminsUntilOneHidesIt(t *testing.T) {
	w := newWorld(t)
	var at fresh
	config := at.config(w)
	h := w.surface(t, config)
	other := w.as(t, w.join("Ada", assistant.RoleAdmin))
	for _, role := range []assistant.Role{assistant.RoleApprover, assistant.RoleMember, assistant.RoleGuest} {
		theirs := w.as(t, w.join("Ben", role))
		if page := call(t, h, "GET", "/", "", theirs).Body.String(); strings.Contains(page, "checklist\"") {
			t.Errorf("%s is shown the checklist", role)
		}
		if code, _, _ := fill(t, h, theirs, "/panel/checklist/hide"); code < 400 || w.hidden {
			t.Errorf("%s hides the checklist: %d", role, code)
		}
	}
	server := w.serve(t, config)
	b := withoutScripts(t, server)
	b.open("/")
	b.press("form[action='/login'] button", map[string]string{"token": token})
	b.press("form[action='/panel/checklist/hide'] button", nil)
	if b.status != http.StatusOK || b.page.Find(".checklist").Length() != 0 || b.page.Find("#compose").Length() != 1 {
		t.Errorf("after it was hidden: %d", b.status)
	}
	if page := call(t, h, "GET", "/", "", other).Body.String(); checklist.MatchString(page) {
		t.Error("the other admin is still shown it")
	}
	without := w.surface(t)
	if code, _, _ := fill(t, without, cookie(t, without), "/panel/checklist/hide"); code != http.StatusNotFound {
		t.Errorf("where there is none: %d", code)
	}
}

// TestTheChecklistLeavesTheBoxInSight: folded it is a line or two, unfolded it scrolls within itself, and either way it is where it was
// pressed, down to 320 px.
func TestTheChecklistLeavesTheBoxInSight(t *testing.T) {
	w := newWorld(t)
	var at fresh
	b := openTab(t, w.serve(t, at.config(w)), "/")
	b.await(`document.querySelector(".checklist")`)
	seen := `["text", "send", "scroll"].map(id => document.getElementById(id)).concat(document.querySelector(".checklist summary")).every((e) => {
		const at = e.getBoundingClientRect();
		return at.top > 0 && at.bottom <= innerHeight && at.right <= innerWidth;
	})`
	for _, width := range []int64{390, 320} {
		b.size(width, 568, true)
		b.js(`document.querySelector(".checklist").open = false`)
		b.await(seen + ` && document.querySelector(".checklist").offsetHeight < 90`)
		b.js(`document.querySelector(".checklist").open = true`)
		b.await(seen + ` && document.querySelector(".checklist").offsetHeight <= innerHeight * 0.41`)
	}
	b.everyLook("checklist", axe(t))
}
