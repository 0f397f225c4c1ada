package storagetest

import (
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// leavingTests are about the end of rights.
func leavingTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"what a person approved for good holds while they may approve":  standingOfWhoMayNoMore,
		"nobody decides in the stead of who may decide no more":         steadOfWhoMayNoMore,
		"nobody decides in somebody's stead after its day":              steadAfterItsDay,
		"a watch of who may have none is told of nothing":               watchOfWhoMayNoMore,
		"what waits is drawn again once its deciders are others":        waitsDrawnAgain,
		"who may decide no more is asked no more":                       decidersOfToday,
		"a person is removed with all that they have":                   removed,
		"the last admin and the token's person stay":                    lastAdminStays,
		"who was removed comes back as a member with nothing":           comesBack,
		"tasks of who has left are handed over or ended":                handedOver,
		"tasks of who has left say so once":                             leftTasksSaySo,
		"whose accounts are gone has left":                              goneAccounts,
		"a guest by the platform's word keeps nothing":                  becomesGuest,
		"what was asked of who leaves is asked of others, or over":      questionsOfWhoLeft,
		"an account that is taken off who was removed lets nobody back": unlinkedAfterRemoval,
		"a standing yes is used for what can be undone alone":           standingOfTheIrreversible,
		"a conversation's always is none for a background task":         standingOfConversations,
		"who leaves a channel looks at it no more":                      leftChannel,
		"platforms are asked daily of accounts that matter":             accountsToAsk,
	}
}

// leaver is a Slack approver with one of everything: an "always", a deputy, background tasks, a watch, a session, a code and an
// invitation.
type leaver struct {
	id      assistant.PersonID
	account assistant.Identity
	session string
	code    string
	task    assistant.BackgroundTask
	hook    assistant.BackgroundTask
}

func (w *world) leaver(name string) leaver {
	w.t.Helper()
	l := leaver{account: account("U"+name, name), code: w.ids.Secret()}
	l.account.Space = "T1"
	l.id = w.person(l.account).ID
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, l.id, assistant.RoleApprover))
	w.alwaysOf(l.id)
	w.names(l.id, w.somebody("deputy of "+name))
	_, l.session = w.signIn(l.id, "Firefox")
	w.ok(second(w.Sessions.KeepSignInCode(w.ctx, w.tenant, l.id, "", l.code)))
	o := w.order(w.ids.New())
	o.Task.Owner, o.Task.Due = l.id, time.Now().Add(time.Hour)
	var err error
	l.task, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	o = w.order(w.ids.New())
	o.Task.Owner, o.Task.Kind, o.Task.Schedule, o.Task.Overlap, o.Task.Due = l.id, assistant.BackgroundEvent, "", assistant.OverlapQueue, time.Time{}
	o.Hook = &assistant.HookOrder{Token: hookToken, Rules: assistant.HookRules{Scheme: assistant.HookUnsigned, Minute: 60}}
	l.hook, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	return l
}

// alwaysOf lets somebody approve an action for good, and takes its task in hand.
func (w *world) alwaysOf(p assistant.PersonID) (assistant.StandingID, assistant.TaskClaim, assistant.TaskWork) {
	w.t.Helper()
	c, a := w.ruled(1)
	yes := approvedBy(a)
	yes.Always = true
	yes.Standing = &assistant.StandingYes{ID: assistant.StandingOf(a.ID), Most: 9, Until: time.Now().Add(time.Hour), As: assistant.Capacity{Role: assistant.RoleApprover}}
	w.ok(w.byPerson(c.Conversation, p, yes))
	k, work := w.claimTask()
	return yes.Standing.ID, k, work
}

// stands lists what was approved for good.
func (w *world) stands() (out []assistant.StandingYes) {
	w.t.Helper()
	out, err := w.Policies.StandingYeses(w.ctx, w.tenant)
	w.ok(err)
	return out
}

