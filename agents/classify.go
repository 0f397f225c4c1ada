package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Class says how a request is handled.
type Class struct {
	Kind   ClassKind
	Reason assistant.Sentence // as people may read it, without a full stop
}

// Works tells whether the request is for work: something is to be different afterwards.
func (c Class) Works() bool { return c.Kind == ClassPlanning || c.Kind == ClassTool }

// ClassKind names a class.
type ClassKind string

// The classes.
const (
	ClassSimple   ClassKind = "simple"   // somebody answers directly
	ClassTool     ClassKind = "tool"     // one or two changes, each of which an agent may propose by itself
	ClassPlanning ClassKind = "planning" // the planning protocol (seed 000 §16.1)
	ClassUnsure   ClassKind = "unsure"   // the rules do not say
)

// wordVerbs ask for words alone.
const wordVerbs = "explain tell describe summarize summarise suggest recommend list show give advise brainstorm compare clarify define"

// Classify decides by explicit rules whether a request needs a plan. It is conservative both ways: questions, greetings
// and thanks are simple; a request in the imperative to change something outside, to audit, or of several steps or
// several agents is planned; everything else is unsure.
func (v Vocabulary) Classify(text string) Class {
	all := sentences(text)
	if len(all) == 0 {
		return Class{ClassSimple, assistant.Say("there are no words in it")}
	}
	if v.asked(text) {
		return Class{ClassPlanning, assistant.Say("it asks for work at a set time")}
	}
	if steps := v.listed(text); steps > 1 {
		return Class{ClassPlanning, assistant.Say("it lists %d steps", steps)}
	}
	var simple, unsure, planning, tool Class
	changes := 0
	for _, s := range all {
		c, n := v.classify(s)
		changes += n
		switch {
		case c.Kind == ClassPlanning && planning.Kind == "":
			planning = c
		case c.Kind == ClassTool && tool.Kind == "":
			tool = c
		case c.Kind == ClassUnsure && unsure.Kind == "":
			unsure = c
		case c.Kind == ClassSimple && simple.Kind == "":
			simple = c
		}
	}
	if tool.Kind != "" && planning.Kind == "" && (changes > mostDirect || unsure.Kind != "") {
		planning = Class{ClassPlanning, tool.Reason}
	}
	switch {
	case planning.Kind != "" && changes > 1:
		return Class{ClassPlanning, assistant.Say("%s, and takes several steps", planning.Reason)}
	case planning.Kind != "":
		return planning
	case tool.Kind != "":
		return tool
	case unsure.Kind != "":
		return unsure
	case simple.Kind != "":
		return simple
	default:
		return Class{ClassSimple, assistant.Say("it is a greeting or thanks")}
	}
}

// classify judges one sentence and counts the changes it asks for. A sentence of mere politeness has no class.
func (v Vocabulary) classify(s sentence) (Class, int) {
	if v.isSocial(s.words) {
		return Class{}, 0
	}
	words := v.request(s.words)
	switch {
	case len(words) == 0:
		return Class{}, 0
	case len(v.mentions(s.words)) > 1 && !s.asks && oneOf(words[0], "should could can will may might would must"):
		return Class{ClassPlanning, assistant.Say("it names several agents")}, 1
	case isQuestion(words):
		return Class{ClassSimple, assistant.Say("it is a question")}, 0
	}
	if what := v.asksToMake(words); what != "" {
		return Class{ClassSimple, assistant.Say("it asks for %s", assistant.Label(what))}, 0
	}
	if things, what := v.changes(words); len(things) > 0 {
		kind := ClassPlanning
		if v.directly(things, words) && v.asksToLook(words) == "" && len(v.mentions(s.words)) < 2 {
			kind = ClassTool
		}
		return Class{kind, assistant.Say("it asks for a change outside (%s)", what)}, len(things)
	}
	if what := v.asksToLook(words); what != "" {
		return Class{ClassPlanning, assistant.Say("it asks for %s", assistant.Label(what))}, 1
	}
	switch {
	case len(v.mentions(s.words)) > 1 && !s.asks:
		return Class{ClassPlanning, assistant.Say("it names several agents")}, 1
	case oneOf(words[0], wordVerbs), oneOf(words[0], v.verbs) && asksForIdeas(words[1:]):
		return Class{ClassSimple, assistant.Say("it asks for words, not for a change")}, 0
	default:
		return Class{ClassUnsure, assistant.Say("the rules do not say what is wanted")}, 0
	}
}

// request drops what comes before what is wanted: names, greetings and politeness, "I would like you to".
func (v Vocabulary) request(words []string) []string {
	const polite = "please|pls|plz|kindly|ok|okay|hi|hello|hey|so|well|now|then|also|and|just|yes|yeah|sure|thanks|thank you|good morning|" +
		"can you|could you|would you|will you|can we|could we|can somebody|could somebody|can someone|could someone|shall we|" +
		"can i have|can i get|could i have|could i get|can we have|can we get|could we have|could we get|" +
		"would you mind|do you mind|let's|lets|let us|i want you to|i need you to|i'd like you to|i would like you to|we want you to|" +
		"we need you to|we'd like you to|i want to|i need to|i'd like to|i would like to|we want to|we need to|we'd like to|" +
		"we would like to|you should|you can|go ahead and|help me|help us|help me to|help us to|i want|i need|we need|we want|" +
		"i'd like|i would like|we'd like|we would like|we should|it would be great if you could|first|second|next|finally"
	for {
		before := len(words)
		words = v.trimAddress(trimStart(words, polite))
		if len(words) == before {
			return words
		}
	}
}

