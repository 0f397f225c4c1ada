package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// presser presses what a fresh install offers, without a key, and says yes to all that comes of it. Several conversations go on side by
// side, so that nothing of it may end the test from within one.
type presser struct {
	*child

	t        *testing.T
	client   *http.Client // signed in as the owner
	language assistant.Language

	under   sync.WaitGroup
	room    chan struct{} // holds as many as are pressed at the same time
	changes sync.Mutex    // held by the one that is decided on: two may ask for the same page
	mu      sync.Mutex
	pressed []string // what was pressed, each once
	back    []string // what was taken back of it
}

// sideBySide is how many conversations go on at the same time.
const sideBySide = 6

// newPresser starts a fresh install, and signs the owner in whose browser speaks the language.
func newPresser(t *testing.T, l assistant.Language) *presser {
	t.Helper()
	return newPresserOf(t, l)
}

// newPresserOf starts it with an environment of its own.
func newPresserOf(t *testing.T, l assistant.Language, env ...string) *presser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &presser{child: newChild(t, env...), t: t, client: &http.Client{Jar: jar, Timeout: patience}, language: l, room: make(chan struct{}, sideBySide)}
	p.startReady()
	p.asks(http.MethodPost, "/login", url.Values{"token": {testToken}}, nil)
	return p
}

// line is a message as the API tells it.
type line struct {
	Type    string `json:"type"`
	Role    string `json:"role"`
	Content string `json:"content"`
	Run     string `json:"runId"`
	Body    struct {
		Next          []string                `json:"next"`
		AtOnce        bool                    `json:"atOnce"`
		Plan          assistant.Plan          `json:"plan"`
		Approval      assistant.Approval      `json:"approval"`
		Clarification assistant.Clarification `json:"clarification"`
		Tasks         json.RawMessage         `json:"tasks"` // each kind of message tells them in its own way
	} `json:"body"`
}

// asks does a request as the owner, whose browser speaks the language. What goes wrong is told, and the status is 0.
func (p *presser) asks(method, path string, body any, out any) int {
	p.t.Helper()
	r, err := p.request(method, path, body)
	if err != nil {
		p.t.Error(err)
		return 0
	}
	res, err := p.client.Do(r)
	if err != nil {
		p.t.Error(err)
		return 0
	}
	defer res.Body.Close()
	switch o := out.(type) {
	case nil:
	case **goquery.Document:
		*o, err = goquery.NewDocumentFromReader(res.Body)
	default:
		err = json.NewDecoder(res.Body).Decode(out)
	}
	if err != nil {
		p.t.Errorf("%s %s answers %d: %v", method, path, res.StatusCode, err)
		return 0
	}
	return res.StatusCode
}

