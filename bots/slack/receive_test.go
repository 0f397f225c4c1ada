package slack_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// inbox remembers what it was told, and knows the threads it was told of.
type inbox struct {
	stands assistant.ConversationID // where the approval stands

	mu       sync.Mutex
	received []assistant.Inbound
	acts     []assistant.Act
	keys     map[string]bool
	known    map[assistant.Place]bool
	said     map[string]assistant.Place // by the platform's id of the message
	err      error
	note     string
	ask      assistant.Clarification
	approval assistant.Approval
	closed   bool
	spoken   assistant.Language
	until    time.Time // up to when all was heard
	work
}

func (i *inbox) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if at, ok := ctx.Deadline(); !ok || time.Until(at) > 2600*time.Millisecond {
		return assistant.Received{}, errors.New("no deadline")
	}
	if i.err != nil {
		return assistant.Received{}, i.err
	}
	if i.keys[in.Key] {
		return assistant.Received{Known: true}, nil
	}
	if at, said := i.said[in.ExternalID]; in.Change != assistant.ChangeSaid && (!said || at != in.Place) {
		return assistant.Received{}, assistant.ErrNotFound
	}
	if i.said == nil {
		i.said = map[string]assistant.Place{}
	}
	i.keys[in.Key], i.known[in.Place], i.said[in.ExternalID] = true, true, in.Place
	i.received = append(i.received, in)
	return assistant.Received{}, nil
}

func (i *inbox) Act(_ context.Context, a assistant.Act) (assistant.Outcome, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.err != nil {
		return assistant.Outcome{}, i.err
	}
	i.acts = append(i.acts, a)
	return assistant.Outcome{Done: i.note == "", Note: i.note}, nil
}

func (i *inbox) ConversationAt(_ context.Context, _ assistant.TenantID, p assistant.Place) (assistant.ConversationID, error) {
	return assistant.ConversationID("c-" + p.Thread), nil
}

func (i *inbox) Known(_ context.Context, _ assistant.TenantID, p assistant.Place) (bool, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.known[p], i.err
}

func (i *inbox) Clarification(_ context.Context, _ assistant.TenantID, id assistant.ClarificationID) (assistant.Clarification, assistant.ConversationID, assistant.PersonID, bool, error) {
	if id != i.ask.ID {
		return assistant.Clarification{}, "", "", false, assistant.ErrNotFound
	}
	return i.ask, "conv", "alice", !i.closed, nil
}

func (i *inbox) Conversation(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Conversation, error) {
	return assistant.Conversation{Language: i.spoken}, nil
}

func (i *inbox) Approval(_ context.Context, _ assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	if id != i.approval.ID {
		return assistant.ApprovalRecord{}, assistant.ErrNotFound
	}
	return assistant.ApprovalRecord{Approval: i.approval, Conversation: i.stands}, nil
}

func (i *inbox) texts() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var out []string
	for _, in := range i.received {
		out = append(out, string(in.Change)+": "+in.Text)
	}
	return out
}

func withInbox(t *testing.T, change ...func(*slack.Config)) (*fakeslack.Server, *slack.Bot, *inbox) {
	t.Helper()
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work = in, in, in, in
		for _, f := range change {
			f(c)
		}
	})
	return fake, bot, in
}

func TestOnlyWhatSlackSignedIsServed(t *testing.T) {
	_, bot, _ := withInbox(t)
	body := `{"type":"url_verification","challenge":"c-1"}`
	sign := func(secret string, at time.Time, of string) http.Header {
		h := http.Header{}
		fakeslack.Sign(h, secret, at, []byte(of))
		return h
	}
	now := time.Now()
	for _, c := range []struct {
		name   string
		header http.Header
		body   string
		want   int
	}{
		{"signed", sign("secret", now, body), body, 200},
		{"unsigned", http.Header{}, body, 401},
		{"another secret", sign("other", now, body), body, 401},
		{"another body", sign("secret", now, body), body + " ", 401},
		{"six minutes old", sign("secret", now.Add(-6*time.Minute), body), body, 401},
		{"six minutes ahead", sign("secret", now.Add(6*time.Minute), body), body, 401},
		{"four minutes old", sign("secret", now.Add(-4*time.Minute), body), body, 200},
		{"no timestamp", http.Header{"X-Slack-Signature": sign("secret", now, body)["X-Slack-Signature"]}, body, 401},
		{"a timestamp that is none", http.Header{"X-Slack-Request-Timestamp": {"soon"}, "X-Slack-Signature": {"v0="}}, body, 401},
		{"signed nonsense", sign("secret", now, "{"), "{", 400},
		{"signed list", sign("secret", now, "[]"), "[]", 400},
		{"signed nothing", sign("secret", now, ""), "", 400},
		{"over a mebibyte", sign("secret", now, strings.Repeat("x", 1<<20+1)), strings.Repeat("x", 1<<20+1), 413},
	} {
		for _, path := range []string{"/slack/events", "/slack/interactions"} {
			if c.want == 200 && path != "/slack/events" {
				continue
			}
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(c.body))
			r.Header = c.header
			w := httptest.NewRecorder()
			bot.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("%s to %s: %d, want %d", c.name, path, w.Code, c.want)
			}
			if c.want == 200 && w.Body.String() != "c-1" {
				t.Errorf("%s: challenge answered with %q", c.name, w.Body.String())
			}
		}
	}
}

