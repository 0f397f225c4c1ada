package executor_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestTheLogNamesTheRuleAndNotWhatWasSaid: what went wrong may quote a page, or a person. The log says which rule and which
// problem; the words are in the task's own record.
func TestTheLogNamesTheRuleAndNotWhatWasSaid(t *testing.T) {
	const said = "Annas-Kündigung-zum-Ersten"
	w := &world{state: "empty", fails: fmt.Errorf("find block %q: %w", said, assistant.ErrNotFound)}
	b := newBench(t, w.tool())
	e := b.do()
	p := b.failed(e)
	for _, says := range []string{"task failed", "problem=" + p.ID, "tool=create_page", "task=task-1", "not found"} {
		if !strings.Contains(b.log.String(), says) {
			t.Errorf("the log does not say %s: %s", says, b.log.String())
		}
	}
	if strings.Contains(b.log.String(), said) {
		t.Errorf("the log says what was said: %s", b.log.String())
	}
	if !strings.Contains(e.Private["error"], said) {
		t.Errorf("nobody could find out what happened: %v", e.Private)
	}
}