func (p *presser) request(method, path string, body any) (*http.Request, error) {
	raw, kind := []byte{}, "application/json"
	switch b := body.(type) {
	case nil:
	case url.Values:
		raw, kind = []byte(b.Encode()), "application/x-www-form-urlencoded"
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			return nil, err
		}
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url(path), bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(path, "/api/") {
		r.Header.Set("Authorization", "Bearer "+testToken)
	} else {
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	r.Header.Set("Accept-Language", string(p.language))
	r.Header.Set("Content-Type", kind)
	return r, nil
}

// page is a page of the panel.
func (p *presser) page(path string) *goquery.Document {
	p.t.Helper()
	var doc *goquery.Document
	if status := p.asks(http.MethodGet, path, nil, &doc); status != http.StatusOK {
		p.t.Fatalf("%s answers %d", path, status)
	}
	return doc
}

// log is what a conversation holds.
func (p *presser) log(conversation string) []line {
	p.t.Helper()
	var all struct{ Messages []line }
	p.asks(http.MethodGet, "/api/conversations/"+conversation+"/messages?limit=200", nil, &all)
	return all.Messages
}

// yes answers and approves what a conversation waits for, each once, and tells whether there was anything.
func (p *presser) yes(all []line, done map[string]bool) bool {
	p.t.Helper()
	found := false
	once := func(id, path string, body any) {
		if !done[id] {
			done[id], found = true, true
			p.asks(http.MethodPost, path, body, nil)
		}
	}
	for _, m := range all {
		switch m.Type {
		case "asked":
			values := map[string]string{}
			for _, q := range m.Body.Clarification.Questions {
				values[q.Key] = q.Default
				if q.Default == "" && len(q.Options) > 0 {
					values[q.Key] = q.Options[0].Value
				} else if q.Default == "" {
					values[q.Key] = "Words of a newcomer"
				}
			}
			id := string(m.Body.Clarification.ID)
			once(id, "/api/clarifications/"+id+"/answer", map[string]any{"values": values})
		case "plan_proposed":
			if plan := m.Body.Plan; !m.Body.AtOnce {
				once(fmt.Sprint(plan.ID, plan.Version), "/api/plans/"+string(plan.ID)+"/decide", map[string]any{"decision": "approved", "version": plan.Version, "hash": plan.Hash})
			}
		case "approval_requested":
			id := string(m.Body.Approval.ID)
			once(id, "/api/approvals/"+id, map[string]any{"decision": "approved", "hash": m.Body.Approval.Hash})
		}
	}
	return found
}

// waits tells whether a message waits for a word of people, or has waited for one.
func (m line) waits() bool {
	return m.Type == "asked" || m.Type == "plan_proposed" && !m.Body.AtOnce || m.Type == "approval_requested"
}

// rested tells whether a conversation has come to its end: every run is over, and something was said since people were last asked. The
// answer of an agent at work stands before the end of its run, that of a plan after it.
func rested(all []line) bool {
	begun, over, said := 0, 0, false
	for _, m := range all {
		switch m.Type {
		case "asked", "plan_proposed", "approval_requested":
			said = false
		case "run_started":
			begun, said = begun+1, false
		case "run_finished":
			over++
		case "said", "failed":
			said = said || m.Role != "user"
		}
	}
	return begun == over && said
}

// toItsEnd says yes to all of a conversation until it is at rest, and takes back what came of it.
func (p *presser) toItsEnd(what, conversation string) []line {
	p.t.Helper()
	done, mine := map[string]bool{}, false
	defer func() {
		if mine {
			p.changes.Unlock()
		}
	}()
	var all []line
	err := until(p.t.Context(), patience, func() bool {
		all = p.log(conversation)
		if !mine && slices.ContainsFunc(all, line.waits) {
			p.changes.Lock()
			mine = true
		}
		return !p.yes(all, done) && rested(all)
	})
	if err != nil {
		p.t.Errorf("%s: %q does not come to its end: %v\n%s", p.language, what, err, wholeLog(all))
		return nil
	}
	p.judges(what, all)
	for _, m := range all {
		if m.Type == "run_finished" && len(done) > 0 {
			p.takesBack(what, conversation, m.Run)
		}
	}
	return all
}

// takesBack takes back what a run has changed, if it has changed anything.
func (p *presser) takesBack(what, conversation, run string) {
	p.t.Helper()
	var took struct{ Done bool }
	if status := p.asks(http.MethodPost, "/api/runs/"+run+"/undo", map[string]any{}, &took); status != http.StatusOK || !took.Done {
		return
	}
	var undone []assistant.UndoneTask
	err := until(p.t.Context(), patience, func() bool {
		for _, m := range p.log(conversation) {
			if m.Type == "undone" && m.Run == run {
				return json.Unmarshal(m.Body.Tasks, &undone) == nil
			}
		}
		return false
	})
	left := slices.ContainsFunc(undone, func(u assistant.UndoneTask) bool { return u.Problem != nil })
	if err != nil || left {
		p.t.Errorf("%s: %q is not taken back: %v\n%s", p.language, what, err, wholeLog(p.log(conversation)))
	}
	if len(undone) > 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.back = append(p.back, what)
	}
}

