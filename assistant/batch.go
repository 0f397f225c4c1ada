package assistant

import "time"

// Batch is what one transaction adds: messages, in order, the model calls behind them, and where agents' sessions stand now. An
// appended message's ID, Seq, Slot and At are storage's to give where they are empty.
type Batch struct {
	Messages   []Message
	ModelCalls []ModelCall
	Sessions   []AgentSession // the later of the same one counts, with the new messages of all
	Recording  *Recording     // what all that follows from; nil where it is not kept
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
	Asker    Person            // who asked for the run, as they are now; zero where nobody is known
	Settings Settings          // of the tenant
	Results  map[string]Result // of the run's completed tasks, by step key
	Policies []Policy          // of the tenant: who decides
	Yeses    []Yes             // to the task's approval, where there are policies
	Standing []StandingYes     // of the tenant
	Heard    []Person          // whose words the run stands on beside the request, where there are standing yeses; the zero person is somebody unknown
	Unasked  bool              // it came of a background task: nobody waits for it

	Background BackgroundID // that task, where it comes again: it may have standing yeses of its own
}

// ClaimedTask is a task in hand.
type ClaimedTask struct {
	Claim TaskClaim
	Work  TaskWork
}

// TaskWrite is what the holder of a task's claim has to write: a batch in the middle of the task or, with Ends, what became of
// its last call and how it ended, which gives the claim back.
type TaskWrite struct {
	Claim TaskClaim
	Batch Batch
	Call  *ToolCall
	Ends  bool
}

// Undelivered is what a place has not been shown yet.
type Undelivered struct {
	Upto  int64 // the log's seq this reaches to
	Slots []SlotWork
	// Drafts are what the place has been shown of answers that were being written, in the slots of [DraftSlot], and whose
	// turns are over: what they ended with is among the Slots.
	Drafts []Delivery
}

// SlotWork is a slot touched by new messages: all of its messages, and what the place has been shown of it.
type SlotWork struct {
	Slot     Slot
	Messages []Message  // the whole slot, in order
	Delivery Delivery   // zero when it was never shown
	Gathered []Gathered // what stands in the same direct message, this slot among it, in order; nil where it stands by itself
}

// Gathered is what one conversation has put before a person, where a direct message has that of several.
type Gathered struct {
	Slot     Slot
	Task     string    // what the background task that wants it is called
	Messages []Message // the whole slot, in order
}

// Waiting lists the tenants that have had something ready for a while that nobody took.
type Waiting struct {
	Turns      []TenantID
	Tasks      []TenantID
	Deliveries []TenantID
	Rescued    int // claims whose lease had run out, now free again

	OldestTurn, OldestTask, OldestDelivery time.Duration // how long the longest of each kind has been ready
}

// Seed is what a first start puts into an empty database.
type Seed struct {
	Tenant   Tenant
	Owner    Person
	Projects []Project
	Settings Settings // of the tenant; zero is as by default
}

// Backlog is what waits in the whole installation, as operators are told of it.
type Backlog struct {
	Conversations  int           // that have mail which nobody has taken
	Approvals      int           // that people have to decide
	OldestApproval time.Duration // how long the oldest of them has waited
	Runs           int           // under way
	StuckRuns      int           // under way, though nothing is left that would move them on
}
