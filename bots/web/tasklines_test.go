package web_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ledgerkit"
)

// duty is a background task whose times come when a test wants them to.
type duty struct {
	*testing.T

	w  *world
	db *ledgerkit.DB
	h  http.Handler
	id string
}

func onDuty(t *testing.T) duty {
	t.Helper()
	w, db, _ := agenda(t)
	h := w.surface(t, func(c *web.Config) {
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: time.Now}
		c.Pending, c.Now = db.Verbs, time.Now
	})
	made := told(t, call(t, h, "POST", "/api/tasks", `{"prompt":"check the audit","schedule":"every weekday at 9"}`).Body.Bytes())
	return duty{t, w, db, h, made.ID}
}

func (d duty) ok(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// comes lets the task be due, and gives what came of it.
func (d duty) comes(of func(words assistant.MessageID) []assistant.Message, calls ...assistant.ModelCall) {
	d.Helper()
	d.due()
	c, mail, found, err := d.db.Mailboxes.Claim(d.Context(), d.w.tenant.ID, time.Minute)
	if d.ok(err); !found {
		d.Fatal("nothing was said")
	}
	words := mail[0].Message.ID
	ms := of(words)
	for i := range ms {
		ms[i].Tenant, ms[i].Conversation, ms[i].Cause = d.w.tenant.ID, c.Conversation, words
	}
	for i := range calls {
		calls[i].Key, calls[i].Response = string(words)+"/model-1", []byte("{}")
	}
	_, err = d.db.Mailboxes.SettleAll(d.Context(), c, assistant.Settling{Mails: []int64{mail[0].ID}, Batch: assistant.Batch{Messages: ms, ModelCalls: calls}})
	d.ok(err)
	d.ok(d.db.Mailboxes.Release(d.Context(), c, false))
}

// due takes up a time of the task.
func (d duty) due() {
	d.Helper()
	if got := call(d.T, d.h, "POST", "/api/tasks/"+d.id+"/run", ""); got.Code != http.StatusOK {
		d.Fatalf("%d %s", got.Code, got.Body)
	}
	timers, err := d.db.Timers.DueTimers(d.Context(), 10)
	d.ok(err)
	for _, one := range timers {
		if one.Kind == assistant.TimerBackground {
			_, err := d.db.Backgrounds.FireBackground(d.Context(), assistant.Firing{Due: one, Next: time.Now().Add(time.Hour)})
			d.ok(err)
		}
	}
}

func (d duty) line(also ...func(*http.Request)) string {
	d.Helper()
	page := call(d.T, d.h, "GET", "/tasks", "", append(also, cookie(d.T, d.h))...).Body.String()
	_, line, found := strings.Cut(page, `<li id="task-`+d.id+`">`)
	if !found {
		d.Fatal(page)
	}
	line, _, _ = strings.Cut(line, `</div>
<form`)
	return line
}

func answers(assistant.MessageID) []assistant.Message {
	return []assistant.Message{{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "all is well", Body: assistant.Said{}}}
}

// TestALineOfAnAutomationSaysWhatItsLastTimeCameTo: in words, with when that was, what it cost, where it is read, and what the times before
// came to; what waits says for whom and since when, and not that it is at work.
func TestALineOfAnAutomationSaysWhatItsLastTimeCameTo(t *testing.T) {
	d := onDuty(t)
	if line := d.line(); strings.Contains(line, `class="strip"`) || strings.Contains(line, "began") {
		t.Errorf("it was never due, and says %s", line)
	}
	d.comes(answers, assistant.ModelCall{Provider: "gemini", Usage: assistant.Usage{Input: 1200, Output: 34}, Micros: 120_000})
	line := d.line()
	for _, want := range []string{">done</a>", "began <time", "1,234 tokens, $0.12", "this month: 1,234 tokens, $0.12", `<li class="ran"`} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is not in %s", want, line)
		}
	}
	d.comes(func(words assistant.MessageID) []assistant.Message {
		return []assistant.Message{{
			Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Key: string(words) + "/failed",
			Body: assistant.Failed{Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Nothing is running, and nothing waits for your decision."), Mend: assistant.Verbatim("the secret of operators")}},
		}}
	})
	line = d.line(reading("de"))
	if !strings.Contains(line, "fehlgeschlagen: Es läuft nichts") || strings.Contains(line, "secret of operators") || !strings.Contains(line, `<li class="failed"`) {
		t.Errorf("%s", line)
	}
	d.due()
	if line := d.line(); !strings.Contains(line, ">at work</a>") {
		t.Errorf("%s", line)
	}
}

func TestALineOfAnAutomationThatWaitsSaysForWhom(t *testing.T) {
	d := onDuty(t)
	plan := assistant.Plan{ID: assistant.PlanID(d.w.ids.New()), Version: 1, Title: "Mend the page", RequestedBy: d.w.owner.ID, ExpiresAt: time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond)}
	d.comes(func(words assistant.MessageID) []assistant.Message {
		plan.Unasked = words
		return []assistant.Message{{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Body: assistant.PlanProposed{Plan: plan}}}
	})
	shown := func() string {
		line, _, _ := strings.Cut(d.line(), "<summary>Change") // the form speaks of what is at work, and of what waits, too
		return line
	}
	line := shown()
	if !regexp.MustCompile(`<a href="/c/[0-9a-f-]+#slot-plan-[^"]+">waits for you since <time datetime="[^"]+">\d\d:\d\d</time></a>`).MatchString(line) ||
		strings.Contains(line, "at work") || !strings.Contains(line, `<li class="waiting"`) {
		t.Errorf("%s", line)
	}
	d.due() // it is left out
	if line := shown(); !strings.Contains(line, "waits for you since") || !strings.Contains(line, "left out since: 1") || !strings.Contains(line, `<li class="skipped"`) {
		t.Errorf("%s", line)
	}
	_, err := d.db.Intake.Post(context.WithoutCancel(t.Context()), assistant.Message{
		Tenant: d.w.tenant.ID, Conversation: d.conversation(), Author: assistant.AuthorUser, Person: d.w.owner.ID, Kind: assistant.KindStatus,
		Body: assistant.PlanDecided{Plan: plan.ID, Version: 1, Verdict: assistant.VerdictRejected},
	})
	d.ok(err)
	if line := shown(); !strings.Contains(line, ">declined</a>") || strings.Contains(line, "waits for") {
		t.Errorf("%s", line)
	}
}

func (d duty) conversation() assistant.ConversationID {
	d.Helper()
	b, err := d.db.Backgrounds.Background(d.Context(), d.w.tenant.ID, assistant.BackgroundID(d.id))
	d.ok(err)
	return b.Conversation
}
