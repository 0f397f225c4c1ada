package storagetest

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// hookTests are about work that is started by events.
func hookTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a token opens its hook until it is replaced or ended":    hookTokens,
		"only its owner sees a hook's address":                    hookOwner,
		"an event is taken once, and starts its task once":        hookOnce,
		"events of a window are told together":                    hookWindow,
		"what comes with the end of a window is told on its own":  hookLate,
		"rules that were changed are asked again":                 hookRevision,
		"nothing is taken for a task that is paused or over":      hookPaused,
		"events of a task whose owner is a guest pause it":        hookOfGuest,
		"what is refused is noted once a minute":                  hookNoted,
		"a task that is told its own words is paused":             hookItself,
		"so many starts wait and no more":                         hookCrowded,
		"events that come together are each taken once":           hookTogether,
		"so many starts are at work and no more":                  hookAtWork,
		"a person's tasks begin so often in a minute":             hookPaced,
		"the event for which its end has come is a task's last":   hookUntil,
		"a hook's secret opens with its token and nothing else":   hookSecret,
		"hooks are changed by the owner of their task and admins": hookChanged,
		"what happens in a channel starts tasks where it may":     channelEvents,
		"a token that can be guessed starts nothing":              shortTokens,
	}
}

const hookToken = assistant.Secret("a-token-that-nobody-guesses-at-all")

// hooked is a task that begins with events, each on its own where window is 0.
func (w *world) hooked(window time.Duration) assistant.Hook {
	w.t.Helper()
	o := w.order(w.ids.New())
	o.Task.Kind, o.Task.Schedule, o.Task.Overlap, o.Task.Due = assistant.BackgroundEvent, "", assistant.OverlapQueue, time.Time{}
	o.Hook = &assistant.HookOrder{Token: hookToken, Rules: assistant.HookRules{Scheme: assistant.HookGitHub, Filter: `payload.action == "opened"`, Window: window, Minute: 60}, Secret: "the secret"}
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	h, err := w.Backgrounds.Hook(w.ctx, w.tenant, b.ID)
	w.ok(err)
	return h
}

// tell tells a hook of an event.
func (w *world) tell(h assistant.Hook, key string, change ...func(*assistant.HookEvent)) assistant.HookEvent {
	w.t.Helper()
	e := assistant.HookEvent{Hook: h.ID, Key: key, Kind: "issues", Payload: `{"action":"opened","title":"` + key + `"}`, Size: 40}
	for _, c := range change {
		c(&e)
	}
	got, err := w.Backgrounds.TakeEvent(w.ctx, w.tenant, e, h.Revision)
	w.ok(err)
	return got
}

// dueHooks are the timers of hooks that are due.
func (w *world) dueHooks() []assistant.Timer {
	w.t.Helper()
	var out []assistant.Timer
	for _, t := range w.due() {
		if t.Kind == assistant.TimerHook {
			out = append(out, t)
		}
	}
	return out
}

// fireHook fires what is due of a hook.
func (w *world) fireHook() assistant.Fired {
	w.t.Helper()
	due := w.dueHooks()
	if len(due) == 0 {
		w.t.Fatal("no hook is due")
	}
	got, err := w.Backgrounds.FireHook(w.ctx, due[0])
	w.ok(err)
	return got
}

func (w *world) standing(h assistant.Hook) (assistant.BackgroundStatus, string) {
	w.t.Helper()
	b, err := w.Backgrounds.Background(w.ctx, w.tenant, h.Task)
	w.ok(err)
	return b.Status, b.Reason
}

