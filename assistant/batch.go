package assistant

import "time"

// Batch is what one transaction adds: messages, in order, the model calls behind them, and where agents' sessions stand now. An
// appended message's ID, Seq, Slot and At are storage's to give where they are empty.
type Batch struct {
	Messages   []Message
	ModelCalls []ModelCall
	Sessions   []AgentSession // the later of the same one counts, with the new messages of all
	Recording  *Recording     // the inputs that all of it follows from; nil if not recorded
}

// Empty tells whether there is nothing to write.
func (b Batch) Empty() bool {
	return len(b.Messages) == 0 && len(b.ModelCalls) == 0 && len(b.Sessions) == 0
}

// TaskWork is a claimed task with what doing it needs.
type TaskWork struct {
	Task     Task
	Run      Run
	Project  Project
	Asker    Person            // who asked for the run, as they are now; zero if unknown
	Settings Settings          // of the tenant
	Results  map[string]Result // of the run's completed tasks, by step key
	Policies []Policy          // of the tenant: who decides
	Yeses    []Yes             // to the task's approval, where there are policies
	Standing []StandingYes     // of the tenant
	Heard    []Person          // whose words the run is based on apart from the request, if there are standing yeses; the zero person is unknown
	Unasked  bool              // it came of a background task: nobody is waiting

	Background BackgroundID // that task, where it comes again: it may have standing yeses of its own
}

// ClaimedTask is a task in hand.
type ClaimedTask struct {
	Claim TaskClaim
	Work  TaskWork
}

// TaskWrite is what the holder of a task's claim writes: a batch in the middle of the task or, with Ends, the outcomes of its last
// call and of the task, which gives the claim back.
type TaskWrite struct {
	Claim TaskClaim
	Batch Batch
	Call  *ToolCall
	Ends  bool
}

// Undelivered is what has not been shown in a place yet.
type Undelivered struct {
	Upto  int64 // the log's seq this reaches to
	Slots []SlotWork
	// Drafts are the drafts of answers shown in the place, in the slots of [DraftSlot], whose turns are over: their final messages
	// are among the Slots.
	Drafts []Delivery
}

// SlotWork is a slot touched by new messages: all of its messages, and what the place has been shown of it.
type SlotWork struct {
	Slot     Slot
	Messages []Message  // the whole slot, in order
	Delivery Delivery   // zero when it was never shown
	Gathered []Gathered // everything in the same direct message, including this slot, in order; nil if it has one of its own
}

// Gathered is one conversation's request to a person, in a direct message shared by several.
type Gathered struct {
	Slot     Slot
	Task     string    // what the background task that wants it is called
	Messages []Message // the whole slot, in order
}

// Waiting lists the tenants whose ready work was not picked up in time.
type Waiting struct {
	Turns      []TenantID
	Tasks      []TenantID
	Deliveries []TenantID
	Rescued    int // claims whose lease had run out, now free again

	OldestTurn, OldestTask, OldestDelivery time.Duration // how long the longest of each kind has been ready
}

// Seed is what the first start writes into an empty database.
type Seed struct {
	Tenant   Tenant
	Owner    Person
	Projects []Project
	Settings Settings // of the tenant; zero is as by default
}

// Backlog is what waits in the whole installation, for operators.
type Backlog struct {
	Conversations  int           // with mail that nobody has claimed
	Approvals      int           // that people have to decide
	OldestApproval time.Duration // how long the oldest of them has waited
	Runs           int           // under way
	StuckRuns      int           // under way, though nothing is left that would move them on
}