// trimAddress drops who is spoken to: "Nico", "ask the Growth Lead to", "@Dana".
func (v Vocabulary) trimAddress(words []string) []string {
	rest := words
	if len(rest) > 1 && oneOf(rest[0], "ask have let tell get") {
		rest = rest[1:]
	}
	if len(rest) > 1 && rest[0] == "the" {
		rest = rest[1:]
	}
	called := begins(rest, v.words.Titles)
	if called == 0 && len(rest) > 0 && (v.isName(bare(rest[0])) || strings.HasPrefix(rest[0], "@")) {
		called = 1
	}
	if called == 0 {
		return words
	}
	rest = rest[called:]
	if len(rest) > 0 && rest[0] == "to" {
		rest = rest[1:]
	}
	return rest
}

// changes lists what the clauses name that begin with a verb of change and name something that lives outside, and says the first.
// "I need a new page" counts too: request has dropped the wish, so the thing itself begins the clause.
func (v Vocabulary) changes(words []string) (things []string, first string) {
	note := func(thing, what string) {
		if things = append(things, thing); first == "" {
			first = what
		}
	}
	for i, w := range words {
		if !beginsClause(words, i) {
			continue
		}
		rest := v.clause(words[i+1:])
		if oneOf(w, v.verbs) && asksForIdeas(rest) {
			continue
		}
		switch thing := firstOf(rest, v.things); {
		case thing != "" && v.asksOf(w, thing):
			note(thing, w+" "+thing)
		case i == 0 && oneOf(w, "a an new another some"):
			if thing := firstOf(subject(rest), v.things); thing != "" {
				note(thing, "a new "+thing)
			}
		}
	}
	return things, first
}

// asksForIdeas tells "create five title ideas" from "create a page".
func asksForIdeas(words []string) bool {
	return firstOf(subject(words), "idea ideas option options suggestion suggestions example examples question questions proposal proposals") != ""
}

// subject is the words up to the first preposition: what is wanted, not what it is about.
func subject(words []string) []string {
	if i := slices.IndexFunc(words, func(w string) bool { return oneOf(w, "about for on of with regarding from in to") }); i >= 0 {
		return words[:i]
	}
	return words
}

func beginsClause(words []string, i int) bool {
	if i == 0 {
		return true
	}
	if slices.Contains(words[max(0, i-2):i], "how") {
		return false
	}
	if words[i-1] == "to" && i > 1 && oneOf(words[i-2], "need needs want wants have has going possible way ways ask allowed able") {
		return false
	}
	return oneOf(words[i-1], ", : and then also please to or")
}

// clause is what a clause is about: the words up to the next one that begins with a verb of change.
func (v Vocabulary) clause(words []string) []string {
	for i, w := range words {
		if i > 0 && oneOf(w, v.verbs) && oneOf(words[i-1], ", and then") {
			return words[:i]
		}
	}
	return words
}

func firstOf(words []string, list string) string {
	for _, w := range words {
		if oneOf(bare(w), list) {
			return bare(w)
		}
	}
	return ""
}

// asksToLook names what a request wants to have looked at by a query that is planned: "an audit"; "" for nothing.
func (v Vocabulary) asksToLook(words []string) string {
	const leads = "a an run do perform make start give conduct carry another "
	for _, look := range v.words.Looks {
		i := slices.IndexFunc(words, func(w string) bool { return oneOf(w, look.Nouns) })
		if i == 0 || i > 0 && (oneOf(words[0], leads) || oneOf(words[0], look.Verbs) || oneOf(words[0], v.verbs)) {
			noun, _, _ := strings.Cut(look.Nouns, " ")
			return aOrAn(noun)
		}
	}
	return ""
}

// looksAt tells whether a word asks for a query that is planned.
func (v Vocabulary) looksAt(word string) bool {
	return slices.ContainsFunc(v.words.Looks, func(w asking) bool { return oneOf(word, w.Nouns) })
}

// listed counts the entries of a numbered list, and "first … then …".
func (v Vocabulary) listed(text string) int {
	n := 0
	for line := range strings.Lines(text[:min(len(text), maxRead)]) {
		digits := strings.TrimLeft(strings.TrimSpace(line), "0123456789")
		marked := strings.TrimSpace(line) != digits && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") "))
		if !marked {
			continue
		}
		wanted := v.request(wordsOf(digits))
		if len(wanted) > 0 && (oneOf(wanted[0], v.verbs+" run check review") || v.looksAt(wanted[0])) {
			n++
		}
	}
	return n
}
