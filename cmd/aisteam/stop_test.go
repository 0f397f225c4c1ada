package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// stopWatch sees every stop that is committed and every tool call that is started, in the order in which that happens.
type stopWatch struct {
	database

	mu      sync.Mutex
	stopped map[assistant.RunID]chan struct{} // closed when its stop is committed
	used    map[assistant.RunID]int           // uses of tools
	late    []string                          // calls that were asked for after the stop and started all the same
	holdAt  int                               // the use of a run that waits for the run's stop
	holding chan assistant.RunID
	release chan struct{} // what the held use waits for besides; nil for nothing
	tool    string        // only uses of this tool are counted and held; "" for all
}

func (w *stopWatch) of(run assistant.RunID) chan struct{} {
	if w.stopped[run] == nil {
		w.stopped[run] = make(chan struct{})
	}
	return w.stopped[run]
}

// Post marks the moment of a stop: nothing that begins after it has returned may start a call of that run.
func (w *stopWatch) Post(ctx context.Context, m assistant.Message) (assistant.Message, error) {
	got, err := w.database.Post(ctx, m)
	if b, ok := m.Body.(assistant.StopRequested); ok && err == nil {
		w.mu.Lock()
		close(w.of(b.Run))
		w.mu.Unlock()
	}
	return got, err
}

// StartCall catches a call that starts although its run was stopped before it was asked for.
func (w *stopWatch) StartCall(ctx context.Context, c assistant.TaskClaim, call assistant.ToolCall) (assistant.ToolCall, bool, error) {
	w.mu.Lock()
	stopped := w.of(call.Run)
	w.mu.Unlock()
	before := false
	select {
	case <-stopped:
		before = true
	default:
	}
	got, fresh, err := w.database.StartCall(ctx, c, call)
	if before && err == nil && fresh {
		w.mu.Lock()
		w.late = append(w.late, call.Tool)
		w.mu.Unlock()
	}
	return got, fresh, err
}

// hold keeps the n-th use of a tool by a run in flight until the run is stopped.
func (w *stopWatch) hold(t tools.Tool) tools.Tool {
	use := t.Run
	t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
		if w.tool != "" && w.tool != t.Name {
			return use(ctx, c)
		}
		run := c.Task.Run
		w.mu.Lock()
		w.used[run]++
		held, stopped, release := w.used[run] == w.holdAt, w.of(run), w.release
		w.mu.Unlock()
		if held {
			w.holding <- run
		}
		if held || release != nil {
			for _, until := range []chan struct{}{stopped, release} {
				if until == nil {
					continue
				}
				select {
				case <-until:
				case <-ctx.Done():
					return assistant.Receipt{}, context.Cause(ctx)
				}
			}
		}
		return use(ctx, c)
	}
	return t
}

// serveWatched serves a Slack world in this process, with two tasks at a time.
func serveWatched(t *testing.T, w *slackWorld, watch *stopWatch) {
	t.Helper()
	for _, line := range w.child.env {
		if name, value, _ := strings.Cut(line, "="); name != "PATH" && name != "HOME" && name != childVar {
			t.Setenv(name, value)
		}
	}
	h := (&mine{at: -1}).hooks()
	h.limits = orchestrator.Limits{Tasks: 2, Grace: time.Second}
	h.store = func(db database) database { watch.database = db; return watch }
	h.tool = watch.hold
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve"}, io.Discard, &w.child.log, h) }()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != exitClean {
			t.Errorf("exit code %d", code)
		}
		if t.Failed() {
			t.Logf("the command said:\n%s", tail(w.child.log.buf.String(), 4000))
		}
	})
	eventually(t, patience, "the command is ready", w.child.ready)
}

func newStopWatch() *stopWatch {
	return &stopWatch{stopped: map[assistant.RunID]chan struct{}{}, used: map[assistant.RunID]int{}, holding: make(chan assistant.RunID, 1)}
}

// pages asks for three pages in a thread of its own and approves the plan, so that nothing on the way waits for anybody.
func (w *slackWorld) pages(n int) {
	w.tb.Helper()
	calm := func() {}
	w.root = ""
	w.say(fmt.Sprintf("Please create the pages Alpha%d, Beta%d and Gamma%d", n, n, n), calm)
	w.shows("the questions", calm, says("Which language"))
	w.say("you choose", calm)
	w.press(w.shows("the plan", calm, has("plan_unseen")), "plan_unseen", calm)
}

