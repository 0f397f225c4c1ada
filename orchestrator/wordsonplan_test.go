package orchestrator_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// tells lets Anna say something, and the model take it for that.
func (h *house) tells(text, takes string) {
	h.t.Helper()
	h.model.mu.Lock()
	h.model.takes = takes
	h.model.mu.Unlock()
	_, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: text, Key: h.ids.New(), Conversation: h.conversation,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
}

// verdicts are the decisions on plans that the log has, joined.
func (h *house) verdicts() string {
	h.t.Helper()
	var out []string
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.PlanDecided); ok {
			out = append(out, string(b.Verdict))
		}
	}
	return strings.Join(out, " ")
}

// TestNoModelDecidesThatSomebodyAgrees: what it takes for a yes is asked for once more, and a plain yes then decides.
func TestNoModelDecidesThatSomebodyAgrees(t *testing.T) {
	h := newHouse(t)
	h.propose()
	h.tells("well if you ask me the thing is as good as it gets", llm.KindApprove)
	h.says("I only start on a plain yes")
	if got := h.verdicts(); got != "" {
		t.Fatalf("a model has decided: %s", got)
	}
	h.tells("ja, bitte", "")
	awaits(h, anyOf[assistant.RunStarted])
}

func TestWhatAModelTakesWordsForWhereAPlanIsOpen(t *testing.T) {
	for kind, want := range map[string]string{llm.KindReject: "rejected", llm.KindStop: "rejected", llm.KindRevise: "changes"} {
		t.Run(kind, func(t *testing.T) {
			h := newHouse(t)
			h.propose()
			h.tells("the thing is as it is I would say", kind)
			if got := awaits(h, anyOf[assistant.PlanDecided]); !strings.HasPrefix(string(got.Verdict), want) {
				t.Errorf("%+v", got)
			}
		})
	}
	t.Run("something of their own", func(t *testing.T) {
		h := newHouse(t)
		h.propose()
		h.tells("Let me ask my boss first", llm.KindAnswer)
		h.says("switched off")
		if got := h.verdicts(); got != "" {
			t.Errorf("it was taken for %s", got)
		}
	})
}

// TestAChangedRequestIsNotSilentlyIgnored: whoever changes or takes back words while a plan stands there is told what it is made of.
func TestAChangedRequestIsNotSilentlyIgnored(t *testing.T) {
	h := newHouse(t)
	in := assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: "thanks a lot", Key: "said", ExternalID: "1.1", Conversation: h.conversation,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	}
	_, err := h.Receive(t.Context(), in)
	h.ok(err)
	h.propose()
	in.Key, in.Change, in.Text = "changed", assistant.ChangeEdited, "thanks, and in French please"
	_, err = h.Receive(t.Context(), in)
	h.ok(err)
	h.says("The plan “Services page” is as it was; say what should be different")
	in.Key, in.Change = "gone", assistant.ChangeDeleted
	_, err = h.Receive(t.Context(), in)
	h.ok(err)
	h.says("The plan “Services page” still stands; say no to drop it.")
	if got := h.verdicts(); got != "" {
		t.Errorf("it was taken for %s", got)
	}
}

// TestWordsThatAreTakenBackBeforeTheyAreReadAreNotAnswered: nothing is left of them, and nobody is told that they could not be read.
func TestWordsThatAreTakenBackBeforeTheyAreReadAreNotAnswered(t *testing.T) {
	h := newHouse(t)
	in := assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: "please create a page called Secrets", Key: "said", ExternalID: "1.1", Conversation: h.conversation,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	}
	_, err := h.db.Intake.Receive(t.Context(), in) // nobody is told yet
	h.ok(err)
	in.Key, in.Change = "gone", assistant.ChangeDeleted
	_, err = h.Receive(t.Context(), in)
	h.ok(err)
	h.says("Hans noted that a message was deleted")
	page, err := h.db.Conversations.Messages(t.Context(), h.tenant, h.conversation, 0, 100)
	h.ok(err)
	for _, m := range page.Messages {
		if strings.Contains(m.Content, "Secrets") || strings.Contains(m.Content, "no words in it") {
			t.Errorf("it says %q", m.Content)
		}
	}
}