func hookTokens(_ *testing.T, w *world) {
	h := w.hooked(0)
	found, _, err := w.Backgrounds.HookOfToken(w.ctx, hookToken)
	w.ok(err)
	equal(w, found, h)
	for _, wrong := range []assistant.Secret{"", "short", "another-token-that-nobody-guesses", hookToken + "x", assistant.Secret(strings.Repeat("x", 500))} {
		_, _, err := w.Backgrounds.HookOfToken(w.ctx, wrong)
		w.is(err, assistant.ErrNotFound)
	}
	second, third := assistant.Secret("the-second-token-that-nobody-guesses"), assistant.Secret("the-third-token-that-nobody-guesses")
	minted, err := w.Backgrounds.MintHookToken(w.ctx, w.tenant, w.owner.ID, h.Task, second, "", time.Hour)
	w.ok(err)
	equal(w, []any{minted.Revision, minted.OldUntil.After(time.Now())}, []any{2, true})
	for _, good := range []assistant.Secret{hookToken, second} {
		_, _, err := w.Backgrounds.HookOfToken(w.ctx, good)
		w.ok(err)
	}
	_, err = w.Backgrounds.MintHookToken(w.ctx, w.tenant, w.owner.ID, h.Task, third, "", 0)
	w.ok(err)
	for _, gone := range []assistant.Secret{hookToken, second} {
		_, _, err := w.Backgrounds.HookOfToken(w.ctx, gone)
		w.is(err, assistant.ErrNotFound)
	}
	ended, err := w.Backgrounds.EndHookTokens(w.ctx, w.tenant, w.owner.ID, h.Task)
	w.ok(err)
	equal(w, ended.TokenAt.IsZero(), true)
	_, _, err = w.Backgrounds.HookOfToken(w.ctx, third)
	w.is(err, assistant.ErrNotFound)
}

func hookOwner(_ *testing.T, w *world) {
	h := w.hooked(0)
	admin := w.person(assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UADMIN", Name: "Ada"})
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, admin.ID, assistant.RoleAdmin))
	_, err := w.Backgrounds.MintHookToken(w.ctx, w.tenant, admin.ID, h.Task, "the-second-token-that-nobody-guesses", "", 0)
	w.is(err, assistant.ErrNotYourHook)
	_, err = w.Backgrounds.EndHookTokens(w.ctx, w.tenant, admin.ID, h.Task)
	w.ok(err)
}

func hookOnce(_ *testing.T, w *world) {
	h := w.hooked(0)
	var took sync.Map
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			got, err := w.Backgrounds.TakeEvent(w.ctx, w.tenant, assistant.HookEvent{Hook: h.ID, Key: "one", Payload: `{"a":1}`}, h.Revision)
			if err != nil {
				w.t.Error(err)
			}
			if got.Outcome == assistant.HookAccepted {
				took.Store(got.ID, true)
			} else if got.Outcome != assistant.HookReplayed {
				w.t.Errorf("%s", got.Outcome)
			}
		})
	}
	all.Wait()
	n := 0
	took.Range(func(any, any) bool { n++; return true })
	equal(w, []any{n, len(w.dueHooks())}, []any{1, 1})
	due := w.dueHooks()[0]
	var fired sync.Map
	for i := range 4 {
		all.Go(func() {
			got, err := w.Backgrounds.FireHook(w.ctx, due)
			if err != nil {
				w.t.Error(err)
			}
			if got.Taken {
				fired.Store(i, len(got.Messages))
			}
		})
	}
	all.Wait()
	var messages []any
	fired.Range(func(_, m any) bool { messages = append(messages, m); return true })
	equal(w, messages, []any{2})
	log := w.log(h.Conversation)
	said, _ := log[0].Body.(assistant.Said)
	read, _ := log[1].Body.(assistant.FileRead)
	equal(w, []any{log[0].Content, log[0].Person, said.Background, said.Files[0].Name}, []any{"check the audit", w.owner.ID, h.Task, "events.json"})
	equal(w, []any{read.Message, read.Number, strings.Contains(read.Text, `"a": 1`), strings.Contains(read.Text, `"count": 1`)}, []any{log[0].ID, 1, true, true})
	equal(w, w.tell(h, "one").Outcome, assistant.HookReplayed)
	c, mail := w.claim()
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	equal(w, s.Files, []assistant.FileRead{read})
	events, err := w.Backgrounds.HookEvents(w.ctx, w.tenant, h.Task, 10)
	w.ok(err)
	equal(w, []any{len(events), events[0].Message}, []any{1, log[0].ID})
}