func wholeLog(all []line) string {
	var out []string
	for _, m := range all {
		out = append(out, m.Type+": "+m.Content)
	}
	return strings.Join(out, "\n")
}

// judges fails for what nobody wants to read first.
func (p *presser) judges(what string, all []line) {
	p.t.Helper()
	for _, m := range all {
		if m.Role == "user" {
			continue
		}
		bad := slices.ContainsFunc([]string{
			"none of my tools", "There is no page", "There is no tool", "no such page", "could not be finished", "has failed", "404", " is down", "I could not look", "keines meiner Werkzeuge", "aucun de mes outils", "ninguna de mis herramientas",
		}, func(w string) bool { return strings.Contains(m.Content, w) }) || strings.Contains(m.Content, wording.In(p.language).Say(llm.Unheard))
		if bad || m.Type == "failed" {
			p.t.Errorf("%s: %q ends in\n%s", p.language, what, wholeLog(all))
			return
		}
	}
}

// press says a request in a conversation of its own, as its button does, and presses what its answers offer in turn; [presser.under]
// waits for all of it.
func (p *presser) press(request string) {
	p.mu.Lock()
	known := slices.Contains(p.pressed, request)
	if !known {
		p.pressed = append(p.pressed, request)
	}
	p.mu.Unlock()
	if known {
		return
	}
	p.under.Go(func() {
		p.room <- struct{}{}
		all := p.says(request)
		<-p.room
		for _, m := range all {
			if len(m.Body.Next) > 3 {
				p.t.Errorf("%q offers %q", request, m.Body.Next)
			}
			for _, next := range m.Body.Next {
				p.press(next)
			}
		}
	})
}

// says opens a conversation with a request, and gives all of it once it has come to its end.
func (p *presser) says(request string) []line {
	p.t.Helper()
	var begun struct {
		Conversation string `json:"conversationId"`
	}
	p.asks(http.MethodPost, "/api/assistant/chat", map[string]any{"messages": []map[string]string{{"role": "user", "content": request}}}, &begun)
	if begun.Conversation == "" {
		p.t.Errorf("%s: %q begins no conversation", p.language, request)
		return nil
	}
	return p.toItsEnd(request, begun.Conversation)
}

// TestWhatAFreshInstallOffersComesToItsEnd presses every request that stands somewhere to be pressed, where people find it: the chips of
// each agent, what answers offer, what help lists, in the language of whoever reads it. Everything is said yes to, and nothing fails.
func TestWhatAFreshInstallOffersComesToItsEnd(t *testing.T) {
	t.Parallel()
	for _, l := range assistant.Languages() {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			p := newPresser(t, l)
			for _, request := range p.offered() {
				p.press(request)
			}
			p.under.Wait()
			if len(p.pressed) < 16 {
				t.Errorf("only %q was offered", p.pressed)
			}
			if len(p.back) < 6 {
				t.Errorf("only %q had anything to take back", p.back)
			}
		})
	}
}

// ofEachAgent are the requests that the home page lists with each agent, by the agent's name.
func (p *presser) ofEachAgent() map[string][]string {
	p.t.Helper()
	out := map[string][]string{}
	p.page("/").Find("label.agent").Each(func(_ int, s *goquery.Selection) {
		requests := strings.FieldsFunc(s.AttrOr("data-examples", ""), func(r rune) bool { return r == '\n' })
		out[s.Find(".who .name").Text()] = requests
	})
	return out
}

