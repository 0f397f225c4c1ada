package storagetest

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// refusalTests are about bounds that nobody meets by chance.
func refusalTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a tenant has so many open invitations and no more":   invitationsBounded,
		"a key that comes again to its conversation is known": keyedAgain,
		"tasks of two conversations are not written in one":   writtenApart,
		"names and titles are cut where they are too long":    namesCut,
	}
}

func invitationsBounded(_ *testing.T, w *world) {
	var last assistant.Invitation
	for range assistant.InvitationsMost {
		last, _ = w.invite(assistant.Invitation{Role: assistant.RoleMember})
	}
	again := func() error {
		return second(w.Invitations.Invite(w.ctx, w.tenant, assistant.Invitation{By: w.owner.ID, Role: assistant.RoleMember}, w.ids.Secret()))
	}
	w.is(again(), assistant.ErrInvitations)
	w.ok(w.Invitations.Uninvite(w.ctx, w.tenant, w.owner.ID, last.ID))
	w.ok(again())
}

func cancelledOnce(_ *testing.T, w *world) {
	o := w.order("once")
	o.Task.Kind, o.Task.Schedule, o.Task.Due = assistant.BackgroundOnce, "", ago(time.Second)
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	w.ok(second(w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b)})))
	was, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})))
	is, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{is.Status, was.Status}, []any{assistant.BackgroundDone, assistant.BackgroundDone})
}

func keyedAgain(_ *testing.T, w *world) {
	said := assistant.Inbound{Tenant: w.tenant, Conversation: w.quiet(), Person: w.owner.ID, Text: "hello", Key: "k"}
	said.Place = assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(said.Conversation)}
	first, err := w.Intake.Receive(w.ctx, said)
	w.ok(err)
	again, err := w.Intake.Receive(w.ctx, said)
	w.ok(err)
	equal(w, []any{again.Known, again.Message, again.Conversation}, []any{true, first.Message, said.Conversation})
}

func writtenApart(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, work := w.claimTask()
	other := assistant.TaskWrite{Claim: k, Batch: batch(answer("on the way"))}
	other.Claim.Conversation = w.quiet()
	own := assistant.TaskWrite{Claim: k, Batch: batch(finished(work.Task, assistant.TaskCompleted)), Ends: true}
	before := len(w.log(k.Conversation))
	if err := w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{own, other}); err == nil || !strings.Contains(err.Error(), "several conversations") {
		w.t.Errorf("got error %v", err)
	}
	equal(w, len(w.log(k.Conversation)), before)
	w.ok(w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{own}))
}

func namesCut(_ *testing.T, w *world) {
	p := w.person(assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "ULONG", Name: strings.Repeat("ö", 300)})
	equal(w, p.Name, strings.Repeat("ö", 200))
	r := w.say("1.0", strings.Repeat("ä", 300))
	c, err := w.Conversations.Conversation(w.ctx, w.tenant, r.Conversation)
	w.ok(err)
	equal(w, c.Title, "Ä"+strings.Repeat("ä", 46)+"…")
}

// onceBegins: somebody has asked for it, for this one time.
func onceBegins(_ *testing.T, w *world) {
	set := assistant.DefaultSettings()
	set.DailyTokens = 1000
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))
	b := w.task()
	for range 2 {
		w.fire(b)
		w.answered(words, assistant.ModelCall{Usage: assistant.Usage{Input: 200, Output: 60}})
	}
	o := w.order("once")
	o.Task.Kind, o.Task.Schedule, o.Task.Due = assistant.BackgroundOnce, "", ago(time.Second)
	once, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	w.fire(b)
	w.fire(once)
	equal(w, []any{w.outcomes(b)[2], w.outcomes(once)}, []any{assistant.BackgroundSkipped, []assistant.BackgroundOutcome{assistant.BackgroundWorking}})
}