func hookWindow(_ *testing.T, w *world) {
	h := w.hooked(24 * time.Hour)
	grouped := func(e *assistant.HookEvent) { e.Group = "a" }
	outcomes := []assistant.HookOutcome{w.tell(h, "1", grouped).Outcome, w.tell(h, "2", grouped).Outcome, w.tell(h, "3").Outcome, w.tell(h, "4", grouped).Outcome}
	equal(w, outcomes, []assistant.HookOutcome{assistant.HookAccepted, assistant.HookCoalesced, assistant.HookAccepted, assistant.HookCoalesced})
	equal(w, len(w.dueHooks()), 0) // their window is not over
	equal(w, w.tell(h, "5", grouped, func(e *assistant.HookEvent) { e.Last = true }).Outcome, assistant.HookCoalesced)
	equal(w, w.tell(h, "6", func(e *assistant.HookEvent) { e.Alone = true }).Outcome, assistant.HookAccepted)
	w.fireHook()
	log := w.log(h.Conversation)
	read, _ := log[1].Body.(assistant.FileRead)
	for _, has := range []string{`"count": 4`, `"title": "1"`, `"title": "2"`, `"title": "4"`, `"title": "5"`} {
		equal(w, strings.Contains(read.Text, has), true)
	}
	equal(w, strings.Contains(read.Text, `"title": "3"`), false)
}

func hookLate(_ *testing.T, w *world) {
	h := w.hooked(24 * time.Hour)
	last := func(e *assistant.HookEvent) { e.Last = true }
	change := func(c assistant.BackgroundChange) {
		w.t.Helper()
		w.ok(second(w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, h.Task, c, time.Time{})))
	}
	w.tell(h, "1", last)
	change(assistant.BackgroundPause)
	equal(w, len(w.fireHook().Messages), 0)
	change(assistant.BackgroundResume)
	equal(w, w.tell(h, "2", last).Outcome, assistant.HookAccepted)
	equal(w, len(w.fireHook().Messages), 2)
}

func hookRevision(_ *testing.T, w *world) {
	h := w.hooked(0)
	_, err := w.Backgrounds.ChangeHook(w.ctx, w.tenant, w.owner.ID, h.Task, h.Rules, nil)
	w.ok(err)
	_, err = w.Backgrounds.TakeEvent(w.ctx, w.tenant, assistant.HookEvent{Hook: h.ID, Key: "one"}, h.Revision)
	w.is(err, assistant.ErrFenced)
	equal(w, len(w.dueHooks()), 0)
}

func hookPaused(_ *testing.T, w *world) {
	h := w.hooked(0)
	w.tell(h, "before")
	for _, step := range []struct {
		change assistant.BackgroundChange
		want   assistant.HookOutcome
	}{{assistant.BackgroundPause, assistant.HookPaused}, {assistant.BackgroundResume, assistant.HookAccepted}, {assistant.BackgroundCancel, assistant.HookOver}} {
		_, err := w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, h.Task, step.change, time.Time{})
		w.ok(err)
		equal(w, w.tell(h, string(step.change)).Outcome, step.want)
	}
	for range 2 {
		got := w.fireHook()
		equal(w, []any{got.Taken, len(got.Messages)}, []any{true, 0})
	}
	events, err := w.Backgrounds.HookEvents(w.ctx, w.tenant, h.Task, 10)
	w.ok(err)
	equal(w, []any{len(events), events[0].Note}, []any{2, assistant.NoteDropped})
	_, err = w.Backgrounds.MintHookToken(w.ctx, w.tenant, w.owner.ID, h.Task, "the-second-token-that-nobody-guesses", "", 0)
	w.is(err, assistant.ErrBackgroundOver)
}

func hookOfGuest(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Key = "k"
	r, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	w.answered(words)
	o := w.order("key")
	o.Task.Owner, o.Task.Kind, o.Task.Due = r.Person, assistant.BackgroundEvent, time.Time{}
	o.Hook = &assistant.HookOrder{Token: hookToken, Rules: assistant.HookRules{Scheme: assistant.HookUnsigned, Minute: 60}}
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	h, err := w.Backgrounds.Hook(w.ctx, w.tenant, b.ID)
	w.ok(err)
	in.From.Standing, in.Key = assistant.StandingGuest, "k2"
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	w.answered(words)
	w.tell(h, "one")
	fired := w.fireHook()
	status, reason := w.standing(h)
	equal(w, []any{status, reason, len(fired.Messages), fired.Messages[0].Author}, []any{assistant.BackgroundPaused, assistant.WhyRole, 1, assistant.AuthorAssistant})
	equal(w, w.tell(h, "two").Outcome, assistant.HookPaused)
	w.is(second(w.Backgrounds.MintHookToken(w.ctx, w.tenant, r.Person, b.ID, "the-second-token-that-nobody-guesses", "", 0)), assistant.ErrNotYourTask)
}

