package web_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// begun makes a conversation that began at another time than now.
func (w *world) begun(title string, at time.Time) assistant.ConversationID {
	id := w.start(title)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conversations[len(w.conversations)-1].StartedAt = at
	return id
}

var listed = regexp.MustCompile(`<li class="since"[^>]*><h3>([^<]*)</h3>|<bdi>([^<]*)</bdi>|<time [^>]*>([^<]*)</time>`)

// pastOf is what a page lists: groups, titles and times, in order.
func pastOf(page string) []string {
	var out []string
	for _, m := range listed.FindAllStringSubmatch(page[strings.Index(page, `<ul id="past"`):], -1) {
		out = append(out, strings.Join(m[1:], ""))
	}
	return out
}

// TestConversationsStandUnderTheDayTheyBegan: by the clock and in the language of the viewer. It is Thursday, half past nine in the
// evening in Toronto, where it is Friday in Berlin already.
func TestConversationsStandUnderTheDayTheyBegan(t *testing.T) {
	at := func(text string) time.Time {
		out, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, one := range []struct {
		zone, language string
		want           []string
	}{
		{"America/Toronto", "en", []string{
			"Today", "Tea", "20:10", "Cake", "07:00", "Yesterday", "Rain", "25 Nov", "Earlier this week", "Monday", "23 Nov",
			"November", "Sunday", "22 Nov", "First", "1 Nov", "October", "Leaves", "31 Oct", "December 2025", "Snow", "31 Dec",
		}},
		{"Europe/Berlin", "de", []string{
			"Heute", "Tea", "02:10", "Gestern", "Cake", "26. Nov.", "Rain", "26. Nov.", "Früher in dieser Woche", "Monday", "23. Nov.", "Sunday", "23. Nov.",
			"November", "First", "2. Nov.", "Leaves", "1. Nov.", "Januar", "Snow", "1. Jan.",
		}},
	} {
		w := newWorld(t)
		w.now = func() time.Time { return at("2026-11-26T21:30:00-05:00") }
		w.owner.Zone = one.zone
		for _, c := range [][2]string{
			{"Snow", "2025-12-31T22:00:00-05:00"},
			{"Leaves", "2026-10-31T23:30:00-04:00"},
			{"First", "2026-11-01T20:00:00-05:00"},
			{"Sunday", "2026-11-22T23:00:00-05:00"},
			{"Monday", "2026-11-23T08:00:00-05:00"},
			{"Rain", "2026-11-25T23:00:00-05:00"},
			{"Cake", "2026-11-26T07:00:00-05:00"},
			{"Tea", "2026-11-26T20:10:00-05:00"},
		} {
			w.begun(c[0], at(c[1]))
		}
		h := w.surface(t)
		page := call(t, h, "GET", "/", "", cookie(t, h), reading(one.language)).Body.String()
		if got := pastOf(page); !slices.Equal(got, one.want) {
			t.Errorf("in %s:\n%q, not\n%q", one.zone, got, one.want)
		}
	}
}

// A group that goes on in the next stretch of the list has one heading.
func TestAStretchGoesOnUnderTheSameHeading(t *testing.T) {
	w := newWorld(t)
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	w.now = func() time.Time { return now }
	for i := range 50 {
		w.begun("Talk", now.AddDate(0, -3, 0).Add(time.Duration(i-5)*24*time.Hour))
	}
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/", "", in).Body.String()
	more := regexp.MustCompile(`hx-get="(/panel/conversations[^"]*)"`).FindStringSubmatch(page)
	if more == nil {
		t.Fatalf("no way on in %s", page)
	}
	first := pastOf(page)
	next := call(t, h, "GET", strings.ReplaceAll(more[1], "&amp;", "&"), "", in).Body.String()
	got := pastOf(`<ul id="past"` + next)
	if slices.Contains(got, "August") || slices.Contains(got, "September") || !slices.Contains(first, "August") || len(got) != 20 {
		t.Errorf("%q goes on with %q", first, got)
	}
}