// TestStopLetsTheCallsInFlightEndAndNothingElse: what is being done when somebody stops a run is finished and said to be
// done; everything else is said not to be done, task by task, and was not.
func TestStopLetsTheCallsInFlightEndAndNothingElse(t *testing.T) {
	w, watch := newSlackWorld(t), newStopWatch()
	watch.tool, watch.holdAt, watch.release = "create_page", 2, make(chan struct{})
	serveWatched(t, w, watch)
	w.pages(0)
	<-watch.holding // two pages are in the making, the third waits for its turn
	calm := func() {}
	w.press(w.shows("the run", calm, has("run_stop")), "run_stop", calm)
	w.shows("that it is being stopped", calm, says("Stopping, asked by Anna"))
	if run := w.shows("the run", calm, says("Stopping")); run.HasAction("run_stop") || run.HasAction("run_undo") {
		t.Errorf("a run that is being stopped offers to stop or to undo:\n%s", drawSlack("", run.Blocks))
	}
	close(watch.release)
	summary := w.shows("the end", calm, says("was stopped: "))
	card := timeless(drawSlack("", w.shows("the run", calm, has("run_undo")).Blocks))
	made, not := 0, 0
	for _, page := range []string{"Alpha0", "Beta0", "Gamma0"} {
		status, _, err := get(t.Context(), w.child.url("/sites/aquaverter/"+strings.ToLower(page)))
		if err != nil {
			t.Fatal(err)
		}
		step := "B · Create the page " + page + " from the drafts\n      Web Engineer Nico"
		list, undone, _ := strings.Cut(summary.Text, "Not done")
		switch status {
		case http.StatusOK:
			made++
			if !strings.Contains(card, "(✓) "+step) || !strings.Contains(list, "Create the page "+page) {
				t.Errorf("%s was made, and people are not told", page)
			}
		default:
			not++
			if !strings.Contains(card, "( ) "+step+" · not done") || !strings.Contains(undone, "Create the page "+page) {
				t.Errorf("%s was not made, and people are not told", page)
			}
		}
	}
	if made != 2 || not != 1 || strings.Count(card, " · not done") != 4 {
		t.Errorf("%d pages were made, %d not", made, not)
	}
	if t.Failed() {
		t.Logf("the card:\n%s\nthe summary:\n%s", card, summary.Text)
	}
}

// TestNoCallStartsAfterAStop: by the order in which things are committed, and by the database's own clock, no call starts
// after the stop, wherever in the run it comes: while one call is in flight the others race with it.
func TestNoCallStartsAfterAStop(t *testing.T) {
	w, watch := newSlackWorld(t), newStopWatch()
	serveWatched(t, w, watch)
	calm := func() {}
	for n := range 20 {
		watch.mu.Lock()
		watch.holdAt = 1 + n%8
		watch.mu.Unlock()
		w.pages(n)
		run := <-watch.holding
		if n%2 == 0 {
			w.press(w.shows("the run", calm, has("run_stop")), "run_stop", calm)
		} else if status := (api{t, w.child}).call(http.MethodPost, "/api/runs/"+string(run)+"/cancel", nil, nil); status != http.StatusOK {
			t.Fatalf("cancel answered %d", status)
		}
		w.shows("the end", calm, says("was stopped: "))
	}
	if len(watch.late) > 0 {
		t.Errorf("calls started after their run was stopped: %v", watch.late)
	}
	stops, calls, late := callsAndStops(t, w.child.data)
	if stops != 20 || calls < 20 || late != 0 {
		t.Errorf("by the database's clock: %d stops, %d calls, %d of them after the stop of their run", stops, calls, late)
	}
}

// callsAndStops looks into the database: the stops, the calls of stopped runs, and those of them that started later.
func callsAndStops(t *testing.T, data string) (stops, calls, late int) {
	t.Helper()
	path := filepath.Join(data, "aisteam.db")
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.QueryRowContext(t.Context(), `select count(distinct m.id), count(c.id), coalesce(sum(c.started_at > m.created_at), 0)
		from assistant_messages m left join tool_calls c on c.run_id = m.run_id where m.body_type = 'stop_requested'`).Scan(&stops, &calls, &late)
	if err != nil {
		t.Fatal(err)
	}
	return stops, calls, late
}
