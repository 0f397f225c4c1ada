package storagetest

import (
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// isolation calls every verb as somebody else with the ids of a tenant's things: there is nothing, and nothing changes.
func isolation(_ *testing.T, w *world) {
	c, mail := w.held()
	run, tasks := w.startRun(c, "A", "B")
	w.startGroup(c, run.ID, tasks...)
	k, _ := w.claimTask()
	call, _, err := w.Calls.StartCall(w.ctx, k, assistant.ToolCall{Key: "k", Run: run.ID, Tool: "create_page", Effect: assistant.EffectReversible})
	w.ok(err)
	planner := assistant.SessionOf(mail.Message.ID)
	w.ok(AppendTask(w.ctx, w.Tasks, k, assistant.Batch{Sessions: []assistant.AgentSession{executorFor(planner, tasks[0])}}))
	p := w.plan(id[assistant.PlanID](w), 1)
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageProject}
	a := w.approval(run.ID, tasks[0].ID)
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{
		Messages: []assistant.Message{
			system(assistant.PlanProposed{Plan: p}), system(assistant.Asked{Clarification: q}),
			system(assistant.ApprovalRequested{Approval: a}),
		},
		ModelCalls: []assistant.ModelCall{{Key: "call", Response: []byte("{}")}},
		Sessions:   []assistant.AgentSession{sessionOf(mail.Message)},
		Recording:  &assistant.Recording{Recorded: assistant.Recorded{Conversation: c.Conversation, Cause: mail.Message.ID}, Body: []byte("x")},
	}))
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), w.wordpress("https://shop.example"), assistant.Secrets{site.KindWordPress: "p"}))
	w.ok(w.Tenants.BindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceSlack, "T1"))
	d, _ := w.claimPlace()
	w.say("second", "ready for somebody")
	before := w.log(c.Conversation)

	other := id[assistant.TenantID](w)
	oc, ok, od := c, k, d
	oc.Tenant, ok.Tenant, od.Tenant = other, other, other
	w.strangersWrites(other, oc, ok, od, mail, call)
	w.strangersActs(other, c.Conversation, run.ID, p, q.ID, a.ID)
	w.strangersReads(other, c.Conversation, mail.Message, run.ID, p.ID, q.ID, a.ID)
	w.strangersThings(other)
	w.strangersPeople(other)
	w.strangersRules(other, run.ID, tasks[0].ID)
	w.strangersSessions(other)
	w.strangersReaches(other)
	w.strangersPasskeys(other)
	w.strangersOpenID(other)
	w.strangersInvitations(other, c.Conversation)
	w.strangersLists(other, c.Conversation, run.ID)
	_, session, err := w.Calls.AgentSession(w.ctx, other, planner)
	below, errBelow := w.Calls.Executors(w.ctx, other, planner)
	_, newest, errNewest := w.Calls.NewestSession(w.ctx, other, c.Conversation)
	newer, errNewer := w.Mailboxes.Newer(w.ctx, oc, 0)
	w.ok(errors.Join(err, errBelow, errNewest, errNewer))
	equal(w, []bool{session, newest, len(newer) == 0, len(below) == 0}, []bool{false, false, true, true})
	w.strangersLeaving(other)
	w.strangersAccounts(other)
	w.strangersRecordings(other, assistant.Recorded{Conversation: c.Conversation, Cause: mail.Message.ID})

	equal(w, w.log(c.Conversation), before)
	_, _, _, open, err := w.Decisions.Clarification(w.ctx, w.tenant, q.ID)
	w.ok(err)
	equal(w, open, true)
	w.ok(w.Renew(w.ctx, c, lease))
	w.ok(w.RenewTask(w.ctx, k, lease))
	w.ok(w.Deliveries.RenewDelivery(w.ctx, d, lease))
}

