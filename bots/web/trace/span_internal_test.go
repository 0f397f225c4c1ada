package trace

import (
	"slices"
	"testing"
	"time"
)

// TestARowIsDrawnWhereItHappened: from the first row's beginning to the last row's end, and never too short to be seen or outside.
func TestARowIsDrawnWhereItHappened(t *testing.T) {
	at := func(s, took int) Row {
		return Row{At: time.Unix(1000, 0).Add(time.Duration(s) * time.Second), TookMS: int64(took) * 1000}
	}
	for name, c := range map[string]struct {
		rows []Row
		want []span
	}{
		"none":            {nil, []span{}},
		"one that is now": {[]Row{at(0, 0)}, []span{{0, 4}}},
		"one":             {[]Row{at(0, 5)}, []span{{0, 1000}}},
		"several":         {[]Row{at(0, 5), at(5, 0), at(6, 4)}, []span{{0, 500}, {500, 4}, {600, 400}}},
		"at the end":      {[]Row{at(0, 5), at(5, 0)}, []span{{0, 1000}, {996, 4}}},
	} {
		if got := spans(c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := lasted([]Row{at(0, 9), at(2, 1)}); got != 9*time.Second {
		t.Errorf("it lasted %s", got)
	}
}
