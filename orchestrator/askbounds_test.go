package orchestrator_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/agents/reading"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// platform is where files come from; it counts how often it is asked for one.
type platform struct{ fetched atomic.Int64 }

// Fetch implements [orchestrator.Fetcher].
func (p *platform) Fetch(context.Context, assistant.TenantID, string, assistant.File) ([]byte, error) {
	p.fetched.Add(1)
	return []byte("words"), nil
}

// eye reads every file, in the time that it is given.
type eye struct {
	takes time.Duration
	busy  atomic.Int64
}

// Read implements [orchestrator.Reader].
func (e *eye) Read(ctx context.Context, data []byte) (reading.Document, error) {
	e.busy.Add(1)
	defer e.busy.Add(-1)
	select {
	case <-time.After(e.takes):
		return reading.Document{Type: "text/plain", Text: string(data)}, nil
	case <-ctx.Done():
		return reading.Document{}, context.Cause(ctx)
	}
}

// TestFilesCountBeforeTheyAreFetched: what is too much is neither fetched nor read.
func TestFilesCountBeforeTheyAreFetched(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		from := &platform{}
		r := newReplica(t, dir, &thinker{}, func(c *orchestrator.Config) {
			c.RatePerMinute, c.Reader = 2, &eye{}
			c.Files = map[assistant.Surface]orchestrator.Fetcher{assistant.SurfaceSlack: from}
		})
		defer r.end()
		refused := 0
		for i := range 6 {
			said := r.words(r.home, r.ask(r.home, strconv.Itoa(i), "What does this say?", assistant.File{Name: "a.txt", URL: "u"}))
			if strings.Contains(said, "too many things within a minute") && strings.Contains(said, "again in a minute") {
				refused++
			}
		}
		// A decision is taken all the same, without what came with it.
		c := r.ask(r.home, "0", "")
		asked := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](assistant.NewIDs(r.now, rand.Reader)), Intro: "Which?"}
		if _, err := r.db.Intake.Post(t.Context(), assistant.Message{
			Tenant: r.home, Conversation: c, Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.Asked{Clarification: asked},
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Inbox.Receive(t.Context(), assistant.Inbound{
			Tenant: r.home, From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: string(r.home), External: "U"}, Text: "stop", Key: "stop",
			Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: string(r.home), Channel: "C", Thread: "0"}, Files: []assistant.File{{Name: "a.txt", URL: "u"}},
		}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if r.count(r.home, c, "not looked at what you attached") != 1 || r.count(r.home, c, "I have dropped it") != 1 {
			t.Error("a stop with a file did not stop, or said nothing of the file")
		}
		if n := from.fetched.Load(); n != 2 || refused != 4 {
			t.Errorf("%d files were fetched and %d messages refused, not 2 and 4", n, refused)
		}
	})
}

// TestWhatAsksAModelCountsByEveryDoorAndDecidingNever: asking for changes, answering, trying again and single tasks are too
// much after the second; approving, rejecting, stopping and undoing are not.
func TestWhatAsksAModelCountsByEveryDoorAndDecidingNever(t *testing.T) {
	d := newDoor(t, func(c *orchestrator.Config) { c.RatePerMinute = 2 })
	ctx := t.Context()
	plan := func(n int) assistant.Plan {
		p := assistant.Plan{ID: assistant.NewID[assistant.PlanID](d.ids), Version: n, Title: "Services", RequestedBy: d.anna, ExpiresAt: time.Now().Add(time.Hour)}
		d.post(assistant.PlanProposed{Plan: p})
		return p
	}
	act := func(b assistant.Body) assistant.Outcome {
		out, err := d.Act(ctx, assistant.Act{Tenant: d.tenant, Person: d.anna, Body: b})
		d.ok(err)
		return out
	}
	for i := range 2 {
		p := plan(1)
		if out := act(assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictChanges, Note: "other"}); !out.Done {
			t.Fatalf("change %d: %+v", i, out)
		}
	}
	p := plan(1)
	question := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](d.ids), Questions: []assistant.Question{{Key: "a", Text: "Which?", Free: true}}, ExpiresAt: time.Now().Add(time.Hour)}
	d.post(assistant.Asked{Clarification: question})
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](d.ids), Conversation: d.conversation, RequestedBy: d.anna, Title: "R", Status: assistant.RunRunning}
	d.post(assistant.RunStarted{Run: run})
	for name, b := range map[string]assistant.Body{
		"changes": assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictChanges, Note: "other"},
		"answer":  assistant.Answered{Clarification: question.ID, Text: "this"},
		"retry":   assistant.RetryRequested{Run: run.ID},
	} {
		out := act(b)
		if out.Done || !out.TooMuch || !strings.Contains(out.Note, "too many things within a minute") || !strings.Contains(out.Note, "again in a minute") {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if _, status, _, err := d.db.Decisions.Plan(ctx, d.tenant, p.ID, 1); err != nil || status != assistant.PlanOpen {
		t.Errorf("the plan is %s, %v: what was refused has left something behind", status, err)
	}
	if _, err := d.Execute(ctx, assistant.ExecuteRequest{Tenant: d.tenant, Person: d.anna}); !errors.Is(err, assistant.ErrTooMuch) {
		t.Errorf("a single task: %v", err)
	}
	for _, b := range []assistant.Body{
		assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictApproved},
		assistant.PlanDecided{Plan: plan(1).ID, Version: 1, Verdict: assistant.VerdictRejected},
		assistant.StopRequested{Run: run.ID},
		assistant.UndoRequested{Run: run.ID}, // of what has stopped
	} {
		if out := act(b); !out.Done {
			t.Errorf("%s: %+v", b.Type(), out)
		}
	}
}

// TestReadingEndsAndIsSharedFairly: ten messages with ten files that take long to read each hold nobody up for longer than
// their own time, another tenant's file is read at once, and whoever waits too long is told to come back.
func TestReadingEndsAndIsSharedFairly(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		slow := &eye{takes: 19 * time.Second}
		r := newReplica(t, dir, &thinker{}, func(c *orchestrator.Config) {
			c.Reader = slow
			c.Files = map[assistant.Surface]orchestrator.Fetcher{assistant.SurfaceSlack: &platform{}}
		})
		defer r.end()
		noisy, quiet := r.home, r.another("T2")
		ten := make([]assistant.File, 10)
		for i := range ten {
			ten[i] = assistant.File{Name: strconv.Itoa(i) + ".pdf", URL: "u"}
		}
		began := time.Now()
		var flood []assistant.ConversationID
		for i := range 10 {
			flood = append(flood, r.ask(noisy, strconv.Itoa(i), "What do these say?", ten...))
		}
		time.Sleep(time.Second)
		if n := slow.busy.Load(); n != 1 {
			t.Errorf("one tenant has %d files read at a time", n)
		}
		if took := r.answered(quiet, r.ask(quiet, "one", "What does this say?", ten[0])); took > slow.takes+time.Second {
			t.Errorf("another tenant's file was read after %v", took)
		}
		busy, late := 0, 0
		for _, c := range flood {
			said := r.words(noisy, c)
			busy += strings.Count(said, "too many files are being read just now. Please attach it again in a minute")
			late += strings.Count(said, "used up the 30 seconds that I read for one. Please attach it again on its own")
		}
		if took := time.Since(began); took > 40*time.Second || busy == 0 || late == 0 {
			t.Errorf("the messages took %v, and said %d times busy and %d times late", took, busy, late)
		}
	})
}