// unread is a body that must not be waited for.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

// What the headers tell already is told without the body, which may never come.
func TestABodyIsReadOnlyUnderAFreshSignature(t *testing.T) {
	_, bot, _ := withInbox(t)
	now, valid := strconv.FormatInt(time.Now().Unix(), 10), "v0="+strings.Repeat("0", 64)
	for name, h := range map[string]http.Header{
		"nothing":           {},
		"no signature":      {"X-Slack-Request-Timestamp": {now}},
		"half a signature":  {"X-Slack-Request-Timestamp": {now}, "X-Slack-Signature": {"v0=00"}},
		"another signature": {"X-Slack-Request-Timestamp": {now}, "X-Slack-Signature": {"v1" + valid[2:]}},
		"no time":           {"X-Slack-Signature": {valid}},
		"an old time":       {"X-Slack-Request-Timestamp": {strconv.FormatInt(time.Now().Add(-6*time.Minute).Unix(), 10)}, "X-Slack-Signature": {valid}},
	} {
		for _, path := range []string{"/slack/events", "/slack/interactions", "/slack/commands"} {
			r := httptest.NewRequest(http.MethodPost, path, unread{t})
			r.ContentLength, r.Header = 1000, h
			w := httptest.NewRecorder()
			if bot.ServeHTTP(w, r); w.Code != http.StatusUnauthorized || w.Header().Get("Connection") != "close" {
				t.Errorf("%s to %s: %d, %v", name, path, w.Code, w.Header())
			}
		}
	}
}

func TestAnEmptySecretSignsNothing(t *testing.T) {
	bot := slack.New(slack.Config{})
	r := httptest.NewRequest(http.MethodPost, "/slack/events", strings.NewReader("{}"))
	fakeslack.Sign(r.Header, "", time.Now(), []byte("{}"))
	w := httptest.NewRecorder()
	if bot.ServeHTTP(w, r); w.Code != 401 {
		t.Errorf("status %d", w.Code)
	}
}

func TestAThreadIsAConversation(t *testing.T) {
	fake, _, in := withInbox(t)
	ctx := t.Context()
	check := func(_ string, a fakeslack.Answer, err error) {
		t.Helper()
		if err != nil || !a.OK() {
			t.Fatalf("%d %s %v", a.Status, a.Body, err)
		}
	}
	check(fake.Say(ctx, "C1", "", "U1", "nobody asked you"))
	root, a, err := fake.Mention(ctx, "C1", "", "U1", "please &lt;create&gt; a page for <@U2|bob>, see <https://x.example/a?b=1&amp;c=2|x.example>")
	check(root, a, err)
	check(fake.Say(ctx, "C1", root, "U2", "in French"))
	elsewhere := fake.Write("C1", "", "U2", "lunch?")
	check(fake.Say(ctx, "C1", elsewhere, "U1", "yes"))
	check(fake.Say(ctx, "D1", "", "U1", "hello"))
	check(fake.MentionOnce(ctx, "C1", elsewhere, "U1", "you too?"))
	want := []string{
		"said: please <create> a page for @bob, see x.example (https://x.example/a?b=1&c=2)",
		"said: in French", "said: hello", "said: you too?",
	}
	if d := cmp.Diff(want, in.texts()); d != "" {
		t.Error(d)
	}
	first := in.received[0]
	if first.Place != place(root) || !cmp.Equal(first.From, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "alice", Standing: assistant.StandingMember}) ||
		first.Key != "slack/T1/C1/"+root || first.Tenant != "tenant" || first.At.IsZero() {
		t.Errorf("inbound: %+v", first)
	}
	if in.received[1].Place != place(root) || in.received[3].Place != place(elsewhere) {
		t.Errorf("places: %+v, %+v", in.received[1].Place, in.received[3].Place)
	}
}

