package orchestrator

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// dueWays notes which way a timer goes.
type dueWays struct {
	ledger
	intake
	agenda
	calls

	of    assistant.Summons
	taken []string
}

var nineOClock = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

var errWay = errors.New("it is only looked at")

func (w *dueWays) way(name string) error {
	w.taken = append(w.taken, name)
	return errWay
}

func (w *dueWays) Background(context.Context, assistant.TenantID, assistant.BackgroundID) (assistant.BackgroundTask, error) {
	return assistant.BackgroundTask{}, w.way("begins")
}

func (w *dueWays) FireHook(context.Context, assistant.Timer) (assistant.Fired, error) {
	return assistant.Fired{}, w.way("begins with events")
}

func (w *dueWays) Telling(context.Context, assistant.Timer) (assistant.Telling, error) {
	return assistant.Telling{}, w.way("is told")
}

func (w *dueWays) Announce(context.Context, assistant.Timer, []assistant.PersonID, time.Time) error {
	return w.way("is announced")
}

func (w *dueWays) Summons(context.Context, assistant.Timer) (assistant.Summons, error) {
	return w.of, nil
}

func (w *dueWays) Call(context.Context, assistant.Timer, assistant.CallStep, assistant.Message) (bool, []assistant.Message, error) {
	return false, nil, w.way("is called")
}

func (w *dueWays) Remind(context.Context, assistant.Timer, ...assistant.Message) ([]assistant.Message, error) {
	return nil, w.way("is reminded")
}

func (w *dueWays) Post(_ context.Context, m assistant.Message) (assistant.Message, error) {
	return m, w.way("ends")
}

func (w *dueWays) Approval(context.Context, assistant.TenantID, assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	return assistant.ApprovalRecord{}, nil
}

func (*dueWays) PutOff(context.Context, assistant.Timer) error { return nil }

// TestWhatIsDueGoesItsOwnWay: a task begins, an event begins one, news are told, what waits is reminded of, and the rest ends.
func TestWhatIsDueGoesItsOwnWay(t *testing.T) {
	for kind, want := range map[assistant.TimerKind]string{
		assistant.TimerBackground: "begins", assistant.TimerHook: "begins with events", assistant.TimerTold: "is told",
		assistant.TimerApproval.Reminder(): "is reminded", assistant.TimerPlan.Reminder(): "is reminded",
		assistant.TimerApproval: "ends", assistant.TimerPlan: "ends", assistant.TimerClarification: "ends",
	} {
		w := &dueWays{}
		err := timers{ledger: w, store: w, agenda: w, calls: w, approvals: w, now: time.Now}.each(t.Context(), []assistant.Timer{{Kind: kind, Ref: "r"}})
		if diff := cmp.Diff([]string{want}, w.taken); diff != "" || !errors.Is(err, errWay) {
			t.Errorf("%s: %s, %v", kind, diff, err)
		}
	}
}

// TestWhoeverLooksIsRemindedAndWhoDoesNotIsCalled: what a background task has put before people is sent to its owner, where it has one.
func TestWhoeverLooksIsRemindedAndWhoDoesNotIsCalled(t *testing.T) {
	owner := assistant.Addressee{Person: "anna"}
	for name, c := range map[string]struct {
		of   assistant.Summons
		want string
	}{
		"a person's own request":          {assistant.Summons{Owner: owner}, "is reminded"},
		"a background task's":             {assistant.Summons{Unasked: true, Owner: owner}, "is called"},
		"a background task's of nobody":   {assistant.Summons{Unasked: true}, "is reminded"},
		"what belongs to nobody in there": {assistant.Summons{}, "is reminded"},
		"before they are reminded":        {assistant.Summons{Owner: owner, RemindAt: nineOClock.Add(10 * time.Minute)}, "is announced"},
		"when they are reminded":          {assistant.Summons{Owner: owner, RemindAt: nineOClock}, "is reminded"},
	} {
		w := &dueWays{of: c.of}
		err := timers{ledger: w, store: w, calls: w, now: time.Now}.remind(t.Context(), assistant.Timer{Kind: assistant.TimerApproval.Reminder(), Ref: "a", DueAt: nineOClock})
		if diff := cmp.Diff([]string{c.want}, w.taken); diff != "" || !errors.Is(err, errWay) {
			t.Errorf("%s: %s, %v", name, diff, err)
		}
	}
}
