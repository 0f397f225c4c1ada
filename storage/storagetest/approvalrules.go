package storagetest

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ruled puts an approval before people that takes so many yeses, and parks its task.
func (w *world) ruled(needed int) (assistant.Claim, assistant.Approval) {
	w.t.Helper()
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	w.startGroup(c, run.ID, tasks...)
	k, _ := w.claimTask()
	a := w.approval(run.ID, tasks[0].ID)
	a.Irreversible = needed > 1
	a.Rule = &assistant.ApprovalRule{Needed: needed}
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
		system(assistant.ApprovalRequested{Approval: a}),
		system(assistant.TaskWaiting{Run: run.ID, Task: tasks[0].ID, Approval: a.ID}))))
	return c, a
}

// byPerson posts an act of somebody.
func (w *world) byPerson(c assistant.ConversationID, p assistant.PersonID, b assistant.Body) error {
	_, err := w.Intake.Post(w.ctx, assistant.Message{
		Tenant: w.tenant, Conversation: c, Author: assistant.AuthorUser, Person: p, Kind: assistant.KindStatus, Body: b,
	})
	return err
}

// somebody is a person of the tenant who is not its owner.
func (w *world) somebody(name string) assistant.PersonID {
	w.t.Helper()
	p, err := w.People.PersonFor(w.ctx, w.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U" + name, Name: name})
	w.ok(err)
	return p.ID
}

func backed(a assistant.Approval) assistant.ApprovalBacked {
	return assistant.ApprovalBacked{Approval: a.ID, Hash: a.Hash, As: &assistant.Capacity{Role: assistant.RoleApprover}}
}

func approvedBy(a assistant.Approval) assistant.ApprovalDecided {
	return assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictApproved, Hash: a.Hash, As: &assistant.Capacity{Role: assistant.RoleApprover}}
}

// severalYeses: each person's yes counts once, and nothing is approved before as many have said it as it takes.
func severalYeses(_ *testing.T, w *world) {
	c, a := w.ruled(2)
	anna, ben := w.owner.ID, w.somebody("ben")
	w.is(w.byPerson(c.Conversation, anna, approvedBy(a)), assistant.ErrCounted) // one is not enough
	plain := approvedBy(a)
	plain.As = nil
	w.is(w.byPerson(c.Conversation, anna, plain), assistant.ErrDecided) // nor where nobody says by what right
	other := backed(a)
	other.Hash = "another card"
	w.is(w.byPerson(c.Conversation, anna, other), assistant.ErrMoved)
	w.ok(w.byPerson(c.Conversation, anna, backed(a)))
	w.is(w.byPerson(c.Conversation, anna, backed(a)), assistant.ErrDecided)
	w.is(w.byPerson(c.Conversation, anna, approvedBy(a)), assistant.ErrDecided) // the same person is no second one
	got, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, []any{got.Status, len(got.Yeses), got.Yeses[0].Person, got.Yeses[0].As.Role}, []any{assistant.ApprovalPending, 1, anna, assistant.RoleApprover})
	sit, err := w.Mailboxes.Situation(w.ctx, c, assistant.Message{})
	w.ok(err)
	equal(w, len(sit.Approvals[0].Yeses), 1)
	_, _, ready, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	equal(w, ready, false)

	w.is(w.byPerson(c.Conversation, ben, backed(a)), assistant.ErrCounted) // his is the last: it decides
	w.ok(w.byPerson(c.Conversation, ben, approvedBy(a)))
	w.is(w.byPerson(c.Conversation, w.somebody("cleo"), backed(a)), assistant.ErrDecided)
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, assistant.Policy{Rule: assistant.ApprovalRule{Needed: 2}}))
	_, work := w.claimTask()
	equal(w, []any{work.Task.ApprovedHash, len(work.Yeses), len(work.Policies)}, []any{a.Hash, 2, 1})
	took, err := w.Conversations.MayAct(w.ctx, w.tenant, ben, []assistant.ConversationID{c.Conversation})
	w.ok(err)
	equal(w, len(took), 0) // a person who only decided sees no more of it than before
}

