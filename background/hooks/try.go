package hooks

import (
	"context"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/aisteam/aisteam/assistant"
)

// Trial is what a filter would say of an event that came before. Nothing begins by it.
type Trial struct {
	Passes bool
	Why    []assistant.Sentence // why not
}

// Try asks a filter of a past event of a task's hook. Of an event is known what is kept of it, and so what can be told.
func (d *Desk) Try(ctx context.Context, t assistant.TenantID, task assistant.BackgroundID, id assistant.HookEventID, filter string) (Trial, error) {
	e, err := d.HookEvent(ctx, t, task, id)
	if err != nil {
		return Trial{}, err
	}
	return Tried(ctx, filter, e)
}

// Tried asks a filter of an event as it is kept.
func Tried(ctx context.Context, filter string, e assistant.HookEvent) (Trial, error) {
	rules, err := Compile(assistant.HookRules{Filter: filter})
	if err != nil {
		return Trial{}, err
	}
	payload, whole := keptPayload(e)
	switch {
	case !whole:
		return Trial{}, assistant.BadInput(assistant.Say("Of this event only a part is kept, so the filter cannot be tried on it."), assistant.Say("Choose another one."))
	case looksAtHeaders(filter):
		return Trial{}, assistant.BadInput(assistant.Say("This filter looks at headers, which are not kept, so it cannot be tried on a past event."), assistant.Say("Save it, and let its sender send an event."))
	}
	about := Event{Payload: payload, Kind: e.Kind}
	v := rules.Judge(ctx, about)
	if v.Passes {
		return Trial{Passes: true}, nil
	}
	if rows, ok := RowsOf(filter); ok {
		return Trial{Why: rows.fail(ctx, about)}, nil
	}
	if v.Note != "" {
		return Trial{Why: []assistant.Sentence{assistant.Label(v.Note)}}, nil
	}
	return Trial{Why: []assistant.Sentence{assistant.Say("The expression is not true of it.")}}, nil
}

// looksAtHeaders tells whether a filter asks for what is not kept of an event.
func looksAtHeaders(filter string) bool {
	env, err := language()
	if err != nil || strings.TrimSpace(filter) == "" {
		return false
	}
	parsed, issues := env.Parse(filter)
	if issues.Err() != nil {
		return false
	}
	for _, e := range within(parsed.NativeRep().Expr()) {
		if e.Kind() == ast.IdentKind && e.AsIdent() == "headers" {
			return true
		}
	}
	return false
}

// fail says which of the rows do not hold of an event, and what it has instead.
func (r Rows) fail(ctx context.Context, e Event) []assistant.Sentence {
	var out []assistant.Sentence
	for _, row := range r.All {
		one, err := Rows{All: []Row{row}}.Expression()
		if err != nil {
			continue
		}
		rules, err := Compile(assistant.HookRules{Filter: one})
		if err == nil && !rules.Judge(ctx, e).Passes {
			out = append(out, assistant.Say("%s %s", row.wanted(), row.found(e)))
		}
	}
	return out
}

// wanted is what a row asks for, as “action” has to be “opened”.
func (r Row) wanted() assistant.Sentence {
	of := r.called()
	switch r.Comparison {
	case Is:
		return assistant.Say("“%s” has to be “%s”.", of, r.Value)
	case IsNot:
		return assistant.Say("“%s” must not be “%s”.", of, r.Value)
	case Contains:
		return assistant.Say("“%s” has to contain “%s”.", of, r.Value)
	case More:
		return assistant.Say("“%s” has to be more than %s.", of, r.Value)
	case Less:
		return assistant.Say("“%s” has to be less than %s.", of, r.Value)
	case NotThere:
		return assistant.Say("“%s” must not be there.", of)
	case There:
	}
	return assistant.Say("“%s” has to be there.", of)
}

func (r Row) called() assistant.Sentence {
	if r.Field == KindField {
		return assistant.Say("kind of event")
	}
	return assistant.Verbatim(r.Field)
}

// found is what an event has where a row looks, as “closed”.
func (r Row) found(e Event) assistant.Sentence {
	v, there := e.at(r.Field)
	if !there {
		return assistant.Say("Here it is not there.")
	}
	switch v := v.(type) {
	case map[string]any, []any:
		return assistant.Say("Here it is no single value.")
	case nil:
		return assistant.Say("Here it is empty.")
	default:
		return assistant.Say("Here it is “%s”.", cut(plainText(asText(v)), exampleRunes))
	}
}

// at is what an event has in a field.
func (e Event) at(field string) (v any, there bool) {
	if field == KindField {
		return e.Kind, e.Kind != ""
	}
	path, there := Path(field)
	v = e.Payload
	for _, name := range path {
		inner, _ := v.(map[string]any)
		if v, there = inner[name]; !there {
			return nil, false
		}
	}
	return v, there
}
