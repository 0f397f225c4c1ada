package budget_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/projects"
	"github.com/aisteam/aisteam/storage"
)

// What a view of a page may ask for. A conversation costs as much whether it has fifty messages or many. Who looks is one trip, and
// all that they see the other: the conversations, what waits with the projects and the settings, and the messages.
const (
	viewTrips      = 2
	homeStatements = 3
	// The viewer, what waits, its bodies, its deciders, their groups, whom it waits for, its cards, notices, and the rules and people for handing on.
	inboxTrips             = 10
	inboxStatements        = 10
	conversationStatements = 4
)

// mute is an inbox in which nobody speaks.
type mute struct{ bots.Inbox }

// panel is the panel over a real ledger, with somebody who counts.
type panel struct {
	*ledgerkit.Ledger

	t       testing.TB
	surface *web.Surface
	handler http.Handler // made once, as by a server
	server  *httptest.Server
	cookies []*http.Cookie

	mu    sync.Mutex
	trips []storage.Trip
}

const panelToken = "a-token-nobody-would-guess"

func openPanel(tb testing.TB, c storage.Config) *panel {
	tb.Helper()
	p := &panel{t: tb}
	c.Trips = func(trip storage.Trip) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.trips = append(p.trips, trip)
	}
	p.Ledger = ledgerkit.Open(tb, c, assistant.Project{Name: "Shop", Slug: "shop", Domain: "shop.example", Connections: []assistant.Connection{site.Folder()}})
	p.serve(mute{}, nil)
	return p
}

// serve makes the surface over the ledger, with an inbox behind it, and signs in.
func (p *panel) serve(inbox bots.Inbox, news web.News) {
	tb, db := p.t, p.Verbs
	tb.Helper()
	edited, err := projects.New(projects.Config{Store: db, Removals: db, Admins: db})
	if err != nil {
		tb.Fatal(err)
	}
	p.surface, err = web.New(web.Config{
		Inbox: inbox, News: news, Conversations: db, History: db, Work: db, Works: db, Approvals: db, Projects: edited, People: db, Members: db, Grants: db, Sessions: db, Codes: db,
		Invitations: db, Settings: db, Traces: db, Rules: db, Spaces: db, Pending: db, Files: db, Library: db, Load: db, Spent: db, Failures: db,
		Tenant: assistant.Tenant{ID: p.Tenant, Name: "Home"}, Owner: p.Owner, Token: panelToken, Roster: bots.Always(team.Roster()), Version: "test",
		Log: slog.New(slog.DiscardHandler), Now: time.Now, IDs: p.IDs,
	})
	if err != nil {
		tb.Fatal(err)
	}
	p.handler = p.surface.Handler()
	p.server = httptest.NewServer(beside(p.handler))
	tb.Cleanup(p.server.Close)
	tb.Cleanup(p.server.CloseClientConnections)
	in := httptest.NewRecorder()
	form := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, "/login", strings.NewReader(url.Values{"token": {panelToken}}.Encode()))
	form.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	p.handler.ServeHTTP(in, form)
	p.cookies = in.Result().Cookies()
}

// talk makes a conversation of so many messages.
func (p *panel) talk(n int) assistant.ConversationID {
	p.t.Helper()
	place := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: p.IDs.New()}
	var c assistant.ConversationID
	for i := range n {
		key := fmt.Sprintf("%s-%d", place.Thread, i)
		got, err := p.Intake.Receive(p.t.Context(), assistant.Inbound{
			Tenant: p.Tenant, Key: key, ExternalID: key, Text: fmt.Sprintf("Message %d. About the length of what people usually write to one another.", i), Place: place,
			From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UANNA", Name: "Anna", Standing: assistant.StandingMember},
		})
		if err != nil {
			p.t.Fatal(err)
		}
		c = got.Conversation
	}
	return c
}

// proposes proposes a plan to the viewer.
func (p *panel) proposes(c assistant.ConversationID) {
	p.t.Helper()
	plan := assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](p.IDs), Version: 1, Title: "Services", Goal: "a page", RequestedBy: p.Owner.ID, Hash: "h",
		Steps: []assistant.Step{{
			Key: "page", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Create it", Parameters: []byte(`{}`), Effect: assistant.EffectReversible,
		}},
		ExpiresAt: time.Now().Add(time.Hour),
	}
	if _, err := p.Intake.Post(p.t.Context(), assistant.Message{
		Tenant: p.Tenant, Conversation: c, Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.PlanProposed{Plan: plan},
	}); err != nil {
		p.t.Fatal(err)
	}
}

// request asks for a page as a browser does that has been here before.
func (p *panel) request(path string) *http.Request {
	r := httptest.NewRequestWithContext(p.t.Context(), http.MethodGet, path, http.NoBody)
	for _, c := range p.cookies {
		r.AddCookie(c)
	}
	return r
}

// view opens a page and tells what it asked for.
func (p *panel) view(path string) (asked spent, took time.Duration, body string) {
	p.t.Helper()
	r := p.request(path)
	p.mu.Lock()
	p.trips = nil
	p.mu.Unlock()
	w := httptest.NewRecorder()
	began := time.Now()
	p.handler.ServeHTTP(w, r)
	took = time.Since(began)
	got := w.Result()
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		p.t.Fatalf("%s: %s, %v", path, got.Status, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return tally(p.trips, nil), took, string(text)
}

func TestAPageViewKeepsToItsBudget(t *testing.T) {
	t.Run("postgres", func(t *testing.T) { pageViews(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
	t.Run("sqlite", func(t *testing.T) { pageViews(t, storage.Config{Dir: t.TempDir()}) })
}

var slots = regexp.MustCompile(`<article id="slot-`)

func pageViews(t *testing.T, c storage.Config) {
	p := openPanel(t, c)
	few, many := p.talk(50), p.talk(230)
	for range 30 {
		p.proposes(p.talk(1))
	}
	for _, one := range []struct {
		what, path               string
		trips, statements, cards int
	}{
		{"the empty panel", "/", viewTrips, homeStatements, 0},
		{"a conversation of 50 messages", "/c/" + string(few), viewTrips, conversationStatements, 50},
		{"a conversation of 230 messages", "/c/" + string(many), viewTrips, conversationStatements, 100},
		{"the stretch before", "/c/" + string(many) + "?before=131", viewTrips, conversationStatements, 100},
		{"what an open page asks from time to time", "/panel/now?here=" + string(many), viewTrips, homeStatements, 0},
		{"all that waits", "/waiting", inboxTrips, inboxStatements, 25},
	} {
		p.view(one.path) // what is kept for a minute is known from now on
		asked, _, body := p.view(one.path)
		t.Logf("%s: %s", one.what, asked)
		if own := asked.statements - asked.settings; asked.trips > one.trips || own > one.statements {
			t.Errorf("%s: %s; its budget is %d trips with %d statements of ours", one.what, asked, one.trips, one.statements)
		}
		if n := len(slots.FindAllString(body, -1)); n != one.cards {
			t.Errorf("%s shows %d cards, not %d", one.what, n, one.cards)
		}
		if strings.Contains(body, "could not be drawn") {
			t.Errorf("%s was not drawn", one.what)
		}
	}
}
