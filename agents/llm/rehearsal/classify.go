package rehearsal

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// says tells whether words are that, by one of the model's own books.
func says(b *examples.Book, words string, does assistant.TaskType) bool {
	return slices.ContainsFunc(b.Find(words), func(f examples.Finding) bool { return f.Tool == does })
}

// classify sorts words by what is open, and by whether they are like examples of work.
func (m *Model) classify(b *examples.Book, f llm.ClassifyFacts) llm.ClassifyReply {
	words := strings.TrimSpace(f.Text)
	found := b.Find(words)
	work := slices.ContainsFunc(found, func(x examples.Finding) bool { return !x.Answers })
	asks, waits := strings.HasSuffix(words, "?"), f.Plan != "" || len(f.Approvals) > 0
	decides := func(does assistant.TaskType) bool { return len(found) == 0 && says(m.books.decisions, words, does) }
	switch {
	case f.Run != "" && says(m.books.decisions, words, saysStop):
		return llm.ClassifyReply{Kind: llm.KindStop, Reason: "The words ask to stop the run."}
	case f.Plan != "" && !asks && m.revises(words):
		return llm.ClassifyReply{Kind: llm.KindRevise, Reason: "A plan is open and the words ask for a change of it."}
	case f.Revisable && !asks && m.wantsOtherwise(words):
		return llm.ClassifyReply{Kind: llm.KindRevise, Reason: "Something waits for approval and the words want it to be different."}
	case waits && !asks && decides(saysYes):
		return llm.ClassifyReply{Kind: llm.KindApprove, Reason: "Something waits for a decision and the words agree to it."}
	case waits && decides(saysNo):
		return llm.ClassifyReply{Kind: llm.KindReject, Reason: "Something waits for a decision and the words refuse it."}
	case work:
		return llm.ClassifyReply{Kind: llm.KindPlan, Reason: "The words are like an example of work."}
	case f.Question != "" && !asks && len(found) == 0:
		return llm.ClassifyReply{Kind: llm.KindReply, Reason: "A question is open and the words may answer it."}
	default:
		return llm.ClassifyReply{Kind: llm.KindAnswer, Reason: "The words are like no example of work."}
	}
}

// revises tells whether words want an open plan to be different.
func (m *Model) revises(words string) bool {
	return len(m.books.wishes.Find(words)) > 0 || says(m.books.run, words, wantsLess) || len(m.books.edits.Find(words)) > 0 || says(m.books.decisions, words, wantsOther)
}

// wantsOtherwise tells whether words want what stands there for approval to be different.
func (m *Model) wantsOtherwise(words string) bool {
	_, _, renames := m.renamed(words)
	return renames || says(m.books.decisions, words, wantsOther)
}

// renamed reads words that give a part of what stands there another value: “change the title to Our offer”.
func (m *Model) renamed(words string) (name, value string, ok bool) {
	for _, f := range m.books.wishes.Find(words) {
		name, value = strings.ToLower(first(f.Filled["what"])), first(f.Filled["text"])
		if f.Tool == wantsValue && slices.Contains([]string{"title", "name", "heading", "priority", "description"}, name) {
			return name, value, true
		}
	}
	return "", "", false
}

// rework gives a parameter that words name its new value, and the words to whoever wrote.
func (m *Model) rework(f llm.ReworkFacts) llm.ReworkReply {
	out := llm.ReworkReply{Parameters: []llm.Pair{}, Writers: []string{}}
	if name, value, ok := m.renamed(f.Wish); ok {
		if name == "name" || name == "heading" {
			name = "title"
		}
		if at := slices.IndexFunc(f.Parameters, func(p llm.Pair) bool { return strings.EqualFold(p.Key, name) }); at >= 0 {
			out.Parameters = append(out.Parameters, llm.Pair{Key: f.Parameters[at].Key, Value: value})
		}
	}
	for _, w := range f.Writers {
		out.Writers = append(out.Writers, w.Key)
	}
	return out
}
