package storagetest

import (
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundTests are about work that is started by a schedule.
func backgroundTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a background task is made once, within bounds":                       backgroundMade,
		"a background task belongs to who asked for the run":                  backgroundOfRun,
		"a due time is taken up once, by whoever comes first":                 backgroundOnce,
		"what is left at work keeps the next time from beginning":             backgroundOverlaps,
		"three failures in a row pause a background task":                     backgroundFails,
		"a task of somebody who may not ask for work is paused":               backgroundOfGuest,
		"a task of a deleted project is paused":                               backgroundOfDeleted,
		"a task whose place takes nothing any more is paused, elsewhere too":  backgroundOfLostPlace,
		"background work uses up its share of the budget and no more":         backgroundBudget,
		"background tasks are changed by their owner and admins":              backgroundChanged,
		"a background task is rewritten as it was shown, or not at all":       backgroundRewritten,
		"a background task ends on its day, or after so many times":           backgroundEnds,
		"whoever decides on unasked work is called at once":                   backgroundCalls,
		"a task that starts over stops what its last time has begun":          backgroundStartsOver,
		"what an agent proposes as it goes counts for its task":               backgroundOfLoop,
		"direct messages are a place of what waits":                           callsBeside,
		"what waits in several places stands in one direct message":           gathers,
		"a direct message takes what comes while it is open and has room":     gathersWhatIsOpen,
		"what is sent at the same moment is one direct message":               gathersOnce,
		"people say when they are called, and by whom they are stood in for":  hearings,
		"what a background task may cost is told by what like ones have cost": backgroundCosts,
		"background tasks tell their results in a channel":                    backgroundTold,
		"background tasks are listed with what their last times came to":      backgroundLines,
		"a listed task leads to the run that came of its last time":           backgroundLinesOfRuns,
		"a background task begins now, or waits again":                        backgroundNow,
		"no more tasks of a person begin in a minute than may":                backgroundStarts,
		"a task tells its results as its owner speaks where nothing was said": backgroundSpeaks,
	}
}

// task is a recurring one that is due now.
func (w *world) task() assistant.BackgroundTask {
	w.t.Helper()
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, w.order(w.ids.New()))
	w.ok(err)
	return b
}

func (w *world) order(key string) assistant.BackgroundOrder {
	w.t.Helper()
	return assistant.BackgroundOrder{Key: key, Task: assistant.BackgroundTask{
		Owner: w.owner.ID, Conversation: w.quiet(), Project: w.site.ID, Kind: assistant.BackgroundRecurring, Title: "Look at the audit",
		Prompt: "check the audit", Schedule: "0 9 * * *", Zone: "Europe/Berlin", Overlap: assistant.OverlapSkip, Due: ago(time.Minute),
	}}
}

// quiet is a conversation without mail.
func (w *world) quiet() assistant.ConversationID {
	w.t.Helper()
	c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID, Project: w.site.ID})
	w.ok(err)
	return c.ID
}

func ago(d time.Duration) time.Time { return time.Now().Add(-d).UTC().Truncate(time.Microsecond) }

// dueTask is the timer of a task.
func (w *world) dueTask(b assistant.BackgroundTask) assistant.Timer {
	w.t.Helper()
	all := w.due()
	i := slices.IndexFunc(all, func(t assistant.Timer) bool { return t.Ref == string(b.ID) && t.Kind == assistant.TimerBackground })
	if i < 0 {
		w.t.Fatalf("%s is not due", b.Title)
	}
	return all[i]
}

// fire takes up what is due; the next time is due at once, too.
func (w *world) fire(b assistant.BackgroundTask) assistant.Fired {
	w.t.Helper()
	got, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(time.Second)})
	w.ok(err)
	return got
}

func (w *world) outcomes(b assistant.BackgroundTask) []assistant.BackgroundOutcome {
	w.t.Helper()
	runs, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, b.ID, 10)
	w.ok(err)
	var out []assistant.BackgroundOutcome
	for _, r := range slices.Backward(runs) {
		out = append(out, r.Outcome)
	}
	return out
}

// answered claims the conversation and settles its mail with that.
func (w *world) answered(ms func(cause assistant.MessageID) []assistant.Message, calls ...assistant.ModelCall) assistant.Claim {
	w.t.Helper()
	c, mail := w.claim()
	all := ms(mail[0].Message.ID)
	for i := range all {
		all[i].Cause = mail[0].Message.ID
	}
	for i := range calls {
		calls[i].Key = string(mail[0].Message.ID) + "/model-" + strconv.Itoa(i+1)
		calls[i].Response = []byte("{}")
	}
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{Messages: all, ModelCalls: calls}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	return c
}

