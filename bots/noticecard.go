package bots

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// NoticeCard tells everybody in a place something that nobody has to answer.
type NoticeCard struct {
	Language assistant.Language // that it is shown in
	Text     string
	Source   string // where it was noticed, "" for nowhere in particular
	At       time.Time
}

// Settled implements [Card].
func (NoticeCard) Settled() bool { return true }

// SpokenIn implements [Card].
func (c NoticeCard) SpokenIn() assistant.Language { return c.Language }

func (NoticeCard) card() {}

func foldNotice(ms []assistant.Message, names Names) (NoticeCard, bool) {
	for _, m := range ms {
		if b, ok := m.Body.(assistant.Noticed); ok && OneLine(m.Content) != "" {
			return NoticeCard{Language: names.Language, Text: m.Content, Source: b.Source, At: m.At}, true
		}
	}
	return NoticeCard{}, false
}
