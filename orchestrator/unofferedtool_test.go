package orchestrator_test

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
	"github.com/aisteam/aisteam/internal/vendors"
)

// TestNoClaimOfACallThatWasNotOfferedIsSaid over the wire of a server: the tool is refused, the model is told so, and what it claimed in
// the same breath is read by nobody, the model included.
func TestNoClaimOfACallThatWasNotOfferedIsSaid(t *testing.T) {
	const claim = "I have created the page Prices for you."
	var mu sync.Mutex
	var asked []vendors.Asked
	server := httptest.NewServer(vendors.NewChat(func(a vendors.Asked) vendors.Said {
		mu.Lock()
		defer mu.Unlock()
		if asked = append(asked, a); len(asked) == 1 {
			return vendors.Said{Text: claim, Calls: []vendors.Call{{Name: "create_the_page", Arguments: `{"title":"Prices"}`}}}
		}
		return vendors.Said{Text: "That I cannot do here: " + a.Last().Results[0].Content}
	}, vendors.ChatConfig{Key: "k", Lenient: true}))
	defer server.Close()
	model, err := chat.New(chat.Config{Model: "qwen3:8b", APIKey: "k", BaseURL: server.URL + "/v1", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	client, err := llm.NewClient(llm.Config{Model: model, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{model: client}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	h.says(`That I cannot do here: Error: There is no tool "create_the_page" here.`)
	for _, m := range h.log() {
		if strings.Contains(fmt.Sprintf("%+v", m), claim) {
			t.Errorf("people read %+v", m)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for i, a := range asked[1:] {
		if strings.Contains(fmt.Sprintf("%+v", a.Messages), claim) {
			t.Errorf("at its step %d the model reads its claim: %+v", i+2, a.Messages)
		}
	}
	if len(c.board()) > 0 {
		t.Errorf("pinned %q", c.board())
	}
}
