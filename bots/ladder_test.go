package bots_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/sampled"
)

// readable is what a person reads of a message: its blocks, or its text where it has none.
func readable(m fakeslack.Message) string {
	var v any
	if json.Unmarshal(m.Blocks, &v) != nil || v == nil || string(m.Blocks) == "[]" {
		return m.Text
	}
	var b strings.Builder
	readInto(v, &b)
	return b.String()
}

func readInto(v any, b *strings.Builder) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			readInto(x, b)
		}
	case map[string]any:
		if v["type"] == "actions" || v["type"] == "context_actions" {
			return
		}
		for _, x := range v {
			if text, ok := x.(string); ok && strings.Contains(text, "token") {
				b.WriteString(text + "\n")
				continue
			}
			readInto(x, b)
		}
	}
}

// cardsOf are a message of each kind of card, whose words are the token's; long is an answer of several messages.
func cardsOf(token string, long bool) [][]assistant.Message {
	more := ""
	if long {
		more = strings.Repeat("\n\nA sentence of some length stands here.", 500)
	}
	plan := assistant.Plan{ID: assistant.PlanID("p" + token), Version: 1, Title: token, Steps: []assistant.Step{{Key: "a", Summary: "Make it"}}}
	return [][]assistant.Message{
		{answer(token + more)},
		{status(assistant.PlanProposed{Plan: plan})},
		{status(assistant.Asked{Clarification: assistant.Clarification{ID: assistant.ClarificationID("q" + token), Intro: token, Questions: []assistant.Question{{Key: "k", Text: "Which one?"}}}})},
		{status(assistant.ApprovalRequested{Approval: assistant.Approval{ID: assistant.ApprovalID("a" + token), Title: assistant.Verbatim(token)}})},
		{status(assistant.Failed{Problem: assistant.Problem{Message: assistant.Verbatim(token), Recovery: assistant.Say("Try again.")}})},
		{
			caused(token, thinks(assistant.Chief, assistant.PhaseRouting, "", token)), caused(token, thinks(assistant.Chief, assistant.PhaseRouting, "", "and more")),
		},
	}
}

// caused is a message of another turn.
func caused(by string, m assistant.Message) assistant.Message {
	m.Cause = assistant.MessageID(by)
	return m
}

// Whatever Slack refuses, and whenever: every card can be read, once, as it is drawn or in words, or a line says that it was
// refused, and an operator is told; nothing is shown twice and nothing swallowed.
func TestWhateverIsRefusedNothingIsSwallowedAndNothingDoubled(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	content := []string{"invalid_blocks", "msg_blocks_too_long", "msg_too_long", "invalid_arguments", "invalid_attachments", "unheard_of"}
	passing := []fakeslack.Fault{{Error: "internal_error"}, {Error: "ratelimited"}, {Error: "invalid_auth"}, {Status: 503}, {Cut: true}, {Status: 429, RetryAfter: 2 * time.Second}}
	methods := []string{"chat.postMessage", "chat.postMessage", "chat.postMessage", "chat.update", "conversations.replies", "files.getUploadURLExternal"}
	told, plain := 0, 0
	for round := range sampled.Number(20, 60) {
		d := newDesk(t, nil)
		var tokens []string
		for i := range 4 {
			token := fmt.Sprintf("token%dx%dx", round, i)
			kinds := cardsOf(token, r.IntN(4) == 0)
			d.store.say(kinds[r.IntN(len(kinds))]...)
			tokens = append(tokens, token)
			for range r.IntN(4) {
				fault := fakeslack.Fault{Error: content[r.IntN(len(content))]}
				if r.IntN(3) == 0 {
					fault = passing[r.IntN(len(passing))]
				}
				d.fake.Fault(methods[r.IntN(len(methods))], fault)
			}
			d.deliverAll()
		}
		var all strings.Builder
		for _, m := range d.fake.Posted("C1", d.root) {
			all.WriteString(readable(m) + "\n")
		}
		words, lines, missing := all.String(), strings.Count(all.String(), "refused by Slack"), 0
		for _, token := range tokens {
			switch strings.Count(words, token) {
			case 0:
				missing++
			case 1:
			default:
				t.Fatalf("round %d: %s is shown %d times: %s", round, token, strings.Count(words, token), words)
			}
		}
		dropped := 0
		for _, f := range d.store.failures {
			if f.Outcome == string(bots.OutcomeGivenUp) {
				dropped++
			}
		}
		if missing > lines+dropped || d.store.intended() > dropped || len(d.store.failures) < d.outcomes[bots.OutcomePlain]+d.outcomes[bots.OutcomeTold]+d.outcomes[bots.OutcomeGivenUp] {
			t.Fatalf("round %d: %d of 4 missing, %d lines, %d given up, %d open, noted %+v, outcomes %v: %s", round, missing, lines, dropped, d.store.intended(), d.store.failures, d.outcomes, words)
		}
		told, plain = told+d.outcomes[bots.OutcomeTold], plain+d.outcomes[bots.OutcomePlain]
	}
	t.Logf("%d cards in words, %d told of", plain, told)
	if plain < 10 || told < 3 {
		t.Errorf("too little was refused to tell: %d in words, %d told of", plain, told)
	}
}

// Where only the way that cards are drawn is refused, always, all of it can still be read, and how to decide.
func TestWithoutBlocksEveryCardCanBeReadAndDecided(t *testing.T) {
	for i, want := range []string{"", "write “go ahead”", "write your answer", "write “approve” or “reject”", "", ""} {
		d := newDesk(t, nil)
		d.store.say(cardsOf("token", false)[i]...)
		d.fake.Fault("chat.postMessage", fakeslack.Fault{Error: "invalid_blocks"})
		d.deliverAll()
		posted := d.fake.Posted("C1", d.root)
		if len(posted) != 1 || len(posted[0].Blocks) > 0 || strings.Count(posted[0].Text, "token") != 1 || !strings.Contains(posted[0].Text, want) {
			t.Errorf("card %d: %+v", i, posted)
		}
		t.Logf("%s", posted[0].Text)
	}
}