// aNoEndsIt however many have said yes.
func aNoEndsIt(_ *testing.T, w *world) {
	c, a := w.ruled(3)
	w.ok(w.byPerson(c.Conversation, w.owner.ID, backed(a)))
	w.ok(w.byPerson(c.Conversation, w.somebody("ben"), assistant.ApprovalDecided{Approval: a.ID, Verdict: assistant.VerdictRejected, Hash: a.Hash}))
	w.is(w.byPerson(c.Conversation, w.somebody("cleo"), backed(a)), assistant.ErrDecided)
	got, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, got.Status, assistant.ApprovalRejected)
}

// yesesAtOnce: of yeses given at the same moment none is lost and none counts twice, whichever comes last.
func yesesAtOnce(_ *testing.T, w *world) {
	c, a := w.ruled(3)
	people := []assistant.PersonID{w.owner.ID, w.somebody("ben"), w.somebody("cleo")}
	errs := make([]error, 3*len(people)) // each says it three times at once
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			p := people[i%len(people)]
			if errs[i] = w.byPerson(c.Conversation, p, backed(a)); errors.Is(errs[i], assistant.ErrCounted) {
				errs[i] = w.byPerson(c.Conversation, p, approvedBy(a))
			}
		})
	}
	wg.Wait()
	took := 0
	for _, err := range errs {
		if err == nil {
			took++
		} else {
			w.is(err, assistant.ErrDecided)
		}
	}
	got, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, []any{took, got.Status, len(got.Yeses)}, []any{3, assistant.ApprovalApproved, 3})
}

// twoAccountsAreOnePerson: a person who approved with two accounts counts once as soon as the accounts are linked.
func twoAccountsAreOnePerson(_ *testing.T, w *world) {
	c, a := w.ruled(3)
	ben := w.somebody("ben")
	w.ok(w.byPerson(c.Conversation, w.owner.ID, backed(a)))
	w.ok(w.byPerson(c.Conversation, ben, backed(a)))
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, ben, w.code(w.owner.ID).Code)
	w.ok(err)
	w.is(w.byPerson(c.Conversation, w.somebody("cleo"), approvedBy(a)), assistant.ErrCounted)
}

// policies are the tenant's: one for each of what it holds for, set by admins.
func policies(_ *testing.T, w *world) {
	rule := assistant.Policy{Tool: "create_page", Rule: assistant.ApprovalRule{Needed: 2, People: []assistant.PersonID{w.owner.ID, w.somebody("ben")}}}
	w.is(w.Policies.SavePolicy(w.ctx, w.tenant, w.somebody("ben"), rule), assistant.ErrNotAdmin)
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, rule))
	rule.Rule.NotRequester, rule.Rule.People = true, nil
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, rule))
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, assistant.Policy{Rule: assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}}}))
	got, err := w.Policies.Policies(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []any{len(got), got[1].Tool, got[1].Rule.NotRequester, got[1].SetBy}, []any{2, assistant.TaskType("create_page"), true, w.owner.ID})
	for what, wrong := range map[string]assistant.Policy{
		"a person of elsewhere":  {Rule: assistant.ApprovalRule{People: []assistant.PersonID{id[assistant.PersonID](w)}}},
		"a project of elsewhere": {Project: id[assistant.ProjectID](w)},
	} {
		w.t.Log(what)
		w.is(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, wrong), assistant.ErrNotFound)
	}
	refused := w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, assistant.Policy{Rule: assistant.ApprovalRule{Needed: 9}})
	if _, told := errors.AsType[*assistant.Trouble](refused); !told {
		w.t.Errorf("a rule that cannot be: %v", refused)
	}
	w.ok(w.Policies.DropPolicy(w.ctx, w.tenant, w.owner.ID, rule))
	got, err = w.Policies.Policies(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(got), 1)
}

