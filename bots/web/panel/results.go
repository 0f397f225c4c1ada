package panel

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// result is what came of a task and people open: an address, something to read, a report.
type result struct {
	Item   cardview.Item
	Report *report // nil: it is not an audit
	In     wording.Words
}

// Say is one of the panel's own words.
func (r result) Say(english string) string { return r.In.Say(english) }

// Known is a word of a finding, in the language of the conversation.
func (r result) Label(s site.Severity) string { return r.In.Label(string(s)) }

// report is an audit: what was found, the weightiest first.
type report struct {
	site.Audit

	Task         assistant.TaskID
	Conversation assistant.ConversationID
}

const mendMost = 12 // bounds the findings named in a request to fix them

// Mend is what is asked for so that the findings are mended, in the language of the conversation; "" if nothing was found.
func (r report) Mend(in wording.Words) string {
	if len(r.Findings) == 0 {
		return ""
	}
	lines := []string{in.Say("Fix what the audit of %s found:", r.URL)}
	if r.Page != "" { // it is named as it is changed by
		lines[0] = in.Say("Fix what the audit of the page %s at %s found:", r.Page, r.URL)
	}
	for _, f := range r.Findings[:min(len(r.Findings), mendMost)] {
		lines = append(lines, "- "+f.Message+" "+f.Advice)
	}
	return strings.Join(lines, "\n")
}

// Over tells whether the run has come to its end: its steps fold then, and what came of it stands below.
func (v drawing) Over() bool { return v.Says.State == string(assistant.RunCompleted) }

// Came is what came of a task, as it stands among the others.
func (v drawing) Came(i cardview.Item) result { return result{Item: i, In: v.In} }

// CameOf is what came of a run that has come to its end.
func (v drawing) CameOf() []result {
	if !v.Over() {
		return nil
	}
	var out []result
	steps, _ := cardview.Find[cardview.Steps](v.Says)
	for _, g := range steps.Groups {
		for _, i := range g.Items {
			r := v.Came(i)
			r.Report = v.reports[assistant.TaskID(i.ID)]
			if r.Report != nil || i.Read != "" || i.URL != "" {
				out = append(out, r)
			}
		}
	}
	return out
}

// reportsOf are the audits among what the tasks of a slot's messages gave.
func reportsOf(ms []assistant.Message) map[assistant.TaskID]*report {
	out := map[assistant.TaskID]*report{}
	for _, m := range ms {
		b, ok := m.Body.(assistant.TaskFinished)
		if !ok || b.Result.Fields.Text("score") == "" {
			continue
		}
		r := report{Task: b.Task, Conversation: m.Conversation}
		if json.Unmarshal(b.Result.Details, &r.Audit) != nil || r.URL == "" {
			continue // it is of another kind, and shown as it reads
		}
		slices.SortStableFunc(r.Findings, func(x, y site.Finding) int { return y.Severity.Weight() - x.Severity.Weight() })
		out[b.Task] = &r
	}
	return out
}