func words(assistant.MessageID) []assistant.Message {
	return []assistant.Message{answer("all is well")}
}

func sorry(assistant.MessageID) []assistant.Message {
	return []assistant.Message{system(assistant.Failed{Problem: assistant.Problem{Message: assistant.Verbatim("sorry")}})}
}

func backgroundMade(_ *testing.T, w *world) {
	o := w.order("key")
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	again, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	equal(w, again, b)
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, got, b)
	equal(w, []any{got.Due, got.Status, got.Project}, []any{o.Task.Due, assistant.BackgroundActive, w.site.ID})
	byKey, found, err := w.Backgrounds.BackgroundByKey(w.ctx, w.tenant, "key")
	w.ok(err)
	equal(w, []any{found, byKey.ID}, []any{true, b.ID})
	for range assistant.BackgroundsOfPerson - 1 {
		w.task()
	}
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, w.order("one more"))
	w.is(err, assistant.ErrBackgroundsOwn)
	_, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})
	w.ok(err)
	w.task()
	all, err := w.Backgrounds.Backgrounds(w.ctx, w.tenant, w.owner.ID, 100)
	w.ok(err)
	equal(w, []any{len(all), all[len(all)-1].ID}, []any{assistant.BackgroundsOfPerson + 1, b.ID}) // what is over comes last
}

func backgroundOfRun(_ *testing.T, w *world) {
	c, _ := w.held()
	run, _ := w.startRun(c, "A")
	o := w.order("key")
	o.Run, o.Task.Owner, o.Task.Conversation = run.ID, "", ""
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	equal(w, []any{b.Owner, b.Conversation}, []any{w.run(run.ID).Run.RequestedBy, c.Conversation})

	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	p := w.plan(id[assistant.PlanID](w), 1)
	w.fire(w.task())
	w.answered(func(m assistant.MessageID) []assistant.Message {
		p.Unasked = m
		return []assistant.Message{system(assistant.PlanProposed{Plan: p})}
	})
	unasked := assistant.Run{ID: id[assistant.RunID](w), Plan: p.ID, PlanVersion: 1, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "x", Status: assistant.RunRunning}
	w.say("t9", "go")
	c, _ = w.claim()
	unasked.Conversation = c.Conversation
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunStarted{Run: unasked}))))
	o.Key, o.Run = "nested", unasked.ID
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.is(err, assistant.ErrBackgroundNested)
}

func backgroundOnce(_ *testing.T, w *world) {
	b := w.task()
	due, next := w.dueTask(b), ago(-time.Hour)
	var wg sync.WaitGroup
	var taken [8]bool
	for i := range taken {
		wg.Go(func() {
			got, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: due, Next: next})
			if err != nil {
				w.t.Error(err) // a later caller learns that it is taken, and nothing else
			}
			taken[i] = got.Taken
		})
	}
	wg.Wait()
	n := 0
	for _, t := range taken {
		if t {
			n++
		}
	}
	log := w.log(b.Conversation)
	equal(w, []any{n, len(log), len(w.due())}, []any{1, 1, 0})
	said, _ := log[0].Body.(assistant.Said)
	equal(w, []any{log[0].Content, log[0].Person, log[0].Author, said.Background}, []any{b.Prompt, w.owner.ID, assistant.AuthorUser, b.ID})
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, got.Due, next)
	equal(w, w.outcomes(b), []assistant.BackgroundOutcome{assistant.BackgroundWorking})
	w.answered(words, assistant.ModelCall{Usage: assistant.Usage{Input: 30, Output: 12}, Micros: 7})
	runs, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, b.ID, 10)
	w.ok(err)
	equal(w, []any{runs[0].Outcome, runs[0].Tokens, runs[0].Micros, runs[0].Due, runs[0].Message}, []any{assistant.BackgroundRan, int64(42), int64(7), due.DueAt, log[0].ID})

	once := w.order("once")
	once.Task.Kind, once.Task.Schedule = assistant.BackgroundOnce, ""
	b, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, once)
	w.ok(err)
	_, err = w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b)})
	w.ok(err)
	got, err = w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Due.IsZero(), len(w.due())}, []any{assistant.BackgroundDone, true, 0})
}

