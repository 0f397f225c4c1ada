package workspace

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// asked is a call, with who sees what comes of it and which day it is for them.
type asked struct {
	tools.Call

	viewer workspace.Viewer
	today  workspace.Date
	now    time.Time
	open   bool // some of the arguments are what earlier steps have yet to write
}

// later tells whether an argument stands for what an earlier step has yet to write.
func (a asked) later(said string) bool { return a.open && strings.HasPrefix(said, "(") }

// answer is what a query has found, and how it says so.
type answer[R any] struct {
	says assistant.Sentence
	rows R
}

// query is a tool that looks something up. An argument's bounds are what its schema says of it, and nothing that does not fit reaches run.
func query[A, R any](p pack, t tools.Tool, bounds map[string]bound, run func(context.Context, asked, A) (answer[R], error)) tools.Tool {
	t.Class, t.Effect, t.Idempotent, t.Answers = assistant.ClassQuery, assistant.EffectNone, true, true
	t.Arguments, t.Result = tools.Arguments[A](), tools.Fields[R]()
	for name, b := range bounds {
		if t.Arguments != nil && t.Arguments.Properties[name] != nil {
			b.put(t.Arguments.Properties[name])
		}
	}
	ofProjects := t.Name != string(TaskMembers)
	t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
		a, err := tools.Read[A](c)
		if err != nil {
			return assistant.Receipt{}, err
		}
		of, err := p.asked(ctx, c)
		if err != nil {
			return assistant.Receipt{}, err
		}
		found := answer[R]{says: assistant.Say("There is no project in the workspace yet that you can see here. Whoever runs AISTEAM can fill it with "+
			"an example to try by the command %s", "aisteam demo")}
		empty, err := p.empty(ctx, of)
		if err == nil && (!empty || !ofProjects) {
			found, err = run(ctx, of, a)
		}
		if err != nil {
			return assistant.Receipt{}, err
		}
		says := found.says
		if of.viewer.Public {
			says = assistant.Say("%s. Others read along here, so I tell only what everybody in the organization sees", says)
		}
		return assistant.Receipt{Result: assistant.Result{Summary: says, Fields: assistant.ValuesOf(found.rows)}}, nil
	}
	return t
}

// asked says for whom a call is made.
func (p pack) asked(ctx context.Context, c tools.Call) (asked, error) {
	if c.Asker.ID == "" {
		return asked{}, assistant.BadInput(assistant.Say("I do not know who asks for this."), assistant.Say("Ask me in a conversation."))
	}
	readers, err := c.Readers(ctx)
	if err != nil {
		return asked{}, err
	}
	others := slices.ContainsFunc(readers.People, func(p assistant.Person) bool { return p.ID != c.Asker.ID })
	now := p.now().UTC()
	if zone, err := time.LoadLocation(c.Asker.Zone); err == nil {
		now = now.In(zone)
	}
	return asked{Call: c, viewer: workspace.Viewer{Tenant: c.Tenant, Person: c.Asker.ID, Public: readers.Open || others}, today: workspace.DateOf(now), now: now}, nil
}

// empty tells whether there is no project that the viewer sees: then nothing else is there, either.
func (p pack) empty(ctx context.Context, a asked) (bool, error) {
	all, err := p.Projects(ctx, a.viewer, workspace.ProjectsWanted{Statuses: workspace.ProjectStatuses(), Limit: 1})
	return len(all) == 0, err
}

// bound is what an argument may be.
type bound struct {
	among       []any
	least, most int
	otherwise   any // what is taken where it is left out; nil for nothing
}

// put writes the bounds into an argument's schema; those of a list hold for its entries.
func (b bound) put(s *jsonschema.Schema) {
	if b.otherwise != nil {
		if raw, err := json.Marshal(b.otherwise); err == nil {
			s.Default = raw
		}
	}
	to := s
	if s.Items != nil {
		to = s.Items
		s.Type, s.Types = "array", nil // not every provider takes a list that may be null
		if b.among != nil {
			most := len(b.among)
			s.MaxItems = &most
		}
	}
	to.Enum = b.among
	if b.most > 0 {
		least, most := float64(b.least), float64(b.most)
		to.Minimum, to.Maximum = &least, &most
	}
}

func among[T ~string](all []T) bound {
	var out bound
	for _, one := range all {
		out.among = append(out.among, string(one))
	}
	return out
}

// upTo is a number from one on.
func upTo(most, otherwise int) bound {
	return bound{least: 1, most: most, otherwise: otherwise}
}

// or is what is taken where a number is left out.
func or(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// typed are texts as values of a type; the schema has seen that they are some.
func typed[T ~string](texts []string) []T {
	var out []T
	for _, one := range texts {
		out = append(out, T(one))
	}
	return out
}

// lists are the examples of a tool that lists, with how a line of it reads.
func lists(line string, columns []string, all ...examples.Example) []examples.Example {
	for i := range all {
		all[i].Lists = examples.Listing{Columns: columns, Line: line}
	}
	return all
}
