package executor_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

func TestWhatARunBroughtAboutIsLookedAtOnceAsItWasLeft(t *testing.T) {
	w := &world{}
	tool := w.tool()
	tool.Verify = func(_ context.Context, c tools.Call, r assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
		switch r.Result.Summary.String() {
		case "Did away":
			return "", assistant.Sentence{}, errors.New("disk on fire")
		case "Did panic":
			panic("no")
		}
		return assistant.SightAsWritten, assistant.Say("%s by %s", r.Result.Summary, c.Key), nil
	}
	b := newBench(t, tool)
	at := func(url string) func(*assistant.ToolCall) {
		return func(c *assistant.ToolCall) {
			c.Key, c.Receipt.Result.Fields = "k", assistant.ValuesOf(map[string]string{"url": url})
		}
	}
	got := b.exec.Verify(t.Context(), executor.Whose{Tenant: tenant, Project: b.work.Project}, []assistant.ToolCall{
		call("first", 1, at("https://x/a")), call("second", 2, at("https://x/a")), call("away", 3), call("panic", 4),
		call("refused", 5, in(assistant.CallRefused)), call("undone", 6, in(assistant.CallUndone)), call("unsure", 7, in(assistant.CallUncertain)),
		call("elsewhere", 8, func(c *assistant.ToolCall) { c.Project = "project-2" }), call("other", 9, func(c *assistant.ToolCall) { c.Tool = "nothing" }),
	})
	want := []assistant.Seen{
		{Task: "task-panic", Found: assistant.SightUnknown, Words: assistant.Say("I could not look at it afterwards")},
		{Task: "task-away", Found: assistant.SightUnknown, Words: assistant.Say("I could not look at it afterwards")},
		{Task: "task-second", Found: assistant.SightAsWritten, Words: assistant.Say("%s by %s", assistant.Verbatim("Did second"), "k")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