func backgroundOverlaps(_ *testing.T, w *world) {
	for overlap, want := range map[assistant.Overlap][]assistant.BackgroundOutcome{
		assistant.OverlapSkip:    {assistant.BackgroundWorking, assistant.BackgroundSkipped},
		assistant.OverlapQueue:   {assistant.BackgroundWorking, assistant.BackgroundWorking},
		assistant.OverlapReplace: {assistant.BackgroundWorking, assistant.BackgroundWorking},
	} {
		o := w.order(w.ids.New())
		o.Task.Overlap = overlap
		b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
		w.ok(err)
		w.fire(b)
		w.fire(b)
		equal(w, w.outcomes(b), want)
		_, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundCancel, time.Time{})
		w.ok(err)
		for range want {
			if c, mail, ok, err := w.Mailboxes.Claim(w.ctx, w.tenant, lease); err == nil && ok {
				for _, m := range mail {
					w.ok(w.Settle(w.ctx, c, m.ID, assistant.Batch{}))
				}
				w.ok(w.Mailboxes.Release(w.ctx, c, false))
			}
		}
	}
	for _, overlap := range []assistant.Overlap{assistant.OverlapSkip, assistant.OverlapReplace} {
		want := []assistant.BackgroundOutcome{assistant.BackgroundWaiting, assistant.BackgroundSkipped}
		if overlap == assistant.OverlapReplace {
			want = []assistant.BackgroundOutcome{assistant.BackgroundRan, assistant.BackgroundWorking}
		}
		o := w.order(w.ids.New())
		o.Task.Overlap = overlap
		b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
		w.ok(err)
		w.fire(b)
		p := w.plan(id[assistant.PlanID](w), 1)
		w.answered(func(m assistant.MessageID) []assistant.Message {
			p.Unasked = m
			return []assistant.Message{system(assistant.PlanProposed{Plan: p})}
		})
		w.fire(b)
		equal(w, w.outcomes(b), want)
		_, status, _, err := w.Decisions.Plan(w.ctx, w.tenant, p.ID, 1)
		w.ok(err)
		equal(w, status == assistant.PlanWithdrawn, overlap == assistant.OverlapReplace)
	}
}

func backgroundFails(_ *testing.T, w *world) {
	b := w.task()
	fail := func() {
		w.t.Helper()
		w.fire(b)
		w.answered(sorry)
	}
	fail()
	fail()
	w.fire(b)
	w.answered(words)
	for range assistant.BackgroundFailures {
		fail()
	}
	got, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(-time.Hour)})
	w.ok(err)
	equal(w, []any{got.Taken, len(got.Messages), got.Messages[0].Author}, []any{true, 1, assistant.AuthorAssistant})
	paused, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	ofTask := slices.DeleteFunc(w.due(), func(t assistant.Timer) bool { return t.Kind != assistant.TimerBackground })
	equal(w, []any{paused.Status, paused.Reason, len(ofTask), len(w.outcomes(b))}, []any{assistant.BackgroundPaused, assistant.WhyFailed, 0, 6})
	resumed, err := w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundResume, ago(time.Second))
	w.ok(err)
	equal(w, []any{resumed.Status, resumed.Failures, resumed.Reason}, []any{assistant.BackgroundActive, 0, ""})
	fail()
}

func backgroundOfGuest(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Key = "k"
	r, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	w.answered(words)
	o := w.order("key")
	o.Task.Owner = r.Person
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	in.From.Standing, in.Key = assistant.StandingGuest, "k2"
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	w.answered(words)
	fired := w.fire(b)
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Reason, len(fired.Messages), len(w.outcomes(b))}, []any{assistant.BackgroundPaused, assistant.WhyRole, 1, 0})
	o.Key = "another"
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.is(err, assistant.ErrBackgroundGuest)
}

func backgroundOfDeleted(_ *testing.T, w *world) {
	b := w.task()
	w.ok(w.Projects.DeleteProject(w.ctx, w.tenant, w.me(), w.site.ID))
	fired := w.fire(b)
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Reason, len(fired.Messages), len(w.outcomes(b))}, []any{assistant.BackgroundPaused, assistant.WhyProject, 1, 0})
}

func backgroundBudget(_ *testing.T, w *world) {
	set := assistant.DefaultSettings()
	set.DailyTokens = 1000
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))
	b := w.task()
	for range 2 {
		w.fire(b)
		w.answered(words, assistant.ModelCall{Usage: assistant.Usage{Input: 200, Output: 60}})
	}
	w.fire(b)
	equal(w, w.outcomes(b), []assistant.BackgroundOutcome{assistant.BackgroundRan, assistant.BackgroundRan, assistant.BackgroundSkipped})
	runs, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, b.ID, 1)
	w.ok(err)
	equal(w, runs[0].Note, assistant.NoteBudget)
}

