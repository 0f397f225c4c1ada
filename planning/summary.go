package planning

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Summary is the honest answer that ends a run. What was done, what failed, where it is, what was found when it was looked
// at and what can be undone is told by code, from the tasks. A model may word single receipts, in their own words alone: see
// [worded]. It is asked only where everything was completed; where it fails, code tells alone. The error is for a lost claim
// and an ended context.
func Summary(ctx context.Context, model llm.Asker, words agents.Vocabulary, v assistant.RunView, p assistant.Project, seen []assistant.Seen, w wording.Words) (string, error) {
	var said map[assistant.TaskID]string
	if whole(v) {
		facts := summaryFacts(v, p)
		reply, wrong, err := ask[llm.SummaryReply](ctx, Desk{Model: model}, llm.PurposeSummary, summarySystem(words), facts, nil)
		if err != nil {
			return "", fmt.Errorf("summarise run %s: %w", v.Run.ID, err)
		}
		if wrong == nil {
			said = worded(v, p, reply, words.Team)
		}
	}
	return headline(v, w) + "\n\n" + report(v, seen, said, w), nil
}

// Receipts is [Summary] by code alone.
func Receipts(v assistant.RunView, seen []assistant.Seen, w wording.Words) string {
	return headline(v, w) + "\n\n" + report(v, seen, nil, w)
}

func summaryFacts(v assistant.RunView, p assistant.Project) llm.SummaryFacts {
	facts := llm.SummaryFacts{Title: v.Run.Title, Status: v.Run.Status, Project: llm.FactOf(p), Tasks: []llm.TaskFact{}}
	for i, t := range v.Tasks {
		f := llm.TaskFact{Key: receiptKey(i), Summary: t.Summary, Owner: string(t.Owner), Type: t.Type, Status: t.Status}
		if t.Result != nil {
			f.Result, f.URL, f.Undo = t.Result.Summary.String(), t.Result.Address(), t.Result.Undo
		}
		if t.Problem != nil {
			f.Problem = t.Problem.Message.String()
		}
		facts.Tasks = append(facts.Tasks, f)
	}
	return facts
}

// whole tells whether every task is completed that nobody wanted left out.
func whole(v assistant.RunView) bool {
	return v.Run.Status != assistant.RunFailed && v.Run.Status != assistant.RunCancelled &&
		done(v) > 0 && done(v) == wanted(v)
}

