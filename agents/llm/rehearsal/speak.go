package rehearsal

import (
	"encoding/json"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// notice is said once in a conversation where no model is configured.
const notice = "This is a rehearsal: no language model is configured, so I work by fixed rules and cannot answer in my own words. " +
	"An admin can connect one on the panel's page “Settings”, under “Language model”: it answers from the next message on."

// switchedOff is said in its place where a key may be set and is not used.
const switchedOff = "Language models are switched off here, so nothing was sent to one: I work by fixed rules and cannot answer in my own words. " +
	"Whoever runs this assistant can switch them on again."

// noticed says that it is a rehearsal, and how to leave it.
func (m *Model) noticed(w wording.Words) string {
	if m.config.SwitchedOff {
		return w.Say(switchedOff)
	}
	return w.Say(notice)
}

// answer says what there is to say by code: once in a conversation, that it is a rehearsal.
func (m *Model) answer(r llm.Request) string {
	var f llm.AnswerFacts
	if len(r.Facts) == 0 || json.Unmarshal(r.Facts, &f) != nil {
		f = llm.AnswerFacts{}
	}
	w := wording.In(f.Language)
	out := attached(f)
	if _, said := act(r, f); said != "" {
		return strings.Join(append(append(out, said), m.once(f, w)...), "\n\n")
	}
	switch said := help(f, w); {
	case f.Guest && worksFor(r.Examples.Find(f.Text)):
		out = append(out, w.Say(llm.GuestWork))
	case said != "":
		out = append(out, said)
	case m.decides(f.Text):
		out = append(out, w.Say("Nothing waits for your decision here, so there is nothing to say yes or no to."))
	case len(f.Attached) == 0:
		out = append(out, w.Say(llm.Unheard))
	}
	var known []string
	if f.Project != nil && f.Project.Name != "" {
		known = append(known, w.Say("The project in focus is %s.", strings.TrimSpace(f.Project.Name+" "+bracketed(f.Project.Domain))))
	}
	if f.Run != "" {
		known = append(known, w.Say("The newest run: %s.", strings.TrimRight(f.Run, ".")))
	}
	if len(known) > 0 {
		out = append(out, strings.Join(known, " "))
	}
	return strings.Join(append(out, m.once(f, w)...), "\n\n")
}

// mostDecision is how many words a decision has that says nothing else.
const mostDecision = 3

// decides tells whether words are a yes, a no or a stop and nothing else. Where something waits, they decide it, and nobody is asked to answer.
func (m *Model) decides(words string) bool {
	return len(wordsOf(words)) <= mostDecision && len(m.books.decisions.Find(words)) > 0 && !says(m.books.decisions, words, wantsOther)
}

// once is what is said with the first answer of a conversation: that it is a rehearsal, and what works in one.
func (m *Model) once(f llm.AnswerFacts, w wording.Words) []string {
	if f.Noticed {
		return nil
	}
	return []string{m.noticed(w), w.Say("What works without a language model: work that I plan with you and do once you say yes, and “help”, “yes”, “no”, “stop” and “undo”.")}
}

func bracketed(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

// summary words each receipt with what the receipt says: by rules alone there are no better words.
func summary(f llm.SummaryFacts) llm.SummaryReply {
	out := llm.SummaryReply{Receipts: []llm.WordedReply{}}
	for _, t := range f.Tasks {
		if t.Status == assistant.TaskCompleted && t.Result != "" {
			out.Receipts = append(out.Receipts, llm.WordedReply{Key: t.Key, Sentence: t.Result})
		}
	}
	return out
}
