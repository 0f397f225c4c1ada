package tape

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Failure is an error as it is recorded: its words, and what callers branch on.
type Failure struct {
	Words   string             `json:"words"`
	Is      []string           `json:"is,omitempty"`
	Problem *assistant.Problem `json:"problem,omitempty"` // of a trouble
	Status  *Status            `json:"status,omitempty"`  // of a provider
	Habit   *Habit             `json:"habit,omitempty"`
}

// Habit is what a [llm.HabitError] says.
type Habit struct {
	Provider string `json:"provider"`
	Server   string `json:"server"`
	Did      string `json:"did"`
	Mend     string `json:"mend,omitempty"`
	Call     bool   `json:"call,omitempty"`
	Again    bool   `json:"again,omitempty"`
}

// Status is a provider's refusal.
type Status struct {
	Provider   string        `json:"provider"`
	Code       int           `json:"code"`
	RetryAfter time.Duration `json:"retryAfter,omitempty"`
	Message    string        `json:"message"`
	Host       string        `json:"host,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	Page       bool          `json:"page,omitempty"`
	Skew       time.Duration `json:"skew,omitempty"`
	Way        llm.Way       `json:"way,omitempty"`
}

// known are the errors that callers branch on, by their names on a tape.
func known() map[string]error {
	return map[string]error{
		"not found": assistant.ErrNotFound, "not admin": assistant.ErrNotAdmin, "fenced": assistant.ErrFenced, "decided": assistant.ErrDecided, "counted": assistant.ErrCounted,
		"unstorable": assistant.ErrUnstorable, "unwritable": assistant.ErrUnwritable, "in use": assistant.ErrInUse, "taken": assistant.ErrTaken,
		"stopped": assistant.ErrStopped, "halted": assistant.ErrHalted, "too much": assistant.ErrTooMuch, "uncertain": assistant.ErrUncertain, "moved": assistant.ErrMoved,
		"truncated": llm.ErrTruncated, "broken": llm.ErrBroken, "length": llm.ErrLength, "overloaded": llm.ErrOverloaded, "refused": llm.ErrRefused,
		"garbage": llm.ErrGarbage, "disabled": llm.ErrDisabled, "cancelled": context.Canceled, "late": context.DeadlineExceeded,
	}
}

func failureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	out := &Failure{Words: err.Error()}
	all := known()
	for _, word := range slices.Sorted(maps.Keys(all)) {
		if errors.Is(err, all[word]) {
			out.Is = append(out.Is, word)
		}
	}
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		p := trouble.Problem
		out.Problem = &p
	}
	if s, ok := errors.AsType[*llm.StatusError](err); ok {
		out.Status = &Status{
			Provider: s.Provider, Code: s.Code, RetryAfter: s.RetryAfter, Message: s.Message,
			Host: s.Host, Reason: s.Reason, Page: s.Page, Skew: s.Skew, Way: s.OnTheWay(),
		}
	}
	if h, ok := errors.AsType[*llm.HabitError](err); ok {
		out.Habit = &Habit{Provider: h.Provider, Server: h.Server, Did: h.Did, Mend: h.Mend, Call: h.Call, Again: h.Again}
	}
	return out
}

// failure is the error again; nil where there was none.
func (f *Failure) failure() error {
	if f == nil {
		return nil
	}
	out := &again{words: f.Words}
	all := known()
	for _, word := range f.Is {
		if is := all[word]; is != nil {
			out.is = append(out.is, is)
		}
	}
	if f.Problem != nil {
		out.is = append(out.is, &assistant.Trouble{Problem: *f.Problem, Err: errors.New(f.Words)})
	}
	if s := f.Status; s != nil {
		out.is = append(out.is, &llm.StatusError{
			Provider: s.Provider, Code: s.Code, RetryAfter: s.RetryAfter, Message: s.Message, Host: s.Host, Reason: s.Reason, Page: s.Page, Skew: s.Skew, Way: s.Way,
		})
	}
	if h := f.Habit; h != nil {
		habit := &llm.HabitError{Provider: h.Provider, Server: h.Server, Did: h.Did, Mend: h.Mend, Call: h.Call, Again: h.Again, Err: out}
		return &again{words: f.Words, is: []error{habit}}
	}
	return out
}

// again is an error of then.
type again struct {
	words string
	is    []error
}

// Error implements error.
func (a *again) Error() string { return a.words }

// Unwrap gives what callers branch on.
func (a *again) Unwrap() []error { return a.is }
