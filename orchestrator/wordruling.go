package orchestrator

import (
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// ruled says what a person's words are where something waits for a decision.
type ruled string

const (
	ruledWords   ruled = "words"   // no decision: own words, an answer, a wish
	ruledDecided ruled = "decided" // a yes or no to the ruling's subject
	ruledChanged ruled = "changed" // a yes or no that the person has changed since
	ruledUnclear ruled = "unclear" // a yes or no that several subjects may be meant by
	ruledEarly   ruled = "early"   // a yes or no to what came after it
	ruledUnnamed ruled = "unnamed" // a bare yes to what cannot be undone
	ruledEach    ruled = "each"    // a yes or no to each of several actions of one card
)

// ruling is what a person's words decide, before anybody asks whether that person may.
type ruling struct {
	ruled   ruled
	choice  agents.Choice
	stood   assistant.Situation // what was open where the words were said, when they came
	subject assistant.Subject   // of a decision, or what came too early or unnamed
	each    []agents.Decided    // of the approvals of stood, by where they are there
}

// rule reads a person's words in their situation. It decides by code alone: only what stood there before the words came is
// open for them, one subject has to be meant, and what cannot be undone has to be named.
func rule(v agents.Vocabulary, sit assistant.Situation, words assistant.Message) ruling {
	words.Seen = sit.Seen
	stood, later := sit.Before(words)
	open := stood.Subjects()
	r := ruling{ruled: ruledWords, choice: v.Choose(words.Content, open), stood: stood}
	intent := r.choice.Reply.Intent
	verdict := intent == agents.ReplyYes || intent == agents.ReplyNo
	ahead := agents.Choice{Subject: -1} // of what came after the words
	if len(later) > 0 {
		ahead = v.Choose(words.Content, later)
	}
	if each, ok := v.ChooseNumbered(words.Content, append(slices.Clip(open), later...)); ok {
		r.each = each
		r.ruleEach(open, later, sit.Revised)
		return r
	}
	switch {
	case verdict && sit.Revised && len(open)+len(later) > 0:
		r.ruled = ruledChanged
	case r.choice.Unclear:
		r.ruled = ruledUnclear
	case r.choice.Subject < 0 && ahead.Subject >= 0:
		r.ruled, r.subject = ruledEarly, later[ahead.Subject]
	case verdict && len(open) == 0 && len(later) > 0:
		r.ruled, r.subject = ruledEarly, later[0]
	case r.choice.Subject >= 0:
		r.ruled, r.subject = ruledDecided, open[r.choice.Subject]
		if r.subject.Irreversible && intent == agents.ReplyYes && !r.choice.Named {
			r.ruled = ruledUnnamed
		}
	}
	return r
}

// ruleEach rules words that decide on several actions of one card: all of it, or nothing of it.
func (r *ruling) ruleEach(open, later []assistant.Subject, revised bool) {
	r.ruled = ruledEach
	if revised {
		r.ruled = ruledChanged
		return
	}
	for i, d := range r.each {
		if d.Subject >= len(open) {
			r.ruled, r.subject = ruledEarly, later[d.Subject-len(open)]
			return
		}
		if o := open[d.Subject]; o.Irreversible && d.Intent == agents.ReplyYes && !d.Named {
			r.ruled, r.subject = ruledUnnamed, o
			return
		}
		r.each[i].Subject = open[d.Subject].Approval
	}
}