// hasNothing: all that somebody had has ended, and their tasks are paused for a reason.
func (w *world) hasNothing(l leaver, why string) {
	w.t.Helper()
	equal(w, slices.ContainsFunc(w.stands(), func(s assistant.StandingYes) bool { return s.Person == l.id }), false)
	equal(w, slices.ContainsFunc(w.named(), func(g assistant.Delegation) bool { return g.Person == l.id }), false)
	w.is(second(w.Sessions.Session(w.ctx, w.tenant, l.session)), assistant.ErrNotFound)
	w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, l.code, w.ids.Secret(), assistant.Browser{Says: "x"})), assistant.ErrCode)
	_, _, err := w.Backgrounds.HookOfToken(w.ctx, hookToken)
	w.is(err, assistant.ErrNotFound)
	for _, b := range []assistant.BackgroundTask{l.task, l.hook} {
		got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
		w.ok(err)
		equal(w, []any{got.Status, got.Reason}, []any{assistant.BackgroundPaused, why})
	}
}

// guested reports, with a message, that the platform now considers a person a guest.
func (w *world) guested(of assistant.Identity) {
	w.t.Helper()
	in := w.slack("of a guest")
	in.From, in.Key = of, w.ids.New()
	in.From.Standing = assistant.StandingGuest
	w.ok(second(w.Intake.Receive(w.ctx, in)))
}

func standingOfWhoMayNoMore(_ *testing.T, w *world) {
	ben := account("Uben", "ben")
	p := w.person(ben)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, p.ID, assistant.RoleApprover))
	yes, k, work := w.alwaysOf(p.ID)
	equal(w, []any{len(w.stands()), len(work.Standing), work.Standing[0].Now}, []any{1, 1, assistant.RoleApprover})
	w.guested(ben)
	equal(w, len(w.stands()), 0)
	w.is(second(w.Policies.UseStanding(w.ctx, k, yes, "by a guest's always")), assistant.ErrDecided)
}

func steadOfWhoMayNoMore(_ *testing.T, w *world) {
	c, a := w.ruled(3)
	ben, cleo := account("Uben", "ben"), account("Ucleo", "cleo")
	b, d := w.person(ben), w.person(cleo)
	w.names(b.ID, d.ID)
	w.names(w.owner.ID, d.ID)
	as := backed(a)
	as.As.For = b.ID
	equal(w, len(w.named()), 2)
	w.guested(ben)
	equal(w, len(w.named()), 1)
	w.is(w.byPerson(c.Conversation, d.ID, as), assistant.ErrCounted)
	as.As.For = w.owner.ID
	w.guested(cleo)
	equal(w, len(w.named()), 0)
	w.is(w.byPerson(c.Conversation, d.ID, as), assistant.ErrCounted)
}

// steadAfterItsDay: the database's clock says when a delegation's day is over, not the time at which the yes was written.
func steadAfterItsDay(_ *testing.T, w *world) {
	c, a := w.ruled(3)
	ben, cleo := w.somebody("ben"), w.somebody("cleo")
	g := assistant.Delegation{ID: id[assistant.DelegationID](w), Person: ben, Delegate: cleo, Until: time.Now().Add(300 * time.Millisecond)}
	w.ok(w.Policies.Delegate(w.ctx, w.tenant, g))
	for len(w.named()) > 0 {
		if time.Since(g.Until) > time.Minute {
			w.t.Fatal("it never ends")
		}
	}
	as := backed(a)
	as.As.For = ben
	w.is(w.byPerson(c.Conversation, cleo, as), assistant.ErrCounted)
}

func watchOfWhoMayNoMore(_ *testing.T, w *world) {
	ben := account("Uben", "ben")
	p := w.person(ben)
	c := w.watched()
	w.ok(second(w.Backgrounds.RuleChannel(w.ctx, w.tenant, w.me(), assistant.ChannelRule{Channel: c, Allowed: true})))
	o := w.order(w.ids.New())
	o.Task.Owner, o.Task.Kind, o.Task.Schedule, o.Task.Overlap, o.Task.Due = p.ID, assistant.BackgroundEvent, "", assistant.OverlapQueue, time.Time{}
	o.Hook = &assistant.HookOrder{Rules: assistant.HookRules{Scheme: assistant.HookPlatform, Minute: 60, Watch: assistant.Watch{Kind: assistant.HappenedMessage, Channel: c}}}
	w.ok(second(w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)))
	equal(w, len(w.looking(assistant.HappenedMessage, c)), 1)
	w.guested(ben)
	equal(w, len(w.looking(assistant.HappenedMessage, c)), 0)
}

