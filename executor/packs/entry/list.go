package entry

import (
	"context"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

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
	Nouns  string   // what several are
	Shows  []string // the fields listed of each, besides id and url
}

// Tool completes a tool that lists. query reads from its arguments what is looked for.
func (l Listing) Tool(t tools.Tool, query func(tools.Call) (site.Query, error)) tools.Tool {
	t.Class, t.Effect, t.Idempotent, t.Answers = assistant.ClassQuery, assistant.EffectNone, true, true
	t.Result = RowsOf(l.Field, l.Shows...)
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
		return Found(l.Field, Rows(all, l.Shows...), l.Noun, l.Nouns, q.Most), nil
	}
	return t
}

// Rows are entries as a result has them: id and url, and those of the fields that an entry has.
func Rows(all []site.Entry, fields ...string) []map[string]string {
	out := make([]map[string]string, 0, len(all))
	for _, e := range all {
		row := map[string]string{"id": e.ID, "url": e.URL}
		for _, name := range fields {
			if value := e.Fields[name]; value != "" {
				row[name] = value
			}
		}
		out = append(out, row)
	}
	return out
}

// RowsOf is the schema of a result that has [Rows] in a field.
func RowsOf(field string, fields ...string) *jsonschema.Schema {
	row := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, PropertyOrder: append([]string{"id", "url"}, fields...)}
	for _, name := range row.PropertyOrder {
		row.Properties[name] = &jsonschema.Schema{Type: "string"}
	}
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{field: {Type: "array", Items: row}}}
}

// Listed is how many are listed where somebody wants so many: 100 at most, and where nothing is said.
func Listed(wanted int) int {
	const most = 100
	if wanted <= 0 {
		return most
	}
	return min(wanted, most)
}

// Found is the receipt of a list of things that are called so, one of them and several; there are so many at most.
func Found(field string, rows []map[string]string, noun, nouns string, most int) assistant.Receipt {
	n := len(rows)
	summary := assistant.Say("There are %d %s", n, assistant.Label(nouns))
	switch {
	case n == 0:
		summary = assistant.Say("There is no such %s", assistant.Label(noun))
	case n == 1:
		summary = assistant.Say("There is 1 %s", assistant.Label(noun))
	case n >= most:
		summary = assistant.Say("These are the first %d %s", n, assistant.Label(nouns))
	}
	return assistant.Receipt{Result: assistant.Result{Summary: summary, Fields: assistant.ValuesOf(map[string]any{field: rows})}}
}
