package web

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/api"
	"github.com/aisteam/aisteam/bots/web/deciding"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/operations"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/panel"
	"github.com/aisteam/aisteam/bots/web/people"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/bots/web/settings"
	"github.com/aisteam/aisteam/bots/web/trace"
	"github.com/aisteam/aisteam/wording"
)

// mostRooms bounds the people whose rooms are kept. Whoever comes after that many finds new ones, which hold nothing.
const mostRooms = 200

// rooms is all that one person is served. Each person has rooms of their own, made with their name and their role, so that
// nothing can be done, or shown, in somebody else's.
type rooms struct {
	programs   *api.API
	api, panel http.Handler
	pages      []string // the routes of the panel, as its mux takes them
}

// roomsOfPeople has the rooms of whoever is signed in.
type roomsOfPeople struct {
	make func(assistant.Person) *rooms

	mu   sync.Mutex
	kept map[assistant.Person]*rooms
}

// of are the rooms of a person as they are now: whose role or name changes has new ones.
func (h *roomsOfPeople) of(p assistant.Person) *rooms {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r, ok := h.kept[p]; ok {
		return r
	}
	if len(h.kept) >= mostRooms {
		clear(h.kept)
	}
	r := h.make(p)
	h.kept[p] = r
	return r
}

// roomsOf puts together the rooms of a person. Who sees only what they are a member of is given nothing else to look at.
func (s *Surface) roomsOf(c Config, p assistant.Person) *rooms {
	who := owner.New(owner.Config{Tenant: c.Tenant, Person: p, People: c.People, Team: c.team(), Roster: c.Roster, Now: c.Now})
	decides := decider{person: p, people: c.People, now: c.Now}
	if c.Rules != nil {
		decides.named = c.Rules
	}
	if who.SeesOnly() != "" {
		part := member{c.Conversations, p.ID}
		if c.Pending != nil {
			c.Pending = partOfPending{part, decides, c.Pending}
		}
		c.Conversations, c.Work = partOfConversations{c.Conversations, part, c.Pending}, partOfWork{c.Work, part, decides}
		c.Approvals, c.History = partOfApprovals{part, decides, c.Approvals}, partOfHistory{c.History, part, decides}
		if c.Traces != nil {
			c.Traces = partOfTraces{c.Traces, c.Work}
		}
	}
	waits := &panel.Waits{Pending: c.Pending, Owner: who, In: wording.In(p.Language), Now: c.Now}
	if c.Members != nil {
		waits.Colleagues = colleagues{decides, c.Members, c.Grants}
	}
	drawn := s.pages.For(p, waits)
	stays := func(r *http.Request) func() error { return s.door.Stays(r, p) }
	shelf := &files.Shelf{Files: c.Files, Library: c.Library, Seen: c.Conversations, Owner: who, IDs: c.IDs, Log: c.Log}
	takes := ingest.New(ingest.Config{
		Inbox: c.Inbox, Conversations: c.Conversations, Work: c.Work, Approvals: c.Approvals, Projects: c.Projects, Owner: who, Now: c.Now, Rates: s.rates,
	})
	programs := api.New(api.Config{
		Conversations: c.Conversations, History: c.History, Work: c.Work, Approvals: c.Approvals, Pending: c.Pending, Traces: c.Traces, Rules: c.Rules, Tools: c.Tools, Members: c.Members, Settings: c.Settings, Executor: c.Executor, Tasks: c.Tasks, Hooks: c.Hooks,
		Projects: c.Projects, Hosts: s.hosts, Shelf: shelf, Ingest: takes, Watches: s.watches, Stays: stays, Owner: who, Errors: s.failing, Now: c.Now, IDs: c.IDs,
	})
	talk := panel.New(panel.Config{
		Conversations: c.Conversations, Keeps: c.Conversations, History: c.History, Work: c.Work, Waits: waits, Notices: c.Notices, Checklist: c.Checklist, Tour: c.Tour, Hosts: s.hosts, Shelf: shelf, Ingest: takes,
		Watches: s.watches, Stays: stays, Owner: who, Pages: drawn, Errors: s.failing, Now: c.Now, IDs: c.IDs,
	})
	mux := http.NewServeMux()
	talk.Serve(mux)
	served := append(slices.Collect(maps.Keys(talk.Routes())), panel.StreamRoute, panel.MessagesRoute, panel.ShareRoute)
	for _, room := range []map[string]request.Endpoint{
		(&settings.Page{Projects: c.Projects, Hosts: s.hosts, Whole: c.Settings, Spaces: c.Spaces, Own: c.Own, Setup: c.Setup, Models: c.Models, Parts: c.Parts, Members: membersOf(c), Spent: c.Spent, Owner: who, Pages: drawn, IDs: c.IDs, Now: c.Now}).Routes(),
		(&trace.Page{Kept: c.Traces, Labels: c.Labels, Owner: who, Pages: drawn}).Routes(),
		(&deciding.Page{Rules: c.Rules, Members: c.Members, Projects: c.Projects, Whole: c.Settings, Tools: c.Tools, Owner: who, Pages: drawn}).Routes(),
		(&people.Page{Members: c.Members, Grants: c.Grants, Invitations: c.Invitations, ByToken: c.Owner.ID, Door: s.door, Owner: who, Pages: drawn, IDs: c.IDs, Log: c.Log}).Routes(),
		(&people.Sessions{Kept: c.Sessions, Codes: c.Codes, Passkeys: s.door.Passkeys, Keys: c.Passkeys, Company: c.OpenID, Door: s.door, Owner: who, Pages: drawn, IDs: c.IDs, Now: c.Now, Log: c.Log}).Routes(),
		(&people.Notified{Kept: c.Reaches, Devices: c.Devices, Hears: hears(c), Mailer: c.Mailer, IDs: c.IDs, Now: c.Now, Log: c.Log, Owner: who, Pages: drawn}).Routes(),
		(&people.Library{Shelf: shelf, Owner: who, Pages: drawn}).Routes(),
		(&people.Tasks{Desk: c.Tasks, Owner: who, Pages: drawn, IDs: c.IDs, Asks: takes, Waits: waits, Templates: c.Templates}).Routes(),
		(&people.Hooks{Desk: c.Hooks, Tasks: c.Tasks, Owner: who, Pages: drawn, IDs: c.IDs}).Routes(),
		(&operations.Work{Kept: c.Works, Waits: waits, Owner: who, Pages: drawn, Now: c.Now}).Routes(),
		(&operations.Page{Load: c.Load, Failed: c.Failures, Waits: waits, Owner: who, Pages: drawn}).Routes(),
		(&people.Deliveries{Failed: c.Failures, Owner: who, Pages: drawn}).Routes(),
	} {
		for pattern, serve := range room {
			served = append(served, pattern)
			mux.Handle(pattern, pages.Compressed(pages.Taken(drawn.FirstLook(request.Serve(request.BodyLimit, serve, drawn.Fail)))))
		}
	}
	mux.Handle("/", request.Serve(request.BodyLimit, nowhere, drawn.Fail))
	return &rooms{programs: programs, api: programs.Handler(), panel: mux, pages: served}
}

// membersOf are who is who; nil where nothing knows.
func membersOf(c Config) settings.Members {
	if c.Members == nil {
		return nil
	}
	return c.Members
}

// hears keeps how people want to be called; nil where nothing does.
func hears(c Config) background.Hearings {
	if c.Tasks == nil || c.Tasks.Hears == nil {
		return nil
	}
	return c.Tasks.Hears
}

// team tells who there is to decide; nil where there is no page of people.
func (c Config) team() bots.Team {
	if c.Members == nil || c.Grants == nil {
		return nil
	}
	return present{c.Members, c.Grants}
}

// present is the part of both that tells who is there.
type present struct {
	members Members
	grants  Grants
}

func (p present) Profiles(ctx context.Context, t assistant.TenantID, most int) ([]assistant.Profile, error) {
	return p.members.Profiles(ctx, t, most)
}

func (p present) Grants(ctx context.Context, t assistant.TenantID) ([]assistant.Grant, error) {
	return p.grants.Grants(ctx, t)
}
