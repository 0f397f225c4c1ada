package web

import (
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/projects"
)

// Config is what a [Surface] is made of.
type Config struct {
	Inbox         bots.Inbox
	Conversations Conversations
	History       History
	Work          Work
	Approvals     Approvals
	Projects      *projects.Editor
	People        bots.Directory
	Failures      Failures // nil: there is no page of failed deliveries
	Members       Members  // nil, as Grants: there is no page of people
	Grants        Grants
	Spaces        Spaces   // nil: servers are not bound here
	Pending       Pending  // nil: of what waits, approvals alone are listed
	Settings      Settings // nil: what holds for the tenant is not changed here
	Sessions      Sessions
	Files         Files    // nil: nothing can be attached
	Library       Library  // nil: nothing that is kept is deleted
	News          News     // nil: streams go by the clock alone
	Executor      Executor // nil: the execute route says that it is not available

	Tenant        assistant.Tenant
	Owner         assistant.Person // whom the token signs in
	Token         string           // never empty
	Roster        []assistant.Agent
	Rehearsal     bool     // the offline model serves: the panel says so
	PublicURL     string   // how people reach it, "" when it is only local
	AllowedHosts  []string // what models may link to besides the tenant's sites, see [bots.SafeLinks]
	RatePerMinute int      // messages per person; 0 does not limit
	Version       string
	Bodies        *bots.Intake // what is read before anybody has signed in; nil: of its own

	Log *slog.Logger
	Now func() time.Time
	IDs *assistant.IDs
}

// Surface serves the API and the panel. It holds no state of conversations.
type Surface struct {
	Config
	rates   *rates
	guesses *guesses
	pages   *pages
	hosts   *projects.Hosts
	watches watches
	cross   *http.CrossOriginProtection
	https   bool
	clock   ownClock
}

// New makes a surface; it starts nothing.
func New(c Config) (*Surface, error) {
	pages, err := newPages(c.Roster, c.Log)
	if err != nil {
		return nil, err
	}
	s := &Surface{
		Config:  c,
		rates:   newRates(c.RatePerMinute),
		guesses: newGuesses(c.Log),
		pages:   pages,
		hosts:   projects.NewHosts(c.AllowedHosts, c.Projects, c.Now),
		cross:   http.NewCrossOriginProtection(),
		watches: watches{history: c.History, news: c.News, tenant: c.Tenant.ID},
	}
	if s.Bodies == nil {
		s.Bodies = bots.NewIntake(bots.IntakeConfig{})
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Host != "" {
		s.https = u.Scheme == "https"
		if err := s.cross.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, &assistant.Trouble{Err: err, Problem: assistant.Problem{
				Side:     assistant.SideContext,
				Message:  "The public address is not one a browser could send.",
				Recovery: "Set it to an address like https://assistant.example.com.",
			}}
		}
	}
	return s, nil
}

// Handler serves /, /c/, /settings, /people, /sessions, /files, /login, /logout, /panel/, /assets/ and /api/. Streams end with their request's
// context: whoever shuts the server down ends the base context first.
func (s *Surface) Handler() http.Handler {
	root := http.NewServeMux()
	root.Handle("/api/", s.guardAPI(plainErrors(s, s.api())))
	root.Handle("/assets/", s.assets())
	root.Handle("/", s.panel())
	return s.secure(oneSlash(root))
}

// oneSlash serves an address of the API with doubled slashes like the one without: a client that puts addresses together
// carelessly is not sent elsewhere with a page, which would lose what it posts.
func oneSlash(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if at := path.Clean(r.URL.Path); strings.Contains(r.URL.Path, "//") && strings.HasPrefix(at, "/api/") {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = at, ""
		}
		next.ServeHTTP(w, r)
	})
}

// api serves the routes of the contract.
func (s *Surface) api() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, serve := range s.routes() {
		mux.Handle(pattern, s.serve(serve))
	}
	mux.Handle(eventsRoute, streams(s.events, s.fail))
	return mux
}

const eventsRoute = "GET /api/conversations/{id}/events"

// routes lists what the API answers at once; openapi.json says what each takes and gives.
func (s *Surface) routes() map[string]endpoint {
	all := map[string]endpoint{
		"GET /api/openapi.json":                    describe,
		"POST /api/assistant/chat":                 s.chat,
		"POST /api/assistant/execute":              s.execute,
		"GET /api/assistant/actions":               s.listActions,
		"POST /api/assistant/actions/{id}/approve": s.approveAction,
		"POST /api/assistant/actions/{id}/reject":  s.rejectAction,
		"POST /api/approvals/{id}":                 s.decideAction,
		"GET /api/agents":                          s.listAgents,
		"GET /api/conversations":                   s.listConversations,
		"GET /api/conversations/{id}/messages":     s.listMessages,
		"GET /api/conversations/{id}/timeline":     s.timeline,
		"GET /api/files/{id}":                      s.download,
		"GET /api/runs/{id}":                       s.showRun,
		"POST /api/runs/{id}/cancel":               s.cancelRun,
		"POST /api/runs/{id}/retry":                s.retryRun,
		"POST /api/runs/{id}/undo":                 s.undoRun,
		"POST /api/plans/{id}/decide":              s.decidePlan,
		"POST /api/clarifications/{id}/answer":     s.answerClarification,
		"GET /api/projects":                        s.listProjects,
		"GET /api/projects/{id}":                   s.showProject,
		"PUT /api/projects/{id}":                   s.saveProject,
	}
	if s.Library != nil {
		all["DELETE /api/files/{id}"] = s.deleteFile
	}
	if s.Settings != nil {
		all["GET /api/settings"] = s.tellSettings
		all["PUT /api/settings"] = s.putSettings
	}
	return all
}

// agent returns an agent of the roster.
func (s *Surface) agent(id assistant.AgentID) (assistant.Agent, bool) {
	for _, a := range s.Roster {
		if a.ID == id {
			return a, true
		}
	}
	return assistant.Agent{}, false
}