func (w *world) strangersWrites(other assistant.TenantID, c assistant.Claim, k assistant.TaskClaim, d assistant.DeliveryClaim,
	mail assistant.Mail, call assistant.ToolCall,
) {
	w.t.Helper()
	_, _, found, err := w.Mailboxes.Claim(w.ctx, other, lease)
	w.ok(err)
	_, _, foundTask, err := ClaimTask(w.ctx, w.Tasks, other, lease)
	w.ok(err)
	foundTasks, more, err := w.Tasks.ClaimTasks(w.ctx, other, 10, lease)
	w.ok(err)
	equal(w, len(foundTasks), 0)
	equal(w, more, false)
	_, foundPlace, err := w.Deliveries.ClaimDelivery(w.ctx, other, []assistant.Surface{assistant.SurfaceSlack}, lease)
	w.ok(err)
	_, _, foundDraft, err := w.Deliveries.ClaimDraft(w.ctx, assistant.Draft{
		Tenant: other, Conversation: c.Conversation, Cause: mail.Message.ID,
	}, assistant.SurfaceSlack, lease)
	w.ok(err)
	equal(w, []bool{found, foundTask, foundPlace, foundDraft}, []bool{false, false, false, false})
	for verb, err := range map[string]error{
		"renew": lost(w.Mailboxes.RenewAll(w.ctx, []assistant.Claim{c}, lease)), "append": w.Mailboxes.Append(w.ctx, c, batch(answer("x"))),
		"settle": w.Settle(w.ctx, c, mail.ID, batch(answer("x"))), "release": w.Mailboxes.Release(w.ctx, c, true),
		"settle all": second(w.Mailboxes.SettleAll(w.ctx, c, assistant.Settling{Mails: []int64{mail.ID}, Batch: batch(answer("x")), Last: true})),
		"undone":     w.Calls.MarkUndone(w.ctx, c, call.ID),
		"settle own": w.Calls.SettleOwnCall(w.ctx, c, call),
		"renew task": lost(w.Tasks.RenewTasks(w.ctx, []assistant.TaskClaim{k}, lease)), "release task": w.Tasks.ReleaseTask(w.ctx, k),
		"renew delivery": w.Deliveries.RenewDelivery(w.ctx, d, lease), "intend": second(w.Deliveries.Intend(w.ctx, d, []assistant.Delivery{{Slot: "s"}}, assistant.Pace{})),
		"release draft": second(w.Deliveries.ReleaseDraft(w.ctx, d, assistant.Delivery{Slot: "s"})), "release delivery": second(w.Deliveries.ReleaseDelivery(w.ctx, d, nil, 9, time.Hour)),
	} {
		w.t.Log(verb)
		w.is(err, assistant.ErrFenced)
	}
	_, err = w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.is(err, assistant.ErrFenced)
	_, err = w.Deliveries.Undelivered(w.ctx, d)
	w.is(err, assistant.ErrFenced)
	w.is(AppendTask(w.ctx, w.Tasks, k, batch(answer("x"))), assistant.ErrNotFound)
	w.is(SettleTask(w.ctx, w.Tasks, k, &call, assistant.Batch{}), assistant.ErrNotFound)
	w.is(w.Tasks.WriteTasks(w.ctx, []assistant.TaskWrite{{Claim: k, Batch: batch(answer("x"))}, {Claim: k, Ends: true}}), assistant.ErrNotFound)
	if _, _, err := w.Calls.StartCall(w.ctx, k, assistant.ToolCall{Key: "new"}); err == nil {
		w.t.Fatal("a stranger started a call")
	}
	_, _, err = w.Calls.StartOwnCall(w.ctx, c, assistant.ToolCall{Key: "new", Tool: "choose_language"})
	w.is(err, assistant.ErrFenced)
}

func (w *world) strangersActs(other assistant.TenantID, c assistant.ConversationID, run assistant.RunID, p assistant.Plan,
	q assistant.ClarificationID, a assistant.ApprovalID,
) {
	w.t.Helper()
	for _, b := range []assistant.Body{
		assistant.Said{},
		assistant.Answered{Clarification: q},
		assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictApproved},
		assistant.ApprovalDecided{Approval: a, Verdict: assistant.VerdictApproved},
		assistant.StopRequested{Run: run},
		assistant.RetryRequested{Run: run},
		assistant.UndoRequested{Run: run},
		assistant.StopRequested{Run: run, Task: id[assistant.TaskID](w)},
		assistant.RetryRequested{Run: run, Task: id[assistant.TaskID](w)},
		assistant.Rated{Message: id[assistant.MessageID](w)},
	} {
		_, err := w.Intake.Post(w.ctx, assistant.Message{Tenant: other, Conversation: c, Author: assistant.AuthorUser, Kind: assistant.KindSystem, Body: b})
		w.is(err, assistant.ErrNotFound)
	}
	for _, change := range []assistant.Change{assistant.ChangeSaid, assistant.ChangeEdited} {
		in := assistant.Inbound{
			Tenant: other, Conversation: c, Person: w.owner.ID, Change: change, Text: "x", Place: assistant.Place{Surface: assistant.SurfaceWeb},
		}
		_, err := w.Intake.Receive(w.ctx, in)
		w.is(err, assistant.ErrNotFound)
		_, taken, err := w.Intake.ReceiveTaking(w.ctx, in, lease)
		w.is(err, assistant.ErrNotFound)
		equal(w, taken, nil)
	}
}

