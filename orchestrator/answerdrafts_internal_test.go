package orchestrator

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestDraftsAreShownNewestFirstAndOneAtATime: whoever writes never waits, what is out of date is not shown any more, and one
// conversation's slow platform holds no other back.
func TestDraftsAreShownNewestFirstAndOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		shown := map[assistant.ConversationID][]string{}
		ctx, stop := context.WithCancel(t.Context())
		d := newDrafting()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			d.run(ctx, t.Context(), func(_ context.Context, so assistant.Draft) {
				mu.Lock()
				shown[so.Conversation] = append(shown[so.Conversation], so.Text)
				mu.Unlock()
				if so.Conversation == "slow" {
					time.Sleep(time.Second)
				}
			})
		}()
		for i, text := range []string{"a", "ab", "abc", "abcd"} {
			d.offer(assistant.Draft{Conversation: "slow", Text: text})
			d.offer(assistant.Draft{Conversation: "quick", Text: text})
			if i == 2 {
				time.Sleep(2 * time.Second)
			}
			synctest.Wait()
		}
		stop()
		<-ended // what is being shown is finished
		if want := []string{"a", "abc", "abcd"}; !slices.Equal(shown["slow"], want) {
			t.Errorf("the slow place shows %q", shown["slow"])
		}
		if want := []string{"a", "ab", "abc", "abcd"}; !slices.Equal(shown["quick"], want) {
			t.Errorf("the quick place shows %q", shown["quick"])
		}
	})
}