func hookNoted(_ *testing.T, w *world) {
	h := w.hooked(0)
	for range 3 {
		w.ok(w.Backgrounds.NoteEvent(w.ctx, w.tenant, assistant.HookEvent{Hook: h.ID, Key: "x", Outcome: assistant.HookForged, Note: "no"}))
	}
	w.ok(w.Backgrounds.NoteEvent(w.ctx, w.tenant, assistant.HookEvent{Hook: h.ID, Outcome: assistant.HookFiltered, Payload: `{"b":1}`}))
	events, err := w.Backgrounds.HookEvents(w.ctx, w.tenant, h.Task, 10)
	w.ok(err)
	forged := 0
	for _, e := range events {
		if e.Outcome == assistant.HookForged {
			forged += e.Times
		}
	}
	equal(w, []any{forged, len(events) <= 3, events[0].Payload}, []any{3, true, `{"b":1}`}) // a minute may end in between
	one, err := w.Backgrounds.HookEvent(w.ctx, w.tenant, h.Task, events[0].ID)
	w.ok(err)
	equal(w, one, events[0])
	equal(w, w.tell(h, "x").Outcome, assistant.HookAccepted) // what was refused can come as it should
}

func hookItself(_ *testing.T, w *world) {
	h := w.hooked(0)
	report := "The contact form of the shop was looked at and mended, with thanks to all"
	wakes := func(text string) assistant.Fired {
		w.t.Helper()
		w.tell(h, w.ids.New(), func(e *assistant.HookEvent) { e.Payload = `{"text":"` + text + `"}` })
		return w.fireHook()
	}
	reports := func() {
		w.t.Helper()
		w.answered(func(assistant.MessageID) []assistant.Message { return []assistant.Message{answer(report)} })
	}
	wakes("something else")
	reports()
	for _, text := range []string{`it said:\n` + strings.ToUpper(report), "something else", report} {
		equal(w, len(wakes(text).Messages), 2)
		reports()
	}
	fired := wakes(`again: ` + report + `!`)
	status, reason := w.standing(h)
	equal(w, []any{status, reason, len(fired.Messages)}, []any{assistant.BackgroundPaused, assistant.WhyItself, 1})
}

func hookCrowded(_ *testing.T, w *world) {
	h := w.hooked(0)
	for range assistant.HookWaiting {
		equal(w, w.tell(h, "").Outcome, assistant.HookAccepted)
	}
	equal(w, w.tell(h, "one more").Outcome, assistant.HookLimited)
	w.fireHook()
	equal(w, w.tell(h, "one more").Outcome, assistant.HookAccepted)
}

// together tells a hook of events in one go, and gives what became of each.
func (w *world) together(h assistant.Hook, es ...assistant.HookEvent) (out []assistant.HookOutcome) {
	w.t.Helper()
	got, err := w.Backgrounds.TakeEvents(w.ctx, w.tenant, h.ID, es, h.Revision)
	w.ok(err)
	for i, e := range got {
		if out = append(out, e.Outcome); e.Outcome.Stored() && (e.ID == "" || e.Key != es[i].Key) {
			w.t.Errorf("%+v of %+v", e, es[i])
		}
	}
	return out
}

func hookTogether(_ *testing.T, w *world) {
	h := w.hooked(time.Hour)
	w.tell(h, "before")
	one := func(key, group string) assistant.HookEvent {
		return assistant.HookEvent{Key: key, Group: group, Payload: `{"n":"` + key + `"}`}
	}
	equal(w, w.together(h, one("a1", "a"), one("b1", "b"), one("before", ""), one("a1", "a"), one("a2", "a"), one("", "b"), one("", "b")), []assistant.HookOutcome{
		assistant.HookAccepted, assistant.HookAccepted, assistant.HookReplayed, assistant.HookReplayed, assistant.HookCoalesced,
		assistant.HookCoalesced, assistant.HookCoalesced,
	})
	equal(w, w.together(h, one("a3", "a"), one("a1", "a")), []assistant.HookOutcome{assistant.HookCoalesced, assistant.HookReplayed})
	for range assistant.HookWaiting - 4 { // those of a, of b and of what came before wait, too
		w.tell(h, "", func(e *assistant.HookEvent) { e.Group = w.ids.New() })
	}
	equal(w, w.together(h, one("", "room"), one("", "no room"), one("", "a")), []assistant.HookOutcome{
		assistant.HookAccepted, assistant.HookLimited, assistant.HookCoalesced,
	})
	last := one("last", "b")
	last.Last = true
	equal(w, w.together(h, last, one("", "b")), []assistant.HookOutcome{assistant.HookCoalesced, assistant.HookCoalesced})
	equal(w, len(w.dueHooks()), 1) // that of b, which has its last
	equal(w, w.fireHook().Taken, true)
	kept, err := w.Backgrounds.HookEvents(w.ctx, w.tenant, h.Task, 1000)
	w.ok(err)
	told := 0
	for _, e := range kept {
		if e.Message != "" {
			told++
		}
	}
	equal(w, []int{len(kept), told}, []int{assistant.HookWaiting + 7, 5})
}