func (w *world) strangersReads(other assistant.TenantID, c assistant.ConversationID, m assistant.Message, run assistant.RunID,
	p assistant.PlanID, q assistant.ClarificationID, a assistant.ApprovalID,
) {
	w.t.Helper()
	_, conversation := w.Conversations.Conversation(w.ctx, other, c)
	_, messages := w.Conversations.Messages(w.ctx, other, c, 0, 10)
	_, after := w.Conversations.MessagesAfter(w.ctx, other, c, 0, 10)
	_, overview := w.Conversations.Overview(w.ctx, other, assistant.Look{Open: c, Lines: 10, Entries: 10})
	people, err := w.People.PeopleNamed(w.ctx, other, []assistant.PersonID{w.owner.ID, m.Person})
	w.ok(err)
	equal(w, len(people), 0)
	heads, err := w.Conversations.Heads(w.ctx, other, []assistant.ConversationID{c})
	w.ok(err)
	equal(w, heads, map[assistant.ConversationID]int64{})
	_, slot := w.Conversations.SlotMessages(w.ctx, other, c, m.Slot)
	_, slots := w.Conversations.SlotsWithin(w.ctx, other, c, 1, 1<<62)
	none, err := w.Conversations.Slots(w.ctx, other, []assistant.SlotAt{{Conversation: c, Slot: m.Slot}})
	w.ok(err)
	equal(w, len(none), 0)
	_, settled := w.Conversations.Settled(w.ctx, other, m.ID)
	_, rated := w.Conversations.ConversationOf(w.ctx, other, m.ID)
	_, aRun := w.Runs.Run(w.ctx, other, run)
	_, runs := w.Runs.Runs(w.ctx, other, c)
	_, approval := w.Decisions.Approval(w.ctx, other, a)
	_, _, _, plan := w.Decisions.Plan(w.ctx, other, p, 1)
	_, _, _, _, question := w.Decisions.Clarification(w.ctx, other, q)
	_, person := w.People.Person(w.ctx, other, w.owner.ID)
	_, account := w.People.Account(w.ctx, other, m.Person, assistant.SurfaceSlack, "T1")
	_, hearing := w.People.Hearing(w.ctx, other, w.owner.ID)
	setHearing := w.People.SetHearing(w.ctx, other, w.owner.ID, assistant.Hearing{Never: true})
	awaits, reminder := w.strangersTimer(assistant.Timer{ID: 1, Tenant: other, Conversation: c, Kind: assistant.TimerPlan.Reminder(), Ref: string(p), Version: 1})
	for verb, err := range map[string]error{
		"conversation": conversation, "messages": messages, "after": after, "slot": slot, "slots": slots, "overview": overview, "settled": settled, "rated": rated, "run": aRun, "runs": runs,
		"approval": approval, "plan": plan, "question": question, "person": person,
		"account": account, "awaits": awaits, "remind": reminder, "hearing": hearing, "set hearing": setHearing,
	} {
		w.t.Log(verb)
		w.is(err, assistant.ErrNotFound)
	}
	w.strangersQueries(other, c, run)
}

