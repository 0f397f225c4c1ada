package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// presser presses what a fresh install offers, without a key, and says yes to all that comes of it.
type presser struct {
	*child

	t        *testing.T
	client   *http.Client // signed in as the owner
	language assistant.Language
	pressed  []string
}

// newPresser starts a fresh install, and signs the owner in whose browser speaks the language.
func newPresser(t *testing.T, l assistant.Language) *presser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &presser{child: newChild(t), t: t, client: &http.Client{Jar: jar, Timeout: patience}, language: l}
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
	} `json:"body"`
}

// asks does a request as the owner, whose browser speaks the language.
func (p *presser) asks(method, path string, body any, out any) int {
	p.t.Helper()
	raw, kind := []byte{}, "application/json"
	switch b := body.(type) {
	case nil:
	case url.Values:
		raw, kind = []byte(b.Encode()), "application/x-www-form-urlencoded"
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			p.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url(path), strings.NewReader(string(raw)))
	if err != nil {
		p.t.Fatal(err)
	}
	if strings.HasPrefix(path, "/api/") {
		r.Header.Set("Authorization", "Bearer "+testToken)
	} else {
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	r.Header.Set("Accept-Language", string(p.language))
	r.Header.Set("Content-Type", kind)
	res, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
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
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
	return res.StatusCode
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

// rested tells whether a conversation has come to its end: every run is over, and something was said since.
func rested(all []line) bool {
	begun, over, said := 0, 0, false
	for _, m := range all {
		switch m.Type {
		case "run_started":
			begun++
		case "run_finished":
			over++
			said = false
		case "said", "failed":
			said = said || m.Role != "user"
		}
	}
	return begun == over && said
}

// toItsEnd says yes to all of a conversation until it is at rest, and takes back what came of it.
func (p *presser) toItsEnd(what, conversation string) []line {
	p.t.Helper()
	done := map[string]bool{}
	var all []line
	err := until(p.t.Context(), patience, func() bool {
		all = p.log(conversation)
		return !p.yes(all, done) && rested(all)
	})
	if err != nil {
		p.t.Fatalf("%q does not come to its end: %v\n%s", what, err, wholeLog(all))
	}
	p.judges(what, all)
	for _, m := range all {
		if m.Type == "run_finished" && len(done) > 0 {
			if status := p.asks(http.MethodPost, "/api/runs/"+m.Run+"/undo", map[string]any{}, nil); status != http.StatusOK {
				continue // it has changed nothing
			}
			err := until(p.t.Context(), patience, func() bool {
				now := p.log(conversation)
				return len(now) > len(all) && slices.ContainsFunc(now[len(all):], func(m line) bool { return m.Type == "said" || m.Type == "failed" || m.Type == "undone" })
			})
			if err != nil {
				p.t.Fatalf("%q is not taken back: %v\n%s", what, err, wholeLog(p.log(conversation)))
			}
		}
	}
	return all
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
		}, func(w string) bool { return strings.Contains(m.Content, w) })
		if bad || m.Type == "failed" {
			p.t.Errorf("%s: %q ends in\n%s", p.language, what, wholeLog(all))
			return
		}
	}
}

// press says a request in a conversation of its own, as its button does, and presses what its answers offer in turn.
func (p *presser) press(request string) {
	p.t.Helper()
	if slices.Contains(p.pressed, request) {
		return
	}
	p.pressed = append(p.pressed, request)
	var begun struct {
		Conversation string `json:"conversationId"`
	}
	p.asks(http.MethodPost, "/api/assistant/chat", map[string]any{"messages": []map[string]string{{"role": "user", "content": request}}}, &begun)
	for _, m := range p.toItsEnd(request, begun.Conversation) {
		if len(m.Body.Next) > 3 {
			p.t.Errorf("%q offers %q", request, m.Body.Next)
		}
		for _, next := range m.Body.Next {
			p.press(next)
		}
	}
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
			if len(p.pressed) < 40 {
				t.Errorf("only %q was offered", p.pressed)
			}
		})
	}
}

// offered are the requests of the home page, those of every agent that it lists, and of help.
func (p *presser) offered() []string {
	p.t.Helper()
	var out []string
	home := p.page("/")
	home.Find(".examples button").Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr("value", "")) })
	if len(out) != 6 {
		p.t.Errorf("the home page offers %q", out)
	}
	home.Find("label.agent").Each(func(_ int, s *goquery.Selection) {
		out = append(out, strings.Split(s.AttrOr("data-examples", ""), "\n")...)
	})
	for _, request := range out {
		if english := wording.In(p.language).Known(request); p.language != assistant.English && english != request {
			p.t.Errorf("%q is offered in English", request)
		}
	}
	var begun struct {
		Conversation string `json:"conversationId"`
	}
	p.asks(http.MethodPost, "/api/assistant/chat", map[string]any{"messages": []map[string]string{{"role": "user", "content": wording.In(p.language).Say("What can you do?")}}}, &begun)
	listed := 0
	for _, m := range p.toItsEnd("help", begun.Conversation) {
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

// TestEveryUsefulTaskDoesWhatItPromises makes each background task that the tasks page offers, as it stands there, and has it begin.
func TestEveryUsefulTaskDoesWhatItPromises(t *testing.T) {
	t.Parallel()
	p := newPresser(t, assistant.English)
	says := map[string]string{
		"audit": "of 100", "homepage": "still says “Services”", "links": "I looked at 5 pages", "stale": "pages of 5 have not been changed", "titles": "“Questions” has no description",
		"menu": "All 5 lines of the menu lead to pages that are there", "uptime": "is up", "ends": "It has no certificate", "tickets": "There are 0 tickets", "digest": "What the team did in the last day",
		"reminder": "You wanted to be reminded: look at the figures of the month",
	}
	seen := 0
	p.page("/tasks").Find(`a[href^="/tasks?template="]`).Each(func(_ int, s *goquery.Selection) {
		at := s.AttrOr("href", "")
		name := strings.TrimSuffix(strings.TrimPrefix(at, "/tasks?template="), "#new-title")
		form := p.page(strings.TrimSuffix(at, "#new-title")).Find("#new-task")
		prompt := form.Find("textarea[name=prompt]").Text()
		when := form.Find("input[name=when]").AttrOr("value", "")
		p.asks(http.MethodPost, "/tasks", url.Values{"key": {form.Find("input[name=key]").AttrOr("value", "")}, "prompt": {prompt}, "when": {when}}, nil)
		seen++
		p.runs(name, prompt, says[name])
	})
	if seen != len(says) {
		t.Errorf("%d are offered", seen)
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
		if promised == "" || err != nil {
			p.t.Errorf("%s does not say %q:\n%s", name, promised, wholeLog(now))
			return
		}
		p.judges(name, now)
		return
	}
	p.t.Errorf("%s was not made: %+v", name, all)
}
