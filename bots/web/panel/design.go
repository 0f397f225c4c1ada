package panel

import (
	"html/template"
	"net/http"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// design shows what every page is made of, in every state: for whoever builds a page, and for the pictures that are compared. Nothing
// leads there, and what is pressed on it is about nothing that there is.
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
	s := samples{in: d.pages.Words(), role: d.called}
	for _, card := range s.cards() {
		if err := d.add(&v, card, cardview.Of(card, cardview.Reader{Inert: true})); err != nil {
			return err
		}
	}
	card := s.approvals()[0]
	says := cardview.View{In: s.in, Kind: cardview.Approval, Tone: cardview.Quiet, Title: s.in.Say("Files"), Sections: s.sections()}
	if err := d.add(&v, card, says); err != nil {
		return err
	}
	d.pages.Render(w, http.StatusOK, "design-cards", v)
	return nil
}

func (d *design) add(v *designView, card bots.Card, says cardview.View) error {
	id := "sample-" + strconv.Itoa(len(v.Cards))
	html, err := d.pages.Draw(frame(says), drawing{ID: id, Card: card, Says: says, Zone: sampled().Location(), Now: sampled(), In: d.pages.Words()})
	v.Cards = append(v.Cards, designCard{ID: id, Kind: kindOf(card, says), HTML: template.HTML(html)}) // drawn by html/template
	return err
}

func (d *design) called(id assistant.AgentID) bots.Speaker {
	if a, ok := d.owner.Agent(id); ok {
		return bots.Speaker{ID: id, Called: a.Called()}
	}
	return bots.Speaker{ID: id, Called: string(id)}
}