// strangersQueries: what asks for many gives none of another tenant's.
func (w *world) strangersQueries(other assistant.TenantID, c assistant.ConversationID, run assistant.RunID) {
	w.t.Helper()
	calls, err := w.Calls.Calls(w.ctx, other, run)
	w.ok(err)
	all, err := w.Conversations.Conversations(w.ctx, other, 10)
	w.ok(err)
	before, err := w.Conversations.ConversationsBefore(w.ctx, other, "", "", 10)
	w.ok(err)
	equal(w, len(before), 0)
	pending, err := w.Decisions.Approvals(w.ctx, other)
	w.ok(err)
	w.is(w.Decisions.Defer(w.ctx, other, w.owner.ID, assistant.Deferral{Waits: assistant.Waits{Kind: assistant.PendingFailed, Ref: string(run)}, Until: time.Now().Add(time.Hour)}), assistant.ErrNotFound)
	w.is(w.Decisions.Hand(w.ctx, other, assistant.Handed{Waits: assistant.Waits{Kind: assistant.PendingApproval, Ref: string(run)}, Conversation: c, From: w.owner.ID, To: w.owner.ID}), assistant.ErrNotFound)
	waits, err := w.Decisions.Pending(w.ctx, other)
	w.ok(err)
	equal(w, len(waits), 0)
	working, err := w.Runs.Ongoing(w.ctx, other, assistant.Place{}, 10)
	w.ok(err)
	goingOn, err := w.Runs.GoingOn(w.ctx, other, c)
	w.ok(err)
	equal(w, len(goingOn), 0)
	_, call, err := w.Calls.ModelCall(w.ctx, other, "call")
	w.ok(err)
	known, err := w.Places.Known(w.ctx, other, w.slack("1.0").Place)
	w.ok(err)
	heard, err := w.Places.NewestHeard(w.ctx, other, assistant.SurfaceSlack, 10)
	w.ok(err)
	heardIn, err := w.Places.NewestHeardIn(w.ctx, other, assistant.SurfaceSlack, "T1", 10)
	w.ok(err)
	equal(w, []any{known, len(heard), len(heardIn)}, []any{false, 0, 0})
	w.strangersEars(other)
	w.is(w.Conversations.Focus(w.ctx, other, c, assistant.WebEngineer, ""), assistant.ErrNotFound)
	_, err = w.Conversations.Membership(w.ctx, other, c, 10)
	w.is(err, assistant.ErrNotFound)
	_, err = w.Places.ConversationAt(w.ctx, other, w.slack("1.0").Place)
	w.is(err, assistant.ErrNotFound)
	equal(w, []any{len(calls), len(all), len(pending), len(working), call}, []any{0, 0, 0, 0, false})
}

// strangersLists have nothing of the tenant's in them, and change nothing there.
func (w *world) strangersLists(other assistant.TenantID, c assistant.ConversationID, run assistant.RunID) {
	w.t.Helper()
	pinned, newest, err := w.Conversations.ListedConversations(w.ctx, other, "", assistant.Listing{}, "", 10)
	w.ok(err)
	found, err := w.Conversations.SearchConversations(w.ctx, other, "", "create", 10)
	w.ok(err)
	files, err := w.Files.FilesOf(w.ctx, other, c)
	w.ok(err)
	seen, err := w.Conversations.Overview(w.ctx, other, assistant.Look{Lines: 10, Checklist: true, Tour: true, Listing: assistant.Listing{Of: w.owner.ID}})
	w.ok(err)
	equal(w, seen.Checklist == nil && !seen.Tour, true)
	w.is(w.People.EndTour(w.ctx, other, w.owner.ID), assistant.ErrNotFound)
	equal(w, []int{len(pinned), len(newest), len(found), len(files), len(seen.Pinned), len(seen.Newest), len(seen.Waiting), len(seen.Projects)}, make([]int, 8))
	w.is(w.Conversations.ChangeConversation(w.ctx, other, c, assistant.ConversationChange{Title: "mine"}), assistant.ErrNotFound)
	folder := "mine"
	w.is(w.Conversations.FileConversation(w.ctx, other, w.owner.ID, c, assistant.FilingChange{Folder: &folder}), assistant.ErrNotFound)
	w.is(w.Runs.NoticeRun(w.ctx, other, run), assistant.ErrNotFound)
	w.is(w.Conversations.JoinConversation(w.ctx, other, c, w.owner.ID), assistant.ErrNotFound)
}

// strangersEars have heard nothing, and what they note is noted for themselves.
func (w *world) strangersEars(other assistant.TenantID) {
	w.t.Helper()
	p, noon := w.slack("1.0").Place, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	heard, err := w.Places.HeardIn(w.ctx, other, p.Surface, p.Space, p.Channel, 10)
	w.ok(err)
	known, err := w.Places.KnownIn(w.ctx, other, p.Surface, map[string]string{p.Channel: w.slack("1.0").ExternalID})
	w.ok(err)
	w.ok(w.Places.MarkHeard(w.ctx, w.tenant, p.Surface, noon))
	stranger, err := w.Places.HeardUntil(w.ctx, other, p.Surface)
	w.ok(err)
	w.ok(w.Places.MarkHeard(w.ctx, other, p.Surface, noon.Add(time.Hour)))
	own, err := w.Places.HeardUntil(w.ctx, w.tenant, p.Surface)
	w.ok(err)
	_, err = w.Replicas.TakeTurn(w.ctx, w.tenant, "thing", time.Hour)
	w.ok(err)
	wait, err := w.Replicas.TakeTurn(w.ctx, other, "thing", time.Hour)
	w.ok(err)
	equal(w, []any{len(heard), len(known), stranger.IsZero(), own, wait}, []any{0, 0, true, noon, time.Duration(0)})
}

