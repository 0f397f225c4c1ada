package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// scriptedModel is a language model that speaks OpenAI's protocol and plays the stories that conversations bring: which one by the
// words that open the conversation, which line by how often it has spoken since. A story is lines of
//
//	calls TOOL ARGUMENTS      wants a tool; lines that begin with "and" are of the same step
//	says WORDS                answers
//	says WORDS and calls TOOL ARGUMENTS
//	tells                     answers with what the newest tools have given, word for word
//	nothing                   answers nothing at all
//	refuses                   refuses the request, as a provider does whose key is wrong
//	overloaded                has too much to do
//	cuts off WORDS            answers, and breaks off before the end; with "once" in front of the three it does so once
//	ponders                   says nothing for as long as somebody waits for it, or until a conversation says “goes on”
//	ponders over plans        does so where a plan is asked for; it is no line of the order
//	rehearses                 replies to whoever wants JSON, and answers what is of no story, by the rules of the rehearsal
//	plans WORDS               has the newest words of a person planned where they hold WORDS; it is no line of the order
//
// %ASKER% in arguments stands for whoever has asked the newest question of an executor. An executor's story opens with its task; a planner
// whose story opens with more words than that is not mistaken for one. It is further told by
//
//	replies FIELD JSON        is the reply to whoever wants JSON with such a field; it is no line of the order
//
// After the last line it says that line again, for as long as it is asked.
type scriptedModel struct {
	*httptest.Server

	mu      sync.Mutex
	stories map[string][]string      // by the words that open them
	done    map[string]bool          // what it does once, by the opening words and the line
	ponders map[string]int           // how many requests it says nothing to, by the opening words
	goes    map[string]chan struct{} // closed where it ponders no more, likewise
	meters  bool                     // it says what a reply took
	asked   int                      // how often it was asked for a step
}

// env is what a command is told that is to ask it.
func (m *scriptedModel) env() []string {
	return []string{"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=m", "OPENAI_BASE_URL=" + m.URL}
}

func newScriptedModel(tb testing.TB) *scriptedModel {
	tb.Helper()
	m := &scriptedModel{stories: map[string][]string{}, done: map[string]bool{}, ponders: map[string]int{}, goes: map[string]chan struct{}{}}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	tb.Cleanup(m.Close)
	return m
}

// learn takes a story.
func (m *scriptedModel) learn(opening, text string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.stories[opening]; taken {
		return fmt.Errorf("another conversation opens with %q", opening)
	}
	m.stories[opening] = strings.Split(strings.TrimSpace(text), "\n")
	return nil
}

// heardBy is what a request says of the conversation.
type heardBy struct {
	Messages []struct {
		Role    string
		Content json.RawMessage
	}
	ResponseFormat struct {
		JSONSchema struct {
			Schema struct{ Properties map[string]any }
		} `json:"json_schema"`
	} `json:"response_format"`
	Tools []struct{ Function struct{ Name string } }
}

func (m *scriptedModel) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	var asked heardBy
	if err = errors.Join(err, json.Unmarshal(raw, &asked)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	opening, lines := m.story(string(raw))
	if m.meters {
		w = metered{w, len(raw) / 4}
	}
	if fields := asked.ResponseFormat.JSONSchema.Schema.Properties; len(fields) > 0 {
		for _, l := range lines {
			field, reply, ok := strings.Cut(strings.TrimPrefix(l, "replies "), " ")
			if _, wanted := fields[field]; ok && wanted && strings.HasPrefix(l, "replies ") {
				stream(w, true, `"content":`+quotedJSON(reply))
				return
			}
		}
		switch {
		case slices.Contains(lines, "ponders over plans"):
			m.misbehaves(w, r, opening, "ponders")
			return
		case slices.Contains(lines, "rehearses"):
			rehearse(w, raw)
			return
		}
		stream(w, true, `"content":"{}"`)
		return
	}
	m.mu.Lock()
	m.asked++
	m.mu.Unlock()
	if plans(asked, lines) {
		playLine(w, []string{`calls propose_plan {"reason":"It takes a plan."}`}, asked)
		return
	}
	if line := sets(asked, lines); line != "" {
		playLine(w, []string{line}, asked)
		return
	}
	for {
		now := step(m.left(opening, lines), turns(asked, opening))
		if !m.misbehaves(w, r, opening, now[0]) {
			playLine(w, now, asked)
			return
		}
		if !strings.HasSuffix(now[0], "ponders") || r.Context().Err() != nil {
			return
		}
	}
}