func backgroundChanged(_ *testing.T, w *world) {
	b := w.task()
	r := w.say("1.0", "hello")
	w.answered(words)
	next := ago(-time.Hour)
	change := func(by assistant.PersonID, c assistant.BackgroundChange) error {
		return second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, by, b.ID, c, next))
	}
	for _, c := range []assistant.BackgroundChange{assistant.BackgroundPause, assistant.BackgroundResume, assistant.BackgroundCancel, assistant.BackgroundNow} {
		w.is(change(r.Person, c), assistant.ErrNotYourTask)
	}
	for range 2 {
		w.ok(change(w.owner.ID, assistant.BackgroundPause))
	}
	equal(w, len(w.due()), 0)
	w.is(change(w.owner.ID, assistant.BackgroundNow), assistant.ErrBackgroundPaused)
	for range 2 {
		w.ok(change(w.owner.ID, assistant.BackgroundResume))
	}
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Status, got.Due}, []any{assistant.BackgroundActive, next})
	w.ok(change(w.owner.ID, assistant.BackgroundNow))
	w.fire(b)
	for range 2 {
		w.ok(change(w.owner.ID, assistant.BackgroundCancel))
	}
	w.is(change(w.owner.ID, assistant.BackgroundResume), assistant.ErrBackgroundOver)
	equal(w, len(w.due()), 0)
}

func backgroundCalls(_ *testing.T, w *world) {
	b := w.task()
	_, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(-time.Hour)})
	w.ok(err)
	p := w.plan(id[assistant.PlanID](w), 1)
	w.answered(func(m assistant.MessageID) []assistant.Message {
		p.Unasked = m
		return []assistant.Message{system(assistant.PlanProposed{Plan: p})}
	})
	equal(w, kinds(w.due()), []assistant.TimerKind{assistant.TimerPlan.Reminder()})
	asked, err := w.Timers.Summons(w.ctx, w.due()[0])
	w.ok(err)
	equal(w, []any{asked.Unasked, asked.Reminded.Plan, asked.Owner.Person, len(asked.Calls), asked.Told}, []any{true, p.ID, w.owner.ID, 0, false})
}

func hearings(_ *testing.T, w *world) {
	bob, err := w.People.PersonFor(w.ctx, w.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UBOB", Name: "Bob"})
	w.ok(err)
	want := assistant.Hearing{QuietFrom: "22:00", QuietTo: "07:00", Days: []time.Weekday{time.Monday}, First: assistant.SurfaceDiscord, Delegate: bob.ID}.With(assistant.HearPanel, assistant.TopicFailures)
	w.ok(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, want))
	got, err := w.People.Hearing(w.ctx, w.tenant, w.owner.ID)
	w.ok(err)
	equal(w, got, want)
	w.is(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, assistant.Hearing{Delegate: w.owner.ID}), assistant.ErrDelegate)
	w.is(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, assistant.Hearing{Delegate: id[assistant.PersonID](w)}), assistant.ErrNotFound)
	w.ok(w.People.SetHearing(w.ctx, w.tenant, bob.ID, assistant.Hearing{}.With(assistant.HearSlack, assistant.TopicFailures)))
	w.is(w.People.SetHearing(w.ctx, w.tenant, bob.ID, assistant.Hearing{}.With(assistant.HearDiscord, assistant.TopicFailures)), assistant.ErrNotReached)
	w.is(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, assistant.Hearing{}.With(assistant.HearNowhere, assistant.TopicDecisions)), assistant.ErrDecisionsNowhere)
	b := w.task()
	_, err = w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(-time.Hour)})
	w.ok(err)
	p := w.plan(id[assistant.PlanID](w), 1)
	w.answered(func(m assistant.MessageID) []assistant.Message {
		p.Unasked = m
		return []assistant.Message{system(assistant.PlanProposed{Plan: p})}
	})
	a, err := w.Timers.Summons(w.ctx, w.due()[0])
	w.ok(err)
	equal(w, []any{a.Owner.Hearing, a.Delegate.Person, len(a.Delegate.Accounts)}, []any{want, bob.ID, 1})
}

