package view_test

import (
	"testing"

	"github.com/aisteam/aisteam/bots/view"
)

// TestEverySignHasAMarkOnEverySurface: what waits for a person is marked on Slack as on Discord.
func TestEverySignHasAMarkOnEverySurface(t *testing.T) {
	pictures, names := map[string]view.Sign{}, map[string]view.Sign{}
	for _, s := range []view.Sign{
		view.Done, view.Refused, view.Edited, view.TimedOut, view.Warned, view.Halted, view.Backwards, view.Going, view.Busy, view.Failed, view.Asking,
		view.Dropped, view.Unstarted,
	} {
		m := s.Mark()
		if m.Picture == "" || m.Name == "" || pictures[m.Picture] != "" || names[m.Name] != "" {
			t.Errorf("%s is marked %+v", s, m)
		}
		pictures[m.Picture], names[m.Name] = s, s
	}
	if m := view.NoSign.Mark(); m != (view.Mark{}) {
		t.Errorf("no sign is marked %+v", m)
	}
}