// wanted counts the tasks that nobody wanted left out.
func wanted(v assistant.RunView) int {
	n := 0
	for _, t := range v.Tasks {
		if !t.LeftOut() {
			n++
		}
	}
	return n
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

func headline(v assistant.RunView, w wording.Words) string {
	title := quoted(line(v.Run.Title, maxTitle))
	if whole(v) {
		return w.Say("%s is finished: %d steps done.", title, done(v)) + found(v, w)
	}
	failed, how := count(v, assistant.TaskFailed), w.Say("%s is not finished", title)
	switch {
	case v.Run.Status == assistant.RunCancelled:
		how, failed = notEnded(v, title, w), 0
	case failed > 0:
		how = w.Say("%s could not be finished", title)
	}
	out := how + ": " + w.Say("%d of %d steps done", done(v), wanted(v))
	if failed > 0 {
		out += ", " + w.Say("%d failed", failed)
	}
	if back := count(v, assistant.TaskCompleted) - done(v); back > 0 {
		out += ", " + w.Say("%d taken back", back)
	}
	return out + "."
}

// notEnded says how a run ended that has not come to its end, though nothing failed.
func notEnded(v assistant.RunView, title string, w wording.Words) string {
	switch assistant.WhyCancelled(v.Tasks) {
	case assistant.NotDoneExpired:
		return w.Say("%s is not finished, because nobody decided in time", title)
	case assistant.NotDoneDeclined:
		return w.Say("%s is not finished, because a step of it was declined", title)
	default:
		return w.Say("%s was stopped", title)
	}
}

// notDone says why a task was left undone, as a part of its line.
func notDone(t assistant.Task, w wording.Words) string {
	switch t.WhyNotDone() {
	case assistant.NotDoneExpired:
		return ": " + w.Say("nobody decided in time")
	case assistant.NotDoneDeclined:
		return ": " + w.Say("it was declined")
	case assistant.NotDoneBefore:
		return ": " + w.Say("not begun, because %s", w.Say("what comes before it was not done"))
	default:
		return ""
	}
}

// found says where people find what a run brought about, and how much of it can be undone.
func found(v assistant.RunView, w wording.Words) string {
	var urls []string
	for _, t := range v.Tasks {
		if t.Result == nil || !t.Done() {
			continue
		}
		if url := line(t.Result.Address(), maxValue); url != "" && t.Effect != assistant.EffectNone && !slices.Contains(urls, url) {
			urls = append(urls, url)
		}
	}
	out := ""
	if len(urls) > 0 {
		out += " " + w.Say("See %s.", w.List(urls))
	}
	return out + canUndo(len(undoable(v)), w)
}

// report lists what became of every task, and what can be done about it.
func report(v assistant.RunView, seen []assistant.Seen, said map[assistant.TaskID]string, w wording.Words) string {
	var done, failed, not, out, back, look []string
	told := map[string]bool{}
	for _, t := range v.Tasks {
		what := line(t.Summary, maxLine) + where(t, w)
		switch t.Status {
		case assistant.TaskCompleted:
			if t.Undone {
				back = append(back, what)
				continue
			}
			found, differs := sight(t, seen, w)
			done = append(done, what+outcome(t, w)+found+spoken(said[t.ID])+toRead(t, v.Tasks, w))
			if differs != "" {
				look = append(look, what+": "+differs)
			}
		case assistant.TaskFailed:
			failed = append(failed, what+why(t, told, w))
		default:
			if t.LeftOut() {
				out = append(out, what)
				continue
			}
			not = append(not, what+notDone(t, w))
		}
	}
	var parts []string
	for _, s := range []struct {
		title string
		lines []string
	}{
		{w.Say("Done"), done},
		{w.Say("Please look"), look},
		{w.Say("Failed"), failed},
		{w.Say("Not done"), not},
		{w.Say("Left out, as wished"), out},
		{w.Say("Taken back"), back},
		{w.Say("Can be undone"), undoable(v)},
		{w.Say("What we can do next"), ways(v, w)},
	} {
		if len(s.lines) > 0 {
			parts = append(parts, section(s.title, s.lines))
		}
	}
	return strings.Join(parts, "\n\n")
}

// where says on which project a task worked, in a run that worked on several.
func where(t assistant.Task, w wording.Words) string {
	if name := line(t.ProjectName, maxLabel); name != "" {
		return " (" + w.Say("on %s", name) + ")"
	}
	return ""
}

const (
	readLines = 12  // of one result in a summary
	readLine  = 300 // characters of one of them
)

// toRead is what people asked to have and no later step has taken up: an audit's findings, a draft. A line each, under the
// line of its task.
func toRead(t assistant.Task, all []assistant.Task, w wording.Words) string {
	if t.Result == nil || t.Result.Read == "" || takenUp(t, all) {
		return ""
	}
	var out strings.Builder
	lines := strings.FieldsFunc(block(t.Result.Read, maxText), func(r rune) bool { return r == '\n' })
	for _, l := range lines[:min(len(lines), readLines)] {
		out.WriteString("\n  - " + line(strings.TrimPrefix(l, "- "), readLine))
	}
	if more := len(lines) - readLines; more > 0 {
		out.WriteString("\n  - " + w.Say("and %d more lines", more))
	}
	return out.String()
}

// takenUp tells whether another task was given what this one wrote.
func takenUp(t assistant.Task, all []assistant.Task) bool {
	return slices.ContainsFunc(all, func(o assistant.Task) bool {
		return !o.LeftOut() && slices.ContainsFunc(references(o.Parameters), func(r assistant.Placed) bool { return r.From == t.Key })
	})
}

// sight says what was found when the effect of a task was looked at: as a part of its line where all is as it should be, else
// on its own.
func sight(t assistant.Task, seen []assistant.Seen, w wording.Words) (found, differs string) {
	for _, s := range seen {
		words := line(w.Tell(s.Words), maxValue)
		switch {
		case s.Task != t.ID || words == "":
		case s.Found == assistant.SightAsWritten:
			return ". " + w.Say("I looked: %s", words), ""
		default:
			return "", words
		}
	}
	return "", ""
}

func spoken(sentence string) string {
	if sentence == "" {
		return ""
	}
	return ". " + sentence
}

func outcome(t assistant.Task, w wording.Words) string {
	if t.Result == nil {
		return ""
	}
	out := ""
	if said := line(w.Tell(t.Result.Summary), maxLine); said != "" && folded(said) != folded(w.Tell(t.Says())) {
		out = ": " + said
	}
	if url := line(t.Result.Address(), maxValue); url != "" && !strings.Contains(out, url) {
		out += " (" + url + ")"
	}
	return out
}

// why says what a task failed of. What was told of one before it is not told again.
func why(t assistant.Task, told map[string]bool, w wording.Words) string {
	if t.Problem == nil {
		return ""
	}
	words := line(w.Tell(t.Problem.Message), maxValue)
	if told[words] {
		return ": " + w.Say("for the same reason")
	}
	told[words] = true
	return ": " + words
}

func ways(v assistant.RunView, w wording.Words) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, t := range v.Tasks {
		if t.Status != assistant.TaskFailed || t.Problem == nil {
			continue
		}
		if way := line(w.Tell(t.Problem.Recovery), maxValue); !seen[way] {
			seen[way] = true
			out = append(out, way)
		}
	}
	return out
}