func TestEditsAndDeletesFollowTheirMessage(t *testing.T) {
	fake, _, in := withInbox(t)
	ctx := t.Context()
	root, _, _ := fake.Mention(ctx, "C1", "", "U1", "a page")
	unknown := fake.Write("C1", "", "U1", "something else")
	for _, do := range []func() (fakeslack.Answer, error){
		func() (fakeslack.Answer, error) { return fake.Change(ctx, "C1", root, "<@UBOT> two pages") },
		func() (fakeslack.Answer, error) { return fake.Change(ctx, "C1", root, "<@UBOT> two pages") }, // an unfurl: no words
		func() (fakeslack.Answer, error) { return fake.Change(ctx, "C1", unknown, "x") },
		func() (fakeslack.Answer, error) { return fake.Delete(ctx, "C1", root) },
	} {
		if a, err := do(); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	if d := cmp.Diff([]string{"said: a page", "edited: two pages", "deleted: "}, in.texts()); d != "" {
		t.Error(d)
	}
	for _, r := range in.received {
		if r.ExternalID != "C1/"+root || r.Place != place(root) {
			t.Errorf("%s of %s in %+v", r.Change, r.ExternalID, r.Place)
		}
	}
}

func TestBotsAndNoticesAreNotTalkedTo(t *testing.T) {
	fake, _, in := withInbox(t)
	root, _, _ := fake.Mention(t.Context(), "C1", "", "U1", "a page")
	base := func(more map[string]any) map[string]any {
		e := map[string]any{"type": "message", "channel": "C1", "channel_type": "channel", "user": "U2", "ts": "1763600000.000100", "thread_ts": root, "text": "x"}
		maps.Copy(e, more)
		return e
	}
	for name, e := range map[string]map[string]any{
		"itself": base(map[string]any{"user": "UBOT"}), "another bot": base(map[string]any{"bot_id": "B9"}),
		"a bot message": base(map[string]any{"subtype": "bot_message"}), "a join": base(map[string]any{"subtype": "channel_join"}),
		"nobody": base(map[string]any{"user": ""}), "a reaction": {"type": "reaction_added", "user": "U1"},
		"its own edit": {"type": "message", "subtype": "message_changed", "channel": "C1", "ts": "1.2", "message": base(map[string]any{"user": "UBOT", "edited": map[string]any{"ts": "1.3"}})},
		"odd fields":   {"type": "message", "user": []any{1}}, "no message": {"type": "message", "subtype": "message_changed", "channel": "C1"},
	} {
		if a, err := fake.Event(t.Context(), e); err != nil || !a.OK() {
			t.Errorf("%s: %d %v", name, a.Status, err)
		}
	}
	if len(in.received) != 1 {
		t.Errorf("taken: %v", in.texts())
	}
	for name, e := range map[string]map[string]any{
		"a file":      base(map[string]any{"subtype": "file_share", "ts": "1763600001.000100", "files": []any{map[string]any{"name": "a.pdf", "mimetype": "application/pdf", "url_private": "https://files.example/a", "size": 12}}}),
		"a broadcast": base(map[string]any{"subtype": "thread_broadcast", "ts": "1763600002.000100"}),
	} {
		if a, err := fake.Event(t.Context(), e); err != nil || !a.OK() {
			t.Errorf("%s: %d %v", name, a.Status, err)
		}
	}
	if len(in.received) != 3 {
		t.Errorf("files and broadcasts are lost: %v", in.texts())
	}
}

func TestAnotherWorkspacesEventsAreNotTaken(t *testing.T) {
	fake, bot, in := withInbox(t)
	if err := bot.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	fake.Team = "T2"
	if _, a, err := fake.Mention(t.Context(), "C1", "", "U1", "hi"); err != nil || !a.OK() || len(in.received) != 0 {
		t.Errorf("%d %v %v", a.Status, err, in.texts())
	}
}

func TestWhatCannotBeStoredIsSentAgain(t *testing.T) {
	fake, _, in := withInbox(t)
	in.err = errors.New("database is away")
	_, a, err := fake.Mention(t.Context(), "C1", "", "U1", "hi")
	if err != nil || a.Status != http.StatusServiceUnavailable {
		t.Errorf("%d %v", a.Status, err)
	}
	in.err = assistant.ErrNotFound
	if _, a, _ := fake.Mention(t.Context(), "C1", "", "U1", "hi"); !a.OK() {
		t.Errorf("what has nowhere to go is sent again: %d", a.Status)
	}
}

func TestButtonsSayWhatTheirCardIsAbout(t *testing.T) {
	all := cards()
	for _, c := range []struct {
		card, action, option string
		want                 assistant.Body
	}{
		{"plan_open", "plan_approve", "", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictApproved}},
		{"plan_open", "plan_reject", "", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictRejected}},
		{"approval_open", "approval_approve", "", assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictApproved}},
		{"approval_open", "approval_reject", "", assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictRejected}},
		{"run_running", "run_stop", "", assistant.StopRequested{Run: "05e0"}},
		{"run_failed", "run_retry", "", assistant.RetryRequested{Run: "05e0"}},
		{"run_failed", "run_undo", "", assistant.UndoRequested{Run: "05e0"}},
		{"run_unseen", "run_undo_step:05e0", "Undo step 3: Write a ticket", assistant.UndoRequested{Run: "05e0", Task: "t3"}},
		{"plan_unfinished", "plan_approve", "", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictApproved}},
		{"plan_unfinished", "plan_unseen", "", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictApproved, Unseen: true}},
		{"error", "run_retry", "", assistant.RetryRequested{Run: "05e0"}},
		{"clarification_options", "clarify_opt:1", "", assistant.Answered{Clarification: "04d0", Values: map[string]string{"fork": "many"}}},
		{"clarification_select", "clarify_select", "Project B" + strings.Repeat("x", 4), assistant.Answered{Clarification: "04d0", Values: map[string]string{"project": strings.Repeat("v", 90) + "b"}}},
	} {
		t.Run(c.card+" "+c.action, func(t *testing.T) {
			fake, bot, in := withInbox(t)
			in.ask = clarification(all[c.card])
			root := fake.Write("C1", "", "U1", "hi")
			ts, err := bot.Post(t.Context(), place(root), all[c.card], "n")
			if err != nil {
				t.Fatal(err)
			}
			if a, err := fake.Click(t.Context(), "C1", ts, "U1", c.action, c.option); err != nil || !a.OK() {
				t.Fatalf("%d %s %v", a.Status, a.Body, err)
			}
			if len(in.acts) != 1 {
				t.Fatalf("%d acts; whispers %v", len(in.acts), fake.Whispers())
			}
			got := in.acts[0]
			if d := cmp.Diff(c.want, got.Body); d != "" {
				t.Error(d)
			}
			if got.From.External != "U1" || got.From.Name != "alice" || got.Tenant != "tenant" || !strings.HasPrefix(got.Key, "slack/act/T1/U1/"+c.action+"/") {
				t.Errorf("act: %+v", got)
			}
		})
	}
}

