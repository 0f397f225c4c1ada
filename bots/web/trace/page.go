package trace

import (
	"net/http"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Labels returns the display names of a tenant's tools; an unlisted tool is shown by its name. A nil Labels knows none.
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
	Waits  []waiting // that hold it up

	Lasted, AtWork, Cost, Tokens string
}

// agentChoice is an agent whose rows may be shown alone.
type agentChoice struct {
	ID     assistant.AgentID
	Called string
}

// line is a row as the viewer sees it.
type line struct {
	Row

	Says   string // what was used, asked for or decided on
	Became string // what became of it
	Tone   string // the class of the badge that says so
	By     string
	Clock  time.Time
	Took   string // "" where it took no time
	Cost   string // "" where it costs nothing
	Span   span
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
	if v.Waits, err = p.waits(r.Context(), view); err != nil {
		return err
	}
	var tokens, unpriced int
	var micros, took int64
	at := spans(rows)
	for i, row := range rows {
		by := agentChoice{row.Agent, p.called(row.Agent)}
		if row.Agent != "" && !slices.Contains(v.Agents, by) {
			v.Agents = append(v.Agents, by)
		}
		if v.Agent != "" && row.Agent != v.Agent || v.Kind != "" && row.Kind != v.Kind {
			continue
		}
		if row.Unpriced {
			unpriced++
		}
		tokens, micros, took = tokens+row.Read+row.Written, micros+row.Micros, took+row.TookMS
		one := line{Row: row, Says: says(words, row, labels), By: by.Called, Clock: row.At.In(zone), Span: at[i]}
		one.Became, one.Tone = became(words, row)
		if row.TookMS > 0 {
			one.Took = pages.Took(words, time.Duration(row.TookMS)*time.Millisecond)
		}
		if row.Kind == Model {
			one.Cost = pages.Cost(words, row.Micros, count(row.Unpriced))
		}
		v.Rows = append(v.Rows, one)
	}
	v.Lasted, v.AtWork = pages.Took(words, lasted(rows)), pages.Took(words, time.Duration(took)*time.Millisecond)
	v.Cost, v.Tokens = pages.Cost(words, micros, unpriced), words.Say("%d tokens", tokens)
	p.Pages.Render(w, http.StatusOK, "trace", v)
	return nil
}

func count(one bool) int {
	if one {
		return 1
	}
	return 0
}

// called returns an agent's display name.
func (p *Page) called(id assistant.AgentID) string {
	if a, ok := p.Owner.Agent(id); ok {
		return a.Called()
	}
	return string(id)
}
