package sampled_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/aisteam/aisteam/internal/sampled"
)

// as sets a flag for the length of the test.
func as(t *testing.T, name, value string) {
	t.Helper()
	f := flag.Lookup(name)
	before := f.Value.String()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set(name, before) })
}

func cases(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

func TestASampleIsTheSameAgainAndAnotherOneWithAnotherChange(t *testing.T) {
	as(t, "sample.all", "false")
	tried, samples := map[int]bool{}, map[string]bool{}
	for change := range 200 {
		as(t, "sample.seed", strconv.Itoa(change))
		got := sampled.Of(t, cases(40), 5)
		if again := sampled.Of(t, cases(40), 5); len(got) != 5 || !slices.IsSorted(got) || !slices.Equal(got, again) {
			t.Fatalf("one change tries %v, and then %v", got, again)
		}
		if a, b := sampled.Random(t).Uint64(), sampled.Random(t).Uint64(); a != b {
			t.Fatalf("one change draws %d, and then %d", a, b)
		}
		samples[fmt.Sprint(got)] = true
		for _, n := range got {
			tried[n] = true
		}
	}
	if len(tried) != 40 || len(samples) < 100 {
		t.Errorf("200 changes tried %d of 40 cases in %d samples", len(tried), len(samples))
	}
}

func TestAllAreTriedWhereTheyAreAskedFor(t *testing.T) {
	as(t, "sample.all", "false")
	table := map[string]bool{"c": true, "a": true, "b": true, "d": true, "e": true}
	if got := sampled.Names(t, table, 3); sampled.All() || len(got) != 3 || !slices.IsSorted(got) || sampled.Number(3, 5) != 3 {
		t.Errorf("a change tries %v", got)
	}
	if got := sampled.Of(t, cases(4), 9); len(got) != 4 {
		t.Errorf("of few it tries %v", got)
	}
	as(t, "sample.all", "true")
	if got := sampled.Names(t, table, 3); !sampled.All() || !slices.Equal(got, []string{"a", "b", "c", "d", "e"}) || sampled.Number(3, 5) != 5 {
		t.Errorf("of all it tries %v", got)
	}
}

// TestEachHasItsTurn: exactly one of several with a change, each with many, and all where they are named or all are asked for.
func TestEachHasItsTurn(t *testing.T) {
	as(t, "sample.all", "false")
	as(t, "test.run", "")
	had := map[int]int{}
	for change := range 200 {
		as(t, "sample.seed", strconv.Itoa(change))
		turns := 0
		for which := range 3 {
			if sampled.HasTurn(t, "stories", which, 3) {
				turns, had[which] = turns+1, had[which]+1
			}
		}
		if turns != 1 {
			t.Fatalf("%d have their turn with change %d", turns, change)
		}
	}
	if len(had) != 3 || had[0] < 40 || had[1] < 40 || had[2] < 40 {
		t.Errorf("of 200 changes they had %v", had)
	}
	as(t, "test.run", "This")
	if !sampled.HasTurn(t, "stories", 0, 3) || !sampled.HasTurn(t, "stories", 1, 3) {
		t.Error("who is named has no turn")
	}
	as(t, "test.run", "")
	as(t, "sample.all", "true")
	if !sampled.HasTurn(t, "stories", 0, 3) || !sampled.HasTurn(t, "stories", 1, 3) {
		t.Error("of all, one has no turn")
	}
}
