package planning_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/content"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/planning"
)

// The arguments of the tools in these tests: those of the real packs.
type (
	draftContent struct {
		Title    string `json:"title"`
		Audience string `json:"audience,omitempty"`
		Language string `json:"language,omitempty"`
		Layout   string `json:"layout,omitempty"`
		Keywords string `json:"keywords,omitempty"`
		Goal     string `json:"goal,omitempty"`
		Request  string `json:"request,omitempty"`
	}
	draftSEO struct {
		Title    string `json:"title"`
		Audience string `json:"audience,omitempty"`
		Language string `json:"language,omitempty"`
		Keywords string `json:"keywords,omitempty"`
		Focus    string `json:"focus,omitempty"`
		Request  string `json:"request,omitempty"`
	}
	createPage struct {
		Title           string `json:"title"`
		Slug            string `json:"slug"`
		ContentHTML     string `json:"contentHtml"`
		MetaTitle       string `json:"metaTitle,omitempty"`
		MetaDescription string `json:"metaDescription,omitempty"`
		Language        string `json:"language,omitempty"`
	}
	updateBlock struct {
		Slug  string `json:"slug"`
		Block string `json:"block"`
		Text  string `json:"text,omitempty"`
		HTML  string `json:"html,omitempty"`
	}
	createTicket struct {
		Title    string `json:"title"`
		Body     string `json:"body,omitempty"`
		Priority string `json:"priority,omitempty"`
	}
	runAudit struct {
		URL  string `json:"url,omitempty"`
		Slug string `json:"slug,omitempty"`
	}
	purge struct {
		Slug string `json:"slug"`
		Tags []int  `json:"tags,omitempty"`
	}
)

func tool[A any](t assistant.TaskType, label string, e assistant.Effect, owners ...assistant.AgentID) tools.Tool {
	out := tools.Tool{
		Name: string(t), Label: label, Description: label + ".", Class: assistant.ClassQuery, Effect: e, Owners: owners,
		Arguments: tools.Arguments[A](),
		Run:       func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil },
	}
	if out.Arguments.Properties["request"] != nil {
		out.Told = "request"
	}
	if e == assistant.EffectNone {
		return out
	}
	out.Class = assistant.ClassAction
	out.Preview = func(_ context.Context, c tools.Call) (assistant.Preview, error) {
		var given map[string]string
		if err := json.Unmarshal(c.Arguments, &given); err != nil {
			return assistant.Preview{}, err
		}
		if given["slug"] == "taken" {
			return assistant.Preview{}, &assistant.Trouble{Problem: assistant.Problem{
				Side: assistant.SideExecution, Message: assistant.Say("The site did not let me look."), Recovery: assistant.Say("Check the credentials."),
			}}
		}
		if given["slug"] == "broken" {
			return assistant.Preview{}, errors.New("disk on fire")
		}
		return assistant.Preview{Title: assistant.Verbatim(label), Target: given["slug"], State: "state of " + given["slug"]}, nil
	}
	out.Undo = func(context.Context, tools.Call, assistant.Receipt) error { return nil }
	return out
}

func crew(tb testing.TB) *team.Team {
	tb.Helper()
	once.Do(func() { once.team = newCrew(tb) })
	return once.team
}

// once is the crew that all tests have: nothing of a team changes, and its hash is dear.
var once struct {
	sync.Once
	team *team.Team
}

