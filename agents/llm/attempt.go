package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// errIdle: the provider sent nothing for too long.
var errIdle = errors.New("the model went silent")

// errLate: the time for a request with all its attempts is over.
var errLate = errors.New("the time for it is over")

// errStopped: whoever asked does not want the answer any more.
var errStopped = errors.New("the call was stopped")

// attempt is one call of a model, watched for silence and size.
type attempt struct {
	model   Model
	request Request
	onText  func(string)
	idle    time.Duration

	passedOn bool            // text has left; the call is not repeated unseen
	began    bool            // the provider has begun to answer, so that it is paid for
	used     assistant.Usage // up to now, as far as the provider has said it
	size     int
}

func (a *attempt) run(ctx context.Context) (Reply, error) {
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watchdog := time.AfterFunc(a.idle, func() { cancel(errIdle) })
	defer watchdog.Stop()

	for event, err := range a.model.Generate(watched, a.request) {
		if err != nil {
			return Reply{}, a.name(ctx, watched, err)
		}
		watchdog.Reset(a.idle)
		a.began = true
		switch e := event.(type) {
		case TextDelta:
			if a.size += len(e.Text); a.size > MaxReply {
				return Reply{}, fmt.Errorf("%w: it is longer than %d bytes", ErrGarbage, MaxReply)
			}
			if a.onText != nil && e.Text != "" {
				a.passedOn = true
				a.onText(e.Text)
			}
		case Alive:
			if e.Used != (assistant.Usage{}) {
				a.used = e.Used
			}
		case Voided:
			a.void()
		case Done:
			return a.finish(e.Reply)
		}
	}
	return Reply{}, a.name(ctx, watched, ErrBroken)
}

// void tells whoever reads along that what they were told is not the answer.
func (a *attempt) void() {
	if a.passedOn {
		a.passedOn = false
		a.onText(Anew)
	}
}

// name says why a call ended: an adapter sees only that its context did.
func (a *attempt) name(ctx, watched context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", errStopped, context.Cause(ctx))
	case errors.Is(context.Cause(watched), errIdle):
		return &StatusError{Provider: a.model.Info().Provider, Message: "silent for " + a.idle.String(), Err: errIdle}
	default:
		return err
	}
}

// finish checks that a reply can be kept and acted on.
func (a *attempt) finish(r Reply) (Reply, error) {
	r.Info = a.model.Info()
	r.Message.Role = RoleAssistant
	r.Message.Parts = withoutReasoning(r.Message.Parts)
	if a.claims(r) {
		r.Message.Parts = withoutWords(r.Message.Parts)
		a.void()
	}
	r.Usage = counted(r.Usage)
	if n := r.Message.size(); n > MaxReply {
		return r, fmt.Errorf("%w: it is longer than %d bytes", ErrGarbage, MaxReply)
	}
	seen := make(map[string]bool)
	for i, p := range r.Message.Parts {
		if p.State != nil && len(p.State.Data) > 0 && !json.Valid(p.State.Data) {
			return r, fmt.Errorf("%w: part %d has a state that is not JSON", ErrGarbage, i)
		}
		if p.Call == nil {
			continue
		}
		if p.Call.Name == "" || p.Call.ID == "" || seen[p.Call.ID] {
			return r, fmt.Errorf("%w: tool call %d has no name or no id of its own", ErrGarbage, i)
		}
		seen[p.Call.ID] = true
		if !json.Valid(p.Call.Arguments) {
			return r, fmt.Errorf("%w: the arguments of tool call %d are not JSON", ErrGarbage, i)
		}
	}
	return r, nil
}

// claims tells whether a reply calls a tool that was not offered: what it says beside that is of something that is not done, as if it
// were. The call stays, and whoever runs calls refuses it.
func (a *attempt) claims(r Reply) bool {
	for _, call := range r.Calls() {
		if !slices.ContainsFunc(a.request.Callable(), func(t Tool) bool { return t.Name == call.Name }) {
			return true
		}
	}
	return false
}

// withoutWords drops what is said, and nothing else.
func withoutWords(parts []Part) []Part {
	return slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Call == nil && !p.Thought })
}

// withoutReasoning drops what a provider reasoned aloud, whatever an adapter let through: nothing of it is recorded or shown.
// What the provider wants back stays in the part's state.
func withoutReasoning(parts []Part) []Part {
	var out []Part
	for _, p := range parts {
		if p.Thought {
			p.Text = ""
		}
		if !p.Thought || p.State != nil {
			out = append(out, p)
		}
	}
	return out
}

// maxTokens bounds what a call is believed to have used.
const maxTokens = 100_000_000

// counted is usage that can be reckoned with, whatever a provider says: no part of it is negative, or more than the whole.
func counted(u assistant.Usage) assistant.Usage {
	within := func(n, most int) int { return min(max(n, 0), most) }
	u.Input, u.Output = within(u.Input, maxTokens), within(u.Output, maxTokens)
	u.Cached, u.Thought = within(u.Cached, u.Input), within(u.Thought, u.Output)
	u.CacheWritten = within(u.CacheWritten, u.Input-u.Cached)
	return u
}
