package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots/links"
)

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
	Noting  Voice = "noting"  // must not be overlooked
	Quoting Voice = "quoting" // a person's own words
	Writing Voice = "writing" // an agent's answer, in Markdown
	Passing Voice = "passing" // an agent's, in passing: a thin line instead of an answer
	Vouched Voice = "vouched" // code's own line beneath an answer, which no words of the answer may look like
)

func (t Text) says() bool { return t.Words != "" }

func (t Text) safe(s safe) Section {
	switch t.Voice {
	case Quoting:
	case Writing:
		t.Words = links.Safe(strings.ToValidUTF8(t.Words, "�"), s.hosts)
	case Telling, Handing, Noting, Passing, Vouched:
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
