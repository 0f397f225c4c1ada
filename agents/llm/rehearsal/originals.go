package rehearsal

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// originals are the English sentences of the catalogue by what they are in the other languages: what we offer to be pressed in
// somebody's language we understand in it, though the rules read English.
func originals() map[string]string {
	out := map[string]string{}
	for _, l := range assistant.Languages() {
		if l == assistant.English {
			continue
		}
		all, err := wording.Entries(l)
		if err != nil {
			continue // a test reads every catalogue
		}
		for english, e := range all {
			if e.By == 0 && !strings.Contains(english, "%") {
				out[bare(e.Text)] = english
			}
		}
	}
	return out
}

// bare is a sentence without what people leave out when they type it.
func bare(text string) string {
	return strings.ToLower(strings.Trim(strings.Join(strings.Fields(text), " "), " .!?¿¡"))
}

// original is the English of a request that we offer in other languages, and any other text as it is.
func (m *Model) original(text string) string {
	if english, ok := m.originals()[bare(text)]; ok {
		return english
	}
	return text
}