func newCrew(tb testing.TB) *team.Team {
	tb.Helper()
	priority := tool[createTicket]("create_ticket", "Create a ticket", assistant.EffectReversible)
	priority.Arguments.Properties["priority"].Enum = []any{"low", "medium", "high", "critical"}
	page := tool[createPage]("create_page", "Create a page", assistant.EffectReversible, assistant.WebEngineer, assistant.TechnicalLead)
	page.Title, page.Unique, page.Regular, page.Result = "title", "slug", packsite.RegularPage, tools.Fields[packsite.PageWritten]()
	page.Nouns, page.Needs = []string{"page", "pages"}, site.Capability
	update := tool[updateBlock]("update_content_block", "Update a part of a page", assistant.EffectReversible, assistant.WebEngineer)
	update.Regular = packsite.RegularAddress
	audit := tool[runAudit]("run_audit", "Run an audit", assistant.EffectNone)
	audit.Regular = packsite.RegularAddress
	draft := tool[draftContent]("draft_content", "Write a draft", assistant.EffectNone, assistant.CreativeLead, assistant.GrowthLead)
	draft.Result = tools.Fields[content.Drafted]()
	seo := tool[draftSEO]("draft_seo", "Write search texts", assistant.EffectNone, assistant.GrowthLead, assistant.SEOSpecialist)
	seo.Result = tools.Fields[content.SearchTexts]()
	all := []tools.Tool{
		draft, seo,
		page, update, priority, audit,
		tool[purge]("purge", "Purge a page", assistant.EffectIrreversible, assistant.TechnicalLead),
	}
	served := packkit.Team(tb).Tools()
	for i := range all { // a rehearsal understands what is asked by them
		same, _ := served.Get(all[i].Name)
		all[i].Examples = same.Examples
	}
	return packkit.TeamOf(tb, tools.Pack{Name: "test", Tools: all})
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

func ids() *assistant.IDs { return assistant.NewIDs(clock, rand.Reader) }

func planner(tb testing.TB) *planning.Planner {
	tb.Helper()
	p, err := planning.New(planning.Config{Connections: []assistant.ConnectionForm{{Kind: site.KindFolder, Says: "a folder of pages"}, {Kind: site.KindWordPress, Says: "a WordPress site"}}, IDs: ids(), Now: clock})
	if err != nil {
		tb.Fatalf("make the planner: %v", err)
	}
	return p
}

// journal keeps what was thought.
type journal struct {
	mu    sync.Mutex
	lines []string
	err   error
}

func (j *journal) Think(_ context.Context, _ assistant.AgentID, p assistant.Phase, text string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if p != assistant.PhasePlanning {
		return errors.New("not planning")
	}
	j.lines = append(j.lines, text)
	return j.err
}

func asker(tb testing.TB, m llm.Model) llm.Asker {
	tb.Helper()
	c, err := llm.NewClient(llm.Config{Model: m, Log: slog.New(slog.DiscardHandler), Now: clock, Attempts: 1})
	if err != nil {
		tb.Fatalf("make the client: %v", err)
	}
	return c
}

func desk(tb testing.TB) (planning.Desk, *journal) {
	tb.Helper()
	j := &journal{}
	return planning.Desk{Team: crew(tb), Model: asker(tb, rehearsal.New(rehearsal.Config{})), Journal: j}, j
}

// scripted answers by purpose; what is not scripted is the rehearsal's.
type scripted map[llm.Purpose]string

func (s scripted) Info() llm.Info { return llm.Info{Provider: "scripted", Model: "scripted"} }

func (s scripted) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	text, ok := s[r.Purpose]
	if !ok {
		return rehearsal.New(rehearsal.Config{}).Generate(ctx, r)
	}
	return func(yield func(llm.Event, error) bool) {
		if yield(llm.TextDelta{Text: text}, nil) {
			yield(llm.Done{Reply: llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, text)}}, nil)
		}
	}
}

func deskOf(tb testing.TB, m llm.Model) planning.Desk {
	tb.Helper()
	return planning.Desk{Team: crew(tb), Model: asker(tb, m), Journal: &journal{}}
}

func project(name, domain string) assistant.Project {
	slug := strings.ToLower(name)
	return assistant.Project{ID: assistant.ProjectID("p-" + slug), Name: name, Slug: slug, Domain: domain, Connections: []assistant.Connection{site.Folder()}}
}

func aquaverter() assistant.Project { return project("Aquaverter", "aquaverter.ca") }

func situation(projects ...assistant.Project) assistant.Situation {
	return assistant.Situation{Projects: projects, Conversation: assistant.Conversation{ID: "c1"}}
}

func said(text string) assistant.Message {
	return assistant.Message{Content: text, Person: "ann", Author: assistant.AuthorUser, Kind: assistant.KindMessage}
}

// begun begins and fails the test on an error.
func begun(tb testing.TB, p *planning.Planner, d planning.Desk, s assistant.Situation, text string) planning.Move {
	tb.Helper()
	m, err := p.Begin(tb.Context(), d, s, said(text))
	if err != nil {
		tb.Fatalf("begin %q: %v", text, err)
	}
	return m
}

func answered(tb testing.TB, p *planning.Planner, d planning.Desk, s assistant.Situation, m planning.Move, values map[string]string, text string) planning.Move {
	tb.Helper()
	if m.Brief == nil {
		tb.Fatalf("there is no brief to answer: %+v", m)
	}
	next, err := p.Answer(tb.Context(), d, s, *m.Brief, values, text)
	if err != nil {
		tb.Fatalf("answer %v %q: %v", values, text, err)
	}
	return next
}

// planned walks a request to its plan, leaving every choice to the assistant.
func planned(tb testing.TB, p *planning.Planner, d planning.Desk, s assistant.Situation, text string) assistant.Plan {
	tb.Helper()
	m := begun(tb, p, d, s, text)
	for range 4 {
		if m.Ask == nil {
			break
		}
		m = answered(tb, p, d, s, m, nil, "you choose")
	}
	if m.Plan == nil {
		tb.Fatalf("%q came to no plan: ask %+v, problem %+v", text, m.Ask, m.Problem)
	}
	return *m.Plan
}

// shape is a plan in short: "A draft draft_content creativeLead".
func shape(p assistant.Plan) []string {
	var out []string
	for _, s := range p.Steps {
		out = append(out, s.Group+" "+s.Key+" "+string(s.Type)+" "+string(s.Owner))
	}
	return out
}
