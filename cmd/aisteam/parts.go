package main

import (
	"context"
	"net"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/background"
	eventhooks "github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/background/permits"
	backgroundstore "github.com/aisteam/aisteam/background/store"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/bots/away/push"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	"github.com/aisteam/aisteam/executor/packs/media"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/executor/packs/tasks"
	"github.com/aisteam/aisteam/executor/packs/uptime"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/projects"
	"github.com/aisteam/aisteam/storage"
)

// database is everything the parts ask of storage, put together from what each asks.
type database interface { //nolint:interfacebloat // the sum of the parts; no part sees it whole
	orchestrator.Store
	executor.Ledger
	executor.OwnCalls
	executor.Provenance
	llm.Account
	lifecycle.Ledger
	backends.Settings
	modelKeeper
	setup.Keeper
	bots.DeliveryStore
	bots.DraftStore
	slack.Reopens
	web.Conversations
	web.History
	web.Work
	web.Approvals
	web.People
	web.Pending
	web.ChecklistKeeper
	web.TourKeeper
	projects.Store
	projects.Removals
	projects.Admins
	web.Members
	web.Grants
	web.Settings
	web.Rules
	web.Traces
	tables.DB
	own.Settings
	own.Deputies
	own.Going
	own.Channels
	tasks.Book
	tasks.Costs
	team.Definitions
	background.Store
	background.Lists
	background.Rewriting
	background.Starter
	background.Hearings
	eventhooks.Store
	eventhooks.Changes
	eventhooks.Ledger
	eventhooks.Rulings
	accountsOf
	accountsToAsk
	slack.Standings
	slack.Threads
	slack.Installs
	slack.Installing
	slack.Work
	slack.Backlog
	discord.Threads
	discord.Backlog
	discord.Turns
	bots.Directory
	bots.Accounts
	bots.Linking
	assistant.FileStore
	media.Shelf
	web.Library
	web.Sessions
	web.Reaches
	web.MailedCodes
	web.Passkeys
	web.OpenID
	PushKey(ctx context.Context, t assistant.TenantID, fresh assistant.Secret) (assistant.Secret, error)
	away.Conversations
	web.Zones
	web.SignInCodes
	web.Invitations
	web.Load
	web.Works
	LastHeard(ctx context.Context, t assistant.TenantID) (map[assistant.Surface]time.Time, error)
	web.Failures
	web.Notices
	bots.Failures
	discord.Spaces
	web.Spaces
	ForgetRecordings(ctx context.Context, older time.Duration) (more bool, err error)
	Ready(ctx context.Context) error
	Beat(ctx context.Context, silence time.Duration) (lost bool, freed assistant.Waiting, err error)
	Leave(ctx context.Context) error
	OwnerToken(ctx context.Context, t assistant.TenantID, fresh string) (string, error)
	ShareSettings(ctx context.Context, t assistant.TenantID, replica string, settings map[string]string) ([]map[string]string, error)
	Backlog(ctx context.Context) (assistant.Backlog, error)
	Connections() []storage.Connections
	Unwritable() storage.Pressure
	LeaveSettings(ctx context.Context, t assistant.TenantID, replica string) error
}

// ledgers are the verbs of the ledger, and those of what its packs keep that the parts ask for.
type ledgers struct {
	storage.Verbs
	backgroundTasks
}

type backgroundTasks = backgroundstore.Tasks

func ledgersOf(db *storage.DB) ledgers { return ledgers{db.Verbs, backgroundstore.New(db.Packs)} }

// toolHook wraps a tool; tests die around a call with it.
type toolHook func(tools.Tool) tools.Tool

// parts are the service's parts, in the order they are opened.
type parts struct {
	db        database
	tenant    assistant.Tenant
	owner     assistant.Person
	token     string
	queue     *queue.Redis
	heart     *orchestrator.Heartbeat // nil when embedded: the database's one process needs none
	listener  net.Listener
	apart     net.Listener // for operators alone; nil: they look at the public one
	address   *setup.Part[assistant.Address]
	public    assistant.Public // where people reach the panel, as it is set
	reached   assistant.Public // the same; where nothing is set, where it listens
	proof     address.Proof
	models    *backends.Source  // what answers each tenant
	sights    *lifecycle.Sights // of the models, by their answers
	lifecycle *lifecycle.Watch
	projects  *projects.Editor
	packs     []tools.Pack
	permits   *permits.Permits // what people let background tasks do with them
	teams     *team.Source     // of their tools and words, and of the agents
	team      *team.Team       // that is compiled in
	sites     *sitefolder.Folder
	wordpress *wordpress.Sites
	agreed    *agreement
	fronts    uptime.Fronts
	visitor   uptime.Visitor
	doer      *executor.Executor
	watch     *watch
	work      *orchestrator.Orchestrator
	web       *web.Surface
	installed *setup.Source // of the parts that an admin may set
	slack     *setup.Part[slackApp]
	discord   *setup.Part[discordApp]
	pushKey   push.Key
	mail      *setup.Part[mailApp]
	openid    *setup.Part[openid.Issuer]
	gate      *eventhooks.Gate
}
