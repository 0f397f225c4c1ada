package orchestrator

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// heard is a queue that remembers its news.
type heard struct {
	queue.Queue

	drafts []string
}

func (h *heard) Publish(_ context.Context, n assistant.News) error {
	h.drafts = append(h.drafts, n.Draft)
	return nil
}

// TestADraftThatIsVoidIsShownNoMore: what stood there is replaced at once, not only when there are other words.
func TestADraftThatIsVoidIsShownNoMore(t *testing.T) {
	now, told := time.Unix(0, 0), &heard{}
	m := &models{queue: told, drafting: newDrafting(), clock: func() time.Time { return now }}
	write := m.drafts(t.Context(), &turn{}, "hans")
	for _, step := range []struct {
		after time.Duration
		says  string
	}{{0, llm.Anew}, {time.Second, "I have created"}, {time.Second, " the page."}, {0, llm.Anew}, {time.Second, "I cannot do that."}} {
		now = now.Add(step.after)
		write(step.says)
	}
	if want := []string{"I have created", "I have created the page.", nothingYet, "I cannot do that."}; !slices.Equal(told.drafts, want) {
		t.Errorf("shown %q", told.drafts)
	}
	if so := m.drafting.newest[""]; so.Text != "I cannot do that." {
		t.Errorf("surfaces show %q", so.Text)
	}
}