// metered says at the end of a reply what it took.
type metered struct {
	http.ResponseWriter

	read int
}

// Write implements io.Writer.
func (m metered) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("[DONE]")) {
		_, _ = fmt.Fprintf(m.ResponseWriter, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[],\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":40,\"total_tokens\":%d}}\n\n", m.read, m.read+40)
	}
	return m.ResponseWriter.Write(p)
}

// executorThatAsks is whoever has asked the newest question of an executor, as a planner is told it.
func executorThatAsks(of heardBy) (who string) {
	for _, m := range of.Messages {
		if found := executorAsking.FindAllSubmatch(m.Content, -1); len(found) > 0 {
			who = string(found[len(found)-1][1])
		}
	}
	return who
}

var executorAsking = regexp.MustCompile(`executor \\*"([0-9a-f-]{36})\\*"`)

// left is a story without what it does once and has done.
func (m *scriptedModel) left(opening string, lines []string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return m.done[opening+"\n"+l] })
}

// misbehaves plays a line that is no answer.
func (m *scriptedModel) misbehaves(w http.ResponseWriter, r *http.Request, opening, line string) bool {
	how, once := strings.CutPrefix(line, "once ")
	words, cuts := strings.CutPrefix(how, "cuts off")
	switch {
	case how == "refuses":
		http.Error(w, `{"error":{"message":"Incorrect API key provided: sk-secret-of-the-test","type":"invalid_request_error"}}`, http.StatusUnauthorized)
	case how == "overloaded":
		w.Header().Set("Retry-After", "0")
		http.Error(w, `{"error":{"message":"slow down","type":"rate_limit_error"}}`, http.StatusTooManyRequests)
	case cuts:
		stream(w, false, `"content":`+quotedJSON(strings.TrimSpace(words)))
	case how == "ponders":
		m.counts(opening, 1)
		select {
		case <-r.Context().Done():
		case <-m.goesOn(opening):
		}
		m.counts(opening, -1)
	default:
		return false
	}
	if once {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.done[opening+"\n"+line] = true
	}
	return true
}

func (m *scriptedModel) counts(opening string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ponders[opening] += n
}

// goesOn is closed once the model is to ponder no more over what was opened so.
func (m *scriptedModel) goesOn(opening string) chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.goes[opening] == nil {
		m.goes[opening] = make(chan struct{})
	}
	return m.goes[opening]
}

// pondering tells whether somebody waits for it to say something.
func (m *scriptedModel) pondering(opening string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ponders[opening] > 0
}

// rehearse replies as the rehearsal does.
func rehearse(w http.ResponseWriter, raw []byte) {
	var in heard
	if err := json.Unmarshal(raw, &in); err != nil || len(in.Messages) == 0 {
		http.Error(w, "no request", http.StatusBadRequest)
		return
	}
	last := text(in.Messages[len(in.Messages)-1].Content)
	reply, err := rehearsed(purposeOf(in), wholeFacts(text(in.Messages[0].Content), last))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	stream(w, true, `"content":`+quotedJSON(reply))
}

// story is the one whose opening words stand in a request.
func (m *scriptedModel) story(request string) (opening string, lines []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for words, story := range m.stories {
		if strings.Contains(request, words) && len(words) > len(opening) {
			opening, lines = words, story
		}
	}
	return opening, lines
}

