package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// SetBy is a person who sets something for themselves by a form, outside any conversation.
type SetBy struct {
	Team     *team.Team // whose tools there are; nil for the executor's own
	Tenant   assistant.TenantID
	Person   assistant.Person
	Language assistant.Language // that they read
	Key      string             // of what they have sent
}

// query is a call that somebody makes by hand.
func (s SetBy) query(tool tools.Tool, arguments json.RawMessage) Query {
	return Query{Team: s.Team, Tenant: s.Tenant, Asker: s.Person, Tool: tool.Name, Arguments: arguments, Key: s.Key, Language: s.Language}
}

// Settings are what a person may set for themselves, each with its form: the tools of [assistant.ClassOwn], in their order. A guest has
// none.
func (e *Executor) Settings(ctx context.Context, by SetBy) ([]assistant.Setting, error) {
	var out []assistant.Setting
	for _, tool := range e.with(by.Team).team.Tools().All() {
		if tool.Class != assistant.ClassOwn {
			continue
		}
		one, _, err := e.setting(ctx, tool, by)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
		case err != nil:
			return nil, err
		default:
			out = append(out, one)
		}
	}
	return out, nil
}

// setting is one of them with what holds now; [assistant.ErrNotFound] where it is not the person's to set by hand.
func (e *Executor) setting(ctx context.Context, tool tools.Tool, by SetBy) (out assistant.Setting, held tools.Held, err error) {
	q := by.query(tool, nil)
	if e.mayset(tool, q) != nil {
		return out, held, fmt.Errorf("setting %q: %w", tool.Name, assistant.ErrNotFound)
	}
	if tool.Holds != nil {
		held, err = tool.Holds(ctx, tools.Call{Tenant: q.Tenant, Asker: q.Asker, Language: q.Language})
		if err != nil {
			return out, held, fmt.Errorf("read what is set by %s: %w", tool.Name, err)
		}
	}
	return assistant.Setting{Name: tool.Name, Label: tool.Label, Holds: held.Says, Form: tool.SettingForm(held, wording.In(by.Language))}, held, nil
}

// Set makes the call that a form asks for, and says what came of it. It passes the gate that words pass; what was filled in counts as the
// person's own words, since they wrote it. There is no conversation whose log could have the call, and to set something twice is to set it
// once. What cannot be is an [*assistant.FieldError] or an [*assistant.Trouble].
func (e *Executor) Set(ctx context.Context, by SetBy, name string, given map[string]string) (assistant.Sentence, error) {
	e = e.with(by.Team)
	tool, ok := e.team.Tools().Get(name)
	if !ok || tool.Class != assistant.ClassOwn {
		return assistant.Sentence{}, fmt.Errorf("setting %q: %w", name, assistant.ErrNotFound)
	}
	one, held, err := e.setting(ctx, tool, by)
	if err != nil {
		return assistant.Sentence{}, err
	}
	arguments, err := held.SettingArguments(one.Form, given)
	switch {
	case err != nil:
		return assistant.Sentence{}, err
	case arguments == nil:
		return assistant.Say("That is how it is already."), nil
	}
	if err := e.team.Tools().Validate(name, arguments); err != nil {
		e.called(tool.Counted(), OutcomeDenied, 0)
		return assistant.Sentence{}, unclear(err.Error())
	}
	q := by.query(tool, arguments)
	q.Said, q.began = strings.Join(slices.Sorted(maps.Values(given)), "\n"), e.now()
	out, err := e.uses(ctx, tool, q)
	return out.Result.Summary, err
}
