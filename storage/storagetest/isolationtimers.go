package storagetest

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// strangersTimer is how another tenant's timer for this one's plan is refused.
func (w *world) strangersTimer(due assistant.Timer) (awaits, reminder error) {
	_, awaits = w.Timers.Summons(w.ctx, due)
	taken, said, err := w.Timers.Call(w.ctx, due, assistant.CallStep{Call: &assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T", External: "U"}, Remind: true, Next: time.Now()},
		system(assistant.Reminded{Plan: assistant.PlanID(due.Ref)}))
	if taken || len(said) > 0 {
		w.t.Errorf("another tenant's timer was taken: %v", err)
	}
	before := len(w.due())
	w.ok(w.Timers.PutOff(w.ctx, due))
	equal(w, len(w.due()), before)
	w.is(w.Timers.Announce(w.ctx, due, []assistant.PersonID{w.owner.ID}, time.Time{}), assistant.ErrNotFound)
	told := due
	told.Kind = assistant.TimerTold
	w.is(second(w.Timers.Telling(w.ctx, told)), assistant.ErrNotFound)
	w.is(second(w.Timers.Tell(w.ctx, told, assistant.TellStep{Keep: true})), assistant.ErrNotFound)
	notices, err := w.People.Notices(w.ctx, due.Tenant, w.owner.ID, 10)
	w.ok(err)
	equal(w, len(notices), 0)
	_, reminder = w.Timers.Remind(w.ctx, due, system(assistant.Reminded{Plan: assistant.PlanID(due.Ref)}))
	return awaits, reminder
}

// strangersMessage is how another tenant is refused what stands in a direct message of this one.
func (w *world) strangersMessage(at assistant.PlaceID) error {
	return second(w.Decisions.Gathered(w.ctx, id[assistant.TenantID](w), at))
}

// strangersTask tells whether another tenant, by its holder's claim of this one's task, finds a stop or words that were said here.
func (w *world) strangersTask(k assistant.TaskClaim) bool {
	w.t.Helper()
	k.Tenant = id[assistant.TenantID](w)
	halted, err := w.Tasks.Halted(w.ctx, k)
	w.ok(err)
	said, stopped, err := w.Tasks.SaidTo(w.ctx, k, 0)
	w.ok(err)
	return halted || stopped || len(said) > 0
}
