// Package api is the HTTP API of the contract: what programs ask, and what they are answered. openapi.json describes it.
package api

import (
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web/deciding"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/bots/web/trace"
	"github.com/aisteam/aisteam/projects"
)

// Config is what an [API] is made of.
type Config struct {
	Conversations Conversations
	History       History
	Work          Work
	Approvals     Approvals
	Pending       Pending          // nil: of what waits, approvals alone are listed
	Traces        trace.Kept       // nil: runs have no timeline
	Rules         deciding.Rules   // nil: who decides is not laid down here
	Tools         deciding.Tools   // that a rule may hold for
	Members       Members          // nil: who is in the team is not changed here
	Settings      Settings         // nil: what holds for the tenant is not changed here
	Executor      Executor         // nil: the execute route says that it is not available
	Tasks         *background.Desk // nil: there are no background tasks
	Hooks         *hooks.Desk      // nil: none begins with an event
	Projects      *projects.Editor
	Hosts         *projects.Hosts // that models may link to
	Shelf         *files.Shelf
	Ingest        *ingest.Ingest
	Watches       *follow.Watches
	Stays         func(*http.Request) func() error // see [follow.Follower]
	Owner         *owner.Owner
	Errors        request.Errors

	Now func() time.Time
	IDs *assistant.IDs
}

// API answers programs.
type API struct {
	Config

	conversations *conversations
}

// New makes an API; it starts nothing.
func New(c Config) *API {
	return &API{Config: c, conversations: &conversations{
		kept: c.Conversations, history: c.History, work: c.Work, shown: shown(c), watches: c.Watches, stays: c.Stays, owner: c.Owner, now: c.Now,
	}}
}

func shown(c Config) *messages { return &messages{owner: c.Owner, hosts: c.Hosts, shelf: c.Shelf} }

// The routes of streams: of a conversation's log, and of that of the conversation that a background task reports to.
const (
	EventsRoute     = "GET /api/conversations/{id}/events"
	TaskEventsRoute = "GET /api/tasks/{id}/events"
)

// Handler serves the routes of the contract.
func (a *API) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range a.Routes() {
		mux.Handle(pattern, request.Serve(request.BodyLimit, serve, a.Errors.Answer))
	}
	mux.Handle(EventsRoute, follow.Serve(a.conversations.events, a.Errors.Answer))
	if a.Tasks != nil {
		later := taskEvents{a.later(), a.conversations}
		mux.Handle(TaskEventsRoute, follow.Serve(later.events, a.Errors.Answer))
	}
	return request.PlainErrors(a.Errors.Answer, mux)
}

func (a *API) later() tasks {
	return tasks{a.Tasks, a.Owner, a.IDs, a.Hooks, a.Conversations, a.Ingest}
}