// backgroundOfLoop: what an agent proposes as it goes, for words that were due, counts as a plan does: it is waited for, it keeps
// the next time from beginning, its owner is called at once, its steps cost, and its failure is one of the task's.
func backgroundOfLoop(_ *testing.T, w *world) {
	b := w.task()
	fired, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(time.Second)})
	w.ok(err)
	words := fired.Messages[0].ID
	c, mail := w.claim()
	session := assistant.AgentSession{ID: assistant.SessionOf(words), Conversation: c.Conversation, Agent: assistant.Chief, RequestedBy: w.owner.ID, Cause: words, Status: assistant.SessionWaiting}
	run := assistant.Run{ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act", Status: assistant.RunRunning, Session: session.ID}
	ask := assistant.Approval{ID: id[assistant.ApprovalID](w), Run: run.ID, Tool: "create_ticket", Title: assistant.Say("Create a ticket"), RequestedBy: w.owner.ID, ExpiresAt: time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)}
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Messages: []assistant.Message{system(assistant.RunStarted{Run: run})}, Sessions: []assistant.AgentSession{session}}))
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{
		Messages:   []assistant.Message{system(assistant.ApprovalRequested{Approval: ask})},
		ModelCalls: []assistant.ModelCall{{Key: string(session.ID) + "/step-1", Response: []byte("{}"), Usage: assistant.Usage{Input: 7, Output: 3}}},
	}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	runs, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, b.ID, 10)
	w.ok(err)
	equal(w, []any{runs[0].Outcome, runs[0].Tokens}, []any{assistant.BackgroundWaiting, int64(10)})
	due := w.due()
	i := slices.IndexFunc(due, func(t assistant.Timer) bool { return t.Kind == assistant.TimerApproval.Reminder() })
	if i < 0 {
		w.t.Fatalf("nobody is called at once: %v", kinds(due))
	}
	a, err := w.Timers.Summons(w.ctx, due[i])
	w.ok(err)
	equal(w, []any{a.Unasked, a.Reminded.Approval, a.Owner.Person}, []any{true, ask.ID, w.owner.ID})
	w.fire(b)
	equal(w, w.outcomes(b), []assistant.BackgroundOutcome{assistant.BackgroundWaiting, assistant.BackgroundSkipped})
	w.ok(second(w.Intake.Post(w.ctx, inThread(c.Conversation, assistant.ApprovalDecided{Approval: ask.ID, Verdict: assistant.VerdictRejected}, w.tenant))))
	w.ok(second(w.Intake.Post(w.ctx, inThread(c.Conversation, assistant.RunFinished{Run: run.ID, Status: assistant.RunFailed}, w.tenant))))
	got, err := w.Backgrounds.Background(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, []any{got.Failures, w.outcomes(b)[0]}, []any{1, assistant.BackgroundFailed})
}

func inThread(c assistant.ConversationID, b assistant.Body, t assistant.TenantID) assistant.Message {
	m := system(b)
	m.Tenant, m.Conversation = t, c
	return m
}

// callsBeside: what a background task puts up is a place of its own in somebody's direct messages, shows that one thing there, and is
// settled with it.
func callsBeside(_ *testing.T, w *world) {
	b := w.task()
	_, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(-time.Hour)})
	w.ok(err)
	p := w.plan(id[assistant.PlanID](w), 1)
	w.answered(func(m assistant.MessageID) []assistant.Message {
		p.Unasked = m
		return []assistant.Message{answer("I have a plan."), system(assistant.PlanProposed{Plan: p})}
	})
	me := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UOLGA"}
	due := w.due()[0]
	later := ago(-time.Hour)
	taken, said, err := w.Timers.Call(w.ctx, due, assistant.CallStep{Call: &me, Next: later}, assistant.Message{})
	w.ok(err)
	equal(w, []any{taken, len(said)}, []any{true, 0})
	taken, _, err = w.Timers.Call(w.ctx, due, assistant.CallStep{Call: &me, Next: later}, assistant.Message{})
	w.ok(err)
	equal(w, taken, false) // another replica has it
	equal(w, len(w.due()), 0)

	claim, ok, err := w.Deliveries.ClaimDelivery(w.ctx, w.tenant, []assistant.Surface{assistant.SurfaceSlack}, time.Minute)
	w.ok(err)
	slot := assistant.SlotOf(system(assistant.PlanProposed{Plan: p}))
	equal(w, []any{ok, claim.Place, len(claim.Behind.Slots), claim.Behind.Slots[0].Slot}, []any{true, assistant.DirectPlace(me, slot), 1, slot})
	_, err = w.Deliveries.ReleaseDelivery(w.ctx, claim, []assistant.Delivery{{Slot: slot, Hash: "gone:", Withheld: true}}, claim.Behind.Upto, 0)
	w.ok(err)
	asked, err := w.Timers.Summons(w.ctx, due)
	w.ok(err)
	equal(w, []any{len(asked.Calls), asked.Calls[0].At, asked.Calls[0].Refused, asked.Calls[0].Shown}, []any{1, claim.Place, true, false})

	w.ok(w.act(b.Conversation, assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictRejected}))
	_, err = w.Timers.Summons(w.ctx, due)
	w.is(err, assistant.ErrNotFound)
}