func hookAtWork(_ *testing.T, w *world) {
	h := w.hooked(0)
	for range assistant.HookAtWork + 1 {
		w.tell(h, "")
	}
	for range assistant.HookAtWork {
		equal(w, len(w.fireHook().Messages), 2)
	}
	equal(w, len(w.fireHook().Messages), 0)
	runs, err := w.Backgrounds.BackgroundRuns(w.ctx, w.tenant, h.Task, 1)
	w.ok(err)
	equal(w, []any{runs[0].Outcome, runs[0].Note}, []any{assistant.BackgroundSkipped, assistant.NoteManyAtWork})
}

func hookPaced(_ *testing.T, w *world) {
	h := w.hooked(0)
	for range assistant.HookStarts + 1 {
		w.tell(h, "")
	}
	for range assistant.HookStarts {
		equal(w, w.fireHook().Taken, true)
		w.answered(words)
	}
	equal(w, w.fireHook().Taken, false)
	equal(w, len(w.dueHooks()), 0) // it is put off, and not lost
	events, err := w.Backgrounds.HookEvents(w.ctx, w.tenant, h.Task, 1)
	w.ok(err)
	equal(w, []any{events[0].Note, events[0].Message}, []any{"", assistant.MessageID("")})
}

func hookUntil(_ *testing.T, w *world) {
	h := w.hooked(0)
	w.tell(h, "one")
	w.fireHook()
	w.tell(h, "two", func(e *assistant.HookEvent) { e.Last = true })
	equal(w, len(w.fireHook().Messages), 2)
	status, reason := w.standing(h)
	equal(w, []any{status, reason}, []any{assistant.BackgroundDone, assistant.WhyUntil})
	equal(w, w.tell(h, "three").Outcome, assistant.HookOver)
}

func hookSecret(_ *testing.T, w *world) {
	h := w.hooked(0)
	equal(w, h.Signed, true)
	_, secret, err := w.Backgrounds.HookOfToken(w.ctx, hookToken)
	w.ok(err)
	equal(w, string(secret), "the secret")
	_, err = w.Backgrounds.MintHookToken(w.ctx, w.tenant, w.owner.ID, h.Task, hookToken+"2", "made here", time.Hour)
	w.ok(err)
	_, secret, err = w.Backgrounds.HookOfToken(w.ctx, hookToken)
	w.ok(err)
	equal(w, string(secret), "the secret") // the sender's own stays
}

func hookChanged(_ *testing.T, w *world) {
	h := w.hooked(0)
	other := w.person(assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UOTHER", Name: "Otto"})
	given := assistant.Secret("another secret")
	_, err := w.Backgrounds.ChangeHook(w.ctx, w.tenant, other.ID, h.Task, h.Rules, &given)
	w.is(err, assistant.ErrNotYourTask)
	_, err = w.Backgrounds.EndHookTokens(w.ctx, w.tenant, other.ID, h.Task)
	w.is(err, assistant.ErrNotYourTask)
	rules := assistant.HookRules{Scheme: assistant.HookStripe, Filter: "true", Group: "event", Until: "false", Window: time.Minute, Minute: 5}
	changed, err := w.Backgrounds.ChangeHook(w.ctx, w.tenant, w.owner.ID, h.Task, rules, &given)
	w.ok(err)
	equal(w, []any{changed.Rules, changed.Revision}, []any{rules, 2})
	_, secret, err := w.Backgrounds.HookOfToken(w.ctx, hookToken)
	w.ok(err)
	equal(w, secret, given)
	_, err = w.Backgrounds.ChangeHook(w.ctx, w.tenant, w.owner.ID, w.task().ID, rules, nil)
	w.is(err, assistant.ErrNoHook)
}
