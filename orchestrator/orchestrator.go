package orchestrator

import (
	crand "crypto/rand"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// Store is everything the orchestrator asks of storage, put together from what its parts need.
type Store interface { //nolint:interfacebloat // the sum of the parts; no part sees it whole
	intake
	subjects
	offers
	messages
	mailbox
	records
	lookups
	tools.Audience
	newMail
	stoppable
	taskClaims
	sessions
	ledger
	agenda
	calls
	standings
	rooms
	delegates
	stage
	assistant.FileStore
}

// redis is a queue that knows whether it is there.
type redis interface {
	queue.Queue
	absence
}

// Config is what an orchestrator is made of.
type Config struct {
	Store         Store
	Queue         redis
	Backends      backends // of each tenant; nil where no model is asked
	Planner       planner
	Doer          doer
	Teams         teams
	Surfaces      Surfaces                      // nil where none has a courier
	Files         map[assistant.Surface]Fetcher // who gets what people attach; a surface without one has its files refused
	Reader        Reader                        // of those files; nil for none
	RatePerMinute int                           // what a person may ask in a minute; 0 does not bound it
	Advice        int                           // how often an executor may ask the strong model; 0 for the default, less for never
	Limits        Limits
	Records       bool       // what turns and tasks follow from is kept, so that they can be made again
	Heart         *Heartbeat // of this replica; nil for a process that is alone on its database
	IDs           *assistant.IDs
	Now           func() time.Time
	Chance        io.Reader // of which the ids of recorded work are made; crypto/rand.Reader outside tests
	Random        *rand.Rand
	Log           *slog.Logger
	Metrics       *metrics.Metrics
}

// DefaultAdvice is how often an executor may ask the strong model where nothing is set.
const DefaultAdvice = 2

// Orchestrator is the parts that run, wired to each other. Each part's Run is started by cmd.
type Orchestrator struct {
	Inbox     *Inbox
	Execution *Execution
	Worker    *Worker
	Tasks     *TaskRunner
	Couriers  *Couriers
	Sweeper   *Sweeper
}

// NewInbox wires the way in, which surfaces are made with. Of the config it needs what is about what people say, not who
// handles it or shows what comes of it.
func NewInbox(c Config) *Inbox {
	c = c.complete()
	bound := &bounds{rates: newRates(c.RatePerMinute), backends: c.Backends, now: c.Now, log: c.Log, meter: c.Metrics}
	h := hints{queue: c.Queue, surfaces: c.Surfaces, meter: c.Metrics}
	return &Inbox{store: c.Store, subjects: c.Store, offers: c.Store, messages: c.Store, named: c.Store, rooms: c.Store, teams: c.Teams, hints: h, received: newReception(c.Heart, c.Limits), bounds: bound, now: c.Now, log: c.Log, meter: c.Metrics}
}

// New wires the rest behind the inbox that the surfaces were made with; the couriers come last. It starts nothing.
func New(inbox *Inbox, c Config) *Orchestrator {
	c = c.complete()
	h, bound := inbox.hints, inbox.bounds
	turns, tasks, shows := make(chan queue.Token), make(chan queue.Token), make(chan queue.Token)
	drafting := newDrafting()
	sups := newSupervisors(c, bound, drafting)
	couriers := &Couriers{
		surfaces: c.Surfaces, queue: c.Queue, shows: c.Limits.Shows, grace: c.Limits.Grace, log: c.Log, local: shows, drafting: drafting,
	}
	return &Orchestrator{
		Inbox:     inbox,
		Execution: &Execution{inbox: inbox, stage: c.Store, teams: c.Teams, queue: c.Queue, ids: c.IDs, now: c.Now},
		Worker: &Worker{
			store: c.Store, read: c.Store, queue: c.Queue, hints: h, teams: c.Teams, backends: c.Backends, sups: sups, shows: couriers, limits: c.Limits, heart: c.Heart, keeper: newKeeper(c.Limits.Lease, c.Store.RenewAll),
			now: c.Now, log: c.Log, meter: c.Metrics, local: turns, received: inbox.received,
		},
		Tasks: &TaskRunner{
			store: c.Store, sessions: c.Store, queue: c.Queue, doer: c.Doer, backends: c.Backends, teams: c.Teams, tapes: tapes{records: c.Records, ids: c.IDs, now: c.Now, chance: c.Chance}, limits: c.Limits, heart: c.Heart,
			scribe: newScribe(c.Store, h, c.Limits.Lease), keeper: newKeeper(c.Limits.Lease, c.Store.RenewTasks),
			now: c.Now, log: c.Log, meter: c.Metrics, local: tasks,
		},
		Couriers: couriers,
		Sweeper: &Sweeper{
			ledger: c.Store, timers: timers{c.Store, c.Store, c.Store, c.Store, c.Store, h, c.Now, c.Random}, queue: c.Queue, turns: turns, tasks: tasks, shows: shows,
			random: c.Random, log: c.Log, meter: c.Metrics,
		},
	}
}

// complete fills in what is left open.
func (c Config) complete() Config {
	c.Limits = c.Limits.WithDefaults()
	if c.Advice == 0 {
		c.Advice = DefaultAdvice
	}
	if c.Chance == nil {
		c.Chance = crand.Reader
	}
	if c.Surfaces == nil {
		c.Surfaces = Fixed{}
	}
	if c.Backends == nil {
		c.Backends = llm.Backend{}
	}
	return c
}
