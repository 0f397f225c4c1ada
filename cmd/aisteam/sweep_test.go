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
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/internal/crashsweep"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
)

// outcome is what a flow left behind, in a form that two runs of it can be compared by.
type outcome struct {
	Thread  string         // every card as it ended
	Page    string         // what it leaves outside: what visitors see, how many tickets there are
	Effects map[string]int // how often the tool that it is about ran to its end
}

// story is a conversation that is told again and again, with a crash at another point each time.
type story struct {
	name  string // of the kind that it is of
	tool  string // whose effect it is about
	least int    // points that it passes at least
	on    func(tb testing.TB, env ...string) scene
	left  func(t *testing.T, k *child) (page string) // what it leaves outside, which is there once
}

// scene is where a story is told: a command that is not started yet, with a surface in front of it.
type scene struct {
	child *child
	play  func(alive func()) // calls alive again and again while it waits
	shown func() string      // all that people see of it
	wrong func() []string    // rules of the platform that were broken
}

// onSlack tells a story in a thread on Slack.
func onSlack(play func(w *slackWorld, alive func())) func(testing.TB, ...string) scene {
	return func(tb testing.TB, env ...string) scene {
		tb.Helper()
		w := newSlackWorld(tb, env...)
		return scene{w.child, func(alive func()) { play(w, alive) }, func() string { return w.slack.Dump(channel, w.root) + w.direct() }, w.slack.Violations}
	}
}

// services makes the Services page, from the request to the summary, with a step left out by words while the plan is at work.
func services() story {
	return story{name: "plan", tool: "create_page", least: 40, on: onSlack((*slackWorld).servicesFlowLessAudit), left: func(t *testing.T, k *child) string {
		t.Helper()
		status, page, err := get(t.Context(), k.url("/sites/aquaverter/services"))
		if err != nil || status != http.StatusOK {
			t.Errorf("the page answers %d, %v", status, err)
		}
		writtenOnce(t, k)
		return page
	}}
}

// numbered lets an agent propose a ticket, says yes to it, and reads its number.
func numbered() story {
	return story{name: "loop", tool: "create_ticket", least: 15, on: onSlack((*slackWorld).ticketFlow), left: func(t *testing.T, k *child) string {
		t.Helper()
		a := api{t, k}
		var out struct{ Summary string }
		a.call(http.MethodPost, "/api/assistant/execute", map[string]any{
			"projectId": a.project(), "createdByAgentId": "deliveryLead", "taskType": "list_tickets", "parameters": map[string]any{}, "summary": "List them",
		}, &out)
		if out.Summary != "There is 1 ticket" {
			t.Errorf("%q", out.Summary)
		}
		return out.Summary
	}}
}

// ticketFlow is the conversation that makes a ticket without a plan: one card, a click, and the agent goes on.
func (w *slackWorld) ticketFlow(alive func()) {
	w.tb.Helper()
	w.say("Create a ticket about the contact form and tell me its number", alive)
	card := w.shows("the card that asks", alive, has("approval_approve"))
	w.press(card, "approval_approve", alive)
	w.shows("the answer", alive, says("Its number is 1."))
	w.shows("the finished run", alive, has("run_undo"))
}

// numberedOnDiscord is that in a thread on Discord.
func numberedOnDiscord() story {
	return story{name: "loop", tool: "create_ticket", least: 15, on: onDiscord((*discordWorld).ticketFlow), left: numbered().left}
}

// numberedOnPanel is that in the panel.
func numberedOnPanel() story {
	return story{name: "loop", tool: "create_ticket", least: 10, on: onPanel((*panelWorld).ticketFlow), left: numbered().left}
}

// due lets a background task begin, which proposes a ticket, and says yes to it in a direct message.
func due() story {
	return story{name: "background task", tool: "create_ticket", least: 20, on: onSlack((*slackWorld).dueFlow), left: numbered().left}
}

// told lets an event begin a background task, which proposes a ticket, and says yes to it.
func told() story {
	return story{name: "background task", tool: "create_ticket", least: 20, on: onSlack((*slackWorld).hookFlow), left: numbered().left}
}

const (
	// lanes is how many flows of a sweep run at the same time; each mostly waits.
	lanes = 4
	// share is how much of a story is swept with one change. Its tool call always is, on both sides.
	share = 0.05
)

