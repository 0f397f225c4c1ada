package pages

import (
	"net/http"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
)

// tourStep is a step of the tour: the part of a page that it points at, and its text.
type tourStep struct {
	path, at    string
	title, says assistant.Sentence
}

// What the steps of the tour point at, as the style knows it.
const (
	TourBox    = "box"
	TourPicker = "picker"
	TourPlan   = "plan"
	tourPage   = "page"
	tourTry    = "try" // what follows the last step: a request to begin with
)

const (
	tourQuery = "tour"
	tourEnd   = "/?" + tourQuery + "=" + tourTry
)

// tourSteps returns the steps for the viewer, who is led only to what they may use.
func (p *Pages) tourSteps() []tourStep {
	last := tourStep{"/people", tourPage, assistant.Say("People and rules"), assistant.Say("See who is here and who approves what, and link your accounts in Slack and Discord.")}
	if p.who.Role == assistant.RoleAdmin {
		last = tourStep{"/settings", tourPage, assistant.Say("Settings"), assistant.Say("Connect a language model, your sites, Slack, Discord and e-mail.")}
	}
	return []tourStep{
		{"/", TourBox, assistant.Say("Ask for what you need"), assistant.Say("Write it here in your own words and press Send.")},
		{"/", TourPicker, assistant.Say("Choose whom you ask"), assistant.Say("Whoever stands here reads first and brings in others; choose somebody else to ask them directly.")},
		{"/", TourPlan, assistant.Say("Approve the plan"), assistant.Say("Work comes as a plan like this one, and nothing is changed before you press Approve.")},
		{"/waiting", tourPage, assistant.Say("Needs you"), assistant.Say("Whatever waits for your decision is listed here and counted in the menu.")},
		{"/tasks", tourPage, assistant.Say("Automations"), assistant.Say("Work that recurs, or that begins with an event elsewhere, starts by itself.")},
		last,
	}
}

// Tour is a step of the tour as a page shows it.
type Tour struct {
	Step, Of    int
	At          string
	Title, Says assistant.Sentence

	Back, Next string // addresses; "" if there is none
	Path       string // of the page
	Try        bool   // the steps are over
	Request    string // that can be tried then
}

// Tour returns the tour's step that a request asks for, or nil if it asks for none or for another page's.
func (p *Pages) Tour(r *http.Request) *Tour {
	asked := r.URL.Query().Get(tourQuery)
	if asked == "" || r.Method != http.MethodGet {
		return nil
	}
	if asked == tourTry && r.URL.Path == "/" {
		return &Tour{At: TourBox, Try: true, Path: "/", Title: assistant.Say("That was the tour"), Says: assistant.Say("Try it with a request. You will see its plan, approve it and follow the work to its end:")}
	}
	steps := p.tourSteps()
	n, err := strconv.Atoi(asked)
	if err != nil || n < 1 || n > len(steps) || steps[n-1].path != r.URL.Path {
		return nil
	}
	at := func(n int) string {
		if n < 1 || n > len(steps) {
			return ""
		}
		return steps[n-1].path + "?" + tourQuery + "=" + strconv.Itoa(n)
	}
	s := steps[n-1]
	return &Tour{Step: n, Of: len(steps), At: s.at, Title: s.title, Says: s.says, Back: at(n - 1), Next: at(n + 1), Path: s.path}
}

// AfterTour is where somebody goes on who ends the tour: where they were, or with a request to try, and nowhere else.
func (p *Pages) AfterTour(to string) string {
	for _, s := range p.tourSteps() {
		if to == s.path || to == tourEnd {
			return to
		}
	}
	return "/"
}
