package web

import (
	"context"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/bots/web/deciding"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/login"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/bots/web/outside"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/passkeys"
	"github.com/aisteam/aisteam/bots/web/people"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/bots/web/trace"
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
	People        People
	Failures      Failures // nil: there is no page of failed deliveries
	Setup         Setups   // nil: nothing is told of how it is set up
	Models        Models   // nil: the environment says which model answers
	Parts         Parts    // nil: the environment alone says how the rest is set up
	Spent         Spent    // nil: nothing is told of what models cost
	Load          Load     // nil: there is no page of operations
	Works         Works    // nil: there is no page of what is worked on
	Members       Members  // nil, as Grants: there is no page of people
	Grants        Grants
	Spaces        Spaces            // nil: servers are not bound here
	Traces        trace.Kept        // nil: runs have no timeline
	Rules         Rules             // nil: who decides is not laid down here
	Tools         deciding.Tools    // that a rule may hold for: those with an effect
	Labels        trace.Labels      // what people call tools; nil: they go by their names
	Templates     []people.Template // background tasks that are useful to many
	Pending       Pending           // nil: of what waits, approvals alone are listed
	Notices       Notices           // nil: nothing is kept of what people were told
	Reaches       Reaches           // nil, as Devices: nobody is told while they look at nothing
	Devices       Devices           // nil: see Reaches
	Mailer        Mailer            // nil: nobody is told by mail, and nobody signs in by a link of it
	MailedCodes   MailedCodes       // nil: see Mailer
	Passkeys      Passkeys          // nil: nobody signs in by a passkey; nor where no browser would have one for the address
	OpenID        OpenID            // nil, as Issuer: nobody signs in by the login of their company
	Issuer        openid.Serving    // of such logins, as it is set
	Settings      Settings          // nil: what holds for the tenant is not changed here
	Own           ownsettings.Kept  // nil: nobody sets anything for themselves by forms
	Sessions      Sessions
	Zones         Zones                                             // nil: where browsers are is not kept
	Codes         SignInCodes                                       // nil: nobody signs in elsewhere by a link of their own
	Invitations   Invitations                                       // nil: nobody is invited
	Files         assistant.FileStore                               // nil: nothing can be attached
	Library       Library                                           // nil: nothing that is kept is deleted
	News          News                                              // nil: streams go by the clock alone
	Executor      Executor                                          // nil: the execute route says that it is not available
	Tour          TourKeeper                                        // nil: nobody is shown around
	Checklist     *Checklist                                        // nil: nobody is shown one
	Tasks         *background.Desk                                  // nil: there are no background tasks
	Hooks         *hooks.Desk                                       // nil: no events of others begin any
	Gate          *hooks.Gate                                       // by which such events come; nil with Hooks
	Told          func(o assistant.HookOutcome, took time.Duration) // of each of them; nil for nobody

	Tenant        assistant.Tenant
	Owner         assistant.Person // whom the token signs in
	Token         string           // never empty
	Roster        bots.Roster
	Rehearsal     bots.Rehearsing  // where the offline model serves the panel says so
	Public        assistant.Public // how people reach it; nil when it is only local
	Proof         address.Proof    // by what it knows itself at the public address; zero: it does not
	Reached       assistant.Public // our own server, which models may link to besides the tenant's sites, see package links
	RatePerMinute int              // messages per person; 0 does not limit
	Version       string
	Bodies        *bots.Intake // what is read before anybody has signed in; nil: of its own

	Log *slog.Logger
	Now func() time.Time
	IDs *assistant.IDs
}

// Surface serves the API and the panel. It holds no state of conversations. What it does is done in rooms, which each person has of
// their own; here is what they share.
type Surface struct {
	door    *login.Door
	pages   *pages.Pages
	hosts   *projects.Hosts
	watches *follow.Watches
	rates   *ingest.Rates
	failing request.Errors
	rooms   *roomsOfPeople
	told    *outside.Door // of events; nil where nobody is
	proof   address.Proof
}