// decidersOfToday: rules name nobody who has left, people who have left are not found by name, and former admins do not count as
// admins.
func decidersOfToday(_ *testing.T, w *world) {
	l := w.leaver("ben")
	rule := assistant.Policy{Rule: assistant.ApprovalRule{People: []assistant.PersonID{l.id}}}
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, rule))
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	w.is(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, rule), assistant.ErrNotFound)
	called, err := w.People.Called(w.ctx, w.tenant, "ben")
	w.ok(err)
	equal(w, len(called), 0)
	w.is(w.Policies.Delegate(w.ctx, w.tenant, assistant.Delegation{ID: id[assistant.DelegationID](w), Person: w.owner.ID, Delegate: l.id, Until: time.Now().Add(time.Hour)}), assistant.ErrDeputy)
}

func removed(_ *testing.T, w *world) {
	l, other := w.leaver("ben"), w.somebody("cleo")
	_, hers := w.signIn(other, "Safari")
	w.alwaysOf(w.owner.ID)
	for _, verb := range []func(assistant.PersonID) error{
		func(by assistant.PersonID) error { return second(w.People.Leaving(w.ctx, w.tenant, by, l.id)) },
		func(by assistant.PersonID) error { return second(w.People.Remove(w.ctx, w.tenant, by, l.id)) },
	} {
		w.is(verb(other), assistant.ErrNotAdmin)
		w.is(verb(l.id), assistant.ErrNotAdmin)
	}
	w.ok(w.Conversations.JoinConversation(w.ctx, w.tenant, w.quiet(), l.id))
	c, _ := w.held()
	his, over := w.approval("", ""), w.approval("", "")
	his.RequestedBy, over.RequestedBy, over.ExpiresAt = l.id, l.id, time.Now().Add(-time.Minute)
	w.asks(c, his, over, w.approval("", ""))
	has := assistant.Leaving{
		Waiting: 1, Talks: 1, Titles: []string{l.task.Title, l.hook.Title}, Person: l.id, Name: "ben", Standing: 1, Delegations: 1, Tasks: 2, Hooks: 1, Sessions: 1,
	}
	looked, err := w.People.Leaving(w.ctx, w.tenant, w.owner.ID, l.id)
	w.ok(err)
	equal(w, looked, has)
	has.Left = true
	ended, err := w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)
	w.ok(err)
	equal(w, ended, has)
	w.hasNothing(l, assistant.WhyLeft)

	p, err := w.People.Person(w.ctx, w.tenant, l.id)
	w.ok(err)
	equal(w, []any{p.Name, p.Left, p.Role}, []any{"ben", true, assistant.RoleGuest})
	grouped := l.account
	grouped.Groups, grouped.Standing = []string{"S1"}, assistant.StandingMember
	w.ok(w.Grants.SaveGrant(w.ctx, w.tenant, w.owner.ID, assistant.Grant{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleAdmin}))
	equal(w, w.person(grouped).Role, assistant.RoleGuest) // neither their account nor its groups bring them back
	w.is(w.People.AdminOnly(w.ctx, w.tenant, assistant.Actor{Person: l.id, From: grouped}), assistant.ErrNotAdmin)
	w.is(second(w.Sessions.StartSession(w.ctx, w.tenant, l.id, w.ids.Secret(), assistant.Browser{Says: "x"})), assistant.ErrNotFound)
	w.ok(second(w.Sessions.Session(w.ctx, w.tenant, hers)))
	equal(w, len(w.stands()), 1) // what others have goes on
	again, err := w.People.Leaving(w.ctx, w.tenant, w.owner.ID, l.id)
	w.ok(err)
	equal(w, again, assistant.Leaving{Person: l.id, Name: "ben", Left: true, Tasks: 2, Hooks: 1, Waiting: 1, Titles: has.Titles})
	all, err := w.People.Profiles(w.ctx, w.tenant, 10)
	w.ok(err)
	last := all[len(all)-1]
	equal(w, []any{last.ID, last.Left, last.LeftAt.IsZero(), last.Behind}, []any{l.id, true, false, 2})
}

