package panel

import (
	"slices"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
)

// talk is what a page knows of a conversation beyond single slots: which version of a message is visible, which messages the viewer
// wrote, and how much a turn had heard when it answered.
type talk struct {
	*assistant.Exchanges

	who    assistant.PersonID // that looks
	own    map[assistant.MessageID]bool
	chosen assistant.MessageID // the version that is to be in sight; "" is the newest of each
}

func talkOf(who assistant.PersonID, ms []assistant.Message) *talk {
	k := &talk{Exchanges: assistant.ExchangesOf(nil), who: who, own: map[assistant.MessageID]bool{}}
	k.add(ms)
	return k
}

func (k *talk) add(ms []assistant.Message) {
	k.Add(ms)
	for _, m := range ms {
		if ownWords(m, k.who) {
			k.own[m.ID] = true
		}
	}
}

// ownWords tells whether somebody has written a message themselves, so that they may edit it and ask it again.
func ownWords(m assistant.Message, who assistant.PersonID) bool {
	said, ok := m.Body.(assistant.Said)
	return ok && m.Author == assistant.AuthorUser && m.Person == who && said.Background == "" && !said.Before
}

// versionView leads to the versions before and after a message's.
type versionView struct {
	assistant.Version

	conversation assistant.ConversationID
	away         bool // the version before is further up than the page
}

// EarlierPath is the address that shows the version before; "" for the first.
func (v versionView) EarlierPath() string {
	if v.away {
		return "/c/" + string(v.conversation) + "?at=" + string(v.Earlier)
	}
	return v.path(v.Earlier)
}

// LaterPath is the address that shows the version after; "" for the newest.
func (v versionView) LaterPath() string { return v.path(v.Later) }

func (v versionView) path(id assistant.MessageID) string {
	if id == "" {
		return ""
	}
	return "/c/" + string(v.conversation) + "?version=" + string(id) + "#" + saidElement(id)
}

// saidElement is the id of the element that shows a message's words.
func saidElement(id assistant.MessageID) string {
	return cardview.Element(saidSlot(id))
}

func saidSlot(id assistant.MessageID) assistant.Slot {
	return assistant.SlotOf(assistant.Message{ID: id, Body: assistant.Said{}})
}

// version is that of a person's message; nil where it has only one, and for all other messages.
func (k *talk) version(m assistant.Message) *versionView {
	v, ok := k.Version(m.ID)
	if !ok || m.Author != assistant.AuthorUser {
		return nil
	}
	_, known := k.Version(v.Earlier)
	return &versionView{v, m.Conversation, v.Earlier != "" && !known}
}

// asking asks a question once more.
type asking struct {
	Said assistant.MessageID // the question
	Key  string              // the same until there is another version, so that pressing twice asks once
}

// asking returns what the viewer may press under an answer to their own message; nil under other answers.
func (k *talk) asking(m assistant.Message) *asking {
	if _, ok := m.Body.(assistant.Said); !ok || !k.own[m.Cause] {
		return nil
	}
	v, _ := k.Version(m.Cause)
	return &asking{m.Cause, "more-" + string(m.ID) + "-" + strconv.Itoa(v.Of)}
}

// place notes on a slot, by its first message, which version it belongs to and how much its turn had heard.
func (k *talk) place(v *slotView, first assistant.Message) {
	of := first.Exchange()
	if is, ok := k.Version(of); ok && is.OnlyWords {
		v.Line, v.Version, v.Hidden = is.First, of, !k.Shown(of, k.chosen)
	}
	if saidByTurn(first) {
		v.Heard = k.Heard(of)
	}
}

// saidByTurn tells whether a turn says the message. Decisions and messages about a run are not: they keep their position in the
// log.
func saidByTurn(m assistant.Message) bool {
	if m.Author == assistant.AuthorUser || m.Run != "" {
		return false
	}
	switch m.Body.(type) { //nolint:gochecksumtype // the rest is decided on, or not said
	case assistant.Said, assistant.Thought, assistant.Routed, assistant.Failed:
		return true
	default:
		return false
	}
}

// raise moves what a turn says, in slots that are in the order of the log, above the words that came meanwhile and that it had not heard,
// so that it stands below what it answers.
func raise(slots []slotView) {
	for i := range slots {
		for j := i; slots[j].Heard > 0 && j > 0 && slots[j-1].Kind == "user" && slots[j-1].Seq > slots[j].Heard; j-- {
			slots[j], slots[j-1] = slots[j-1], slots[j]
		}
	}
}

// lines are those of all messages that belong to another version of what a stretch of the log is about.
func (k *talk) lines(stretch, all []assistant.Message) []assistant.Message {
	touched := map[assistant.MessageID]bool{}
	for _, m := range stretch {
		if v, ok := k.Version(m.Exchange()); ok {
			touched[v.First] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(m assistant.Message) bool {
		v, ok := k.Version(m.Exchange())
		return !ok || !touched[v.First]
	})
}
