// Package tape records what comes from outside into one piece of work, a turn or a task, and plays it back: what models and tools
// answered, what was read from the database, what the clock said, what chance gave. Everything else is a function of that, so that
// the same work, put over the tape instead of the world, says the same.
//
//	recording: Through ──▶ the call is made ──▶ what came of it is kept ──Cut──▶ written with the messages that follow from it
//	playing:   Through ──▶ what came of it then; the call is not made
//
// One function does both, so that nothing can be recorded in one way and played in another. Who plays has no way outside.
package tape

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Kind says where something came from.
type Kind string

// The kinds.
const (
	Model  Kind = "model"
	Tool   Kind = "tool"
	Read   Kind = "read"  // from the database, or from what people attached
	Write  Kind = "write" // what came of something that was changed meanwhile
	Clock  Kind = "clock"
	Random Kind = "random" // of which ids are made
)

// Step is one thing that came from outside.
type Step struct {
	N     int             `json:"n"`
	Kind  Kind            `json:"kind"`
	What  string          `json:"what"`         // what was asked
	Of    string          `json:"of,omitempty"` // about what
	Value json.RawMessage `json:"value,omitempty"`
	Error *Failure        `json:"error,omitempty"`
	Sum   string          `json:"sum"` // of all that, so that a changed record is known
}

// Name is how a step is called for people.
func (s Step) Name() string {
	if s.Of == "" {
		return fmt.Sprintf("step %d (%s: %s)", s.N, s.Kind, s.What)
	}
	return fmt.Sprintf("step %d (%s: %s of %s)", s.N, s.Kind, s.What, s.Of)
}

// Signed is the step with its hash.
func (s Step) Signed() Step {
	s.Sum = s.sum()
	return s
}

