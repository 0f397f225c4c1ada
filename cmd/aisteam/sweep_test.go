package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/internal/servers"
)

// outcome is what a flow left behind, in a form that two runs of it can be compared by.
type outcome struct {
	Thread  string         // every card as it ended
	Page    string         // what visitors see
	Effects map[string]int // how often each tool that changes something ran to its end
}

// lanes is how many flows run at the same time; each mostly waits.
const lanes = 8

// TestCrashSweepEmbedded kills the command at every write and on both sides of every tool call of the Services flow, on
// the embedded default. After the restart everything ends as it does without a crash.
func TestCrashSweepEmbedded(t *testing.T) {
	sweep(t, func(testing.TB, int) []string { return nil })
}

// TestCrashSweepPostgres is the same sweep on Postgres and Redis, where claims have to run out before others go on.
func TestCrashSweepPostgres(t *testing.T) {
	sweep(t, func(tb testing.TB, lane int) []string {
		tb.Helper()
		return []string{"DATABASE_URL=" + servers.Postgres(tb), "REDIS_URL=" + strings.TrimSuffix(servers.Redis(tb), "/0") + "/" + strconv.Itoa(lane)}
	})
}

func sweep(t *testing.T, env func(tb testing.TB, lane int) []string) {
	want, points := flow(t, env(t, 0), 0)
	if len(points) < 40 || want.Effects["create_page"] != 1 {
		t.Fatalf("the flow passed %d points and left %+v", len(points), want)
	}
	queue := make(chan int)
	var wg sync.WaitGroup
	for lane := range lanes {
		wg.Go(func() {
			for n := range queue {
				t.Run(fmt.Sprintf("%03d %s", n, points[n-1]), func(t *testing.T) {
					got, _ := flow(t, env(t, lane+1), n)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("killed %s, it ended otherwise (-without +with the crash)\n%s", points[n-1], diff)
					}
				})
			}
		})
	}
	for n := 1; n <= len(points); n++ {
		queue <- n
	}
	close(queue)
	wg.Wait()
	t.Logf("%d points", len(points))
}

// flow runs the Services conversation with a process that dies at the n-th point, 0 for never, and is started again.
func flow(t *testing.T, env []string, n int) (outcome, []string) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	w := newSlackWorld(t, append(env, traceVar+"="+trace)...)
	died := 0
	alive := func() {
		if w.child.ended() {
			died++
			w.child.startReady()
		}
	}
	w.child.startReady(crashVar + "=" + strconv.Itoa(n))
	w.servicesFlow(alive)
	alive()
	w.settled(alive)
	if n > 0 && died == 0 {
		t.Logf("the flow never came to point %d", n)
	}
	status, page, err := get(t.Context(), w.child.url("/sites/aquaverter/services"))
	if err != nil || status != http.StatusOK {
		t.Errorf("the page answers %d, %v", status, err)
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	points, effects := readTrace(t, trace)
	if n > 0 && status == http.StatusOK && effects["create_page"] == 0 {
		effects["create_page"] = 1 // it died between the page and the note of it: the page itself is the proof
	}
	w.writtenOnce()
	return outcome{Thread: plain(w.slack.Dump(channel, w.root)), Page: plain(page), Effects: effects}, points
}

// previousField is how a page's file says that it holds a version before the one that stands.
const previousField = `"previous":`

// writtenOnce looks at the page's file: a second writing would have kept the first as the version before.
func (w *slackWorld) writtenOnce() {
	w.tb.Helper()
	raw, err := os.ReadFile(filepath.Join(w.child.data, "sites", "aquaverter", "services.html"))
	if err != nil {
		w.tb.Errorf("read the page's file: %v", err)
	}
	if strings.Contains(string(raw), previousField) {
		w.tb.Error("the page was written twice")
	}
}

// settled waits until Slack shows nothing new any more.
func (w *slackWorld) settled(alive func()) {
	w.tb.Helper()
	before, same := "", 0
	eventually(w.tb, 30e9, "the thread settles", func() bool {
		alive()
		now := w.slack.Dump(channel, w.root)
		if now == before {
			same++
		} else {
			before, same = now, 0
		}
		return same >= 30
	})
}

// volatile is what differs from run to run: ids, ports, times.
var volatile = regexp.MustCompile(`127\.0\.0\.1:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|<!date[^>]*>|\d{4}-\d\d-\d\dT[\d:.]+Z?|\d+ ms|\d+(\.\d+)? (KB|kB|s)\b`)

// plain takes out what is volatile, and puts the lines of a list in order: parallel siblings think in any order.
func plain(text string) string {
	lines := strings.Split(volatile.ReplaceAllString(text, "…"), "\n")
	for from := 0; from < len(lines); from++ {
		to := from
		for to < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[to]), "•") {
			to++
		}
		slices.Sort(lines[from:to])
		from = max(from, to-1)
	}
	return strings.Join(lines, "\n")
}

func readTrace(t *testing.T, path string) (points []string, effects map[string]int) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	effects = map[string]int{}
	for line := range strings.Lines(string(raw)) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		points = append(points, name)
		if tool, ok := strings.CutPrefix(name, "after create_"); ok {
			effects["create_"+tool]++
		}
	}
	return points, effects
}
