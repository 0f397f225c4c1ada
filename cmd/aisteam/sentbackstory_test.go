package main

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/sampled"
)

// storyBase is the database of a story, whose time can pass while nothing is served.
type storyBase struct {
	env   []string
	ages  func(w *storyHouse, passed time.Duration)
	count func(w *storyHouse, query string) int
}

func onOwnServers(t *testing.T) storyBase {
	t.Helper()
	own := newOwnServers(t)
	return storyBase{
		env: []string{"DATABASE_URL=" + own.url, "REDIS_URL=" + own.redis.URL()},
		ages: func(_ *storyHouse, passed time.Duration) {
			c := own.connect()
			ages(t, c, passed)
			if err := c.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		count: func(_ *storyHouse, query string) int { return own.count(query) },
	}
}

func onEmbedded(t *testing.T) storyBase {
	t.Helper()
	file := func(w *storyHouse) string { return filepath.Join(w.child.data, "aisteam.db") }
	return storyBase{
		ages: func(w *storyHouse, passed time.Duration) {
			if err := agesEmbedded(t, file(w), passed); err != nil {
				t.Fatal(err)
			}
		},
		count: func(w *storyHouse, query string) (n int) {
			db, err := sql.Open("sqlite", "file:"+file(w)+"?_pragma=busy_timeout(5000)")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			return n
		},
	}
}

// TestTheServicesStoryWithHoursBetween: on Slack, on Discord and in the panel a page is planned and written. Then three hours pass between
// each two steps: it is sent back in words, the audit at the end is left out in words, it is sent back again, rejected, asked again by a
// press, and approved. It goes live once, as it was shown last and without an audit, and nobody is told that anything was stopped. With
// a folder in AISTEAM_SCREENSHOTS the pictures of the embedded one are kept. The databases take turns with the changes.
func TestTheServicesStoryWithHoursBetween(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "long stories", 1, 3)
	for i, base := range []struct {
		name   string
		starts func(*testing.T) storyBase
	}{{"embedded", onEmbedded}, {"postgres", onOwnServers}} {
		if sampled.HasTurn(t, t.Name(), i, 2) {
			t.Run(base.name, func(t *testing.T) { servicesStory(t, base.starts(t), base.name == "embedded") })
		}
	}
}

func servicesStory(t *testing.T, base storyBase, looks bool) {
	t.Helper()
	w := newStoryHouse(t, base.env...)
	w.starts()
	rooms := w.rooms(t)
	each := func(does func(r storyRoom), picture, from string) {
		w.child.kill()
		base.ages(w, 3*time.Hour)
		w.starts()
		w.panel.enters(w.child)
		for name, r := range rooms {
			r.returns()
			does(r)
			if name == "panel" && looks && picture != "" {
				w.panel.looksTall(picture, from)
			}
		}
	}
	names := map[string]string{"slack": "Services", "discord": "Careers", "panel": "Prices"}
	for name, r := range rooms {
		plansPage(r, names[name])
	}
	each(func(r storyRoom) {
		r.says("no, make it shorter and mention our phone number")
		r.reads("As you wish: no, make it shorter and mention our phone number")
	}, "hours-1-sent-back", ".card.approval.pending")
	each(func(r storyRoom) {
		r.says("Actually, leave out the audit at the end")
		r.reads("I have left out step 4 (Audit the new page")
	}, "hours-2-left-out", ".card.run")
	each(func(r storyRoom) {
		r.says("shorter, please")
		r.reads("As you wish: shorter, please")
		r.waits("Ask for changes")
	}, "", "")
	each(func(r storyRoom) { r.presses("Reject"); r.reads("because a step of it was declined") }, "hours-3-declined", ".card.run")
	each(func(r storyRoom) { r.presses("Ask again"); r.waits("Ask for changes") }, "", "")
	each(func(r storyRoom) {
		r.presses("Approve")
		r.reads("1 step can be undone")
		r.reads("Left out, as wished")
		lacks(t, r, "stopped")
	}, "hours-4-published", ".card.run")
	eventually(t, patience, "everything is done", func() bool {
		return base.count(w, `select (select count(*) from mail) + (select count(*) from assistant_runs where status in ('planning', 'running'))`) == 0
	})
	for query, n := range map[string]int{
		`select count(*) from assistant_runs`:                                                                                          3,
		`select count(*) from tool_calls where tool = 'create_page'`:                                                                   3,
		`select count(*) from tool_calls where tool = 'run_audit'`:                                                                     0,
		`select count(*) from assistant_messages where body_type = 'approval_decided' and cast(body as text) like '%shorter, please%'`: 3,
	} {
		if got := base.count(w, query); got != n {
			t.Errorf("%s: %d, want %d", query, got, n)
		}
	}
	for _, name := range []string{"services", "careers", "prices"} {
		if status, page, err := get(t.Context(), w.child.url("/sites/aquaverter/"+name)); err != nil || status != http.StatusOK || !strings.Contains(page, "mention our phone number") {
			t.Errorf("%s answers %d, %v:\n%s", name, status, err, page)
		}
	}
	w.lawful(t)
}
