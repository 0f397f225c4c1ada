package planning

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// plannable tells whether a plan for the work's projects may use a tool: one of them has what it takes, and allows it.
func (w *work) plannable(t tools.Tool) bool {
	return t.Class != assistant.ClassMeta && t.Class != assistant.ClassOwn && (!t.Standing || w.brief.Unasked == "") &&
		slices.ContainsFunc(w.places(), t.Serves)
}

// plansAnything tells whether there is a tool that a plan for the work's project may use.
func (w *work) plansAnything() bool {
	return slices.ContainsFunc(w.team.Tools().All(), w.plannable)
}

// offered are the tools that a plan for the request may use: those that its words find, with what its conversation has used, in the order of
// their names, and at their end what the model has looked for besides. They are the same for each stage, so that the requests of all stages
// begin alike.
func (w *work) offered(request string) []tools.Tool {
	var used []string
	for _, t := range w.situation.Tasks {
		used = append(used, string(t.Type))
	}
	return grown(w.team.Offer([]string{asked(request)}, used, w.plannable), w.team.Search(w.brief.Looked, w.plannable))
}

// offeredToChange are the tools that a plan may use once it is changed: those that it was made with, what it has, and what the wish finds.
func (w *work) offeredToChange(p assistant.Plan, wish string) []tools.Tool {
	var has []tools.Tool
	for _, s := range p.Steps {
		if t, known := w.team.Tools().Get(string(s.Type)); known && w.plannable(t) {
			has = append(has, t)
		}
	}
	return grown(w.offered(firstOf(p.Request, p.Goal)), has, w.team.Search(wish, w.plannable))
}

// grown are tools with others at their end.
func grown(all []tools.Tool, by ...[]tools.Tool) []tools.Tool {
	for _, t := range slices.Concat(by...) {
		if !slices.ContainsFunc(all, func(have tools.Tool) bool { return have.Name == t.Name }) {
			all = append(all, t)
		}
	}
	return all
}

// asked is what a request was before anything was chosen or wished since.
func asked(request string) string {
	for _, since := range []string{chosenWay, wishedSince} {
		request, _, _ = strings.Cut(request, since)
	}
	return request
}
