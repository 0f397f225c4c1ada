// Package panel is the page of conversations: it draws their cards, keeps open pages up to date, and takes what is written and
// pressed on them.
package panel

import (
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

// Config is what a [Panel] is made of.
type Config struct {
	Conversations Conversations
	Keeps         Keeps
	History       History
	Work          Work
	Waits         *Waits
	Notices       Notices         // nil: notices are not stored
	Checklist     *Checklist      // nil: nobody is shown one
	Tour          TourKeeper      // nil: nobody is shown around
	Hosts         *projects.Hosts // that models may link to
	Shelf         *files.Shelf
	Ingest        *ingest.Ingest
	Watches       *follow.Watches
	Stays         func(*http.Request) func() error // see [follow.Follower]
	Owner         *owner.Owner
	Pages         *pages.Pages
	Errors        request.Errors

	Now func() time.Time
	IDs *assistant.IDs
}

// Panel is the page of conversations.
type Panel struct {
	feed  *feed
	forms *forms
	box   *box
	inbox *inbox
	kept  *conversations
	among *members
	live  *live
	looks *design
	pages *pages.Pages
}

// New makes a panel; it starts nothing.
func New(c Config) *Panel {
	drawn := &cards{spoken: c.Conversations, history: c.History, shelf: c.Shelf, hosts: c.Hosts, waits: c.Waits, owner: c.Owner, pages: c.Pages, now: c.Now}
	shown := &feed{
		conversations: c.Conversations, history: c.History, cards: drawn, waits: c.Waits, checklist: c.Checklist, tours: c.Tour, owner: c.Owner, pages: c.Pages, ids: c.IDs, now: c.Now,
	}
	return &Panel{
		feed:  shown,
		forms: &forms{ingest: c.Ingest, history: c.History, cards: drawn, waits: c.Waits, pages: c.Pages, errors: c.Errors, owner: c.Owner},
		box:   &box{feed: shown, ingest: c.Ingest, history: c.History, shelf: c.Shelf, pages: c.Pages, ids: c.IDs},
		inbox: &inbox{waits: c.Waits, told: c.Notices, cards: drawn, owner: c.Owner, pages: c.Pages},
		looks: &design{owner: c.Owner, pages: c.Pages},
		kept:  &conversations{keeps: c.Keeps, feed: shown, owner: c.Owner, pages: c.Pages},
		among: &members{conversations: c.Conversations, ingest: c.Ingest, feed: shown, owner: c.Owner, pages: c.Pages},
		live: &live{
			feed: shown, history: c.History, work: c.Work, cards: drawn, waits: c.Waits, watches: c.Watches, stays: c.Stays, owner: c.Owner, pages: c.Pages,
		},
		pages: c.Pages,
	}
}

// The routes that take or give more than a page at once.
const (
	StreamRoute   = "GET /panel/conversations/{id}/stream"
	MessagesRoute = "POST /panel/messages"
	ShareRoute    = "POST /share"
)

// Routes lists what the panel answers at once. What it shows works without a script: forms then answer with the page they belong to
// instead of the pieces that changed.
func (p *Panel) Routes() map[string]request.Endpoint {
	return map[string]request.Endpoint{
		"GET /{$}":                              p.feed.home,
		"GET /c/{id}":                           p.feed.showConversation,
		"GET /c/{id}/people":                    p.among.show,
		"GET /waiting":                          p.inbox.show,
		"GET /design":                           p.looks.parts,
		"GET /design/cards":                     p.looks.cards,
		"GET /panel/now":                        p.feed.around,
		"POST /panel/checklist/hide":            p.feed.hideChecklist,
		"POST /panel/tour":                      p.feed.endTour,
		"POST /panel/waiting/aside":             p.inbox.aside,
		"POST /panel/waiting/hand":              p.inbox.hand,
		"POST /panel/runs/{id}/leave":           p.inbox.leave,
		"GET /panel/conversations":              p.feed.morePast,
		"GET /panel/find":                       p.feed.find,
		"POST /panel/conversations/{id}":        p.kept.change,
		"POST /panel/conversations/{id}/people": p.among.change,
		"GET /panel/conversations/{id}/people":  p.among.mentionable,
		"GET /panel/people":                     p.among.mentionable,
		"GET /panel/conversations/{id}/older":   p.feed.older,
		"POST /panel/presses":                   p.forms.press,
		"POST /panel/changes":                   p.forms.changes,
		"POST /panel/approvals/{id}":            p.forms.earlier(click.AnApproval, "approval"),
		"POST /panel/runs/{id}/approvals":       p.forms.earlier(click.AllOfARun, "run"),
		"POST /panel/plans/{id}":                p.forms.earlier(click.APlan, "plan"),
		"POST /panel/clarifications/{id}":       p.forms.earlier(click.AQuestion, "question"),
		"POST /panel/runs/{id}/{verb}":          p.forms.earlier(click.ARun, "run"),
		"GET /panel/conversations/{id}/export":  p.feed.export,
	}
}

// Serve puts the panel's routes on a mux.
func (p *Panel) Serve(mux *http.ServeMux) {
	for pattern, serve := range p.Routes() {
		mux.Handle(pattern, pages.Compressed(pages.Taken(p.pages.FirstLook(request.Serve(request.BodyLimit, serve, p.pages.Fail)))))
	}
	mux.Handle(StreamRoute, follow.Serve(p.live.stream, p.pages.Fail))
	mux.Handle(ShareRoute, pages.Compressed(p.pages.FirstLook(request.Serve(files.UploadLimit, p.feed.share, p.pages.Fail))))
	mux.Handle(MessagesRoute, request.Serve(files.UploadLimit, p.box.sendMessage, p.pages.Fail))
}
