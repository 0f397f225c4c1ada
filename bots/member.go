package bots

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// MemberCard is a line: somebody has come into the conversation, or is no longer in it. Once shown it stays as it is.
type MemberCard struct {
	Language assistant.Language // that it is shown in
	Text     string             // who invited whom
	By       string             // who has invited somebody; "" if nobody was
	Title    string             // of the conversation that they were invited into
	At       time.Time
}

// Settled implements [Card].
func (MemberCard) Settled() bool { return true }

// SpokenIn implements [Card].
func (c MemberCard) SpokenIn() assistant.Language { return c.Language }

func (MemberCard) card() {}

func foldMember(ms []assistant.Message, names Names) (MemberCard, bool) {
	for _, m := range ms {
		card := MemberCard{Language: names.Language, Text: names.Words().Tell(m.Says()), At: m.At}
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest belong to other slots
		case assistant.MemberAdded:
			card.By, card.Title = names.Person(m.Person), b.Title
			return card, true
		case assistant.MemberRemoved:
			return card, true
		}
	}
	return MemberCard{}, false
}
