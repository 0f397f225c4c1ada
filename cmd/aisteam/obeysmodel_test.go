package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/content"
	"github.com/aisteam/aisteam/internal/packkit"
)

// obeyer is a language model that speaks OpenAI's protocol and obeys every instruction of a lure that it reads, wherever it
// stands: it uses the tools it is told to use, offered or not, plans what it is told to plan, writes what it is told to
// write, and tells every secret that it can see. Where it reads none it does its work by the rehearsal's rules.
type obeyer struct {
	*httptest.Server
	lures   []lure
	secrets map[string]string // what nobody may be told, by name

	mu     sync.Mutex
	read   map[string]int // how often a lure was read, by its id
	wrongs []string
}

func newObeyer(t *testing.T, lures []lure, secrets map[string]string) *obeyer {
	t.Helper()
	m := &obeyer{lures: lures, secrets: secrets, read: map[string]int{}}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *obeyer) env() []string {
	return []string{
		"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=" + m.secrets["API key"], "OPENAI_MODEL=m", "OPENAI_FAST_MODEL=m", "OPENAI_BASE_URL=" + m.URL,
		"SOME_OTHER_SECRET=" + m.secrets["environment"],
	}
}

// heard is a request as the model reads it.
type heard struct {
	Messages []struct {
		Role    string
		Content any
		Calls   []heardCall `json:"tool_calls"`
	}
	Format struct {
		Schema struct {
			Schema struct{ Properties map[string]any }
		} `json:"json_schema"`
	} `json:"response_format"`
	Tools []struct {
		Function struct{ Name string }
	}
}

type heardCall struct {
	Function struct{ Name, Arguments string }
}

// text returns a message's text, with embedded JSON made readable.
func text(content any) string {
	switch c := content.(type) {
	case string:
		return c
	case []any:
		var out []string
		for _, part := range c {
			if p, ok := part.(map[string]any); ok {
				if s, ok := p["text"].(string); ok {
					out = append(out, s)
				}
			}
		}
		return strings.Join(out, "")
	default:
		return ""
	}
}

// ServeHTTP implements [http.Handler].
func (m *obeyer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var in heard
	if err := json.Unmarshal(raw, &in); err != nil || len(in.Messages) == 0 {
		http.Error(w, "no request", http.StatusBadRequest)
		return
	}
	purpose := purposeOf(in)
	var all []string
	for _, one := range in.Messages {
		all = append(all, text(one.Content))
	}
	whole := strings.Join(all, "\n")
	told := m.known(whole, all[len(all)-1])
	hit := m.lured(in, purpose, whole)
	if purpose == llm.PurposeAnswer {
		m.answer(w, in, hit, told)
		return
	}
	reply, err := obeyed(purpose, wholeFacts(all[0], all[len(all)-1]), in, hit, told)
	if err != nil {
		m.wrong("cannot play %s: %v", purpose, err)
	}
	stream(w, true, `"content":`+quotedJSON(reply))
}

// wholeFacts are the facts with the catalogue, which stands once in the system's words, a line for each thing that is said.
func wholeFacts(system, facts string) string {
	var all map[string]json.RawMessage
	if json.Unmarshal([]byte(facts), &all) != nil {
		return facts
	}
	for name, of := range map[string]func([]string) any{"tools": toolsOfLines, "agents": agentsOfLines} {
		if _, list, found := strings.Cut(system, ", “"+name+"”, "); found {
			all[name], _ = json.Marshal(of(strings.Split(list, "\n")[1:]))
		}
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return facts
	}
	return string(raw)
}

// toolsOfLines reads task types as planning writes them for models.
func toolsOfLines(lines []string) any {
	out := []llm.ToolFact{}
	for _, line := range lines {
		what, said, _ := strings.Cut(line, ": ")
		switch parameter, isParameter := strings.CutPrefix(what, "- "); {
		case strings.HasPrefix(line, "The team, "):
			return out
		case isParameter:
			name, kind, _ := strings.Cut(parameter, " (")
			t := &out[len(out)-1]
			t.Parameters = append(t.Parameters, llm.ParameterFact{Name: strings.TrimSuffix(name, "*"), Type: strings.TrimSuffix(kind, ")"), Description: said, Required: strings.HasSuffix(name, "*")})
		case strings.HasPrefix(line, "= "), strings.HasPrefix(line, "by "):
		case said != "":
			name, _, _ := strings.Cut(what, " [")
			out = append(out, llm.ToolFact{Type: assistant.TaskType(name), Description: said})
		default:
			return out
		}
	}
	return out
}

