package orchestrator

import (
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// showAfter is how long a turn may take before its activity is shown: a quick answer speaks for itself, and costs no
// messages to everybody who is looking.
const showAfter = 100 * time.Millisecond

// showAgain is how often what goes on for long is shown anew: some surfaces let it fade after two minutes, and a model may reason for
// longer.
const showAgain = 45 * time.Second

// indicator moves the activity indicator of one turn.
type indicator struct {
	show func(assistant.Activity)

	mu    sync.Mutex
	now   assistant.Activity
	timer *time.Timer
	shown bool // something has been shown, so that it must be cleared
}

// move says what is being done. It is shown soon, and at once when something is being shown already.
func (i *indicator) move(a assistant.Activity) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.now = a
	switch {
	case i.shown:
		i.show(a)
	case i.timer == nil:
		i.timer = time.AfterFunc(showAfter, i.reveal)
	}
}

func (i *indicator) reveal() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.now != assistant.ActivityNone {
		i.shown = true
		i.show(i.now)
		i.timer = time.AfterFunc(showAgain, i.reveal)
	}
}

// clear ends it.
func (i *indicator) clear() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.timer != nil {
		i.timer.Stop()
	}
	i.now = assistant.ActivityNone
	if i.shown {
		i.shown = false
		i.show(assistant.ActivityNone)
	}
}
