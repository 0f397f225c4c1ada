package slack_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

var nico, noon = cardkit.Nico, cardkit.Noon

func cards() map[string]bots.Card {
	out := cardkit.Samples("<!channel>")
	for _, name := range []string{"answer", "answer_rehearsal"} {
		answer, _ := out[name].(bots.AnswerCard)
		answer.Message = assistant.MessageID("said-" + name)
		out[name] = answer
	}
	return out
}

func TestTextThatPeopleWroteHasNoForce(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	root := fake.Write("C1", "", "U1", "hi")
	for name, card := range cards() {
		ts, err := bot.Post(t.Context(), place(root), card, name)
		if err != nil {
			t.Fatal(err)
		}
		m := message(t, fake, ts)
		for _, force := range []string{"<!channel>", "<!here", "<@U1>"} {
			if strings.Contains(unescape(t, m.Blocks), force) || strings.Contains(m.Text, force) {
				t.Errorf("%s: %s is alive", name, force)
			}
		}
	}
}

// unescape undoes JSON's own escapes, so that what Slack reads can be searched.
func unescape(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return b.String()
}

func TestTheLargestCardsFitIntoAMessage(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	root := fake.Write("C1", "", "U1", "hi")
	for name, card := range large() {
		ts, err := bot.Post(t.Context(), place(root), card, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m := message(t, fake, ts); utf8.RuneCountInString(m.Text) > 4000 {
			t.Errorf("%s: text of %d characters", name, len(m.Text))
		}
		if err := bot.Edit(t.Context(), place(root), ts, cards()["status"]); err != nil {
			t.Errorf("%s: edit: %v", name, err)
		}
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Errorf("rules broken:\n%s", clip(strings.Join(v, "\n"), 3000))
	}
}

func clip(s string, n int) string { return s[:min(n, len(s))] }

// large are cards of everything too long and too many, in characters that JSON and Slack make longer still.
func large() map[string]bots.Card {
	long := strings.Repeat("<&>\"\n😀 wörd ", 500)
	out := map[string]bots.Card{
		"answer": bots.AnswerCard{Agent: nico, Text: long, Conversation: "c"},
		"fence":  bots.AnswerCard{Agent: nico, Text: "```\n" + strings.Repeat("a line of code\n\n", 3000), Conversation: "c"},
		"error":  bots.ErrorCard{Problem: assistant.Problem{Message: assistant.Verbatim(long), Recovery: assistant.Verbatim(long), ID: long}},
		"status": bots.AnswerCard{Status: true, Text: long},
	}
	speaker := bots.Speaker{ID: "x", Called: long, Avatar: long}
	thinking := bots.ThinkingCard{}
	plan := bots.PlanCard{Plan: assistant.Plan{Title: long, Goal: long, Fork: long, ProjectName: long, ExpiresAt: noon}, State: assistant.PlanOpen, RequestedBy: long}
	approval := bots.ApprovalCard{Approval: assistant.Approval{Title: assistant.Verbatim(long), Why: assistant.Verbatim(long), Irreversible: true, ExpiresAt: noon, Preview: assistant.Preview{Target: long}}, State: assistant.ApprovalPending, RequestedBy: long}
	ask := bots.ClarificationCard{Clarification: assistant.Clarification{ID: "ask", Intro: long, ExpiresAt: noon}, State: bots.AskOpen}
	run := bots.RunCard{Title: assistant.Verbatim(long), Status: assistant.RunFailed, CanRetry: true, CanUndo: true, By: long}
	for i := range 120 {
		thinking.Handoffs = append(thinking.Handoffs, long)
		thinking.Lines = append(thinking.Lines, bots.ThinkingLine{Agent: speaker, Text: long})
		step := assistant.Step{Key: long, Summary: long, Notes: []string{long, long}, Effect: assistant.EffectIrreversible, Preview: &assistant.Preview{Title: assistant.Verbatim(long)}}
		for range 30 {
			step.Preview.Fields = append(step.Preview.Fields, assistant.Field{Name: long, Old: long, New: long})
		}
		plan.Plan.Steps = append(plan.Plan.Steps, step)
		plan.Changes = append(plan.Changes, long)
		plan.Groups = append(plan.Groups, bots.PlanGroup{Name: "Z", Steps: []bots.PlanStep{{Step: step, Number: i + 1, Owner: speaker}}})
		approval.Approval.Preview.Fields = append(approval.Approval.Preview.Fields, assistant.Field{Name: long, Old: long, New: long})
		ask.Clarification.Questions = append(ask.Clarification.Questions, assistant.Question{Text: long, Reason: long, Default: long, Free: true, Options: cardkit.Options(20)})
		run.Total++
		run.Groups = append(run.Groups, bots.RunGroup{Name: "Z", Tasks: []bots.RunTask{{
			ID: assistant.TaskID(long), Summary: assistant.Verbatim(long), Owner: speaker, State: bots.TaskFailed, Result: assistant.Verbatim(long), URL: "https://x.example/" + strings.Repeat("a", 900),
			Problem: &assistant.Problem{Message: assistant.Verbatim(long), Recovery: assistant.Verbatim(long)},
		}}})
		run.Handoffs = append(run.Handoffs, long)
		run.Undone = append(run.Undone, bots.UndoneLine{Summary: assistant.Verbatim(long), Problem: &assistant.Problem{Message: assistant.Verbatim(long)}})
		run.Thinking = append(run.Thinking, bots.ThinkingGroup{Title: long, Agents: []bots.ThinkingAgent{{Agent: speaker, Lines: thinking.Lines[:1]}}})
	}
	answered := ask
	answered.State = bots.AskAnswered
	for range 50 {
		answered.Answers = append(answered.Answers, bots.AskAnswer{Question: long, Answer: long})
	}
	out["thinking"], out["plan"], out["approval"], out["ask"], out["answered"], out["run"] = thinking, plan, approval, ask, answered, run
	return out
}

func TestTheEmptiestCardsAreValidToo(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	root := fake.Write("C1", "", "U1", "hi")
	for _, card := range []bots.Card{
		bots.AnswerCard{Text: "."},
		bots.PlanCard{State: assistant.PlanOpen, Plan: assistant.Plan{Title: "x"}},
		bots.RunCard{Title: assistant.Say("x")},
		bots.ClarificationCard{State: bots.AskOpen, Clarification: assistant.Clarification{Questions: []assistant.Question{{Text: "?"}}}},
		bots.ApprovalCard{State: assistant.ApprovalPending, Approval: assistant.Approval{Title: assistant.Say("x")}},
		bots.ErrorCard{Problem: assistant.Problem{Message: assistant.Say("x")}},
		bots.ThinkingCard{Lines: []bots.ThinkingLine{{Text: "x"}, {Text: "y"}}},
		bots.PlanCard{State: assistant.PlanExpired},
	} {
		if _, err := bot.Post(t.Context(), place(root), card, "n"); err != nil {
			t.Errorf("%T: %v", card, err)
		}
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Errorf("rules broken:\n%s", strings.Join(v, "\n"))
	}
}

func TestALongAnswerIsCutAtAParagraphAndSaysWhereTheRestIsWhereSlackTakesNoFiles(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.Public = assistant.PublicAt("https://panel.example/") })
	fake.Fault("files.getUploadURLExternal", fakeslack.Fault{Error: "missing_scope"})
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), large()["fence"], "n")
	if how(err) != bots.OutcomeBare {
		t.Fatal(err)
	}
	shown := unescape(t, message(t, fake, ts).Blocks)
	if !strings.Contains(shown, "a line of code\\n```\\n\\n_… this is only the beginning:_ [full text in the panel](https://panel.example/c/c)") {
		t.Errorf("cut badly: …%s", shown[max(0, len(shown)-700):])
	}
}