func (s Step) sum() string {
	failed, _ := json.Marshal(s.Error) // texts can always be written
	h := sha256.New()
	for _, part := range [][]byte{fmt.Append(nil, s.N), []byte(s.Kind), []byte(s.What), []byte(s.Of), s.Value, failed} {
		fmt.Fprintf(h, "%d\n", len(part))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// MissingError says that the work asks for what is not on the tape.
type MissingError struct {
	Step Step // without a value
	Ends bool // everything on the tape has been asked for
}

// Error implements error.
func (e *MissingError) Error() string {
	if e.Ends {
		return fmt.Sprintf("the record ends before the %s: %s", e.Step.Kind, e.Step.What)
	}
	return fmt.Sprintf("the record has no %s: %s of %q", e.Step.Kind, e.Step.What, e.Step.Of)
}

// AskedError says that the work asks a model otherwise than it did then.
type AskedError struct {
	Step      Step // without a value
	Then, Now string
}

// Error implements error.
func (e *AskedError) Error() string {
	return fmt.Sprintf("the %s (%s of %s) is asked something else: the request's sum was %s and is %s", e.Step.Kind, e.Step.What, e.Step.Of, e.Then, e.Now)
}

// TeamError says that the team that did the work then is not here any more: agents or tools that were defined beside what is compiled in
// are others now.
type TeamError struct{ Then, Now string } // their hashes

// Error implements error.
func (e *TeamError) Error() string {
	return fmt.Sprintf("agents or tools that were defined then are others now, so it cannot be made again (the team was %s and is %s)", e.Then, e.Now)
}

// Tape is the record of one piece of work. A nil one records nothing and plays nothing: calls are made as they are.
type Tape struct {
	mu      sync.Mutex
	steps   []Step // recording: those that are not cut yet
	n       int    // steps so far
	size    int    // bytes that were cut
	broken  error  // what could not be recorded
	playing bool
	next    map[name][]int // playing: the steps that have not been asked for
	left    int
	missing *MissingError // the first
	differs *AskedError   // likewise
}

type name struct {
	kind     Kind
	what, of string
}

// New returns an empty tape, to be recorded on.
func New() *Tape { return &Tape{} }

// Play returns a tape that gives what was recorded.
func Play(steps []Step) *Tape {
	t := &Tape{playing: true, steps: steps, next: map[name][]int{}, left: len(steps)}
	for i, s := range steps {
		key := name{s.Kind, s.What, s.Of}
		t.next[key] = append(t.next[key], i)
	}
	return t
}

// Playing tells whether the tape gives what was recorded.
func (t *Tape) Playing() bool { return t != nil && t.playing }

// Through makes a call and keeps what came of it, or gives what came of it then. Calls that are made at the same time are told apart
// by what they are about.
func Through[T any](t *Tape, k Kind, what, of string, call func() (T, error)) (T, error) {
	if t == nil {
		return call()
	}
	if !t.playing {
		v, err := call()
		t.keep(Step{Kind: k, What: what, Of: of}, v, err)
		return v, err
	}
	var v T
	s, err := t.take(Step{Kind: k, What: what, Of: of})
	if err == nil {
		err = decode(s.Value, &v)
		if err != nil {
			err = fmt.Errorf("%s: %w", s.Name(), err)
		}
	}
	if err != nil {
		return v, err
	}
	return v, s.Error.failure()
}

func (t *Tape) keep(s Step, v any, failed error) {
	raw, err := encode(v)
	s.Value, s.Error = raw, failureOf(failed)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.broken = errors.Join(t.broken, fmt.Errorf("record %s: %w", s.What, err))
		return
	}
	t.n++
	s.N = t.n
	t.steps = append(t.steps, s.Signed())
}

func (t *Tape) take(of Step) (Step, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := name{of.Kind, of.What, of.Of}
	at := t.next[key]
	if len(at) == 0 {
		missing := &MissingError{Step: of, Ends: t.left == 0}
		if t.missing == nil {
			t.missing = missing
		}
		return of, missing
	}
	t.next[key] = at[1:]
	t.left--
	return t.steps[at[0]], nil
}

// Now is a clock that goes through the tape.
func (t *Tape) Now(now func() time.Time) func() time.Time {
	if t == nil {
		return now
	}
	return func() time.Time {
		at, _ := Through(t, Clock, "now", "", func() (time.Time, error) { return now(), nil })
		return at
	}
}

// IDs makes ids of the tape's clock and of randomness that goes through it. all makes them where there is no tape.
func (t *Tape) IDs(all *assistant.IDs, now func() time.Time, random io.Reader) *assistant.IDs {
	if t == nil {
		return all
	}
	return assistant.NewIDs(t.Now(now), chance{t, random})
}

type chance struct {
	tape *Tape
	from io.Reader
}

// Read implements [io.Reader]. Where the tape has no more, it gives zeros: the work has gone another way by then, which the tape
// notes.
func (c chance) Read(to []byte) (int, error) {
	b, err := Through(c.tape, Random, "bytes", "", func() ([]byte, error) {
		b := make([]byte, len(to))
		_, err := io.ReadFull(c.from, b)
		return b, err
	})
	if c.tape.playing {
		clear(to)
		copy(to, b)
		return len(to), nil
	}
	return copy(to, b), err
}

// Missing is the first thing that was asked for and is not on the tape; nil where there was none.
func (t *Tape) Missing() *MissingError {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.missing
}

// Unasked is the first step that was recorded and not asked for; false where there is none.
func (t *Tape) Unasked() (Step, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := len(t.steps)
	for _, at := range t.next {
		if len(at) > 0 {
			first = min(first, at[0])
		}
	}
	if first == len(t.steps) {
		return Step{}, false
	}
	return t.steps[first], true
}

// Differs notes that something is asked otherwise than it was.
func (t *Tape) Differs(k Kind, what, of, then, now string) {
	if !t.Playing() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.differs == nil {
		t.differs = &AskedError{Step: Step{Kind: k, What: what, Of: of}, Then: then, Now: now}
	}
}

// Asked is the first thing that was asked otherwise; nil where there was none.
func (t *Tape) Asked() *AskedError {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.differs
}

// Left counts the steps that were not asked for.
func (t *Tape) Left() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.left
}