// agentsOfLines reads the team as planning writes it for models.
func agentsOfLines(lines []string) any {
	out := []llm.AgentFact{}
	for _, line := range lines {
		id, said, found := strings.Cut(line, ": ")
		if !found || strings.Contains(id, " ") {
			return out
		}
		name, _, _ := strings.Cut(said, ", ")
		out = append(out, llm.AgentFact{ID: assistant.AgentID(id), Name: name})
	}
	return out
}

func quotedJSON(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

// known is every secret that stands in the text. Seeing one that was not just told it is what must not happen.
func (m *obeyer) known(whole, last string) string {
	var out []string
	for what, secret := range m.secrets {
		if strings.Contains(whole, secret) && !strings.HasPrefix(strings.TrimSpace(after(last, "«end»")), "Between us: ") &&
			!strings.HasPrefix(last, `{"text":"Between us: `) {
			out = append(out, secret)
			m.wrong("a model was told a secret: %s", what)
		}
	}
	slices.Sort(out)
	return strings.Join(append(out, "nothing more"), ", ")
}

// after is what stands behind the last mark, or all of it.
func after(s, mark string) string {
	if i := strings.LastIndex(s, mark); i >= 0 {
		return s[i+len(mark):]
	}
	return s
}

func (m *obeyer) wrong(format string, a ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wrongs = append(m.wrongs, fmt.Sprintf(format, a...))
}

// lured are the lures that stand in what was read. Each is looked for outside of what is quoted, too.
func (m *obeyer) lured(in heard, purpose llm.Purpose, whole string) []lure {
	var out []lure
	for _, l := range m.lures {
		if !strings.Contains(whole, l.ref()) {
			continue
		}
		out = append(out, l)
		m.mu.Lock()
		m.read[l.id]++
		m.mu.Unlock()
		for _, one := range in.Messages {
			if said := text(one.Content); strings.Contains(said, l.ref()) && naked(one.Role, said, l, purpose) {
				m.wrong("%s %s: it stands unquoted in what the model (%s) reads as %s:\n%s", l.where, l.id, purpose, one.Role, tail(said, 700))
			}
		}
	}
	return out
}

// naked tells whether others' words appear in a request as if a person with the right to ask had said them.
func naked(role, said string, l lure, purpose llm.Purpose) bool {
	switch {
	case role == "system":
		return true
	case role == "assistant":
		return false
	case purpose != llm.PurposeAnswer:
		said = strings.TrimPrefix(said, "Facts:\n")
		return !json.Valid([]byte(said)) && !strings.HasPrefix(said, "Your reply cannot be used")
	}
	var outside strings.Builder
	for said != "" {
		before, rest, found := strings.Cut(said, "«data»")
		outside.WriteString(before)
		if !found {
			break
		}
		_, said, found = strings.Cut(rest, "\n«end»")
		if !found {
			return true
		}
	}
	out := outside.String()
	for _, mark := range strings.Split(out, "«said by “")[1:] {
		name, _, _ := strings.Cut(mark, "”»\n")
		out = strings.Replace(out, "«said by “"+name+"”»\n", "", 1)
	}
	// What a person says to the team is their own; whatever else stands outside of its marks is not.
	return strings.Contains(out, l.ref()) && l.where != "member" && l.where != "run-title" && l.where != "request" && l.where != "draft"
}

// answer uses the tools that the lures name, each once, and then says what they want said.
func (m *obeyer) answer(w http.ResponseWriter, in heard, hit []lure, told string) {
	last := len(in.Messages) - 1
	for last > 0 && in.Messages[last].Role != "user" {
		last--
	}
	used := 0
	for _, one := range in.Messages[last:] {
		used += len(one.Calls)
	}
	var calls [][2]string
	asked := text(in.Messages[last].Content)
	if strings.HasSuffix(asked, "Which ticket is the newest?") {
		calls = append(calls, [2]string{"list_tickets", `{"limit":1}`})
	}
	if strings.Contains(asked, "Please create a page called") && slices.ContainsFunc(in.Tools, func(t struct{ Function struct{ Name string } }) bool { return t.Function.Name == "propose_plan" }) {
		calls = append(calls, [2]string{"propose_plan", `{"reason":"It takes a page."}`})
	}
	say := "Hello. It is all right."
	for _, l := range hit {
		for _, d := range l.does {
			verb, rest, _ := strings.Cut(d, " ")
			switch verb {
			case "call":
				name, arguments, _ := strings.Cut(rest, " ")
				calls = append(calls, [2]string{name, arguments})
			case "say":
				say = strings.ReplaceAll(rest, "{secrets}", told)
			}
		}
	}
	if used >= len(calls) {
		stream(w, true, `"content":`+quotedJSON(say))
		return
	}
	next := calls[used] // one after the other, as it reads what each gives
	stream(w, true, fmt.Sprintf(`"tool_calls":[{"index":0,"id":"call_%d","type":"function","function":{"name":%s,"arguments":%s}}]`,
		used, quotedJSON(next[0]), quotedJSON(next[1])))
}

// purposeOf tells from the wanted schema what a request is for.
func purposeOf(in heard) llm.Purpose {
	has := func(name string) bool { _, ok := in.Format.Schema.Schema.Properties[name]; return ok }
	wish := strings.Contains(text(in.Messages[len(in.Messages)-1].Content), `"wish":`)
	switch {
	case has("kind"):
		return llm.PurposeClassify
	case has("goal"):
		return llm.PurposeRequirements
	case has("forks"):
		return llm.PurposeForks
	case has("steps") && wish:
		return llm.PurposeRevise
	case has("steps"):
		return llm.PurposePlan
	case has("answers"):
		return llm.PurposeInterpret
	case has("receipts"):
		return llm.PurposeSummary
	case has("claims"):
		return llm.PurposeValidate
	case has("html"), has("keywords"):
		return content.PurposeDraft
	default:
		return llm.PurposeAnswer
	}
}

// obeyed is a structured reply: what the lures want, or what the rules of the rehearsal say.
func obeyed(purpose llm.Purpose, facts string, in heard, hit []lure, told string) (string, error) {
	for _, l := range hit {
		for _, d := range l.does {
			verb, rest, _ := strings.Cut(d, " ")
			_, isPage := in.Format.Schema.Schema.Properties["html"]
			switch {
			case verb == "kind" && purpose == llm.PurposeClassify:
				return `{"kind":` + quotedJSON(rest) + `,"reason":"the owner says so"}`, nil
			case verb == "html" && purpose == content.PurposeDraft && isPage:
				return `{"html":` + quotedJSON(rest) + `}`, nil
			case verb == "say" && purpose == llm.PurposeSummary:
				return `{"receipts":[{"key":"r1","sentence":` + quotedJSON(strings.ReplaceAll(rest, "{secrets}", told)) + `}]}`, nil
			case verb == "step" && purpose == llm.PurposePlan:
				return luredPlan(rest)
			}
		}
	}
	return rehearsed(purpose, facts)
}

// servedExamples are those by which the rehearsal understands requests, made once.
var servedExamples = sync.OnceValues(func() (*examples.Book, error) {
	packs, err := packkit.Packs()
	if err != nil {
		return nil, err
	}
	t, err := team.New(team.Roster(), packs)
	if err != nil {
		return nil, err
	}
	return t.Examples(), nil
})

func rehearsed(purpose llm.Purpose, facts string) (string, error) {
	book, err := servedExamples()
	if err != nil {
		return "", err
	}
	if purpose == llm.PurposeValidate { // nobody claims anything
		return `{"claims":[]}`, nil
	}
	if purpose == content.PurposeDraft { // a rehearsal says what the tool gives it to say, which no wire carries
		if strings.Contains(facts, string(content.TaskDraftSEO)) {
			return `{"title":"A page","description":"What it is about.","keywords":"page"}`, nil
		}
		return `{"html":"<h1>A page</h1><p>Sample words.</p>"}`, nil
	}
	r := llm.Request{Purpose: purpose, Facts: json.RawMessage(strings.TrimPrefix(facts, "Facts:\n")), Examples: book}
	for event, err := range rehearsal.New(rehearsal.Config{}).Generate(context.Background(), r) {
		if err != nil {
			return "", err
		}
		if done, ok := event.(llm.Done); ok {
			return done.Reply.Text(), nil
		}
	}
	return "", nil
}

// luredPlan is a plan of the one step that a lure wants.
func luredPlan(step string) (string, error) {
	kind, arguments, _ := strings.Cut(step, " ")
	s := llm.StepReply{Key: "do", Group: "A", Owner: "webEngineer", Type: kind, Summary: "Do it", Parameters: llm.Object(arguments)}
	raw, err := json.Marshal(llm.PlanReply{Title: "Do it, the owner has approved", Steps: []llm.StepReply{s}})
	return string(raw), err
}
