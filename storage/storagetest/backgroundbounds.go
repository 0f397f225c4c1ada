package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// boundTests are about where work that starts by itself ends.
func boundTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a paused task drops what it is told however much goes":  hookPausedMeanwhile,
		"a team has so many background tasks and no more":        backgroundsOfATeam,
		"a guest's task says once that it goes on no more":       guestsTaskSaysSo,
		"nobody lets the task of who has left go on":             resumedForWhoHasLeft,
		"a task that is rewritten as it is waits as long":        rewrittenAsItIs,
		"nothing changes what starts a task that is over":        hookOver,
		"what is cancelled twice, or is done, stays as it is":    cancelledOnce,
		"what is due once begins though the day's money is gone": onceBegins,
		"a key makes one background task, its own again":         backgroundKeyed,
	}
}

// backgroundsOfATeam: however few each has, a team has so many tasks that are not over, and no more.
func backgroundsOfATeam(_ *testing.T, w *world) {
	o := w.order("first")
	o.Task.Due = time.Time{}
	var first assistant.BackgroundTask
	for n := range assistant.BackgroundsOfTenant {
		if n%(assistant.BackgroundsOfPerson-1) == 0 {
			o.Task.Owner = w.somebody(w.ids.New())
		}
		b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
		w.ok(err)
		if n == 0 {
			first = b
		}
		o.Key = w.ids.New()
	}
	o.Task.Owner = w.owner.ID // who has none
	w.is(second(w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)), assistant.ErrBackgroundsAll)
	w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, first.ID, assistant.BackgroundCancel, time.Time{})))
	w.ok(second(w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)))
}

// guestsTaskSaysSo: a task whose owner is a guest by now says in its conversation why it goes on no more, once, and begins nothing.
func guestsTaskSaysSo(_ *testing.T, w *world) {
	l := w.leaver("ben")
	guest := l.account
	guest.Standing = assistant.StandingGuest
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, guest)))
	due := w.dueTask(l.task)
	for _, want := range []bool{true, false} {
		fired, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: due})
		w.ok(err)
		equal(w, []bool{fired.Taken, len(fired.Messages) == 1}, []bool{want, want})
	}
	equal(w, len(w.outcomes(l.task)), 0)
	w.hasNothing(l, assistant.WhyRole)
}

// resumedForWhoHasLeft: when an admin resumes the task of a person who has left, nothing starts: it is paused again for the same
// reason.
func resumedForWhoHasLeft(_ *testing.T, w *world) {
	l := w.leaver("ben")
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	resumed, err := w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, l.task.ID, assistant.BackgroundResume, ago(time.Second))
	w.ok(err)
	equal(w, resumed.Status, assistant.BackgroundActive)
	w.fire(l.task)
	equal(w, len(w.outcomes(l.task)), 0)
	w.hasNothing(l, assistant.WhyLeft)
}

// rewrittenAsItIs: a task that is to read as it reads already waits as long as it did.
func rewrittenAsItIs(_ *testing.T, w *world) {
	b := w.task()
	same := assistant.BackgroundRewrite{Was: b.Reading(), Wanted: b}
	same.Wanted.Due = b.Due.Add(time.Hour)
	w.ok(second(w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.owner.ID, b.ID, same)))
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Due, got.UpdatedAt}, []any{b.Due, b.UpdatedAt})
}

// unaskedOfNobody: an action that a background task wants in nobody's name is shown to the people its rule names, since there is
// nobody to call.
func unaskedOfNobody(_ *testing.T, w *world) {
	c, asked := w.unaskedAction(w.task())
	a := w.approval(asked.Run, asked.Task)
	a.RequestedBy, a.Rule = "", &assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}
	w.ok(second(w.Intake.Post(w.ctx, inThread(c.Conversation, assistant.ApprovalRequested{Approval: a}, w.tenant))))
	for _, due := range w.due() {
		if due.Kind == assistant.TimerApproval.Reminder() && due.Ref == string(a.ID) {
			got, err := w.Timers.Summons(w.ctx, due)
			w.ok(err)
			equal(w, []any{got.Unasked, got.Owner.Person, got.Rule, len(got.Deciders) > 0}, []any{true, assistant.PersonID(""), a.Rule, true})
			return
		}
	}
	w.t.Fatal("nobody is reminded")
}