// TestCrashSweepEmbedded kills the command at writes and on both sides of the tool call of the Services flow, on the embedded
// default. After the restart everything ends as it does without a crash. The commit says at which writes, and every other commit
// at others, unless all are asked for.
func TestCrashSweepEmbedded(t *testing.T) { sweep(t, 0, 2, services(), embedded) }

// TestCrashSweepPostgres is the same sweep on Postgres and Redis, where who is dead has to be missed before others go on.
func TestCrashSweepPostgres(t *testing.T) { sweep(t, 1, 2, services(), onPostgres(0)) }

// TestCrashSweepOfALoopEmbedded is the same sweep of an agent that proposes an action, is decided on and goes on.
func TestCrashSweepOfALoopEmbedded(t *testing.T) { sweep(t, 0, 4, numbered(), embedded) }

// TestCrashSweepOfALoopPostgres is that on Postgres and Redis.
func TestCrashSweepOfALoopPostgres(t *testing.T) { sweep(t, 1, 4, numbered(), onPostgres(1)) }

// TestCrashSweepOfALoopOnDiscord is that of one on Discord, whose words come through a connection that dies with the command.
func TestCrashSweepOfALoopOnDiscord(t *testing.T) { sweep(t, 2, 4, numberedOnDiscord(), embedded) }

// TestCrashSweepOfALoopOnThePanel is that of one in the panel.
func TestCrashSweepOfALoopOnThePanel(t *testing.T) { sweep(t, 3, 4, numberedOnPanel(), embedded) }

// TestCrashSweepOfADueTaskEmbedded is the same sweep of a background task, from making it over its due time to its report.
func TestCrashSweepOfADueTaskEmbedded(t *testing.T) { sweep(t, 0, 4, due(), embedded) }

// TestCrashSweepOfADueTaskPostgres is that on Postgres and Redis.
func TestCrashSweepOfADueTaskPostgres(t *testing.T) { sweep(t, 1, 4, due(), onPostgres(2)) }

// TestCrashSweepOfAnEventEmbedded is the same sweep of a background task that an event of another system begins.
func TestCrashSweepOfAnEventEmbedded(t *testing.T) { sweep(t, 2, 4, told(), embedded) }

// TestCrashSweepOfAnEventPostgres is that on Postgres and Redis.
func TestCrashSweepOfAnEventPostgres(t *testing.T) { sweep(t, 3, 4, told(), onPostgres(3)) }

// ground is what a story stands on: the environment of a lane.
type ground func(tb testing.TB, lane int) []string

func embedded(testing.TB, int) []string { return nil }

// onPostgres gives a database of its own to every flow, and one of Redis to every lane of a sweep: sweeps go on side by side.
func onPostgres(sweep int) ground {
	return func(tb testing.TB, lane int) []string {
		tb.Helper()
		cache := strings.TrimSuffix(servers.Redis(tb), "/0") + "/" + strconv.Itoa(sweep*(lanes+1)+lane)
		return []string{"DATABASE_URL=" + servers.EmptiedPostgres(tb), "REDIS_URL=" + cache}
	}
}

// sweep tries a story on a ground. What is told of one kind takes turns with the changes, this of so many.
func sweep(t *testing.T, which, of int, s story, on ground) {
	t.Helper()
	t.Parallel()
	sampled.InTurn(t, "sweeps of a "+s.name, which, of)
	want, points := s.flow(t, on(t, 0), 0)
	if len(points) < s.least || want.Effects[s.tool] != 1 {
		t.Fatalf("the flow passed %d points and left %+v", len(points), want)
	}
	queue := make(chan int)
	var wg sync.WaitGroup
	for lane := range lanes {
		wg.Go(func() {
			for n := range queue {
				t.Run(fmt.Sprintf("%03d %s", n, points[n-1]), func(t *testing.T) {
					got, _ := s.flow(t, on(t, lane+1), n)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("killed %s, it ended otherwise (-without +with the crash)\n%s", points[n-1], diff)
					}
				})
			}
		})
	}
	for _, n := range s.tried(t, points) {
		queue <- n
	}
	close(queue)
	wg.Wait()
}

