package web_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatWaitsIsPutAsideUntilAMoment: it is on a list of its own then, is counted no more, and is shown again at once when that is wanted.
func TestWhatWaitsIsPutAsideUntilAMoment(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	w.owner.Zone = "America/Toronto"
	h := w.surface(t)
	in := cookie(t, h)
	page := func() string { return call(t, h, http.MethodGet, "/waiting", "", in).Body.String() }
	count := func() string {
		_, after, _ := strings.Cut(page(), `<span id="waits" data-count="`)
		n, _, _ := strings.Cut(after, `"`)
		return n
	}
	before := count()
	what := []string{"kind", "plan", "ref", string(s.plan), "version", "2"}
	code, to, said := fill(t, h, in, "/panel/waiting/aside", append(what, "until", "tomorrow")...)
	if code != http.StatusSeeOther || to != "/waiting?put="+string(s.plan) {
		t.Fatalf("%d %s %s", code, to, said)
	}
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	day := w.now().In(toronto)
	morning := time.Date(day.Year(), day.Month(), day.Day()+1, 9, 0, 0, 0, toronto)
	if got := w.deferred[assistant.Waits{Kind: assistant.PendingPlan, Ref: string(s.plan), Version: 2}][w.owner.ID]; !got.Equal(morning) {
		t.Errorf("it is put aside until %s, not %s", got, morning)
	}
	if now := count(); now == before || strings.Contains(page(), `data-item="`+string(s.plan)+`"`) || !strings.Contains(page(), `id="aside"`) {
		t.Errorf("%s wait after %s", now, before)
	}
	if told := call(t, h, http.MethodGet, to, "", in).Body.String(); !strings.Contains(told, "Put aside:") || !strings.Contains(told, "It comes back") {
		t.Errorf("nobody says until when: %s", told)
	}
	if code, _, said := fill(t, h, in, "/panel/waiting/aside", append(what, "until", "now")...); code != http.StatusSeeOther || count() != before {
		t.Errorf("%d %s: %s wait", code, said, count())
	}
	for until, want := range map[string]int{"": http.StatusBadRequest, "for ever": http.StatusBadRequest} {
		if code, _, said := fill(t, h, in, "/panel/waiting/aside", append(what, "until", until)...); code != want || count() != before {
			t.Errorf("until %q: %d %s", until, code, said)
		}
	}
	if code, to, said := fill(t, h, in, "/panel/waiting/aside", "kind", "plan", "ref", string(nobody), "until", "monday"); code != http.StatusSeeOther || to != "/waiting" || len(w.deferred) != 0 {
		t.Errorf("what does not wait: %d %s %s", code, to, said)
	}
}

// TestWhatEndsBeforeItWouldComeBackComesBackInTime, and the page says so; what ends within the hour stays where it is.
func TestWhatEndsBeforeItWouldComeBackComesBackInTime(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	ends := func(in time.Duration) time.Time {
		a := w.approvals[s.approval]
		a.ExpiresAt = w.now().Add(in)
		w.approvals[s.approval] = a
		return a.ExpiresAt
	}
	at := ends(3*time.Hour + time.Minute)
	what := []string{"kind", "approval", "ref", string(s.approval), "version", "0", "until", "tomorrow"}
	code, to, said := fill(t, h, in, "/panel/waiting/aside", what...)
	if code != http.StatusSeeOther {
		t.Fatalf("%d %s", code, said)
	}
	if got := w.deferred[assistant.Waits{Kind: assistant.PendingApproval, Ref: string(s.approval)}][w.owner.ID]; !got.Equal(at.Add(-time.Hour)) {
		t.Errorf("it ends at %s and comes back at %s", at, got)
	}
	if told := call(t, h, http.MethodGet, to, "", in).Body.String(); !strings.Contains(told, "in time before it ends") {
		t.Error("nobody says why it comes back earlier")
	}
	w.deferred = nil
	ends(59 * time.Minute)
	if code, _, said := fill(t, h, in, "/panel/waiting/aside", what...); code != http.StatusConflict || len(w.deferred) != 0 || !strings.Contains(said, "less than an hour") {
		t.Errorf("%d %s", code, said)
	}
}

// TestAThousandThingsThatWaitArePagesOfAList: each page draws so many, and every one of them is on one page.
func TestAThousandThingsThatWaitArePagesOfAList(t *testing.T) {
	w := newWorld(t)
	tell(w, "")
	c := w.start("Many")
	for i := range 1000 {
		id := assistant.NewID[assistant.ApprovalID](w.ids)
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindStatus, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
			ID: id, Title: assistant.Say("Replace the phone number"), Hash: strconv.Itoa(i), RequestedBy: w.owner.ID,
		}}})
	}
	h := w.surface(t)
	in := cookie(t, h)
	seen, at, pages := map[string]bool{}, "/waiting", 0
	began := time.Now()
	for at != "" && pages < 100 {
		page := call(t, h, http.MethodGet, at, "", in).Body.String()
		pages++
		n := 0
		for _, part := range strings.Split(page, `data-item="`)[1:] {
			ref, _, _ := strings.Cut(part, `"`)
			n++
			if seen[ref] {
				t.Errorf("%s is on two pages", ref)
			}
			seen[ref] = true
		}
		if n == 0 || n > 25 {
			t.Errorf("%s shows %d", at, n)
		}
		before, _, more := strings.Cut(page, `">Those after</a>`)
		if at = ""; more {
			at = strings.ReplaceAll(before[strings.LastIndex(before, `href="`)+len(`href="`):], "&amp;", "&")
		}
	}
	if len(seen) < 1000 {
		t.Errorf("%d of them are on %d pages", len(seen), pages)
	}
	t.Logf("%d pages of what waits in %s, each %s", pages, time.Since(began), time.Since(began)/time.Duration(pages))
}
