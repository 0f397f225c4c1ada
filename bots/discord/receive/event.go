package receive

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// author is who wrote a message.
type author struct {
	id, name string
	roles    []string           // ids of those the author has in the server now; nil where Discord does not say
	in       string             // that server
	person   assistant.PersonID // where storage has told it
	language assistant.Language // of their Discord, where it says; "" for none of ours
}

func (a author) identity() assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceDiscord, External: a.id, Name: a.name, Language: a.language, Groups: a.roles, GroupsIn: a.in}
}

// rolesIn are the roles that Discord has told of a member of a server.
func rolesIn(guild string, roles []string) []string {
	if guild == "" {
		return nil
	}
	return slices.DeleteFunc(roles, func(r string) bool { return !rest.IsID(r) })
}

// arrival is what an event means to us.
type arrival struct {
	ignored string // why nothing is to be done; "" otherwise
	in      assistant.Inbound
	mention bool              // the bot is spoken to: a conversation may begin here
	to      *rest.Message     // what it replies to
	typed   bool              // people see already that somebody is at work
	ifKnown bool              // only when the place is a conversation already
	others  []assistant.Place // where else the message of an edit or a removal may belong
	begins  bool              // an edit that mentions the bot: where what it edits was never heard, it is said by it
}

const anotherServer = "another server"

var errMalformed = errors.New("malformed request")

// The events that carry words.
const (
	eventSaid    = "MESSAGE_CREATE"
	eventEdited  = "MESSAGE_UPDATE"
	eventDeleted = "MESSAGE_DELETE"
)

// self is what a message may mention to speak to the bot: its user, and the role that Discord made for it in the server, if any.
type self struct{ user, role string }

// mentioned tells whether a message speaks to the bot.
func (s self) mentioned(m rest.Message) bool {
	return slices.ContainsFunc(m.Mentions, func(u rest.User) bool { return u.ID == s.user }) || s.role != "" && slices.Contains(m.Roles, s.role)
}

// readEvent turns an event into what it means. It is pure. The error says that the payload is not such an event at all.
func readEvent(kind string, raw []byte, me self, space string, tenant assistant.TenantID) (arrival, error) {
	var m rest.Message
	if err := json.Unmarshal(raw, &m); err != nil {
		return arrival{}, errors.Join(errMalformed, err)
	}
	var a arrival
	switch {
	case !rest.IsID(m.ID) || !rest.IsID(m.Channel):
		return arrival{}, errMalformed
	case m.Guild != "" && !rest.IsID(m.Guild):
		return arrival{}, errMalformed
	case space != "" && m.Guild != "" && m.Guild != space:
		a.ignored, a.in.Place.Space = anotherServer, m.Guild
		return a, nil
	}
	switch kind {
	case eventSaid:
		a.said(m, me)
	case eventEdited:
		a.edited(m, me)
	case eventDeleted:
		a.deleted(m)
	default:
		a.ignored = "kind of event"
	}
	a.in.Tenant = tenant
	return a, nil
}

// fromPerson tells whether a person wrote the message, of a kind that carries words.
func fromPerson(m rest.Message, me self) bool {
	return rest.IsID(m.Author.ID) && m.Author.ID != me.user && !m.Author.Bot && !m.Author.System && m.Webhook == "" &&
		(m.Type == 0 || m.Type == 19)
}

func (a *arrival) said(m rest.Message, me self) {
	if !fromPerson(m, me) {
		a.ignored = "not from a person"
		return
	}
	a.in = inbound(m, me)
	a.in.Change = assistant.ChangeSaid
	a.to = m.ReplyTo
	a.mention = me.mentioned(m)
	if a.in.Text == "" && len(a.in.Files) == 0 && !a.mention {
		a.ignored = "no words"
		return
	}
	if a.mention || m.Guild == "" {
		return
	}
	// Without a mention the bot only listens in conversations it is already part of.
	a.ifKnown = true
	if toOthers(m, me) {
		a.ignored = "said to somebody else"
	}
}

// toOthers tells whether a message is for another person: it replies to theirs, or begins with their mention. Somebody who
// is only mentioned further on is spoken about. Who replies to themselves goes on with what they said.
func toOthers(m rest.Message, me self) bool {
	if to := m.ReplyTo; to != nil && to.Author.ID != "" {
		return to.Author.ID != me.user && to.Author.ID != m.Author.ID
	}
	after, mentions := strings.CutPrefix(strings.TrimSpace(m.Content), "<@")
	id, _, closed := strings.Cut(strings.TrimPrefix(after, "!"), ">")
	return mentions && closed && rest.IsID(id) && id != me.user
}

// inbound is a message's place, author and words.
func inbound(m rest.Message, me self) assistant.Inbound {
	names := make(map[string]string, len(m.Mentions))
	for _, u := range m.Mentions {
		names[u.ID] = u.Name()
	}
	in := assistant.Inbound{
		Place:      place(m.Guild, m.Channel),
		From:       author{id: m.Author.ID, name: cmp.Or(m.Member.Nick, m.Author.Name()), roles: rolesIn(m.Guild, m.Member.Roles), in: m.Guild}.identity(),
		Text:       spoken(m.Content, me, names),
		Key:        "discord/" + m.ID,
		ExternalID: m.ID,
		At:         rest.Moment(m.Timestamp),
	}
	for _, f := range m.Files {
		in.Files = append(in.Files, assistant.File{Name: f.Name, Type: f.Type, URL: f.URL, Size: int64(f.Size)})
	}
	return in
}

// place is a thread or a direct message. A thread is a channel of its own to Discord.
func place(guild, channel string) assistant.Place {
	return assistant.Place{Surface: assistant.SurfaceDiscord, Space: guild, Channel: channel}
}

// elsewhere lists where else a channel's message may belong: to the thread that was started from it, or to the replies to
// it in the channel.
func elsewhere(m rest.Message) []assistant.Place {
	replies := place(m.Guild, m.Channel)
	replies.Thread = m.ID
	return []assistant.Place{place(m.Guild, m.ID), replies}
}

// edited takes an edit. Discord also tells of a message that it has unfurled or started a thread from.
func (a *arrival) edited(m rest.Message, me self) {
	switch {
	case m.Edited == "":
		a.ignored = "no words were changed"
	case !fromPerson(m, me):
		a.ignored = "not from a person"
	default:
		a.in = inbound(m, me)
		a.in.Change, a.others = assistant.ChangeEdited, elsewhere(m)
		a.in.Key += "/edited/" + m.Edited
		a.in.At = rest.Moment(m.Edited)
		a.mention, a.to = me.mentioned(m), m.ReplyTo
		a.begins = a.mention && rest.Moment(m.Edited).Sub(rest.Moment(m.Timestamp)) <= beginsWithin
	}
}

// beginsWithin is how long after it was said a message may be edited into one for the bot. Who mends an old one asks nothing.
const beginsWithin = 24 * time.Hour

// saying is an edit as if its words had been said so from the beginning, for a message that was never heard. It has the message's key,
// so that it is answered once.
func (a *arrival) saying() arrival {
	out := *a
	out.in.Key, _, _ = strings.Cut(a.in.Key, "/edited/")
	out.in.Change, out.others, out.begins = assistant.ChangeSaid, nil, false
	return out
}

func (a *arrival) deleted(m rest.Message) {
	a.in = assistant.Inbound{
		Place: place(m.Guild, m.Channel), Change: assistant.ChangeDeleted, Key: "discord/" + m.ID + "/deleted", ExternalID: m.ID,
		From: author{id: "unknown"}.identity(),
	}
	a.others = elsewhere(m)
}