func TestARefusedClickIsToldToThatPersonAlone(t *testing.T) {
	fake, bot, in := withInbox(t)
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	for _, c := range []struct {
		note string
		err  error
		want string
	}{
		{"Bob has <approved> this already.", nil, "Bob has &lt;approved&gt; this already."},
		{"", errors.New("away"), "I could not save that just now. Nothing has happened; please try again in a moment."},
		{"", assistant.ErrNotFound, "I do not know this any more. Nothing has happened."},
	} {
		in.note, in.err = c.note, c.err
		if a, err := fake.Click(t.Context(), "C1", ts, "U2", "plan_approve", ""); err != nil || !a.OK() || len(a.Body) != 0 {
			t.Fatalf("%d %q %v", a.Status, a.Body, err)
		}
		ws := fake.Whispers()
		if d := cmp.Diff(fakeslack.Whisper{Channel: "C1", Thread: root, User: "U2", Text: c.want}, ws[len(ws)-1]); d != "" {
			t.Error(d)
		}
	}
}

func TestTheFormAsksAllQuestions(t *testing.T) {
	fake, bot, in := withInbox(t)
	card := cards()["clarification_form"]
	in.ask = clarification(card)
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), card, "n")
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "clarify_form", ""); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	views := fake.Views()
	if len(views) != 1 {
		t.Fatalf("%d forms", len(views))
	}
	in.err = errors.New("away")
	a, err := fake.Submit(t.Context(), views[0], map[string]string{"choice:0": "French", "own:1": "families"})
	if err != nil || !a.OK() || !strings.Contains(string(a.Body), `"response_action":"errors"`) {
		t.Errorf("not kept open: %d %s %v", a.Status, a.Body, err)
	}
	in.err = nil
	for _, values := range []map[string]string{{"choice:0": "French", "own:1": " families "}, {"choice:0": "French", "own:0": "German", "own:1": "families"}} {
		if a, err := fake.Submit(t.Context(), views[0], values); err != nil || !a.OK() || len(a.Body) != 0 {
			t.Errorf("%d %s %v", a.Status, a.Body, err)
		}
	}
	want := []assistant.Body{
		assistant.Answered{Clarification: "03c0", Values: map[string]string{"language": "fr", "audience": "families"}},
		assistant.Answered{Clarification: "03c0", Values: map[string]string{"language": "German", "audience": "families"}},
	}
	if d := cmp.Diff(want, []assistant.Body{in.acts[0].Body, in.acts[1].Body}); d != "" || in.acts[0].Key != in.acts[1].Key {
		t.Error(d, in.acts[0].Key, in.acts[1].Key)
	}
	if a, _ := fake.Submit(t.Context(), views[0], nil); !a.OK() || len(a.Body) != 0 {
		t.Errorf("an empty form was not taken, although it promises a default: %s", a.Body)
	}
	left := assistant.Answered{Clarification: "03c0", Values: map[string]string{"language": "", "audience": ""}}
	if d := cmp.Diff(assistant.Body(left), in.acts[len(in.acts)-1].Body); d != "" {
		t.Error(d)
	}
	for i := range in.ask.Questions {
		in.ask.Questions[i].Default = ""
	}
	if a, _ := fake.Submit(t.Context(), views[0], nil); !strings.Contains(string(a.Body), "Please answer") {
		t.Errorf("an empty form without defaults was taken: %s", a.Body)
	}
	in.note = "Bob has answered already."
	if a, _ := fake.Submit(t.Context(), views[0], map[string]string{"own:1": "x"}); !strings.Contains(string(a.Body), "Bob has answered already.") {
		t.Errorf("the note is missing: %s", a.Body)
	}
	in.closed = true
	if a, _ := fake.Submit(t.Context(), views[0], map[string]string{"own:1": "x"}); !strings.Contains(string(a.Body), "closed already") {
		t.Errorf("a closed question was answered: %s", a.Body)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Errorf("rules broken:\n%s", strings.Join(v, "\n"))
	}
}

