package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// tooling runs the tools that an agent uses while it answers, and keeps the files that they made for the answer to hand over.
// Its calls are numbered within the answer: one that is begun again, after a crash too, makes the same calls under the same
// keys.
type tooling struct {
	doer  doer
	turn  *turn
	calls int
	files []assistant.File

	reached []string // whole addresses that its calls went to
	outside []wanted // calls that wait for a yes
}

// words asks for an answer. A model that does not take pictures, or no tools, is asked without them.
func (a *answers) words(ctx context.Context, t *turn, q *agents.Question) (agents.Answered, *tooling, error) {
	asker := a.models.asker(t)
	for {
		hands := &tooling{doer: a.doer, turn: t}
		q.Caller = hands
		said, err := agents.Answer(ctx, asker, *q)
		status, _ := errors.AsType[*llm.StatusError](err)
		switch {
		case !errors.Is(err, llm.ErrRefused), hands.calls > 0:
			return said, hands, err
		case len(q.Pictures) > 0:
			q.Pictures = nil // the words say that there is a picture
		case !q.Unaided && status != nil && status.Code == http.StatusBadRequest:
			q.Unaided = true
		default:
			return said, hands, err
		}
	}
}

// Call implements [agents.Caller].
func (c *tooling) Call(ctx context.Context, agent assistant.AgentID, call llm.ToolCall) (llm.ToolResult, error) {
	if len(c.files) == assistant.MaxFiles && c.makesFiles(call.Name) {
		return llm.ToolResult{}, &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("One answer takes %d files.", assistant.MaxFiles), Recovery: assistant.Say("Ask for the others afterwards."),
		}}
	}
	// What the model asked for is kept first: an answer that is begun again then asks for the same.
	c.turn.flush(ctx)
	c.calls++
	project, _ := c.turn.sit.Here()
	var receipt assistant.Receipt
	err := c.turn.seat.aside(ctx, func() (err error) {
		receipt, err = c.doer.Query(ctx, executor.Query{
			Team: c.turn.team.Team, Tenant: c.turn.claim.Tenant, Conversation: c.turn.claim.Conversation, Project: project, Agent: agent, Tool: call.Name,
			Arguments: call.Arguments, Asker: c.turn.sit.Person, Guest: c.turn.guest(), Unasked: c.turn.unasked(), Key: string(c.turn.cause().ID) + "/tool-" + strconv.Itoa(c.calls),
		})
		return err
	})
	if address := executor.Outward(err); address != "" {
		c.wants(call, address)
	}
	if err != nil {
		return llm.ToolResult{}, fmt.Errorf("use %s: %w", call.Name, err)
	}
	c.reached = append(c.reached, receipt.Result.Reached...)
	c.files = append(c.files, receipt.Result.Files...)
	return llm.ToolResult{Content: told(receipt.Result)}, nil
}

// makesFiles tells whether a tool hands files over.
func (c *tooling) makesFiles(name string) bool {
	tool, _ := c.turn.team.Tools().Get(name)
	return tool.Files
}

// lines say what was made.
func (c *tooling) lines(who assistant.Agent) []string {
	var out []string
	for _, f := range c.files {
		out = append(out, c.turn.words().Say("%s wrote the file “%s”, %s", who.Name, nameOf(f), assistant.SizeWords(f.Size)))
	}
	return out
}

// told is what a model is told of a result: a line, then each field on lines of its own, so that what is too long loses its
// end and stays readable.
func told(r assistant.Result) string {
	out := []string{r.Summary.String()}
	for _, name := range slices.Sorted(maps.Keys(r.Fields)) {
		out = append(out, name+":", r.Fields.Text(name))
	}
	return strings.Join(out, "\n")
}

// filesOf are the files that a run's tasks made, in the run's order, as many as a message takes.
func filesOf(tasks []assistant.Task) []assistant.File {
	var out []assistant.File
	for _, t := range tasks {
		if t.Status == assistant.TaskCompleted && t.Result != nil {
			out = append(out, t.Result.Files...)
		}
	}
	return out[:min(len(out), assistant.MaxFiles)]
}