// tried are the numbers of the points at which the command is killed. Each sweep draws its own from the change's seed, and says
// how the same are had again.
func (s story) tried(t *testing.T, points []string) []int {
	t.Helper()
	from, part := sampled.Seed(t), share
	if sampled.All() {
		part = 1
	}
	itsCall := func(point string) bool { return strings.HasSuffix(point, " "+s.tool) }
	tried := crashsweep.Sample(points, itsCall, from+" "+t.Name(), part)
	t.Logf("%d of %d points are tried: %v. The same again with -run '^%s$' -sample.seed='%s', all with -sample.all", len(tried), len(points), tried, t.Name(), from)
	return tried
}

// flow tells the story with a process that dies at the n-th point, 0 for never, and is started again.
func (s story) flow(t *testing.T, env []string, n int) (outcome, []string) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	w := s.on(t, append(env, traceVar+"="+trace)...)
	died := 0
	alive := func() {
		if w.child.ended() {
			died++
			w.child.startReady()
		}
	}
	w.child.startReady(crashVar + "=" + strconv.Itoa(n))
	w.play(alive)
	alive()
	settled(t, w.child, alive)
	if n > 0 && died == 0 {
		t.Logf("the flow never came to point %d", n)
		w.child.signal(syscall.SIGTERM) // it would still come to it
		eventually(t, patience, "the command ends", w.child.ended)
		w.child.startReady()
	}
	points, effects := readTrace(t, trace)
	left := s.left(t, w.child)
	if v := w.wrong(); len(v) > 0 {
		t.Errorf("the platform's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	if n > 0 && left != "" && effects[s.tool] == 0 {
		effects[s.tool] = 1 // it died between the effect and the note of it: what is left is the proof
	}
	return outcome{Thread: plain(w.shown()), Page: plain(left), Effects: map[string]int{s.tool: effects[s.tool]}}, points
}

// previousField is how a page's file says that it holds a version before the one that stands.
const previousField = `"previous":`

// writtenOnce looks at the page's file: a second writing would have kept the first as the version before.
func writtenOnce(tb testing.TB, k *child) {
	tb.Helper()
	raw, err := os.ReadFile(filepath.Join(k.data, "sites", "aquaverter", "services.html"))
	if err != nil {
		tb.Errorf("read the page's file: %v", err)
	}
	if strings.Contains(string(raw), previousField) {
		tb.Error("the page was written twice")
	}
}

// settled waits until nothing is left to be done or to be shown: silence alone may be that of a machine with much to do.
func settled(tb testing.TB, k *child, alive func()) {
	tb.Helper()
	db := k.kept(tb)
	eventually(tb, patience, "everything is done and shown", func() bool {
		alive()
		return db.atRest()
	})
}

// volatile is what differs from run to run: ids, ports, times.
var volatile = regexp.MustCompile(`127\.0\.0\.1:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|<!date[^>]*>|<t:\d+:f>|\d{4}-\d\d-\d\dT[\d:.]+Z?|\d+ ms|\d+(\.\d+)? (KB|kB|s)\b`)

// again matches what a person wrote too early and the request to say it again.
var again = regexp.MustCompile(`(?m)^UANNA: [^\n]*\nUBOT:\n(?:  [^\n]*\n)?  [^\n]*` + regexp.QuoteMeta(saidTooEarly) + `[^\n]*\n(?:  [^\n]*\n)*`)

// plain takes out what is volatile, and puts the lines of a list in order: parallel siblings think in any order.
func plain(text string) string {
	lines := strings.Split(volatile.ReplaceAllString(again.ReplaceAllString(text, ""), "…"), "\n")
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

// TestWhatWasSaidTooEarlyIsLeftOut: where a crash makes somebody say something again, the thread ends as it does without the crash.
func TestWhatWasSaidTooEarlyIsLeftOut(t *testing.T) {
	before, said, after := "UBOT:\n  *Create the page*\n  [Approve]\n", "UANNA: Actually, leave out the audit at the end\n", "UBOT:\n  I have left out step 4.\n  🧭 *Hans*\n  Bad\n  Good\n"
	early := "UBOT:\n  You wrote that before “Create the page” was shown here, " + saidTooEarly + " or use its buttons.\n  🧭 *Hans*\n  Bad\n  Good\n"
	if diff := cmp.Diff(plain(before+said+after), plain(before+said+early+said+early+said+after)); diff != "" {
		t.Error(diff)
	}
	if other := before + said + after + said; plain(other) != other {
		t.Errorf("%q is left out, too", other)
	}
}
