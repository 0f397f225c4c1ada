package discord_test

import (
	"bytes"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/cardkit"
)

func TestOnlyWhatDiscordHasSignedIsHeard(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	ping := []byte(`{"type":1}`)
	send := func(body []byte, change func(http.Header)) int {
		r := httptest.NewRequest(http.MethodPost, "/discord/interactions", bytes.NewReader(body))
		fake.Sign(r.Header, time.Now(), body)
		change(r.Header)
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, r)
		if w.Code == http.StatusOK && w.Body.String() != `{"type":1}` {
			t.Errorf("a ping is answered %s", w.Body)
		}
		return w.Code
	}
	for name, c := range map[string]struct {
		body   []byte
		change func(http.Header)
		want   int
	}{
		"a ping":        {ping, func(http.Header) {}, 200},
		"no signature":  {ping, func(h http.Header) { h.Del("X-Signature-Ed25519") }, 401},
		"no timestamp":  {ping, func(h http.Header) { h.Del("X-Signature-Timestamp") }, 401},
		"forged":        {ping, func(h http.Header) { h.Set("X-Signature-Ed25519", hex.EncodeToString(make([]byte, 64))) }, 401},
		"short":         {ping, func(h http.Header) { h.Set("X-Signature-Ed25519", "00") }, 401},
		"old":           {ping, func(h http.Header) { fake.Sign(h, time.Now().Add(-6*time.Minute), ping) }, 401},
		"another body":  {ping, func(h http.Header) { fake.Sign(h, time.Now(), []byte("{}")) }, 401},
		"malformed":     {[]byte(`{"type":`), func(http.Header) {}, 400},
		"without an id": {[]byte(`{"type":3,"data":{}}`), func(http.Header) {}, 400},
		"too large":     {bytes.Repeat([]byte(" "), 2<<20), func(http.Header) {}, 413},
	} {
		if got := send(c.body, c.change); got != c.want {
			t.Errorf("%s: %d, not %d", name, got, c.want)
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
	in := newInbox()
	_, bot := fakeAndBot(t, in.use)
	now, valid := strconv.FormatInt(time.Now().Unix(), 10), strings.Repeat("0", 128)
	for name, h := range map[string]http.Header{
		"nothing":          {},
		"no signature":     {"X-Signature-Timestamp": {now}},
		"half a signature": {"X-Signature-Timestamp": {now}, "X-Signature-Ed25519": {"00"}},
		"no hex":           {"X-Signature-Timestamp": {now}, "X-Signature-Ed25519": {strings.Repeat("x", 128)}},
		"no time":          {"X-Signature-Ed25519": {valid}},
		"an old time":      {"X-Signature-Timestamp": {strconv.FormatInt(time.Now().Add(-6*time.Minute).Unix(), 10)}, "X-Signature-Ed25519": {valid}},
	} {
		r := httptest.NewRequest(http.MethodPost, "/discord/interactions", unread{t})
		r.ContentLength = 1000
		for k, v := range h {
			r.Header[http.CanonicalHeaderKey(k)] = v
		}
		w := httptest.NewRecorder()
		if bot.ServeHTTP(w, r); w.Code != http.StatusUnauthorized || w.Header().Get("Connection") != "close" {
			t.Errorf("%s: %d, %v", name, w.Code, w.Header())
		}
	}
}

func TestClicksBecomeActs(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	for _, c := range []struct {
		card, action string
		want         assistant.Body
	}{
		{"plan_open", "v1:plan:approve", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictApproved}},
		{"plan_open", "v1:plan:reject", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictRejected}},
		{"approval_open", "v1:approval:reject", assistant.ApprovalDecided{Approval: "02b0", Verdict: assistant.VerdictRejected}},
		{"run_running", "v1:run:stop", assistant.StopRequested{Run: "05e0"}},
		{"run_failed", "v1:run:retry", assistant.RetryRequested{Run: "05e0"}},
		{"run_failed", "v1:run:undo", assistant.UndoRequested{Run: "05e0"}},
		{"plan_unfinished", "v1:plan:approve", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictApproved}},
		{"plan_unfinished", "v1:plan:unseen", assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictApproved, Unseen: true}},
		{"error", "v1:run:retry", assistant.RetryRequested{Run: "05e0"}},
	} {
		id, err := bot.Post(t.Context(), here(), cards()[c.card], c.card)
		if err != nil {
			t.Fatal(err)
		}
		m := shown(t, fake, id)
		a, err := fake.Click(t.Context(), m, anna, m.Action(c.action), "")
		if err != nil || a.Type != 6 {
			t.Errorf("%s is answered %+v, %v", c.action, a, err)
		}
		got := in.lastAct(t)
		if d := cmp.Diff(c.want, got.Body); d != "" {
			t.Error(d)
		}
		if !cmp.Equal(got.From, assistant.Identity{Surface: assistant.SurfaceDiscord, External: anna, Name: "Anna", Language: assistant.English, Groups: []string{}, GroupsIn: home}) || got.Key == "" {
			t.Errorf("by %+v under %q", got.From, got.Key)
		}
	}
	clean(t, fake)
}

