package budget_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

const (
	fewWait, manyWait = 10, 1_000
	waitsGrow         = 4 // times what few take: all of it is counted, and so little is read of each that it does not show
)

// whereItWaits are the pages that show what waits, or how much does.
func whereItWaits() []string {
	return []string{"/", "/waiting", "/waiting?page=3", "/waiting?kind=plan", "/work", "/people", "/panel/now"}
}

// TestAThousandWaitingThingsAskForNoMoreThanTen counts what pages ask of the stores, and how long their answers are: neither grows with
// what waits.
func TestAThousandWaitingThingsAskForNoMoreThanTen(t *testing.T) {
	for name, c := range map[string]func(*testing.T) storage.Config{
		"postgres": func(t *testing.T) storage.Config { return storage.Config{DatabaseURL: servers.Postgres(t)} },
		"sqlite":   func(t *testing.T) storage.Config { return storage.Config{Dir: t.TempDir()} },
	} {
		t.Run(name, func(t *testing.T) {
			p := openPanel(t, c(t))
			p.waiting(enoughWait)
			few := map[string]spent{}
			size := map[string]int{}
			for _, at := range whereItWaits() {
				p.view(at)
				asked, _, body := p.view(at)
				few[at], size[at] = asked, len(body)
			}
			p.waiting(manyWait - enoughWait)
			for _, at := range whereItWaits() {
				p.view(at)
				asked, _, body := p.view(at)
				t.Logf("%s: %s, %d bytes (%d with %d)", at, asked, len(body), size[at], enoughWait)
				if asked.trips > few[at].trips || asked.statements > few[at].statements {
					t.Errorf("%s asks for %s where %d things wait, and for %s where %d do", at, few[at], enoughWait, asked, manyWait)
				}
				if own := asked.statements - asked.settings; at == "/" && (asked.trips > viewTrips || own > homeStatements) {
					t.Errorf("%s asks for %s: what the bodies of things that wait say is read once", at, asked)
				}
				if len(body) > size[at]*5/4 {
					t.Errorf("%s has %d bytes where %d things wait, and %d where %d do", at, size[at], enoughWait, len(body), manyWait)
				}
			}
		})
	}
}

// enoughWait are so many that every page of them is full.
const enoughWait = 120

// TestAThousandWaitingThingsAreShownAtOnce measures pages where a thousand things wait, against the same where ten do, on each database:
// what the server takes, and when a browser paints them.
func TestAThousandWaitingThingsAreShownAtOnce(t *testing.T) {
	if !*panelSpeed {
		t.Skip("a measurement of minutes: -panel")
	}
	t.Run("sqlite", func(t *testing.T) { manyWaits(t, storage.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { manyWaits(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func manyWaits(t *testing.T, c storage.Config) {
	p := openPanel(t, c)
	tab := p.tab(t)
	commits := p.commits()
	p.waiting(fewWait)
	for _, at := range []string{"/", "/waiting", "/work", "/panel/now"} {
		p.within(commits, inboxLimit, at+", "+strconv.Itoa(fewWait)+" wait", at)
	}
	p.waiting(manyWait - fewWait)
	for _, at := range []string{"/", "/waiting", "/work", "/panel/now"} {
		if p95 := p.within(commits, inboxLimit*waitsGrow, at+", "+strconv.Itoa(manyWait)+" wait", at); p95 > pressLimit {
			t.Errorf("%s takes %v where %d things wait, more than %v", at, p95, manyWait, pressLimit)
		}
	}
	for _, at := range []string{"/", "/waiting"} {
		p.compare(tab, "first paint of "+at+" where "+strconv.Itoa(manyWait)+" wait", p.server.URL+at, "an empty page", p.server.URL+nothing, "paint", 3)
	}
}

// TestTenThousandConversationsAreListedAtOnce measures the pages that list and find conversations where there are ten thousand, on each
// database.
func TestTenThousandConversationsAreListedAtOnce(t *testing.T) {
	if !*panelSpeed {
		t.Skip("a measurement of minutes: -panel")
	}
	t.Run("sqlite", func(t *testing.T) { manyTalks(t, storage.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { manyTalks(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func manyTalks(t *testing.T, c storage.Config) {
	p := openPanel(t, c)
	commits := p.commits()
	var middle assistant.ConversationID
	const few, many = 50, 10_000
	for n := range many {
		if n == few {
			for what, at := range map[string]string{"the list": "/", "a search": "/panel/find?q=Message", "a search in vain": "/panel/find?q=zebra", "what an open page asks": "/panel/now"} {
				p.within(commits, viewLimit*waitsGrow, what+", few conversations", at)
			}
		}
		if c := p.talk(1); n == many/2 {
			middle = c
		}
	}
	for what, at := range map[string]string{
		"the list": "/", "the list further down": "/?past=" + string(middle), "a search": "/panel/find?q=Message", "a search in vain": "/panel/find?q=zebra", "what an open page asks": "/panel/now",
	} {
		if p95 := p.within(commits, inboxLimit*waitsGrow, what+", ten thousand conversations", at); p95 > pressLimit {
			t.Errorf("%s takes %v, more than %v", what, p95, pressLimit)
		}
	}
}

// waiting are so many things that wait, each in a conversation of its own: every other is a plan, the rest are actions.
func (p *panel) waiting(n int) {
	p.t.Helper()
	for i := range n {
		c := p.talk(1)
		if i%2 == 0 {
			p.proposes(c)
			continue
		}
		a := assistant.Approval{
			ID: assistant.NewID[assistant.ApprovalID](p.IDs), Tool: "update_page", Title: assistant.Say("Change it"), RequestedBy: p.Owner.ID, Hash: "h", ExpiresAt: time.Now().Add(time.Hour),
			Preview: assistant.Preview{
				Title: assistant.Say("Change it"), Target: "https://shop.example/services", State: "old", Whole: strings.Repeat("A page says much about what somebody does. ", 150),
				Fields: []assistant.Field{{Name: "Title", Old: "Services", New: "What we do"}},
			},
		}
		if _, err := p.Intake.Post(p.t.Context(), assistant.Message{
			Tenant: p.Tenant, Conversation: c, Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: a},
		}); err != nil {
			p.t.Fatal(err)
		}
	}
}
