package panel

import (
	"html/template"
	"net/http"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// design shows the building blocks of pages in every state, for developers of pages and for screenshot tests. No page links to it,
// and its buttons refer to nothing that exists.
type design struct {
	owner *owner.Owner
	pages *pages.Pages
}

type designView struct {
	pages.View

	Colours []string // by their classes, which are called as the colours are in the style
	Badges  []string // classes, each with a word
	States  []string
	Faces   []assistant.AgentID
	Cards   []designCard
}

// designCard is a card of the samples.
type designCard struct {
	ID, Kind string
	HTML     template.HTML
}

// parts shows type, colours, fields and the rest of what stands around cards.
func (d *design) parts(w http.ResponseWriter, r *http.Request) error {
	if _, err := d.owner.Admin(r.Context()); err != nil {
		return err
	}
	d.pages.Render(w, http.StatusOK, "design", designView{
		View:    d.pages.View(r.Context(), "Design"),
		Colours: []string{"paper", "side-tone", "card-tone", "sunk", "ink", "soft-ink", "faint", "accent", "accent-wash", "mine-tone", "good-wash", "warn-wash", "bad-wash"},
		Badges:  []string{"", "good", "warn", "bad"}, States: []string{"", "pending", "running", "completed", "failed"},
		Faces: []assistant.AgentID{assistant.Chief, assistant.GrowthLead, assistant.CreativeLead, assistant.TechnicalLead, assistant.WebEngineer, assistant.ResearchAgent},
	})
	return nil
}

// cards shows the samples of cards.
func (d *design) cards(w http.ResponseWriter, r *http.Request) error {
	if _, err := d.owner.Admin(r.Context()); err != nil {
		return err
	}
	v := designView{View: d.pages.View(r.Context(), "Design")}
	s := samples{in: d.pages.Words(), role: speaks(d.owner)}
	for i, sample := range s.drawings() {
		sample.ID = "sample-" + strconv.Itoa(i)
		one, err := drawnSample(d.pages, sample)
		if err != nil {
			return err
		}
		v.Cards = append(v.Cards, one)
	}
	d.pages.Render(w, http.StatusOK, "design-cards", v)
	return nil
}

// drawnSample draws a card of the samples.
func drawnSample(on *pages.Pages, d drawing) (designCard, error) {
	d.Zone, d.Now, d.In = sampled().Location(), sampled(), on.Words()
	html, err := on.Draw(frame(d.Says), d)
	return designCard{ID: d.ID, Kind: kindOf(d.Card, d.Says), HTML: template.HTML(html)}, err // drawn by html/template
}

// speaks is how the samples call an agent.
func speaks(who *owner.Owner) func(assistant.AgentID) bots.Speaker {
	return func(id assistant.AgentID) bots.Speaker {
		if a, ok := who.Agent(id); ok {
			return bots.Speaker{ID: id, Called: a.Called()}
		}
		return bots.Speaker{ID: id, Called: string(id)}
	}
}