func (w *world) strangersThings(other assistant.TenantID) {
	w.t.Helper()
	_, project := w.Projects.Project(w.ctx, other, w.site.ID)
	w.is(project, assistant.ErrNotFound)
	_, secret := w.Projects.Secret(w.ctx, other, w.site.ID, site.KindWordPress)
	w.is(secret, assistant.ErrNotFound)
	if w.People.AdminOnly(w.ctx, other, w.me()) == nil {
		w.t.Fatal("an admin of one tenant is one of another")
	}
	_, use := w.Projects.ProjectUse(w.ctx, other, w.site.ID)
	w.is(use, assistant.ErrNotFound)
	if w.Projects.DeleteProject(w.ctx, other, w.me(), w.site.ID) == nil {
		w.t.Fatal("a stranger deleted a project")
	}
	taken := w.site
	taken.Tenant, taken.Name = other, "mine now"
	if w.Projects.SaveProject(w.ctx, w.me(), taken, nil) == nil {
		w.t.Fatal("a stranger took a project")
	}
	if w.Tenants.BindSpace(w.ctx, other, w.owner.ID, assistant.SurfaceSlack, "T1") == nil {
		w.t.Fatal("a stranger took a space")
	}
	w.is(w.Tenants.UnbindSpace(w.ctx, other, w.owner.ID, assistant.SurfaceSlack, "T1"), assistant.ErrNotFound)
	bound, err := w.Tenants.Spaces(w.ctx, other, assistant.SurfaceSlack)
	w.ok(err)
	equal(w, len(bound), 0)
	list, err := w.Projects.Projects(w.ctx, other)
	w.ok(err)
	w.ok(w.Failures.NoteFailure(w.ctx, w.tenant, assistant.Failure{What: "plan", Outcome: "told", Code: "c"}))
	failed, err := w.Failures.Failures(w.ctx, other, 10)
	w.ok(err)
	equal(w, []int{len(list), len(failed)}, []int{0, 0})
	w.strangersTables(other)
	w.strangersModels(other)
	w.strangersModelSettings(other)
	w.strangersParts(other)
	w.strangersAgents(other)
	w.strangersFiles(other)
	_, err = w.Conversations.StartConversation(w.ctx, other, assistant.Beginning{Person: w.owner.ID, Project: w.site.ID})
	w.is(err, assistant.ErrNotFound)
	w.strangersInstall(other)
}

func (w *world) strangersInstall(other assistant.TenantID) {
	w.t.Helper()
	w.install(assistant.Install{Team: "T7", Tokens: assistant.Tokens{Access: "a", Refresh: "r", Life: time.Minute}})
	in, _, err := w.Installs.InstallOf(w.ctx, "", "T7")
	w.ok(err)
	c, held, err := w.Installs.StartRotation(w.ctx, in, time.Hour, lease)
	w.ok(err)
	equal(w, held, true)
	theirs := in
	theirs.Tenant = other
	_, held, err = w.Installs.StartRotation(w.ctx, theirs, time.Hour, over)
	w.is(err, assistant.ErrNotFound)
	equal(w, held, false)
	w.is(w.Installs.RevokeInstall(w.ctx, assistant.InstallClaim{Install: theirs, Token: c.Token}), assistant.ErrNotFound)
	w.is(w.Installs.FinishRotation(w.ctx, assistant.InstallClaim{Install: theirs, Token: c.Token}, assistant.Tokens{Access: "x"}), assistant.ErrFenced)
	w.ok(w.Installs.SpendNonce(w.ctx, w.tenant, "nonce", time.Minute))
	if w.Installs.SpendNonce(w.ctx, other, "nonce", time.Minute) == nil {
		w.t.Fatal("a tenant that does not exist spent something")
	}
	still, _, err := w.Installs.InstallOf(w.ctx, "", "T7")
	w.ok(err)
	equal(w, still.Tokens.Access, "a")
}

