package agents_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// answers is a model that gives its replies one after the other.
type answers struct {
	replies []llm.Reply
	asked   []llm.Request
	err     error
}

func (a *answers) Ask(_ context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	a.asked = append(a.asked, r)
	if a.err != nil {
		return llm.Reply{}, a.err
	}
	reply := a.replies[min(len(a.asked), len(a.replies))-1]
	if onText != nil {
		onText(reply.Text())
	}
	return reply, nil
}

func text(s string) llm.Reply {
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, s), Info: llm.Info{Provider: "test"}}
}

// TestAModelSaysWhetherWordsBesideWhatIsOpenAskForWork.
func TestAModelSaysWhetherWordsBesideWhatIsOpenAskForWork(t *testing.T) {
	words := served()
	situation := assistant.Situation{
		Plan: &assistant.Plan{Title: "Services page"}, Run: &assistant.Run{Title: "Old", Status: assistant.RunCompleted},
		Recent: []assistant.Message{{Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: "hello"}},
	}
	cases := map[string]struct {
		replies []llm.Reply
		works   bool
		err     error
	}{
		"a plan":          {[]llm.Reply{text(`{"kind":"plan","reason":"r"}`)}, true, nil},
		"a change or two": {[]llm.Reply{text(`{"kind":"tool","reason":"r"}`)}, true, nil},
		"an answer":       {[]llm.Reply{text(`{"kind":"answer","reason":"r"}`)}, false, nil},
		"something else":  {[]llm.Reply{text(`{"kind":"stop","reason":"r"}`)}, false, nil},
		"corrected":       {[]llm.Reply{text(`{"kind":"dance","reason":"r"}`), text(`{"kind":"plan","reason":"r"}`)}, true, nil},
		"garbage":         {[]llm.Reply{text("dunno")}, false, llm.ErrGarbage},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			model := &answers{replies: c.replies}
			got, err := words.Judge(t.Context(), model, "make it nicer", situation)
			if !errors.Is(err, c.err) || got.Works != c.works {
				t.Errorf("%+v, error %v", got, err)
			}
			first := model.asked[0]
			if first.Purpose != llm.PurposeClassify || first.Tier != "" || !strings.Contains(string(first.Facts), "Services page") || strings.Contains(string(first.Facts), "Old") {
				t.Errorf("asked with %s", first.Facts)
			}
		})
	}
}

// TestAModelIsToldWhatIsOpenAndHeardOnlyOnThat: what it says of something that is not open is an answer.
func TestAModelIsToldWhatIsOpenAndHeardOnlyOnThat(t *testing.T) {
	words := served()
	plan := assistant.Situation{Plan: &assistant.Plan{Title: "Services page"}}
	approval := assistant.Situation{Approvals: []assistant.ApprovalRecord{{Approval: assistant.Approval{Title: assistant.Say("Publish Hours")}}}}
	proposed := assistant.Situation{Approvals: []assistant.ApprovalRecord{{Approval: assistant.Approval{Title: assistant.Say("Publish Hours"), Number: 1}}}}
	finished := assistant.Situation{Approvals: []assistant.ApprovalRecord{{Approval: assistant.Approval{Title: assistant.Say("Publish Hours"), Revisable: true}}}}
	question := assistant.Situation{Question: &assistant.Clarification{Intro: "Which one?"}}
	run := assistant.Situation{Run: &assistant.Run{Title: "Relaunch", Status: assistant.RunRunning}}
	for _, c := range []struct {
		s     assistant.Situation
		told  string
		kind  string
		heard agents.Heard
	}{
		{plan, "Services page", "approve", agents.HeardYes},
		{plan, "Services page", "reject", agents.HeardNo},
		{plan, "Services page", "revise", agents.HeardRevise},
		{plan, "Services page", "stop", agents.HeardStop},
		{plan, "Services page", "answer", agents.HeardOwn},
		{plan, "Services page", "reply_to_question", agents.HeardOwn},
		{approval, "Publish Hours", "approve", agents.HeardYes},
		{approval, "Publish Hours", "revise", agents.HeardOwn},
		{finished, "Publish Hours", "revise", agents.HeardRevise},
		{proposed, "Publish Hours", "revise", agents.HeardRevise},
		{question, "Which one?", "reply_to_question", agents.HeardReply},
		{question, "Which one?", "approve", agents.HeardOwn},
		{run, "Relaunch", "stop", agents.HeardStop},
		{run, "Relaunch", "approve", agents.HeardOwn},
		{assistant.Situation{}, "make it so", "approve", agents.HeardOwn},
	} {
		model := &answers{replies: []llm.Reply{text(`{"kind":"` + c.kind + `","reason":"r"}`)}}
		got, err := words.Judge(t.Context(), model, "make it so", c.s)
		if err != nil || got.Heard != c.heard || got.Works || !strings.Contains(string(model.asked[0].Facts), c.told) {
			t.Errorf("%s, where %s is open: %+v, %v", c.kind, c.told, got, err)
		}
	}
}