func TestChangesToAPlanAreAskedForInAForm(t *testing.T) {
	fake, bot, in := withInbox(t)
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "plan_edit", ""); err != nil || !a.OK() || len(fake.Views()) != 1 {
		t.Fatal(a.Status, err, fake.Whispers())
	}
	if a, err := fake.Submit(t.Context(), fake.Views()[0], map[string]string{"changes": "drop step 3"}); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	want := assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictChanges, Note: "drop step 3"}
	if d := cmp.Diff(assistant.Body(want), in.acts[0].Body); d != "" {
		t.Error(d)
	}
}

func TestAFormThatDoesNotOpenIsSaidInTheThread(t *testing.T) {
	fake, bot, in := withInbox(t)
	in.ask = clarification(cards()["clarification_form"])
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), cards()["clarification_form"], "n")
	fake.Fault("views.open", fakeslack.Fault{Error: "expired_trigger_id"})
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "clarify_form", ""); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	if ws := fake.Whispers(); len(ws) != 1 || !strings.Contains(ws[0].Text, "answer in this thread") {
		t.Errorf("whispers: %v", ws)
	}
}

func TestTheLargestFormsAreValid(t *testing.T) {
	fake, bot, in := withInbox(t)
	card := large()["ask"]
	in.ask = clarification(card)
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "clarify_form", ""); err != nil || !a.OK() || len(fake.Views()) != 1 {
		t.Errorf("%d %v %s", a.Status, err, clip(fmt.Sprint(fake.Violations()), 2000))
	}
}

func TestTheStatusChipIsBestEffort(t *testing.T) {
	fake, bot, _ := withInbox(t)
	root := fake.Write("C1", "", "U1", "hi")
	bot.Status(t.Context(), place(root), assistant.ActivityPlanning, "")
	if s := fake.Status("C1", root); s != "is planning…" {
		t.Errorf("status %q", s)
	}
	fake.Fault("assistant.threads.setStatus", fakeslack.Fault{Status: 429, RetryAfter: 30 * time.Second})
	for range 3 {
		bot.Status(t.Context(), place(root), assistant.ActivityNone, "")
	}
	if n := fake.Calls("assistant.threads.setStatus"); n != 2 {
		t.Errorf("%d calls in spite of Retry-After", n)
	}
}

func TestSlacksLookAtTheCertificateIsAnswered(t *testing.T) {
	fake, _, in := withInbox(t)
	a, err := fake.Send(t.Context(), "/slack/commands", "application/x-www-form-urlencoded", []byte("ssl_check=1&token=x"))
	if err != nil || a.Status != http.StatusOK || len(a.Body) != 0 || len(in.received) != 0 {
		t.Errorf("%d %s %v", a.Status, a.Body, err)
	}
}
