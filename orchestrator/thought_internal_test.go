package orchestrator

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestNoLineOfThinkingIsKeptUnfiltered holds for what turns and what tasks note.
func TestNoLineOfThinkingIsKeptUnfiltered(t *testing.T) {
	const unsafe = "Dana is creating a page: password: hunter2"
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // nothing is appended
	tr := &turn{labels: map[string]int{}}
	if err := tr.Think(ctx, assistant.Chief, assistant.PhaseRouting, unsafe); err != nil {
		t.Fatal(err)
	}
	tr.timer.Stop()
	d := &taskHost{}
	if err := d.Think(ctx, assistant.Chief, assistant.Say("%s is creating a page: %s", "Dana", "password: hunter2")); err != nil {
		t.Fatal(err)
	}
	d.timer.Stop()
	for _, m := range append(tr.early.Messages, d.lines...) {
		if m.Content != "Dana is creating a page: password: [hidden]" {
			t.Errorf("it is kept as %q", m.Content)
		}
	}
	if len(tr.early.Messages) != 1 || len(d.lines) != 1 {
		t.Error("a line is lost")
	}
}
