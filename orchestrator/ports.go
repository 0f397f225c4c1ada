package orchestrator

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/planning"
)

// intake is what the [Inbox] needs of storage.
type intake interface { //nolint:interfacebloat // to receive is one verb, on a short way and a long one
	Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error)
	ReceiveTaking(ctx context.Context, in assistant.Inbound, lease time.Duration) (assistant.Received, *assistant.Taken, error)
	Post(ctx context.Context, m assistant.Message) (assistant.Message, error)
	PersonFor(ctx context.Context, t assistant.TenantID, who assistant.Identity) (assistant.Person, error)
	Person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error)
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
}

// subjects is where the [Inbox] looks up what an act is about.
type subjects interface {
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
	Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error)
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
	ConversationOf(ctx context.Context, t assistant.TenantID, id assistant.MessageID) (assistant.ConversationID, error)
}

// mailbox is a worker's hold on a conversation. Every write is fenced by the claim.
type mailbox interface {
	Claim(ctx context.Context, t assistant.TenantID, lease time.Duration) (assistant.Claim, []assistant.Mail, bool, error)
	RenewAll(ctx context.Context, held []assistant.Claim, lease time.Duration) (lost []assistant.Claim, err error)
	Append(ctx context.Context, c assistant.Claim, b assistant.Batch) error
	SettleAll(ctx context.Context, c assistant.Claim, s assistant.Settling) (assistant.Settled, error)
	Release(ctx context.Context, c assistant.Claim, more bool) error
}

// records is what a turn reads.
type records interface {
	Situation(ctx context.Context, c assistant.Claim, about assistant.Message) (assistant.Situation, error)
	ModelCall(ctx context.Context, t assistant.TenantID, key string) (assistant.ModelCall, bool, error)
	Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error)
	Calls(ctx context.Context, t assistant.TenantID, run assistant.RunID) ([]assistant.ToolCall, error)
	MarkUndone(ctx context.Context, c assistant.Claim, call assistant.CallID) error
}

// lookups is where the supervisor looks up the work that a mail is about, which need not be the conversation's newest, and who
// decided on it.
type lookups interface {
	Person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error)
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
	AgentSession(ctx context.Context, t assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error)
	NewestSession(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) (assistant.AgentSession, bool, error)
}

// taskClaims is a worker's hold on tasks. Every write is fenced by the task's claim.
type taskClaims interface {
	ClaimTasks(ctx context.Context, t assistant.TenantID, most int, lease time.Duration) (got []assistant.ClaimedTask, more bool, err error)
	RenewTasks(ctx context.Context, held []assistant.TaskClaim, lease time.Duration) (lost []assistant.TaskClaim, err error)
	WriteTasks(ctx context.Context, ws []assistant.TaskWrite) error
	ReleaseTask(ctx context.Context, c assistant.TaskClaim) error
	Halted(ctx context.Context, c assistant.TaskClaim) (bool, error)
}

// ledger finds what hints were lost for.
type ledger interface {
	Sweep(ctx context.Context, minWait time.Duration) (assistant.Waiting, error)
	DueTimers(ctx context.Context, limit int) ([]assistant.Timer, error)
	PutOff(ctx context.Context, due assistant.Timer) error
	Remind(ctx context.Context, due assistant.Timer, reminders ...assistant.Message) (said []assistant.Message, err error)
}

// planner runs the planning protocol.
type planner interface {
	Begin(ctx context.Context, d planning.Desk, s assistant.Situation, request assistant.Message) (planning.Move, error)
	Answer(ctx context.Context, d planning.Desk, s assistant.Situation, b assistant.Brief, values map[string]string, text string) (planning.Move, error)
	Revise(ctx context.Context, d planning.Desk, s assistant.Situation, p assistant.Plan, wish string) (planning.Move, error)
	reworker
	runChanger
}

// runChanger reads what words change of a plan at work, and makes its next version.
type runChanger interface {
	changeReader
	redirecter
}

// doer does tasks and takes them back, and answers queries.
type doer interface {
	At(in executor.Inputs) *executor.Executor // who does a task, with what comes into it in a way of its own
	onlooker
	Undo(ctx context.Context, w executor.Whose, calls []assistant.ToolCall) ([]assistant.UndoneTask, []assistant.CallID)
	Verify(ctx context.Context, w executor.Whose, calls []assistant.ToolCall) []assistant.Seen
	stagehand
}

// onlooker uses tools without changing anything outside.
type onlooker interface {
	Query(ctx context.Context, q executor.Query) (assistant.Receipt, error)
	DryRun(ctx context.Context, d executor.DryRun) (assistant.Plan, error)
}

// teams gives the team of a tenant as it stands. A turn, a task and whatever else takes one asks once, at its beginning.
type teams interface {
	Of(t assistant.TenantID) *team.Team
}

// backends are what answers for each tenant as it is set now. A turn and a task take it once, at their beginning.
type backends interface {
	Of(t assistant.TenantID) llm.Backend
}

// stagehand knows what was put up to be looked at before a decision, and takes it away.
type stagehand interface {
	Staged(t assistant.Task) assistant.Approval
	Unstage(ctx context.Context, w executor.Whose, a assistant.Approval) error
}

// Surfaces gives the couriers of the surfaces that are served now. Whoever delivers asks once, at the beginning: a surface that is set or taken
// away meanwhile is for the next one.
type Surfaces interface {
	Deliverers() []Deliverer
}

// Fixed are the couriers of surfaces that are served all the time.
type Fixed []Deliverer

// Deliverers implements [Surfaces].
func (f Fixed) Deliverers() []Deliverer { return f }

// Deliverer shows a tenant's places what is new; a surface's courier is one.
type Deliverer interface {
	// Take claims a place that is behind, or gives nil; other says that there is another one. show then shows it what is new, and
	// must be called; more says that the place stayed behind.
	Take(ctx context.Context, t assistant.TenantID) (show func(context.Context) (more bool, err error), other bool, err error)
	// Shows says which surface's places it shows, and how long it holds one at a time.
	Shows() (of assistant.Surface, lease time.Duration)
	// Given is what Take gives for a place that was claimed elsewhere in this process.
	Given(c assistant.DeliveryClaim) (show func(context.Context) (more bool, err error))
	// Draft shows an answer that is still being written, where the surface can; more says that there is something to deliver.
	Draft(ctx context.Context, d assistant.Draft) (more bool, err error)
}
