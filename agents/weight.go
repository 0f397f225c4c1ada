package agents

import "slices"

const (
	// lasting ask for what cannot be taken back, or reaches people outside.
	lasting = "delete remove wipe purge unpublish publish send email migrate move redirect deploy launch translate redesign order buy pay cancel"
	// many say that something is to happen more than once.
	many = "all every each everything whole entire both several many pages posts products articles"
	// making brings about something that was not there.
	making = "create make build add write prepare design produce generate set setup draft launch a an new another some"
)

// Light tells whether a request that asks for changes is for one or two operations that can be taken back, by one agent.
func (v Vocabulary) Light(text string) bool {
	all, n := sentences(text), 0
	for _, s := range all {
		c, changes := v.classify(s)
		if n += changes; c.Kind == ClassUnsure {
			return false
		}
	}
	return n > 0 && n <= 2 && v.listed(text) < 2 && !v.heavy(all)
}

// heavy tells whether a request that asks for changes is more than a step or two: it asks for what cannot be taken back, for
// many at once, for several agents, or for something whose words are to be written first.
func (v Vocabulary) heavy(all []sentence) bool {
	return slices.ContainsFunc(all, func(s sentence) bool {
		words := v.request(s.words)
		if len(words) == 0 || v.isSocial(s.words) {
			return false
		}
		sequence := slices.Contains(s.words, "first") && slices.Contains(s.words, "then")
		return sequence || len(v.mentions(s.words)) > 1 || slices.ContainsFunc(words, func(w string) bool { return oneOf(w, lasting) || oneOf(w, many) }) ||
			v.composes(words)
	})
}

// composes tells whether a request is for something that is written before it is made: "a page", but not "a ticket about a page".
func (v Vocabulary) composes(words []string) bool {
	for i, w := range words {
		if !beginsClause(words, i) || !oneOf(w, making) {
			continue
		}
		if thing := firstOf(subject(v.clause(words[i:])), v.things); thing != "" && oneOf(thing, v.made) {
			return true
		}
	}
	return false
}