func TestWhatDidNotTakeEffectIsSaidInPrivate(t *testing.T) {
	in := newInbox()
	in.note = "Only *Bob* may."
	fake, bot := fakeAndBot(t, in.use)
	id, _ := bot.Post(t.Context(), here(), cards()["plan_open"], "n")
	m := shown(t, fake, id)
	a, err := fake.Click(t.Context(), m, anna, m.Action("v1:plan:approve"), "")
	if err != nil || a.Note() != `Only \*Bob\* may.` || !strings.Contains(string(a.Data), `"flags":68`) {
		t.Errorf("%s, %v", a.Data, err)
	}
	in.note, in.fail = "", 1
	if a, err = fake.Click(t.Context(), m, anna, m.Action("v1:plan:approve"), ""); err != nil || !strings.Contains(a.Note(), "try again") {
		t.Errorf("%s, %v", a.Data, err)
	}
	clean(t, fake)
}

func TestQuestionsAreAnsweredByButtonsSelectsAndForms(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	post := func(name string) bots.ClarificationCard {
		card, _ := cards()[name].(bots.ClarificationCard)
		in.question = card.Clarification
		if _, err := bot.Post(t.Context(), here(), card, name); err != nil {
			t.Fatal(err)
		}
		return card
	}
	newest := func() (m []int) { return []int{len(fake.Posted(text)) - 1} }

	post("clarification_options")
	m := fake.Posted(text)[newest()[0]]
	if a, err := fake.Click(t.Context(), m, anna, m.Action("v1:ask:opt:04d0:0:1"), ""); err != nil || a.Type != 6 {
		t.Fatalf("%+v %v", a, err)
	}
	same(t, assistant.Answered{Clarification: "04d0", Values: map[string]string{"fork": "many"}}, in.lastAct(t).Body)

	card := post("clarification_form")
	m = fake.Posted(text)[newest()[0]]
	form, err := fake.Click(t.Context(), m, anna, m.Action("v1:ask:form"), "")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := fake.Submit(t.Context(), form, text, anna, map[string]string{"choice:0": "French", "own:1": "families"}); err != nil || a.Type != 6 {
		t.Fatalf("%+v %v", a, err)
	}
	same(t, assistant.Answered{Clarification: card.Clarification.ID, Values: map[string]string{"language": "fr", "audience": "families"}}, in.lastAct(t).Body)
	if a, err := fake.Submit(t.Context(), form, text, anna, map[string]string{"own:1": "families"}); err != nil || a.Type != 6 {
		t.Fatalf("%+v %v", a, err)
	}
	same(t, assistant.Answered{Clarification: card.Clarification.ID, Values: map[string]string{"language": "", "audience": "families"}}, in.lastAct(t).Body)
	if a, err := fake.Submit(t.Context(), form, text, anna, nil); err != nil || a.Type != 6 {
		t.Fatalf("nothing was filled in, which the form promises to take: %+v %v", a, err)
	}
	same(t, assistant.Answered{Clarification: card.Clarification.ID, Values: map[string]string{"language": "", "audience": ""}}, in.lastAct(t).Body)

	five := cards()["clarification_select"].(bots.ClarificationCard)
	five.Clarification.Questions = []assistant.Question{{Key: "project", Text: "Which?", Options: cardkit.Options(20), Free: true}}
	in.question = five.Clarification
	if _, err := bot.Post(t.Context(), here(), five, "five"); err != nil {
		t.Fatal(err)
	}
	m = fake.Posted(text)[newest()[0]]
	if _, err := fake.Click(t.Context(), m, anna, m.Action("v1:ask:select"), "Project Cxxxxxxxx"); err != nil {
		t.Fatal(err)
	}
	same(t, assistant.Answered{Clarification: "04d0", Values: map[string]string{"project": cardkit.Options(3)[2].Value}}, in.lastAct(t).Body)

	in.closed = true
	if a, err := fake.Click(t.Context(), m, anna, m.Action("v1:ask:form"), ""); err != nil || a.Note() == "" {
		t.Errorf("a closed question opens a form: %+v %v", a, err)
	}
	clean(t, fake)
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTheLargestFormsAreValid(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	card, _ := cardkit.Large()["ask"].(bots.ClarificationCard)
	in.question = card.Clarification
	id, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	if a, err := fake.Click(t.Context(), m, anna, m.Action("v1:ask:form"), ""); err != nil || a.Type != 9 {
		t.Errorf("%+v %v", a, err)
	}
	clean(t, fake)
}

func TestChangesToAPlanAreAskedForInAForm(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	id, _ := bot.Post(t.Context(), here(), cards()["plan_open"], "n")
	m := shown(t, fake, id)
	form, err := fake.Click(t.Context(), m, anna, m.Action("v1:plan:edit"), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fake.Submit(t.Context(), form, text, anna, map[string]string{"changes": " drop step 3 "}); err != nil {
		t.Fatal(err)
	}
	same(t, assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictChanges, Note: "drop step 3"}, in.lastAct(t).Body)
	clean(t, fake)
}

func TestAskStartsAThreadAndSaysWhere(t *testing.T) {
	in := newInbox()
	fake, _ := fakeAndBot(t, in.use)
	a, err := fake.Command(t.Context(), text, anna, "ask", "prompt", "Make a *page*\nplease @everyone")
	if err != nil || a.Type != 5 {
		t.Fatalf("%+v %v", a, err)
	}
	got := in.all()
	if len(got) != 1 || got[0].Text != "Make a *page*\nplease @everyone" || !fake.HasThread(got[0].Place.Channel) || got[0].Place.Space != fake.Guild {
		t.Fatalf("%+v", got)
	}
	if want := "Working on it in <#" + got[0].Place.Channel + ">."; fake.Original(a) != want {
		t.Errorf("the person reads %q", fake.Original(a))
	}
	if _, err := fake.Command(t.Context(), got[0].Place.Channel, bob, "ask", "prompt", "And more"); err != nil {
		t.Fatal(err)
	}
	if more := in.all(); len(more) != 2 || more[1].Place != got[0].Place {
		t.Errorf("asked in a thread: %+v", more)
	}
	if _, err := fake.Command(t.Context(), direct, bob, "ask", "prompt", "In private"); err != nil {
		t.Fatal(err)
	}
	if more := in.all(); len(more) != 3 || more[2].Place != (assistant.Place{Surface: assistant.SurfaceDiscord, Channel: direct}) {
		t.Errorf("asked in private: %+v", more)
	}
	in.fail = 1
	if a, err = fake.Command(t.Context(), direct, bob, "ask", "prompt", "Lost"); err != nil || !strings.Contains(fake.Original(a), "try again") {
		t.Errorf("not stored: %q %v", fake.Original(a), err)
	}
	clean(t, fake)
}

func TestAMessageCanBeAskedAbout(t *testing.T) {
	in := newInbox()
	fake, _ := fakeAndBot(t, in.use)
	id := fake.Write(text, bob, "The site is slow.")
	form, err := fake.About(t.Context(), text, id, anna, "Ask about this")
	if err != nil || form.Type != 9 {
		t.Fatalf("%+v %v", form, err)
	}
	a, err := fake.Submit(t.Context(), form, text, anna, map[string]string{"prompt": "Is it?"})
	if err != nil {
		t.Fatal(err)
	}
	got := in.all()
	if len(got) != 1 || got[0].Text != "Is it?\n\nThis is about the message of Bob:\n> The site is slow." || got[0].Place.Channel != id {
		t.Fatalf("%+v", got)
	}
	if !strings.Contains(fake.Original(a), "<#"+id+">") {
		t.Errorf("the person reads %q", fake.Original(a))
	}
	clean(t, fake)
}

func TestCommandsAnswerInPrivate(t *testing.T) {
	in := newInbox()
	in.places[here()] = true
	in.runs = []assistant.RunView{{
		Run:   assistant.Run{ID: "r1", Title: "Services", Status: assistant.RunRunning},
		Tasks: []assistant.Task{{Summary: "Write", Status: assistant.TaskInProgress}},
	}}
	in.ongoing = in.runs
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.Public = assistant.PublicAt("https://panel.example")
		c.Roster = bots.Always([]assistant.Agent{{ID: assistant.Chief, Name: "Hans", Role: "Leads", Avatar: "🧭", Visible: true}})
	})
	for name, want := range map[string]string{
		"tasks": "**Services** · running · 0 of 1 done", "status": "- Write · in progress", "agents": "**Hans** · Leads",
		"settings": "You are **Anna**. Your role here: approver.", "stop": "Stopping “Services”", "other": "I do not know this one",
	} {
		a, err := fake.Command(t.Context(), text, anna, name)
		if err != nil || !strings.Contains(a.Note(), want) || !strings.Contains(string(a.Data), `"flags":68`) {
			t.Errorf("/%s: %s, %v", name, a.Data, err)
		}
	}
	same(t, assistant.StopRequested{Run: "r1"}, in.lastAct(t).Body)
	fake.SetLocale(anna, "de")
	for name, want := range map[string]string{"tasks": "läuft · 0 von 1 erledigt", "stop": "wird angehalten", "settings": "Ihre Rolle hier: Freigebende", "other": "Das kenne ich nicht."} {
		if a, err := fake.Command(t.Context(), text, anna, name); err != nil || !strings.Contains(a.Note(), want) {
			t.Errorf("/%s in German: %s, %v", name, a.Data, err)
		}
	}
	fake.SetLocale(anna, "en-US")
	if a, err := fake.Command(t.Context(), direct, anna, "stop"); err != nil || a.Note() != "Nothing is running here." {
		t.Errorf("%s %v", a.Data, err)
	}
	clean(t, fake)
}

func TestCommandsAreRegisteredOncePerChange(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	for range 3 {
		if err := bot.Register(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := fake.Registered(); n != 1 {
		t.Errorf("registered %d times", n)
	}
	clean(t, fake)
}