// approvedForGood: an "always" is counted, bound to the task, revoked by the person who gave it, and void when it is over.
func approvedForGood(_ *testing.T, w *world) {
	c, a := w.ruled(1)
	yes := approvedBy(a)
	yes.Always = true
	yes.Standing = &assistant.StandingYes{ID: assistant.StandingOf(a.ID), Most: 1, Until: time.Now().Add(time.Hour), As: assistant.Capacity{Role: assistant.RoleAdmin}}
	w.ok(w.byPerson(c.Conversation, w.owner.ID, yes))
	all, err := w.Policies.StandingYeses(w.ctx, w.tenant)
	w.ok(err)
	past, err := w.Policies.PastStandings(w.ctx, w.tenant, 10)
	w.ok(err)
	equal(w, len(past), 0) // it is good yet
	equal(w, []any{len(all), all[0].Person, all[0].Tool, all[0].Definition, all[0].Used, all[0].As.Role}, []any{1, w.owner.ID, assistant.TaskType(a.Tool), a.Definition, 0, assistant.RoleAdmin})
	k, work := w.claimTask()
	equal(w, len(work.Standing), 1)
	used, err := w.Policies.UseStanding(w.ctx, k, all[0].ID, "what it is now")
	w.ok(err)
	equal(w, used, 1)
	w.is(second(w.Policies.UseStanding(w.ctx, k, all[0].ID, "something else")), assistant.ErrDecided) // it was good for one use
	w.ok(w.Tasks.ReleaseTask(w.ctx, k))
	k, work = w.claimTask()
	equal(w, []any{work.Task.ApprovedHash, work.Task.Definition, len(work.Standing)}, []any{"what it is now", a.Definition, 0})
	w.is(w.Policies.EndStanding(w.ctx, w.tenant, w.somebody("ben"), all[0].ID), assistant.ErrNotAdmin)
	w.ok(w.Policies.EndStanding(w.ctx, w.tenant, w.owner.ID, all[0].ID))
	w.is(second(w.Policies.UseStanding(w.ctx, k, all[0].ID, "once more")), assistant.ErrDecided)
	past, err = w.Policies.PastStandings(w.ctx, w.tenant, 10)
	w.ok(err)
	equal(w, []any{len(past), past[0].ID, past[0].Used}, []any{1, all[0].ID, 1})
}

// whoseWords: the gate is told whose words an agent's run is based on apart from the request, with their present role. Of an
// unknown person it is told that there is one.
func whoseWords(_ *testing.T, w *world) {
	c, a := w.ruled(1)
	yes := approvedBy(a)
	yes.Always = true
	yes.Standing = &assistant.StandingYes{ID: assistant.StandingOf(a.ID), Most: 9, Until: time.Now().Add(time.Hour), As: assistant.Capacity{Role: assistant.RoleAdmin}}
	w.ok(w.byPerson(c.Conversation, w.owner.ID, yes))
	_, work := w.claimTask()
	equal(w, len(work.Heard), 0) // it is no agent's

	ben, cleo := w.somebody("ben"), w.somebody("cleo")
	asked, mail := w.held()
	session := assistant.AgentSession{ID: assistant.SessionOf(mail.Message.ID), Conversation: asked.Conversation, Agent: assistant.Chief, RequestedBy: w.owner.ID, Cause: mail.Message.ID, Status: assistant.SessionWaiting}
	run := assistant.Run{
		ID: id[assistant.RunID](w), Conversation: asked.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act",
		Status: assistant.RunRunning, Session: session.ID,
	}
	task := assistant.Task{
		ID: id[assistant.TaskID](w), Run: run.ID, Conversation: asked.Conversation, Project: w.site.ID, Key: w.ids.New(), Group: "A",
		Owner: assistant.WebEngineer, Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`), Summary: "Create it", Reversible: true,
		Effect: assistant.EffectReversible,
	}
	started := assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}, Heard: []assistant.PersonID{ben, cleo, "", id[assistant.PersonID](w)}}
	w.ok(w.Mailboxes.Append(w.ctx, asked, assistant.Batch{Messages: []assistant.Message{system(started)}, Sessions: []assistant.AgentSession{session}}))
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, ben, assistant.RoleApprover))
	w.startGroup(asked, run.ID, task)
	_, work = w.claimTask()
	got := []any{}
	for _, p := range work.Heard {
		got = append(got, p.ID, p.Name, p.Role)
	}
	unknown := []any{assistant.PersonID(""), "", assistant.Role("")}
	equal(w, got, slices.Concat([]any{ben, "ben", assistant.RoleApprover, cleo, "cleo", assistant.RoleMember}, unknown, unknown))
}

// unaskedAction is what a background task's agent wants to do, asked of people, and the claim of the conversation.
func (w *world) unaskedAction(b assistant.BackgroundTask) (assistant.Claim, assistant.Approval) {
	w.t.Helper()
	w.fire(b)
	c, mail := w.claim()
	words := mail[0].Message.ID
	session := assistant.AgentSession{ID: assistant.SessionOf(words), Conversation: c.Conversation, Agent: assistant.Chief, RequestedBy: w.owner.ID, Cause: words, Status: assistant.SessionWaiting}
	run := assistant.Run{
		ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act",
		Status: assistant.RunRunning, Session: session.ID,
	}
	task := assistant.Task{
		ID: id[assistant.TaskID](w), Run: run.ID, Conversation: c.Conversation, Project: w.site.ID, Key: w.ids.New(), Group: "A",
		Owner: assistant.WebEngineer, Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`), Summary: "Create it", Reversible: true,
		Effect: assistant.EffectReversible,
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Messages: []assistant.Message{system(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}})}, Sessions: []assistant.AgentSession{session}}))
	w.startGroup(c, run.ID, task)
	k, work := w.claimTask()
	equal(w, []any{work.Unasked, work.Background}, []any{true, b.ID})
	a := w.approval(run.ID, task.ID)
	a.Irreversible, a.Background, a.Preview.Target = false, b.ID, "https://shop.example/services"
	w.ok(SettleTask(w.ctx, w.Tasks, k, nil, batch(
		system(assistant.ApprovalRequested{Approval: a}), system(assistant.TaskWaiting{Run: run.ID, Task: task.ID, Approval: a.ID}))))
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	return c, a
}

