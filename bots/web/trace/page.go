package trace

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Page is a run's timeline on the panel.
type Page struct {
	Kept  Kept // nil: there is no page
	Owner *owner.Owner
	Pages *pages.Pages
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
	Agents []assistant.AgentID // that did something
	Agent  assistant.AgentID   // that is shown; "" for all
	Kinds  []Kind
	Kind   Kind
	Rows   []line
	Sum    string

	Unpriced int // calls of models of which nobody knows what they cost
}

// line is a row as the page shows it.
type line struct {
	Row

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
	view, rows, err := Of(r.Context(), p.Kept, p.Owner, id)
	if err != nil {
		return err
	}
	v := pageView{
		View: p.Pages.View("Timeline"), Run: view.Run, Kinds: []Kind{Model, Tool, Decision},
		Agent: assistant.AgentID(r.URL.Query().Get("agent")), Kind: Kind(r.URL.Query().Get("kind")),
	}
	zone := p.Owner.Zone(r.Context())
	var tokens int
	var micros, took int64
	for _, row := range rows {
		if row.Agent != "" && !slices.Contains(v.Agents, row.Agent) {
			v.Agents = append(v.Agents, row.Agent)
		}
		if v.Agent != "" && row.Agent != v.Agent || v.Kind != "" && row.Kind != v.Kind {
			continue
		}
		if row.Unpriced {
			v.Unpriced++
		}
		tokens, micros, took = tokens+row.Read+row.Written, micros+row.Micros, took+row.TookMS
		one := line{Row: row, By: string(row.Agent), Clock: row.At.In(zone), Cost: dollars(row.Micros)}
		if a, ok := p.Owner.Agent(row.Agent); ok {
			one.By = a.Called()
		}
		v.Rows = append(v.Rows, one)
	}
	v.Sum = fmt.Sprintf("%d rows, %d tokens, %s, %s at work", len(v.Rows), tokens, dollars(micros), time.Duration(took)*time.Millisecond)
	p.Pages.Render(w, http.StatusOK, "trace", v)
	return nil
}

func dollars(micros int64) string { return fmt.Sprintf("$%.4f", float64(micros)/1e6) }
