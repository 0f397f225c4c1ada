package orchestrator

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"

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
}

// Call implements [agents.Caller].
func (c *tooling) Call(ctx context.Context, agent assistant.AgentID, call llm.ToolCall) (llm.ToolResult, error) {
	if len(c.files) == assistant.MaxFiles && call.Name == string(assistant.TaskWriteFile) {
		return llm.ToolResult{}, &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideInput, Message: fmt.Sprintf("One answer takes %d files.", assistant.MaxFiles), Recovery: "Ask for the others afterwards.",
		}}
	}
	// What the model asked for is kept first: an answer that is begun again then asks for the same.
	c.turn.flush(ctx)
	c.calls++
	project, _ := c.turn.sit.Here()
	receipt, err := c.doer.Query(ctx, executor.Query{
		Tenant: c.turn.claim.Tenant, Conversation: c.turn.claim.Conversation, Project: project, Agent: agent, Tool: call.Name,
		Arguments: call.Arguments, Key: string(c.turn.cause().ID) + "/tool-" + strconv.Itoa(c.calls),
	})
	if err != nil {
		return llm.ToolResult{}, fmt.Errorf("use %s: %w", call.Name, err)
	}
	for _, f := range receipt.Result.Files {
		line := fmt.Sprintf("%s wrote the file “%s”, %s", agents.MustFind(agent).Name, nameOf(f), cmp.Or(assistant.SizeWords(f.Size), "empty"))
		if err := c.turn.Think(ctx, agent, assistant.PhaseExecution, line); err != nil {
			return llm.ToolResult{}, err
		}
	}
	c.files = append(c.files, receipt.Result.Files...)
	said := map[string]string{"summary": receipt.Result.Summary}
	for name, value := range receipt.Result.Fields {
		said[name] = value
	}
	raw, err := json.Marshal(said)
	if err != nil {
		return llm.ToolResult{}, fmt.Errorf("encode what %s gave: %w", call.Name, err)
	}
	return llm.ToolResult{Content: string(raw)}, nil
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