func lastAdminStays(_ *testing.T, w *world) {
	w.is(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, w.owner.ID)), assistant.ErrOwnerLeaves)
	l := w.leaver("ben")
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, l.id, assistant.RoleAdmin))
	w.is(second(w.People.Remove(w.ctx, w.tenant, l.id, w.owner.ID)), assistant.ErrOwnerLeaves)
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, w.owner.ID, w.code(l.id).Code)
	w.ok(err)
	cleo := w.somebody("cleo")
	w.is(second(w.People.Remove(w.ctx, w.tenant, cleo, l.id)), assistant.ErrNotAdmin)
	w.is(second(w.People.Remove(w.ctx, w.tenant, l.id, l.id)), assistant.ErrOwnerLeaves)
}

func comesBack(_ *testing.T, w *world) {
	_, link := w.invite(assistant.Invitation{Name: "Maya", Role: assistant.RoleAdmin})
	s, old, err := w.accept(link, "Maya")
	w.ok(err)
	w.alwaysOf(s.Person)
	ms := w.quiet()
	w.ok(w.Conversations.JoinConversation(w.ctx, w.tenant, ms, s.Person))
	renewed, open := w.invite(assistant.Invitation{Person: s.Person})
	equal(w, renewed.Role, assistant.RoleAdmin)
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, s.Person)))
	_, _, err = w.accept(open, "")
	w.is(err, assistant.ErrInvitation) // what was open is taken back

	made, link := w.invite(assistant.Invitation{Person: s.Person})
	equal(w, made.Role, assistant.RoleMember)
	back, _, err := w.accept(link, "")
	w.ok(err)
	equal(w, []any{back.Person, back.Role, len(w.stands())}, []any{s.Person, assistant.RoleMember, 0})
	w.is(second(w.Sessions.Session(w.ctx, w.tenant, old)), assistant.ErrNotFound)
	may, err := w.Conversations.MayAct(w.ctx, w.tenant, s.Person, []assistant.ConversationID{ms})
	w.ok(err)
	equal(w, len(may), 0)

	l := w.leaver("ben") // of Slack, with no login: an admin takes them in again
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	w.is(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, l.id, assistant.RoleApprover), assistant.ErrGuestRole)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, l.id, assistant.RoleMember))
	equal(w, w.person(l.account).Role, assistant.RoleMember)
	equal(w, len(w.stands()), 0)
}

func handedOver(_ *testing.T, w *world) {
	l, cleo := w.leaver("ben"), w.somebody("cleo")
	w.is(second(w.Backgrounds.HandOver(w.ctx, w.tenant, w.owner.ID, l.id, cleo)), assistant.ErrNotLeft)
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	w.is(second(w.Backgrounds.HandOver(w.ctx, w.tenant, cleo, l.id, cleo)), assistant.ErrNotAdmin)
	w.is(second(w.Backgrounds.HandOver(w.ctx, w.tenant, w.owner.ID, l.id, l.id)), assistant.ErrTakesOver)
	w.is(second(w.Backgrounds.HandOver(w.ctx, w.tenant, w.owner.ID, l.id, w.person(standing("U7", assistant.StandingGuest)).ID)), assistant.ErrTakesOver)
	n, err := w.Backgrounds.HandOver(w.ctx, w.tenant, w.owner.ID, l.id, cleo)
	w.ok(err)
	equal(w, n, 2)
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, l.task.ID)
	w.ok(err)
	equal(w, []any{got.Owner, got.Status, got.Reason, got.Due.IsZero()}, []any{cleo, assistant.BackgroundPaused, assistant.WhyHanded, true})
	may, err := w.Conversations.MayAct(w.ctx, w.tenant, cleo, []assistant.ConversationID{l.task.Conversation})
	w.ok(err)
	equal(w, len(may), 1)
	got, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, cleo, l.task.ID, assistant.BackgroundResume, time.Now().Add(time.Hour))
	w.ok(err)
	equal(w, got.Status, assistant.BackgroundActive)

	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, cleo)))
	n, err = w.Backgrounds.HandOver(w.ctx, w.tenant, w.owner.ID, cleo, "")
	w.ok(err)
	equal(w, n, 2)
	got, err = w.Backgrounds.Background(w.ctx, w.tenant, l.task.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Due.IsZero()}, []any{assistant.BackgroundCancelled, true})
	for range assistant.BackgroundsOfPerson {
		w.task()
	}
	dan := w.leaver("dan")
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, dan.id)))
	w.is(second(w.Backgrounds.HandOver(w.ctx, w.tenant, w.owner.ID, dan.id, w.owner.ID)), assistant.ErrBackgroundsOwn)
}

