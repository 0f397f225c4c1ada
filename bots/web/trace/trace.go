// Package trace tells row by row what a run did, from what was stored: the calls of models and tools with their input, output,
// duration and cost, and who decided what. The API answers with the rows, and the panel draws them.
package trace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/wording"
)

// Kept is where it is read.
type Kept interface {
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
	Calls(ctx context.Context, t assistant.TenantID, run assistant.RunID) ([]assistant.ToolCall, error)
	ModelCallsOf(ctx context.Context, t assistant.TenantID, run assistant.RunID) ([]assistant.ModelCallLine, error)
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Kind is the subject of a row.
type Kind string

// The kinds.
const (
	Model    Kind = "model"
	Tool     Kind = "tool"
	Decision Kind = "decision"
)

// Row is one thing that happened.
type Row struct {
	At      time.Time         `json:"time"`
	Kind    Kind              `json:"kind"`
	Agent   assistant.AgentID `json:"agent,omitempty"`
	Who     string            `json:"who,omitempty"` // decided
	What    string            `json:"what"`          // the tool, what the model was asked for, or what was decided on
	State   string            `json:"state,omitempty"`
	Input   string            `json:"input,omitempty"`
	Output  string            `json:"output,omitempty"`
	TookMS  int64             `json:"tookMs,omitempty"`
	Read    int               `json:"tokensRead,omitempty"`
	Cached  int               `json:"tokensCached,omitempty"`       // of those that were read
	Kept    int               `json:"tokensCacheWritten,omitempty"` // likewise
	Written int               `json:"tokensWritten,omitempty"`
	Micros  int64             `json:"costMicros,omitempty"` // millionths of a dollar

	Unpriced bool `json:"costUnknown,omitempty"` // nobody knows the price of the model
}

const (
	mostRows = 500
	mostText = 2_000 // characters of what was given or came of it
)

// Of returns what a run did, in the reader's language, oldest first and at most 500 rows.
func Of(ctx context.Context, k Kept, who *owner.Owner, id assistant.RunID, words wording.Words) (assistant.RunView, []Row, error) {
	tenant := who.Tenant.ID
	view, err := k.Run(ctx, tenant, id)
	if err != nil {
		return view, nil, request.Found(err, "run")
	}
	models, err := k.ModelCallsOf(ctx, tenant, id)
	if err != nil {
		return view, nil, fmt.Errorf("read calls of models: %w", err)
	}
	calls, err := k.Calls(ctx, tenant, id)
	if err != nil {
		return view, nil, fmt.Errorf("read calls of tools: %w", err)
	}
	var rows []Row
	for _, m := range models {
		rows = append(rows, Row{
			At: m.At, Kind: Model, Agent: view.Run.CreatedBy, What: m.Purpose, State: strings.Trim(m.Provider+" "+m.Model, " "),
			TookMS: m.Took.Milliseconds(), Read: m.Usage.Input, Cached: m.Usage.Cached, Kept: m.Usage.CacheWritten, Written: m.Usage.Output, Micros: m.Micros, Unpriced: m.Unpriced,
		})
	}
	owners := map[assistant.TaskID]assistant.AgentID{}
	for _, t := range view.Tasks {
		owners[t.ID] = t.Owner
		decided, err := decisions(ctx, k, who, t, words)
		if err != nil {
			return view, nil, err
		}
		rows = append(rows, decided...)
	}
	for _, c := range calls {
		row := Row{At: c.StartedAt, Kind: Tool, Agent: owners[c.Task], What: c.Tool, State: string(c.State), Input: clip(string(c.Arguments))}
		if !c.SettledAt.IsZero() {
			row.TookMS = c.SettledAt.Sub(c.StartedAt).Milliseconds()
		}
		if c.Receipt != nil {
			row.Output = output(c.Receipt.Result, words)
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return a.At.Compare(b.At) })
	return view, rows[:min(len(rows), mostRows)], nil
}

// decisions are who said what to a task's newest approval.
func decisions(ctx context.Context, k Kept, who *owner.Owner, t assistant.Task, words wording.Words) ([]Row, error) {
	if t.Approval == "" {
		return nil, nil
	}
	a, err := k.Approval(ctx, who.Tenant.ID, t.Approval)
	if errors.Is(err, assistant.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read approval %s: %w", t.Approval, err)
	}
	var rows []Row
	for _, y := range a.Yeses {
		if y.Person != a.DecidedBy {
			rows = append(rows, Row{At: y.At, Kind: Decision, Agent: t.Owner, Who: who.Called(ctx, y.Person), What: words.Tell(a.Title), State: "approved, and more have to"})
		}
	}
	if !a.DecidedAt.IsZero() {
		rows = append(rows, Row{
			At: a.DecidedAt, Kind: Decision, Agent: t.Owner, Who: called(ctx, who, a.DecidedBy, words), What: words.Tell(a.Title), State: string(a.Status), Output: clip(a.Note),
		})
	}
	return rows, nil
}

func called(ctx context.Context, who *owner.Owner, id assistant.PersonID, words wording.Words) string {
	if id == "" {
		return ""
	}
	return cmp.Or(who.Called(ctx, id), words.Say("somebody"))
}

// output returns a call's result for people. What undoing it needs is not shown.
func output(r assistant.Result, words wording.Words) string {
	lines := []string{words.Tell(r.Summary)}
	for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
		lines = append(lines, name+": "+r.Fields.Text(name))
	}
	for _, at := range r.Reached {
		lines = append(lines, words.Say("reached: %s", at))
	}
	return clip(strings.Join(lines, "\n"))
}

func clip(text string) string {
	if r := []rune(text); len(r) > mostText {
		return string(r[:mostText]) + "…"
	}
	return text
}