// New makes a surface; it starts nothing.
func New(c Config) (*Surface, error) {
	failing := request.Errors{Log: c.Log, IDs: c.IDs}
	drawn, err := pages.New(pages.Config{Tenant: c.Tenant.Name, Roster: func() []assistant.Agent { return c.Roster.Of(c.Tenant.ID) }, Version: c.Version, Rehearsal: func() bool { return c.Rehearsal.In(c.Tenant.ID) }, Errors: failing})
	if err != nil {
		return nil, err
	}
	if c.Bodies == nil {
		c.Bodies = bots.NewIntake(bots.IntakeConfig{})
	}
	var mailing *login.Mailing
	if c.Mailer != nil && c.MailedCodes != nil {
		mailing = login.NewMailing(login.Mailing{Codes: c.MailedCodes, Mailer: c.Mailer, Tenant: c.Tenant.ID, IDs: c.IDs, Log: c.Log}, c.Now)
	}
	var desk *passkeys.Desk
	if c.Passkeys != nil {
		desk = passkeys.New(c.Passkeys, c.Tenant.ID, c.IDs, c.Public)
	}
	door := login.New(login.Config{
		Passkeys: desk, PasskeySessions: c.Passkeys, OpenID: c.openID(), OpenIDSessions: c.OpenID,
		Mailing: mailing, Sessions: c.Sessions, Zones: c.Zones, Invited: c.Invitations, Tenant: c.Tenant, Owner: c.Owner, Token: c.Token, Public: c.Public, Pages: drawn, Errors: failing, Bodies: c.Bodies,
		Log: c.Log, Now: c.Now, IDs: c.IDs,
	})
	s := &Surface{
		door: door, pages: drawn, hosts: projects.NewHosts(c.Reached, c.Projects, c.Now), watches: follow.New(c.History, c.News, c.Tenant.ID),
		rates: ingest.NewRates(c.RatePerMinute), failing: failing, told: c.outside(failing), proof: c.Proof,
	}
	s.rooms = &roomsOfPeople{make: func(p assistant.Person) *rooms { return s.roomsOf(c, p) }, kept: map[assistant.Person]*rooms{}}
	return s, nil
}

// Run does what nobody waits for, until ctx ends: it sends the links by which people sign in.
func (s *Surface) Run(ctx context.Context) error {
	if s.door.Mailing == nil {
		<-ctx.Done()
		return nil
	}
	return s.door.Mailing.Run(ctx)
}

// openID is where people sign in by the login of their company; nil where nobody does.
func (c Config) openID() *openid.Desk {
	if c.OpenID == nil || c.Issuer == nil {
		return nil
	}
	return openid.New(openid.Config{Kept: c.OpenID, Serving: c.Issuer, Tenant: c.Tenant.ID, IDs: c.IDs, Panel: c.Reached})
}

// outside is the door for events of others.
func (c Config) outside(failing request.Errors) *outside.Door {
	if c.Gate == nil {
		return nil
	}
	return outside.New(outside.Config{Gate: c.Gate, Bodies: c.Bodies, Errors: failing, Told: c.Told, Now: c.Now})
}

// Handler serves /, /c/, /settings, /people, /sessions, /files, /join, /login, /logout, /panel/, /assets/, /api/, /address/, /notifications, /sw.js and /manifest.webmanifest. Streams end with
// their request's context: whoever shuts the server down ends the base context first.
func (s *Surface) Handler() http.Handler {
	root := http.NewServeMux()
	root.Handle("/api/", s.door.GuardAPI(func(p assistant.Person) http.Handler { return s.rooms.of(p).api }))
	if s.told != nil {
		root.Handle(outside.Route, s.told)
	}
	root.Handle("/assets/", s.pages.Assets())
	root.Handle(address.Route, s.proof)
	root.HandleFunc("GET /sw.js", s.pages.Worker)
	root.HandleFunc("GET /manifest.webmanifest", s.pages.Manifest)
	root.HandleFunc("POST /login", s.door.Login)
	root.HandleFunc("POST /login/link", s.door.AskLink)
	if s.door.Passkeys != nil {
		root.HandleFunc("POST /login/passkey/begin", s.door.BeginPasskey)
		root.HandleFunc("POST /login/passkey", s.door.Passkey)
	}
	if s.door.OpenID != nil {
		root.HandleFunc("POST /login/openid", s.door.BeginOpenID)
		root.HandleFunc("GET /login/openid/back", s.door.OpenIDBack) // which is [openid.Back]
	}
	root.HandleFunc("POST /logout", s.door.Logout)
	root.HandleFunc("GET /login", s.door.Login)
	root.HandleFunc("GET /join", s.door.ShowInvitation)
	root.HandleFunc("POST /join", s.door.Join)
	root.Handle("/", s.door.AddressLogin(s.door.GuardPanel(func(p assistant.Person) http.Handler { return s.rooms.of(p).panel })))
	return s.door.Secure(oneSlash(root))
}

func nowhere(http.ResponseWriter, *http.Request) error { return request.Unknown("page") }

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