func (w *world) strangersPeople(other assistant.TenantID) {
	w.t.Helper()
	code, g := w.code(w.owner.ID), assistant.Grant{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleAdmin}
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, g))
	_, made := w.Links.MakeLinkCode(w.ctx, other, w.owner.ID)
	_, redeemed := w.Links.RedeemLinkCode(w.ctx, other, w.owner.ID, code.Code)
	_, whose := w.Links.LinkCodeMaker(w.ctx, other, w.owner.ID, code.Code)
	for verb, err := range map[string]error{
		"make code": made, "redeem": redeemed, "whose code": whose, "set role": w.People.SetRole(w.ctx, other, w.owner.ID, w.owner.ID, assistant.RoleMember),
		"save grant": w.Grants.SaveGrant(w.ctx, other, w.owner.ID, g), "drop grant": w.Grants.DropGrant(w.ctx, other, w.owner.ID, g),
		"unlink": w.Links.Unlink(w.ctx, other, w.owner.ID, w.slack("1.0").From),
	} {
		w.t.Log(verb)
		w.is(err, assistant.ErrNotFound)
	}
	_, err := w.Tenants.Settings(w.ctx, other)
	w.is(err, assistant.ErrNotFound)
	w.is(w.Tenants.SaveSettings(w.ctx, other, w.owner.ID, assistant.DefaultSettings()), assistant.ErrNotFound)
	w.is(w.Tenants.PutChecklistAway(w.ctx, other, w.owner.ID), assistant.ErrNotFound)
	_, err = w.Spending.Spending(w.ctx, other, "")
	w.is(err, assistant.ErrNotFound)
	w.is(w.Spending.Spend(w.ctx, other, assistant.ModelCall{Key: "x", Usage: assistant.Usage{Input: 1}}), assistant.ErrNotFound)
	_, err = w.Spending.Reserve(w.ctx, other, "", id[assistant.ReserveID](w), 1)
	w.is(err, assistant.ErrNotFound)
	_, err = w.Spending.TellSpending(w.ctx, other, id[assistant.MessageID](w))
	w.is(err, assistant.ErrNotFound)
	ours, err := w.Tenants.OwnerToken(w.ctx, w.tenant, "ours")
	w.ok(err)
	theirs, err := w.Tenants.OwnerToken(w.ctx, other, "theirs")
	w.ok(err)
	equal(w, []string{ours, theirs}, []string{"ours", "theirs"})
	_, err = w.Replicas.ShareSettings(w.ctx, w.tenant, "one", map[string]string{"A": "x"})
	w.ok(err)
	strangers, err := w.Replicas.ShareSettings(w.ctx, other, "two", map[string]string{"A": "y"})
	w.ok(err)
	w.ok(w.Replicas.LeaveSettings(w.ctx, other, "one"))
	replicas, err := w.Replicas.ShareSettings(w.ctx, w.tenant, "three", nil)
	w.ok(err)
	equal(w, []int{len(strangers), len(replicas)}, []int{0, 1})
	people, err := w.People.Profiles(w.ctx, other, 10)
	w.ok(err)
	granted, err := w.Grants.Grants(w.ctx, other)
	w.ok(err)
	mine, err := w.Grants.Grants(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []int{len(people), len(granted), len(mine)}, []int{0, 0, 1})
}

func newest(ms []assistant.Message) assistant.Message { return ms[len(ms)-1] }

