package rehearsal

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// notice is in everything said to a person where no model is configured.
const notice = "This is a rehearsal: no language model is configured, so I work by fixed rules and cannot answer in my own words. " +
	"Set GEMINI_API_KEY, ANTHROPIC_API_KEY, or OPENAI_API_KEY for OpenAI and whatever speaks its protocol, and start again to get real answers."

// switchedOff is said in its place where a key may be set and is not used.
const switchedOff = "Language models are switched off here, so nothing was sent to one: I work by fixed rules and cannot answer in my own words. " +
	"Whoever runs this assistant can switch them on again."

// noticed says what is in everything said to a person.
func (m *Model) noticed(w wording.Words) string {
	if m.config.SwitchedOff {
		return w.Say(switchedOff)
	}
	return w.Say(notice)
}

var youAre = script.Pattern(`\bYou are (\p{Lu}[\pL-]+)`)

// answer says in the persona's name what was asked, and that it is a rehearsal.
func (m *Model) answer(r llm.Request) string {
	var f llm.AnswerFacts
	if len(r.Facts) == 0 || json.Unmarshal(r.Facts, &f) != nil {
		f = llm.AnswerFacts{}
	}
	name := f.Agent.Name
	if said := youAre().FindStringSubmatch(r.Instructions.Stable); name == "" && said != nil {
		name = said[1]
	}
	w := wording.In(f.Language)
	who := w.Say("%s here", script.First(name, w.Say("The assistant")))
	if f.Agent.Title != "" && f.Agent.ID != assistant.Chief {
		who += ", " + f.Agent.Title
	}
	var out []string
	if said := script.Cut(strings.Join(strings.Fields(script.First(f.Text, unlessAttached(f, asked(r)))), " "), 300); said != "" {
		out = append(out, w.Say("%s. You wrote: “%s”", who, said))
	} else {
		out = append(out, who+".")
	}
	out = append(out, attached(f)...)
	if _, said := m.using(r, f); said != "" {
		return strings.Join(append(out, said, m.noticed(w)), "\n\n")
	}
	english := f
	english.Text = m.original(f.Text)
	switch said := help(english, w); {
	case said != "":
		out = append(out, said)
	case len(f.Attached) == 0:
		out = append(out, w.Say("I am not sure what you mean by that, so I have planned nothing. What is nearest to it stands below, to be pressed."))
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
	return strings.Join(append(out, m.noticed(w), works(f, w)), "\n\n")
}

// unlessAttached is what was asked, unless files are: what stands around it then is theirs, in its frame for models.
func unlessAttached(f llm.AnswerFacts, asked string) string {
	if len(f.Attached) > 0 {
		return ""
	}
	return asked
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

var (
	yesForm    = script.Pattern(`(?i)^\W*(?:yes|yep|yeah|ok|okay|sure|go|go ahead|proceed|approve|approved|do it|looks good|lgtm|ja|oui)\b[^?]*$`)
	noForm     = script.Pattern(`(?i)^\W*(?:no|nope|reject|rejected|do not|don'?t|never ?mind|cancel)\b`)
	stopForm   = script.Pattern(`(?i)^\W*(?:stop|cancel|abort|halt)\b`)
	reviseForm = script.Pattern(`(?i)\b(?:drop|remove|delete|skip|leave out|give|assign|rename|call it|change|instead|add|groups?|step \d)\b`)
)

// looks tells whether a script tells what words want to know while answering.
func (m *Model) looks(words string) bool {
	return slices.ContainsFunc(m.config.Scripts, func(s script.Script) bool { return s.Looks != nil && s.Looks(words) })
}

// classify sorts words by what is open, and by whether the rules find work in them.
func (m *Model) classify(f llm.ClassifyFacts) llm.ClassifyReply {
	words := m.original(strings.TrimSpace(f.Text))
	work := !m.looks(words) && len(m.understand(words, llm.ProjectFact{}, nil)) > 0
	switch {
	case f.Run != "" && stopForm().MatchString(words):
		return llm.ClassifyReply{Kind: llm.KindStop, Reason: "The words ask to stop the run."}
	case f.Plan != "" && reviseForm().MatchString(words) && !strings.HasSuffix(words, "?"):
		return llm.ClassifyReply{Kind: llm.KindRevise, Reason: "A plan is open and the words ask for a change of it."}
	case f.Plan != "" && yesForm().MatchString(words):
		return llm.ClassifyReply{Kind: llm.KindApprove, Reason: "A plan is open and the words agree to it."}
	case f.Plan != "" && noForm().MatchString(words):
		return llm.ClassifyReply{Kind: llm.KindReject, Reason: "A plan is open and the words refuse it."}
	case f.Revisable && wantsOtherwise(words) && !strings.HasSuffix(words, "?"):
		return llm.ClassifyReply{Kind: llm.KindRevise, Reason: "Something waits for approval and the words want it to be different."}
	case work:
		return llm.ClassifyReply{Kind: llm.KindPlan, Reason: "The words ask for work that the rules know."}
	case f.Question != "" && !strings.HasSuffix(words, "?"):
		return llm.ClassifyReply{Kind: llm.KindReply, Reason: "A question is open and the words may answer it."}
	default:
		return llm.ClassifyReply{Kind: llm.KindAnswer, Reason: "The words ask for no work that the rules know."}
	}
}
