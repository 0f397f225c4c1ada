package assistant

import "time"

// Claim is a worker's fenced hold on a conversation. Every write of the work carries it; without the living token
// nothing is written ([ErrFenced]).
type Claim struct {
	Tenant       TenantID
	Conversation ConversationID
	Token        ClaimToken
	More         bool // when it was taken, the tenant had more ready that nobody held
}

// Mail is a message waiting in its conversation's mailbox for the supervisor.
type Mail struct {
	ID      int64
	Message Message
	Attempt int // how often it has been taken before; past the limit it is parked
}

// Taken is a conversation that is in hand since it was given its mail.
type Taken struct {
	Claim     Claim
	Mail      Mail
	Situation *Situation // of the mail, if read with it; nil if still to be read
}

// TaskClaim is a worker's fenced hold on a task.
type TaskClaim struct {
	Tenant       TenantID
	Conversation ConversationID
	Task         TaskID
	Token        ClaimToken
}

// DeliveryClaim is a courier's fenced hold on a place: one courier at a time shows a place what is new.
type DeliveryClaim struct {
	Tenant       TenantID
	Conversation ConversationID
	PlaceID      PlaceID
	Place        Place
	Language     Language // of the conversation
	Shown        int64    // the log up to this seq has been shown
	Token        ClaimToken
	Behind       *Undelivered // what it has not been shown, where that was read with the claim
	More         bool         // when it was taken, the tenant had more places behind that nobody held
	Paced        int          // posts whose slot in their channel's pace has come, or is waited for after the release
	Closed       bool         // the platform showed nothing there when it was tried last
	Closes       bool         // and shows nothing there now, as the holder of the claim found
	Gathers      bool         // what waits in other conversations stands in its message, too
	With         PlaceID      // in whose message its slot stands; "" for one of its own
}

// Pace is how fast something takes posts, over all processes: so many at once, and then one every so often, in the order in
// which they ask. The zero value bounds nothing.
type Pace struct {
	Thing string
	Every time.Duration
	Burst int
	Posts int // that want a slot
}

// Span is how far the pace is ahead when the first of the posts has to wait.
func (p Pace) Span() time.Duration { return time.Duration(p.Posts+p.Burst-1) * p.Every }

// Delivery is what was shown of one slot in a place, with the platform's id for it.
type Delivery struct {
	Slot  Slot
	Ref   string // the platform's id of what was posted; "" when it was intended but its answer is not known
	Hash  string // of the card last shown; equal hashes need no edit
	Nonce string // marks the post on the platform, so that a lost answer can be looked up

	Withheld bool // the platform refused it in every form that people could have decided on

	// Where it was posted just now, and not kept with the slot: the seq of the slot's first message, and when it was posted by
	// the platform's clock; zero where the platform does not say.
	Begun int64
	At    time.Time
}

// MailsOfClaim is how much mail one claim brings at most; a claim that brings as much may have left some.
const MailsOfClaim = 64

// WindowOfModels is how many messages of a conversation a model is given, however long the conversation is (seed 003 §4).
const WindowOfModels = 10

// Timer wakes a conversation when it is due: a question or a plan expires, or somebody is reminded of it.
type Timer struct {
	ID           int64
	Tenant       TenantID
	Conversation ConversationID
	Kind         TimerKind
	Ref          string // the approval's, clarification's or plan's id
	Version      int    // of the plan
	DueAt        time.Time
}

// TimerKind says what a timer is about.
type TimerKind string

// These are the kinds of timer. Each has a kind that reminds of it, see [TimerKind.Reminder].
const (
	TimerPlan          TimerKind = "plan"
	TimerApproval      TimerKind = "approval"
	TimerClarification TimerKind = "clarification"
)

// ModelCall records one call of a model: for recovery, audit, cost and replay.
type ModelCall struct {
	Key      string // unique within the tenant: the turn and the ordinal in it
	Run      RunID
	Purpose  string
	Provider string
	Model    string
	Request  string // hash of what was asked; a recorded answer serves only the same request
	Response []byte // JSON
	Usage    Usage
	Micros   int64 // what it cost by list price, in millionths of a dollar; 0 where that is not known
	Unpriced bool  // its cost is unknown
	Free     bool  // nothing was spent: it was the rehearsal
	Took     time.Duration

	Person       PersonID       // whose asking it is for; "" for nobody's
	Conversation ConversationID // of a call that no turn records; "" keeps none of it but what it took
	Reserve      ReserveID      // what was put aside for it, and is not any more once it is counted; "" for nothing
	Counted      bool           // what it took is counted already, and it is only to be recorded
}

// Usage is what a model call consumed, in tokens. Input includes tokens read from and written to a cache; Output includes Thought.
type Usage struct {
	Input        int `json:"input"`
	Cached       int `json:"cached,omitempty"`        // read from a cache
	CacheWritten int `json:"cache_written,omitempty"` // kept in one, which some providers charge more for
	Output       int `json:"output"`
	Thought      int `json:"thought,omitempty"`
}

// Plus is both usages together.
func (u Usage) Plus(o Usage) Usage {
	return Usage{
		Input: u.Input + o.Input, Cached: u.Cached + o.Cached, CacheWritten: u.CacheWritten + o.CacheWritten, Output: u.Output + o.Output, Thought: u.Thought + o.Thought,
	}
}

// ModelCallLine is a model call's usage, without the prompt and the answer.
type ModelCallLine struct {
	Purpose, Provider, Model string

	Usage    Usage
	Took     time.Duration
	Micros   int64 // what it cost by list price, in millionths of a dollar
	Unpriced bool  // its cost is unknown
	At       time.Time
}