// standingOfTasks: what is approved for good of a background task is that task's, for that target, and is used by nothing else; it
// ends with the words that it was given to.
func standingOfTasks(_ *testing.T, w *world) {
	b := w.task()
	c, a := w.unaskedAction(b)
	yes := approvedBy(a)
	yes.Always = true
	yes.Standing = &assistant.StandingYes{
		ID: assistant.StandingOf(a.ID), Most: 3, Until: time.Now().Add(time.Hour), As: assistant.Capacity{Role: assistant.RoleAdmin}, Target: a.Preview.Target,
	}
	w.is(w.byPerson(c.Conversation, w.owner.ID, yes), assistant.ErrNotFound) // it would be for what people ask for, too
	yes.Standing.Background = w.task().ID
	w.is(w.byPerson(c.Conversation, w.owner.ID, yes), assistant.ErrNotFound) // another task's
	yes.Standing.Background = b.ID
	w.ok(w.byPerson(c.Conversation, w.owner.ID, yes))
	all, err := w.Policies.StandingYeses(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []any{len(all), all[0].Background, all[0].Task, all[0].Target}, []any{1, b.ID, b.Title, a.Preview.Target})
	k, work := w.claimTask()
	equal(w, []any{len(work.Standing), work.Background}, []any{1, b.ID})
	w.ok(second(w.Policies.UseStanding(w.ctx, k, all[0].ID, "once")))

	asked, _ := w.held()
	run, tasks := w.startRun(asked, "A")
	w.startGroup(asked, run.ID, tasks...)
	other, work := w.claimTask()
	equal(w, []any{work.Unasked, work.Background}, []any{false, assistant.BackgroundID("")})
	w.is(second(w.Policies.UseStanding(w.ctx, other, all[0].ID, "by what a person asked for")), assistant.ErrDecided)

	_, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})
	w.ok(err)
	w.is(second(w.Policies.UseStanding(w.ctx, k, all[0].ID, "after its end")), assistant.ErrDecided)
	all, err = w.Policies.StandingYeses(w.ctx, w.tenant)
	w.ok(err)
	equal(w, len(all), 0)
}