// offered are the requests of the home page, those of every agent that it lists, and of help.
func (p *presser) offered() []string {
	p.t.Helper()
	var out []string
	p.page("/").Find(".examples button").Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr("value", "")) })
	if len(out) != 6 {
		p.t.Errorf("the home page offers %q", out)
	}
	for _, requests := range p.ofEachAgent() {
		out = append(out, requests...)
	}
	for _, request := range out {
		if english := wording.In(p.language).Label(request); p.language != assistant.English && english != request {
			p.t.Errorf("%q is offered in English", request)
		}
	}
	listed := 0
	for _, m := range p.says(wording.In(p.language).Say("What can you do?")) {
		out = append(out, m.Body.Next...)
		for said := range strings.Lines(m.Content) {
			if request, ok := strings.CutPrefix(strings.TrimSpace(said), "- "); ok {
				out, listed = append(out, request), listed+1
			}
		}
	}
	if listed < 6 {
		p.t.Errorf("help lists %d requests", listed)
	}
	return out
}

// TestEveryUsefulTaskDoesWhatItPromises makes each background task that the tasks page offers, in the reader's language, and starts
// it.
func TestEveryUsefulTaskDoesWhatItPromises(t *testing.T) {
	t.Parallel()
	for _, l := range assistant.Languages() {
		t.Run(string(l), func(t *testing.T) {
			t.Parallel()
			newPresser(t, l).useful()
		})
	}
}

func (p *presser) useful() {
	p.t.Helper()
	w := wording.In(p.language)
	says := map[string]string{
		"audit": "of 100", "homepage": "still says “Services”", "links": "I looked at 5 pages", "stale": "pages of 5 have not been changed", "titles": "“Questions” has no description",
		"menu": "All 5 lines of the menu lead to pages that are there", "uptime": "is up", "ends": "It has no certificate", "tickets": "There are 0 tickets", "digest": w.Say("What the team did in the last day"),
		"reminder": strings.TrimSuffix(w.Say("You wanted to be reminded: look at the figures of the month."), "."),
	}
	seen := 0
	p.page("/tasks").Find(`a[href^="/tasks?template="]`).Each(func(_ int, s *goquery.Selection) {
		at := s.AttrOr("href", "")
		name := strings.TrimSuffix(strings.TrimPrefix(at, "/tasks?template="), "#new-title")
		form := p.page(strings.TrimSuffix(at, "#new-title")).Find("#new-task")
		prompt := form.Find("textarea[name=prompt]").Text()
		when := form.Find("input[name=when]").AttrOr("value", "")
		if p.language != assistant.English && (w.Label(prompt) != prompt || w.Label(when) != when) {
			p.t.Errorf("%s: %q and %q are offered in English", p.language, prompt, when)
		}
		p.asks(http.MethodPost, "/tasks", url.Values{"key": {form.Find("input[name=key]").AttrOr("value", "")}, "prompt": {prompt}, "when": {when}}, nil)
		seen++
		p.runs(name, prompt, says[name])
	})
	if seen != len(says) {
		p.t.Errorf("%d are offered", seen)
	}
}

// runs has the task of that prompt begin now, and come to an end that says what it promises.
func (p *presser) runs(name, prompt, promised string) {
	p.t.Helper()
	var all struct {
		Tasks []struct {
			ID, Prompt, ConversationID string
			Runs                       []struct {
				Outcome assistant.BackgroundOutcome
				Note    string
			}
		}
	}
	p.asks(http.MethodGet, "/api/tasks", nil, &all)
	for _, one := range all.Tasks {
		if one.Prompt != prompt {
			continue
		}
		if status := p.asks(http.MethodPost, "/api/tasks/"+one.ID+"/run", map[string]any{}, nil); status >= http.StatusBadRequest {
			p.t.Errorf("%s cannot begin: %d", name, status)
		}
		err := until(p.t.Context(), patience, func() bool {
			now := p.log(one.ConversationID)
			return rested(now) && strings.Contains(wholeLog(now), promised)
		})
		now := p.log(one.ConversationID)
		if promised == "" || err != nil || p.language != assistant.English && strings.Contains(wholeLog(now), "This is a rehearsal") {
			p.t.Errorf("%s: %s does not say %q in their language:\n%s", p.language, name, promised, wholeLog(now))
			return
		}
		p.judges(name, now)
		return
	}
	p.t.Errorf("%s was not made: %+v", name, all)
}
