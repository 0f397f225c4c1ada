package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/internal/vendors"
)

// strictAnthropic is Claude as its documentation has it (package vendors), which plays what a [provider] plays: its thinking comes back
// as it was given, after all that it was given after.
func strictAnthropic(t *testing.T) (*provider, []string) {
	t.Helper()
	p := &provider{tb: t}
	var server *vendors.Anthropic
	var mu sync.Mutex
	server = vendors.NewAnthropic(func(a vendors.Asked) vendors.Said {
		mu.Lock()
		defer mu.Unlock()
		return p.plays(a)
	}, "k")
	p.Server = httptest.NewServer(server)
	t.Cleanup(func() {
		p.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		if thinking := strings.Count(string(lastOf(server)), `"signature"`); thinking == 0 && !t.Failed() {
			t.Errorf("no thinking came back with the results: %s", lastOf(server))
		}
	})
	p.refusals = server.Refused
	return p, []string{"AI_PRIMARY_PROVIDER=anthropic", "ANTHROPIC_API_KEY=k", "ANTHROPIC_BASE_URL=" + p.URL}
}

// lastOf is the last request that ended with results.
func lastOf(server *vendors.Anthropic) []byte {
	var out []byte
	for _, r := range server.Received() {
		var body struct {
			Messages []json.RawMessage `json:"messages"`
		}
		if json.Unmarshal(r.Body, &body) == nil && len(body.Messages) > 0 && strings.Contains(string(body.Messages[len(body.Messages)-1]), `"tool_result"`) {
			out = r.Body
		}
	}
	return out
}

// plays answers as a [provider] does.
func (p *provider) plays(a vendors.Asked) vendors.Said {
	in := asked{system: a.System, last: a.Words(), results: len(a.Last().Results)}
	var schema struct {
		Properties map[string]any `json:"properties"`
	}
	if json.Unmarshal(a.Output, &schema) == nil {
		in.properties = schema.Properties
	}
	said := vendors.Said{Thought: "Three things at once."}
	switch {
	case len(in.properties) > 0:
		reply, err := rehearsed(purposeOfAnswer(in), wholeFacts(in.system, in.last))
		if err != nil {
			p.tb.Errorf("cannot play: %v", err)
		}
		said.Text = reply
	case in.results > 0:
		p.mu.Lock()
		p.resumed++
		p.mu.Unlock()
		said.Text = fmt.Sprintf("All %d calls came back.", in.results)
	case strings.Contains(in.last, "tell me its number"):
		for _, c := range threeCalls {
			said.Calls = append(said.Calls, vendors.Call{Name: c[0], Arguments: c[1]})
		}
	default:
		said.Text = "I can look things up and make tickets."
	}
	return said
}
