package view

// Text is words that stand by themselves, with what they are about before them.
type Text struct {
	Voice Voice
	Lead  string
	Words string
}

// Voice is who says a text, and in what manner.
type Voice string

// The voices.
const (
	Telling Voice = ""        // what the card is about
	Handing Voice = "handing" // who took over from whom
	Noting  Voice = "noting"  // what nobody shall overlook beside the rest
	Quoting Voice = "quoting" // a person's own words
)

func (t Text) says() bool { return t.Words != "" }

func (t Text) safe(s safe) Section {
	if t.Voice != Quoting {
		t.Lead, t.Words = s.words(t.Lead), s.words(t.Words)
	}
	return t
}

// texts are words of one voice, each by itself.
func texts(v Voice, words []string) []Section {
	var out []Section
	for _, one := range words {
		out = append(out, Text{Voice: v, Words: one})
	}
	return out
}
