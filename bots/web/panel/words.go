package panel

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// words tells what the card of a person's words, or of an agent's, is drawn from; false for every other card. Most cards are words, and
// they stay as they are once they are said.
func words(d *drawing) (pages.Of, bool) {
	var told telling
	switch c := d.Card.(type) { //nolint:gochecksumtype // the rest are no words
	case bots.UserCard:
		told = make(telling, 0, aside+len(c.Text))
		told.texts("user", string(c.Message), string(c.By), c.Person, c.Text)
		told.flags(c.Edited, c.Deleted, c.Calls, c.Pressed, d.Own, d.Versions != nil)
		if v := d.Versions; v != nil {
			told.texts(v.EarlierPath(), v.LaterPath(), strconv.Itoa(v.Number), strconv.Itoa(v.Of))
		}
		told.files(c.Files)
		told.time(c.At, d.Zone)
	case bots.AnswerCard:
		told = make(telling, 0, aside+len(c.Text))
		told.texts("answer", string(c.Language), string(c.Message), string(c.Conversation), string(c.Agent.ID), c.Agent.Called, c.Agent.Avatar, c.Text, c.Note)
		told.flags(c.Rehearsal, c.Code, c.Final, c.Status, c.Draft)
		told.list(c.Next)
		told.list(c.Handoffs)
		told.files(c.Files)
		told.time(c.At, d.Zone)
		told.flags(d.Asks != nil)
		if a := d.Asks; a != nil {
			told.texts(string(a.Said), a.Key)
		}
	default:
		return pages.Of{}, false
	}
	told.texts(d.ID, string(d.Conversation), string(d.In.Language()))
	told.flags(d.Other)
	told.list(d.Hosts)
	return told.of(), true
}

// onlyWords is a drawing with nothing but what words tell of it: their template cannot read what would change without being noticed.
func onlyWords(d *drawing) drawing {
	return drawing{ID: d.ID, Card: d.Card, Says: d.Says, Hosts: d.Hosts, Zone: d.Zone, Conversation: d.Conversation, In: d.In, Own: d.Own, Other: d.Other, Asks: d.Asks, Versions: d.Versions}
}

// article is what stands around words: the element that has them.
func article(of pages.Of, v slotView) pages.Of {
	told := append(make(telling, 0, 128), of[:]...)
	told.texts(v.ID, v.Kind, string(v.Line), string(v.Version))
	told.flags(v.Hidden)
	told = binary.AppendVarint(told, v.Seq)
	told = binary.AppendVarint(told, v.Last)
	told = binary.AppendVarint(told, v.Heard)
	told = binary.AppendVarint(told, v.At.UnixNano())
	return told.of()
}

const aside = 192 // typical bytes of a message apart from its text

// telling is values one behind the other, each with its length: no two lists of them are told alike.
type telling []byte

func (t *telling) of() pages.Of { return sha256.Sum256(*t) }

func (t *telling) texts(all ...string) {
	for _, text := range all {
		*t = binary.AppendUvarint(*t, uint64(len(text)))
		*t = append(*t, text...)
	}
}

func (t *telling) list(all []string) {
	*t = binary.AppendUvarint(*t, uint64(len(all)))
	t.texts(all...)
}

func (t *telling) flags(all ...bool) {
	for _, is := range all {
		one := byte(0)
		if is {
			one = 1
		}
		*t = append(*t, one)
	}
}

func (t *telling) files(all []assistant.File) {
	*t = binary.AppendUvarint(*t, uint64(len(all)))
	for _, f := range all {
		t.texts(f.Name, f.Type, f.URL, string(f.Surface), f.Space)
		*t = binary.AppendVarint(*t, f.Size)
	}
}

// time is a moment as it is read in a zone. Zones can have the same name.
func (t *telling) time(at time.Time, zone *time.Location) {
	name, offset := at.In(zone).Zone()
	*t = binary.AppendVarint(*t, at.UnixNano())
	*t = binary.AppendVarint(*t, int64(offset))
	t.texts(name)
}