// strangersRules are their own: they neither read nor change who decides here.
func (w *world) strangersRules(other assistant.TenantID, run assistant.RunID, task assistant.TaskID) {
	w.t.Helper()
	rule := assistant.Policy{Tool: "create_page", Rule: assistant.ApprovalRule{Needed: 2}}
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, rule))
	w.is(w.Policies.SavePolicy(w.ctx, other, w.owner.ID, rule), assistant.ErrNotFound)
	w.is(w.Policies.DropPolicy(w.ctx, other, w.owner.ID, rule), assistant.ErrNotFound)
	rules, err := w.Policies.Policies(w.ctx, other)
	w.ok(err)
	stands, err := w.Policies.StandingYeses(w.ctx, other)
	w.ok(err)
	stood, err := w.Policies.PastStandings(w.ctx, other, 10)
	w.ok(err)
	models, err := w.Calls.ModelCallsOf(w.ctx, other, run)
	w.ok(err)
	named := assistant.Delegation{ID: id[assistant.DelegationID](w), Person: w.owner.ID, Delegate: w.somebody("deputy"), Until: time.Now().Add(time.Hour)}
	w.is(w.Policies.Delegate(w.ctx, other, named), assistant.ErrNotFound)
	w.ok(w.Policies.Delegate(w.ctx, w.tenant, named))
	delegations, err := w.Policies.Delegations(w.ctx, other)
	w.ok(err)
	called, err := w.People.Called(w.ctx, other, "deputy")
	w.ok(err)
	equal(w, len(called), 0)
	equal(w, []int{len(rules), len(stands), len(stood), len(models), len(delegations)}, []int{0, 0, 0, 0, 0})
	w.is(w.Policies.EndDelegation(w.ctx, other, w.owner.ID, named.ID), assistant.ErrNotFound)
	w.ok(w.Policies.EndDelegation(w.ctx, w.tenant, w.owner.ID, named.ID))
	w.is(w.Policies.EndStanding(w.ctx, other, w.owner.ID, id[assistant.StandingID](w)), assistant.ErrNotFound)
	w.is(second(w.Policies.UseStanding(w.ctx, assistant.TaskClaim{Tenant: other, Task: task, Conversation: id[assistant.ConversationID](w), Token: id[assistant.ClaimToken](w)}, id[assistant.StandingID](w), "h")), assistant.ErrFenced)
	w.ok(w.Policies.DropPolicy(w.ctx, w.tenant, w.owner.ID, rule))
}

// strangersInvitations: another tenant's invitations are none.
func (w *world) strangersInvitations(other assistant.TenantID, c assistant.ConversationID) {
	w.t.Helper()
	made, secret := w.invite(assistant.Invitation{Name: "Anna", Role: assistant.RoleMember})
	w.is(second(w.Invitations.Invite(w.ctx, other, assistant.Invitation{By: w.owner.ID, Name: "x", Role: assistant.RoleMember}, w.ids.Secret())), assistant.ErrNotFound)
	w.is(second(w.Invitations.Invitations(w.ctx, other, w.owner.ID)), assistant.ErrNotFound)
	w.is(w.Invitations.Uninvite(w.ctx, other, w.owner.ID, made.ID), assistant.ErrNotFound)
	w.is(second(w.Invitations.Invited(w.ctx, other, secret)), assistant.ErrInvitation)
	w.is(second(w.Invitations.AcceptInvitation(w.ctx, other, secret, "x", w.ids.Secret(), assistant.Browser{})), assistant.ErrInvitation)
	w.is(second(w.Conversations.Readers(w.ctx, other, c)), assistant.ErrNotFound)
	took, err := w.Conversations.MayAct(w.ctx, other, w.owner.ID, []assistant.ConversationID{c})
	w.ok(err)
	equal(w, len(took), 0)
	w.ok(second(w.Invitations.Invited(w.ctx, w.tenant, secret)))
	heard, err := w.Places.LastHeard(w.ctx, other)
	w.ok(err)
	mine, err := w.Places.LastHeard(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []bool{len(heard) == 0, mine[assistant.SurfaceSlack].IsZero(), len(mine) == 1}, []bool{true, false, true})
	w.is(second(w.Runs.Workload(w.ctx, other, w.owner.ID, assistant.RunsAll)), assistant.ErrNotFound)
	theirs, err := w.Runs.Work(w.ctx, other, "", assistant.RunsAll, 10)
	w.ok(err)
	equal(w, len(theirs), 0)
	w.is(second(w.Runs.DayDone(w.ctx, other, w.owner.ID)), assistant.ErrNotFound)
}

// strangersRecordings: another tenant's records are none.
func (w *world) strangersRecordings(other assistant.TenantID, of assistant.Recorded) {
	all, errAll := w.Recordings.Recorded(w.ctx, other, assistant.RecordingsOf{})
	parts, errParts := w.Recordings.Recording(w.ctx, other, of)
	said, errSaid := w.Recordings.Followed(w.ctx, other, of, []string{"call"})
	w.ok(errors.Join(errAll, errParts, errSaid))
	equal(w, []int{len(all), len(parts), len(said)}, []int{0, 0, 0})
}