// leftTasksSaySo: a task whose owner has left says in its conversation why it stops, and starts nothing.
func leftTasksSaySo(_ *testing.T, w *world) {
	l := w.leaver("ben")
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	due := w.dueTask(l.task)
	fired, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: due})
	w.ok(err)
	equal(w, []any{fired.Taken, len(fired.Messages), fired.Messages[0].Author, len(w.outcomes(l.task))}, []any{true, 1, assistant.AuthorAssistant, 0})
	again, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: due})
	w.ok(err)
	equal(w, again.Taken, false)
	w.hasNothing(l, assistant.WhyLeft)
}

func goneAccounts(_ *testing.T, w *world) {
	l := w.leaver("ben")
	gone := l.account
	gone.Standing = assistant.StandingUnknown
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, gone))) // what is not known ends nothing
	equal(w, len(w.stands()), 1)
	gone.Standing = assistant.StandingGone
	ended, err := w.People.KeepStanding(w.ctx, w.tenant, gone)
	w.ok(err)
	equal(w, ended, true)
	w.hasNothing(l, assistant.WhyLeft)
	ended, err = w.People.KeepStanding(w.ctx, w.tenant, gone)
	w.ok(err)
	equal(w, ended, false)

	back := l.account
	back.Standing = assistant.StandingMember
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, back)))
	p := w.person(back)
	equal(w, []any{p.Left, p.Role, len(w.stands())}, []any{false, assistant.RoleMember, 0}) // no approver any more
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, back)))
	equal(w, w.person(back).Role, assistant.RoleGuest) // the platform does not overrule an admin
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UNOBODY", Standing: assistant.StandingGone})))
}

func becomesGuest(_ *testing.T, w *world) {
	l := w.leaver("ben")
	guest := l.account
	guest.Standing = assistant.StandingGuest
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, guest)))
	w.hasNothing(l, assistant.WhyRole)
	p := w.person(l.account)
	equal(w, []any{p.Left, p.Role}, []any{false, assistant.RoleGuest})

	two := w.leaver("cleo") // with another account that is there still
	discord := w.linkDiscord(two.id)
	other := two.account
	other.Standing = assistant.StandingGone
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, other)))
	equal(w, len(w.stands()), 1)
	equal(w, w.person(discord).Role, assistant.RoleApprover)
}

func unlinkedAfterRemoval(_ *testing.T, w *world) {
	l := w.leaver("ben")
	discord := w.linkDiscord(l.id)
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, l.id)))
	w.ok(w.Links.Unlink(w.ctx, w.tenant, l.id, discord))
	equal(w, w.person(discord).Role, assistant.RoleGuest)
}

func accountsToAsk(_ *testing.T, w *world) {
	w.somebody("nobody in particular")
	l := w.leaver("ben")
	ask := func() (out []string) {
		all, err := w.People.AccountsToAsk(w.ctx, w.tenant, assistant.SurfaceSlack, 10)
		w.ok(err)
		for _, a := range all {
			out = append(out, a.External)
		}
		slices.Sort(out)
		return out
	}
	equal(w, ask(), []string{"Uben", "Udeputy of ben"})
	there := l.account
	there.Standing = assistant.StandingMember
	w.ok(second(w.People.KeepStanding(w.ctx, w.tenant, there)))
	equal(w, ask(), []string{"Udeputy of ben"})
}

