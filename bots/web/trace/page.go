package trace

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Labels are what people call a tenant's tools, by their names; one that is not among them goes by its name. Nil knows none.
type Labels func(assistant.TenantID) map[string]string

func (l Labels) all(t assistant.TenantID) map[string]string {
	if l == nil {
		return nil
	}
	return l(t)
}

// Page is a run's timeline on the panel.
type Page struct {
	Kept   Kept // nil: there is no page
	Labels Labels
	Owner  *owner.Owner
	Pages  *pages.Pages
}

// Routes are the page's own.
func (p *Page) Routes() map[string]request.Endpoint {
	if p.Kept == nil {
		return nil
	}
	return map[string]request.Endpoint{"GET /runs/{id}/timeline": p.show}
}

type pageView struct {
	pages.View

	Run    assistant.Run
	Title  string            // of the run, which is a call's where one tool was used
	Agents []agentChoice     // that did something
	Agent  assistant.AgentID // that is shown; "" for all
	Kinds  []Kind
	Kind   Kind
	Rows   []line
	Sum    string

	Unpriced int // calls of models of which nobody knows what they cost
}

// agentChoice is an agent whose rows may be shown alone.
type agentChoice struct {
	ID     assistant.AgentID
	Called string
}

// line is a row as the page shows it, to whoever looks.
type line struct {
	Row

	Says  string // what was used, asked for or decided on
	By    string
	Clock time.Time
	Cost  string
}

// show draws the rows, of one agent or kind where that is asked for.
func (p *Page) show(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	words := p.Pages.Words()
	view, rows, err := Of(r.Context(), p.Kept, p.Owner, id, words)
	if err != nil {
		return err
	}
	v := pageView{
		View: p.Pages.View(r.Context(), "Timeline"), Run: view.Run, Kinds: []Kind{Model, Tool, Decision},
		Agent: assistant.AgentID(r.URL.Query().Get("agent")), Kind: Kind(r.URL.Query().Get("kind")),
	}
	zone, labels := p.Owner.Zone(r.Context()), p.Labels.all(p.Owner.Tenant.ID)
	v.Title = view.Run.Title
	for _, t := range view.Tasks {
		if title := assistant.Titled(labels[string(t.Type)], view.Run.Title); title.Key() != "" {
			v.Title = words.Tell(title)
		}
	}
	var tokens int
	var micros, took int64
	for _, row := range rows {
		by := agentChoice{row.Agent, p.called(row.Agent)}
		if row.Agent != "" && !slices.Contains(v.Agents, by) {
			v.Agents = append(v.Agents, by)
		}
		if v.Agent != "" && row.Agent != v.Agent || v.Kind != "" && row.Kind != v.Kind {
			continue
		}
		if row.Unpriced {
			v.Unpriced++
		}
		tokens, micros, took = tokens+row.Read+row.Written, micros+row.Micros, took+row.TookMS
		v.Rows = append(v.Rows, line{Row: row, Says: says(words, row, labels), By: by.Called, Clock: row.At.In(zone), Cost: dollars(row.Micros)})
	}
	v.Sum = strings.Join([]string{
		words.Say("%d rows", len(v.Rows)), words.Say("%d tokens", tokens), dollars(micros), words.Say("%s at work", time.Duration(took)*time.Millisecond),
	}, ", ")
	p.Pages.Render(w, http.StatusOK, "trace", v)
	return nil
}

// called is what people call an agent.
func (p *Page) called(id assistant.AgentID) string {
	if a, ok := p.Owner.Agent(id); ok {
		return a.Called()
	}
	return string(id)
}
