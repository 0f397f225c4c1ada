package orchestrator

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatGoesOnForLongIsShownAnew: a model that reasons for minutes does not look like one that is gone, and what is over is shown
// no more.
func TestWhatGoesOnForLongIsShownAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []assistant.Activity
		i := &indicator{show: func(a assistant.Activity) { shown = append(shown, a) }}
		i.move(assistant.ActivityThinking)
		time.Sleep(4 * time.Minute)
		synctest.Wait()
		if len(shown) != 6 || shown[5] != assistant.ActivityThinking {
			t.Errorf("in four minutes it showed %v", shown)
		}
		i.clear()
		time.Sleep(4 * time.Minute)
		synctest.Wait()
		if len(shown) != 7 || shown[6] != assistant.ActivityNone {
			t.Errorf("afterwards it showed %v", shown)
		}
	})
}