func TestTheHashFollowsTheLook(t *testing.T) {
	_, bot := fakeAndBot(t, nil)
	seen := map[string]string{}
	for name, card := range cards() {
		h := bot.Hash(t.Context(), place("1.0"), card)
		if h == "" || h != bot.Hash(t.Context(), place("1.0"), card) || seen[h] != "" {
			t.Errorf("%s: hash %q, also of %q", name, h, seen[h])
		}
		seen[h] = name
	}
	if h := bot.Hash(t.Context(), place("1.0"), bots.UserCard{Text: "x"}); h != "" {
		t.Errorf("a person's own words are drawn: %q", h)
	}
}

// fakeAndBot starts a fake Slack with a channel, and a bot that talks to it. Nothing paces it.
func fakeAndBot(t *testing.T, change func(*slack.Config)) (*fakeslack.Server, *slack.Bot) {
	t.Helper()
	schema := fakeslack.FindSchema()
	if schema == "" {
		t.Log("the schema of Slack's blocks is not there: shapes are not checked")
	}
	fake, err := fakeslack.New(context.Background(), fakeslack.Config{Schema: schema})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel("C1", "D1")
	fake.AddUser("U1", "alice")
	c := slack.Config{
		SigningSecret: fake.SigningSecret, Token: fake.Token, APIURL: fake.APIURL(), Tenant: "tenant",
		Pace: slack.Pace{Posts: 1e6, PostBurst: 1e6, EditEvery: time.Nanosecond, EditBurst: 1e6, MoreEvery: time.Nanosecond},
	}
	if change != nil {
		change(&c)
	}
	bot := slack.New(c)
	fake.Connect(bot)
	return fake, bot
}

func place(root string) assistant.Place {
	return assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: root}
}

func message(t *testing.T, fake *fakeslack.Server, ts string) fakeslack.Message {
	t.Helper()
	for _, m := range fake.Messages("C1") {
		if m.TS == ts {
			return m
		}
	}
	t.Fatalf("no message %s", ts)
	return fakeslack.Message{}
}
