package assistant

import (
	"errors"
	"strconv"
)

// Side says where a problem lies (seed 000 §11.1).
type Side string

// The sides.
const (
	SideInput     Side = "input"     // the request is incomplete or conflicting
	SideContext   Side = "context"   // project configuration is missing or invalid
	SideExecution Side = "execution" // an outside system refused or did not answer
	SideSystem    Side = "system"    // our own
)

// Problem is a failure as people read it: what happened, in plain words, and a way on.
type Problem struct { //nolint:recvcheck // JSON is written of values and read into pointers
	Side     Side     `json:"category"`
	Message  Sentence `json:"message"`
	Recovery Sentence `json:"recovery"`
	Mend     Sentence `json:"mend,omitzero"`     // what the operator has to fix; for admins alone
	ID       string   `json:"id,omitempty"`      // to find the private details by
	Retry    bool     `json:"retry,omitempty"`   // trying again may help
	Run      RunID    `json:"runId,omitempty"`   // where retrying is offered
	Outward  string   `json:"outward,omitempty"` // the whole address that was not gone to, and that a yes would let out

	// Steps are what was observed, each a safe line for the thinking stream. A line in lower case continues the name of the one who
	// did it: "checking that the address is right".
	Steps []Sentence `json:"steps,omitempty"`
}

// MarshalJSON writes the English text and, beside it, the sentences it was made from.
func (p Problem) MarshalJSON() ([]byte, error) {
	type plain Problem
	return marshalSaid(plain(p), p.said()...)
}

// UnmarshalJSON also reads what earlier versions wrote, which is English alone.
func (p *Problem) UnmarshalJSON(raw []byte) error {
	type plain Problem
	return unmarshalSaid(raw, (*plain)(p), p.said)
}

// Whole is what happened and the way on.
func (p Problem) Whole() Sentence { return p.Message.Then(p.Recovery) }

func (p *Problem) said() []SentenceField {
	out := []SentenceField{{"message", &p.Message}, {"recovery", &p.Recovery}, {"mend", &p.Mend}}
	for i := range p.Steps {
		out = append(out, SentenceField{"steps/" + strconv.Itoa(i), &p.Steps[i]})
	}
	return out
}

// Trouble is an error with the part that people may read.
type Trouble struct {
	Problem Problem
	Err     error // the private half; may be nil
}

// BadInput is a refusal of what a person asked for: what is wrong with it, and what to do instead.
func BadInput(message, recovery Sentence) *Trouble {
	return &Trouble{Problem: Problem{Side: SideInput, Message: message, Recovery: recovery}}
}

// Error implements error. It is for operators.
func (t *Trouble) Error() string {
	if t.Err != nil {
		return t.Err.Error()
	}
	return t.Problem.Message.String()
}

// Unwrap gives the private half.
func (t *Trouble) Unwrap() error { return t.Err }

// ProblemOf returns what a person may read of an error: its own words when it carries some, else a plain general sentence.
func ProblemOf(err error) Problem {
	if t, ok := errors.AsType[*Trouble](err); ok {
		return t.Problem
	}
	if errors.Is(err, ErrUnwritable) {
		return Problem{
			Side:     SideSystem,
			Message:  Say("I can write nothing down right now, so I have not taken this."),
			Recovery: Say("Please say it again later. Whoever runs me is told by my status page what is missing."),
			Retry:    true,
		}
	}
	return Problem{
		Side:     SideSystem,
		Message:  Say("Something went wrong on my side, and I stopped before changing anything further."),
		Recovery: Say("Please try again in a moment. If it happens again, give the id below to whoever runs this assistant."),
		Retry:    true,
	}
}

// The errors callers branch on.
var (
	// ErrNotFound: no such thing, or it belongs to another tenant.
	ErrNotFound = errors.New("not found")
	// ErrFenced: the claim behind a write is no longer alive; somebody else goes on.
	ErrFenced = errors.New("claim lost")
	// ErrDecided: somebody decided first.
	ErrDecided = errors.New("already decided")
	// ErrCounted: somebody else said yes meanwhile, so that it counts otherwise now; look again.
	ErrCounted = errors.New("counted otherwise by now")
	// ErrUnstorable: what was given can never be stored as it is, however often it is tried.
	ErrUnstorable = errors.New("it can never be stored")
	// ErrUnwritable: the database can be read and not written, such as on a full disk. Nothing of it was kept.
	ErrUnwritable = errors.New("the database takes no writes")
	// ErrInUse: it cannot be taken away while work on it is going on.
	ErrInUse = errors.New("work on it is going on")
	// ErrTaken: another one has the name or the address.
	ErrTaken = errors.New("taken by another")
	// ErrStopped: the run was stopped; no further effect may start.
	ErrStopped = errors.New("run stopped")
	// ErrHalted: somebody has said stop, and it is not handled yet; until then no effect may start.
	ErrHalted = errors.New("somebody has said stop")
	// ErrKeyUsed: the request's key was used for another request; nothing of it was done.
	ErrKeyUsed = errors.New("the key is that of another request")
	// ErrNotTheirs: the message to be replaced is not one that the same person wrote in that conversation.
	ErrNotTheirs = errors.New("no message of theirs there")
	// ErrTooMuch: a bound on what is asked or spent was met; it comes within a [Trouble] that says when to come back.
	ErrTooMuch = errors.New("too much")
)
