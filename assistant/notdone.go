package assistant

import "slices"

// NotDone is why a task was left undone that did not fail.
type NotDone string

// The reasons.
const (
	NotDoneStopped  NotDone = "stopped"   // somebody stopped its run
	NotDoneDeclined NotDone = "declined"  // somebody refused it
	NotDoneExpired  NotDone = "expired"   // it was not decided in time
	NotDoneBefore   NotDone = "not_begun" // what came before it in its run was not done
	NotDoneLeftOut  NotDone = "left_out"  // somebody wanted it left out while its run was at work
)

// WhyNotDone says why the task was left undone; "" of one that was not. A stop of the whole run says nothing of single tasks.
func (t Task) WhyNotDone() NotDone {
	switch {
	case t.Status != TaskCancelled:
		return ""
	case t.Stopping:
		return NotDoneLeftOut
	case t.Result == nil || t.Result.NotDone == "":
		return NotDoneStopped
	default:
		return t.Result.NotDone
	}
}

// LeftOut tells whether somebody wanted the task left out while its run was at work. The run goes on without it, and nothing asks for
// it again.
func (t Task) LeftOut() bool { return t.WhyNotDone() == NotDoneLeftOut }

// WhyCancelled says why a run of these tasks was cancelled: somebody stopped it, or people left something of it undone.
func WhyCancelled(tasks []Task) NotDone {
	has := func(why NotDone) bool {
		return slices.ContainsFunc(tasks, func(t Task) bool { return t.WhyNotDone() == why })
	}
	for _, why := range []NotDone{NotDoneStopped, NotDoneExpired, NotDoneDeclined} {
		if has(why) {
			return why
		}
	}
	return NotDoneStopped
}

// AskedAgain tells whether a run has come to its end and left something undone that can be asked for again, with all that was made
// before it: of what was taken back only a part would be done again.
func AskedAgain(r Run, tasks []Task) bool {
	return r.Status.Ended() && !slices.ContainsFunc(tasks, func(t Task) bool { return t.Undone }) && slices.ContainsFunc(tasks, func(t Task) bool { return t.Status == TaskFailed || t.Status == TaskCancelled && !t.LeftOut() })
}
