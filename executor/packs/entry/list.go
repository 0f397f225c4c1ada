package entry

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Listing is what a tool lists: entries of one kind.
type Listing struct {
	Keeper Keeper
	Kind   site.EntryKind
	Field  string   // of the result, which holds them
	Noun   string   // what one is called
	Shows  []string // the fields that are told of each, beside id and url
}

// Tool completes a tool that lists. query reads from its arguments what is looked for.
func (l Listing) Tool(t tools.Tool, query func(tools.Call) (site.Query, error)) tools.Tool {
	t.Class, t.Effect, t.Idempotent, t.Answers = assistant.ClassQuery, assistant.EffectNone, true, true
	t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
		q, err := query(c)
		if err != nil {
			return assistant.Receipt{}, err
		}
		q.Most = Listed(q.Most)
		all, err := l.Keeper.Entries(ctx, c.Project, l.Kind, q, strings.ToLower(t.Label[:1])+t.Label[1:])
		if err != nil {
			return assistant.Receipt{}, err
		}
		lines, err := Lines(all, l.Shows...)
		return Found(l.Field, lines, l.Noun, len(all), q.Most), err
	}
	return t
}

// Lines lists entries as a JSON object a line, so that what is cut off loses whole entries and leaves the others readable.
func Lines(all []site.Entry, fields ...string) (string, error) {
	var out strings.Builder
	for _, e := range all {
		row := map[string]string{"id": e.ID, "url": e.URL}
		for _, name := range fields {
			if value := e.Fields[name]; value != "" {
				row[name] = value
			}
		}
		raw, err := json.Marshal(row)
		if err != nil {
			return "", fmt.Errorf("write entry %s: %w", e.ID, err)
		}
		out.Write(append(raw, '\n'))
	}
	return out.String(), nil
}

// Listed is how many are listed where somebody wants so many: 100 at most, and where nothing is said.
func Listed(wanted int) int {
	const most = 100
	if wanted <= 0 {
		return most
	}
	return min(wanted, most)
}

// Found is the receipt of a list.
func Found(field, lines, noun string, n, most int) assistant.Receipt {
	summary := fmt.Sprintf("There are %d %ss", n, noun)
	switch {
	case n == 0:
		summary = "There is no such " + noun
	case n == 1:
		summary = "There is 1 " + noun
	case n >= most:
		summary = fmt.Sprintf("These are the first %d %ss", n, noun)
	}
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Fields: assistant.ValuesOf(map[string]string{field: lines})}}
}