// Routes lists what the API answers at once; openapi.json says what each takes and gives.
func (a *API) Routes() map[string]request.Endpoint {
	talk := &chat{ingest: a.Ingest, watches: a.Watches, work: a.Work, shown: shown(a.Config), owner: a.Owner, ids: a.IDs, now: a.Now}
	single := &execution{executor: a.Executor, conversations: a.Conversations, work: a.Work, ingest: a.Ingest, owner: a.Owner, ids: a.IDs}
	decide := &decisions{approvals: a.Approvals, pending: a.Pending, ingest: a.Ingest, owner: a.Owner}
	run := &runs{work: a.Work, ingest: a.Ingest, owner: a.Owner}
	among := members{a.conversations, a.Ingest}
	sites := &projectsAPI{editor: a.Projects, hosts: a.Hosts, owner: a.Owner}
	all := map[string]request.Endpoint{
		"GET /api/openapi.json":                    describe,
		"POST /api/assistant/chat":                 talk.chat,
		"POST /api/assistant/execute":              single.execute,
		"GET /api/assistant/actions":               decide.list,
		"POST /api/assistant/actions/{id}/approve": decide.approve,
		"POST /api/assistant/actions/{id}/reject":  decide.reject,
		"POST /api/approvals/{id}":                 decide.decideAction,
		"GET /api/agents":                          a.conversations.listAgents,
		"GET /api/conversations":                   a.conversations.list,
		"GET /api/conversations/{id}/messages":     a.conversations.listMessages,
		"GET /api/conversations/{id}/timeline":     a.conversations.timeline,
		"GET /api/conversations/{id}/members":      among.list,
		"POST /api/conversations/{id}/members":     among.invite,

		"DELETE /api/conversations/{id}/members/{person}": among.remove,

		"GET /api/files/{id}":                     a.Shelf.Download,
		"GET /api/runs/{id}":                      run.show,
		"POST /api/runs/{id}/cancel":              run.cancel,
		"POST /api/runs/{id}/retry":               run.retry,
		"POST /api/runs/{id}/undo":                run.undo,
		"POST /api/runs/{id}/tasks/{task}/cancel": run.oneTask("cancel"),
		"POST /api/runs/{id}/tasks/{task}/retry":  run.oneTask("retry"),
		"POST /api/runs/{id}/tasks/{task}/undo":   run.oneTask("undo"),
		"POST /api/plans/{id}/decide":             decide.decidePlan,
		"POST /api/plans/{id}/preview":            decide.previewPlan,
		"POST /api/clarifications/{id}/answer":    decide.answer,
		"POST /api/presses":                       decide.press,
		"GET /api/projects":                       sites.list,
		"GET /api/projects/{id}":                  sites.show,
		"PUT /api/projects/{id}":                  sites.save,
	}
	if a.Shelf.Library != nil {
		all["DELETE /api/files/{id}"] = library{a.Shelf}.remove
	}
	if a.Tasks != nil {
		later := a.later()
		all["POST /api/tasks"], all["GET /api/tasks"] = later.make, later.list
		all["GET /api/tasks/{id}"] = later.show
		heard := hearing{a.Tasks.Hears, a.Owner}
		all["GET /api/notifications"], all["PUT /api/notifications"] = heard.tell, heard.put
		for _, change := range []assistant.BackgroundChange{assistant.BackgroundCancel, assistant.BackgroundPause, assistant.BackgroundResume, assistant.BackgroundNow} {
			all["POST /api/tasks/{id}/"+string(change)] = later.change(change)
		}
		all["POST /api/tasks/{id}/edit"], all["POST /api/tasks/{id}/rewrite"] = later.edit, later.rewrite
	}
	if a.Traces != nil {
		all["GET /api/runs/{id}/timeline"] = runTimeline{a.Traces, a.Owner}.show
	}
	if a.Rules != nil {
		rules := approvalRules{kept: a.Rules, tools: a.Tools, lacking: deciding.Lacking{Members: a.Members, Whole: a.Settings}, owner: a.Owner}
		all["GET /api/approvals/rules"], all["PUT /api/approvals/rules"], all["DELETE /api/approvals/rules"] = rules.list, rules.put, rules.drop
		all["DELETE /api/approvals/standing/{id}"] = rules.end
		all["DELETE /api/approvals/delegations/{id}"] = rules.endDelegation
	}
	if a.Tasks != nil && a.Hooks != nil {
		events := hookDesk{a.later(), a.Hooks}
		all["GET /api/tasks/{id}/hook"], all["PUT /api/tasks/{id}/hook"] = events.show, events.change
		all["POST /api/tasks/{id}/hook/token"], all["DELETE /api/tasks/{id}/hook/token"] = events.mint, events.end
		all["POST /api/tasks/{id}/hook/events/{event}/send"] = events.again
		all["GET /api/channels"], all["PUT /api/channels"] = events.channels, events.ruleChannel
	}
	if a.Members != nil {
		people := team{a.Members, a.Owner}
		all["GET /api/people"], all["POST /api/people/{id}/tasks"] = people.list, people.handOver
		all["GET /api/people/{id}/leaving"], all["DELETE /api/people/{id}"] = people.ends(a.Members.Leaving), people.ends(a.Members.Remove)
	}
	if a.Settings != nil {
		whole := settings{kept: a.Settings, owner: a.Owner}
		all["GET /api/settings"] = whole.tell
		all["PUT /api/settings"] = whole.put
	}
	return all
}