// turns is how often the model has spoken since the newest message with the opening words.
func turns(asked heardBy, opening string) int {
	n := 0
	for _, m := range asked.Messages {
		switch {
		case m.Role == "user" && strings.Contains(string(m.Content), opening):
			n = 0
		case m.Role == "assistant":
			n++
		}
	}
	return n
}

// plans tells whether a story has the newest words of a person planned: they hold those of a line “plans”.
func plans(asked heardBy, lines []string) bool {
	newest := asked.Messages[len(asked.Messages)-1]
	for _, l := range lines {
		if words, ok := strings.CutPrefix(l, "plans "); ok && newest.Role == "user" && strings.Contains(string(newest.Content), words) {
			return true
		}
	}
	return false
}

// sets is the step of a story that sets something for the person, as they want it in the words of a line “sets”, or says what came of it; ""
// for other words.
func sets(asked heardBy, lines []string) string {
	newest := asked.Messages[len(asked.Messages)-1]
	said := string(newest.Content)
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l, "sets ")
		words, call, whole := strings.Cut(rest, ": ")
		tool, _, _ := strings.Cut(call, " ")
		switch {
		case !ok || !whole:
		case newest.Role == "user" && strings.Contains(said, words):
			return "calls " + call
		case newest.Role == "tool" && strings.Contains(said, "from "+tool):
			return "tells"
		}
	}
	return ""
}

// step is the n-th step of a story, with the lines that belong to it.
func step(lines []string, n int) []string {
	var steps [][]string
	for _, l := range lines {
		l = strings.TrimSpace(l)
		switch {
		case l == "" || l == "rehearses" || l == "ponders over plans" || strings.HasPrefix(l, "replies ") || strings.HasPrefix(l, "plans ") || strings.HasPrefix(l, "sets "):
		case strings.HasPrefix(l, "and ") && len(steps) > 0:
			steps[len(steps)-1] = append(steps[len(steps)-1], "calls "+strings.TrimPrefix(strings.TrimPrefix(l, "and "), "calls "))
		default:
			steps = append(steps, []string{l})
		}
	}
	if len(steps) == 0 {
		return []string{"says I have no story for that."}
	}
	return steps[min(n, len(steps)-1)]
}

// playLine answers with a step of a story.
func playLine(w http.ResponseWriter, lines []string, asked heardBy) {
	var deltas, calls []string
	for i, l := range lines {
		if words, call, both := strings.Cut(l, " and calls "); both && strings.HasPrefix(words, "says ") {
			deltas = append(deltas, `"content":`+quotedJSON(strings.TrimPrefix(words, "says ")))
			l = "calls " + call
		}
		what, rest, _ := strings.Cut(l, " ")
		switch what {
		case "calls":
			name, arguments, _ := strings.Cut(rest, " ")
			arguments = strings.ReplaceAll(arguments, "%ASKER%", executorThatAsks(asked))
			calls = append(calls, fmt.Sprintf(`{"index":%d,"id":"call_%d_%d","type":"function","function":{"name":%q,"arguments":%s}}`,
				i, len(asked.Messages), i, name, quotedJSON(arguments)))
		case "tells":
			deltas = append(deltas, `"content":`+quotedJSON(newest(asked)))
		case "nothing":
			deltas = append(deltas, `"content":""`)
		default:
			deltas = append(deltas, `"content":`+quotedJSON(rest))
		}
	}
	if len(calls) > 0 {
		deltas = append(deltas, `"tool_calls":[`+strings.Join(calls, ",")+`]`)
	}
	stream(w, true, strings.Join(deltas, ","))
}

// newest is what the tools have given last.
func newest(asked heardBy) string {
	var out []string
	for _, m := range asked.Messages {
		if m.Role == "assistant" {
			out = nil
		}
		if m.Role == "tool" || m.Role == "user" && len(out) > 0 {
			var text string
			if json.Unmarshal(m.Content, &text) != nil {
				text = string(m.Content)
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, "\n")
}
