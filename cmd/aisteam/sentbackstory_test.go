package main

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestTheServicesStoryWithHoursBetween: on Slack, on Discord and in the panel a page is planned and written. Then three hours pass between
// each two steps: it is sent back in words, again in words, rejected, asked again by a press, and approved. It goes live once, as it was
// shown last, and nobody is told that anything was stopped.
func TestTheServicesStoryWithHoursBetween(t *testing.T) {
	t.Parallel()
	own := newOwnServers(t)
	w := newStoryHouse(t, "DATABASE_URL="+own.url, "REDIS_URL="+own.redis.URL())
	w.starts()
	rooms := w.rooms(t)
	passes := func() {
		w.child.kill()
		c := own.connect()
		ages(t, c, 3*time.Hour)
		if err := c.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.starts()
		w.panel.enters(w.child)
	}
	each := func(does func(r storyRoom)) {
		passes()
		for _, r := range rooms {
			r.returns()
			does(r)
		}
	}
	names := map[string]string{"slack": "Services", "discord": "Careers", "panel": "Prices"}
	for name, r := range rooms {
		plansPage(r, names[name])
	}
	each(func(r storyRoom) {
		r.says("no, make it shorter and mention our phone number")
		r.reads("+ Our phone number.")
	})
	each(func(r storyRoom) {
		r.says("shorter, please")
		r.reads("shorter, please")
		r.waits("Ask for changes")
	})
	each(func(r storyRoom) { r.presses("Reject"); r.reads("because a step of it was declined") })
	each(func(r storyRoom) { r.presses("Ask again"); r.waits("Ask for changes") })
	each(func(r storyRoom) { r.presses("Approve"); r.reads("1 step can be undone"); lacks(t, r, "stopped") })
	own.rests(0)
	own.counts(map[string]int{
		`select count(*) from tool_calls where tool = 'create_page'`:                                                                   3,
		`select count(*) from assistant_messages where body_type = 'approval_decided' and cast(body as text) like '%shorter, please%'`: 3,
	})
	for _, name := range []string{"services", "careers", "prices"} {
		if status, page, err := get(t.Context(), w.child.url("/sites/aquaverter/"+name)); err != nil || status != http.StatusOK || !strings.Contains(page, "Our phone number.") {
			t.Errorf("%s answers %d, %v:\n%s", name, status, err, page)
		}
	}
	w.lawful(t)
}
