package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// toolModel speaks OpenAI's protocol. It wants a file when it is offered the tool for it and then says so; without tools,
// or where it takes none, it says something else.
type toolModel struct {
	*httptest.Server
	refuses bool // tools

	mu    sync.Mutex
	asked []map[string]any // with tools
	told  []string         // what tools gave
}

func newToolModel(t *testing.T, refuses bool) *toolModel {
	t.Helper()
	m := &toolModel{refuses: refuses}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

// ServeHTTP implements [http.Handler].
func (m *toolModel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var in struct {
		Tools    []map[string]any
		Messages []struct {
			Role    string
			Content any
		}
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	last := in.Messages[len(in.Messages)-1]
	switch {
	case len(in.Tools) > 0 && m.refuses:
		http.Error(w, `{"error":{"message":"this model does not support tools","type":"invalid_request_error"}}`, http.StatusBadRequest)
	case last.Role == "tool":
		said, _ := last.Content.(string)
		m.told = append(m.told, said)
		stream(w, true, `"content":"I have put the prices into prices.csv."`)
	case len(in.Tools) > 0:
		m.asked = append(m.asked, in.Tools...)
		arguments, _ := json.Marshal(`{"name":"prices.csv","rows":[["what","price"],["a filter","=20+5"]]}`)
		stream(w, true, `"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"write_file","arguments":`+string(arguments)+`}}]`)
	default:
		stream(w, true, `"content":"I can only talk."`)
	}
}

func (m *toolModel) env() []string {
	return []string{"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=k", "OPENAI_MODEL=m", "OPENAI_FAST_MODEL=m", "OPENAI_BASE_URL=" + m.URL}
}

// TestAModelWritesAFile: a model that calls the tool itself, with schemas that every provider takes.
func TestAModelWritesAFile(t *testing.T) {
	t.Parallel()
	m := newToolModel(t, false)
	k := newChild(t, m.env()...)
	k.startReady()
	a := api{t, k}
	said := a.chat("", "What do filters cost?")
	if !strings.Contains(said.text(), "I have put the prices into prices.csv.") {
		t.Fatalf("%s", said.text())
	}
	page := panelPage(t, k, "/c/"+said.ConversationID)
	_, link, found := strings.Cut(page, `href="/api/files/`)
	if link, _, _ = strings.Cut(link, `"`); !found || panelPage(t, k, "/api/files/"+link) != "what,price\na filter,'=20+5\n" {
		t.Errorf("no such file on the page:\n%s", page)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != 1 || !strings.HasPrefix(m.told[0], "«data» from write_file\nWrote the file “prices.csv”") {
		t.Errorf("it was told %q", m.told)
	}
	if len(m.asked) < 2 {
		t.Fatalf("it was offered %v", m.asked)
	}
	for _, offered := range m.asked {
		raw, _ := json.Marshal(offered)
		if !strings.Contains(string(raw), `"properties":{`) || strings.Contains(string(raw), `"null"`) {
			t.Errorf("not every provider takes %s", raw)
		}
	}
}

// TestAModelWithoutToolsStillAnswers: one that refuses requests with tools is asked without them.
func TestAModelWithoutToolsStillAnswers(t *testing.T) {
	t.Parallel()
	m := newToolModel(t, true)
	k := newChild(t, m.env()...)
	k.startReady()
	a := api{t, k}
	if said := a.chat("", "What do filters cost?"); !strings.Contains(said.text(), "I can only talk.") {
		t.Errorf("%s", said.text())
	}
}
