package planning

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

const maxSummary = 700

// Summary is the honest answer that ends a run. What was done, what failed and what can be undone is always told by code,
// from the tasks. The model's words only lead it, and only where everything was completed: a run with anything missing is
// told by code alone, and so is one for which the model fails. The error is for a lost claim and an ended context.
func Summary(ctx context.Context, model llm.Asker, v assistant.RunView, p assistant.Project, problems []assistant.Problem) (string, error) {
	told := report(v, problems)
	if !whole(v) || len(problems) > 0 {
		return headline(v) + "\n\n" + told, nil
	}
	r, err := request(llm.PurposeSummary, summaryPrompt, summaryFacts(v, p))
	if err != nil {
		return "", err
	}
	reply, err := model.Ask(ctx, r, nil)
	if err != nil && (ctx.Err() != nil || !modelFailed(err)) {
		return "", fmt.Errorf("summarise run %s: %w", v.Run.ID, err)
	}
	lead := block(reply.Text(), maxSummary)
	if err != nil || lead == "" || len(reply.Calls()) > 0 || strangeAddress(lead, told) {
		lead = headline(v)
	}
	return lead + "\n\n" + told, nil
}

func summaryFacts(v assistant.RunView, p assistant.Project) llm.SummaryFacts {
	facts := llm.SummaryFacts{Title: v.Run.Title, Status: v.Run.Status, Project: llm.FactOf(p), Tasks: []llm.TaskFact{}}
	for _, t := range v.Tasks {
		f := llm.TaskFact{Summary: t.Summary, Owner: string(t.Owner), Type: t.Type, Status: t.Status}
		if t.Result != nil {
			f.Result, f.URL, f.Undo = t.Result.Summary, t.Result.Fields["url"], t.Result.Undo
		}
		if t.Problem != nil {
			f.Problem = t.Problem.Message
		}
		facts.Tasks = append(facts.Tasks, f)
	}
	return facts
}

// whole tells whether every task is completed.
func whole(v assistant.RunView) bool {
	return v.Run.Status != assistant.RunFailed && v.Run.Status != assistant.RunCancelled &&
		len(v.Tasks) > 0 && done(v) == len(v.Tasks)
}

func count(v assistant.RunView, s assistant.TaskStatus) int {
	n := 0
	for _, t := range v.Tasks {
		if t.Status == s {
			n++
		}
	}
	return n
}

// done counts the tasks that are done and were not taken back.
func done(v assistant.RunView) int {
	n := 0
	for _, t := range v.Tasks {
		if t.Done() {
			n++
		}
	}
	return n
}

func headline(v assistant.RunView) string {
	title := quoted(line(v.Run.Title, maxTitle))
	if whole(v) {
		return fmt.Sprintf("%s is finished: %s done.", title, counted(len(v.Tasks), "step"))
	}
	failed, how := count(v, assistant.TaskFailed), "is not finished"
	switch {
	case v.Run.Status == assistant.RunCancelled:
		how, failed = "was stopped", 0
	case failed > 0:
		how = "could not be finished"
	}
	out := fmt.Sprintf("%s %s: %d of %s done", title, how, done(v), counted(len(v.Tasks), "step"))
	if failed > 0 {
		out += fmt.Sprintf(", %d failed", failed)
	}
	if back := count(v, assistant.TaskCompleted) - done(v); back > 0 {
		out += fmt.Sprintf(", %d taken back", back)
	}
	return out + "."
}

// report lists what became of every task, and what can be done about it.
func report(v assistant.RunView, problems []assistant.Problem) string {
	var done, failed, not, undo, back []string
	for _, t := range v.Tasks {
		what := line(t.Summary, maxLine)
		switch t.Status {
		case assistant.TaskCompleted:
			if t.Undone {
				back = append(back, what)
				continue
			}
			done = append(done, what+outcome(t))
			if t.Result != nil && t.Result.Undo {
				undo = append(undo, what)
			}
		case assistant.TaskFailed:
			failed = append(failed, what+why(t))
		default:
			not = append(not, what)
		}
	}
	var parts []string
	for _, s := range []struct {
		title string
		lines []string
	}{{"Done", done}, {"Failed", failed}, {"Not done", not}, {"Taken back", back}, {"Can be undone", undo}, {"What we can do next", ways(v, problems)}} {
		if len(s.lines) > 0 {
			parts = append(parts, "**"+s.title+"**\n- "+strings.Join(s.lines, "\n- "))
		}
	}
	return strings.Join(parts, "\n\n")
}

func outcome(t assistant.Task) string {
	if t.Result == nil {
		return ""
	}
	out := ""
	if said := line(t.Result.Summary, maxLine); said != "" && folded(said) != folded(t.Summary) {
		out = ": " + said
	}
	if url := line(t.Result.Fields["url"], maxValue); url != "" && !strings.Contains(out, url) {
		out += " (" + url + ")"
	}
	return out
}

func why(t assistant.Task) string {
	if t.Problem == nil {
		return ""
	}
	return ": " + line(t.Problem.Message, maxValue)
}

func ways(v assistant.RunView, problems []assistant.Problem) []string {
	var out []string
	seen := map[string]bool{"": true}
	add := func(p assistant.Problem) {
		if way := line(p.Recovery, maxValue); !seen[way] {
			seen[way] = true
			out = append(out, way)
		}
	}
	for _, t := range v.Tasks {
		if t.Status == assistant.TaskFailed && t.Problem != nil {
			add(*t.Problem)
		}
	}
	for _, p := range problems {
		add(p)
	}
	return out
}

var address = regexp.MustCompile(`https?://[^\s<>()"”]+`)

// strangeAddress tells whether words name an address that no task brought about.
func strangeAddress(lead, told string) bool {
	for _, a := range address.FindAllString(lead, -1) {
		if !strings.Contains(told, strings.TrimRight(a, ".,;:!?*_")) {
			return true
		}
	}
	return false
}