// standingOfTheIrreversible: claiming an "always" for something irreversible uses none.
func standingOfTheIrreversible(_ *testing.T, w *world) {
	yes, k, _ := w.alwaysOf(w.owner.ID)
	w.ok(second(w.Policies.UseStanding(w.ctx, k, yes, "what can be undone")))
	c, _ := w.held()
	run, task := w.oneTask(c)
	task.Effect, task.Reversible = assistant.EffectIrreversible, false
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}}))))
	w.startGroup(c, run.ID, task)
	k, work := w.claimTask()
	equal(w, []any{work.Task.ID, work.Task.Effect}, []any{task.ID, assistant.EffectIrreversible})
	w.is(second(w.Policies.UseStanding(w.ctx, k, yes, "what cannot")), assistant.ErrDecided)
}

// oneTask is a run of one task, not begun.
func (w *world) oneTask(c assistant.Claim) (assistant.Run, assistant.Task) {
	run := assistant.Run{
		ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act", Status: assistant.RunRunning,
	}
	return run, assistant.Task{
		ID: id[assistant.TaskID](w), Run: run.ID, Conversation: c.Conversation, Project: w.site.ID, Key: w.ids.New(), Group: "A",
		Owner: assistant.WebEngineer, Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`), Summary: "Create it",
	}
}

// standingOfConversations: an approval of a person's own request does not cover what nobody has just asked for.
func standingOfConversations(_ *testing.T, w *world) {
	yes, k, _ := w.alwaysOf(w.owner.ID)
	w.ok(second(w.Policies.UseStanding(w.ctx, k, yes, "what was asked for")))
	c, a := w.unaskedAction(w.task())
	w.ok(w.byPerson(c.Conversation, w.owner.ID, approvedBy(a)))
	k, work := w.claimTask()
	equal(w, work.Unasked, true)
	w.is(second(w.Policies.UseStanding(w.ctx, k, yes, "what nobody asked for")), assistant.ErrDecided)
}

// leftChannel: a task that a channel's events start is paused once its owner is not in it, and says so; others' go on.
func leftChannel(_ *testing.T, w *world) {
	c := w.watched()
	w.ok(second(w.Backgrounds.RuleChannel(w.ctx, w.tenant, w.me(), assistant.ChannelRule{Channel: c, Allowed: true})))
	w.ok(second(w.watches(assistant.HappenedMessage, c)))
	ben := account("Uben", "ben")
	o := w.order(w.ids.New())
	o.Task.Owner, o.Task.Kind, o.Task.Schedule, o.Task.Overlap, o.Task.Due = w.person(ben).ID, assistant.BackgroundEvent, "", assistant.OverlapQueue, time.Time{}
	o.Hook = &assistant.HookOrder{Rules: assistant.HookRules{Scheme: assistant.HookPlatform, Minute: 60, Watch: assistant.Watch{Kind: assistant.HappenedMessage, Channel: c}}}
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	other := c
	other.ID = "C0OTHER"
	w.ok(w.Backgrounds.LeftChannel(w.ctx, w.tenant, assistant.Actor{From: ben}, other))
	w.ok(w.Backgrounds.LeftChannel(w.ctx, w.tenant, assistant.Actor{From: account("UNOBODY", "")}, c))
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, got.Status, assistant.BackgroundActive)
	w.ok(w.Backgrounds.LeftChannel(w.ctx, w.tenant, assistant.Actor{From: ben}, c))
	got, err = w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Reason}, []any{assistant.BackgroundPaused, assistant.WhyOutside})
	fired, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b)})
	w.ok(err)
	equal(w, len(fired.Messages), 1)
	hooks, err := w.Backgrounds.Watching(w.ctx, w.tenant, assistant.Watch{Kind: assistant.HappenedMessage, Channel: c})
	w.ok(err)
	active := slices.DeleteFunc(hooks, func(h assistant.Hook) bool { return h.Status != assistant.BackgroundActive })
	equal(w, len(active), 1)
}
