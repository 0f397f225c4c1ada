package crashsweep_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/internal/crashsweep"
)

// dangerous is what the stories below name as the points that are always tried.
func dangerous(point string) bool { return strings.HasPrefix(point, "tool ") }

// points are n points of which every k-th is dangerous; none where k is 0.
func points(n, k int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("write %d", i+1)
		if k > 0 && i%k == k-1 {
			out[i] = fmt.Sprintf("tool %d", i+1)
		}
	}
	return out
}

// Whatever the points, the seed and the share are, a sample keeps what it promises.
func TestASampleKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := points(rapid.IntRange(0, 120).Draw(t, "points"), rapid.IntRange(0, 9).Draw(t, "every which one is dangerous"))
		seed, share := rapid.String().Draw(t, "seed"), rapid.Float64Range(0, 1).Draw(t, "share")
		got := crashsweep.Sample(all, dangerous, seed, share)
		if again := crashsweep.Sample(all, dangerous, seed, share); !slices.Equal(got, again) {
			t.Fatalf("one seed gives %v and %v", got, again)
		}
		var others []int
		for i, p := range all {
			if !dangerous(p) {
				others = append(others, i+1)
			} else if !slices.Contains(got, i+1) {
				t.Fatalf("%q is not tried: %v", p, got)
			}
		}
		want := min(len(others), max(3, int(math.Ceil(share*float64(len(others))))))
		if len(got) != want+len(all)-len(others) {
			t.Fatalf("%d of %d others are tried, not %d: %v", len(got)-(len(all)-len(others)), len(others), want, got)
		}
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("not in order, each once: %v", got)
		}
		spreads(t, got, others, want)
	})
}

// spreads looks for a stretch of the others that is longer than two shares of them and has nothing that is tried.
func spreads(t *rapid.T, got, others []int, want int) {
	gap, most := 0, 0
	for _, n := range others {
		if gap++; slices.Contains(got, n) {
			gap = 0
		}
		most = max(most, gap)
	}
	if want > 0 && most >= 2*(len(others)/want+1) {
		t.Fatalf("%d others in a row are not tried, with %d of %d in the sample: %v", most, want, len(others), got)
	}
}

// With the change the sample changes, and after three hundred changes no point is left untried, the first and the last neither.
func TestOverManyChangesEveryPointIsTried(t *testing.T) {
	for _, n := range []int{4, 17, 43, 96} {
		all := points(n, 10)
		tried, samples := map[int]int{}, map[string]bool{}
		for change := range 300 {
			got := crashsweep.Sample(all, dangerous, "commit "+strconv.Itoa(change), 0.1)
			samples[fmt.Sprint(got)] = true
			for _, k := range got {
				tried[k]++
			}
		}
		for k := range n {
			if tried[k+1] == 0 {
				t.Errorf("of %d points the %d. is never tried", n, k+1)
			}
		}
		if n > 10 && len(samples) < 100 {
			t.Errorf("of %d points 300 changes tried %d samples", n, len(samples))
		}
	}
}

// The seed is the commit's hash, and where there is none it says so.
func TestTheSeedIsTheCommit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED, NOT TESTED: %v", err)
	}
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", dir)
	if got := crashsweep.Seed(t.Context(), dir); got != crashsweep.WorkingTree {
		t.Errorf("without a repository: %q", got)
	}
	run := func(args ...string) string {
		c := exec.CommandContext(t.Context(), git, append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init")
	if got := crashsweep.Seed(t.Context(), dir); got != crashsweep.WorkingTree {
		t.Errorf("without a commit: %q", got)
	}
	run("commit", "--allow-empty", "--no-gpg-sign", "-m", "one")
	if got, want := crashsweep.Seed(t.Context(), dir), run("log", "-1", "--format=%H"); got != want {
		t.Errorf("it is %q, not %q", got, want)
	}
}
