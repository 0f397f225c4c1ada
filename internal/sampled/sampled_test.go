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
